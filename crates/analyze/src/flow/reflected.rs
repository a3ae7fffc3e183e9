//! What calls reach by reflection: methods are called and fields are used, where the instruction names neither.

use retake_bytecode::handle::{GET_FIELD, GET_STATIC, NEW_INVOKE_SPECIAL, PUT_FIELD, PUT_STATIC};

use super::build::Build;
use super::local::{Dispatch, Invocation, SourceCall};
use super::{NIL, Node, body};
use crate::program::RefId;
use crate::rules::Slot;
use crate::rules::index::TypeKind;

/// How a reflective call hands over what the method gets that it reaches.
enum Given {
    /// One by one, the object first if there is one.
    Each(Vec<Node>),
    /// The object, if the method has one, and the others in an array.
    Packed(Node, Node),
    /// In some order.
    Mixed(Vec<Node>),
}

impl Build<'_, '_> {
    /// Everything that the call of `method` reaches besides what its name says.
    pub(super) fn reflected(&mut self, pc: u32, method: RefId, arguments: &[Node], result: Node) {
        let program = self.context.program;
        for &(kind, reached) in self.context.reflection.at(self.method, pc) {
            let base = arguments.get(1).copied().unwrap_or(NIL);
            match (kind, program.field_named(reached)) {
                (GET_FIELD, Some(field)) => self.also_get(pc, Some(method), field, base, result),
                (GET_STATIC, Some(field)) => self.also_get(pc, Some(method), field, NIL, result),
                (PUT_FIELD | PUT_STATIC, Some(field)) => {
                    let base = if kind == PUT_FIELD { base } else { NIL };
                    // Whatever else is passed (what the field is expected to hold), what is written comes last.
                    let written = arguments.last().copied().unwrap_or(NIL);
                    self.put(pc, method, field, base, written);
                }
                _ => self.reflected_call(pc, method, (kind, reached), arguments, result),
            }
        }
    }

    fn reflected_call(
        &mut self,
        pc: u32,
        method: RefId,
        (kind, reached): (u8, RefId),
        arguments: &[Node],
        result: Node,
    ) {
        let program = self.context.program;
        let targets = self.context.calls.of_handle(kind, reached).methods.clone();
        let constructs = kind == NEW_INVOKE_SPECIAL;
        let Some(&first) = targets.first() else {
            self.reflected_source(pc, method, reached, constructs, result);
            return;
        };
        let descriptor = program.names.text(program.reference(reached).descriptor);
        let mut types: Vec<TypeKind> =
            body::parameters(descriptor).map(|text| self.context.rules.kind_of_type(program, text)).collect();
        let on_object = !constructs && !program.method(first).is_static();
        if on_object {
            types.insert(0, self.context.rules.kind(program.reference(reached).owner));
        }
        let mut passed = self.given(pc, method, &types, on_object, arguments);
        if !constructs {
            let result = if body::result(descriptor) == "V" { NIL } else { result };
            self.local.invocations.push(Invocation {
                pc,
                targets,
                arguments: passed,
                result,
                dispatch: Dispatch::Bound,
            });
            return;
        }
        // A loader has the objects in it that it makes.
        let loads = program.class_name(program.reference(method).owner) == "java/util/ServiceLoader";
        let made = if loads { self.node(pc, TypeKind::Application) } else { result };
        passed.insert(0, made);
        self.local.invocations.push(Invocation {
            pc,
            targets,
            arguments: passed,
            result: NIL,
            dispatch: Dispatch::Bound,
        });
        self.object_of(pc, program.reference(reached).owner, made);
        if loads {
            self.into(made, result);
        }
    }

    /// The nodes that parameters of these types get.
    fn given(&mut self, pc: u32, method: RefId, types: &[TypeKind], on_object: bool, arguments: &[Node]) -> Vec<Node> {
        match self.how(method, types.len(), arguments) {
            Given::Each(nodes) => nodes,
            Given::Packed(object, array) => {
                let mut passed: Vec<Node> = on_object.then_some(object).into_iter().collect();
                for &kind in &types[passed.len()..] {
                    passed.push(self.one_of(pc, kind, &[array]));
                }
                passed
            }
            Given::Mixed(nodes) => types.iter().map(|&kind| self.one_of(pc, kind, &nodes)).collect(),
        }
    }

    /// A parameter that gets one of these, or something in one of them.
    fn one_of(&mut self, pc: u32, kind: TypeKind, sources: &[Node]) -> Node {
        let parameter = self.node(pc, kind);
        for &source in sources {
            self.flow(source, parameter);
            self.back(parameter, source);
        }
        parameter
    }

    fn how(&self, method: RefId, wanted: usize, arguments: &[Node]) -> Given {
        let program = self.context.program;
        let member = program.reference(method);
        let at = |nth: usize| arguments.get(nth).copied().unwrap_or(NIL);
        match (program.class_name(member.owner), program.names.text(member.name)) {
            ("java/lang/reflect/Method", _) => Given::Packed(at(1), at(2)),
            ("java/lang/reflect/Constructor", _) => Given::Packed(NIL, at(1)),
            ("java/lang/invoke/MethodHandle", "invoke" | "invokeExact") if arguments.len() == wanted + 1 => {
                Given::Each(arguments[1..].to_vec())
            }
            // Some of them were bound to the handle before.
            ("java/lang/invoke/MethodHandle", _) => Given::Mixed(arguments.to_vec()),
            _ => Given::Mixed(Vec::new()),
        }
    }

    /// A source that is called by reflection gives what it always gives.
    fn reflected_source(&mut self, pc: u32, method: RefId, reached: RefId, constructs: bool, result: Node) {
        let Some(source) = self.context.rules.said(reached).source else { return };
        if result != NIL && (constructs || !matches!(source.to, Slot::Argument(_))) {
            let found = SourceCall::new(pc, method, result, source.file);
            self.local.sources.push(SourceCall { direct: source.direct, via: Some(reached), ..found });
        }
    }
}
