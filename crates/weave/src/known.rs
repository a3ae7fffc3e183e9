//! The types that a class may surely name in a `checkcast`.
//!
//! A class can read a value whose type it has no access to: a public field of a package-private type, or of a
//! type its loader does not see. A cast to that type would fail where the read did not, and reads are cast even
//! while nothing is recorded. Types that the class uses itself are safe, and so are those of its own package, of
//! its own members and of the Java platform. That a frame mentions a type says nothing: frames are not checked
//! for access.

use std::collections::HashSet;

use retake_bytecode::edit::{ClassFile, Insn};
use retake_bytecode::{Constant, opcode as op};

use crate::flow::instructions;

/// What a class is known to have access to.
#[derive(Default)]
pub(crate) struct Known {
    package: Vec<u8>,
    classes: HashSet<Vec<u8>>,
}

impl Known {
    pub(crate) fn of(file: &ClassFile, class: &[u8]) -> Self {
        let mut known = Known { package: package(class).to_vec(), classes: HashSet::new() };
        let pool = &file.pool;
        let mut indexes = vec![file.super_class];
        indexes.extend(&file.interfaces);
        for (_, constant) in pool.iter() {
            if let Constant::FieldRef { class, .. }
            | Constant::MethodRef { class, .. }
            | Constant::InterfaceMethodRef { class, .. } = constant
            {
                indexes.push(class);
            }
        }
        for code in file.methods.iter().filter_map(|method| method.code()) {
            indexes.extend(code.handlers.iter().map(|row| row.catch));
            indexes.extend(instructions(&code.nodes).filter_map(|(_, insn)| match insn {
                Insn::Pool(op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF, class)
                | Insn::MultiANewArray(class, _)
                | Insn::Ldc(_, class) => Some(*class),
                _ => None,
            }));
        }
        for name in indexes.into_iter().filter_map(|index| pool.class_name(index).ok()) {
            known.classes.insert(innermost(name.bytes()).to_vec());
        }
        for member in file.fields.iter().chain(&file.methods) {
            let descriptor = pool.text(member.descriptor).map_or(&[][..], |text| text.bytes());
            // Every class in a descriptor, of a field or of a method, stands between `L` and `;`.
            for part in descriptor.split(|byte| *byte == b';') {
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
        is_primitive_array(name)
            || class.starts_with(b"java/")
            || package(class) == self.package
            || self.classes.contains(class)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(innermost(b"[[La/B;"), b"a/B");
        assert_eq!(innermost(b"a/B"), b"a/B");
        assert_eq!(innermost(b"Long"), b"Long");
        assert_eq!(package(b"a/b/C"), b"a/b");
        assert_eq!(package(b"C"), b"");
        assert!(is_primitive_array(b"[[I"));
        assert!(!is_primitive_array(b"[La/B;"));
    }

    #[test]
    fn only_what_is_surely_accessible_is_cast_to() {
        let known = Known { package: b"a".to_vec(), classes: HashSet::from([b"other/Used".to_vec()]) };
        for name in ["a/B", "[La/B;", "other/Used", "[[Lother/Used;", "java/util/List", "[J"] {
            assert!(known.may_cast_to(name.as_bytes()), "{name}");
        }
        for name in ["other/Unused", "[Lother/Unused;", "a/b/C", "C"] {
            assert!(!known.may_cast_to(name.as_bytes()), "{name}");
        }
    }
}
