//! Puts the environment of a run in place of the real one: calls of the clock, of chance and of the host become calls
//! of the class `proof.Env`, whose methods say by their names what they replace.

use std::collections::BTreeMap;

use retake_bytecode::edit::{ClassFile, Code, Content, Insn, Node, Pool};
use retake_bytecode::{Constant, Result, handle, opcode as op};

/// The class that answers.
const ENVIRONMENT: &str = "proof/Env";

/// What is replaced: owner, name and descriptor, to name and descriptor in the environment's class.
#[derive(Debug, Default)]
pub(crate) struct Substitutes {
    calls: BTreeMap<(String, String, String), (String, String)>,
}

impl Substitutes {
    /// Reads what the environment's class offers.
    pub(crate) fn read(class: &[u8]) -> Result<Self> {
        let class = ClassFile::decode(class)?;
        let mut calls = BTreeMap::new();
        for method in &class.methods {
            let name = class.pool.text(method.name)?.to_str().into_owned();
            let descriptor = class.pool.text(method.descriptor)?.to_str().into_owned();
            let Some((owner, replaced)) = name.split_once('$') else { continue };
            let owner = owner.replace('_', "/");
            if replaced == "new" {
                let made = format!("{}V", &descriptor[..=descriptor.find(')').unwrap_or(0)]);
                calls.insert((owner, "<init>".to_string(), made), (name.clone(), descriptor));
                continue;
            }
            // A method of an object takes the object first; a static one has no such argument to take away.
            let first = format!("(L{owner};");
            if let Some(rest) = descriptor.strip_prefix(&first) {
                calls.insert(
                    (owner.clone(), replaced.to_string(), format!("({rest}")),
                    (name.clone(), descriptor.clone()),
                );
            }
            calls.insert((owner, replaced.to_string(), descriptor.clone()), (name, descriptor));
        }
        Ok(Substitutes { calls })
    }

    fn of(&self, pool: &Pool, index: u16) -> Result<Option<(String, String)>> {
        let member = pool.member(index)?;
        let text = |part: retake_bytecode::Utf8<'_>| part.to_str().into_owned();
        Ok(self.calls.get(&(text(member.owner), text(member.name), text(member.descriptor))).cloned())
    }

    /// Puts the environment into a class.
    pub(crate) fn apply(&self, class: &mut ClassFile) -> Result<()> {
        self.handles(class)?;
        let ClassFile { pool, methods, .. } = class;
        for method in methods {
            if let Some(code) = method.code_mut() {
                self.code(pool, code)?;
            }
        }
        Ok(())
    }

    fn code(&self, pool: &mut Pool, code: &mut Code) -> Result<()> {
        let mut nodes = Vec::with_capacity(code.nodes.len());
        for node in std::mem::take(&mut code.nodes) {
            let index = match node {
                Node::Insn(
                    Insn::Pool(op::INVOKESTATIC | op::INVOKEVIRTUAL | op::INVOKESPECIAL, index)
                    | Insn::InvokeInterface(index, _),
                ) => index,
                _ => {
                    nodes.push(node);
                    continue;
                }
            };
            let Some((name, descriptor)) = self.of(pool, index)? else {
                nodes.push(node);
                continue;
            };
            let replacement = pool.method_ref(ENVIRONMENT, &name, &descriptor)?;
            nodes.push(Node::Insn(Insn::Pool(op::INVOKESTATIC, replacement)));
            // An object that was begun is complete only with a constructor: it gets the same content instead.
            let owner = pool.member(index)?.owner.to_str().into_owned();
            if name.ends_with("$new")
                && let Some((taken, convert)) = construction(&owner)
            {
                let content = pool.method_ref(ENVIRONMENT, convert, &format!("(L{owner};){taken}"))?;
                let constructor = pool.method_ref(&owner, "<init>", &format!("({taken})V"))?;
                nodes.push(Node::Insn(Insn::Pool(op::INVOKESTATIC, content)));
                nodes.push(Node::Insn(Insn::Pool(op::INVOKESPECIAL, constructor)));
            }
        }
        code.nodes = nodes;
        code.max_stack = code.max_stack.saturating_add(2);
        Ok(())
    }

    /// Method references name their target in a handle.
    fn handles(&self, class: &mut ClassFile) -> Result<()> {
        let ClassFile { pool, attributes, .. } = class;
        for attribute in attributes {
            let Content::BootstrapMethods(rows) = &mut attribute.content else { continue };
            for argument in rows.iter_mut().flat_map(|row| &mut row.arguments) {
                let Some(Constant::MethodHandle { reference, .. }) = pool.get(*argument) else { continue };
                if let Some((name, descriptor)) = self.of(pool, reference)? {
                    let reference = pool.method_ref(ENVIRONMENT, &name, &descriptor)?;
                    *argument = pool.add(Constant::MethodHandle { kind: handle::INVOKE_STATIC, reference })?;
                }
            }
        }
        Ok(())
    }
}

/// The type that says what is in an object of a class, and the environment's method that tells it of one.
fn construction(owner: &str) -> Option<(&'static str, &'static str)> {
    match owner {
        "java/util/Date" => Some(("J", "timeOf")),
        "java/util/Random" => Some(("J", "seedOf")),
        _ => None,
    }
}
