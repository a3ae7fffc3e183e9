//! Texts of two bytes a letter, in either order.

/// Bytes that are such a text.
pub(crate) struct Utf16 {
    /// What it says.
    pub(crate) text: String,
    big: bool,
}

impl Utf16 {
    /// Reads bytes, if most of what they say is plain.
    pub(crate) fn read(bytes: &[u8]) -> Option<Utf16> {
        if bytes.len() < 8 || !bytes.len().is_multiple_of(2) {
            return None;
        }
        [true, false].into_iter().find_map(|big| {
            let units = bytes.chunks_exact(2).map(|pair| unit(pair, big));
            let text: String = char::decode_utf16(units).collect::<Result<_, _>>().ok()?;
            let plain = text.chars().filter(|c| matches!(c, ' '..='~' | '\t' | '\r' | '\n')).count();
            (plain * 10 >= text.chars().count() * 7 && !text.contains('\0')).then_some(Utf16 { text, big })
        })
    }

    /// Another text in the same way.
    pub(crate) fn write(&self, text: &str) -> Vec<u8> {
        let bytes = |unit: u16| if self.big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    }
}

fn unit(pair: &[u8], big: bool) -> u16 {
    let pair = [pair[0], pair[1]];
    if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Utf16;

    #[test]
    fn both_orders() {
        for big in [true, false] {
            let bytes: Vec<u8> = "adé@x.de"
                .encode_utf16()
                .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect();
            let read = Utf16::read(&bytes).unwrap();
            assert_eq!(read.text, "adé@x.de");
            assert_eq!(read.write(&read.text), bytes);
        }
        assert!(Utf16::read(b"plain text").is_none());
        assert!(Utf16::read(b"odd").is_none());
    }
}
