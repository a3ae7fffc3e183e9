//! The services: how each is started, and what it is asked.

mod dataflow;
mod skipper;

use std::ffi::OsString;
use std::path::Path;

use retake_bench::Result;
use retake_e2e::jdk::Jdk;
use retake_e2e::orders::Shot;
use retake_e2e::random::Random;
use retake_model::trace::Request;

/// A published service.
pub(crate) trait Service {
    /// What `bench/analyze/applications.txt` calls it.
    fn name(&self) -> &'static str;

    /// The command that starts it on a port, with its database on another.
    fn command(&self, jdk: &Jdk, file: &Path, port: u16, database: u16) -> Vec<OsString>;

    /// What its clients ask, the same each time.
    fn traffic(&self, requests: usize) -> Vec<Shot>;
}

/// The services that are named; all if none is.
pub(crate) fn chosen(wanted: &[String]) -> Result<Vec<Box<dyn Service>>> {
    let mut all: Vec<Box<dyn Service>> = vec![Box::new(dataflow::Dataflow), Box::new(skipper::Skipper)];
    if let Some(unknown) = wanted.iter().find(|name| !all.iter().any(|service| service.name() == **name)) {
        return Err(format!("there is no set-up for a service called {unknown}").into());
    }
    all.retain(|service| wanted.is_empty() || wanted.iter().any(|name| name == service.name()));
    Ok(all)
}

/// The command of a service on Spring Boot that keeps its data in PostgreSQL.
fn spring_boot(jdk: &Jdk, file: &Path, port: u16, database: u16) -> Vec<OsString> {
    let mut command: Vec<OsString> = vec![jdk.java().into(), "-Xmx768m".into()];
    command.extend(
        [
            format!("-Dserver.port={port}"),
            "-Dserver.address=127.0.0.1".to_owned(),
            format!("-Dspring.datasource.url=jdbc:postgresql://127.0.0.1:{database}/orders"),
            "-Dspring.datasource.username=orders".to_owned(),
            "-Dspring.datasource.password=orders".to_owned(),
            "-Dspring.datasource.driver-class-name=org.postgresql.Driver".to_owned(),
        ]
        .map(OsString::from),
    );
    command.extend(["-jar".into(), file.into()]);
    command
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
    use super::*;

    #[test]
    fn the_same_requests_are_sent_each_time_and_write_too() {
        for service in chosen(&[]).unwrap() {
            let (first, second) = (service.traffic(400), service.traffic(400));
            assert_eq!(first.len(), 400, "{}", service.name());
            assert!(first.iter().zip(&second).all(|(a, b)| a.request == b.request), "{}", service.name());
            for method in ["GET", "POST", "DELETE"] {
                assert!(first.iter().any(|shot| shot.request.method == method), "{} {method}", service.name());
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
