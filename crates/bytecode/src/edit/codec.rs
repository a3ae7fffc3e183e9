//! How things become bytes and come back. Each type says it once, field by field, for both directions.

use super::code::Label;
use super::pool::Pool;
use crate::cursor::Cursor;
use crate::{Error, ErrorKind, Result};

/// Something with one encoding.
pub(super) trait Codec: Sized {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self>;
    fn encode(&self, e: &mut Encoder) -> Result<()>;
}

/// Implements `Codec` for a struct whose fields stand one after the other.
macro_rules! codec {
    ($type:ident { $($field:ident),+ $(,)? }) => {
        impl crate::edit::codec::Codec for $type {
            fn decode(d: &mut crate::edit::codec::Decoder<'_, '_>) -> crate::Result<Self> {
                Ok($type { $($field: crate::edit::codec::Codec::decode(d)?),+ })
            }

            fn encode(&self, e: &mut crate::edit::codec::Encoder) -> crate::Result<()> {
                $(self.$field.encode(e)?;)+
                Ok(())
            }
        }
    };
}
pub(super) use codec;

/// What reading needs: where it is, the pool for names, and the positions of the body at hand.
pub(super) struct Decoder<'a, 'p> {
    pub(super) c: Cursor<'a>,
    pub(super) pool: &'p Pool,
    pub(super) labels: Labels,
    /// How deep annotations may still nest.
    pub(super) depth: u32,
    /// The least position the next frame can have.
    pub(super) frame: u32,
    /// The targets of branches while they are collected; kept for its memory.
    pub(super) targets: Vec<u32>,
    pub(super) major: u16,
}

/// The positions of the body at hand, and the labels that were handed out for them. Outside a body there are
/// no positions, so whatever asks for one fails.
#[derive(Default)]
pub(super) struct Labels {
    /// By position: whether an instruction starts there, and the label it has.
    marks: Vec<u32>,
    count: u32,
}

const INSIDE: u32 = u32::MAX;
const START: u32 = u32::MAX - 1;

impl Labels {
    /// Forgets everything and begins a body of this length. Its end is a position, too.
    pub(super) fn begin(&mut self, length: usize) {
        self.marks.clear();
        self.marks.resize(length + 1, INSIDE);
        self.marks[length] = START;
        self.count = 0;
    }

    pub(super) fn end(&mut self) {
        self.marks.clear();
    }

    /// Says that an instruction starts here.
    pub(super) fn start(&mut self, pc: usize) {
        self.marks[pc] = START;
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// The label of a position, unless it is no instruction's.
    pub(super) fn label(&mut self, pc: u32) -> Option<Label> {
        let mark = self.marks.get_mut(pc as usize)?;
        if *mark == INSIDE {
            return None;
        }
        if *mark == START {
            *mark = self.count;
            self.count += 1;
        }
        Some(Label(*mark))
    }

    /// The label of a position, if it has got one.
    pub(super) fn at(&self, pc: usize) -> Option<Label> {
        self.marks.get(pc).filter(|mark| **mark < START).map(|mark| Label(*mark))
    }
}

impl Decoder<'_, '_> {
    /// The label of a position.
    pub(super) fn label(&mut self, pc: u32) -> Result<Label> {
        self.labels.label(pc).ok_or_else(|| self.c.malformed("a position is no instruction's"))
    }
}

/// What writing needs: the bytes so far, and where the labels of the body at hand stand.
#[derive(Default)]
pub(super) struct Encoder {
    pub(super) out: Vec<u8>,
    /// By label; `UNPLACED` for one that stands nowhere. Empty outside a body.
    pub(super) places: Vec<u32>,
    /// The least position the next frame can have.
    pub(super) frame: u32,
}

pub(super) const UNPLACED: u32 = u32::MAX;

impl Encoder {
    pub(super) fn u8(&mut self, value: u8) {
        self.out.push(value);
    }

    pub(super) fn u16(&mut self, value: u16) {
        self.out.extend_from_slice(&value.to_be_bytes());
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.out.extend_from_slice(&value.to_be_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// A count of 16 bits.
    pub(super) fn count(&mut self, count: usize, what: &'static str) -> Result<()> {
        self.u16(u16::try_from(count).map_err(|_| Error::new(ErrorKind::TooMany(what)))?);
        Ok(())
    }

    /// A count of 8 bits.
    pub(super) fn count8(&mut self, count: usize, what: &'static str) -> Result<()> {
        self.u8(u8::try_from(count).map_err(|_| Error::new(ErrorKind::TooMany(what)))?);
        Ok(())
    }

    /// Where a label stands.
    #[inline]
    pub(super) fn place(&self, label: Label) -> Result<u32> {
        match self.places.get(label.0 as usize) {
            Some(&place) if place != UNPLACED => Ok(place),
            _ => Err(Error::new(ErrorKind::LabelMissing(label))),
        }
    }

    /// A range of positions as start and length.
    pub(super) fn range(&mut self, start: Label, end: Label) -> Result<()> {
        let (start, end) = (self.place(start)?, self.place(end)?);
        let length = end.checked_sub(start).ok_or_else(|| Error::new(ErrorKind::NegativeRange))?;
        // A body has at most 65,535 bytes, so both fit.
        self.u16(start as u16);
        self.u16(length as u16);
        Ok(())
    }
}

impl Codec for u8 {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        d.c.u8()
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        e.u8(*self);
        Ok(())
    }
}

impl Codec for u16 {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        d.c.u16()
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        e.u16(*self);
        Ok(())
    }
}

/// A label stands in tables as a position of 16 bits.
impl Codec for Label {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let pc = d.c.u16()?;
        d.label(u32::from(pc))
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        // A body has at most 65,535 bytes, so it fits.
        let place = e.place(*self)?;
        e.u16(place as u16);
        Ok(())
    }
}

/// A list stands behind its count of 16 bits.
impl<T: Codec> Codec for Vec<T> {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let count = d.c.u16()?;
        rows(d, usize::from(count))
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        e.count(self.len(), "rows")?;
        self.iter().try_for_each(|row| row.encode(e))
    }
}

impl<T: Codec> Codec for Box<T> {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        T::decode(d).map(Box::new)
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        T::encode(self, e)
    }
}

impl<A: Codec, B: Codec> Codec for (A, B) {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        Ok((A::decode(d)?, B::decode(d)?))
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        self.0.encode(e)?;
        self.1.encode(e)
    }
}

/// This many rows.
pub(super) fn rows<T: Codec>(d: &mut Decoder<'_, '_>, count: usize) -> Result<Vec<T>> {
    // Every row takes a byte at least, so a count that the input cannot hold reserves nothing absurd.
    let mut rows = Vec::with_capacity(count.min(d.c.rest().len()));
    for _ in 0..count {
        rows.push(T::decode(d)?);
    }
    Ok(rows)
}
