//! Whether traffic holds together: what cutting and checksums cannot show.

use std::collections::{BTreeMap, HashSet};

use retake_model::case::CaseEvent;
use retake_model::points::Points;
use retake_model::segment::Tail;
use retake_model::trace::{Entry, Event, Scope, Trace};

use crate::clean::has_loose_reference;

/// Looks at the traces of one segment, one by one.
#[derive(Clone, Debug, Default)]
pub struct Verify {
    traces: u64,
    ids: HashSet<u64>,
    wrong: BTreeMap<String, u64>,
}

impl Verify {
    /// Looks at a trace. Without points, which a segment has lost with its header, it is not known what its events are.
    pub fn trace(&mut self, trace: &Trace, points: Option<&Points>) {
        self.traces += 1;
        if !self.ids.insert(trace.id) {
            self.count("a trace has the number of another");
        }
        match (trace.scope, &trace.entry) {
            (Scope::Request, None) => self.count("a request has no entry"),
            (Scope::Boot, Some(_)) => self.count("a trace outside requests has an entry"),
            (_, Some(Entry::Method(call))) if has_loose_reference(call.args.iter().chain(call.outcome.value())) => {
                self.count("the values of an entry refer to objects that are not there");
            }
            _ => {}
        }
        for branch in &trace.branches {
            if branch.path.split_last().is_some_and(|(_, parent)| trace.branches.iter().all(|it| it.path != parent)) {
                self.count("a branch comes from one that is not there");
            }
            for event in &branch.events {
                self.event(event, trace, points);
            }
        }
    }

    fn event(&mut self, event: &Event, trace: &Trace, points: Option<&Points>) {
        if let Some(Err(error)) = points.map(|points| CaseEvent::resolve(event, points)) {
            self.count(&error.to_string());
        }
        if has_loose_reference(event.values()) {
            self.count("the values of a call refer to objects that are not there");
        }
        // Version 1 did not say which threads there were.
        if !trace.threads.is_empty() && event.thread as usize > trace.threads.len() {
            self.count("a call was made on a thread that is not there");
        }
    }

    /// Looks at what the segment says at its end; gives how many traces there are, and everything that is wrong, with how
    /// often it was seen.
    pub fn end(mut self, has_header: bool, tail: &Tail) -> (u64, BTreeMap<String, u64>) {
        if !has_header {
            self.count("the header is lost, so that nobody knows which points there were");
        }
        for loss in &tail.losses {
            self.count(&loss.to_string());
        }
        match &tail.end {
            None => self.count("the recording was not ended: the service was killed, or still runs"),
            Some(end) if tail.losses.is_empty() && end.traces != self.traces => {
                let (said, found) = (end.traces, self.traces);
                self.count(&format!("the end says {said} traces, and there are {found}"));
            }
            Some(_) => {}
        }
        (self.traces, self.wrong)
    }

    fn count(&mut self, what: &str) {
        *self.wrong.entry(what.to_owned()).or_default() += 1;
    }
}
