//! Method bodies to bytes, and help for those who edit them.

use super::annotation::Target;
use super::attribute::{Attribute, Content};
use super::code::{Code, Label, Node};
use super::codec::{Codec, Decoder, Encoder, UNPLACED};
use super::frame::Frame;
use crate::{Error, ErrorKind, Result};

impl Codec for Code {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        d.code()
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        let size = self.place(e)?;
        e.u16(self.max_stack);
        e.u16(self.max_locals);
        e.u32(size as u32);
        let start = e.out.len();
        for node in &self.nodes {
            if let Node::Insn(insn) = node {
                let pc = e.out.len() - start;
                insn.encode(e, pc)?;
            }
        }
        e.count(self.handlers.len(), "rows of an exception table")?;
        for (row, handler) in self.handlers.iter().enumerate() {
            if e.place(handler.start)? >= e.place(handler.end)? {
                return Err(Error::new(ErrorKind::EmptyHandler(row)));
            }
            handler.encode(e)?;
        }
        e.attributes(&self.attributes)?;
        e.places.clear();
        Ok(())
    }
}

impl Code {
    /// Works out where the labels stand and how long the body is.
    fn place(&self, e: &mut Encoder) -> Result<usize> {
        e.places.clear();
        e.places.resize(self.labels as usize, UNPLACED);
        let mut pc = 0;
        for node in &self.nodes {
            match node {
                Node::Label(label) => match e.places.get_mut(label.0 as usize) {
                    Some(place) if *place == UNPLACED => *place = pc as u32,
                    Some(_) => return Err(Error::new(ErrorKind::LabelTwice(*label))),
                    None => return Err(Error::new(ErrorKind::LabelMissing(*label))),
                },
                Node::Insn(insn) => pc += insn.size(pc),
            }
        }
        if pc == 0 || pc > 65535 { Err(Error::new(ErrorKind::CodeSize(pc))) } else { Ok(pc) }
    }

    /// How many bytes the body takes.
    pub fn size(&self) -> usize {
        self.nodes.iter().fold(0, |pc, node| match node {
            Node::Label(_) => pc,
            Node::Insn(insn) => pc + insn.size(pc),
        })
    }

    /// The frames, if there are any.
    pub fn frames(&self) -> Option<&Vec<Frame>> {
        self.attributes.iter().find_map(|attribute| match &attribute.content {
            Content::StackMapTable(frames) => Some(frames),
            _ => None,
        })
    }

    /// The frames, to be changed. Writing asks for them in the order of their positions.
    pub fn frames_mut(&mut self) -> Option<&mut Vec<Frame>> {
        self.attributes.iter_mut().find_map(|attribute| match &mut attribute.content {
            Content::StackMapTable(frames) => Some(frames),
            _ => None,
        })
    }

    /// Removes the rows of the exception table that cover no instruction (any more), which no JVM accepts, and
    /// the type annotations that name them; those that name later rows follow. Tells how many rows went.
    pub fn drop_empty_handlers(&mut self) -> usize {
        let mut order = vec![u32::MAX; self.labels as usize];
        let mut instructions = 0;
        for node in &self.nodes {
            match node {
                Node::Label(label) => {
                    if let Some(place) = order.get_mut(label.0 as usize) {
                        *place = instructions;
                    }
                }
                Node::Insn(_) => instructions += 1,
            }
        }
        // A label that stands nowhere is left for writing to complain about.
        let place = |label: Label| order.get(label.0 as usize).copied().filter(|place| *place != u32::MAX);
        let empty = |start, end| matches!((place(start), place(end)), (Some(start), Some(end)) if start >= end);
        let before = self.handlers.len();
        let mut rows = Vec::with_capacity(before);
        let mut kept = 0u16;
        self.handlers.retain(|handler| {
            let keep = !empty(handler.start, handler.end);
            rows.push(keep.then_some(kept));
            kept = kept.saturating_add(u16::from(keep));
            keep
        });
        if self.handlers.len() < before {
            for attribute in &mut self.attributes {
                renumber(attribute, &rows);
            }
        }
        before - self.handlers.len()
    }

    /// Removes the tables of positions that could not be decoded and therefore do not move with the code:
    /// those kept as bytes under a name this crate knows, and every unknown attribute. Only the JVM's own
    /// checks of them matter at run time, but after an edit what they say is no longer true.
    pub fn drop_opaque_tables(&mut self) -> usize {
        let before = self.attributes.len();
        self.attributes.retain(|attribute| !matches!(attribute.content, Content::Unknown(_)));
        before - self.attributes.len()
    }
}

/// Lets type annotations follow the rows of the exception table: `rows` says what became of each.
fn renumber(attribute: &mut Attribute, rows: &[Option<u16>]) {
    let (Content::RuntimeVisibleTypeAnnotations(annotations) | Content::RuntimeInvisibleTypeAnnotations(annotations)) =
        &mut attribute.content
    else {
        return;
    };
    annotations.retain_mut(|annotation| {
        let Target::Catch(row) = &mut annotation.target else { return true };
        match rows.get(usize::from(*row)) {
            Some(Some(new)) => *row = *new,
            Some(None) => return false,
            None => {}
        }
        true
    });
}
