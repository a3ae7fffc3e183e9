//! Follows a method from its entry and gives the state at every instruction.
//!
//! With frames this is one straight walk: every join has a frame, so nothing is ever merged and the result is
//! exact. Class files from before frames need a fixed point. Its merges know no class hierarchy and give up on
//! precision where types differ, which is harmless: such methods get no frames, and what else is asked of their
//! states (what is uninitialised, how deep the stack is) does not depend on it.

use std::collections::BTreeMap;
use std::ops::Range;

use retake_bytecode::edit::{Code, Insn, Label, Node};
use retake_bytecode::opcode as op;

use crate::state::{Context, State, Stuck};
use crate::types::{Name, Type};

/// Where labels stand: the index of the instruction that follows each.
pub(crate) struct Positions(BTreeMap<Label, usize>);

impl Positions {
    pub(crate) fn of(nodes: &[Node]) -> Self {
        let mut positions = BTreeMap::new();
        let mut next = nodes.len();
        for (index, node) in nodes.iter().enumerate().rev() {
            match node {
                Node::Insn(_) => next = index,
                Node::Label(label) => {
                    positions.insert(*label, next);
                }
            }
        }
        Positions(positions)
    }

    /// The index of the instruction at the label, or the length of the list for a label at its end.
    pub(crate) fn at(&self, label: Label) -> Result<usize, Stuck> {
        self.0.get(&label).copied().ok_or(Stuck("a label stands nowhere"))
    }
}

/// The state at the entry and at the positions where flow joins, by the index of the instruction there.
pub(crate) struct Flow {
    pub(crate) entry: State,
    pub(crate) joins: BTreeMap<usize, State>,
}

impl Flow {
    /// Finds the joins of a method that has no frames.
    pub(crate) fn infer(entry: State, code: &Code, at: &Positions, cx: &mut Context<'_>) -> Result<Self, Stuck> {
        let handlers: Vec<(Range<usize>, usize)> = (code.handlers.iter())
            .map(|row| Ok((at.at(row.start)?..at.at(row.end)?, at.at(row.handler)?)))
            .collect::<Result<_, _>>()?;
        let mut flow = Flow { entry, joins: BTreeMap::new() };
        let mut changed = true;
        while changed {
            changed = false;
            let mut state = Some(flow.entry.clone());
            for (index, insn) in instructions(&code.nodes) {
                if flow.joins.contains_key(&index) {
                    if let Some(falling) = &state {
                        changed |= flow.join(index, falling)?;
                    }
                    state = flow.joins.get(&index).cloned();
                }
                let Some(here) = &mut state else { continue };
                for (range, handler) in &handlers {
                    if range.contains(&index) {
                        let caught = State { stack: vec![Type::Object(Name::THROWABLE)], ..here.clone() };
                        changed |= flow.join(*handler, &caught)?;
                    }
                }
                here.step(index, insn, cx)?;
                for target in targets(insn) {
                    changed |= flow.join(at.at(target)?, here)?;
                }
                if ends_flow(insn) {
                    state = None;
                }
            }
        }
        Ok(flow)
    }

    /// Merges a state into a join; says whether that changed it.
    fn join(&mut self, index: usize, state: &State) -> Result<bool, Stuck> {
        let Some(known) = self.joins.get_mut(&index) else {
            self.joins.insert(index, state.clone());
            return Ok(true);
        };
        if known.stack.len() != state.stack.len() {
            return Err(Stuck("paths meet with stacks of different depth"));
        }
        let before = known.clone();
        known.locals.truncate(state.locals.len());
        for (old, new) in known.locals.iter_mut().zip(&state.locals) {
            *old = merge(*old, *new);
        }
        for (old, new) in known.stack.iter_mut().zip(&state.stack) {
            *old = merge(*old, *new);
        }
        known.before_super |= state.before_super;
        Ok(*known != before)
    }

    /// Shows every instruction in order, with the state before it if it can be reached.
    pub(crate) fn walk<'p>(
        &self,
        nodes: &[Node],
        cx: &mut Context<'p>,
        mut visit: impl FnMut(usize, &Insn, Option<&State>, &mut Context<'p>) -> Result<(), Stuck>,
    ) -> Result<(), Stuck> {
        let mut state = Some(self.entry.clone());
        for (index, insn) in instructions(nodes) {
            if let Some(join) = self.joins.get(&index) {
                state = Some(join.clone());
            }
            visit(index, insn, state.as_ref(), cx)?;
            if let Some(here) = &mut state {
                here.step(index, insn, cx)?;
            }
            if ends_flow(insn) {
                state = None;
            }
        }
        // Whoever appends code relies on it.
        if state.is_some() { Err(Stuck("the code runs over its end")) } else { Ok(()) }
    }
}

/// The instructions of a list with their indexes.
pub(crate) fn instructions(nodes: &[Node]) -> impl Iterator<Item = (usize, &Insn)> {
    nodes.iter().enumerate().filter_map(|(index, node)| match node {
        Node::Insn(insn) => Some((index, insn)),
        Node::Label(_) => None,
    })
}

/// The labels that an instruction may jump to.
pub(crate) fn targets(insn: &Insn) -> Vec<Label> {
    match insn {
        Insn::Branch(_, target) => vec![*target],
        Insn::TableSwitch { default, targets, .. } => targets.iter().chain([default]).copied().collect(),
        Insn::LookupSwitch { default, pairs } => pairs.iter().map(|(_, target)| *target).chain([*default]).collect(),
        _ => Vec::new(),
    }
}

/// Whether an instruction never goes on to the next one.
fn ends_flow(insn: &Insn) -> bool {
    match insn {
        Insn::Op(code) | Insn::Branch(code, _) | Insn::Local { op: code, .. } => op::ends_flow(*code),
        Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } => true,
        _ => false,
    }
}

/// A type that covers both, as far as can be said without a class hierarchy.
fn merge(one: Type, other: Type) -> Type {
    match (one, other) {
        _ if one == other => one,
        (Type::Null, Type::Object(_)) => other,
        (Type::Object(_), Type::Null) => one,
        (Type::Object(_), Type::Object(_)) => Type::Object(Name::OBJECT),
        _ => Type::Top,
    }
}
