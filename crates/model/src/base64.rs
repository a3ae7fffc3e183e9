//! Base64 as in RFC 4648, with padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= group.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

/// The bytes; none if the text is not base64 as [`encode`] writes it.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for group in text.as_bytes().chunks(4) {
        let data = group.iter().take_while(|&&letter| letter != b'=').count();
        if group.len() < 4 || data < 2 {
            return None;
        }
        let mut bits = 0;
        for &letter in &group[..data] {
            bits = bits << 6 | LETTERS.iter().position(|&known| known == letter)? as u32;
        }
        bits <<= 6 * (4 - data);
        out.extend(&bits.to_be_bytes()[1..data]);
    }
    // Padding inside, bits behind the end and letters behind the padding have no place in the only way to say it.
    (encode(&out) == text).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn both_ways() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("\u{7ff}\0", "378A")]
        {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        for wrong in ["Z", "Zg", "Zg=", "Zh==", "Zg==Zg==", "Z===", "Zm9v\n", "Zm9é", "===="] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
