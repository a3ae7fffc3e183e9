//! The windows of all contenders, and what they say.

use std::fmt::Write as _;

use retake_bench::figures::{interval, machine, median};

use crate::contender::{Kind, Window};

const COMPARED: &str = "What it costs a service to be recorded";
const COMPARED_KINDS: &str = "as it is,
with every request recorded by `retake record`, and with every request traced by the agent of OpenTelemetry, which sends its traces
(no metrics, no logs) to a collector on loopback.";

const PARTS: &str = "What the parts of recording cost";
const PARTS_KINDS: &str = "as it is;
with every hook in its place and no request recorded (`--sample 0%`); with every request recorded, but nothing that it depends on
(no points); and with all of it.";

#[derive(Debug)]
pub(crate) struct Table {
    kinds: &'static [Kind],
    /// Requests a second that the bare service takes at most.
    pub(crate) saturation: f64,
    /// Requests a second in the windows.
    pub(crate) rate: f64,
    rounds: Vec<Vec<Window>>,
}

impl Table {
    pub(crate) fn new(kinds: &'static [Kind]) -> Table {
        Table { kinds, saturation: 0.0, rate: 0.0, rounds: Vec::new() }
    }

    /// Adds a round: one window of each contender, in the order of their kinds.
    pub(crate) fn add(&mut self, windows: Vec<Window>) {
        self.rounds.push(windows);
    }

    pub(crate) fn text(&self, jdk: &str, starts: usize, window: usize, spans: u64) -> String {
        let (rounds, rate, saturation) = (self.rounds.len(), self.rate, self.saturation);
        let parts = self.kinds == Kind::PARTS;
        let (title, kinds) = if parts { (PARTS, PARTS_KINDS) } else { (COMPARED, COMPARED_KINDS) };
        let mut text = format!(
            "# {title}

The service that takes orders (`examples/orders`: Spring Boot, MyBatis, PostgreSQL, Redis, a neighbour over HTTP) on Java {jdk}: {kinds}
{rounds} rounds of {window} requests for each, one behind the other, in {starts} start(s) of all of them; {rate:.0} requests are due
a second, which is 60 % of the {saturation:.0} that the bare service answers at most on this machine, and latencies count from when
a request was due. Processor time is that of the service's process.

Medians; a ratio is the median of the ratios within a round, with its 95 % interval.

| | processor ms a request | ratio to bare | p50 ms | p99 ms | p99: ratio to bare | MiB in memory |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"
        );
        for (at, kind) in self.kinds.iter().enumerate() {
            let figure =
                |of: fn(&Window) -> f64| median(&self.rounds.iter().map(|round| of(&round[at])).collect::<Vec<_>>());
            let _ = writeln!(
                text,
                "| {kind} | {:.3} | {} | {:.2} | {:.2} | {} | {:.0} |",
                figure(|window| window.processor),
                self.ratio(at, |window| window.processor),
                figure(|window| window.p50),
                figure(|window| window.p99),
                self.ratio(at, |window| window.p99),
                figure(|window| window.resident),
            );
        }
        text.push('\n');
        if !parts {
            let _ = writeln!(text, "OpenTelemetry sent {} MiB of traces.", spans >> 20);
        }
        let _ = write!(
            text,
            "{}, which the load, the databases and the services share.
Made with `cargo run --release -p retake-bench --bin record {rounds} {starts}{}` after `make build`.",
            machine(),
            if parts { " parts" } else { "" }
        );
        text
    }

    /// How many times what the bare service shows.
    fn ratio(&self, at: usize, of: fn(&Window) -> f64) -> String {
        if at == 0 {
            return "1".to_owned();
        }
        let ratios: Vec<f64> = self.rounds.iter().map(|round| of(&round[at]) / of(&round[0])).collect();
        let (least, most) = interval(&ratios);
        format!("**{:.3}** ({least:.3} to {most:.3})", median(&ratios))
    }
}
