//! Who writes fields, and whether that is a parameter as it came.

use std::collections::BTreeMap;

use rayon::prelude::*;
use retake_bytecode::opcode::{PUTFIELD, PUTSTATIC};
use retake_bytecode::read::Insn;
use retake_bytecode::tag;

use crate::flow::body::{self, Body, Step};
use crate::program::{FieldId, MethodId, Program, RefId};

/// A write of a field.
pub(super) struct Put {
    pub(super) method: MethodId,
    /// The number of the parameter that is written; nothing if it is something else.
    pub(super) parameter: Option<u32>,
}

/// The writes of some fields in the application.
pub(super) fn find(program: &Program<'_>, wanted: &(dyn Fn(FieldId) -> bool + Sync)) -> BTreeMap<FieldId, Vec<Put>> {
    let written: Vec<(FieldId, Put)> = program
        .application
        .par_iter()
        .flat_map_iter(|application| {
            let pool = application.file.pool();
            let field = |index: u16| {
                let number = *application.pool.get(usize::from(index))?;
                program.field_named(RefId(number)).filter(|&field| wanted(field))
            };
            let mut found = Vec::new();
            if !pool.tagged(tag::FIELD_REF).any(|index| field(index).is_some()) {
                return found;
            }
            for (member, number) in application.file.methods().zip(program.class(application.class).methods.clone()) {
                let Ok(Some(code)) = member.code() else { continue };
                let writes = code.instructions().map_while(Result::ok).any(|(_, instruction)| {
                    matches!(instruction, Insn::Field { op: PUTFIELD | PUTSTATIC, index } if field(index).is_some())
                });
                if writes {
                    let method = MethodId(number);
                    let puts = of(program, method).into_iter().filter(|(field, _)| wanted(*field));
                    found.extend(puts.map(|(field, parameter)| (field, Put { method, parameter })));
                }
            }
            found
        })
        .collect();
    let mut found: BTreeMap<FieldId, Vec<Put>> = BTreeMap::new();
    for (field, put) in written {
        found.entry(field).or_default().push(put);
    }
    found
}

/// The fields that a method writes, with the number of the parameter that it writes there.
pub(super) fn of(program: &Program<'_>, method: MethodId) -> Vec<(FieldId, Option<u32>)> {
    let first = u32::from(!program.method(method).is_static()) + 1;
    let Some(body) = run(program, method) else { return Vec::new() };
    let puts = body.steps.iter().filter_map(|step| {
        let Step::Put { field, value, .. } = step else { return None };
        let parameter = (first..=body.parameters).contains(value).then(|| value - first);
        Some((program.field_named(*field)?, parameter))
    });
    puts.collect()
}

/// The body of a method as values and steps.
pub(super) fn run<'p>(program: &'p Program<'_>, method: MethodId) -> Option<Body<'p>> {
    let found = program.method(method);
    let application = program.file_of(method)?;
    let code = application.file.methods().nth(usize::from(found.nth))?.code().ok()??;
    let (descriptor, class) = (program.names.text(found.descriptor), program.class_name(found.class));
    body::run(program, application, &code, found.is_static(), descriptor, class, false).ok()
}
