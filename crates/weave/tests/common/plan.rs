//! Plans that hook all there is.

use std::collections::BTreeMap;

use retake_bytecode::edit::{ClassFile, Insn, Node};
use retake_bytecode::opcode as op;
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
        planner.add(&name, &descriptor, Place::Body);
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
                _ => continue,
            };
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
