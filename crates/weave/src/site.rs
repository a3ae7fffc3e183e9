//! Finds the places of a plan in a method.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use retake_bytecode::edit::Insn;
use retake_bytecode::{encode_utf8, opcode as op};

use crate::body::{self, BodySite};
use crate::call::{self, CallSite};
use crate::check::{self, CheckSite};
use crate::construct::{self, ConstructSite};
use crate::known::Known;
use crate::plan::{Hook, Place};
use crate::state::{Context, State, Stuck};
use crate::subject::Subject;
use crate::value::{self, ReadSite};

/// A place that was found, with what its shape needs to know.
pub(crate) enum Site {
    Body(BodySite),
    Call(CallSite),
    Read(ReadSite),
    Check(CheckSite),
    Construct(ConstructSite),
}

impl Site {
    /// Where the site comes in the order of what is kept when a method has no room for everything: single values
    /// first, because they cost the least, and bodies last, because a call site can stand in for them.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Site::Read(_) | Site::Check(_) | Site::Construct(_) => 0,
            Site::Call(_) => 1,
            Site::Body(_) => 2,
        }
    }
}

/// Why a hook is not placed.
pub(crate) type Reason = Cow<'static, str>;

/// What an instruction does, as plans name it.
#[derive(PartialEq, Eq, Hash)]
enum Target<'a> {
    Call(Cow<'a, [u8]>, Cow<'a, [u8]>, Cow<'a, [u8]>),
    Read(Cow<'a, [u8]>, Cow<'a, [u8]>, Cow<'a, [u8]>),
    Construct(Cow<'a, [u8]>, Cow<'a, [u8]>),
    Load,
}

/// The hooks at one target: which of its instructions are wanted, and how many went by.
#[derive(Default)]
struct Wanted {
    hooks: BTreeMap<u16, usize>,
    seen: usize,
}

/// Finds every hook: the result has one entry for each, in the same order.
pub(crate) fn find<'p>(
    hooks: &[&'p Hook],
    subject: &Subject<'_>,
    known: &Known,
    cx: &mut Context<'p>,
) -> Result<Vec<Result<Site, Reason>>, Stuck> {
    let mut found: Vec<Option<Result<Site, Reason>>> = hooks.iter().map(|_| None).collect();
    let mut wanted: HashMap<Target<'_>, Wanted> = HashMap::new();
    let mut body = None;
    for (hook, which) in hooks.iter().zip(0..) {
        let first = match target(&hook.place) {
            Some((target, nth)) => *wanted.entry(target).or_default().hooks.entry(nth).or_insert(which),
            None => *body.get_or_insert(which),
        };
        if first != which {
            found[which] = Some(Err("another hook has the same place".into()));
        }
    }
    let mut bodies = body.map(|which| (which, body::Survey::new(subject)));
    subject.flow.walk(&subject.code.nodes, cx, |index, insn, state, cx| {
        if let Some((_, survey)) = &mut bodies {
            survey.visit(index, insn, state, cx)?;
        }
        let Some(target) = target_of(insn, state, cx)? else { return Ok(()) };
        let Some(wanted) = wanted.get_mut(&target) else { return Ok(()) };
        let nth = u16::try_from(wanted.seen);
        wanted.seen += 1;
        if let Ok(nth) = nth
            && let Some(which) = wanted.hooks.get(&nth)
        {
            found[*which] = Some(match state {
                None => Err("the code there cannot be reached".into()),
                Some(state) if matches!(hooks[*which].place, Place::Check { .. }) => {
                    check::site(index, insn, state, subject, known, cx)?.map(Site::Check)
                }
                Some(state) => site(&target, index, insn, state, known, cx)?,
            });
        }
        Ok(())
    })?;
    if let Some((which, survey)) = bodies {
        found[which] = Some(survey.finish(cx).map(Site::Body));
    }
    Ok((found.into_iter().zip(hooks))
        .map(|(found, hook)| found.unwrap_or_else(|| Err(not_found(&hook.place, &wanted))))
        .collect())
}

fn target(place: &Place) -> Option<(Target<'_>, u16)> {
    Some(match place {
        Place::Body => return None,
        // References are written out as calls before.
        Place::Call { owner, name, descriptor, nth } | Place::Reference { owner, name, descriptor, nth } => {
            (Target::Call(encode_utf8(owner), encode_utf8(name), encode_utf8(descriptor)), *nth)
        }
        Place::Read { owner, name, descriptor, nth } | Place::Check { owner, name, descriptor, nth } => {
            (Target::Read(encode_utf8(owner), encode_utf8(name), encode_utf8(descriptor)), *nth)
        }
        Place::Load { nth } => (Target::Load, *nth),
        Place::Construct { owner, descriptor, nth } => {
            (Target::Construct(encode_utf8(owner), encode_utf8(descriptor)), *nth)
        }
    })
}

/// What an instruction does. Constructor calls are told apart by what they construct.
fn target_of<'a>(insn: &Insn, state: Option<&State>, cx: &Context<'a>) -> Result<Option<Target<'a>>, Stuck> {
    Ok(match *insn {
        Insn::Op(op::IALOAD..=op::SALOAD) => Some(Target::Load),
        Insn::Pool(op::GETSTATIC | op::GETFIELD, constant) => {
            let member = cx.member(constant)?;
            Some(Target::Read(
                member.owner.bytes().into(),
                member.name.bytes().into(),
                member.descriptor.bytes().into(),
            ))
        }
        Insn::Pool(op::INVOKEVIRTUAL | op::INVOKESPECIAL | op::INVOKESTATIC, constant)
        | Insn::InvokeInterface(constant, _) => {
            let member = cx.member(constant)?;
            if member.name.bytes() != b"<init>" {
                let (owner, name) = (member.owner.bytes(), member.name.bytes());
                Some(Target::Call(owner.into(), name.into(), member.descriptor.bytes().into()))
            } else if construct::completes_new(state, constant, cx)? {
                Some(Target::Construct(member.owner.bytes().into(), member.descriptor.bytes().into()))
            } else {
                None
            }
        }
        _ => None,
    })
}

fn site(
    target: &Target<'_>,
    index: usize,
    insn: &Insn,
    state: &State,
    known: &Known,
    cx: &mut Context<'_>,
) -> Result<Result<Site, Reason>, Stuck> {
    Ok(match target {
        Target::Call(..) => call::site(index, insn, state, cx)?.map(Site::Call),
        Target::Read(..) | Target::Load => value::site(index, insn, state, known, cx)?.map(Site::Read),
        Target::Construct(..) => construct::site(index, insn, state, cx)?.map(Site::Construct),
    })
}

fn not_found(place: &Place, wanted: &HashMap<Target<'_>, Wanted>) -> Reason {
    if let Place::Call { name, .. } = place
        && name == "<init>"
    {
        return "the call of a constructor is hooked as a construction".into();
    }
    let seen = target(place).and_then(|(target, _)| wanted.get(&target)).map_or(0, |wanted| wanted.seen);
    match (place, seen) {
        (Place::Body, _) => "the method has no body".into(),
        (Place::Call { owner, name, descriptor, .. } | Place::Reference { owner, name, descriptor, .. }, 0) => {
            format!("no call of {owner}.{name}{descriptor}").into()
        }
        (Place::Read { owner, name, descriptor, .. } | Place::Check { owner, name, descriptor, .. }, 0) => {
            format!("no read of {owner}.{name} of type {descriptor}").into()
        }
        (Place::Load { .. }, 0) => "no array load in the method".into(),
        (Place::Construct { owner, descriptor, .. }, 0) => {
            format!("no construction of {owner} with {descriptor}").into()
        }
        (
            Place::Call { nth, .. }
            | Place::Reference { nth, .. }
            | Place::Read { nth, .. }
            | Place::Check { nth, .. }
            | Place::Load { nth }
            | Place::Construct { nth, .. },
            _,
        ) => format!("number {nth} is asked for, the method has {seen}").into(),
    }
}
