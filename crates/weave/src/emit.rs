//! Writes the pieces of code that are woven in, and counts the stack they need.

use retake_bytecode::edit::{Insn, Label, Node, Pool};
use retake_bytecode::{Constant, Result, Utf8, opcode as op};

use crate::kind::Kind;
use crate::runtime::{self, RUNTIME};
use crate::types::{Name, Names, Value};

/// A piece of code in the making.
pub(crate) struct Emitter<'a> {
    pool: &'a mut Pool,
    names: &'a mut Names,
    nodes: Vec<Node>,
    depth: u16,
    peak: u16,
}

/// A finished piece and the deepest stack in it.
pub(crate) struct Piece {
    pub(crate) nodes: Vec<Node>,
    pub(crate) peak: u16,
}

impl<'a> Emitter<'a> {
    /// A piece that begins with `depth` slots on the stack.
    pub(crate) fn new(pool: &'a mut Pool, names: &'a mut Names, depth: u16) -> Self {
        Emitter { pool, names, nodes: Vec::new(), depth, peak: depth }
    }

    pub(crate) fn finish(self) -> Piece {
        Piece { nodes: self.nodes, peak: self.peak }
    }

    /// An instruction that takes and leaves so many slots.
    fn insn(&mut self, insn: Insn, taken: u16, left: u16) {
        self.nodes.push(Node::Insn(insn));
        // Depths beyond the format are refused when the piece is put into its method.
        self.depth = self.depth.saturating_sub(taken).saturating_add(left);
        self.peak = self.peak.max(self.depth);
    }

    /// An instruction of the original method, woven around.
    pub(crate) fn original(&mut self, insn: Insn, taken: u16, left: u16) {
        self.insn(insn, taken, left);
    }

    pub(crate) fn label(&mut self, label: Label) {
        self.nodes.push(Node::Label(label));
    }

    /// The piece goes on at a label that was reached with another depth than the code before it ends with.
    pub(crate) fn resume(&mut self, label: Label, depth: u16) {
        self.label(label);
        self.depth = depth;
        self.peak = self.peak.max(depth);
    }

    /// `ifeq`.
    pub(crate) fn if_false(&mut self, target: Label) {
        self.insn(Insn::Branch(op::IFEQ, target), 1, 0);
    }

    pub(crate) fn goto(&mut self, target: Label) {
        self.insn(Insn::Branch(op::GOTO, target), 0, 0);
    }

    pub(crate) fn pop(&mut self) {
        self.insn(Insn::Op(op::POP), 1, 0);
    }

    pub(crate) fn dup(&mut self, kind: Kind) {
        self.insn(Insn::Op(kind.dup()), 0, kind.slots());
    }

    pub(crate) fn throw(&mut self) {
        self.insn(Insn::Op(op::ATHROW), 1, 0);
    }

    pub(crate) fn load(&mut self, kind: Kind, slot: u16) {
        self.insn(kind.load(slot), 0, kind.slots());
    }

    pub(crate) fn store(&mut self, kind: Kind, slot: u16) {
        self.insn(kind.store(slot), kind.slots(), 0);
    }

    pub(crate) fn give_back(&mut self, kind: Option<Kind>) {
        match kind {
            Some(kind) => self.insn(Insn::Op(kind.return_op()), kind.slots(), 0),
            None => self.insn(Insn::Op(op::RETURN), 0, 0),
        }
    }

    /// Pushes a number in its shortest form.
    pub(crate) fn int(&mut self, value: i32) -> Result<()> {
        let insn = match value {
            -1..=5 => Insn::Op((i32::from(op::ICONST_0) + value) as u8),
            -128..=127 => Insn::Push(op::BIPUSH, value as i16),
            -32768..=32767 => Insn::Push(op::SIPUSH, value as i16),
            _ => {
                let index = self.pool.integer(value)?;
                self.constant(index);
                return Ok(());
            }
        };
        self.insn(insn, 0, 1);
        Ok(())
    }

    /// Pushes a class.
    pub(crate) fn class(&mut self, name: Name) -> Result<()> {
        let index = add_class(self.pool, &self.names.text(name))?;
        self.constant(index);
        Ok(())
    }

    /// Pushes a text in the class file's encoding.
    pub(crate) fn text(&mut self, text: &[u8]) -> Result<()> {
        let text = self.pool.add(Constant::Utf8(Utf8::new(text)))?;
        let index = self.pool.add(Constant::String(text))?;
        self.constant(index);
        Ok(())
    }

    /// Pushes a constant of one slot.
    fn constant(&mut self, index: u16) {
        self.insn(Insn::Ldc(if index < 256 { op::LDC } else { op::LDC_W }, index), 0, 1);
    }

    /// Pushes the number of a hook; the runtime reads its 32 bits as unsigned.
    pub(crate) fn id(&mut self, id: u32) -> Result<()> {
        self.int(id as i32)
    }

    /// Calls the runtime.
    pub(crate) fn runtime(&mut self, member: (&str, &str)) -> Result<()> {
        self.call_static(RUNTIME, member)
    }

    fn call_static(&mut self, owner: &str, (name, descriptor): (&str, &str)) -> Result<()> {
        let method = self.pool.method_ref(owner, name, descriptor)?;
        let signature = self.names.signature(descriptor.as_bytes());
        let (taken, left) = signature
            .map_or((0, 0), |signature| (signature.slots(), signature.result.map_or(0, |value| value.kind().slots())));
        self.insn(Insn::Pool(op::INVOKESTATIC, method), taken, left);
        Ok(())
    }

    /// Casts an object to the type that the code behind expects of it.
    pub(crate) fn cast(&mut self, value: Value) -> Result<()> {
        if let Value::Ref(name) = value
            && name != Name::OBJECT
        {
            let class = add_class(self.pool, &self.names.text(name))?;
            self.insn(Insn::Pool(op::CHECKCAST, class), 1, 1);
        }
        Ok(())
    }

    /// Asks the runtime whether it answers. `receiver` and `arguments` are locals; without a receiver there is
    /// none to tell about. Everything that costs stands behind the first question, from which `skip` is reached.
    pub(crate) fn ask(
        &mut self,
        id: u32,
        receiver: Option<u16>,
        arguments: &[(Value, u16)],
        skip: Label,
    ) -> Result<()> {
        self.id(id)?;
        self.runtime(runtime::WANTED)?;
        self.if_false(skip);
        match receiver {
            Some(slot) => self.load(Kind::Ref, slot),
            None => self.insn(Insn::Op(op::ACONST_NULL), 0, 1),
        }
        self.int(arguments.len() as i32)?;
        let object = add_class(self.pool, b"java/lang/Object")?;
        self.insn(Insn::Pool(op::ANEWARRAY, object), 1, 1);
        for (index, (value, slot)) in arguments.iter().enumerate() {
            self.dup(Kind::Ref);
            self.int(index as i32)?;
            self.load(value.kind(), *slot);
            if let Some((owner, descriptor)) = value.boxing() {
                self.call_static(owner, ("valueOf", descriptor))?;
            }
            self.insn(Insn::Op(op::AASTORE), 3, 0);
        }
        self.id(id)?;
        self.runtime(runtime::BEFORE)
    }

    /// Takes the runtime's answer.
    pub(crate) fn take(&mut self, id: u32, result: Option<Value>) -> Result<()> {
        self.id(id)?;
        self.runtime(runtime::take(result.map(Value::kind)))?;
        result.map_or(Ok(()), |value| self.cast(value))
    }

    /// Tells the runtime of a result, which stays on the stack.
    pub(crate) fn after(&mut self, id: u32, result: Option<Value>) -> Result<()> {
        let kind = result.map(Value::kind);
        if let Some(kind) = kind {
            self.dup(kind);
        }
        self.id(id)?;
        self.runtime(runtime::after(kind))
    }

    /// Tells the runtime of the exception on the stack and throws it on.
    pub(crate) fn threw(&mut self, id: u32) -> Result<()> {
        self.dup(Kind::Ref);
        self.id(id)?;
        self.runtime(runtime::THREW)?;
        self.throw();
        Ok(())
    }
}

/// A class or array type by its name in the class file's encoding.
pub(crate) fn add_class(pool: &mut Pool, name: &[u8]) -> Result<u16> {
    let name = pool.add(Constant::Utf8(Utf8::new(name)))?;
    pool.add(Constant::Class(name))
}
