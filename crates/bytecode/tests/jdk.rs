//! Every class of every JDK on this machine: read, decoded, written, edited and restored.
//!
//! None of the functions under test has a way to copy its input: [`ClassFile::encode`] sees the editable form
//! alone.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod common;

use std::collections::BTreeMap;
use std::sync::Mutex;

use common::{for_each_class, touch};
use retake_bytecode::edit::{ClassFile, Code, Content, Insn, Node};
use retake_bytecode::read::Class;
use retake_bytecode::{ErrorKind, opcode};

/// What was seen, by name, so that a test that saw nothing cannot pass.
#[derive(Default)]
struct Seen(Mutex<BTreeMap<String, u64>>);

impl Seen {
    fn add(&self, what: impl Into<String>, count: u64) {
        *self.0.lock().unwrap().entry(what.into()).or_default() += count;
    }

    fn get(&self, what: &str) -> u64 {
        self.0.lock().unwrap().get(what).copied().unwrap_or(0)
    }

    fn print(&self) {
        for (what, count) in &*self.0.lock().unwrap() {
            println!("{count:>12} {what}");
        }
    }
}

#[test]
fn every_class_is_read_to_its_last_instruction() {
    let seen = Seen::default();
    let classes = for_each_class(|name, bytes| {
        let touched = Class::parse(bytes).and_then(|class| touch(&class));
        let touched = touched.unwrap_or_else(|error| panic!("{name}: {error}"));
        seen.add("instructions", touched.instructions);
        seen.add("attributes", touched.attributes);
        seen.add("attributes that are not known", touched.unknown);
    });
    println!("{classes} classes");
    seen.print();
    assert!(seen.get("instructions") > 1_000_000);
}

#[test]
fn every_class_is_written_as_it_was() {
    let seen = Seen::default();
    let classes = for_each_class(|name, bytes| {
        let class = ClassFile::decode(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = class.encode().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(written == bytes, "{name} is written differently");
        for (attribute, known) in unknown_attributes(&class) {
            assert!(!known, "{name}: {attribute} was not decoded");
            seen.add(format!("unknown attribute {attribute}"), 1);
        }
    });
    println!("{classes} classes");
    seen.print();
}

/// The names of attributes that were kept as bytes, and whether the name is one that should be understood.
fn unknown_attributes(class: &ClassFile) -> Vec<(String, bool)> {
    const MAY_BE_UNKNOWN: [&str; 0] = [];
    let members = class.fields.iter().chain(&class.methods);
    let bodies = class.methods.iter().filter_map(|method| method.code());
    let all = class.attributes.iter();
    let all = all.chain(members.flat_map(|member| &member.attributes)).chain(bodies.flat_map(|code| &code.attributes));
    all.filter(|attribute| matches!(attribute.content, Content::Unknown(_)))
        .map(|attribute| class.pool.text(attribute.name).unwrap().to_str().into_owned())
        .map(|name| (name.clone(), !MAY_BE_UNKNOWN.contains(&name.as_str())))
        .collect()
}

/// What is inserted; it leaves the stack as it was and names a new pool entry.
fn inserted(constant: u16) -> [Node; 3] {
    [
        Node::Insn(Insn::Ldc(opcode::LDC_W, constant)),
        Node::Insn(Insn::Op(opcode::POP)),
        Node::Insn(Insn::Op(opcode::NOP)),
    ]
}

fn is_return(node: &Node) -> bool {
    matches!(node, Node::Insn(Insn::Op(op)) if opcode::is_return(*op))
}

/// Inserts at the entry, before what stands at position 0, and before every return, behind what stands there.
fn insert(code: &mut Code, constant: u16) -> u64 {
    let mut nodes = Vec::with_capacity(code.nodes.len() + 9);
    nodes.extend(inserted(constant));
    let mut count = 1;
    for node in code.nodes.drain(..) {
        if is_return(&node) {
            nodes.extend(inserted(constant));
            count += 1;
        }
        nodes.push(node);
    }
    code.nodes = nodes;
    count
}

/// Takes back what [`insert`] did.
fn remove(code: &mut Code, constant: u16) {
    let first = code.nodes.iter().position(|node| matches!(node, Node::Insn(_))).unwrap();
    assert_eq!(code.nodes[first..first + 3], inserted(constant));
    code.nodes.drain(first..first + 3);
    let mut at = 0;
    while at < code.nodes.len() {
        if is_return(&code.nodes[at]) {
            assert_eq!(code.nodes[at - 3..at], inserted(constant));
            code.nodes.drain(at - 3..at);
            at -= 3;
        }
        at += 1;
    }
}

#[test]
fn what_was_inserted_can_be_removed_without_a_trace() {
    let seen = Seen::default();
    let classes = for_each_class(|name, bytes| {
        let mut class = ClassFile::decode(bytes).unwrap();
        let count = class.pool.count();
        let mut add = || {
            class.pool.method_ref("no/such/Clazz\0", "method\u{1f600}", "()V")?;
            class.pool.long(0x1234_5678_9abc_def0)?;
            class.pool.string("a text that no class has")
        };
        let constant = match add() {
            Ok(constant) => constant,
            Err(error) => {
                assert_eq!(*error.kind(), ErrorKind::PoolFull, "{name}");
                return seen.add("classes with a full pool", 1);
            }
        };
        let mut places = 0;
        for code in class.methods.iter_mut().filter_map(|method| method.code_mut()) {
            places += insert(code, constant);
        }
        let longer = match class.encode() {
            Ok(longer) => longer,
            Err(error) => {
                let expected = matches!(error.kind(), ErrorKind::CodeSize(_) | ErrorKind::BranchTooFar { .. });
                assert!(expected && error.method().is_some(), "{name}: {error}");
                return seen.add("classes with a method that cannot grow", 1);
            }
        };
        Class::parse(&longer).and_then(|class| touch(&class)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut class = ClassFile::decode(&longer).unwrap_or_else(|error| panic!("{name}: {error}"));
        for code in class.methods.iter_mut().filter_map(|method| method.code_mut()) {
            remove(code, constant);
        }
        class.pool.truncate(count);
        assert!(class.encode().unwrap() == bytes, "{name} was not restored");
        seen.add("classes restored", 1);
        seen.add("places", places);
    });
    println!("{classes} classes");
    seen.print();
    assert!(seen.get("classes restored") * 100 > classes * 99);
}
