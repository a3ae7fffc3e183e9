//! The body that a method reference would have as a lambda.

use retake_bytecode::handle;
use retake_bytecode::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};

use super::{Body, Step, Ty, Value, parameters, result};
use crate::flow::{NIL, Node};
use crate::program::{Lambda, Program};

/// Calls what a reference calls with all that its stand-in takes, and gives what that gives.
pub(crate) fn refer<'p>(program: &'p Program<'_>, lambda: Lambda, descriptor: &'p str) -> Body<'p> {
    let mut body = Body::default();
    let mut add = |ty: Ty<'p>| -> Node {
        body.values.push(Value { pc: 0, ty });
        body.values.len() as Node - 1
    };
    add(Ty::Unknown);
    let mut arguments: Vec<Node> = parameters(descriptor).map(|text| add(Ty::of_descriptor(text))).collect();
    let taken = arguments.len() as u32;
    let member = program.reference(lambda.target);
    let given = match result(descriptor) {
        "V" => NIL,
        text => add(Ty::of_descriptor(text)),
    };
    let op = match lambda.kind {
        handle::INVOKE_STATIC => INVOKESTATIC,
        handle::INVOKE_INTERFACE => INVOKEINTERFACE,
        handle::NEW_INVOKE_SPECIAL => INVOKESPECIAL,
        _ => INVOKEVIRTUAL,
    };
    let mut called = given;
    if lambda.kind == handle::NEW_INVOKE_SPECIAL {
        body.steps.push(Step::New { class: member.owner, result: given });
        arguments.insert(0, given);
        called = NIL;
    }
    body.steps.push(Step::Call { pc: 0, op, method: lambda.target, arguments, result: called });
    if given != NIL {
        body.steps.push(Step::Return { pc: 0, value: given });
    }
    body.parameters = taken;
    body
}
