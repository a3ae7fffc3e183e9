//! Load with an open loop: requests are due at a fixed rate, whether or not the service keeps up. An answer's latency counts
//! from when its request was due, so that a stall counts for every request that had to wait for it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use retake_host::Url;
use retake_replay::http::{Client, encode};

use crate::orders::Shot;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many unexpected answers are told.
const TOLD: usize = 5;

/// How requests are sent.
#[derive(Clone, Debug)]
pub struct Load {
    /// To whom.
    pub url: Url,
    /// How many are due in a second.
    pub rate: f64,
    /// How many may be on their way at the same time.
    pub connections: usize,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Sent {
    /// How many answers had which status; 0 is no answer.
    pub statuses: BTreeMap<u16, usize>,
    /// Answers that their requests do not allow.
    pub unexpected: Vec<String>,
    /// Latencies, sorted.
    pub latencies: Vec<Duration>,
    /// From when the first was due to the last answer.
    pub took: Duration,
}

impl Load {
    /// Sends all requests, in order as far as connections are free.
    pub fn send(&self, shots: &[Shot]) -> Sent {
        // Connecting is no part of any answer. Whoever can not be connected to is asked again with the first request.
        let connected = || {
            let mut client = Client::new(self.url.clone());
            let _ = client.connect(Instant::now() + PATIENCE);
            client
        };
        let clients: Vec<Client> = (0..self.connections).map(|_| connected()).collect();
        let (next, sent, begin) = (AtomicUsize::new(0), Mutex::new(Sent::default()), Instant::now());
        thread::scope(|scope| {
            for client in clients {
                scope.spawn(|| self.connection(client, shots, &next, begin, &sent));
            }
        });
        let mut sent = sent.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        sent.took = begin.elapsed();
        sent.latencies.sort_unstable();
        sent
    }

    fn connection(&self, mut client: Client, shots: &[Shot], next: &AtomicUsize, begin: Instant, sent: &Mutex<Sent>) {
        let mut own = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(shot) = shots.get(number) else { break };
            let due = begin + Duration::from_secs_f64(number as f64 / self.rate);
            thread::sleep(due.saturating_duration_since(Instant::now()));
            own.push((shot, self.answer(&mut client, shot), due.elapsed()));
        }
        let mut sent = sent.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (shot, answer, latency) in own {
            let status = answer.as_ref().map_or(0, |answer| answer.0);
            *sent.statuses.entry(status).or_default() += 1;
            sent.latencies.push(latency);
            if !shot.allowed.contains(&status) {
                let got = answer.map_or_else(|failure| failure, |(status, body)| format!("{status} {body}"));
                sent.unexpected.push(format!("{} {}: {got}", shot.request.method, shot.request.target));
            }
        }
    }

    fn answer(&self, client: &mut Client, shot: &Shot) -> Result<(u16, String), String> {
        let bytes = encode(&shot.request, &self.url.authority(), &[]).map_err(|wrong| wrong.to_string())?;
        let answer = client.send(&shot.request.method, &bytes, Instant::now() + PATIENCE);
        let answer = answer.map_err(|failure| failure.to_string())?;
        Ok((answer.status, String::from_utf8_lossy(&answer.body).into_owned()))
    }
}

impl Sent {
    /// The latency that so many of a hundred answers did not exceed.
    pub fn percentile(&self, percent: f64) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        let at = (percent / 100.0 * self.latencies.len() as f64).ceil() as usize;
        self.latencies.get(at.saturating_sub(1).min(last)).copied().unwrap_or_default()
    }

    /// Fails if an answer was one that its request does not allow.
    #[track_caller]
    pub fn as_expected(self) -> Sent {
        assert!(self.unexpected.is_empty(), "{self}");
        self
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, count) = (self.took.as_secs_f64(), self.latencies.len());
        writeln!(f, "{count} requests in {seconds:.1} s ({:.0} a second)", count as f64 / seconds)?;
        let statuses: Vec<String> = self.statuses.iter().map(|(status, count)| format!("{status}: {count}")).collect();
        writeln!(f, "  answers  {}", statuses.join(", "))?;
        let at = |percent| self.percentile(percent).as_secs_f64() * 1e3;
        write!(f, "  latency  p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms", at(50.0), at(90.0), at(99.0))?;
        if !self.unexpected.is_empty() {
            write!(f, "\n  {} unexpected:", self.unexpected.len())?;
        }
        self.unexpected.iter().take(TOLD).try_for_each(|unexpected| write!(f, "\n    {unexpected}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_latencies_that_were_seen() {
        let latencies = (1..=200).map(Duration::from_millis).collect();
        let sent = Sent { latencies, ..Sent::default() };
        assert_eq!(sent.percentile(50.0), Duration::from_millis(100));
        assert_eq!(sent.percentile(99.0), Duration::from_millis(198));
        assert_eq!(sent.percentile(100.0), Duration::from_millis(200));
        assert_eq!(Sent::default().percentile(99.0), Duration::ZERO);
    }
}
