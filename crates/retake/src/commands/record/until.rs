//! When a recording has enough.

use std::time::{Duration, Instant};

use retake_model::control::Control;

use super::line::{Line, State};
use crate::output::count;

/// What is enough.
pub(super) struct Until {
    requests: Option<u64>,
    lasting: Option<Duration>,
    /// Since when requests are recorded.
    since: Option<Instant>,
}

impl Until {
    pub(super) fn new(control: &Control) -> Until {
        let lasting = control.lasting.map(|span| Duration::from_millis(span.ms));
        Until { requests: control.requests, lasting, since: None }
    }

    /// Whether there is enough now, in words.
    pub(super) fn reached(&mut self, line: &Line) -> Option<String> {
        if self.since.is_none() && line.first() == Some(State::Records) {
            self.since = Some(Instant::now());
        }
        if let Some(wanted) = self.requests.filter(|&wanted| line.counts().begun >= wanted) {
            return Some(format!("{} as wanted", count(wanted, "request was seen", "requests were seen")));
        }
        let over = self.since.zip(self.lasting).is_some_and(|(since, lasting)| since.elapsed() >= lasting);
        over.then(|| "the time to record is over".to_owned())
    }
}
