//! The address of a place: which of the instructions that name the same target.

use retake_bytecode::opcode::{GETFIELD, GETSTATIC, IALOAD, SALOAD};
use retake_bytecode::read::{self, Code, Insn};
use retake_model::points::Place;

use super::{At, Candidate};
use crate::flow::graph::Graph;
use crate::program::{Application, Dynamic, MethodId, Program, RefId};

/// The class file and the code of a method.
pub(super) fn code<'p, 'a>(program: &'p Program<'a>, method: MethodId) -> Option<(&'p Application<'a>, Code<'p, 'a>)> {
    let application = program.file_of(method)?;
    let nth = usize::from(program.method(method).nth);
    Some((application, application.file.methods().nth(nth)?.code().ok()??))
}

/// The name of the source file of a class.
pub(crate) fn source_file(class: &read::Class<'_>) -> Option<String> {
    Some(class.source_file().ok()??.to_str().into_owned())
}

/// The name of the source file of a method.
pub(super) fn file(program: &Program<'_>, method: MethodId) -> Option<String> {
    source_file(&program.file_of(method)?.file)
}

/// The source line of a position.
pub(super) fn line(program: &Program<'_>, method: MethodId, pc: u32) -> Option<u32> {
    code(program, method)?.1.line_at(pc).map(u32::from)
}

/// The address of a candidate.
pub(super) fn place(program: &Program<'_>, graph: &Graph, candidate: &Candidate) -> Option<Place> {
    let (application, code) = code(program, candidate.method)?;
    let local = &graph.locals[candidate.method.index()];
    let in_constructor = program.names.text(program.method(candidate.method).name) == "<init>";
    // In a constructor, `super(...)` and `this(...)` construct nothing new.
    let own = |pc: u32| {
        in_constructor
            && (local.library_calls.iter().any(|call| call.pc == pc && call.arguments.first() == Some(&1))
                || local.invocations.iter().any(|call| call.pc == pc && call.arguments.first() == Some(&1)))
    };
    let names = |index: u16, wanted: RefId| application.pool.get(usize::from(index)) == Some(&wanted.0);
    let mut nth = 0u16;
    for (pc, instruction) in code.instructions().map_while(Result::ok) {
        if pc == candidate.pc {
            break;
        }
        let same = match (candidate.at, instruction) {
            (At::Call(wanted), Insn::Invoke { index, .. }) => names(index, wanted),
            (At::Construct(wanted), Insn::Invoke { index, .. }) => names(index, wanted) && !own(pc),
            (At::Read(wanted) | At::Check(wanted), Insn::Field { op: GETSTATIC | GETFIELD, index }) => {
                names(index, wanted)
            }
            (At::Load, Insn::Op(IALOAD..=SALOAD)) => true,
            (At::Reference(wanted), Insn::InvokeDynamic(index)) => refers(program, application, index, wanted),
            _ => false,
        };
        nth = nth.checked_add(u16::from(same))?;
    }
    let spelled = |reference: RefId| {
        let member = program.reference(reference);
        let text = |name| program.names.text(name).to_string();
        (program.class_name(member.owner).to_string(), text(member.name), text(member.descriptor))
    };
    Some(match candidate.at {
        At::Call(reference) => {
            let (owner, name, descriptor) = spelled(reference);
            Place::Call { owner, name, descriptor, nth }
        }
        At::Construct(reference) => {
            let (owner, _, descriptor) = spelled(reference);
            Place::Construct { owner, descriptor, nth }
        }
        At::Read(reference) => {
            let (owner, name, descriptor) = spelled(reference);
            Place::Read { owner, name, descriptor, nth }
        }
        At::Check(reference) => {
            let (owner, name, descriptor) = spelled(reference);
            Place::Check { owner, name, descriptor, nth }
        }
        At::Load => Place::Load { nth },
        At::Reference(reference) => {
            let (owner, name, descriptor) = spelled(reference);
            Place::Reference { owner, name, descriptor, nth }
        }
    })
}

/// Whether a call site makes a reference to this method.
fn refers(program: &Program<'_>, application: &Application<'_>, site: u16, wanted: RefId) -> bool {
    match application.dynamic.get(&site) {
        Some(Dynamic::Lambda(number)) => program.lambdas[*number as usize].target == wanted,
        _ => false,
    }
}
