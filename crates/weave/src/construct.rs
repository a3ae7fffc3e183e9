//! The hook behind a construction: `dup; id; constructed`, where the new object is left on the stack.

use retake_bytecode::edit::Insn;

use crate::draft::{Draft, Misfit};
use crate::kind::Kind;
use crate::runtime;
use crate::site::Reason;
use crate::state::{Context, State, Stuck};
use crate::types::Type;

/// What is known for a hook behind a construction.
pub(crate) struct ConstructSite {
    index: usize,
    /// The depth of the stack behind the constructor.
    depth: u16,
}

/// Whether a constructor call completes a `new`; otherwise it is the call of `super(...)` or `this(...)`.
pub(crate) fn completes_new(state: Option<&State>, constant: u16, cx: &Context<'_>) -> Result<bool, Stuck> {
    let Some(state) = state else { return Ok(false) };
    let parameters = cx.parameter_count(constant)?;
    let receiver = state.stack.iter().rev().nth(parameters);
    Ok(matches!(receiver, Some(Type::Uninitialized(_))))
}

pub(crate) fn site(
    index: usize,
    insn: &Insn,
    state: &State,
    cx: &mut Context<'_>,
) -> Result<Result<ConstructSite, Reason>, Stuck> {
    let Insn::Pool(_, constant) = *insn else { return Err(Stuck("a constructor call is expected")) };
    let parameters = cx.call(constant)?.signature.parameters.len();
    let mut held = state.stack.iter().rev().skip(parameters);
    let (object, below) = (held.next(), held.next());
    if object != below {
        return Ok(Err("the new object is not left on the stack".into()));
    }
    let mut behind = state.clone();
    behind.step(index, insn, cx)?;
    Ok(Ok(ConstructSite { index, depth: behind.depth() }))
}

pub(crate) fn weave(draft: &mut Draft<'_>, id: u32, site: &ConstructSite) -> Result<(), Misfit> {
    let mut emit = draft.emitter(site.depth);
    emit.dup(Kind::Ref);
    emit.id(id)?;
    emit.runtime(runtime::CONSTRUCTED)?;
    let piece = emit.finish();
    draft.after(site.index, piece);
    Ok(())
}
