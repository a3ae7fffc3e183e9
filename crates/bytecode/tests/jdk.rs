//! Every class of every JDK on this machine: read, decoded, written, edited and restored.
//!
//! None of the functions under test has a way to copy its input: [`ClassFile::encode`] sees the editable form
//! alone.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod common;

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use common::{for_each_class, touch};
use retake_bytecode::edit::{Attribute, ClassFile, Code, Content, Insn, Label, Node};
use retake_bytecode::read::{self, Class};
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
        let unknown = unknown_attributes(&class);
        assert!(unknown.is_empty(), "{name}: {unknown:?} kept as bytes");
        seen.add("attributes", count_attributes(&class));
    });
    println!("{classes} classes");
    seen.print();
}

fn all_attributes(class: &ClassFile) -> impl Iterator<Item = &Attribute> {
    let members = class.fields.iter().chain(&class.methods).flat_map(|member| &member.attributes);
    let bodies = class.methods.iter().filter_map(|method| method.code()).flat_map(|code| &code.attributes);
    class.attributes.iter().chain(members).chain(bodies)
}

fn count_attributes(class: &ClassFile) -> u64 {
    all_attributes(class).count() as u64
}

/// The names of attributes that were kept as bytes. No JDK has any.
fn unknown_attributes(class: &ClassFile) -> Vec<String> {
    let unknown = all_attributes(class).filter(|attribute| matches!(attribute.content, Content::Unknown(_)));
    unknown.map(|attribute| class.pool.text(attribute.name).unwrap().to_string()).collect()
}

/// The two views are written independently of each other, so where they agree neither is likely to be wrong.
#[test]
fn both_views_say_the_same() {
    let seen = Seen::default();
    for_each_class(|name, bytes| {
        let lazy = Class::parse(bytes).unwrap();
        let class = ClassFile::decode(bytes).unwrap();
        assert_eq!(lazy.methods().count(), class.methods.len(), "{name}");
        for (lazy_method, method) in lazy.methods().zip(&class.methods) {
            assert_eq!(lazy_method.name().unwrap(), class.pool.text(method.name).unwrap());
            let Some(lazy_code) = lazy_method.code().unwrap() else {
                assert!(method.code().is_none());
                continue;
            };
            let code = method.code().unwrap();
            let places = places(code);
            let place = |label: Label| places[&label];
            let mut steps = lazy_code.instructions().map(|step| step.unwrap());
            let (mut pc, mut instructions) = (0, 0);
            for insn in code.nodes.iter().filter_map(|node| if let Node::Insn(insn) = node { Some(insn) } else { None })
            {
                let (lazy_pc, lazy_insn) = steps.next().unwrap();
                assert_eq!(lazy_pc as usize, pc, "{name}");
                agree(insn, lazy_insn, place);
                pc += insn.size(pc);
                instructions += 1;
            }
            seen.add("instructions", instructions);
            assert!(steps.next().is_none());
            for (lazy_row, row) in lazy_code.handlers.zip(&code.handlers) {
                let lazy_row = lazy_row.unwrap();
                let expected = [row.start, row.end, row.handler].map(|label| place(label) as u16);
                assert_eq!([lazy_row.start, lazy_row.end, lazy_row.handler], expected, "{name}");
            }
            let lines = code.attributes.iter().filter_map(|attribute| match &attribute.content {
                Content::LineNumberTable(rows) => Some(rows),
                _ => None,
            });
            let lines: Vec<_> = lines.flatten().map(|row| (place(row.at) as u16, row.line)).collect();
            let lazy_lines: Vec<_> =
                lazy_code.line_numbers().map(|row| row.unwrap()).map(|row| (row.pc, row.line)).collect();
            assert_eq!(lines, lazy_lines, "{name}");
            let frames: Vec<_> = code.frames().into_iter().flatten().map(|frame| place(frame.at)).collect();
            let lazy_frames: Vec<_> =
                match lazy_code.attributes.named("StackMapTable").map(|found| found.content().unwrap()) {
                    Some(read::Content::StackMapTable(frames)) => frames.map(|frame| frame.unwrap().pc).collect(),
                    _ => vec![],
                };
            assert_eq!(frames, lazy_frames, "{name}");
            seen.add("frames", frames.len() as u64);
        }
    });
    seen.print();
    assert!(seen.get("frames") > 100_000);
}

/// Where the labels of a body stand.
fn places(code: &Code) -> HashMap<Label, u32> {
    let (mut places, mut pc) = (HashMap::new(), 0);
    for node in &code.nodes {
        match node {
            Node::Label(label) => assert_eq!(places.insert(*label, pc as u32), None),
            Node::Insn(insn) => pc += insn.size(pc),
        }
    }
    places
}

/// Checks that an instruction is the same in both views.
fn agree(insn: &Insn, lazy: read::Insn<'_>, place: impl Fn(Label) -> u32) {
    match (insn, lazy) {
        (Insn::Branch(op, label), read::Insn::Branch { op: lazy_op, target }) => {
            assert_eq!((*op, place(*label)), (lazy_op, target));
        }
        (Insn::TableSwitch { default, low, targets }, read::Insn::Switch(switch)) => {
            assert_eq!(place(*default), switch.default);
            let cases = (*low..).zip(targets).map(|(key, label)| (key, place(*label)));
            assert!(cases.eq(switch.cases()));
        }
        (Insn::LookupSwitch { default, pairs }, read::Insn::Switch(switch)) => {
            assert_eq!(place(*default), switch.default);
            assert!(pairs.iter().map(|(key, label)| (*key, place(*label))).eq(switch.cases()));
        }
        (Insn::Pool(op, index), read::Insn::Field { op: lazy_op, index: lazy_index })
        | (Insn::Pool(op, index), read::Insn::Invoke { op: lazy_op, index: lazy_index })
        | (Insn::Pool(op, index), read::Insn::Type { op: lazy_op, index: lazy_index }) => {
            assert_eq!((*op, *index), (lazy_op, lazy_index));
        }
        (Insn::InvokeInterface(index, _), read::Insn::Invoke { op: opcode::INVOKEINTERFACE, index: lazy }) => {
            assert_eq!(*index, lazy);
        }
        (Insn::InvokeDynamic(index), read::Insn::InvokeDynamic(lazy)) => assert_eq!(*index, lazy),
        (Insn::MultiANewArray(index, count), read::Insn::MultiANewArray { dimensions, index: lazy }) => {
            assert_eq!((*index, *count), (lazy, dimensions));
        }
        (Insn::Ldc(_, index), read::Insn::Ldc(lazy)) => assert_eq!(*index, lazy),
        (Insn::Push(_, value), read::Insn::Push(lazy)) => assert_eq!(*value, lazy),
        (Insn::NewArray(kind), read::Insn::NewArray(lazy)) => assert_eq!(*kind, lazy),
        (Insn::Iinc { index, delta, .. }, read::Insn::Iinc { index: lazy_index, delta: lazy_delta }) => {
            assert_eq!((*index, i32::from(*delta)), (lazy_index, lazy_delta));
        }
        (Insn::Local { op, index, .. }, read::Insn::Local { op: lazy_op, index: lazy_index }) => {
            assert_eq!((*op, *index), (lazy_op, lazy_index));
        }
        (Insn::Op(op), read::Insn::Local { op: lazy_op, index }) => {
            // A short form with the local in its name, as in `iload_0`.
            let name = format!("{}_{index}", opcode::name(lazy_op));
            assert_eq!(opcode::name(*op), name);
        }
        (Insn::Op(op), read::Insn::Push(value)) => {
            assert_eq!(opcode::name(*op), format!("iconst_{}", value.to_string().replace('-', "m")));
        }
        (Insn::Op(op), read::Insn::Op(lazy)) => assert_eq!(*op, lazy),
        (insn, lazy) => panic!("{insn:?} and {lazy:?}"),
    }
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
