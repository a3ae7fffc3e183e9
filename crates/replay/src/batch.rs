//! The cases of one start of the service, wherever they are kept.

use std::borrow::Cow;

use retake_model::case::{Boot, Case, CaseEvent};

/// Cases that one start of the service can run, because they were recorded behind the same start.
#[derive(Clone, Debug, Default)]
pub struct Batch<C = Vec<Case>> {
    /// What the service did outside requests.
    pub boot: Option<Boot>,
    /// The cases.
    pub cases: C,
}

/// Where cases come from. A replay asks for each when its turn has come, from several threads, and keeps none: so what it needs of
/// memory does not depend on how many there are.
pub trait Cases: Sync {
    /// How many.
    fn count(&self) -> usize;

    /// What the case at a place is called.
    fn name(&self, place: usize) -> Cow<'_, str>;

    /// The case at a place; or why there is none, for people.
    fn case(&self, place: usize) -> Result<Cow<'_, Case>, String>;

    /// Whether any entry is a request over HTTP. Without, nothing need listen.
    fn have_requests(&self) -> bool;
}

impl Cases for Vec<Case> {
    fn count(&self) -> usize {
        self.len()
    }

    fn name(&self, place: usize) -> Cow<'_, str> {
        self.get(place).map_or("", |case| &case.id).into()
    }

    fn case(&self, place: usize) -> Result<Cow<'_, Case>, String> {
        self.get(place).map(Cow::Borrowed).ok_or_else(|| "there is no such case".to_owned())
    }

    fn have_requests(&self) -> bool {
        self.iter().any(has_requests)
    }
}

/// Whether a case sends a request over HTTP.
pub fn has_requests(case: &Case) -> bool {
    case.calls.iter().any(|call| call.entry.exchange().is_some())
}

/// Everything that a case depended on.
pub(crate) fn events(case: &Case) -> impl Iterator<Item = &CaseEvent> {
    case.calls.iter().flat_map(|call| &call.branches).flat_map(|branch| &branch.events)
}

/// The same, to be changed.
pub(crate) fn events_mut(case: &mut Case) -> impl Iterator<Item = &mut CaseEvent> {
    case.calls.iter_mut().flat_map(|call| &mut call.branches).flat_map(|branch| &mut branch.events)
}
