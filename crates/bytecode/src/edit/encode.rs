//! From the editable form to bytes.

use super::attribute::{Attribute, Carrier, FIELD, METHOD};
use super::class::{ClassFile, Member};
use super::codec::{Codec, Encoder};
use super::pool::Pool;
use crate::{Error, ErrorKind, Result, tag};

impl ClassFile {
    /// Writes the class file.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let mut e = Encoder::default();
        e.u32(0xcafe_babe);
        e.u16(self.minor);
        e.u16(self.major);
        self.pool.write(&mut e);
        e.u16(self.access);
        e.u16(self.this_class);
        e.u16(self.super_class);
        self.interfaces.encode(&mut e)?;
        self.members(&self.fields, FIELD, &mut e)?;
        self.members(&self.methods, METHOD, &mut e)?;
        e.attributes(&self.attributes)?;
        Ok(e.out)
    }

    fn members(&self, members: &[Member], carrier: Carrier, e: &mut Encoder) -> Result<()> {
        e.count(members.len(), "fields or methods")?;
        for member in members {
            e.u16(member.access);
            e.u16(member.name);
            e.u16(member.descriptor);
            match e.attributes(&member.attributes) {
                Err(error) if carrier == METHOD => {
                    return Err(error.in_method(|| self.pool.label(member.name, member.descriptor)));
                }
                written => written?,
            }
        }
        Ok(())
    }
}

impl Pool {
    fn write(&self, e: &mut Encoder) {
        e.u16(self.count());
        for slot in self.slots().iter().filter(|slot| slot.tag != 0) {
            e.u8(slot.tag);
            match slot.tag {
                tag::UTF8 => {
                    let text = self.text_bytes(*slot);
                    // A longer text is refused when it is added.
                    e.u16(text.len() as u16);
                    e.bytes(text);
                }
                tag::LONG | tag::DOUBLE => e.bytes(&slot.bits.to_be_bytes()),
                tag::METHOD_HANDLE => {
                    e.u8((slot.bits >> 16) as u8);
                    e.u16(slot.bits as u16);
                }
                tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => e.u16(slot.bits as u16),
                _ => e.u32(slot.bits as u32),
            }
        }
    }
}

impl Encoder {
    /// The attributes of something.
    pub(super) fn attributes(&mut self, attributes: &[Attribute]) -> Result<()> {
        self.count(attributes.len(), "attributes")?;
        for attribute in attributes {
            self.u16(attribute.name);
            let start = self.out.len();
            self.u32(0);
            self.frame = 0;
            attribute.content.encode(self)?;
            let length = u32::try_from(self.out.len() - start - 4)
                .map_err(|_| Error::new(ErrorKind::TooMany("bytes in an attribute")))?;
            self.out[start..start + 4].copy_from_slice(&length.to_be_bytes());
        }
        Ok(())
    }
}
