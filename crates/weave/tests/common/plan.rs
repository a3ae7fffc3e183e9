//! Plans that hook all there is.

use std::collections::BTreeMap;

use retake_bytecode::edit::{ClassFile, Content, Insn, Node};
use retake_bytecode::{Constant, opcode as op};
use retake_weave::{ClassPlan, Hook, Place};

/// Collects hooks for a class.
struct Planner {
    plan: ClassPlan,
    next: u32,
}

impl Planner {
    fn add(&mut self, method: &str, descriptor: &str, place: Place) {
        self.plan.hooks.push(Hook { id: self.next, method: method.into(), descriptor: descriptor.into(), place });
        self.next += 1;
    }
}

/// Which places of a class are hooked.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum What {
    Bodies,
    Everything,
    References,
}

/// The method that a call site refers to, if it is a lambda or a method reference: the pool index of its name.
fn referred(file: &ClassFile, site: u16) -> Option<u16> {
    let (_, _, row) = file.pool.dynamic(site).unwrap();
    let rows = file.attributes.iter().find_map(|attribute| match &attribute.content {
        Content::BootstrapMethods(rows) => Some(rows),
        _ => None,
    });
    let row = &rows?[usize::from(row)];
    let Some(Constant::MethodHandle { reference, .. }) = file.pool.get(row.handle) else { return None };
    let factory = file.pool.member(reference).unwrap().owner.to_str() == "java/lang/invoke/LambdaMetafactory";
    match file.pool.get(*row.arguments.get(1)?) {
        Some(Constant::MethodHandle { reference, .. }) if factory => Some(reference),
        _ => None,
    }
}

/// A plan for all places of a class; its hooks are numbered from `first`.
pub(crate) fn plan(class: &[u8], what: What, first: u32) -> ClassPlan {
    let file = ClassFile::decode(class).unwrap();
    let mut planner = Planner { plan: ClassPlan::default(), next: first };
    let own = file.name().unwrap().to_str();
    for method in &file.methods {
        let Some(code) = method.code() else { continue };
        let name = file.pool.text(method.name).unwrap().to_str();
        let descriptor = file.pool.text(method.descriptor).unwrap().to_str();
        if what != What::References {
            planner.add(&name, &descriptor, Place::Body);
        }
        if what == What::Bodies {
            continue;
        }
        let mut seen: BTreeMap<(u8, String, String, String), u16> = BTreeMap::new();
        for node in &code.nodes {
            let Node::Insn(insn) = node else { continue };
            let (kind, constant) = match insn {
                Insn::Op(op::IALOAD..=op::SALOAD) => (b'l', 0),
                Insn::Pool(op::GETSTATIC | op::GETFIELD, constant) => (b'r', *constant),
                Insn::Pool(op::INVOKEVIRTUAL..=op::INVOKESTATIC, constant) | Insn::InvokeInterface(constant, _) => {
                    (b'c', *constant)
                }
                Insn::InvokeDynamic(site) => match referred(&file, *site) {
                    Some(reference) => (b'f', reference),
                    None => continue,
                },
                _ => continue,
            };
            if what == What::References && kind != b'f' {
                continue;
            }
            let target = match kind {
                b'l' => Default::default(),
                _ => {
                    let member = file.pool.member(constant).unwrap();
                    let text = |text: retake_bytecode::Utf8<'_>| text.to_str().into_owned();
                    (text(member.owner), text(member.name), text(member.descriptor))
                }
            };
            let (owner, member, signature) = target;
            let count = seen.entry((kind, owner.clone(), member.clone(), signature.clone())).or_default();
            let nth = *count;
            *count += 1;
            let place = match kind {
                b'l' => Place::Load { nth },
                b'f' => Place::Reference { owner, name: member, descriptor: signature, nth },
                // Of its own references every other one, so that there are enough of both.
                b'r' if signature.starts_with(['L', '[']) && *own == owner && planner.next.is_multiple_of(2) => {
                    Place::Check { owner, name: member, descriptor: signature, nth }
                }
                b'r' => Place::Read { owner, name: member, descriptor: signature, nth },
                _ if member == "<init>" => Place::Construct { owner, descriptor: signature, nth },
                _ => Place::Call { owner, name: member, descriptor: signature, nth },
            };
            planner.add(&name, &descriptor, place);
        }
    }
    planner.plan
}
