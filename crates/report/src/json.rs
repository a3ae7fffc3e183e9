//! For programs: one JSON object a line. Cases come in their order, whichever ended first.

use std::collections::BTreeMap;
use std::io::{self, Write};

use retake_judge::verdict::{Difference, What};
use retake_replay::event::{Event, Judged, Summary};
use serde_json::{Map, Value, json};

use crate::Sink;

/// Writes JSON lines.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
    next: usize,
    waiting: BTreeMap<usize, Value>,
}

impl<W: Write> JsonLines<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        JsonLines { out, next: 0, waiting: BTreeMap::new() }
    }

    fn line(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.out, "{value}")?;
        self.out.flush()
    }
}

impl<W: Write> Sink for JsonLines<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Waiting(_) => Ok(()),
            Event::Skipped(skipped) => self.line(&json!({
                "event": "skipped",
                "case": skipped.case,
                "entry": skipped.entry,
                "why": skipped.why,
            })),
            Event::Started { total } => self.line(&json!({"event": "started", "total": total})),
            Event::Judged(judged) => {
                self.waiting.insert(judged.index, verdict(judged));
                while let Some(value) = self.waiting.remove(&self.next) {
                    self.next += 1;
                    self.line(&value)?;
                }
                Ok(())
            }
            Event::Note(note) => self.line(&json!({"event": "note", "text": note})),
            Event::Finished(summary) => {
                for value in std::mem::take(&mut self.waiting).into_values() {
                    self.line(&value)?;
                }
                self.line(&finished(summary))
            }
        }
    }
}

fn verdict(judged: &Judged) -> Value {
    let verdict = &judged.verdict;
    json!({
        "event": "verdict",
        "case": judged.case,
        "entry": judged.entry,
        "calls": judged.calls,
        "tags": judged.tags,
        "verdict": verdict.kind.as_str(),
        "reason": verdict.reason,
        "differences": verdict.differences.iter().map(difference).collect::<Vec<_>>(),
        "notes": verdict.notes,
        "seconds": seconds(judged.elapsed),
    })
}

fn difference(difference: &Difference) -> Value {
    json!({
        "what": word(difference.what),
        "call": difference.call,
        "branch": difference.branch,
        "path": difference.path,
        "recorded": difference.recorded,
        "observed": difference.observed,
        "at": difference.at,
    })
}

/// The word for a kind of difference, for programs.
pub(crate) fn word(what: What) -> &'static str {
    match what {
        What::Output => "output",
        What::Request => "request",
        What::Missing => "missing",
        What::Order => "order",
        What::NewCall => "new-call",
        What::Instead => "instead",
    }
}

fn finished(summary: &Summary) -> Value {
    let verdicts: Map<String, Value> =
        summary.verdicts.iter().map(|(kind, count)| (kind.as_str().to_owned(), json!(count))).collect();
    json!({
        "event": "finished",
        "total": summary.total(),
        "passed": summary.passed(),
        "failed": summary.failed(),
        "verdicts": verdicts,
        "cases_per_second": (summary.rate() * 10.0).round() / 10.0,
        "seconds": seconds(summary.elapsed),
    })
}

/// To the millisecond; more is noise.
pub(crate) fn seconds(duration: std::time::Duration) -> f64 {
    duration.as_millis() as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::replay;

    #[test]
    fn writes_cases_in_order() {
        let mut out = Vec::new();
        let mut sink = JsonLines::new(&mut out);
        replay().iter().for_each(|event| sink.event(event).expect("memory takes all"));
        let text = String::from_utf8(out).expect("text");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let verdicts = lines.iter().filter(|line| line["event"] == "verdict");
        let cases: Vec<&str> = verdicts.filter_map(|line| line["case"].as_str()).collect();
        let order = ["get-health", "post-customers-1", "post-customers-2", "get-orders-17", "get-slow", "get-rates"];
        assert_eq!(cases, order);
        assert_eq!((&lines[0]["event"], &lines[0]["case"]), (&json!("skipped"), &json!("post-refunds")));
        assert_eq!(lines[1], json!({"event": "started", "total": 6}));
        assert_eq!(lines[3]["differences"][0]["what"], "output");
        assert_eq!(lines[6]["reason"], "no answer in time (30 s)");
        assert_eq!(lines[6]["tags"], json!(["slow & old"]));
        let last = lines.last().expect("it finished");
        assert_eq!((&last["failed"], &last["verdicts"]["timeout"]), (&json!(4), &json!(1)));
    }
}
