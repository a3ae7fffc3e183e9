//! The services: how each is built and started, and what it is asked.

mod dataflow;
mod orders;
mod published;
mod skipper;
mod sofaboot;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use retake_bench::Result;
use retake_e2e::Stage;
use retake_e2e::jdk::Jdk;
use retake_e2e::load::Load;
use retake_e2e::orders::Shot;
use retake_e2e::random::Random;
use retake_model::trace::Request;

/// A service that is recorded.
pub(crate) trait Service {
    /// What the table calls it.
    fn name(&self) -> &'static str;

    /// What it is, in a few words.
    fn about(&self) -> &'static str;

    /// Fetches or builds it.
    fn provide(&self, stage: &Stage, jdk: &Jdk) -> Result<Box<dyn Provided>>;
}

/// A service that can be started.
pub(crate) trait Provided {
    /// What is analysed: an archive, or a class path.
    fn path(&self) -> &OsStr;

    /// Starts what it depends on, with nothing in it yet and with its files in a directory of this name.
    fn depend(&self, stage: &Stage, directory: &str) -> Box<dyn Dependencies>;

    /// What it prints when it serves.
    fn ready(&self) -> &'static str;

    /// Sends it so many requests, the same each time.
    fn ask(&self, stage: &Stage, port: u16, requests: usize) -> Answers;
}

/// What a service depends on, running.
pub(crate) trait Dependencies {
    /// How the service is started beside them, to listen at a port.
    fn command(&self, port: u16) -> Vec<OsString>;

    /// Ends them.
    fn stop(self: Box<Self>);
}

/// How many answers there were of each kind.
pub(crate) type Answers = BTreeMap<String, usize>;

/// The services that are named; all if none is.
pub(crate) fn chosen(wanted: &[String]) -> Result<Vec<Box<dyn Service>>> {
    let mut all: Vec<Box<dyn Service>> = vec![
        Box::new(orders::Orders),
        Box::new(sofaboot::Sofaboot),
        Box::new(dataflow::SERVICE),
        Box::new(skipper::SERVICE),
    ];
    if let Some(unknown) = wanted.iter().find(|name| !all.iter().any(|service| service.name() == **name)) {
        return Err(format!("there is no set-up for a service called {unknown}").into());
    }
    all.retain(|service| wanted.is_empty() || wanted.iter().any(|name| name == service.name()));
    Ok(all)
}

/// Sends requests over HTTP, and tells what came of them.
fn send(port: u16, rate: f64, connections: usize, shots: &[Shot]) -> Answers {
    let url = format!("http://127.0.0.1:{port}").parse().expect("it is a URL");
    let sent = Load { url, rate, connections }.send(shots);
    eprintln!("{sent}");
    let answers = sent.statuses.into_iter().map(|(status, count)| match status {
        0 => ("no answer".to_owned(), count),
        _ => (status.to_string(), count),
    });
    answers.collect()
}

/// A name that a service keeps, as long as its client knows of it.
#[derive(Debug, Default)]
struct Names {
    kept: Vec<String>,
    made: u32,
}

impl Names {
    /// A new one.
    fn make(&mut self, prefix: &str) -> String {
        self.made += 1;
        let name = format!("{prefix}{}", self.made);
        self.kept.push(name.clone());
        name
    }

    /// One that is kept, or one that never was.
    fn one(&self, random: &mut Random) -> String {
        let count = self.kept.len() as u64;
        self.kept.get(random.below(count + 1) as usize).cloned().unwrap_or_else(|| "nobody".to_owned())
    }

    /// One that is kept no longer.
    fn take(&mut self, random: &mut Random) -> String {
        match self.kept.len() {
            0 => "nobody".to_owned(),
            count => self.kept.swap_remove(random.below(count as u64) as usize),
        }
    }
}

fn shot(method: &str, target: String, kind: &str, body: &str, allowed: &'static [u16]) -> Shot {
    let mut headers = vec![("Accept".to_owned(), "application/json".to_owned())];
    if !body.is_empty() {
        headers.push(("Content-Type".to_owned(), kind.to_owned()));
    }
    Shot { request: Request { method: method.to_owned(), target, headers, body: body.as_bytes().to_vec() }, allowed }
}

fn get(target: impl Into<String>, allowed: &'static [u16]) -> Shot {
    shot("GET", target.into(), "", "", allowed)
}

fn delete(target: impl Into<String>, allowed: &'static [u16]) -> Shot {
    shot("DELETE", target.into(), "", "", allowed)
}

/// What a form says, with the names and values as they are sent.
fn form(method: &str, target: impl Into<String>, fields: &[(&str, &str)], allowed: &'static [u16]) -> Shot {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    shot(method, target.into(), "application/x-www-form-urlencoded", &fields.join("&"), allowed)
}

fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::published::Published;
    use super::*;

    #[test]
    fn the_same_requests_are_sent_each_time_and_write_too() {
        for Published { name, traffic, .. } in [dataflow::SERVICE, skipper::SERVICE] {
            let (first, second) = (traffic(400), traffic(400));
            assert_eq!(first.len(), 400, "{name}");
            assert!(first.iter().zip(&second).all(|(a, b)| a.request == b.request), "{name}");
            for method in ["GET", "POST", "DELETE"] {
                assert!(first.iter().any(|shot| shot.request.method == method), "{name} {method}");
            }
        }
    }

    #[test]
    fn a_service_that_is_not_there_is_told() {
        assert!(chosen(&["nobody".to_owned()]).is_err());
    }

    #[test]
    fn forms_are_escaped() {
        assert_eq!(escaped("time | log"), "time%20%7C%20log");
    }
}
