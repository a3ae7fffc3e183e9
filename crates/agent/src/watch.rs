//! What a diagnosis watches: in the application's classes, every call of a method that is not the application's and gives
//! something back.

use std::collections::HashMap;

use retake_bytecode::opcode;
use retake_bytecode::read::{Class, Insn};

/// A call to watch.
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) descriptor: String,
    pub(crate) owner: String,
    pub(crate) name: String,
    pub(crate) called: String,
    pub(crate) nth: u16,
    pub(crate) line: Option<u16>,
}

/// What is called all the time and depends on nothing but what it is given.
const PURE: &[&str] = &[
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Math",
];

/// The calls to watch in a class.
pub(crate) fn calls(bytes: &[u8], is_application: impl Fn(&str) -> bool) -> Vec<Call> {
    let mut calls = Vec::new();
    let Ok(class) = Class::parse(bytes) else { return calls };
    for method in class.methods() {
        let (Ok(holder), Ok(descriptor), Ok(Some(code))) = (method.name(), method.descriptor(), method.code()) else {
            continue;
        };
        let mut seen: HashMap<(String, String, String), u16> = HashMap::new();
        for (pc, insn) in code.instructions().filter_map(Result::ok) {
            let Insn::Invoke { op, index } = insn else { continue };
            let Ok(member) = class.pool().member_ref(index) else { continue };
            let target = (
                member.owner.to_str().into_owned(),
                member.name.to_str().into_owned(),
                member.descriptor.to_str().into_owned(),
            );
            if target.1 == "<init>" {
                continue;
            }
            // Every call counts, whether it is watched or not.
            let nth = seen.entry(target.clone()).or_insert(0);
            let (owner, name, called) = target;
            // These look at the locale, or the character set, of the process.
            let local = matches!(name.as_str(), "toUpperCase" | "toLowerCase" | "format" | "getBytes");
            let pure = PURE.contains(&owner.as_str()) && !local || owner.starts_with('[');
            let watched = !pure && op != opcode::INVOKESPECIAL && !called.ends_with(")V") && !is_application(&owner);
            if watched {
                let (method, descriptor) = (holder.to_str().into_owned(), descriptor.to_str().into_owned());
                calls.push(Call { method, descriptor, owner, name, called, nth: *nth, line: code.line_at(pc) });
            }
            *nth = nth.saturating_add(1);
        }
    }
    calls
}
