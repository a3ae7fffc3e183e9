//! A constant pool that grows at its end.

use std::fmt;

use crate::cursor::Cursor;
use crate::utf8::encode_utf8;
use crate::{Constant, Error, ErrorKind, MemberRef, Result, Utf8, tag};

/// A constant pool. Entries are only ever added behind the last one, so an index means the same for ever;
/// [`Pool::truncate`] takes additions back.
#[derive(Clone)]
pub struct Pool {
    /// By index; index 0 and the second halves of wide entries are holes.
    slots: Vec<Slot>,
    /// The bytes of all texts, in the order of their entries.
    texts: Vec<u8>,
    /// Where to find an entry by what it holds; made when first needed, because many classes only pass through.
    finder: Option<Finder>,
}

/// An entry: tag 0 is a hole, a text is where it lies in `texts`, anything else is its operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) tag: u8,
    pub(super) bits: u64,
}

/// An open-addressing table of pool indexes; 0 is an empty place. Twice as large as what it holds at least.
#[derive(Clone, Default)]
struct Finder {
    table: Vec<u16>,
    held: usize,
}

const MAX_COUNT: usize = 65535;

impl Pool {
    /// An empty pool.
    pub fn new() -> Self {
        Pool { slots: vec![Slot::default()], texts: Vec::new(), finder: None }
    }

    /// Reads a pool and moves behind it.
    pub(super) fn decode(c: &mut Cursor<'_>) -> Result<Self> {
        let start = *c;
        let count = usize::from(c.u16()?);
        if count == 0 {
            return Err(start.malformed("the pool's count is at least 1"));
        }
        let mut slots = Vec::with_capacity(count + 1);
        slots.push(Slot::default());
        let mut texts = Vec::new();
        while slots.len() < count {
            let entry = *c;
            let tag = c.u8()?;
            let bits = match tag {
                tag::UTF8 => {
                    let length = c.u16()?;
                    let text = c.take(usize::from(length))?;
                    let start = texts.len() as u64;
                    texts.extend_from_slice(text);
                    start << 16 | u64::from(length)
                }
                tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => u64::from(c.u16()?),
                tag::FIELD_REF..=tag::NAME_AND_TYPE
                | tag::DYNAMIC
                | tag::INVOKE_DYNAMIC
                | tag::INTEGER
                | tag::FLOAT => u64::from(c.u32()?),
                tag::METHOD_HANDLE => u64::from(c.u8()?) << 16 | u64::from(c.u16()?),
                tag::LONG | tag::DOUBLE => {
                    slots.push(Slot { tag, bits: c.u64()? });
                    slots.push(Slot::default());
                    continue;
                }
                _ => return Err(entry.malformed("no pool entry has this tag")),
            };
            slots.push(Slot { tag, bits });
        }
        if slots.len() > count {
            return Err(c.malformed("the last pool entry needs two indexes"));
        }
        Ok(Pool { slots, texts, finder: None })
    }

    /// The number of indexes, one more than the greatest. What [`Pool::truncate`] takes.
    pub fn count(&self) -> u16 {
        // Nothing is appended beyond MAX_COUNT.
        self.slots.len() as u16
    }

    /// Takes back every entry from index `count` on.
    pub fn truncate(&mut self, count: u16) {
        let mut keep = usize::from(count.max(1));
        if keep >= self.slots.len() {
            return;
        }
        // Half a wide entry is none.
        if self.slots[keep].tag == 0 {
            keep -= 1;
        }
        if let Some(text) = self.slots[keep..].iter().find(|slot| slot.tag == tag::UTF8) {
            self.texts.truncate(text_range(text.bits).start);
        }
        self.slots.truncate(keep);
        self.finder = None;
    }

    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    pub(super) fn text_bytes(&self, slot: Slot) -> &[u8] {
        self.texts.get(text_range(slot.bits)).unwrap_or_default()
    }

    /// An entry as it stands.
    pub fn get(&self, index: u16) -> Option<Constant<'_>> {
        let slot = *self.slots.get(usize::from(index))?;
        let bits = slot.bits;
        let (a, b) = ((bits >> 16) as u16, bits as u16);
        Some(match slot.tag {
            tag::UTF8 => Constant::Utf8(Utf8::new(self.text_bytes(slot))),
            tag::INTEGER => Constant::Integer(bits as i32),
            tag::FLOAT => Constant::Float(bits as u32),
            tag::LONG => Constant::Long(bits as i64),
            tag::DOUBLE => Constant::Double(bits),
            tag::CLASS => Constant::Class(b),
            tag::STRING => Constant::String(b),
            tag::FIELD_REF => Constant::FieldRef { class: a, name_and_type: b },
            tag::METHOD_REF => Constant::MethodRef { class: a, name_and_type: b },
            tag::INTERFACE_METHOD_REF => Constant::InterfaceMethodRef { class: a, name_and_type: b },
            tag::NAME_AND_TYPE => Constant::NameAndType { name: a, descriptor: b },
            tag::METHOD_HANDLE => Constant::MethodHandle { kind: a as u8, reference: b },
            tag::METHOD_TYPE => Constant::MethodType(b),
            tag::DYNAMIC => Constant::Dynamic { bootstrap: a, name_and_type: b },
            tag::INVOKE_DYNAMIC => Constant::InvokeDynamic { bootstrap: a, name_and_type: b },
            tag::MODULE => Constant::Module(b),
            tag::PACKAGE => Constant::Package(b),
            _ => return None,
        })
    }

    /// Every entry with its index.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Constant<'_>)> {
        (1..self.count()).filter_map(|index| Some((index, self.get(index)?)))
    }

    /// The index of the first entry that is equal, or of a new one at the end.
    pub fn add(&mut self, constant: Constant<'_>) -> Result<u16> {
        let (slot, text) = pack(constant);
        let mut finder = match self.finder.take() {
            Some(finder) => finder,
            None => self.make_finder(),
        };
        finder.reserve(self);
        let place = finder.place(self, slot, text);
        let result = match finder.table[place] {
            0 => self.push(slot, text).inspect(|index| {
                finder.table[place] = *index;
                finder.held += 1;
            }),
            found => Ok(found),
        };
        self.finder = Some(finder);
        result
    }

    /// A new entry at the end, whether or not an equal one exists.
    pub fn append(&mut self, constant: Constant<'_>) -> Result<u16> {
        let (slot, text) = pack(constant);
        // A finder knows only the first of equal entries, which adding twins must not change.
        self.finder = None;
        self.push(slot, text)
    }

    fn push(&mut self, mut slot: Slot, text: &[u8]) -> Result<u16> {
        let wide = matches!(slot.tag, tag::LONG | tag::DOUBLE);
        let index = self.slots.len();
        if index + 1 + usize::from(wide) > MAX_COUNT {
            return Err(Error::new(ErrorKind::PoolFull));
        }
        if slot.tag == tag::UTF8 {
            let length = u16::try_from(text.len()).map_err(|_| Error::new(ErrorKind::TooMany("bytes in a text")))?;
            slot.bits = (self.texts.len() as u64) << 16 | u64::from(length);
            self.texts.extend_from_slice(text);
        }
        self.slots.push(slot);
        if wide {
            self.slots.push(Slot::default());
        }
        Ok(index as u16)
    }

    fn make_finder(&self) -> Finder {
        let mut finder = Finder::default();
        finder.rebuild(self);
        finder
    }
}

/// Where a text lies, from the bits of its slot.
fn text_range(bits: u64) -> std::ops::Range<usize> {
    let start = (bits >> 16) as usize;
    start..start + usize::from(bits as u16)
}

/// A constant as a slot, and its text if it is one.
fn pack<'a>(constant: Constant<'a>) -> (Slot, &'a [u8]) {
    let two = |a: u16, b: u16| u64::from(a) << 16 | u64::from(b);
    let (tag, bits) = match constant {
        Constant::Utf8(text) => return (Slot { tag: tag::UTF8, bits: 0 }, text.bytes()),
        Constant::Integer(value) => (tag::INTEGER, u64::from(value as u32)),
        Constant::Float(bits) => (tag::FLOAT, u64::from(bits)),
        Constant::Long(value) => (tag::LONG, value as u64),
        Constant::Double(bits) => (tag::DOUBLE, bits),
        Constant::Class(name) => (tag::CLASS, u64::from(name)),
        Constant::String(text) => (tag::STRING, u64::from(text)),
        Constant::FieldRef { class, name_and_type } => (tag::FIELD_REF, two(class, name_and_type)),
        Constant::MethodRef { class, name_and_type } => (tag::METHOD_REF, two(class, name_and_type)),
        Constant::InterfaceMethodRef { class, name_and_type } => (tag::INTERFACE_METHOD_REF, two(class, name_and_type)),
        Constant::NameAndType { name, descriptor } => (tag::NAME_AND_TYPE, two(name, descriptor)),
        Constant::MethodHandle { kind, reference } => (tag::METHOD_HANDLE, two(u16::from(kind), reference)),
        Constant::MethodType(descriptor) => (tag::METHOD_TYPE, u64::from(descriptor)),
        Constant::Dynamic { bootstrap, name_and_type } => (tag::DYNAMIC, two(bootstrap, name_and_type)),
        Constant::InvokeDynamic { bootstrap, name_and_type } => (tag::INVOKE_DYNAMIC, two(bootstrap, name_and_type)),
        Constant::Module(name) => (tag::MODULE, u64::from(name)),
        Constant::Package(name) => (tag::PACKAGE, u64::from(name)),
    };
    (Slot { tag, bits }, &[])
}

impl Finder {
    /// Makes room for one more.
    fn reserve(&mut self, pool: &Pool) {
        if (self.held + 1) * 2 > self.table.len() {
            self.rebuild(pool);
        }
    }

    fn rebuild(&mut self, pool: &Pool) {
        self.table = vec![0; (pool.slots.len() * 4).next_power_of_two()];
        self.held = 0;
        for (index, slot) in pool.slots.iter().enumerate().skip(1).filter(|(_, slot)| slot.tag != 0) {
            let text = if slot.tag == tag::UTF8 { pool.text_bytes(*slot) } else { &[] };
            let place = self.place(pool, *slot, text);
            // The first of equal entries is the one that is found.
            if self.table[place] == 0 {
                self.table[place] = index as u16;
                self.held += 1;
            }
        }
    }

    /// The place that holds an equal entry, or the empty one where it belongs.
    fn place(&self, pool: &Pool, slot: Slot, text: &[u8]) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash(slot, text) as usize & mask;
        loop {
            let index = self.table[place];
            let found = pool.slots[usize::from(index)];
            let equal = match slot.tag {
                tag::UTF8 => found.tag == tag::UTF8 && pool.text_bytes(found) == text,
                _ => found == slot,
            };
            if index == 0 || equal {
                return place;
            }
            place = (place + 1) & mask;
        }
    }
}

fn hash(slot: Slot, text: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |state: u64, word: u64| (state.rotate_left(5) ^ word).wrapping_mul(ODD);
    let mut state = u64::from(slot.tag);
    if slot.tag == tag::UTF8 {
        let (words, rest) = text.as_chunks();
        for word in words {
            state = mix(state, u64::from_le_bytes(*word));
        }
        for byte in rest {
            state = mix(state, u64::from(*byte));
        }
    } else {
        state = mix(state, slot.bits);
    }
    // The multiplication leaves the good bits on top.
    state ^ state >> 32
}

/// Adding by meaning: each finds an equal entry or appends what is missing.
impl Pool {
    /// A text.
    pub fn utf8(&mut self, text: &str) -> Result<u16> {
        self.add(Constant::Utf8(Utf8::new(&encode_utf8(text))))
    }

    /// A class by its internal name, or an array type by its descriptor.
    pub fn class(&mut self, name: &str) -> Result<u16> {
        let name = self.utf8(name)?;
        self.add(Constant::Class(name))
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> Result<u16> {
        let text = self.utf8(text)?;
        self.add(Constant::String(text))
    }

    /// An `int`.
    pub fn integer(&mut self, value: i32) -> Result<u16> {
        self.add(Constant::Integer(value))
    }

    /// A `long`.
    pub fn long(&mut self, value: i64) -> Result<u16> {
        self.add(Constant::Long(value))
    }

    /// A name with a descriptor.
    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16> {
        let name = self.utf8(name)?;
        let descriptor = self.utf8(descriptor)?;
        self.add(Constant::NameAndType { name, descriptor })
    }

    /// A field.
    pub fn field_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16> {
        let class = self.class(owner)?;
        let name_and_type = self.name_and_type(name, descriptor)?;
        self.add(Constant::FieldRef { class, name_and_type })
    }

    /// A method of a class.
    pub fn method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16> {
        let class = self.class(owner)?;
        let name_and_type = self.name_and_type(name, descriptor)?;
        self.add(Constant::MethodRef { class, name_and_type })
    }

    /// A method of an interface.
    pub fn interface_method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16> {
        let class = self.class(owner)?;
        let name_and_type = self.name_and_type(name, descriptor)?;
        self.add(Constant::InterfaceMethodRef { class, name_and_type })
    }
}

/// Looking up by index.
impl Pool {
    /// The text of a `Utf8` entry.
    pub fn text(&self, index: u16) -> Result<Utf8<'_>> {
        match self.get(index) {
            Some(Constant::Utf8(text)) => Ok(text),
            _ => Err(Error::pool(index, "a text")),
        }
    }

    /// The name in a `Class` entry: an internal name or an array descriptor.
    pub fn class_name(&self, index: u16) -> Result<Utf8<'_>> {
        match self.get(index) {
            Some(Constant::Class(name)) => self.text(name),
            _ => Err(Error::pool(index, "a class")),
        }
    }

    /// The text of a `String` entry.
    pub fn string_text(&self, index: u16) -> Result<Utf8<'_>> {
        match self.get(index) {
            Some(Constant::String(text)) => self.text(text),
            _ => Err(Error::pool(index, "a string")),
        }
    }

    /// Name and descriptor of a `NameAndType` entry.
    pub fn name_and_type_at(&self, index: u16) -> Result<(Utf8<'_>, Utf8<'_>)> {
        match self.get(index) {
            Some(Constant::NameAndType { name, descriptor }) => Ok((self.text(name)?, self.text(descriptor)?)),
            _ => Err(Error::pool(index, "a name and type")),
        }
    }

    /// The field or method that an instruction or a handle names.
    pub fn member(&self, index: u16) -> Result<MemberRef<'_>> {
        let (class, name_and_type, interface) = match self.get(index) {
            Some(Constant::FieldRef { class, name_and_type } | Constant::MethodRef { class, name_and_type }) => {
                (class, name_and_type, false)
            }
            Some(Constant::InterfaceMethodRef { class, name_and_type }) => (class, name_and_type, true),
            _ => return Err(Error::pool(index, "a field or method")),
        };
        let owner = self.class_name(class)?;
        let (name, descriptor) = self.name_and_type_at(name_and_type)?;
        Ok(MemberRef { owner, name, descriptor, interface })
    }

    /// Name and descriptor of the call site or constant that a bootstrap method makes, and which row of
    /// `BootstrapMethods` that is.
    pub fn dynamic(&self, index: u16) -> Result<(Utf8<'_>, Utf8<'_>, u16)> {
        match self.get(index) {
            Some(
                Constant::Dynamic { bootstrap, name_and_type } | Constant::InvokeDynamic { bootstrap, name_and_type },
            ) => {
                let (name, descriptor) = self.name_and_type_at(name_and_type)?;
                Ok((name, descriptor, bootstrap))
            }
            _ => Err(Error::pool(index, "a call site or dynamic constant")),
        }
    }
}

impl Pool {
    /// A member's name and descriptor for an error.
    pub(super) fn label(&self, name: u16, descriptor: u16) -> String {
        let text = |index| self.text(index).map_or("?".into(), |text| text.to_str());
        format!("{}{}", text(name), text(descriptor))
    }
}

impl Default for Pool {
    fn default() -> Self {
        Pool::new()
    }
}

impl PartialEq for Pool {
    fn eq(&self, other: &Self) -> bool {
        self.slots == other.slots && self.texts == other.texts
    }
}

impl Eq for Pool {}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
