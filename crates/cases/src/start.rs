//! The start of a service that was recorded while it ran: one start of the same build stands for it.

use std::collections::{HashMap, HashSet};

use retake_model::case::{Boot, Call};
use retake_model::value::Handle;

use crate::{Process, Summary, clean};

/// Gives every process that was recorded while it ran the start of another of the same build, and leaves out requests that use what
/// the service had from a start that nobody saw.
pub(crate) fn complete(processes: &mut [Process], boots: &mut [Option<Boot>], summary: &mut Summary) {
    for at in 0..processes.len() {
        if !processes[at].attached {
            continue;
        }
        let same =
            |other: &usize| !processes[*other].attached && processes[*other].points.build == processes[at].points.build;
        let start = (0..processes.len()).filter(same).find_map(|other| boots[other].clone());
        let process = &mut processes[at];
        match start {
            Some(start) if !process.points.build.is_empty() => {
                let (numbers, kinds) = (start.next_handle(), only_ones(&start));
                for call in process.requests.iter_mut().flat_map(|(_, case)| &mut case.calls) {
                    shift(call, numbers);
                    adopt(call, &kinds);
                }
                boots[at] = Some(joined(start, boots[at].take(), numbers));
            }
            _ => summary.without_start += process.requests.len() as u64,
        }
        process.requests.retain(|(trace, case)| match case.calls.iter().try_for_each(clean::handles) {
            Ok(()) => true,
            Err(reason) => {
                summary.dropped.add(&reason, *trace);
                false
            }
        });
    }
}

/// A start, and what another process did later outside of requests. Its handles get numbers behind those of the start.
fn joined(mut start: Boot, later: Option<Boot>, numbers: u32) -> Boot {
    for mut event in later.iter().flat_map(|later| later.events.clone()) {
        event.handles_mut(&mut |handle| move_up(handle, numbers));
        start.events.push(event);
    }
    for (id, mut passed) in later.into_iter().flat_map(|later| later.streams) {
        passed.handles_mut(&mut |handle| move_up(handle, numbers));
        start.streams.push((id + numbers, passed));
    }
    start
}

fn move_up(handle: &mut Handle, numbers: u32) {
    if handle.boot {
        handle.id += numbers;
    }
}

fn shift(call: &mut Call, numbers: u32) {
    for event in call.branches.iter_mut().flat_map(|branch| &mut branch.events) {
        event.handles_mut(&mut |handle| move_up(handle, numbers));
    }
}

/// The handles that a start was given, of which there is one of their type: whoever uses one of this type uses that.
fn only_ones(start: &Boot) -> HashMap<String, Handle> {
    let mut found: HashMap<String, HashSet<Handle>> = HashMap::new();
    for value in start.events.iter().filter_map(|event| event.outcome.value()) {
        value.walk(&mut |value| {
            if let retake_model::value::Value::Handle(handle) = value
                && handle.boot
            {
                found.entry(handle.class.clone()).or_default().insert(handle.clone());
            }
        });
    }
    let only = |(class, handles): (String, HashSet<Handle>)| match handles.len() {
        1 => handles.into_iter().next().map(|handle| (class, handle)),
        _ => None,
    };
    found.into_iter().filter_map(only).collect()
}

/// Takes what a call uses and nobody gave it for what the start was given.
fn adopt(call: &mut Call, kinds: &HashMap<String, Handle>) {
    let unknown: HashSet<Handle> = clean::unknown(call).into_iter().cloned().collect();
    for event in call.branches.iter_mut().flat_map(|branch| &mut branch.events) {
        event.handles_mut(&mut |handle| {
            if let Some(known) = kinds.get(&handle.class).filter(|_| unknown.contains(handle)) {
                *handle = known.clone();
            }
        });
    }
}
