//! Where what a field holds is called.

use std::collections::BTreeMap;

use retake_bytecode::opcode::{GETFIELD, INVOKEINTERFACE, INVOKEVIRTUAL};
use retake_bytecode::read::{Code, Insn};
use rustc_hash::FxHashMap;

use super::puts;
use crate::flow::Node;
use crate::flow::body::Step;
use crate::program::{ClassId, FieldId, MethodId, Program, RefId};

/// The dispatched calls of a method on what some fields hold, by position: the method that each names, and the field.
pub(crate) fn calls(
    program: &Program<'_>,
    method: MethodId,
    code: &Code<'_, '_>,
    fields: &BTreeMap<FieldId, Vec<ClassId>>,
) -> FxHashMap<u32, (RefId, FieldId)> {
    let mut found = FxHashMap::default();
    let Some(application) = program.file_of(method).filter(|_| !fields.is_empty()) else { return found };
    let wanted = |field: &FieldId| fields.contains_key(field);
    let named = |index: u16| program.field_named(RefId(*application.pool.get(usize::from(index))?)).filter(wanted);
    let reads =
        |instruction: Insn<'_>| matches!(instruction, Insn::Field { op: GETFIELD, index } if named(index).is_some());
    if !code.instructions().map_while(Result::ok).any(|(_, instruction)| reads(instruction)) {
        return found;
    }
    let mut held: FxHashMap<Node, FieldId> = FxHashMap::default();
    for step in puts::run(program, method).into_iter().flat_map(|body| body.steps) {
        match step {
            Step::Get { field, result, .. } => {
                if let Some(field) = program.field_named(field).filter(wanted) {
                    held.insert(result, field);
                }
            }
            Step::Cast { from, result } => {
                if let Some(&field) = held.get(&from) {
                    held.insert(result, field);
                }
            }
            Step::Call { pc, op: INVOKEVIRTUAL | INVOKEINTERFACE, method, arguments, .. } => {
                if let Some(&field) = arguments.first().and_then(|object| held.get(object)) {
                    found.insert(pc, (method, field));
                }
            }
            _ => {}
        }
    }
    found
}
