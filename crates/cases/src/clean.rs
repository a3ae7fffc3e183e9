//! What cannot be replayed, and why.

use std::collections::HashSet;

use retake_model::case::{Call, CaseEvent};
use retake_model::trace::{Entry, Invocation, Outcome, Trace};
use retake_model::value::{Handle, Value};

/// Whether a trace can become a case at all.
pub(crate) fn trace(trace: &Trace) -> Result<(), String> {
    if let Some(reason) = trace.incomplete.first() {
        return Err(reason.clone());
    }
    if trace.run.is_some() {
        return Err("it was seen in a replay".to_owned());
    }
    Ok(())
}

/// Whether a call can be made again, and every question of it has an answer that can be given again. What is opaque in the
/// questions does no harm.
pub(crate) fn call(call: &Call) -> Result<(), String> {
    if let Entry::Method(Invocation { args, outcome, .. }) = &call.entry {
        if let Some((class, reason)) = args.iter().find_map(Value::opaque) {
            return Err(format!("an argument of the entry has a {class}: {reason}"));
        }
        if has_loose_reference(args.iter().chain(outcome.value())) {
            return Err("the values of the entry refer to objects that are not there".to_owned());
        }
    }
    call.events().try_for_each(event)
}

/// Whether every handle that a call asks was given to it. One that the service had before the recording was attached to it would
/// have to come from its start, which nobody saw.
pub(crate) fn handles(call: &Call) -> Result<(), String> {
    match unknown(call).first() {
        Some(handle) => Err(format!("it uses a {} that the service had before it was recorded", handle.class)),
        None => Ok(()),
    }
}

/// The handles that a call asks and that nobody gave to it, in the order in which they are asked.
pub(crate) fn unknown(call: &Call) -> Vec<&Handle> {
    let mut given = HashSet::new();
    let entry: &[Value] = match &call.entry {
        Entry::Method(Invocation { args, .. }) => args,
        Entry::Http(_) => &[],
    };
    let answers = call.events().filter_map(|event| event.outcome.value());
    let writes = call.events().flat_map(|event| event.writes.iter().map(|(_, value)| value));
    for value in answers.chain(writes).chain(entry) {
        value.walk(&mut |value| {
            if let Value::Handle(handle) = value {
                given.insert(handle);
            }
        });
    }
    let asked = call.events().filter_map(|event| event.target.as_ref());
    asked.filter(|handle| !handle.boot && !given.contains(handle)).collect()
}

fn event(event: &CaseEvent) -> Result<(), String> {
    let answer = match &event.outcome {
        Outcome::Returned(value) | Outcome::Threw(value) => value,
        Outcome::Unfinished => return Err(format!("{} had not answered when the request ended", event.dependency)),
        Outcome::Answered => return Err("it was seen in a replay".to_owned()),
    };
    if let Some((class, reason)) = answer.opaque() {
        return Err(format!("the answer of {} has a {class}: {reason}", event.dependency));
    }
    if let Some((class, reason)) = event.writes.iter().find_map(|(_, value)| value.opaque()) {
        return Err(format!("what {} changed has a {class}: {reason}", event.dependency));
    }
    if has_loose_reference(event.values()) {
        return Err(format!("the values of {} refer to objects that are not there", event.dependency));
    }
    Ok(())
}

/// Whether a value refers to an object that has not begun before it.
pub(crate) fn has_loose_reference<'a>(values: impl Iterator<Item = &'a Value>) -> bool {
    let (mut objects, mut loose) = (0, false);
    for value in values {
        value.walk(&mut |value| match value {
            Value::Ref(id) => loose |= *id >= objects,
            _ => objects += u32::from(value.is_composite()),
        });
    }
    loose
}
