//! A call from its beginning to its end, what was recorded beside what was observed: for people, who want to see where
//! in the course of things a difference is.

use retake_model::case::{Call, CaseEvent};

use crate::verdict::What;

/// One line of execution of a call, on both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// How to come here from the root; empty for the root.
    pub path: Vec<u32>,
    /// What was asked, in order.
    pub rows: Vec<Row>,
}

/// One use of a dependency, on one side or on both.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// In which way the two sides differ; none if they do not.
    pub what: Option<What>,
    /// As it was recorded.
    pub recorded: Option<CaseEvent>,
    /// As it was observed.
    pub observed: Option<CaseEvent>,
}

/// Which events of one branch belong together, by their positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) what: Option<What>,
    pub(crate) left: Option<usize>,
    pub(crate) right: Option<usize>,
}

/// The sequence of a call of which nothing was observed.
pub fn recorded(call: &Call) -> Vec<Branch> {
    let row = |event: &CaseEvent| Row { what: None, recorded: Some(event.clone()), observed: None };
    let branch =
        |path: &[u32], events: &[CaseEvent]| Branch { path: path.to_vec(), rows: events.iter().map(row).collect() };
    call.branches.iter().map(|each| branch(&each.path, &each.events)).collect()
}
