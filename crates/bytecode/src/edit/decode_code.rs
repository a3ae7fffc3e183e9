//! Method bodies from bytes.
//!
//! Labels exist only where something names them, so before an instruction can be listed everything behind it in
//! the file must have been seen: first the starts of instructions and the targets of branches are marked, then
//! the tables are decoded, which names more positions, and last the instructions are listed.

use super::attribute::CODE;
use super::code::{Code, Handler, Node};
use super::codec::{Codec, Decoder, codec};
use super::insn;
use crate::{Error, Result};

codec!(Handler { start, end, handler, catch });

impl Decoder<'_, '_> {
    pub(super) fn code(&mut self) -> Result<Code> {
        let max_stack = self.c.u16()?;
        let max_locals = self.c.u16()?;
        let length = self.c.u32()?;
        if length == 0 || length > 65535 {
            return Err(self.c.malformed("a body has 1 to 65535 bytes"));
        }
        let offset = self.c.offset();
        let code = self.c.take(length as usize)?;
        let instructions = self.mark(code, offset)?;
        let handlers = Codec::decode(self)?;
        let attributes = self.attributes(CODE)?;
        let mut nodes = Vec::with_capacity(instructions + self.labels.count() as usize);
        let mut pc = 0;
        while pc < code.len() {
            if let Some(label) = self.labels.at(pc) {
                nodes.push(Node::Label(label));
            }
            let listed = insn::length_at(code, pc).and_then(|length| {
                insn::list(code, pc, length, &mut self.labels, &mut nodes)?;
                Ok(length)
            });
            let length = listed.map_err(|kind| Error::at(kind, offset + pc))?;
            pc += length;
        }
        nodes.extend(self.labels.at(pc).map(Node::Label));
        let labels = self.labels.count();
        self.labels.end();
        Ok(Code { max_stack, max_locals, nodes, handlers, attributes, labels })
    }

    /// Marks where instructions start and gives labels to the targets of branches. Tells the number of
    /// instructions.
    fn mark(&mut self, code: &[u8], offset: usize) -> Result<usize> {
        self.labels.begin(code.len());
        let mut targets = std::mem::take(&mut self.targets);
        targets.clear();
        let (mut pc, mut count) = (0, 0);
        while pc < code.len() {
            let length = insn::length_at(code, pc).map_err(|kind| Error::at(kind, offset + pc))?;
            self.labels.start(pc);
            if insn::branches(code[pc]) {
                insn::targets(code, pc, length, |target| targets.push(target));
            }
            pc += length;
            count += 1;
        }
        for target in &targets {
            // The end of the body is a position, but nothing to go to.
            if *target as usize >= code.len() || self.labels.label(*target).is_none() {
                return Err(Error::malformed("a branch goes to no instruction", offset));
            }
        }
        self.targets = targets;
        Ok(count)
    }
}
