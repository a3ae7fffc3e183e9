//! The hook around the read of a reference: `dup; getfield; name; id; check; checkcast`.
//!
//! The runtime also gets the object that holds the field, or the class of a static one: where nothing is in the field
//! it may have to put something there. Like a read's, the hook has no branch and needs no frames.

use retake_bytecode::edit::Insn;
use retake_bytecode::opcode as op;

use crate::draft::{Draft, Misfit};
use crate::kind::Kind;
use crate::known::Known;
use crate::runtime;
use crate::site::Reason;
use crate::state::{Context, State, Stuck};
use crate::subject::Subject;
use crate::types::{Name, Value};
use crate::value;

/// What is known for a hook around the read of a reference.
pub(crate) struct CheckSite {
    index: usize,
    insn: Insn,
    /// The class of a static field.
    class: Option<Name>,
    field: Vec<u8>,
    value: Value,
    /// The depth of the stack before the read.
    depth: u16,
}

pub(crate) fn site(
    index: usize,
    insn: &Insn,
    state: &State,
    subject: &Subject<'_>,
    known: &Known,
    cx: &mut Context<'_>,
) -> Result<Result<CheckSite, Reason>, Stuck> {
    let value = match value::type_of(insn, state, known, cx)? {
        Ok(value @ Value::Ref(_)) => value,
        Ok(_) => return Ok(Err("the field holds no reference".into())),
        Err(reason) => return Ok(Err(reason)),
    };
    let Insn::Pool(opcode, constant) = *insn else { return Err(Stuck("the read of a field is expected")) };
    let member = cx.member(constant)?;
    let class = (opcode == op::GETSTATIC).then(|| cx.names.intern(member.owner.bytes()));
    if class.is_some() && !subject.class_constants {
        return Ok(Err("a class file of this version cannot name the class of a static field".into()));
    }
    let field = member.name.bytes().to_vec();
    Ok(Ok(CheckSite { index, insn: insn.clone(), class, field, value, depth: state.depth() }))
}

pub(crate) fn weave(draft: &mut Draft<'_>, id: u32, site: &CheckSite) -> Result<(), Misfit> {
    let mut emit = draft.emitter(site.depth);
    match site.class {
        Some(class) => emit.class(class)?,
        None => emit.dup(Kind::Ref),
    }
    emit.original(site.insn.clone(), u16::from(site.class.is_none()), Kind::Ref.slots());
    emit.text(&site.field)?;
    emit.id(id)?;
    emit.runtime(runtime::CHECK)?;
    emit.cast(site.value)?;
    let piece = emit.finish();
    draft.instead(site.index, piece);
    Ok(())
}
