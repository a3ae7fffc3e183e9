//! How far a recording is, while it goes on.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use retake_model::counts::Counts;
use retake_report::Live;
use serde_json::{Value, json};

use super::summary::Summary;
use crate::options::Format;
use crate::output::{count, say, style};

/// Where lines cannot change, or are the service's, a new one is written this often at most.
const PLAIN_EVERY: Duration = Duration::from_secs(60);
/// Programs get one this often.
const JSON_EVERY: Duration = Duration::from_secs(1);
/// Over how long a rate is taken.
const RATE_OVER: Duration = Duration::from_secs(2);

/// Shows counters: on a terminal of its own in one line that is written over, elsewhere rarely; to programs as JSON.
pub(super) struct Show {
    quiet: bool,
    format: Format,
    live: Option<Live<io::Stderr>>,
    begun: Instant,
    written: Instant,
    last: Counts,
    rate: Rate,
}

impl Show {
    /// `alone` if nobody else writes to the terminal.
    pub(super) fn new(quiet: bool, format: Format, alone: bool) -> Show {
        let style = style(&io::stderr());
        let live = (alone && style.live && !quiet && format == Format::Text).then(|| Live::new(io::stderr(), style));
        let now = Instant::now();
        let rate = Rate { since: now, seen: 0, per_second: 0.0 };
        Show { quiet, format, live, begun: now, written: now, last: Counts::default(), rate }
    }

    /// Says something to people.
    pub(super) fn say(&self, text: &str) {
        if !self.quiet {
            say(text);
        }
    }

    /// Shows them, if there is something new to show.
    pub(super) fn counts(&mut self, counts: &Counts) {
        let rate = self.rate.of(counts.seen);
        // The time of the process goes on by itself, and is no news.
        let news = |counts: &Counts| (counts.seen, counts.recorded, counts.bytes, counts.dropped.clone());
        let due = match (self.format, &self.live) {
            (Format::Json, _) => self.written.elapsed() >= JSON_EVERY,
            _ if self.quiet || news(counts) == news(&self.last) => false,
            (Format::Text, live) => live.is_some() || self.written.elapsed() >= PLAIN_EVERY,
        };
        if !due {
            return;
        }
        match (self.format, &mut self.live) {
            (Format::Json, _) => self.json("recording", counts, Some(rate)),
            // When even this cannot be written, there is nobody to tell.
            (Format::Text, Some(live)) => drop(live.text(&text(counts, rate))),
            (Format::Text, None) => say(&text(counts, rate)),
        }
        self.last = counts.clone();
        self.written = Instant::now();
    }

    /// Says what was recorded.
    pub(super) fn summary(&self, summary: &Summary, out: &Path) {
        match self.format {
            Format::Json => self.json("recorded", &summary.counts, None),
            Format::Text => say(&summary.text(out)),
        }
        summary.cut.iter().for_each(|cut| say(cut));
    }

    fn json(&self, event: &str, counts: &Counts, rate: Option<f64>) {
        let line = as_json(event, counts, rate, self.begun.elapsed());
        // A pipe that closes ends nothing that is recorded.
        let _ = writeln!(io::stdout().lock(), "{line}");
    }

    /// Takes the line off the screen.
    pub(super) fn clear(&mut self) {
        self.live = None;
    }
}

/// How many requests came in a second.
struct Rate {
    since: Instant,
    seen: u64,
    per_second: f64,
}

impl Rate {
    fn of(&mut self, seen: u64) -> f64 {
        let passed = self.since.elapsed();
        if passed >= RATE_OVER {
            self.per_second = seen.saturating_sub(self.seen) as f64 / passed.as_secs_f64();
            (self.since, self.seen) = (Instant::now(), seen);
        }
        self.per_second
    }
}

fn text(counts: &Counts, rate: f64) -> String {
    let mut text = format!(
        "{} seen, {} recorded, {} KiB, {rate:.1} a second",
        count(counts.seen, "request", "requests"),
        counts.recorded,
        counts.bytes.div_ceil(1024)
    );
    if let Some(overhead) = counts.overhead() {
        text += &format!(", {:.1} % of the CPU time", overhead * 100.0);
    }
    for (reason, number) in &counts.not_wanted {
        text += &format!("; {number} left out: {reason}");
    }
    for (reason, number) in &counts.dropped {
        text += &format!("; {number} dropped: {reason}");
    }
    text
}

fn as_json(event: &str, counts: &Counts, rate: Option<f64>, since: Duration) -> Value {
    json!({
        "event": event,
        "seconds": (since.as_secs_f64() * 10.0).round() / 10.0,
        "seen": counts.seen,
        "recorded": counts.recorded,
        "left_out": counts.not_wanted,
        "dropped": counts.dropped,
        "outside_requests": counts.boot,
        "bytes": counts.bytes,
        "per_second": rate,
        "cpu_share": counts.overhead(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_told() {
        let counts = Counts {
            seen: 1000,
            recorded: 90,
            not_wanted: [("not sampled".to_owned(), 900)].into(),
            dropped: [("the queue was full".to_owned(), 10)].into(),
            bytes: 2000,
            spent_us: 25,
            cpu_us: 1000,
            ..Counts::default()
        };
        let shown = "1000 requests seen, 90 recorded, 2 KiB, 7.5 a second, 2.5 % of the CPU time; 900 left out: not sampled; \
                     10 dropped: the queue was full";
        assert_eq!(text(&counts, 7.5).replace(',', ""), shown.replace(',', ""));
        let json = as_json("recording", &counts, Some(7.5), Duration::from_millis(1234));
        assert_eq!(json["left_out"]["not sampled"], 900);
        assert_eq!((&json["seconds"], &json["cpu_share"]), (&json!(1.2), &json!(0.025)));
    }
}
