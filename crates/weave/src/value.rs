//! The hook behind a read of a field or an array: `id; read; checkcast`.
//!
//! It stands where only the read itself leads, and it has no branch, so it needs no frames. The runtime gives
//! the value back, the same or another one.

use retake_bytecode::edit::Insn;
use retake_bytecode::opcode as op;

use crate::draft::{Draft, Misfit};
use crate::known::Known;
use crate::runtime;
use crate::site::Reason;
use crate::state::{Context, State, Stuck};
use crate::types::{Name, Type, Value};

/// What is known for a hook behind a read.
pub(crate) struct ReadSite {
    index: usize,
    value: Value,
    /// The depth of the stack behind the read.
    depth: u16,
}

pub(crate) fn site(
    index: usize,
    insn: &Insn,
    state: &State,
    known: &Known,
    cx: &mut Context<'_>,
) -> Result<Result<ReadSite, Reason>, Stuck> {
    let value = match type_of(insn, state, known, cx)? {
        Ok(value) => value,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut behind = state.clone();
    behind.step(index, insn, cx)?;
    Ok(Ok(ReadSite { index, value, depth: behind.depth() }))
}

/// What a read gives, if the class may name its type.
pub(crate) fn type_of(
    insn: &Insn,
    state: &State,
    known: &Known,
    cx: &mut Context<'_>,
) -> Result<Result<Value, Reason>, Stuck> {
    let value = match *insn {
        Insn::Pool(_, constant) => {
            let descriptor = cx.member(constant)?.descriptor;
            cx.names.value(descriptor.bytes()).ok_or(Stuck("a field has a malformed descriptor"))?
        }
        Insn::Op(op::AALOAD) => match state.stack.iter().rev().nth(1) {
            Some(Type::Null) => return Ok(Err("the array is always null".into())),
            Some(Type::Object(array)) => match cx.names.element(*array) {
                Some(value) => value,
                None => return Ok(Err("the type of the array's elements is not known".into())),
            },
            _ => return Err(Stuck("an array is expected")),
        },
        Insn::Op(op::LALOAD) => Value::Long,
        Insn::Op(op::FALOAD) => Value::Float,
        Insn::Op(op::DALOAD) => Value::Double,
        _ => Value::Int,
    };
    if let Value::Ref(name) = value
        && name != Name::OBJECT
        && !known.may_cast_to(&cx.names.text(name))
    {
        return Ok(Err("the class never uses the type of the value, so it may have no access to it".into()));
    }
    Ok(Ok(value))
}

pub(crate) fn weave(draft: &mut Draft<'_>, id: u32, site: &ReadSite) -> Result<(), Misfit> {
    let mut emit = draft.emitter(site.depth);
    emit.id(id)?;
    emit.runtime(runtime::read(site.value.kind()))?;
    emit.cast(site.value)?;
    let piece = emit.finish();
    draft.after(site.index, piece);
    Ok(())
}
