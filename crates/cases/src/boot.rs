//! What the service did outside requests, as one document.

use std::collections::{HashMap, HashSet};

use retake_model::case::{Boot, CaseEvent};
use retake_model::cbor::Writer;
use retake_model::points::Points;
use retake_model::trace::{Outcome, Streams, Trace};

use crate::{Summary, clean, count};

/// Gathers the boot traces of one process.
#[derive(Default)]
pub(crate) struct Gather {
    started: i64,
    traces: Vec<(u64, Vec<CaseEvent>)>,
    streams: Streams,
}

impl Gather {
    pub(crate) fn new(started: i64) -> Self {
        Gather { started, traces: Vec::new(), streams: Vec::new() }
    }

    pub(crate) fn push(&mut self, trace: Trace, points: &Points, summary: &mut Summary) {
        let mut events = Vec::new();
        for event in trace.branches.iter().flat_map(|branch| &branch.events) {
            summary.boot_calls += 1;
            match usable(CaseEvent::resolve(event, points)) {
                Ok(event) => events.push(event),
                Err(reason) => count(&mut summary.boot_dropped, &reason),
            }
        }
        self.streams.extend(trace.streams);
        self.traces.push((trace.id, events));
    }

    /// The document, in the order in which the calls began; none if there were no calls.
    pub(crate) fn finish(mut self, summary: &mut Summary) -> Option<Boot> {
        self.traces.sort_by_key(|(id, _)| *id);
        let events: Vec<CaseEvent> = self.traces.into_iter().flat_map(|(_, events)| events).collect();
        let repeats = repeats(&events);
        for _ in 0..repeats.len() {
            count(&mut summary.boot_dropped, "the same answer as before");
        }
        let kept = events.into_iter().enumerate().filter(|(index, _)| !repeats.contains(index));
        let mut boot =
            Boot { recorded: self.started, events: kept.map(|(_, event)| event).collect(), streams: self.streams };
        boot.streams.sort_by_key(|(id, _)| *id);
        (!boot.events.is_empty() || !boot.streams.is_empty()).then_some(boot)
    }
}

/// The events that only repeat the last answer to their question. That answer sticks in replay, and background work asks
/// the same for hours. An answer before another one counts: a result set has as many rows as it says.
fn repeats(events: &[CaseEvent]) -> HashSet<usize> {
    let mut last: HashMap<Vec<u8>, (Vec<u8>, Vec<usize>)> = HashMap::new();
    for (index, event) in events.iter().enumerate() {
        let (question, answer) = bytes(event);
        match last.get_mut(&question) {
            Some((known, repeated)) if *known == answer => repeated.push(index),
            _ => {
                last.insert(question, (answer, Vec::new()));
            }
        }
    }
    last.into_values().flat_map(|(_, repeated)| repeated).collect()
}

fn usable(event: Result<CaseEvent, impl ToString>) -> Result<CaseEvent, String> {
    let event = event.map_err(|error| error.to_string())?;
    // Outside requests, what stays in the process runs for real.
    if !event.kind.reaches_outside() {
        return Err("it stays inside the process".to_owned());
    }
    match &event.outcome {
        Outcome::Returned(_) | Outcome::Threw(_) => {}
        Outcome::Unfinished => return Err("it had not answered when the recording ended".to_owned()),
        Outcome::Answered => return Err("it was seen in a replay".to_owned()),
    }
    // An opaque answer stays in: whoever asks for it in replay is then told why there is none.
    if clean::has_loose_reference(event.values()) {
        return Err("its values refer to objects that are not there".to_owned());
    }
    Ok(event)
}

fn bytes(event: &CaseEvent) -> (Vec<u8>, Vec<u8>) {
    let (mut question, mut answer) = (Writer::default(), Writer::default());
    question.text(&event.dependency);
    match &event.target {
        Some(target) => question.text(&format!("{} {} {}", target.id, target.boot, target.class)),
        None => question.null(),
    }
    event.args.iter().for_each(|arg| arg.encode(&mut question));
    match &event.outcome {
        Outcome::Returned(value) => value.encode(&mut answer),
        Outcome::Threw(value) => {
            answer.tag(1);
            value.encode(&mut answer);
        }
        Outcome::Answered | Outcome::Unfinished => {}
    }
    for (to, value) in &event.writes {
        answer.text(&to.to_string());
        value.encode(&mut answer);
    }
    (question.bytes, answer.bytes)
}
