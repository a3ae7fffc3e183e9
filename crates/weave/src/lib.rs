//! Class bytes and a plan in, woven class bytes out.
//!
//! A [`Hook`] makes a place in a method call the runtime ([`RUNTIME`]): before a body or a call, where the runtime
//! may answer in its stead, behind it with the result or the exception, and with values that are read. A weaving
//! without [`Place::Reference`] is legal for a class that is already loaded: no member is added, no signature or access
//! changes, only method bodies do. A method reference becomes a lambda, for which the class gets a private method; it
//! gets the same one whenever it is woven again.
//!
//! What cannot be woven is reported ([`Skipped`]) and left as it was; the rest of the class is woven all the same.
//! The same input gives the same bytes.
//!
//! This crate does no I/O, loads no class and knows no class hierarchy. It does not decide where hooks go, and
//! what the runtime does with them is none of its business.

mod body;
mod call;
mod check;
mod construct;
mod draft;
mod emit;
mod flow;
mod frames;
mod kind;
mod known;
mod length;
mod method;
mod plan;
mod reference;
mod runtime;
mod site;
mod state;
mod subject;
mod types;
mod value;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use retake_bytecode::edit::{ClassFile, Member, Pool};
use retake_bytecode::{access, encode_utf8};

use known::Known;
use method::Class;
use site::Reason;
use subject::Header;
use types::Names;

pub use plan::{ClassPlan, Error, Hook, Place, Skipped, Woven};
pub use runtime::RUNTIME;

/// Weaves the hooks of a plan into a class.
pub fn weave(class: &[u8], plan: &ClassPlan) -> Result<Woven, Error> {
    let mut file = ClassFile::decode(class).map_err(Error::Read)?;
    let class_name = file.name().map_err(Error::Read)?.bytes().to_vec();
    let mut reasons: Vec<Option<Reason>> = vec![Some("the class has no such method".into()); plan.hooks.len()];
    let hooks = reference::write_out(&mut file, &plan.hooks);
    for (reason, hook) in reasons.iter_mut().zip(&hooks) {
        if let Err(why) = hook {
            *reason = Some(why.clone());
        }
    }
    let hooks: Vec<(usize, &Hook)> =
        hooks.iter().enumerate().filter_map(|(which, hook)| Some((which, &**hook.as_ref().ok()?))).collect();
    let mut names = Names::new();
    let name = names.intern(&class_name);
    let casts = |place: &Place| matches!(place, Place::Read { .. } | Place::Check { .. } | Place::Load { .. });
    let reads = plan.hooks.iter().any(|hook| casts(&hook.place));
    let known = if reads { Known::of(&file, &class_name) } else { Known::default() };
    let mut changed = false;
    let ClassFile { pool, methods, major, .. } = &mut file;
    for (method, chosen) in select(methods, pool, &hooks) {
        let member = &mut methods[method];
        let (Ok(method_name), Ok(descriptor)) = (pool.text(member.name), pool.text(member.descriptor)) else {
            continue;
        };
        let (method_name, descriptor) = (method_name.bytes().to_vec(), descriptor.bytes().to_vec());
        let is_static = member.access & access::STATIC != 0;
        let header = Header { major: *major, name: &method_name, descriptor: &descriptor, is_static };
        let hooks: Vec<&Hook> = chosen.iter().map(|(_, hook)| *hook).collect();
        let mut class = Class { name, names: &mut names, known: &known, pool };
        let result = match member.code_mut() {
            None => vec![Some("the method is native or abstract, so it has no body".into()); hooks.len()],
            Some(code) => {
                let (woven, reasons) = method::weave(&mut class, &header, code, &hooks);
                if let Some(woven) = woven {
                    *code = woven;
                    changed = true;
                }
                reasons
            }
        };
        for ((which, _), reason) in chosen.into_iter().zip(result) {
            reasons[which] = reason;
        }
    }
    let skipped = (plan.hooks.iter().zip(reasons))
        .filter_map(|(hook, reason)| Some(Skipped { id: hook.id, reason: reason?.into_owned() }))
        .collect();
    let bytes = if changed { file.encode().map_err(Error::Write)? } else { class.to_vec() };
    Ok(Woven { bytes, skipped })
}

/// Which hooks go into which method, with their indexes in the plan.
fn select<'h>(methods: &[Member], pool: &Pool, hooks: &[(usize, &'h Hook)]) -> BTreeMap<usize, Vec<(usize, &'h Hook)>> {
    type Address<'a> = (Cow<'a, [u8]>, Cow<'a, [u8]>);
    let mut wanted: HashMap<Address<'_>, Vec<(usize, &Hook)>> = HashMap::new();
    for &(which, hook) in hooks {
        wanted.entry((encode_utf8(&hook.method), encode_utf8(&hook.descriptor))).or_default().push((which, hook));
    }
    let mut selected = BTreeMap::new();
    for (index, method) in methods.iter().enumerate() {
        if let (Ok(name), Ok(descriptor)) = (pool.text(method.name), pool.text(method.descriptor))
            && let Some(hooks) = wanted.remove(&(name.bytes().into(), descriptor.bytes().into()))
        {
            selected.insert(index, hooks);
        }
    }
    selected
}
