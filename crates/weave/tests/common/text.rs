//! Method bodies as text, in both directions, so that a test can say what goes in and what comes out.
//!
//! One thing per line: `L1:` is a position, `frame [locals] [stack]` stands behind the position it describes,
//! `catch L1 L2 L3 type` is a row of the exception table, everything else is an instruction.

use std::collections::HashMap;
use std::fmt::Write;

use retake_bytecode::edit::{
    Attribute, ClassFile, Code, Content, Frame, FrameKind, Handler, Insn, Label, Member, Node, Pool, VerificationType,
};
use retake_bytecode::{Constant, access, opcode as op};

/// A class `t/T`, a subclass of `t/S`, with one method.
pub(crate) fn class(major: u16, flags: u16, name: &str, descriptor: &str, body: &str) -> Vec<u8> {
    let mut pool = Pool::new();
    let this_class = pool.class("t/T").unwrap();
    let super_class = pool.class("t/S").unwrap();
    let (name, descriptor) = (pool.utf8(name).unwrap(), pool.utf8(descriptor).unwrap());
    let code = Content::Code(parse(body, &mut pool));
    let code = Attribute::new(&mut pool, code).unwrap();
    let method = Member { access: flags, name, descriptor, attributes: vec![code] };
    let (access, interfaces, fields) = (access::PUBLIC | access::SUPER, Vec::new(), Vec::new());
    let (minor, methods, attributes) = (0, vec![method], Vec::new());
    let file =
        ClassFile { minor, major, pool, access, this_class, super_class, interfaces, fields, methods, attributes };
    file.encode().unwrap()
}

/// Labels by the names they have in a text.
#[derive(Default)]
struct Labels(HashMap<String, Label>);

impl Labels {
    fn get(&mut self, name: &str) -> Label {
        let next = Label(self.0.len() as u32);
        *self.0.entry(name.to_string()).or_insert(next)
    }
}

fn parse(body: &str, pool: &mut Pool) -> Code {
    let mut labels = Labels::default();
    let (mut nodes, mut handlers, mut frames) = (Vec::new(), Vec::new(), Vec::new());
    let (mut max_stack, mut max_locals) = (10, 10);
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["max", stack, locals] => (max_stack, max_locals) = (stack.parse().unwrap(), locals.parse().unwrap()),
            [name] if name.ends_with(':') => nodes.push(Node::Label(labels.get(name.trim_end_matches(':')))),
            ["catch", start, end, handler, caught] => handlers.push(Handler {
                start: labels.get(start),
                end: labels.get(end),
                handler: labels.get(handler),
                catch: if caught == "any" { 0 } else { pool.class(caught).unwrap() },
            }),
            ["frame", ..] => {
                let Some(Node::Label(at)) = nodes.last() else { panic!("no position before {line}") };
                let (locals, stack) = line[6..].split_once("] [").unwrap();
                let mut types = |list: &str| -> Vec<VerificationType> {
                    let list = list.trim_matches(['[', ']']).split_whitespace();
                    list.map(|name| verification_type(name, &mut labels, pool)).collect()
                };
                let kind = FrameKind::Full { locals: types(locals), stack: types(stack) };
                frames.push(Frame { at: *at, kind });
            }
            _ => nodes.push(Node::Insn(instruction(&words, &mut labels, pool))),
        }
    }
    let mut attributes = Vec::new();
    if !frames.is_empty() {
        attributes.push(Attribute::new(pool, Content::StackMapTable(frames)).unwrap());
    }
    Code { max_stack, max_locals, nodes, handlers, attributes, labels: labels.0.len() as u32 }
}

fn verification_type(name: &str, labels: &mut Labels, pool: &mut Pool) -> VerificationType {
    match name {
        "top" => VerificationType::Top,
        "int" => VerificationType::Integer,
        "float" => VerificationType::Float,
        "long" => VerificationType::Long,
        "double" => VerificationType::Double,
        "null" => VerificationType::Null,
        "this?" => VerificationType::UninitializedThis,
        _ => match name.strip_prefix("new@") {
            Some(label) => VerificationType::Uninitialized(labels.get(label)),
            None => VerificationType::Object(pool.class(name).unwrap()),
        },
    }
}

fn instruction(words: &[&str], labels: &mut Labels, pool: &mut Pool) -> Insn {
    let code = (0..=201).find(|code| op::name(*code) == words[0]).unwrap_or_else(|| panic!("no opcode {words:?}"));
    let operand = words.get(1).copied().unwrap_or_default();
    let member = || {
        let (owner, rest) = operand.split_once('.').unwrap();
        let split = rest.find(['(', ':']).unwrap();
        (owner, &rest[..split], rest[split..].trim_start_matches(':'))
    };
    match code {
        op::BIPUSH | op::SIPUSH => Insn::Push(code, operand.parse().unwrap()),
        op::LDC => Insn::Ldc(code, pool.integer(operand.parse().unwrap()).unwrap()),
        op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET => {
            Insn::Local { op: code, index: operand.parse().unwrap(), wide: false }
        }
        op::IFEQ..=op::JSR | op::IFNULL | op::IFNONNULL => Insn::Branch(code, labels.get(operand)),
        op::GETSTATIC..=op::PUTFIELD => {
            let (owner, name, descriptor) = member();
            Insn::Pool(code, pool.field_ref(owner, name, descriptor).unwrap())
        }
        op::INVOKEVIRTUAL..=op::INVOKESTATIC => {
            let (owner, name, descriptor) = member();
            Insn::Pool(code, pool.method_ref(owner, name, descriptor).unwrap())
        }
        op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => Insn::Pool(code, pool.class(operand).unwrap()),
        _ => Insn::Op(code),
    }
}

/// The one body of a class as text. Positions that nothing names are left out, the others are numbered in the
/// order they stand.
pub(crate) fn render(class: &[u8]) -> String {
    let file = ClassFile::decode(class).unwrap();
    let code = file.methods[0].code().unwrap();
    let pool = &file.pool;
    let frames: HashMap<Label, String> = (code.frames().into_iter().flatten())
        .map(|frame| (frame.at, frame_kind(&frame.kind, &code.nodes, pool)))
        .collect();
    let numbers = numbers(&code.nodes);
    let name = |label: &Label| format!("L{}", numbers[label]);
    let mut out = String::new();
    for node in &code.nodes {
        match node {
            Node::Label(label) => {
                writeln!(out, "{}:", name(label)).unwrap();
                if let Some(frame) = frames.get(label) {
                    writeln!(out, "  frame {frame}").unwrap();
                }
            }
            Node::Insn(insn) => writeln!(out, "  {}", show(insn, pool, name)).unwrap(),
        }
    }
    for row in &code.handlers {
        let caught = if row.catch == 0 { "any".into() } else { pool.class_name(row.catch).unwrap().to_string() };
        writeln!(out, "  catch {} {} {} {caught}", name(&row.start), name(&row.end), name(&row.handler)).unwrap();
    }
    writeln!(out, "  max {} {}", code.max_stack, code.max_locals).unwrap();
    out
}

fn numbers(nodes: &[Node]) -> HashMap<Label, usize> {
    let labels = nodes.iter().filter_map(|node| if let Node::Label(label) = node { Some(*label) } else { None });
    labels.enumerate().map(|(number, label)| (label, number)).collect()
}

fn frame_kind(kind: &FrameKind, nodes: &[Node], pool: &Pool) -> String {
    let numbers = numbers(nodes);
    let list = |types: &[VerificationType]| {
        let show = |item: &VerificationType| match item {
            VerificationType::Top => "top".into(),
            VerificationType::Integer => "int".into(),
            VerificationType::Float => "float".into(),
            VerificationType::Long => "long".into(),
            VerificationType::Double => "double".into(),
            VerificationType::Null => "null".into(),
            VerificationType::UninitializedThis => "this?".into(),
            VerificationType::Object(class) => pool.class_name(*class).unwrap().to_string(),
            VerificationType::Uninitialized(label) => format!("new@L{}", numbers[label]),
        };
        types.iter().map(show).collect::<Vec<_>>().join(" ")
    };
    match kind {
        FrameKind::Same { .. } => "same".into(),
        FrameKind::SameLocals1 { stack, .. } => format!("same [{}]", list(std::slice::from_ref(stack))),
        FrameKind::Chop(count) => format!("chop {count}"),
        FrameKind::Append(added) => format!("append [{}]", list(added)),
        FrameKind::Full { locals, stack } => format!("[{}] [{}]", list(locals), list(stack)),
    }
}

fn show(insn: &Insn, pool: &Pool, name: impl Fn(&Label) -> String) -> String {
    let code = op::name(insn.op());
    match insn {
        Insn::Push(_, value) => format!("{code} {value}"),
        Insn::Ldc(_, index) => match pool.get(*index) {
            Some(Constant::Integer(value)) => format!("{code} {value}"),
            Some(Constant::Class(_)) => format!("{code} class {}", pool.class_name(*index).unwrap()),
            Some(Constant::String(_)) => format!("{code} \"{}\"", pool.string_text(*index).unwrap()),
            other => format!("{code} {other:?}"),
        },
        Insn::Local { index, .. } => format!("{code} {index}"),
        Insn::Branch(_, target) => format!("{code} {}", name(target)),
        Insn::Pool(..) | Insn::InvokeInterface(..) => {
            let (Insn::Pool(_, index) | Insn::InvokeInterface(index, _)) = insn else { unreachable!() };
            match (pool.member(*index), pool.class_name(*index)) {
                (Ok(member), _) => {
                    let colon = if member.descriptor.bytes().starts_with(b"(") { "" } else { ":" };
                    format!("{code} {}.{}{colon}{}", member.owner, member.name, member.descriptor)
                }
                (_, Ok(class)) => format!("{code} {class}"),
                _ => format!("{code} ?"),
            }
        }
        _ => code.into(),
    }
}
