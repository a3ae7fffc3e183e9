//! How frames are written (JVMS 4.7.4). A frame says its position as a distance: the first from the start of
//! the body, every other from behind the position of the one before, so that no two can share one.

use super::code::Label;
use super::codec::{Codec, Decoder, Encoder, rows};
use super::frame::{Frame, FrameKind, VerificationType};
use crate::read::{KIND, TYPE};
use crate::{Error, ErrorKind, Result};

/// The greatest distance a short form holds in its tag.
const SHORT: u32 = 63;

impl Codec for VerificationType {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let start = d.c;
        Ok(match d.c.u8()? {
            0 => VerificationType::Top,
            1 => VerificationType::Integer,
            2 => VerificationType::Float,
            3 => VerificationType::Double,
            4 => VerificationType::Long,
            5 => VerificationType::Null,
            6 => VerificationType::UninitializedThis,
            7 => VerificationType::Object(d.c.u16()?),
            8 => VerificationType::Uninitialized(Label::decode(d)?),
            _ => return Err(start.malformed(TYPE)),
        })
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        match self {
            VerificationType::Top => e.u8(0),
            VerificationType::Integer => e.u8(1),
            VerificationType::Float => e.u8(2),
            VerificationType::Double => e.u8(3),
            VerificationType::Long => e.u8(4),
            VerificationType::Null => e.u8(5),
            VerificationType::UninitializedThis => e.u8(6),
            VerificationType::Object(class) => {
                e.u8(7);
                e.u16(*class);
            }
            VerificationType::Uninitialized(at) => {
                e.u8(8);
                at.encode(e)?;
            }
        }
        Ok(())
    }
}

impl Codec for Frame {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let start = d.c;
        let tag = d.c.u8()?;
        let delta = match tag {
            0..=127 => u32::from(tag & 63),
            247.. => u32::from(d.c.u16()?),
            _ => return Err(start.malformed(KIND)),
        };
        // A long form counts as chosen only where a short one would do; one that the distance asks for follows
        // the distance.
        let extended = tag >= 247 && delta <= SHORT;
        let kind = match tag {
            0..=63 | 251 => FrameKind::Same { extended },
            64..=127 | 247 => FrameKind::SameLocals1 { stack: Codec::decode(d)?, extended },
            248..=250 => FrameKind::Chop(251 - tag),
            252..=254 => FrameKind::Append(rows(d, usize::from(tag - 251))?),
            _ => FrameKind::Full { locals: Codec::decode(d)?, stack: Codec::decode(d)? },
        };
        let pc = d.frame + delta;
        d.frame = pc + 1;
        Ok(Frame { at: d.label(pc)?, kind })
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        let place = e.place(self.at)?;
        let delta = place.checked_sub(e.frame).ok_or_else(|| Error::new(ErrorKind::FrameOrder(self.at)))?;
        e.frame = place + 1;
        // A body has at most 65,535 bytes, so a distance fits 16 bits.
        match &self.kind {
            FrameKind::Same { extended: false } if delta <= SHORT => e.u8(delta as u8),
            FrameKind::SameLocals1 { stack, extended: false } if delta <= SHORT => {
                e.u8(64 + delta as u8);
                stack.encode(e)?;
            }
            FrameKind::Same { .. } => {
                e.u8(251);
                e.u16(delta as u16);
            }
            FrameKind::SameLocals1 { stack, .. } => {
                e.u8(247);
                e.u16(delta as u16);
                stack.encode(e)?;
            }
            FrameKind::Chop(count @ 1..=3) => {
                e.u8(251 - count);
                e.u16(delta as u16);
            }
            FrameKind::Append(locals) if matches!(locals.len(), 1..=3) => {
                e.u8(251 + locals.len() as u8);
                e.u16(delta as u16);
                locals.iter().try_for_each(|local| local.encode(e))?;
            }
            FrameKind::Full { locals, stack } => {
                e.u8(255);
                e.u16(delta as u16);
                locals.encode(e)?;
                stack.encode(e)?;
            }
            FrameKind::Chop(_) | FrameKind::Append(_) => {
                return Err(Error::new(ErrorKind::Malformed("a frame chops or appends one to three locals")));
            }
        }
        Ok(())
    }
}
