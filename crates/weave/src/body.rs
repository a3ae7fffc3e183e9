//! The hook around a whole body.
//!
//! ```text
//!     id; wanted; ifeq BODY
//!     self; arguments; id; before; ifeq BODY
//!     id; take; checkcast; return
//! BODY:
//!     ...                             everything in here that throws goes to THREW
//!     dup; id; after; return          at every return
//! THREW:
//!     dup; id; threw; athrow
//! ```
//!
//! There are no new locals: the runtime keeps open hooks on a stack of its own. The handler stands last in the
//! table and its frame knows no locals, so it is valid wherever the method throws. A constructor cannot be
//! answered for, because nothing but `super(...)` or `this(...)` makes an object of it; its hook begins behind
//! that call.

use std::collections::BTreeMap;

use retake_bytecode::edit::{Code, Insn};
use retake_bytecode::opcode as op;

use crate::draft::{Draft, Misfit};
use crate::flow::instructions;
use crate::kind::Kind;
use crate::site::Reason;
use crate::state::{Context, State, Stuck};
use crate::subject::{Header, Subject};
use crate::types::{Name, Type, Value};

/// What is known for a hook around a body.
pub(crate) struct BodySite {
    /// For a constructor: the call of `super(...)` or `this(...)`, and the state behind it.
    behind: Option<(usize, State)>,
    /// The return instructions with the depth of the stack before each.
    returns: Vec<(usize, u16)>,
    /// The instructions of a constructor at which the object is not yet one.
    before_super: Vec<usize>,
    /// The instructions from which on a handler of its own is needed; at least the first.
    regions: Vec<usize>,
}

/// Collects a [`BodySite`] during the walk.
pub(crate) struct Survey<'a> {
    subject: &'a Subject<'a>,
    site: BodySite,
    super_calls: usize,
    /// The objects that the locals hold in the last region.
    held: BTreeMap<usize, Name>,
}

impl<'a> Survey<'a> {
    pub(crate) fn new(subject: &'a Subject<'a>) -> Self {
        let site = BodySite { behind: None, returns: Vec::new(), before_super: Vec::new(), regions: vec![0] };
        Survey { subject, site, super_calls: 0, held: BTreeMap::new() }
    }

    pub(crate) fn visit(
        &mut self,
        index: usize,
        insn: &Insn,
        state: Option<&State>,
        cx: &mut Context<'_>,
    ) -> Result<(), Stuck> {
        if let Insn::Op(code) = insn
            && op::is_return(*code)
        {
            // Nothing is known of code that is never reached; the deepest stack is deep enough for it.
            let depth = state.map_or(self.subject.code.max_stack, State::depth);
            self.site.returns.push((index, depth));
        }
        let Some(state) = state else { return Ok(()) };
        if self.subject.merges {
            self.divide(index, state);
        }
        if state.before_super {
            self.site.before_super.push(index);
            let mut behind = state.clone();
            behind.step(index, insn, cx)?;
            if !behind.before_super {
                self.super_calls += 1;
                self.site.behind = Some((index, behind));
            }
        }
        Ok(())
    }

    /// Begins a region where a local holds another type of object than before. A verifier that infers types
    /// merges what the locals hold wherever a handler may be reached from, and loads classes for it; inside a
    /// region there is nothing to merge.
    fn divide(&mut self, index: usize, state: &State) {
        let objects = (state.locals.iter().enumerate()).filter_map(|(slot, held)| match held {
            Type::Object(name) => Some((slot, *name)),
            _ => None,
        });
        if objects.clone().any(|(slot, name)| self.held.get(&slot).is_some_and(|held| *held != name)) {
            self.held.clear();
            self.site.regions.push(index);
        }
        self.held.extend(objects);
    }

    pub(crate) fn finish(self, cx: &Context<'_>) -> Result<BodySite, Reason> {
        if let Some(reason) = self.subject.untouchable {
            return Err(reason.into());
        }
        if !self.subject.is_constructor {
            return Ok(self.site);
        }
        let Some((_, behind)) = &self.site.behind else {
            return Err("the constructor never calls super or this".into());
        };
        if self.super_calls > 1 {
            return Err("the constructor calls super or this in more than one place".into());
        }
        let mine = behind.local(0) == Type::Object(cx.class);
        let kept = (arguments(self.subject).iter()).all(|(value, slot)| behind.local(*slot).is(value.kind()));
        if !mine || !kept {
            return Err("the constructor overwrites its parameters before it calls super or this".into());
        }
        Ok(self.site)
    }
}

/// Why the body of a method must stay as it is, if so.
pub(crate) fn untouchable(class: &[u8], header: &Header<'_>, code: &Code) -> Option<&'static str> {
    let Header { name, descriptor, .. } = *header;
    if boxes_arguments(class, name, descriptor) {
        return Some("the hook would box its arguments with this very method, without end");
    }
    let mut instructions = instructions(&code.nodes).map(|(_, insn)| insn);
    let empty = instructions.next() == Some(&Insn::Op(op::RETURN)) && instructions.next().is_none();
    if name == b"finalize" && descriptor == b"()V" && empty {
        return Some("the finalizer is empty, and with any code in it every object would wait for finalization");
    }
    None
}

/// Whether hooks call this method to box arguments.
fn boxes_arguments(class: &[u8], name: &[u8], descriptor: &[u8]) -> bool {
    const PRIMITIVES: [Value; 8] =
        [Value::Boolean, Value::Byte, Value::Char, Value::Short, Value::Int, Value::Long, Value::Float, Value::Double];
    (PRIMITIVES.iter().filter_map(|value| value.boxing())).any(|(owner, value_of)| {
        owner.as_bytes() == class
            && (name == b"valueOf" && descriptor == value_of.as_bytes()
                || name == b"<init>" && descriptor.starts_with(&value_of.as_bytes()[..3]))
    })
}

/// The parameters with their slots.
fn arguments(subject: &Subject<'_>) -> Vec<(Value, u16)> {
    let mut slot = u16::from(!subject.is_static);
    (subject.signature.parameters.iter())
        .map(|value| {
            let at = slot;
            slot += value.kind().slots();
            (*value, at)
        })
        .collect()
}

pub(crate) fn weave(draft: &mut Draft<'_>, id: u32, site: &BodySite) -> Result<(), Misfit> {
    let subject = draft.subject;
    let result = subject.signature.result;
    let arguments = arguments(subject);
    let receiver = (!subject.is_static).then_some(0);

    let framed = match &site.behind {
        Some((index, _)) => subject.framed_label_behind(*index),
        None => subject.framed_label_at_start(),
    };
    // Where a frame stands already the original code flows into it, so a jump may too.
    let body = framed.unwrap_or_else(|| draft.fresh_label());
    let state = site.behind.as_ref().map_or(&subject.flow.entry, |(_, behind)| behind);
    let mut emit = draft.emitter(state.depth());
    emit.ask(id, receiver, &arguments, body)?;
    if site.behind.is_some() {
        emit.pop();
    } else {
        emit.if_false(body);
        emit.take(id, result)?;
        emit.give_back(result.map(Value::kind));
    }
    if framed.is_none() {
        emit.label(body);
    }
    let piece = emit.finish();
    if framed.is_none() {
        draft.frame(body, state.clone());
    }
    match &site.behind {
        Some((index, _)) => draft.after_cut(*index, piece),
        None => draft.at_start(piece),
    }

    for (index, depth) in &site.returns {
        let mut emit = draft.emitter(*depth);
        emit.after(id, result)?;
        let piece = emit.finish();
        draft.before(*index, piece);
        // A hook that was told of the result is not told of an exception as well.
        draft.leave_out(*index);
    }
    for index in &site.before_super {
        draft.leave_out(*index);
    }

    for from in &site.regions {
        let threw = draft.fresh_label();
        let mut emit = draft.emitter(Kind::Ref.slots());
        emit.label(threw);
        emit.threw(id)?;
        let piece = emit.finish();
        draft.frame(threw, State::from_entries([], vec![Type::Object(Name::THROWABLE)]));
        draft.catch_all(*from, threw, piece);
    }
    Ok(())
}
