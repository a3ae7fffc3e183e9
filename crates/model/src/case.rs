//! A case: a test made from traffic. And the boot document: what the service did outside requests.
//!
//! Traces name points by their number in one build's points document. A case must outlive that build, so each of its
//! events says by itself what was depended on; where the code stood is kept for people and never compared.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use crate::points::{Kind, Points, Write};
use crate::service::Service;
use crate::trace::{Entry, Event, Invocation, Outcome, PointName, Streams, Trace};
use crate::value::{Handle, Value};

/// An ordered list of one or more entry calls with their interleaving, each with the points it crossed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// The name of the case, unique in its directory: lower-case letters, digits, `-`, `_` and `.`.
    pub id: String,
    /// What people call it by.
    pub tags: Vec<String>,
    /// Where it comes from.
    pub origin: Origin,
    /// When the first call was recorded, in milliseconds since 1970.
    pub recorded: i64,
    /// The name of the boot document that the calls' boot handles belong to.
    pub boot: Option<String>,
    /// What was masked in it, if anything was meant to be.
    pub masked: Option<Masked>,
    /// The calls, by their start.
    pub calls: Vec<Call>,
}

/// Where a case comes from: which service was recorded, what the case shows of it, and how often that was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The service; none in cases that an earlier version made.
    pub service: Option<Service>,
    /// The key of its behaviour; empty where nobody worked it out.
    pub behaviour: String,
    /// How many requests showed this behaviour; 0 where nobody counted.
    pub seen: u64,
}

/// That a case was masked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Masked {
    /// Which key pseudonyms were made with: what it is known by, not the key.
    pub key: String,
    /// The rules that replaced something.
    pub rules: Vec<String>,
}

/// One entry call of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// When it begins. The ticks of all calls of a case are on one line and tell their interleaving, nothing else.
    pub start: u32,
    /// When it ends, on the same line.
    pub end: u32,
    /// What went in and what came out.
    pub entry: Entry,
    /// What it depended on, by branch of the fork tree; the first branch is the root.
    pub branches: Vec<CaseBranch>,
    /// What passed through handles while they were used, by their numbers: see [`Streams`].
    pub streams: Streams,
}

/// One line of execution inside a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseBranch {
    /// How to come here from the root: at each fork the ordinal of the submission. Empty for the root.
    pub path: Vec<u32>,
    /// Whether its events have no order.
    pub bag: bool,
    /// What was depended on, in order.
    pub events: Vec<CaseEvent>,
}

/// One use of a dependency, complete without the points document.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseEvent {
    /// The dependency, by the name that is the same in every build.
    pub dependency: String,
    /// What kind of dependency it is.
    pub kind: Kind,
    /// The handle it was called on.
    pub target: Option<Handle>,
    /// What was asked.
    pub args: Vec<Value>,
    /// What came back.
    pub outcome: Outcome,
    /// Under which number of the call's streams it says what was asked of its results afterwards.
    pub results: Option<u32>,
    /// What it changed besides, and to what.
    pub writes: Vec<(Write, Value)>,
    /// `class.method:line` in the build that was seen. For people; a new build may have it elsewhere.
    pub at: Option<String>,
}

/// What the service did outside requests: at its start and in the background (`retake-boot/3`).
///
/// The numbers of boot handles count through all boot traces of one process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boot {
    /// When the recording began, in milliseconds since 1970.
    pub recorded: i64,
    /// What it depended on, in order.
    pub events: Vec<CaseEvent>,
    /// What passed through handles while they were used, by their numbers: see [`Streams`].
    pub streams: Streams,
}

/// Who answers a dependency in replay. A dependency has one owner in a case; the layers below an owner are silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// A point of the code.
    Point,
    /// The double of a handle.
    Handle,
}

/// Why a trace cannot be read with its points document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// The number is not in the points document.
    UnknownPoint(u32),
    /// The point changes less than the trace says.
    UnknownWrite(u32),
    /// The trace is a boot trace, or has no entry.
    NoEntry,
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unresolved::UnknownPoint(id) => write!(f, "point {id} is not in the points document of this traffic"),
            Unresolved::UnknownWrite(which) => write!(f, "change {which} of a point is not in the points document"),
            Unresolved::NoEntry => write!(f, "the trace has no entry"),
        }
    }
}

impl std::error::Error for Unresolved {}

impl CaseEvent {
    /// Says by name what an event of a trace says by number.
    ///
    /// `Id(i)` is the dependency of `points[i]`; `Name(n)` on a handle is `class.n`, external, by the
    /// class of the handle or of what was called there; `Name(n)` alone is the
    /// whole dependency, external.
    pub fn resolve(event: &Event, points: &Points) -> Result<CaseEvent, Unresolved> {
        let mut writes = Vec::new();
        let (dependency, kind, at) = match &event.point {
            PointName::Id(id) => {
                let point = points.points.get(*id as usize).ok_or(Unresolved::UnknownPoint(*id))?;
                for (which, value) in &event.writes {
                    let write = point.writes.get(*which as usize).ok_or(Unresolved::UnknownWrite(*which))?;
                    writes.push((write.clone(), value.clone()));
                }
                let place = format!("{}.{}", point.class.replace('/', "."), point.method);
                let place = point.line.map_or(place.clone(), |line| format!("{place}:{line}"));
                (point.dependency.clone(), point.kind, Some(place))
            }
            PointName::Name(name) => match &event.target {
                Some(handle) => {
                    let class = event.of.as_ref().unwrap_or(&handle.class);
                    (format!("{class}.{name}"), Kind::External, None)
                }
                None => (name.clone(), Kind::External, None),
            },
        };
        Ok(CaseEvent {
            dependency,
            kind,
            target: event.target.clone(),
            args: event.args.clone(),
            outcome: event.outcome.clone(),
            results: event.results,
            writes,
            at: event.place.clone().or(at),
        })
    }

    /// Who answers it: calls on a handle are answered by the handle's double, everything else by the point.
    pub fn owner(&self) -> Owner {
        if self.target.is_some() { Owner::Handle } else { Owner::Point }
    }

    /// The values of this event in the order in which they count their objects: arguments, answer, writes.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.args.iter().chain(self.outcome.value()).chain(self.writes.iter().map(|(_, value)| value))
    }

    /// The handles of this event: the target, and those in its values.
    pub fn handles<'a>(&'a self, visit: &mut impl FnMut(&'a Handle)) {
        if let Some(target) = &self.target {
            visit(target);
        }
        for value in self.values() {
            value.walk(&mut |value| {
                if let Value::Handle(handle) = value {
                    visit(handle);
                }
            });
        }
    }
}

impl CaseEvent {
    /// Calls `change` for every handle of this event.
    pub fn handles_mut(&mut self, change: &mut impl FnMut(&mut Handle)) {
        if let Some(target) = &mut self.target {
            change(target);
        }
        self.args.iter_mut().for_each(|value| value.handles_mut(change));
        if let Outcome::Returned(value) | Outcome::Threw(value) = &mut self.outcome {
            value.handles_mut(change);
        }
        self.writes.iter_mut().for_each(|(_, value)| value.handles_mut(change));
    }
}

impl Call {
    /// Reads a trace of a request with the points document of its build. This makes the call of a case from a
    /// recording, and what is compared with it from a replay.
    pub fn resolve(trace: &Trace, points: &Points) -> Result<Call, Unresolved> {
        let entry = trace.entry.clone().ok_or(Unresolved::NoEntry)?;
        let mut branches = Vec::with_capacity(trace.branches.len());
        for branch in &trace.branches {
            let events =
                branch.events.iter().map(|event| CaseEvent::resolve(event, points)).collect::<Result<Vec<_>, _>>()?;
            branches.push(CaseBranch { path: branch.path.clone(), bag: branch.bag, events });
        }
        Ok(Call { start: 0, end: 1, entry, branches, streams: trace.streams.clone() })
    }

    /// Whether an event is not asked by the service, but told to it: a message for the observer that the entry gave back.
    pub fn is_told(&self, event: &CaseEvent) -> bool {
        match &self.entry {
            Entry::Method(Invocation { outcome: Outcome::Returned(Value::Handle(given)), .. }) => {
                event.target.as_ref() == Some(given)
            }
            _ => false,
        }
    }

    /// The branches with what the service asked in them, and without what it was told.
    pub fn asked(&self) -> Cow<'_, [CaseBranch]> {
        if !self.events().any(|event| self.is_told(event)) {
            return Cow::Borrowed(&self.branches);
        }
        let mut branches = self.branches.clone();
        branches.iter_mut().for_each(|branch| branch.events.retain(|event| !self.is_told(event)));
        Cow::Owned(branches)
    }

    /// All events, branch by branch.
    pub fn events(&self) -> impl Iterator<Item = &CaseEvent> + Clone {
        self.branches.iter().flat_map(|branch| &branch.events)
    }

    /// The first number above every handle of this call that is not a boot handle. What a replay sees for the first
    /// time is numbered from here, so that it is never taken for something recorded.
    pub fn next_handle(&self) -> u32 {
        let mut next = 0;
        for event in self.events() {
            event.handles(&mut |handle| {
                if !handle.boot {
                    next = next.max(handle.id.saturating_add(1));
                }
            });
        }
        next
    }
}

impl Case {
    /// Every dependency of the case and who answers it.
    pub fn owners(&self) -> BTreeMap<&str, Owner> {
        owners(self.calls.iter().flat_map(Call::events))
    }
}

impl Boot {
    /// Every dependency of the document and who answers it.
    pub fn owners(&self) -> BTreeMap<&str, Owner> {
        owners(self.events.iter())
    }

    /// The first number above every boot handle of the document.
    pub fn next_handle(&self) -> u32 {
        let mut next = 0;
        let mut count = |handle: &Handle| {
            if handle.boot {
                next = next.max(handle.id.saturating_add(1));
            }
        };
        self.events.iter().for_each(|event| event.handles(&mut count));
        for (_, passed) in &self.streams {
            passed.walk(&mut |value| {
                if let Value::Handle(handle) = value {
                    count(handle);
                }
            });
        }
        self.streams.iter().fold(next, |next, (id, _)| next.max(id.saturating_add(1)))
    }
}

fn owners<'a>(events: impl Iterator<Item = &'a CaseEvent>) -> BTreeMap<&'a str, Owner> {
    let mut owners = BTreeMap::new();
    for event in events {
        // A dependency that is seen both ways belongs to the point, which is the outer layer.
        let owner = owners.entry(event.dependency.as_str()).or_insert(event.owner());
        *owner = event.owner().min(*owner);
    }
    owners
}
