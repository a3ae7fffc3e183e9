//! From bytes to the editable form.

use super::attribute::{Attribute, CLASS, Carrier, Content, FIELD, METHOD};
use super::class::{ClassFile, Member};
use super::codec::{Codec, Decoder, Labels};
use super::pool::Pool;
use crate::cursor::Cursor;
use crate::{Error, Result, read};

impl ClassFile {
    /// Decodes a class file. See the [module](super) for what happens to things that are not understood.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let mut c = Cursor::new(bytes);
        if c.u32()? != 0xcafe_babe {
            return Err(Error::malformed("a class file starts with CAFEBABE", 0));
        }
        let minor = c.u16()?;
        let major = c.u16()?;
        let pool = Pool::decode(&mut c)?;
        let mut d = Decoder::new(c, &pool, major);
        let access = d.c.u16()?;
        let this_class = d.c.u16()?;
        let super_class = d.c.u16()?;
        let interfaces = Codec::decode(&mut d)?;
        let fields = d.members(FIELD)?;
        let methods = d.members(METHOD)?;
        let attributes = d.attributes(CLASS)?;
        d.c.finish("the class ends before the file does")?;
        Ok(ClassFile { minor, major, access, this_class, super_class, interfaces, fields, methods, attributes, pool })
    }
}

impl<'a, 'p> Decoder<'a, 'p> {
    pub(super) fn new(c: Cursor<'a>, pool: &'p Pool, major: u16) -> Self {
        Decoder { c, pool, labels: Labels::default(), depth: read::DEPTH, frame: 0, targets: Vec::new(), major }
    }

    fn members(&mut self, carrier: Carrier) -> Result<Vec<Member>> {
        let count = self.c.u16()?;
        let mut members = Vec::with_capacity(usize::from(count).min(self.c.rest().len() / 8));
        for _ in 0..count {
            let (access, name, descriptor) = (self.c.u16()?, self.c.u16()?, self.c.u16()?);
            let attributes = match self.attributes(carrier) {
                Err(error) if carrier == METHOD => return Err(error.in_method(|| self.pool.label(name, descriptor))),
                attributes => attributes?,
            };
            members.push(Member { access, name, descriptor, attributes });
        }
        Ok(members)
    }

    /// The attributes of something.
    pub(super) fn attributes(&mut self, carrier: Carrier) -> Result<Vec<Attribute>> {
        let count = self.c.u16()?;
        let mut attributes = Vec::with_capacity(usize::from(count).min(self.c.rest().len() / 6));
        for _ in 0..count {
            attributes.push(self.attribute(carrier)?);
        }
        Ok(attributes)
    }

    fn attribute(&mut self, carrier: Carrier) -> Result<Attribute> {
        let name = self.c.u16()?;
        let length = self.c.u32()?;
        let body = self.c.sub(length as usize)?;
        let pool = self.pool;
        let Ok(text) = pool.text(name) else {
            return Ok(Attribute { name, content: Content::Unknown(body.rest().to_vec()) });
        };
        // An attribute that could not be read may have left these anywhere.
        self.depth = read::DEPTH;
        self.frame = 0;
        let outer = std::mem::replace(&mut self.c, body);
        let content = Content::decode(text.bytes(), carrier, self);
        let left = std::mem::replace(&mut self.c, outer);
        let content = match content {
            Some(Ok(content)) if left.is_empty() => content,
            Some(failed) if self.must_move(text.bytes()) => {
                failed?;
                return Err(left.malformed("an attribute of code is longer than what it holds"));
            }
            _ => Content::Unknown(body.rest().to_vec()),
        };
        Ok(Attribute { name, content })
    }

    /// Whether the JVM acts on the positions in an attribute of this name, so that keeping its bytes while the
    /// code moves would be unsafe. JVMs before version 50 knew no frames.
    fn must_move(&self, name: &[u8]) -> bool {
        match name {
            b"Code" => true,
            b"StackMapTable" => self.major >= 50,
            _ => false,
        }
    }
}
