//! The text of class files: UTF-8, but with NUL in two bytes and characters beyond the basic plane as two
//! surrogates of three bytes each. Surrogates may stand alone, so not every text is a string of Unicode.

use std::borrow::Cow;
use std::fmt;

/// Text as it stands in the constant pool. Two texts are equal when their bytes are.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Utf8<'a>(&'a [u8]);

impl<'a> Utf8<'a> {
    /// Text from its bytes in the class file's encoding.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Utf8(bytes)
    }

    /// The bytes in the class file's encoding.
    pub const fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// How many bytes it takes.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The text as a string. Borrowed unless it holds NUL or characters beyond the basic plane. What has no
    /// place in a Rust string (lone surrogates, broken bytes) becomes U+FFFD.
    pub fn to_str(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => {
                Cow::Owned(char::decode_utf16(self.utf16()).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
            }
        }
    }

    /// The text as a string, unless that would lose something.
    pub fn try_to_str(self) -> Option<Cow<'a, str>> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Some(Cow::Borrowed(text)),
            Err(_) => {
                let mut units = self.utf16();
                let text = char::decode_utf16(units.by_ref()).collect::<Result<String, _>>().ok()?;
                (!units.broken).then_some(Cow::Owned(text))
            }
        }
    }

    /// The text as the JVM sees it, in UTF-16 units. A byte that fits nowhere becomes U+FFFD.
    pub fn utf16(self) -> Utf16<'a> {
        Utf16 { rest: self.0, broken: false }
    }
}

/// The UTF-16 units of a [`Utf8`].
#[derive(Clone, Debug)]
pub struct Utf16<'a> {
    rest: &'a [u8],
    broken: bool,
}

impl Iterator for Utf16<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        let unit = |byte: u8| u16::from(byte & 0x3f);
        let (unit, length) = match *self.rest {
            [] => return None,
            [a @ 0..=0x7f, ..] => (u16::from(a), 1),
            [a @ 0xc0..=0xdf, b @ 0x80..=0xbf, ..] => (u16::from(a & 0x1f) << 6 | unit(b), 2),
            [a @ 0xe0..=0xef, b @ 0x80..=0xbf, c @ 0x80..=0xbf, ..] => {
                (u16::from(a & 0x0f) << 12 | unit(b) << 6 | unit(c), 3)
            }
            _ => {
                self.broken = true;
                (0xfffd, 1)
            }
        };
        self.rest = self.rest.get(length..).unwrap_or_default();
        Some(unit)
    }
}

/// A string in the class file's encoding, borrowed when that is the same.
pub fn encode_utf8(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|byte| byte != 0 && byte < 0xf0) {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(encode_utf16(text.encode_utf16()))
}

/// UTF-16 units, lone surrogates included, in the class file's encoding.
pub fn encode_utf16(units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    let mut out = Vec::new();
    for unit in units {
        let low = |shift: u32| 0x80 | (unit >> shift & 0x3f) as u8;
        match unit {
            1..=0x7f => out.push(unit as u8),
            0 | 0x80..=0x7ff => out.extend([0xc0 | (unit >> 6) as u8, low(0)]),
            _ => out.extend([0xe0 | (unit >> 12) as u8, low(6), low(0)]),
        }
    }
    out
}

impl PartialEq<str> for Utf8<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == &*encode_utf8(other)
    }
}

impl PartialEq<&str> for Utf8<'_> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl fmt::Display for Utf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}

impl fmt::Debug for Utf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units, their encoding, and the string they make if they make one.
    fn check(units: &[u16], bytes: &[u8], text: Option<&str>) {
        assert_eq!(encode_utf16(units.iter().copied()), bytes);
        let utf8 = Utf8::new(bytes);
        assert_eq!(utf8.utf16().collect::<Vec<_>>(), units);
        assert_eq!(utf8.try_to_str().as_deref(), text);
        if let Some(text) = text {
            assert_eq!(&*encode_utf8(text), bytes);
            assert_eq!(utf8.to_str(), text);
            assert!(utf8 == text);
        }
    }

    #[test]
    fn every_kind_of_unit_goes_both_ways() {
        check(&[], b"", Some(""));
        check(&[0x61, 0x62], b"ab", Some("ab"));
        check(&[0], &[0xc0, 0x80], Some("\0"));
        check(&[0x7f, 0x80], &[0x7f, 0xc2, 0x80], Some("\u{7f}\u{80}"));
        check(&[0x7ff, 0x800], &[0xdf, 0xbf, 0xe0, 0xa0, 0x80], Some("\u{7ff}\u{800}"));
        check(&[0xffff], &[0xef, 0xbf, 0xbf], Some("\u{ffff}"));
        check(&[0xd83d, 0xde00], &[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], Some("\u{1f600}"));
        check(&[0xd800], &[0xed, 0xa0, 0x80], None);
        check(&[0x61, 0xdfff, 0x62], &[0x61, 0xed, 0xbf, 0xbf, 0x62], None);
    }

    #[test]
    fn what_is_no_unicode_is_shown_with_replacements() {
        assert_eq!(Utf8::new(&[0x61, 0xed, 0xa0, 0x80, 0x62]).to_str(), "a\u{fffd}b");
        assert_eq!(Utf8::new(&[0x61, 0xff]).to_str(), "a\u{fffd}");
        assert_eq!(Utf8::new(&[0xff]).try_to_str(), None);
        assert_eq!(Utf8::new(&[0xe0, 0x80]).to_str(), "\u{fffd}\u{fffd}");
    }

    #[test]
    fn text_without_surprises_is_borrowed() {
        assert!(matches!(Utf8::new(b"java/lang/Object").to_str(), Cow::Borrowed(_)));
        assert!(matches!(encode_utf8("gr\u{fc}n"), Cow::Borrowed(_)));
    }
}
