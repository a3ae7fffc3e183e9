//! The part of CBOR (RFC 8949) that Retake writes and reads: definite and indefinite lengths, the tags for typed
//! objects (27) and shared references (28, 29), no floats but 64-bit ones on writing, any width on reading.

use std::fmt;

/// Values nest at most this deep; what is deeper is refused instead of exhausting the stack.
const MAX_DEPTH: u32 = 512;

/// Why bytes are not what they should be, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The offset in the input.
    pub at: usize,
    /// What was wrong there.
    pub what: &'static str,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.at)
    }
}

impl std::error::Error for Error {}

/// The head of a data item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item<'a> {
    /// A whole number.
    Int(i64),
    /// A byte string.
    Bytes(&'a [u8]),
    /// A text string.
    Text(&'a str),
    /// An array begins; `None` when its end is marked by a break.
    Array(Option<usize>),
    /// A map begins; `None` when its end is marked by a break.
    Map(Option<usize>),
    /// A tag; the tagged item follows.
    Tag(u64),
    /// A truth value.
    Bool(bool),
    /// Null or undefined.
    Null,
    /// A floating-point number.
    Float(f64),
    /// The end of an indefinite array or map.
    Break,
}

/// Reads data items from bytes.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
}

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0, depth: 0 }
    }

    /// The offset of the next item.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// An error at the current position.
    pub fn error(&self, what: &'static str) -> Error {
        Error { at: self.at, what }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else { return Err(self.error("the data ends too early")) };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn argument(&mut self, info: u8) -> Result<u64, Error> {
        let width = match info {
            0..=23 => return Ok(u64::from(info)),
            24 => 1,
            25 => 2,
            26 => 4,
            27 => 8,
            _ => return Err(self.error("an unknown length")),
        };
        Ok(self.take(width)?.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
    }

    fn length(&mut self, info: u8) -> Result<usize, Error> {
        let length = self.argument(info)?;
        // Every element takes at least a byte, so a larger count cannot be honest.
        usize::try_from(length)
            .ok()
            .filter(|&length| length <= self.bytes.len() - self.at)
            .ok_or_else(|| self.error("a length beyond the data"))
    }

    /// The next item's head. Arrays and maps are entered, tags are passed one by one.
    pub fn item(&mut self) -> Result<Item<'a>, Error> {
        let start = self.at;
        let head = self.take(1)?[0];
        let (major, info) = (head >> 5, head & 31);
        let item = match (major, info) {
            (0, _) => {
                Item::Int(i64::try_from(self.argument(info)?).map_err(|_| self.error("a number beyond 64 bits"))?)
            }
            (1, _) => {
                Item::Int(-1 - i64::try_from(self.argument(info)?).map_err(|_| self.error("a number beyond 64 bits"))?)
            }
            (2, _) => {
                let length = self.length(info)?;
                Item::Bytes(self.take(length)?)
            }
            (3, _) => {
                let length = self.length(info)?;
                let bytes = self.take(length)?;
                Item::Text(std::str::from_utf8(bytes).map_err(|_| self.error("text that is not UTF-8"))?)
            }
            (4, 31) => Item::Array(None),
            (4, _) => Item::Array(Some(self.length(info)?)),
            (5, 31) => Item::Map(None),
            (5, _) => Item::Map(Some(self.length(info)?)),
            (6, _) => Item::Tag(self.argument(info)?),
            (7, 20) => Item::Bool(false),
            (7, 21) => Item::Bool(true),
            (7, 22 | 23) => Item::Null,
            (7, 25) => Item::Float(half(self.argument(info)? as u16)),
            (7, 26) => Item::Float(f64::from(f32::from_bits(self.argument(info)? as u32))),
            (7, 27) => Item::Float(f64::from_bits(self.argument(info)?)),
            (7, 31) => Item::Break,
            _ => return Err(Error { at: start, what: "an unknown kind of item" }),
        };
        Ok(item)
    }

    /// The next item's head without moving on.
    pub fn peek(&self) -> Result<Item<'a>, Error> {
        self.clone().item()
    }

    /// Reads an array, calling `element` once for each element.
    pub fn array(&mut self, mut element: impl FnMut(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let Item::Array(length) = self.item()? else { return Err(self.error("an array was expected")) };
        self.elements(length, &mut element)
    }

    /// Reads the elements of an array or map whose head has been read.
    pub fn elements(
        &mut self,
        length: Option<usize>,
        element: &mut impl FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("values nested too deep"));
        }
        match length {
            Some(length) => (0..length).try_for_each(|_| element(self))?,
            None => {
                while self.peek()? != Item::Break {
                    element(self)?;
                }
                self.item()?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads a map with text keys, calling `entry` with each key; `entry` reads the value.
    pub fn record(&mut self, mut entry: impl FnMut(&str, &mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let Item::Map(length) = self.item()? else { return Err(self.error("a map was expected")) };
        self.elements(length, &mut |reader| {
            let key = reader.text()?;
            entry(key, reader)
        })
    }

    /// Reads a text.
    pub fn text(&mut self) -> Result<&'a str, Error> {
        match self.item()? {
            Item::Text(text) => Ok(text),
            _ => Err(self.error("text was expected")),
        }
    }

    /// Reads bytes.
    pub fn bytes(&mut self) -> Result<&'a [u8], Error> {
        match self.item()? {
            Item::Bytes(bytes) => Ok(bytes),
            _ => Err(self.error("bytes were expected")),
        }
    }

    /// Reads a whole number.
    pub fn int(&mut self) -> Result<i64, Error> {
        match self.item()? {
            Item::Int(int) => Ok(int),
            _ => Err(self.error("a whole number was expected")),
        }
    }

    /// Reads a whole number that is a count or an index.
    pub fn index(&mut self) -> Result<u32, Error> {
        u32::try_from(self.int()?).map_err(|_| self.error("a count or an index was expected"))
    }

    /// Passes over one item and everything in it.
    pub fn skip(&mut self) -> Result<(), Error> {
        match self.item()? {
            Item::Array(length) => self.elements(length, &mut Self::skip),
            Item::Map(length) => self.elements(length, &mut |reader| {
                reader.skip()?;
                reader.skip()
            }),
            Item::Tag(_) => self.elements(Some(1), &mut Self::skip),
            Item::Break => Err(self.error("an end without a beginning")),
            _ => Ok(()),
        }
    }
}

fn half(bits: u16) -> f64 {
    let (sign, exponent, mantissa) = (bits >> 15, bits >> 10 & 31, f64::from(bits & 1023));
    let size = match exponent {
        0 => mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + mantissa) * 2f64.powi(i32::from(exponent) - 25),
    };
    if sign == 1 { -size } else { size }
}

/// No head of an item is larger than this, in bytes.
pub(crate) const LARGEST_HEAD: usize = 9;

/// Writes data items.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// What was written.
    pub bytes: Vec<u8>,
}

impl Writer {
    fn head(&mut self, major: u8, argument: u64) {
        let major = major << 5;
        match argument {
            0..=23 => self.bytes.push(major | argument as u8),
            24..=0xff => self.bytes.extend([major | 24, argument as u8]),
            0x100..=0xffff => {
                self.bytes.push(major | 25);
                self.bytes.extend((argument as u16).to_be_bytes());
            }
            0x1_0000..=0xffff_ffff => {
                self.bytes.push(major | 26);
                self.bytes.extend((argument as u32).to_be_bytes());
            }
            _ => {
                self.bytes.push(major | 27);
                self.bytes.extend(argument.to_be_bytes());
            }
        }
    }

    /// Writes a whole number.
    pub fn int(&mut self, int: i64) {
        if int < 0 { self.head(1, !int as u64) } else { self.head(0, int as u64) }
    }

    /// Writes a byte string.
    pub fn put_bytes(&mut self, bytes: &[u8]) {
        self.head(2, bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        self.head(3, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Begins an array of a known length.
    pub fn array(&mut self, length: usize) {
        self.head(4, length as u64);
    }

    /// Begins a map of a known length.
    pub fn map(&mut self, length: usize) {
        self.head(5, length as u64);
    }

    /// Writes a tag; the tagged item follows.
    pub fn tag(&mut self, tag: u64) {
        self.head(6, tag);
    }

    /// Writes a truth value.
    pub fn bool(&mut self, bool: bool) {
        self.bytes.push(0xf4 | u8::from(bool));
    }

    /// Writes null.
    pub fn null(&mut self) {
        self.bytes.push(0xf6);
    }

    /// Writes a floating-point number.
    pub fn float(&mut self, float: f64) {
        self.bytes.push(0xfb);
        self.bytes.extend(float.to_be_bytes());
    }
}
