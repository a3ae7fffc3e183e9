//! How many bytes code takes, and whether its branches reach: known before anything is written.

use std::collections::HashMap;

use retake_bytecode::edit::{Insn, Label, Node};
use retake_bytecode::opcode as op;

use crate::flow::targets;

/// The length of the code; `None` if a 16-bit branch does not reach its target.
pub(crate) fn measure(nodes: &[Node]) -> Option<usize> {
    let mut at = 0;
    let mut labels: HashMap<Label, usize> = HashMap::new();
    let mut branches: Vec<(usize, Label)> = Vec::new();
    for node in nodes {
        match node {
            Node::Label(label) => {
                labels.insert(*label, at);
            }
            Node::Insn(insn) => {
                if let Insn::Branch(code, _) = insn
                    && !matches!(*code, op::GOTO_W | op::JSR_W)
                {
                    branches.extend(targets(insn).into_iter().map(|target| (at, target)));
                }
                at += insn.size(at);
            }
        }
    }
    let reaches = |(from, label): &(usize, Label)| {
        labels.get(label).is_some_and(|to| i16::try_from(*to as i64 - *from as i64).is_ok())
    };
    branches.iter().all(reaches).then_some(at)
}
