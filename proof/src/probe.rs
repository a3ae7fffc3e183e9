//! Probes: code that tells which way a method goes.
//!
//! Every place that a decision leads to (the target of a branch or switch, what follows a branch, a handler) tells its
//! number. That is straight code behind a label, so it needs no frames and changes nothing that hooks are counted by.
//!
//! Collections and log lines ask for texts, hashes and equality as they please. What is decided there is what comes of the
//! answer, so these methods tell nothing.

use retake_bytecode::edit::{ClassFile, Code, Insn, Label, Node, Pool};
use retake_bytecode::{Result, opcode as op};
use retake_weave::RUNTIME;

/// Puts probes into a class, numbered on from `next`; tells for each its method.
pub(crate) fn probe(class: &mut ClassFile, next: &mut u32) -> Result<Vec<(u32, String)>> {
    let at = class.pool.method_ref(RUNTIME, "at", "(I)V")?;
    let enter = class.pool.method_ref(RUNTIME, "enter", "()V")?;
    let leave = class.pool.method_ref(RUNTIME, "leave", "()V")?;
    let owner = class.name()?.to_str().into_owned();
    let mut told = Vec::new();
    let ClassFile { pool, methods, .. } = class;
    for method in methods {
        let name = pool.text(method.name)?.to_str().into_owned();
        let descriptor = pool.text(method.descriptor)?.to_str().into_owned();
        let asked = matches!(
            (name.as_str(), descriptor.as_str()),
            ("toString", "()Ljava/lang/String;") | ("hashCode", "()I") | ("equals", "(Ljava/lang/Object;)Z")
        );
        let Some(code) = method.code_mut().filter(|_| !asked) else { continue };
        if name == "<clinit>" {
            set_aside(code, enter, leave);
            continue;
        }
        let targets = targets(code);
        let mut nodes = Vec::with_capacity(code.nodes.len() * 2);
        for node in std::mem::take(&mut code.nodes) {
            let marks = match &node {
                Node::Label(label) => targets.contains(label),
                Node::Insn(insn) => decides(insn),
            };
            nodes.push(node);
            if marks {
                nodes.push(Node::Insn(push(pool, *next)?));
                nodes.push(Node::Insn(Insn::Pool(op::INVOKESTATIC, at)));
                told.push((*next, format!("{owner}.{name}")));
                *next += 1;
            }
        }
        code.nodes = nodes;
        code.max_stack = code.max_stack.saturating_add(1);
    }
    Ok(told)
}

/// What a class initialiser does belongs to no call.
fn set_aside(code: &mut Code, enter: u16, leave: u16) {
    let mut nodes = vec![Node::Insn(Insn::Pool(op::INVOKESTATIC, enter))];
    for node in std::mem::take(&mut code.nodes) {
        if node == Node::Insn(Insn::Op(op::RETURN)) {
            nodes.push(Node::Insn(Insn::Pool(op::INVOKESTATIC, leave)));
        }
        nodes.push(node);
    }
    code.nodes = nodes;
}

/// Whether what follows an instruction is one of several ways to go on.
fn decides(insn: &Insn) -> bool {
    matches!(insn, Insn::Branch(op, _) if !matches!(*op, op::GOTO | op::GOTO_W | op::JSR | op::JSR_W))
}

/// The places that decisions lead to.
fn targets(code: &Code) -> Vec<Label> {
    let mut targets: Vec<Label> = code.handlers.iter().map(|handler| handler.handler).collect();
    for node in &code.nodes {
        match node {
            Node::Insn(insn @ Insn::Branch(_, target)) if decides(insn) => targets.push(*target),
            Node::Insn(Insn::TableSwitch { default, targets: cases, .. }) => {
                targets.push(*default);
                targets.extend(cases);
            }
            Node::Insn(Insn::LookupSwitch { default, pairs }) => {
                targets.push(*default);
                targets.extend(pairs.iter().map(|(_, target)| *target));
            }
            _ => {}
        }
    }
    targets
}

fn push(pool: &mut Pool, number: u32) -> Result<Insn> {
    let index = pool.integer(number as i32)?;
    Ok(Insn::Ldc(if index < 256 { op::LDC } else { op::LDC_W }, index))
}
