//! Where members are used in the application.

use retake_bytecode::opcode::{PUTFIELD, PUTSTATIC};
use retake_bytecode::read::Insn;
use rustc_hash::FxHashMap;

use crate::program::build::NONE;
use crate::program::{ClassId, FieldId, MemberRef, MethodId, Name, Program, RefId};

/// Where members are used in the application.
#[derive(Default)]
pub(super) struct Uses {
    /// Calls by the name and descriptor that they name, with the class that they name.
    pub(super) calls: FxHashMap<(Name, Name), Vec<Call>>,
    pub(super) writes: FxHashMap<FieldId, Vec<(MethodId, u32)>>,
}

/// A call: the class that it names, who calls, and where.
pub(super) struct Call {
    pub(super) owner: ClassId,
    pub(super) caller: MethodId,
    pub(super) at: u32,
}

impl Uses {
    /// Goes through the code of the application.
    pub(super) fn find(program: &Program<'_>) -> Self {
        let mut uses = Uses::default();
        for application in &program.application {
            for number in program.class(application.class).methods.clone() {
                let method = MethodId(number);
                let member = application.file.methods().nth(usize::from(program.method(method).nth));
                let Some(Ok(Some(code))) = member.map(|member| member.code()) else { continue };
                for (pc, instruction) in code.instructions().map_while(Result::ok) {
                    let number = |index: u16| application.pool.get(usize::from(index)).copied();
                    let named = |index: u16| number(index).filter(|&number| number != NONE).map(RefId);
                    match instruction {
                        Insn::Invoke { index, .. } => {
                            if let Some(called) = named(index) {
                                let MemberRef { owner, name, descriptor } = program.reference(called);
                                uses.calls.entry((name, descriptor)).or_default().push(Call {
                                    owner,
                                    caller: method,
                                    at: pc,
                                });
                            }
                        }
                        Insn::Field { op: PUTFIELD | PUTSTATIC, index } => {
                            if let Some(field) = named(index).and_then(|field| program.field_named(field)) {
                                uses.writes.entry(field).or_default().push((method, pc));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        uses
    }
}
