//! The types that a class may surely name in a `checkcast`.
//!
//! A class can read a value whose type it has no access to: a public field of a package-private type, or a type
//! its loader does not see. A cast to that type would fail where the read did not. Types that the class uses
//! itself are safe, and so are those of its own package and of its own members.

use std::collections::HashSet;

use retake_bytecode::Constant;
use retake_bytecode::edit::{ClassFile, Pool};

/// What a class is known to have access to.
pub(crate) struct Known {
    package: Vec<u8>,
    classes: HashSet<Vec<u8>>,
}

impl Known {
    pub(crate) fn of(file: &ClassFile, class: &[u8]) -> Self {
        let mut known = Known { package: package(class).to_vec(), classes: HashSet::new() };
        let pool: &Pool = &file.pool;
        for (_, constant) in pool.iter() {
            if let Constant::Class(name) = constant
                && let Ok(name) = pool.text(name)
            {
                known.classes.insert(innermost(name.bytes()).to_vec());
            }
        }
        let members = file.fields.iter().map(|field| field.descriptor).chain(file.methods.iter().map(|m| m.descriptor));
        for descriptor in members.filter_map(|index| pool.text(index).ok()) {
            // Every class in a descriptor, of a field or of a method, stands between `L` and `;`.
            for part in descriptor.bytes().split(|byte| *byte == b';') {
                let skipped = part.iter().take_while(|byte| **byte != b'L').count();
                if let Some(name) = part.get(skipped + 1..) {
                    known.classes.insert(name.to_vec());
                }
            }
        }
        known
    }

    pub(crate) fn may_cast_to(&self, name: &[u8]) -> bool {
        let class = innermost(name);
        is_primitive_array(name) || package(class) == self.package || self.classes.contains(class)
    }
}

/// The class at the bottom of an array type, or the name itself.
fn innermost(name: &[u8]) -> &[u8] {
    let dimensions = name.iter().take_while(|byte| **byte == b'[').count();
    match &name[dimensions..] {
        [b'L', class @ .., b';'] if dimensions > 0 => class,
        other => other,
    }
}

fn is_primitive_array(name: &[u8]) -> bool {
    name.starts_with(b"[") && !name.ends_with(b";")
}

fn package(class: &[u8]) -> &[u8] {
    let end = class.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    &class[..end]
}
