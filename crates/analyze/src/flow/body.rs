//! One method body as values and what is done with them.
//!
//! The body is run abstractly: a local variable or stack slot holds the number of the value in it. Where ways join
//! with different values, a new value stands for both. The result is close to static single assignment, without its
//! order: enough to know which value an instruction gets.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use retake_bytecode::descriptor::MethodType;
use retake_bytecode::opcode::*;
use retake_bytecode::read::{Code, Insn};
use retake_bytecode::{Error, Utf8, tag};
use rustc_hash::FxHashMap;

use super::{NIL, Node};
use crate::program::build::NONE;
use crate::program::{Application, ClassId, Dynamic, Program, RefId};

/// The type of a value, as far as the code says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty<'p> {
    /// A number or truth value.
    Primitive,
    /// What a descriptor says.
    Descriptor(&'p str),
    /// A class by its name, or an array by its descriptor.
    Class(&'p str),
    Unknown,
}

impl<'p> Ty<'p> {
    fn of_descriptor(text: &'p str) -> Self {
        if text.starts_with(['L', '[']) { Ty::Descriptor(text) } else { Ty::Primitive }
    }

    /// The type of an element of an array of this type.
    fn element(self) -> Self {
        match self {
            Ty::Descriptor(text) | Ty::Class(text) => text.strip_prefix('[').map_or(Ty::Unknown, Ty::of_descriptor),
            _ => Ty::Unknown,
        }
    }
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'p> {
    /// The position of the instruction that made it.
    pub(crate) pc: u32,
    pub(crate) ty: Ty<'p>,
}

/// Something that is done with values.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A field is read; the base is [`NIL`] for a static one.
    Get { pc: u32, field: RefId, base: Node, result: Node },
    /// A field is written.
    Put { pc: u32, field: RefId, base: Node, value: Node },
    /// An array element is read.
    Load { pc: u32, array: Node, index: Node, result: Node },
    /// An array element is written.
    Store { pc: u32, array: Node, index: Node, value: Node },
    /// A method is called.
    Call { pc: u32, op: u8, method: RefId, arguments: Vec<Node>, result: Node },
    /// `invokedynamic`.
    Dynamic { pc: u32, index: u16, arguments: Vec<Node>, result: Node },
    /// An object is made.
    New { class: ClassId, result: Node },
    /// A value is computed from others.
    Mix { from: [Node; 2], result: Node },
    /// A reference is seen as another type.
    Cast { from: Node, result: Node },
    /// A decision.
    Branch { pc: u32, on: [Node; 2] },
    /// References are looked at, not what is behind them; [`NIL`] is the result if a decision follows at once.
    Check { on: [Node; 2], result: Node },
    /// A value is returned.
    Return { pc: u32, value: Node },
    /// An exception is thrown; the values are the handlers' in this body.
    Throw { pc: u32, value: Node, caught: Vec<Node> },
}

/// A body as values and steps.
#[derive(Debug, Default)]
pub(crate) struct Body<'p> {
    /// The values; the first is [`NIL`], then come the parameters.
    pub(crate) values: Vec<Value<'p>>,
    pub(crate) steps: Vec<Step>,
    /// Values that stand for others, with these.
    pub(crate) joins: Vec<(Node, Vec<Node>)>,
    /// How many parameters there are, the object included.
    pub(crate) parameters: u32,
    /// The texts and classes that code loads, by their index in the pool, if somebody asked for them.
    pub(crate) constants: Vec<(Node, u16)>,
}

/// What holds at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    locals: Vec<Node>,
    /// Values with whether they take two slots.
    stack: Vec<(Node, bool)>,
}

struct Run<'r, 'p, 'a> {
    program: &'p Program<'a>,
    application: &'r Application<'a>,
    code: Vec<(u32, Insn<'a>)>,
    at: FxHashMap<u32, usize>,
    handlers: Vec<(u32, u32, usize)>,
    leaders: Vec<bool>,
    states: Vec<Option<State>>,
    pending: BTreeSet<usize>,
    made: FxHashMap<(u32, bool), Node>,
    joins: FxHashMap<(usize, usize), Node>,
    inputs: FxHashMap<Node, Vec<Node>>,
    body: Body<'p>,
    emit: bool,
    /// Whether texts and classes are values of their own.
    constants: bool,
}

const UNBALANCED: &str = "the operand stack does not fit the code";

/// Runs a body. With `constants`, texts and classes that code loads are values of their own; otherwise they are [`NIL`].
#[allow(clippy::too_many_arguments)]
pub(crate) fn run<'p, 'a>(
    program: &'p Program<'a>,
    application: &Application<'a>,
    code: &Code<'_, 'a>,
    is_static: bool,
    descriptor: &'p str,
    class: &'p str,
    constants: bool,
) -> Result<Body<'p>, String> {
    let say = |error: Error| error.to_string();
    let instructions = code.instructions().collect::<Result<Vec<_>, _>>().map_err(say)?;
    let at: FxHashMap<u32, usize> = instructions.iter().enumerate().map(|(at, (pc, _))| (*pc, at)).collect();
    let mut leaders = vec![false; instructions.len() + 1];
    for (_, instruction) in &instructions {
        let mut lead = |target: u32| at.get(&target).map(|&target| leaders[target] = true).ok_or(UNBALANCED);
        match instruction {
            Insn::Branch { target, .. } => lead(*target)?,
            Insn::Switch(switch) => {
                lead(switch.default)?;
                for (_, target) in switch.cases() {
                    lead(target)?;
                }
            }
            _ => {}
        }
    }
    let mut handlers = Vec::new();
    for handler in code.handlers {
        let handler = handler.map_err(say)?;
        let target = *at.get(&u32::from(handler.handler)).ok_or(UNBALANCED)?;
        leaders[target] = true;
        handlers.push((u32::from(handler.start), u32::from(handler.end), target));
    }
    let mut values = vec![Value { pc: 0, ty: Ty::Unknown }];
    let mut locals = vec![NIL; usize::from(code.max_locals)];
    let mut slot = 0;
    let mut parameter = |values: &mut Vec<Value<'p>>, ty, wide| {
        let node = values.len() as Node;
        values.push(Value { pc: 0, ty });
        *locals.get_mut(slot).ok_or(UNBALANCED)? = node;
        slot += if wide { 2 } else { 1 };
        Ok::<(), String>(())
    };
    if !is_static {
        parameter(&mut values, Ty::Class(class), false)?;
    }
    for text in parameters(descriptor) {
        parameter(&mut values, Ty::of_descriptor(text), matches!(text, "J" | "D"))?;
    }
    let parameters = values.len() as u32 - 1;
    let states = vec![None; instructions.len()];
    let mut run = Run {
        program,
        application,
        code: instructions,
        at,
        handlers,
        leaders,
        states,
        pending: BTreeSet::new(),
        made: FxHashMap::default(),
        joins: FxHashMap::default(),
        inputs: FxHashMap::default(),
        body: Body { values, parameters, ..Body::default() },
        emit: false,
        constants,
    };
    run.leaders[0] = true;
    run.states[0] = Some(State { locals, stack: Vec::new() });
    run.pending.insert(0);
    while let Some(leader) = run.pending.pop_first() {
        run.block(leader)?;
    }
    run.emit = true;
    for leader in 0..run.code.len() {
        if run.states[leader].is_some() {
            run.block(leader)?;
        }
    }
    run.finish();
    Ok(run.body)
}

/// The descriptors of a method's parameters.
pub(crate) fn parameters(descriptor: &str) -> impl Iterator<Item = &str> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or("");
    std::iter::from_fn(move || {
        let dimensions = rest.bytes().take_while(|byte| *byte == b'[').count();
        let end = match rest.as_bytes().get(dimensions)? {
            b')' => return None,
            b'L' => dimensions + rest[dimensions..].find(';')? + 1,
            _ => dimensions + 1,
        };
        let (parameter, behind) = rest.split_at(end);
        rest = behind;
        Some(parameter)
    })
}

/// Whether a type is one of the JDK's collections, or a way through one.
pub(crate) fn is_collection(descriptor: &str) -> bool {
    let of_util = descriptor.strip_prefix("Ljava/util/").is_some_and(|name| !name.contains('/'));
    of_util || matches!(descriptor, "Ljava/util/stream/Stream;" | "Ljava/lang/Iterable;")
}

/// The descriptor of a method's result.
pub(crate) fn result(descriptor: &str) -> &str {
    descriptor.rsplit(')').next().unwrap_or("V")
}

impl<'p, 'a> Run<'_, 'p, 'a> {
    /// The value that an instruction makes.
    fn make(&mut self, pc: u32, ty: Ty<'p>) -> Node {
        self.make_as(pc, false, ty)
    }

    fn make_as(&mut self, pc: u32, caught: bool, ty: Ty<'p>) -> Node {
        let values = &mut self.body.values;
        *self.made.entry((pc, caught)).or_insert_with(|| {
            values.push(Value { pc, ty });
            values.len() as Node - 1
        })
    }

    /// Brings a state to a position where ways join.
    fn merge(&mut self, target: usize, incoming: &State) -> Result<(), String> {
        let Some(mut state) = self.states[target].take() else {
            self.states[target] = Some(incoming.clone());
            self.pending.insert(target);
            return Ok(());
        };
        if state.stack.len() != incoming.stack.len() {
            return Err(UNBALANCED.to_string());
        }
        let mut changed = false;
        let count = state.locals.len();
        for slot in 0..count {
            changed |= self.join(target, slot, &mut state.locals[slot], incoming.locals[slot]);
        }
        for (depth, (held, _)) in state.stack.iter_mut().enumerate() {
            changed |= self.join(target, count + depth, held, incoming.stack[depth].0);
        }
        if changed {
            self.pending.insert(target);
        }
        self.states[target] = Some(state);
        Ok(())
    }

    fn join(&mut self, target: usize, slot: usize, held: &mut Node, incoming: Node) -> bool {
        if *held == incoming || incoming == NIL {
            return false;
        }
        if *held == NIL {
            *held = incoming;
            return true;
        }
        let pc = self.code[target].0;
        let values = &mut self.body.values;
        let join = *self.joins.entry((target, slot)).or_insert_with(|| {
            values.push(Value { pc, ty: Ty::Unknown });
            values.len() as Node - 1
        });
        let inputs = self.inputs.entry(join).or_default();
        for input in [*held, incoming] {
            if input != join && !inputs.contains(&input) {
                inputs.push(input);
            }
        }
        let changed = *held != join;
        *held = join;
        changed
    }

    /// Keeps the joins that something uses, and gives them the type of what they stand for.
    fn finish(&mut self) {
        let mut used: Vec<Node> = Vec::new();
        for step in &self.body.steps {
            used.extend(step.uses());
        }
        let mut kept = FxHashMap::default();
        while let Some(node) = used.pop() {
            if let Some(inputs) = self.inputs.get(&node)
                && kept.insert(node, inputs.clone()).is_none()
            {
                used.extend(inputs);
            }
        }
        let mut joins: Vec<(Node, Vec<Node>)> = kept.into_iter().collect();
        joins.sort_unstable();
        for (join, _) in &joins {
            self.body.values[*join as usize].ty = self.type_of(*join);
        }
        self.body.joins = joins;
    }

    /// The type of a value; of a join, what all it stands for agree on.
    fn type_of(&self, node: Node) -> Ty<'p> {
        let mut seen = vec![node];
        let mut found = None;
        let mut at = 0;
        while at < seen.len() {
            let node = seen[at];
            at += 1;
            match self.inputs.get(&node) {
                Some(inputs) => {
                    for input in inputs {
                        if !seen.contains(input) {
                            seen.push(*input);
                        }
                    }
                }
                None => {
                    let ty = self.body.values[node as usize].ty;
                    if *found.get_or_insert(ty) != ty {
                        return Ty::Unknown;
                    }
                }
            }
        }
        found.unwrap_or(Ty::Unknown)
    }

    fn block(&mut self, leader: usize) -> Result<(), String> {
        let Some(mut state) = self.states[leader].clone() else { return Ok(()) };
        let mut at = leader;
        loop {
            let (pc, instruction) = self.code[at];
            if !self.emit {
                for row in 0..self.handlers.len() {
                    let (start, end, target) = self.handlers[row];
                    if (start..end).contains(&pc) {
                        let caught = self.make_as(self.code[target].0, true, Ty::Unknown);
                        let locals = state.locals.clone();
                        self.merge(target, &State { locals, stack: vec![(caught, false)] })?;
                    }
                }
            }
            let goes_on = self.step(pc, instruction, &mut state)?;
            if !goes_on {
                return Ok(());
            }
            at += 1;
            if at >= self.code.len() {
                return Err(UNBALANCED.to_string());
            }
            if self.leaders[at] {
                if !self.emit {
                    self.merge(at, &state)?;
                }
                return Ok(());
            }
        }
    }

    fn jump(&mut self, target: u32, state: &State) -> Result<(), String> {
        if self.emit {
            return Ok(());
        }
        let target = *self.at.get(&target).ok_or(UNBALANCED)?;
        self.merge(target, state)
    }

    fn push_step(&mut self, step: impl FnOnce() -> Step) {
        if self.emit {
            self.body.steps.push(step());
        }
    }

    fn class_at(&self, index: u16) -> Result<&'p str, String> {
        match self.numbered(index, tag::CLASS..=tag::CLASS) {
            Some(class) => Ok(self.program.class_name(ClassId(class))),
            None => Err("an instruction names no class".to_string()),
        }
    }

    fn member_at(&self, index: u16) -> Result<RefId, String> {
        let member = self.numbered(index, tag::FIELD_REF..=tag::INTERFACE_METHOD_REF);
        member.map(RefId).ok_or_else(|| "an instruction names no member".to_string())
    }

    /// The number of what the pool names at an index, if it is of this kind.
    fn numbered(&self, index: u16, tags: RangeInclusive<u8>) -> Option<u32> {
        let tag = self.application.file.pool().tag(index)?;
        let number = *self.application.pool.get(usize::from(index))?;
        (tags.contains(&tag) && number != NONE).then_some(number)
    }
}

impl Step {
    /// The values it uses.
    fn uses(&self) -> Vec<Node> {
        match self {
            Step::Get { base, .. } => vec![*base],
            Step::Put { base, value, .. } => vec![*base, *value],
            Step::Load { array, index, .. } => vec![*array, *index],
            Step::Store { array, index, value, .. } => vec![*array, *index, *value],
            Step::Call { arguments, .. } | Step::Dynamic { arguments, .. } => arguments.clone(),
            Step::Mix { from, .. } => from.to_vec(),
            Step::Cast { from, .. } => vec![*from],
            Step::Branch { on, .. } | Step::Check { on, .. } => on.to_vec(),
            Step::New { .. } => Vec::new(),
            Step::Return { value, .. } | Step::Throw { value, .. } => vec![*value],
        }
    }
}

mod reference;
mod step;

pub(crate) use reference::refer;
