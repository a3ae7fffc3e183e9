//! The hook around a call.
//!
//! ```text
//!     store the arguments in new locals
//!     id; wanted; ifeq CALL
//!     self; arguments; id; before; ifeq CALL
//!     id; take; checkcast; goto END
//! CALL:
//!     load the arguments
//!     invoke                          what it throws goes to THREW
//!     dup; id; after
//! END:
//!     ...
//! THREW:                              at the end of the method, under the handlers that cover the call
//!     dup; id; threw; athrow
//! ```
//!
//! The call itself stays in its method: what it does may depend on who calls.

use retake_bytecode::edit::Insn;
use retake_bytecode::opcode as op;

use crate::draft::{Draft, Misfit};
use crate::kind::Kind;
use crate::site::Reason;
use crate::state::{Context, State, Stuck, depth};
use crate::types::{Name, Signature, Type, Value};

/// What is known for a hook around a call.
pub(crate) struct CallSite {
    index: usize,
    insn: Insn,
    /// The state before the call.
    state: State,
    signature: Signature,
    receiver: bool,
}

/// Methods that take whatever the call site says they take, and are linked by it.
const SIGNATURE_POLYMORPHIC: [&[u8]; 2] = [b"java/lang/invoke/MethodHandle", b"java/lang/invoke/VarHandle"];

pub(crate) fn site(
    index: usize,
    insn: &Insn,
    state: &State,
    cx: &mut Context<'_>,
) -> Result<Result<CallSite, Reason>, Stuck> {
    let (Insn::Pool(_, constant) | Insn::InvokeInterface(constant, _)) = *insn else {
        return Err(Stuck("a call is expected"));
    };
    let member = cx.member(constant)?;
    if SIGNATURE_POLYMORPHIC.contains(&member.owner.bytes()) && is_polymorphic(member.name.bytes()) {
        return Ok(Err("the target is signature-polymorphic".into()));
    }
    if state.before_super {
        // Verifiers differ in what they allow a handler to see of an object that is none yet. Without one, what the call
        // throws would leave the runtime believing that the call still goes on.
        return Ok(Err("it stands before super(...), where what it throws cannot be seen".into()));
    }
    let signature = cx.call(constant)?.signature;
    let receiver = !matches!(insn, Insn::Pool(op::INVOKESTATIC, _));
    let arguments = signature.parameters.len() + usize::from(receiver);
    let Some(from) = state.stack.len().checked_sub(arguments) else {
        return Err(Stuck("a call takes more than there is"));
    };
    if state.stack[from..].iter().any(|held| matches!(held, Type::Uninitialized(_) | Type::UninitializedThis)) {
        return Err(Stuck("a call is handed an object that is not initialised"));
    }
    Ok(Ok(CallSite { index, insn: insn.clone(), state: state.clone(), signature, receiver }))
}

/// Whether a method of one of the two classes is one of the polymorphic ones, by what is known of their names.
fn is_polymorphic(name: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 7] = [b"invoke", b"linkTo", b"get", b"set", b"compareAnd", b"weakCompareAnd", b"getAnd"];
    const OTHERS: [&[u8]; 4] = [b"getClass", b"invokeWithArguments", b"setVarargs", b"getVarHandle"];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix)) && !OTHERS.contains(&name)
}

pub(crate) fn weave(draft: &mut Draft<'_>, id: u32, site: &CallSite) -> Result<(), Misfit> {
    let subject = draft.subject;
    let CallSite { index, state, signature, .. } = site;
    let result = signature.result;
    let result_slots = result.map_or(0, |value| value.kind().slots());

    // The receiver and the arguments, as the call finds them on the stack, and the locals they go to.
    let passed = signature.parameters.len() + usize::from(site.receiver);
    let (below, passed) = state.stack.split_at(state.stack.len() - passed);
    let object = Value::Ref(Name::OBJECT);
    let values = site.receiver.then_some(object).into_iter().chain(signature.parameters.iter().copied());
    let mut slot = draft.reserve_locals(depth(passed))?;
    let mut spilled = Vec::with_capacity(passed.len());
    let mut called = state.clone();
    for (value, held) in values.zip(passed) {
        spilled.push((value, slot));
        called.set_local(slot, *held);
        slot += value.kind().slots();
    }
    called.stack.truncate(below.len());
    let receiver = site.receiver.then(|| spilled[0].1);
    let arguments = &spilled[usize::from(site.receiver)..];

    let call = draft.fresh_label();
    let (start, end) = (draft.fresh_label(), draft.fresh_label());
    let framed = subject.framed_label_behind(*index);
    let join = framed.unwrap_or_else(|| draft.fresh_label());
    let below_depth = depth(below);

    let mut emit = draft.emitter(state.depth());
    for (value, slot) in spilled.iter().rev() {
        emit.store(value.kind(), *slot);
    }
    emit.ask(id, receiver, arguments, call)?;
    emit.if_false(call);
    emit.take(id, result)?;
    emit.goto(join);
    emit.resume(call, below_depth);
    for (value, slot) in &spilled {
        emit.load(value.kind(), *slot);
    }
    emit.label(start);
    emit.original(site.insn.clone(), depth(passed), result_slots);
    emit.label(end);
    emit.after(id, result)?;
    if framed.is_none() {
        emit.label(join);
    }
    let piece = emit.finish();
    draft.instead(*index, piece);
    draft.frame(call, called);
    if framed.is_none() {
        let mut joined = state.clone();
        joined.stack.truncate(below.len());
        joined.stack.extend(result.map(|value| value.to_type()));
        draft.frame(join, joined);
    }

    let threw = draft.fresh_label();
    let mut emit = draft.emitter(Kind::Ref.slots());
    emit.label(threw);
    emit.threw(id)?;
    let piece = emit.finish();
    draft.frame(threw, State { stack: vec![Type::Object(Name::THROWABLE)], ..state.clone() });
    draft.handler(*index, start, end, threw, piece);
    Ok(())
}
