//! Traffic for people and programs: a line, a whole trace, or the numbers.

use std::collections::BTreeMap;
use std::fmt::Write;

use retake_judge::show;
use retake_model::case::CaseEvent;
use retake_model::points::Points;
use retake_model::rows;
use retake_model::segment::Tail;
use retake_model::trace::{Entry, Event, Exchange, Invocation, Outcome, PointName, Trace};
use serde_json::{Value, json};

use crate::plain;

/// A body is shown up to this many characters.
const BODY: usize = 400;

/// One line of a list.
pub fn line(trace: &Trace) -> String {
    let incomplete = if trace.incomplete.is_empty() { "" } else { "  incomplete" };
    format!("{:>6}  {:<48} {:>5} events{incomplete}", trace.id, head(trace), events(trace))
}

/// A trace with everything in it. Without points, they go by their numbers.
pub fn full(trace: &Trace, points: Option<&Points>) -> String {
    let mut out = format!("{}  {}\n", trace.id, head(trace));
    for reason in &trace.incomplete {
        let _ = writeln!(out, "incomplete: {}", plain(reason));
    }
    match &trace.entry {
        Some(Entry::Http(Exchange { request, .. })) => message(&mut out, "request", &request.headers, &request.body),
        Some(Entry::Method(Invocation { args, .. })) => {
            for arg in args {
                let _ = writeln!(out, "  {}", plain(&show::value(arg)));
            }
        }
        None => {}
    }
    for branch in &trace.branches {
        if !branch.path.is_empty() {
            let bag = if branch.bag { ", in any order" } else { "" };
            let _ = writeln!(out, "branch {}{bag}", join(&branch.path));
        }
        let mut thread = None;
        for event in &branch.events {
            // On which thread is worth a word only where it changes.
            if thread.replace(event.thread) != Some(event.thread)
                && let Some(name) = trace.threads.get(event.thread as usize)
            {
                let _ = writeln!(out, "  on {}", plain(name));
            }
            let _ = writeln!(
                out,
                "  {:>9.3} ms {:>9.3} ms  {}",
                event.at as f64 / 1e6,
                event.took as f64 / 1e6,
                event_line(event, points)
            );
        }
    }
    for (id, passed) in &trace.streams {
        let _ = writeln!(out, "through #{id}");
        match rows::reads(passed) {
            Some(reads) => reads.iter().for_each(|read| {
                let _ = writeln!(out, "  {}", read_line(read));
            }),
            None => {
                let _ = writeln!(out, "  {}", plain(&show::value(passed)));
            }
        }
    }
    match &trace.entry {
        Some(Entry::Http(Exchange { response: Some(response), .. })) => {
            message(&mut out, "response", &response.headers, &response.body);
        }
        Some(Entry::Method(Invocation { outcome, .. })) => {
            let _ = writeln!(out, "{}", plain(outcome_text(outcome).trim_start()));
        }
        _ => {}
    }
    out
}

/// One line of JSON: what a list shows.
pub fn json(trace: &Trace) -> Value {
    let exchange = trace.entry.as_ref().and_then(Entry::exchange);
    json!({
        "trace": trace.id,
        "started": trace.started,
        "entry": trace.entry.as_ref().map(Entry::to_string),
        "method": exchange.map(|exchange| &exchange.request.method),
        "target": exchange.map(|exchange| &exchange.request.target),
        "status": exchange.and_then(|exchange| exchange.response.as_ref()).map(|response| response.status),
        "events": events(trace),
        "branches": trace.branches.len(),
        "incomplete": trace.incomplete,
    })
}

/// The numbers of some traffic.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    requests: u64,
    boot: u64,
    events: u64,
    entries: BTreeMap<String, u64>,
    dependencies: BTreeMap<String, u64>,
    incomplete: BTreeMap<String, u64>,
    incomplete_requests: u64,
    dropped: BTreeMap<String, u64>,
    boot_dropped: BTreeMap<String, u64>,
    not_woven: BTreeMap<String, String>,
    seen: u64,
    not_wanted: BTreeMap<String, u64>,
    spent_us: u64,
    cpu_us: u64,
    cut: Vec<String>,
}

impl Stats {
    /// Counts a trace.
    pub fn add(&mut self, trace: &Trace, points: Option<&Points>) {
        self.events += events(trace) as u64;
        match &trace.entry {
            Some(entry) => {
                self.requests += 1;
                let name = match entry {
                    Entry::Http(Exchange { request, .. }) => {
                        let path = request.target.split('?').next().unwrap_or_default();
                        format!("{} {}", plain(&request.method), crate::groups::shape(&plain(path)))
                    }
                    Entry::Method(_) => plain(&entry.to_string()),
                };
                *self.entries.entry(format!("{name} → {}", status(entry))).or_default() += 1;
            }
            None => self.boot += 1,
        }
        for event in trace.branches.iter().flat_map(|branch| &branch.events) {
            *self.dependencies.entry(show::dependency(&dependency(event, points))).or_default() += 1;
        }
        self.incomplete_requests += u64::from(trace.entry.is_some() && !trace.incomplete.is_empty());
        for reason in &trace.incomplete {
            *self.incomplete.entry(plain(reason)).or_default() += 1;
        }
    }

    /// Counts what a file says at its end.
    pub fn end(&mut self, file: &str, tail: &Tail) {
        for (reason, number) in tail.end.iter().flat_map(|end| &end.reasons) {
            *self.dropped.entry(reason.clone()).or_default() += number;
        }
        for (reason, number) in tail.end.iter().flat_map(|end| &end.boot_reasons) {
            *self.boot_dropped.entry(reason.clone()).or_default() += number;
        }
        if let Some(end) = &tail.end {
            self.seen += end.seen;
            self.spent_us += end.spent_us;
            self.cpu_us += end.cpu_us;
        }
        for (reason, number) in tail.end.iter().flat_map(|end| &end.not_wanted) {
            *self.not_wanted.entry(reason.clone()).or_default() += number;
        }
        let not_woven = tail.end.iter().flat_map(|end| &end.not_woven);
        self.not_woven.extend(not_woven.map(|(point, reason)| (plain(point), plain(reason))));
        if !tail.complete() {
            self.cut.push(format!("{file}: {tail}"));
        }
    }

    /// Which fraction of the CPU time recording took; none if nobody measured.
    fn cpu_share(&self) -> Option<f64> {
        (self.cpu_us > 0).then(|| self.spent_us as f64 / self.cpu_us as f64)
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{} requests, {} uses of dependencies, {} traces outside requests\n",
            self.requests, self.events, self.boot
        );
        if self.seen > 0 {
            let _ = writeln!(out, "{} requests were seen while recording", self.seen);
        }
        if let Some(share) = self.cpu_share() {
            let _ = writeln!(out, "recording took {:.1} % of the CPU time", share * 100.0);
        }
        section(&mut out, "requests", &self.entries);
        section(&mut out, "dependencies", &self.dependencies);
        if self.incomplete_requests > 0 {
            let _ = writeln!(out, "\n{} requests cannot be replayed", self.incomplete_requests);
        }
        section(&mut out, "incomplete", &self.incomplete);
        section(&mut out, "requests left out while recording", &self.not_wanted);
        section(&mut out, "requests dropped while recording", &self.dropped);
        section(&mut out, "calls outside requests dropped while recording", &self.boot_dropped);
        if !self.not_woven.is_empty() {
            let _ = writeln!(out, "\npoints that were not recorded");
        }
        for (point, reason) in &self.not_woven {
            let _ = writeln!(out, "  {}: {reason}", show::dependency(point));
        }
        for cut in &self.cut {
            let _ = writeln!(out, "\ncut: {}", plain(cut));
        }
        out
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({
            "requests": self.requests,
            "boot_traces": self.boot,
            "events": self.events,
            "entries": self.entries,
            "dependencies": self.dependencies,
            "incomplete_requests": self.incomplete_requests,
            "incomplete": self.incomplete,
            "dropped": self.dropped,
            "boot_dropped": self.boot_dropped,
            "not_woven": self.not_woven,
            "seen": self.seen,
            "left_out": self.not_wanted,
            "cpu_share": self.cpu_share(),
            "cut": self.cut,
        })
    }
}

fn section(out: &mut String, title: &str, counts: &BTreeMap<String, u64>) {
    if counts.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{title}");
    let mut rows: Vec<(&String, &u64)> = counts.iter().collect();
    rows.sort_by_key(|(name, number)| (std::cmp::Reverse(**number), name.as_str()));
    for (name, number) in rows {
        let _ = writeln!(out, "{number:>8}  {name}");
    }
}

fn head(trace: &Trace) -> String {
    let Some(entry) = &trace.entry else { return "outside requests".to_owned() };
    plain(&format!("{entry} → {}", status(entry)))
}

/// How an entry's call ended, in a word.
fn status(entry: &Entry) -> String {
    match entry {
        Entry::Http(Exchange { response: Some(response), .. }) => response.status.to_string(),
        Entry::Method(Invocation { outcome: Outcome::Returned(_), .. }) => "returned".to_owned(),
        Entry::Method(Invocation { outcome: Outcome::Threw(_), .. }) => "threw".to_owned(),
        Entry::Http(_) | Entry::Method(_) => "no answer".to_owned(),
    }
}

fn events(trace: &Trace) -> usize {
    trace.branches.iter().map(|branch| branch.events.len()).sum()
}

fn dependency(event: &Event, points: Option<&Points>) -> String {
    let resolved = points.and_then(|points| CaseEvent::resolve(event, points).ok());
    resolved.map(|resolved| resolved.dependency).unwrap_or_else(|| match (&event.point, &event.target) {
        (PointName::Id(id), _) => format!("point {id}"),
        (PointName::Name(name), Some(handle)) => format!("{}.{name}", handle.class),
        (PointName::Name(name), None) => name.clone(),
    })
}

fn event_line(event: &Event, points: Option<&Points>) -> String {
    let target = event.target.as_ref().map(|target| format!("{} ", show::handle(target))).unwrap_or_default();
    let args: Vec<String> = event.args.iter().map(show::value).collect();
    let name = show::dependency(&dependency(event, points));
    let writes: String =
        event.writes.iter().map(|(_, value)| format!(", changing to {}", show::value(value))).collect();
    plain(&format!("{target}{name}({}){}{writes}", args.join(", "), outcome_text(&event.outcome)))
}

fn read_line(read: &rows::Read<'_>) -> String {
    let args: Vec<String> = read.args.iter().map(show::value).collect();
    let came = if read.threw { "threw" } else { "=" };
    plain(&format!("{}({}) {came} {}", show::dependency(read.method), args.join(", "), show::value(read.value)))
}

fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned(value) => format!(" = {}", show::value(value)),
        Outcome::Threw(value) => format!(" threw {}", show::value(value)),
        Outcome::Answered => " (answered)".to_owned(),
        Outcome::Unfinished => " (unfinished)".to_owned(),
    }
}

fn message(out: &mut String, title: &str, headers: &[(String, String)], body: &[u8]) {
    let _ = writeln!(out, "{title}");
    for (name, value) in headers {
        let _ = writeln!(out, "  {}: {}", plain(name), plain(value));
    }
    if body.is_empty() {
        return;
    }
    match std::str::from_utf8(body) {
        Ok(text) if text.chars().count() <= BODY => {
            let _ = writeln!(out, "  {}", plain(text));
        }
        Ok(text) => {
            let start: String = text.chars().take(BODY).collect();
            let _ = writeln!(out, "  {}… ({} bytes)", plain(&start), body.len());
        }
        Err(_) => {
            let _ = writeln!(out, "  {} bytes", body.len());
        }
    }
}

fn join(path: &[u32]) -> String {
    path.iter().map(u32::to_string).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use retake_model::segment::End;
    use retake_model::trace::{Branch, Request, Response};
    use retake_model::value::Value as Seen;

    use super::*;

    fn trace(id: u64, target: &str, status: u16) -> Trace {
        let event = Event {
            point: PointName::Name("java.lang.System.nanoTime()J".to_owned()),
            outcome: Outcome::Returned(Seen::Int(7)),
            at: 1_500_000,
            took: 250_000,
            ..Event::default()
        };
        Trace {
            id,
            entry: Some(Entry::Http(Exchange {
                request: Request { method: "GET".to_owned(), target: target.to_owned(), ..Request::default() },
                response: Some(Response { status, body: b"hi".to_vec(), ..Response::default() }),
            })),
            branches: vec![Branch { events: vec![event], ..Branch::default() }],
            threads: vec!["http-1".to_owned()],
            ..Trace::default()
        }
    }

    #[test]
    fn shows_a_trace() {
        let expected = "\
7  GET /orders/1 → 200
request
  on http-1
      1.500 ms     0.250 ms  java.lang.System.nanoTime() = 7
response
  hi
";
        assert_eq!(full(&trace(7, "/orders/1", 200), None), expected);
        assert_eq!(json(&trace(7, "/x", 200))["status"], 200);
        assert!(line(&trace(7, "/x", 200)).contains("GET /x → 200"));
    }

    #[test]
    fn counts() {
        let mut stats = Stats::default();
        stats.add(&trace(1, "/orders/1?a", 200), None);
        stats.add(&trace(2, "/orders/2", 200), None);
        stats.add(&trace(3, "/orders/3", 404), None);
        let mut broken = trace(4, "/slow", 200);
        broken.incomplete.push("too large".to_owned());
        stats.add(&broken, None);
        stats.add(&Trace::default(), None);
        stats.end("a.rtk", &Tail { end: None, ..Tail::default() });
        let reasons = [("queue full".to_owned(), 3)].into();
        stats.end(
            "b.rtk",
            &Tail { end: Some(End { traces: 1, dropped: 3, reasons, ..End::default() }), ..Tail::default() },
        );
        let expected = "\
4 requests, 4 uses of dependencies, 1 traces outside requests

requests
       2  GET /orders/* → 200
       1  GET /orders/* → 404
       1  GET /slow → 200

dependencies
       4  java.lang.System.nanoTime

1 requests cannot be replayed

incomplete
       1  too large

requests dropped while recording
       3  queue full

cut: a.rtk: the recording was not ended
";
        assert_eq!(stats.text(), expected);
        assert_eq!(stats.json()["entries"]["GET /orders/* → 200"], 2);
    }
}
