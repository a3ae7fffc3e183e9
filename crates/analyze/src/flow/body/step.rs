//! What each instruction does to the state.

use super::*;

type Entry = (Node, bool);

fn pop(state: &mut State) -> Result<Entry, String> {
    state.stack.pop().ok_or_else(|| UNBALANCED.to_string())
}

/// Takes two slots' worth of values from the stack, topmost last.
fn pop_two(state: &mut State) -> Result<Vec<Entry>, String> {
    let top = pop(state)?;
    if top.1 {
        return Ok(vec![top]);
    }
    let below = pop(state)?;
    Ok(vec![below, top])
}

fn wide(descriptor: &str) -> bool {
    matches!(descriptor, "J" | "D")
}

impl<'p, 'a> Run<'_, 'p, 'a> {
    /// Does one instruction; tells whether the next one follows it.
    pub(super) fn step(&mut self, pc: u32, instruction: Insn<'a>, state: &mut State) -> Result<bool, String> {
        match instruction {
            Insn::Op(op) => return self.plain(pc, op, state),
            Insn::Push(_) => state.stack.push((NIL, false)),
            Insn::Ldc(index) => {
                let node = self.constant(pc, index);
                state.stack.push((node, self.constant_is_wide(index)));
            }
            Insn::Local { op, index } => return self.local(op, usize::from(index), state),
            // The variable is what it was, plus a constant.
            Insn::Iinc { .. } => {}
            Insn::Branch { op: GOTO | GOTO_W, target } => {
                self.jump(target, state)?;
                return Ok(false);
            }
            Insn::Branch { op: JSR | JSR_W, target } => {
                // A subroutine comes back behind its call; what it does to variables in between is not followed.
                let mut inside = state.clone();
                inside.stack.push((NIL, false));
                self.jump(target, &inside)?;
            }
            Insn::Branch { op, target } => {
                let two = matches!(op, IF_ICMPEQ..=IF_ACMPNE);
                let b = if two { pop(state)?.0 } else { NIL };
                let a = pop(state)?.0;
                self.push_step(|| Step::Branch { pc, on: [a, b] });
                if matches!(op, IFNULL | IFNONNULL | IF_ACMPEQ | IF_ACMPNE) {
                    self.push_step(|| Step::Check { on: [a, b], result: NIL });
                }
                self.jump(target, state)?;
            }
            Insn::Switch(switch) => {
                let on = pop(state)?.0;
                self.push_step(|| Step::Branch { pc, on: [on, NIL] });
                self.jump(switch.default, state)?;
                for (_, target) in switch.cases() {
                    self.jump(target, state)?;
                }
                return Ok(false);
            }
            Insn::Field { op, index } => self.field(pc, op, index, state)?,
            Insn::Invoke { op, index } => self.invoke(pc, op, index, state)?,
            Insn::InvokeDynamic(index) => self.dynamic(pc, index, state)?,
            Insn::Type { op, index } => self.typed(pc, op, index, state)?,
            Insn::NewArray(_) => {
                let size = pop(state)?.0;
                let result = self.make(pc, Ty::Descriptor("[I"));
                self.sized(size, result);
                state.stack.push((result, false));
            }
            Insn::MultiANewArray { index, dimensions } => {
                let result = self.make(pc, Ty::Class(self.class_at(index)?));
                for _ in 0..dimensions {
                    let size = pop(state)?.0;
                    self.sized(size, result);
                }
                state.stack.push((result, false));
            }
        }
        Ok(true)
    }

    fn local(&mut self, op: u8, index: usize, state: &mut State) -> Result<bool, String> {
        if op == RET {
            return Ok(false);
        }
        if op <= ALOAD {
            let node = *state.locals.get(index).ok_or(UNBALANCED)?;
            state.stack.push((node, matches!(op, LLOAD | DLOAD)));
            return Ok(true);
        }
        let (node, wide) = pop(state)?;
        *state.locals.get_mut(index).ok_or(UNBALANCED)? = node;
        if wide {
            *state.locals.get_mut(index + 1).ok_or(UNBALANCED)? = NIL;
        }
        Ok(true)
    }

    fn mix(&mut self, pc: u32, from: [Node; 2], wide: bool, state: &mut State) {
        // Constants make a constant.
        if from == [NIL, NIL] {
            state.stack.push((NIL, wide));
            return;
        }
        let result = self.make(pc, Ty::Primitive);
        self.push_step(|| Step::Mix { from, result });
        state.stack.push((result, wide));
    }

    /// An array is made, so long.
    fn sized(&mut self, size: Node, array: Node) {
        if size != NIL {
            self.push_step(|| Step::Mix { from: [size, NIL], result: array });
        }
    }

    fn plain(&mut self, pc: u32, op: u8, state: &mut State) -> Result<bool, String> {
        match op {
            NOP => {}
            ACONST_NULL | FCONST_0..=FCONST_2 => state.stack.push((NIL, false)),
            LCONST_0 | LCONST_1 | DCONST_0 | DCONST_1 => state.stack.push((NIL, true)),
            IALOAD..=SALOAD => {
                let (index, array) = (pop(state)?.0, pop(state)?.0);
                let ty = if op == AALOAD { self.type_of(array).element() } else { Ty::Primitive };
                let result = self.make(pc, ty);
                self.body.values[result as usize].ty = ty;
                self.push_step(|| Step::Load { pc, array, index, result });
                state.stack.push((result, matches!(op, LALOAD | DALOAD)));
            }
            IASTORE..=SASTORE => {
                let (value, index, array) = (pop(state)?.0, pop(state)?.0, pop(state)?.0);
                self.push_step(|| Step::Store { pc, array, index, value });
            }
            POP => drop(pop(state)?),
            POP2 => drop(pop_two(state)?),
            DUP..=SWAP => shuffle(op, state)?,
            IADD..=DREM => {
                let (b, a) = (pop(state)?.0, pop(state)?.0);
                self.mix(pc, [a, b], op % 2 == 1, state);
            }
            INEG..=DNEG => {
                let a = pop(state)?.0;
                self.mix(pc, [a, NIL], op % 2 == 1, state);
            }
            ISHL..=LXOR => {
                let (b, a) = (pop(state)?.0, pop(state)?.0);
                self.mix(pc, [a, b], op % 2 == 1, state);
            }
            I2L..=I2S => {
                let a = pop(state)?.0;
                let wide = matches!(op, I2L | I2D | L2D | F2L | F2D | D2L);
                self.mix(pc, [a, NIL], wide, state);
            }
            LCMP..=DCMPG => {
                let (b, a) = (pop(state)?.0, pop(state)?.0);
                self.mix(pc, [a, b], false, state);
            }
            IRETURN..=ARETURN => {
                let value = pop(state)?.0;
                self.push_step(|| Step::Return { pc, value });
                return Ok(false);
            }
            RETURN => return Ok(false),
            ARRAYLENGTH => {
                let a = pop(state)?.0;
                self.mix(pc, [a, NIL], false, state);
            }
            ATHROW => {
                let value = pop(state)?.0;
                let covers = |(start, end, _): &&(u32, u32, usize)| (*start..*end).contains(&pc);
                let targets: Vec<u32> = self.handlers.iter().filter(covers).map(|row| self.code[row.2].0).collect();
                let caught = targets.into_iter().map(|target| self.make_as(target, true, Ty::Unknown)).collect();
                self.push_step(|| Step::Throw { pc, value, caught });
                return Ok(false);
            }
            MONITORENTER | MONITOREXIT => drop(pop(state)?),
            _ => return Err(format!("{} is not expected here", name(op))),
        }
        Ok(true)
    }

    /// The value of a constant.
    fn constant(&mut self, pc: u32, index: u16) -> Node {
        let named = matches!(self.application.file.pool().tag(index), Some(tag::STRING | tag::CLASS));
        if !self.constants || !named {
            return NIL;
        }
        let node = self.make(pc, Ty::Unknown);
        if self.emit {
            self.body.constants.push((node, index));
        }
        node
    }

    fn constant_is_wide(&self, index: u16) -> bool {
        use retake_bytecode::Constant;
        let pool = self.application.file.pool();
        match pool.get(index) {
            Some(Constant::Dynamic { name_and_type, .. }) => {
                pool.name_and_type(name_and_type).is_ok_and(|(_, text)| matches!(text.bytes(), b"J" | b"D"))
            }
            _ => matches!(pool.tag(index), Some(tag::LONG | tag::DOUBLE)),
        }
    }

    fn field(&mut self, pc: u32, op: u8, index: u16, state: &mut State) -> Result<(), String> {
        let field = self.member_at(index)?;
        let descriptor: &'p str = self.program.names.text(self.program.reference(field).descriptor);
        if matches!(op, PUTSTATIC | PUTFIELD) {
            let value = pop(state)?.0;
            let base = if op == PUTFIELD { pop(state)?.0 } else { NIL };
            self.push_step(|| Step::Put { pc, field, base, value });
            return Ok(());
        }
        let base = if op == GETFIELD { pop(state)?.0 } else { NIL };
        let result = self.make(pc, Ty::of_descriptor(descriptor));
        self.push_step(|| Step::Get { pc, field, base, result });
        state.stack.push((result, wide(descriptor)));
        Ok(())
    }

    fn pop_arguments(&mut self, descriptor: &str, receiver: bool, state: &mut State) -> Result<Vec<Node>, String> {
        let count = parameters(descriptor).count() + usize::from(receiver);
        let mut arguments = Vec::with_capacity(count);
        for _ in 0..count {
            arguments.push(pop(state)?.0);
        }
        arguments.reverse();
        Ok(arguments)
    }

    fn invoke(&mut self, pc: u32, op: u8, index: u16, state: &mut State) -> Result<(), String> {
        let method = self.member_at(index)?;
        let descriptor: &'p str = self.program.names.text(self.program.reference(method).descriptor);
        let arguments = self.pop_arguments(descriptor, op != INVOKESTATIC, state)?;
        let result = self.push_result(pc, descriptor, state);
        self.push_step(|| Step::Call { pc, op, method, arguments, result });
        Ok(())
    }

    fn push_result(&mut self, pc: u32, descriptor: &'p str, state: &mut State) -> Node {
        match super::result(descriptor) {
            "V" => NIL,
            text => {
                let result = self.make(pc, Ty::of_descriptor(text));
                state.stack.push((result, wide(text)));
                result
            }
        }
    }

    fn dynamic(&mut self, pc: u32, index: u16, state: &mut State) -> Result<(), String> {
        let site = self.application.file.call_site(index).map_err(|error| error.to_string())?;
        MethodType::parse(site.descriptor).map_err(|error| error.to_string())?;
        let descriptor = dynamic_descriptor(site.descriptor);
        let arguments = self.pop_arguments(&descriptor, false, state)?;
        let text = super::result(&descriptor);
        if text == "V" {
            return Ok(());
        }
        // Only whether it is a text matters: string concatenation gives one, a lambda does not.
        let ty = match text {
            "Ljava/lang/String;" => Ty::Class("java/lang/String"),
            text if text.starts_with(['L', '[']) => match self.application.dynamic.get(&index) {
                Some(Dynamic::Lambda(lambda)) => {
                    Ty::Class(self.program.class_name(self.program.lambdas[*lambda as usize].interface))
                }
                _ => Ty::Unknown,
            },
            _ => Ty::Primitive,
        };
        let result = self.make(pc, ty);
        self.push_step(|| Step::Dynamic { pc, index, arguments, result });
        state.stack.push((result, wide(text)));
        Ok(())
    }

    fn typed(&mut self, pc: u32, op: u8, index: u16, state: &mut State) -> Result<(), String> {
        let class = self.class_at(index)?;
        match op {
            NEW => {
                let result = self.make(pc, Ty::Class(class));
                if let Some(class) = self.program.class_named(class) {
                    self.push_step(|| Step::New { class, result });
                }
                state.stack.push((result, false));
            }
            ANEWARRAY => {
                let size = pop(state)?.0;
                // The element type with one bracket more: known as a name only if something else names it.
                let array = if class.starts_with('[') { format!("[{class}") } else { format!("[L{class};") };
                let known = self.program.names.get(&array).map(|name| self.program.names.text(name));
                let result = self.make(pc, known.map_or(Ty::Unknown, Ty::Descriptor));
                self.sized(size, result);
                state.stack.push((result, false));
            }
            CHECKCAST => {
                let from = pop(state)?.0;
                if from == NIL {
                    state.stack.push((NIL, false));
                    return Ok(());
                }
                let result = self.make(pc, Ty::Class(class));
                self.push_step(|| Step::Cast { from, result });
                state.stack.push((result, false));
            }
            _ => {
                let from = pop(state)?.0;
                self.mix(pc, [from, NIL], false, state);
                let result = state.stack.last().map_or(NIL, |entry| entry.0);
                if result != NIL {
                    self.push_step(|| Step::Check { on: [from, NIL], result });
                }
            }
        }
        Ok(())
    }
}

fn dynamic_descriptor(text: Utf8<'_>) -> std::borrow::Cow<'_, str> {
    text.to_str()
}

/// `dup`, its variants and `swap`.
fn shuffle(op: u8, state: &mut State) -> Result<(), String> {
    let copied = if matches!(op, DUP2 | DUP2_X1 | DUP2_X2) { pop_two(state)? } else { vec![pop(state)?] };
    let below = match op {
        DUP_X1 | DUP2_X1 | SWAP => vec![pop(state)?],
        DUP_X2 | DUP2_X2 => pop_two(state)?,
        _ => Vec::new(),
    };
    state.stack.extend(&copied);
    state.stack.extend(&below);
    if op != SWAP {
        state.stack.extend(&copied);
    }
    Ok(())
}
