//! Base64 of either alphabet, with or without padding, as it was written.

use std::ops::Range;

use super::{Utf16, as_text};

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Shorter runs are words.
const SHORTEST: usize = 8;

/// Something written in base64.
pub(crate) struct Base64 {
    /// Where it is.
    pub(crate) at: Range<usize>,
    /// What it says.
    pub(crate) bytes: Vec<u8>,
    letters: &'static [u8; 64],
}

impl Base64 {
    /// All runs of a text that could be base64.
    pub(crate) fn all(text: &str) -> Vec<Base64> {
        let mut found = Vec::new();
        let bytes = text.as_bytes();
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte);
        let mut at = 0;
        while at < bytes.len() {
            if !letter(bytes[at]) {
                at += 1;
                continue;
            }
            let mut end = at + bytes[at..].iter().take_while(|byte| letter(**byte)).count();
            let run = at..end;
            end += bytes[end..].iter().take(2).take_while(|byte| **byte == b'=').count();
            if let Some(whole) = Base64::read(text, at..end) {
                found.push(whole);
            } else {
                // The letters that are not letters may be separators here.
                let mut start = run.start;
                for part in text[run.clone()].split(['+', '/', '-', '_']) {
                    let stop = start + part.len();
                    let stop_padded = if stop == run.end { end } else { stop };
                    if part.len() < run.len() {
                        found.extend(Base64::read(text, start..stop_padded));
                    }
                    start = stop + 1;
                }
            }
            at = end.max(at + 1);
        }
        found
    }

    fn read(text: &str, at: Range<usize>) -> Option<Base64> {
        let written = text.get(at.clone())?;
        if written.len() < SHORTEST || written.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let letters = if written.contains(['-', '_']) { URL } else { STANDARD };
        let bytes = decode(written, letters)?;
        // Any word is base64 of something.
        if as_text(&bytes).is_none() && Utf16::read(&bytes).is_none() {
            return None;
        }
        Some(Base64 { at, bytes, letters })
    }

    /// Other bytes, as many, written in the same way.
    pub(crate) fn write(&self, bytes: &[u8]) -> String {
        let mut text = encode(bytes, self.letters);
        while text.len() < self.at.len() {
            text.push('=');
        }
        text
    }
}

fn decode(text: &str, letters: &[u8; 64]) -> Option<Vec<u8>> {
    let data = text.trim_end_matches('=');
    if data.len() % 4 == 1 || text.len() > data.len() && !text.len().is_multiple_of(4) {
        return None;
    }
    let mut out = Vec::with_capacity(data.len() / 4 * 3 + 2);
    for group in data.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for byte in group {
            bits = bits << 6 | letters.iter().position(|letter| letter == byte)? as u32;
        }
        bits <<= 6 * (4 - group.len());
        out.extend(&bits.to_be_bytes()[1..group.len()]);
    }
    // Bits behind the end would be lost.
    (encode(&out, letters) == data).then_some(out)
}

fn encode(bytes: &[u8], letters: &[u8; 64]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            out.push(char::from(letters[(bits >> (18 - 6 * place) & 63) as usize]));
        }
    }
    out
}

/// Base64 for addresses, without padding.
pub(crate) fn url_decode(text: &str) -> Option<Vec<u8>> {
    decode(text, URL)
}

/// The same, to write it.
pub(crate) fn url_encode(bytes: &[u8]) -> String {
    encode(bytes, URL)
}

/// The three parts of a signed token, if it is one: the first two are JSON.
pub(crate) fn jwt_parts(token: &str) -> Option<[&str; 3]> {
    let parts: Vec<&str> = token.split('.').collect();
    let [head, claims, signature] = parts.as_slice() else { return None };
    let is_json = |part: &str| url_decode(part).is_some_and(|json| json.starts_with(b"{") && json.ends_with(b"}"));
    (is_json(head) && is_json(claims) && url_decode(signature).is_some()).then_some([head, claims, signature])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn both_ways_as_it_was_written() {
        for text in [
            "YWRhQGV4YW1wbGUuY29t",
            "x: YWRhQGV4YW1wbGUub3JnIQ== y",
            "YWRhQGV4YW1wbGUub3JnIQ",
            "/a/YWRhQGV4YW1wbGUub3JnIQ/b",
            "_-8_Pz8_Pw",
        ] {
            for found in Base64::all(text) {
                assert_eq!(found.write(&found.bytes), text[found.at.clone()]);
            }
        }
        let all = |text: &str| Base64::all(text).into_iter().map(|found| found.bytes).collect::<Vec<_>>();
        assert!(all("x: YWRhQGV4YW1wbGUub3JnIQ== y").contains(&b"ada@example.org!".to_vec()));
        assert!(all("data/YWRhQGV4YW1wbGUub3JnIQ/b-").contains(&b"ada@example.org!".to_vec()));
        assert!(all("12345678 short").is_empty());
    }
}
