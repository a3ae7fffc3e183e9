//! Keys as text: Bech32 (BIP 173) without its limit of length.

use zeroize::Zeroizing;

const LETTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM: usize = 6;

fn polymod(values: impl Iterator<Item = u8>) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    values.fold(1, |sum, value| {
        let top = sum >> 25;
        let sum = (sum & 0x01ff_ffff) << 5 ^ u32::from(value);
        GENERATOR.iter().enumerate().filter(|(bit, _)| top >> bit & 1 == 1).fold(sum, |sum, (_, term)| sum ^ term)
    })
}

fn expand(prefix: &str) -> impl Iterator<Item = u8> {
    prefix.bytes().map(|byte| byte >> 5).chain([0]).chain(prefix.bytes().map(|byte| byte & 31))
}

/// Groups of five bits of bytes, or bytes of groups of five bits.
fn regroup(values: &[u8], from: u32, to: u32, fill: bool) -> Option<Zeroizing<Vec<u8>>> {
    // Nothing moves when it grows, so that no copy is left behind.
    let mut out = Zeroizing::new(Vec::with_capacity(values.len() * from as usize / to as usize + 1));
    let (mut bits, mut count) = (0u32, 0);
    for &value in values {
        bits = (bits << from | u32::from(value)) & 0xffff;
        count += from;
        while count >= to {
            count -= to;
            out.push((bits >> count) as u8 & ((1 << to) - 1) as u8);
        }
    }
    let rest = bits & ((1 << count) - 1);
    match fill {
        true if count > 0 => out.push((rest << (to - count)) as u8),
        false if count >= from || rest != 0 => return None,
        _ => {}
    }
    Some(out)
}

/// The text of bytes, in small letters.
pub(crate) fn encode(prefix: &str, bytes: &[u8]) -> Zeroizing<String> {
    let values = regroup(bytes, 8, 5, true).unwrap_or_default();
    let sum = polymod(expand(prefix).chain(values.iter().copied()).chain([0; CHECKSUM])) ^ 1;
    let mut out = Zeroizing::new(String::with_capacity(prefix.len() + 1 + values.len() + CHECKSUM));
    out.push_str(prefix);
    out.push('1');
    let sum = (0..CHECKSUM).map(|place| (sum >> (5 * (CHECKSUM - 1 - place))) as u8 & 31);
    for value in values.iter().copied().chain(sum) {
        out.push(char::from(LETTERS[usize::from(value)]));
    }
    out
}

/// The bytes of a text with this prefix, which is in small letters or in large ones; none if it is something else.
pub(crate) fn decode(prefix: &str, text: &str) -> Option<Zeroizing<Vec<u8>>> {
    if text.bytes().any(|byte| byte.is_ascii_lowercase()) && text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let text = Zeroizing::new(text.to_ascii_lowercase());
    let (found, data) = text.rsplit_once('1')?;
    if found != prefix || data.len() < CHECKSUM {
        return None;
    }
    let mut values = Zeroizing::new(Vec::with_capacity(data.len()));
    for letter in data.bytes() {
        values.push(LETTERS.iter().position(|&known| known == letter)? as u8);
    }
    if polymod(expand(prefix).chain(values.iter().copied())) != 1 {
        return None;
    }
    regroup(&values[..values.len() - CHECKSUM], 5, 8, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        for length in 0..70u8 {
            let bytes: Vec<u8> = (0..length).map(|n| n.wrapping_mul(37).wrapping_add(length)).collect();
            let text = encode("age", &bytes);
            assert_eq!(decode("age", &text).as_deref().map(Vec::as_slice), Some(&bytes[..]));
            assert_eq!(decode("age", &text.to_ascii_uppercase()).as_deref().map(Vec::as_slice), Some(&bytes[..]));
            assert_eq!(decode("ag", &text), None);
            for at in 0..text.len() {
                let mut other = text.as_bytes().to_vec();
                other[at] = if other[at] == b'q' { b'p' } else { b'q' };
                assert_eq!(decode("age", &String::from_utf8(other).unwrap_or_default()), None);
            }
        }
        // From BIP 173.
        assert!(decode("a", "A12UEL5L").is_some_and(|bytes| bytes.is_empty()));
        assert!(decode("a", "A12uEL5L").is_none());
    }
}
