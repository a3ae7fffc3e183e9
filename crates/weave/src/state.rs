//! What the verifier knows at one position, and how each instruction changes it.
//!
//! Types come from instructions and descriptors alone. No class is ever looked up, so what is computed here is
//! exactly what the class file says, and a frame made from it needs no subtype check the class did not need.

use retake_bytecode::descriptor::MethodType;
use retake_bytecode::edit::{Insn, Pool};
use retake_bytecode::{Constant, MemberRef, opcode as op};

use crate::types::{Name, Names, Signature, Type};

/// The code cannot be followed; the text says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stuck(pub(crate) &'static str);

const UNDERFLOW: Stuck = Stuck("the code takes more from the stack than is there");
const MISTYPED: Stuck = Stuck("the code does not type-check");
const BAD_POOL: Stuck = Stuck("an instruction names a pool entry of another kind");

/// What instructions need to be understood.
pub(crate) struct Context<'a> {
    /// The constants that instructions name.
    pub(crate) pool: &'a Pool,
    /// The interned types.
    pub(crate) names: &'a mut Names,
    /// The class itself.
    pub(crate) class: Name,
}

/// The types of locals and stack at one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// One entry per slot; what lies beyond is `Top`, and so is the second slot of a wide value.
    pub(crate) locals: Vec<Type>,
    /// One entry per value, bottom first.
    pub(crate) stack: Vec<Type>,
    /// Whether `super(...)` or `this(...)` is still to come.
    pub(crate) before_super: bool,
}

impl State {
    /// The state at the entry of a method.
    pub(crate) fn entry(receiver: Option<Type>, signature: &Signature) -> Self {
        let parameters = signature.parameters.iter().map(|value| value.to_type());
        State::from_entries(receiver.into_iter().chain(parameters), Vec::new())
    }

    /// A state from locals in which a wide value is one entry.
    pub(crate) fn from_entries(entries: impl IntoIterator<Item = Type>, stack: Vec<Type>) -> Self {
        let mut locals = Vec::new();
        for entry in entries {
            locals.push(entry);
            if entry.is_wide() {
                locals.push(Type::Top);
            }
        }
        let before_super = locals.iter().chain(&stack).any(|held| *held == Type::UninitializedThis);
        State { locals, stack, before_super }
    }

    /// The locals with a wide value as one entry, without what is unknown at the end.
    pub(crate) fn entries(&self) -> Vec<Type> {
        let mut entries = Vec::new();
        let mut slot = 0;
        while let Some(entry) = self.locals.get(slot) {
            entries.push(*entry);
            slot += usize::from(entry.slots());
        }
        while entries.last() == Some(&Type::Top) {
            entries.pop();
        }
        entries
    }

    /// The slots that the stack takes.
    pub(crate) fn depth(&self) -> u16 {
        depth(&self.stack)
    }

    pub(crate) fn local(&self, slot: u16) -> Type {
        self.locals.get(usize::from(slot)).copied().unwrap_or(Type::Top)
    }

    /// Writes a local, and spoils a wide value that loses one of its slots to it.
    pub(crate) fn set_local(&mut self, slot: u16, value: Type) {
        let slot = usize::from(slot);
        let end = slot + usize::from(value.slots());
        if self.locals.len() < end {
            self.locals.resize(end, Type::Top);
        }
        if let Some(left) = slot.checked_sub(1)
            && self.locals[left].is_wide()
        {
            self.locals[left] = Type::Top;
        }
        self.locals[slot] = value;
        for rest in &mut self.locals[slot + 1..end] {
            *rest = Type::Top;
        }
    }

    pub(crate) fn push(&mut self, value: Type) {
        self.stack.push(value);
    }

    pub(crate) fn pop(&mut self) -> Result<Type, Stuck> {
        self.stack.pop().ok_or(UNDERFLOW)
    }

    fn pop_many(&mut self, count: usize) -> Result<(), Stuck> {
        let left = self.stack.len().checked_sub(count).ok_or(UNDERFLOW)?;
        self.stack.truncate(left);
        Ok(())
    }

    /// The top `slots` slots as values, bottom first, without taking them.
    fn top(&self, slots: u16) -> Result<Vec<Type>, Stuck> {
        let mut from = self.stack.len();
        let mut left = slots;
        while left > 0 {
            from = from.checked_sub(1).ok_or(UNDERFLOW)?;
            left = left.checked_sub(self.stack[from].slots()).ok_or(MISTYPED)?;
        }
        Ok(self.stack[from..].to_vec())
    }

    /// The `dup` family: the top `copied` slots are written once more below the next `skipped` slots.
    fn dup(&mut self, copied: u16, skipped: u16) -> Result<(), Stuck> {
        let top = self.top(copied)?;
        let both = self.top(copied + skipped)?;
        let at = self.stack.len() - both.len();
        self.stack.splice(at..at, top);
        Ok(())
    }

    /// The object behind `from` is initialised from now on, wherever it is held.
    fn initialize(&mut self, from: Type, class: Name) {
        for held in self.locals.iter_mut().chain(&mut self.stack) {
            if *held == from {
                *held = Type::Object(class);
            }
        }
        if from == Type::UninitializedThis {
            self.before_super = false;
        }
    }

    /// Follows one instruction; `index` is its place in the instruction list.
    pub(crate) fn step(&mut self, index: usize, insn: &Insn, cx: &mut Context<'_>) -> Result<(), Stuck> {
        match insn {
            Insn::Op(code) => self.step_op(*code, cx),
            Insn::Push(..) => {
                self.push(Type::Int);
                Ok(())
            }
            Insn::Ldc(_, constant) => {
                self.push(cx.constant(*constant)?);
                Ok(())
            }
            Insn::Local { op: code, index, .. } => self.step_local(*code, *index),
            Insn::Iinc { .. } => Ok(()),
            Insn::Branch(code, _) => match *code {
                op::GOTO | op::GOTO_W => Ok(()),
                op::JSR | op::JSR_W => Err(Stuck("the method uses jsr")),
                op::IF_ICMPEQ..=op::IF_ACMPNE => self.pop_many(2),
                _ => self.pop_many(1),
            },
            Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } => self.pop_many(1),
            Insn::Pool(code, constant) => self.step_pool(index, *code, *constant, cx),
            Insn::InvokeInterface(constant, _) => self.invoke(&cx.call(*constant)?.signature, true),
            Insn::InvokeDynamic(constant) => {
                let signature = cx.dynamic(*constant)?;
                self.invoke(&signature, false)
            }
            Insn::NewArray(element) => {
                self.pop()?;
                let array: &[u8] = match element {
                    4 => b"[Z",
                    5 => b"[C",
                    6 => b"[F",
                    7 => b"[D",
                    8 => b"[B",
                    9 => b"[S",
                    10 => b"[I",
                    11 => b"[J",
                    _ => return Err(MISTYPED),
                };
                self.push(Type::Object(cx.names.intern(array)));
                Ok(())
            }
            Insn::MultiANewArray(class, dimensions) => {
                self.pop_many(usize::from(*dimensions))?;
                let class = cx.class_name(*class)?;
                self.push(Type::Object(class));
                Ok(())
            }
        }
    }

    fn step_op(&mut self, code: u8, cx: &mut Context<'_>) -> Result<(), Stuck> {
        use Type::{Double, Float, Int, Long, Null};
        // Most instructions take a number of values and leave one of a fixed type.
        let (taken, left): (usize, &[Type]) = match code {
            op::NOP => (0, &[]),
            op::ACONST_NULL => (0, &[Null]),
            op::ICONST_M1..=op::ICONST_5 => (0, &[Int]),
            op::LCONST_0 | op::LCONST_1 => (0, &[Long]),
            op::FCONST_0..=op::FCONST_2 => (0, &[Float]),
            op::DCONST_0 | op::DCONST_1 => (0, &[Double]),
            op::ILOAD_0..=op::ALOAD_3 => {
                let short = code - op::ILOAD_0;
                return self.step_local(op::ILOAD + short / 4, u16::from(short % 4));
            }
            op::ISTORE_0..=op::ASTORE_3 => {
                let short = code - op::ISTORE_0;
                return self.step_local(op::ISTORE + short / 4, u16::from(short % 4));
            }
            op::IALOAD | op::BALOAD | op::CALOAD | op::SALOAD => (2, &[Int]),
            op::LALOAD => (2, &[Long]),
            op::FALOAD => (2, &[Float]),
            op::DALOAD => (2, &[Double]),
            op::AALOAD => {
                self.pop()?;
                let element = match self.pop()? {
                    Null => Null,
                    // Without frames, merging two arrays may have left nothing but an object.
                    Type::Object(array) => {
                        cx.names.element(array).map_or(Type::Object(Name::OBJECT), |element| element.to_type())
                    }
                    _ => return Err(MISTYPED),
                };
                self.push(element);
                return Ok(());
            }
            op::IASTORE..=op::SASTORE => (3, &[]),
            op::POP => (1, &[]),
            op::POP2 => {
                let count = self.top(2)?.len();
                return self.pop_many(count);
            }
            op::DUP => return self.dup(1, 0),
            op::DUP_X1 => return self.dup(1, 1),
            op::DUP_X2 => return self.dup(1, 2),
            op::DUP2 => return self.dup(2, 0),
            op::DUP2_X1 => return self.dup(2, 1),
            op::DUP2_X2 => return self.dup(2, 2),
            op::SWAP => {
                let (above, below) = (self.pop()?, self.pop()?);
                self.stack.extend([above, below]);
                return Ok(());
            }
            op::INEG | op::I2B | op::I2C | op::I2S | op::L2I | op::F2I | op::D2I => (1, &[Int]),
            op::LNEG | op::I2L | op::F2L | op::D2L => (1, &[Long]),
            op::FNEG | op::I2F | op::L2F | op::D2F => (1, &[Float]),
            op::DNEG | op::I2D | op::L2D | op::F2D => (1, &[Double]),
            op::LCMP..=op::DCMPG => (2, &[Int]),
            // What is left of the arithmetic repeats int, long, float, double; shifts and bits int, long.
            op::IADD..=op::DREM => match (code - op::IADD) % 4 {
                0 => (2, &[Int]),
                1 => (2, &[Long]),
                2 => (2, &[Float]),
                _ => (2, &[Double]),
            },
            op::ISHL..=op::LXOR => match (code - op::ISHL) % 2 {
                0 => (2, &[Int]),
                _ => (2, &[Long]),
            },
            op::IRETURN..=op::ARETURN | op::ATHROW | op::MONITORENTER | op::MONITOREXIT => (1, &[]),
            op::RETURN => (0, &[]),
            op::ARRAYLENGTH => (1, &[Int]),
            _ => return Err(Stuck("the code holds an instruction that is not known")),
        };
        self.pop_many(taken)?;
        self.stack.extend_from_slice(left);
        Ok(())
    }

    fn step_local(&mut self, code: u8, slot: u16) -> Result<(), Stuck> {
        match code {
            op::ILOAD => self.push(Type::Int),
            op::LLOAD => self.push(Type::Long),
            op::FLOAD => self.push(Type::Float),
            op::DLOAD => self.push(Type::Double),
            op::ALOAD => match self.local(slot) {
                Type::Top | Type::Int | Type::Float | Type::Long | Type::Double => return Err(MISTYPED),
                reference => self.push(reference),
            },
            op::ISTORE..=op::ASTORE => {
                let value = self.pop()?;
                self.set_local(slot, value);
            }
            op::RET => return Err(Stuck("the method uses ret")),
            _ => return Err(MISTYPED),
        }
        Ok(())
    }

    fn step_pool(&mut self, index: usize, code: u8, constant: u16, cx: &mut Context<'_>) -> Result<(), Stuck> {
        match code {
            op::GETSTATIC => self.push(cx.field(constant)?),
            op::PUTSTATIC => self.pop_many(1)?,
            op::GETFIELD => {
                self.pop()?;
                self.push(cx.field(constant)?);
            }
            op::PUTFIELD => self.pop_many(2)?,
            op::INVOKESTATIC => self.invoke(&cx.call(constant)?.signature, false)?,
            op::INVOKEVIRTUAL => self.invoke(&cx.call(constant)?.signature, true)?,
            op::INVOKESPECIAL => {
                let call = cx.call(constant)?;
                if call.constructor {
                    self.pop_many(call.signature.parameters.len())?;
                    match self.pop()? {
                        // The constructor that was called may be the superclass's; the object is ours.
                        from @ Type::UninitializedThis => self.initialize(from, cx.class),
                        from @ Type::Uninitialized(_) => self.initialize(from, call.owner),
                        _ => return Err(MISTYPED),
                    }
                } else {
                    self.invoke(&call.signature, true)?;
                }
            }
            op::NEW => self.push(Type::Uninitialized(index)),
            op::ANEWARRAY => {
                self.pop()?;
                let element = cx.class_name(constant)?;
                self.push(Type::Object(cx.names.array_of(element)));
            }
            op::CHECKCAST => {
                self.pop()?;
                let class = cx.class_name(constant)?;
                self.push(Type::Object(class));
            }
            op::INSTANCEOF => {
                self.pop()?;
                self.push(Type::Int);
            }
            _ => return Err(MISTYPED),
        }
        Ok(())
    }

    fn invoke(&mut self, signature: &Signature, receiver: bool) -> Result<(), Stuck> {
        self.pop_many(signature.parameters.len() + usize::from(receiver))?;
        self.stack.extend(signature.result.map(|value| value.to_type()));
        Ok(())
    }
}

/// The slots that values on the stack take.
pub(crate) fn depth(stack: &[Type]) -> u16 {
    stack.iter().fold(0, |depth: u16, value| depth.saturating_add(value.slots()))
}

/// The target of a call.
pub(crate) struct Call {
    pub(crate) owner: Name,
    pub(crate) signature: Signature,
    pub(crate) constructor: bool,
}

impl<'a> Context<'a> {
    /// The field or method that an instruction names.
    pub(crate) fn member(&self, index: u16) -> Result<MemberRef<'a>, Stuck> {
        self.pool.member(index).map_err(|_| BAD_POOL)
    }

    pub(crate) fn class_name(&mut self, index: u16) -> Result<Name, Stuck> {
        let name = self.pool.class_name(index).map_err(|_| BAD_POOL)?;
        Ok(self.names.intern(name.bytes()))
    }

    fn field(&mut self, index: u16) -> Result<Type, Stuck> {
        let member = self.member(index)?;
        Ok(self.names.value(member.descriptor.bytes()).ok_or(BAD_POOL)?.to_type())
    }

    pub(crate) fn call(&mut self, index: u16) -> Result<Call, Stuck> {
        let member = self.member(index)?;
        Ok(Call {
            owner: self.names.intern(member.owner.bytes()),
            signature: self.names.signature(member.descriptor.bytes()).ok_or(BAD_POOL)?,
            constructor: member.name.bytes() == b"<init>",
        })
    }

    /// How many values a call takes, without its receiver.
    pub(crate) fn parameter_count(&self, index: u16) -> Result<usize, Stuck> {
        let method = MethodType::parse(self.member(index)?.descriptor).map_err(|_| BAD_POOL)?;
        Ok(method.parameters().count())
    }

    fn dynamic(&mut self, index: u16) -> Result<Signature, Stuck> {
        let (_, descriptor, _) = self.pool.dynamic(index).map_err(|_| BAD_POOL)?;
        self.names.signature(descriptor.bytes()).ok_or(BAD_POOL)
    }

    fn constant(&mut self, index: u16) -> Result<Type, Stuck> {
        Ok(match self.pool.get(index).ok_or(BAD_POOL)? {
            Constant::Integer(_) => Type::Int,
            Constant::Float(_) => Type::Float,
            Constant::Long(_) => Type::Long,
            Constant::Double(_) => Type::Double,
            Constant::String(_) => Type::Object(Name::STRING),
            Constant::Class(_) => Type::Object(Name::CLASS),
            Constant::MethodHandle { .. } => Type::Object(Name::METHOD_HANDLE),
            Constant::MethodType(_) => Type::Object(Name::METHOD_TYPE),
            Constant::Dynamic { .. } => {
                let (_, descriptor, _) = self.pool.dynamic(index).map_err(|_| BAD_POOL)?;
                self.names.value(descriptor.bytes()).ok_or(BAD_POOL)?.to_type()
            }
            _ => return Err(BAD_POOL),
        })
    }
}
