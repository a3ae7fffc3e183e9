//! Bytes as digits of base sixteen.

use std::ops::Range;

/// Shorter runs are numbers.
const SHORTEST: usize = 8;

/// Something written in hex.
pub(crate) struct Hex {
    /// Where it is.
    pub(crate) at: Range<usize>,
    /// What it says.
    pub(crate) bytes: Vec<u8>,
    capitals: bool,
}

impl Hex {
    /// All runs of a text that could be hex, of whole bytes.
    pub(crate) fn all(text: &str) -> Vec<Hex> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            if length == 0 {
                at += 1;
                continue;
            }
            let run = &text[at..at + length];
            let read = (0..length / 2).map(|byte| u8::from_str_radix(&run[2 * byte..2 * byte + 2], 16).ok());
            if let Some(bytes) =
                read.collect::<Option<Vec<u8>>>().filter(|_| length >= SHORTEST && length.is_multiple_of(2))
            {
                let capitals = run.contains(|c: char| c.is_ascii_uppercase());
                found.push(Hex { at: at..at + length, bytes, capitals });
            }
            at += length;
        }
        found
    }

    /// Other bytes, as many, written in the same way.
    pub(crate) fn write(&self, bytes: &[u8]) -> String {
        bytes.iter().map(|byte| if self.capitals { format!("{byte:02X}") } else { format!("{byte:02x}") }).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Hex;

    #[test]
    fn both_ways() {
        let found = Hex::all("x'6164614061646' 61646140616461 4A4B4C4D");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].bytes, b"ada@ada");
        assert_eq!(found[1].write(&found[1].bytes), "4A4B4C4D");
    }
}
