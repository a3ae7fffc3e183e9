//! A method body as it is before weaving, with everything known about it.

use std::collections::BTreeMap;

use retake_bytecode::edit::{Code, Insn, Label, Node, VerificationType};
use retake_bytecode::opcode as op;

use crate::flow::{Flow, Positions, instructions, targets};
use crate::state::{Context, State, Stuck};
use crate::types::{Name, Signature, Type};
use crate::{body, frames};

/// The first class file version that must have frames, and the first that may.
const FRAMES_REQUIRED: u16 = 51;
const FRAMES_ALLOWED: u16 = 50;

/// The first class file version whose code may load a class as a constant.
const CLASS_CONSTANTS: u16 = 49;

/// A method under the knife.
pub(crate) struct Subject<'a> {
    pub(crate) code: &'a Code,
    pub(crate) signature: Signature,
    pub(crate) is_static: bool,
    pub(crate) is_constructor: bool,
    /// Why no hook may stand around the body, if so.
    pub(crate) untouchable: Option<&'static str>,
    /// Whether the verifier may have to merge types, for which it loads classes. Woven code must not give it
    /// more to merge: a class that was never needed may not be there.
    pub(crate) merges: bool,
    /// Whether code may load a class as a constant.
    pub(crate) class_constants: bool,
    pub(crate) positions: Positions,
    pub(crate) flow: Flow,
    /// The frames of the method; `None` when it is verified without any.
    pub(crate) frames: Option<Vec<(Label, State)>>,
}

/// What is said of a method outside its body.
pub(crate) struct Header<'a> {
    pub(crate) major: u16,
    pub(crate) name: &'a [u8],
    pub(crate) descriptor: &'a [u8],
    pub(crate) is_static: bool,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(header: &Header<'_>, code: &'a Code, cx: &mut Context<'_>) -> Result<Self, Stuck> {
        if instructions(&code.nodes).any(|(_, insn)| is_subroutine(insn)) {
            return Err(Stuck("the method uses subroutines (jsr and ret)"));
        }
        let signature = cx.names.signature(header.descriptor).ok_or(Stuck("the method's descriptor is malformed"))?;
        let is_constructor = header.name == b"<init>";
        let receiver = match header.is_static {
            true => None,
            // The root of all classes has no constructor to call.
            false if is_constructor && cx.class != Name::OBJECT => Some(Type::UninitializedThis),
            false => Some(Type::Object(cx.class)),
        };
        let entry = State::entry(receiver, &signature);
        let positions = Positions::of(&code.nodes);
        let table = code.frames();
        // A method of version 50 whose flow joins without frames relies on the old verifier, to which the JVM
        // falls back for that version alone. Frames of ours would not help it.
        let straight = code.handlers.is_empty() && instructions(&code.nodes).all(|(_, insn)| targets(insn).is_empty());
        let framed = header.major >= FRAMES_REQUIRED || header.major == FRAMES_ALLOWED && (table.is_some() || straight);
        let (flow, frames) = if framed {
            let read = |item: &VerificationType| read_type(item, &positions, cx);
            let frames = frames::expand(table.map_or(&[], Vec::as_slice), &entry, read)?;
            let mut joins = BTreeMap::new();
            for (label, state) in &frames {
                let index = positions.at(*label)?;
                if index == code.nodes.len() {
                    return Err(Stuck("a frame stands behind the code"));
                }
                joins.insert(index, state.clone());
            }
            (Flow { entry, joins }, Some(frames))
        } else {
            (Flow::infer(entry, code, &positions, cx)?, None)
        };
        let is_static = header.is_static;
        let untouchable = body::untouchable(&cx.names.text(cx.class), header, code);
        let merges = header.major < FRAMES_REQUIRED;
        Ok(Subject {
            code,
            signature,
            is_static,
            is_constructor,
            untouchable,
            merges,
            class_constants: header.major >= CLASS_CONSTANTS,
            positions,
            flow,
            frames,
        })
    }

    /// The first label behind an instruction if a frame stands there already.
    pub(crate) fn framed_label_behind(&self, index: usize) -> Option<Label> {
        self.first_framed_label(index + 1)
    }

    /// The first label of the method if a frame stands there already.
    pub(crate) fn framed_label_at_start(&self) -> Option<Label> {
        self.first_framed_label(0)
    }

    fn first_framed_label(&self, from: usize) -> Option<Label> {
        self.frames.as_ref()?;
        let rest = self.code.nodes.get(from..)?;
        let Some(Node::Label(label)) = rest.first() else { return None };
        let next = from + rest.iter().position(|node| matches!(node, Node::Insn(_)))?;
        self.flow.joins.contains_key(&next).then_some(*label)
    }
}

fn is_subroutine(insn: &Insn) -> bool {
    matches!(insn, Insn::Branch(op::JSR | op::JSR_W, _) | Insn::Local { op: op::RET, .. })
}

fn read_type(item: &VerificationType, positions: &Positions, cx: &mut Context<'_>) -> Result<Type, Stuck> {
    Ok(match item {
        VerificationType::Top => Type::Top,
        VerificationType::Integer => Type::Int,
        VerificationType::Float => Type::Float,
        VerificationType::Long => Type::Long,
        VerificationType::Double => Type::Double,
        VerificationType::Null => Type::Null,
        VerificationType::UninitializedThis => Type::UninitializedThis,
        VerificationType::Object(class) => Type::Object(cx.class_name(*class)?),
        VerificationType::Uninitialized(label) => Type::Uninitialized(positions.at(*label)?),
    })
}
