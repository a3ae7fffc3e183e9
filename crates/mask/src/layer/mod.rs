//! How values are written inside others: JSON in texts, base64, hex, percent signs, UTF-16. Each layer is taken off and put
//! back on around what is changed; everything else keeps its bytes. What is put in has the length of what was there, so that
//! a layer's own length never changes.

mod base64;
mod hex;
mod json;
mod percent;
mod utf16;
mod xml;

use std::ops::Range;

pub(crate) use base64::{Base64, jwt_parts, url_decode, url_encode};
pub(crate) use hex::Hex;
pub(crate) use json::{Token, escaped, tokens, unescaped};
pub(crate) use percent::{decoded as percent_decoded, encoded as percent_encoded};
pub(crate) use utf16::Utf16;
pub(crate) use xml::values as xml_values;

/// The pairs of a form, a query or a cookie: where each name and each value is. None if the text is none.
pub(crate) fn pairs(text: &str) -> Option<Vec<(Range<usize>, Range<usize>)>> {
    let name = |c: char| c.is_ascii_alphanumeric() || "_.-[]%$:".contains(c);
    let separator = if text.contains('&') || !text.contains("; ") { '&' } else { ';' };
    let mut pairs = Vec::new();
    let mut start = 0;
    for part in text.split(separator) {
        let lead = part.len() - part.trim_start_matches(' ').len();
        let pair = &part[lead..];
        match pair.split_once('=') {
            Some((key, value)) if !key.is_empty() && key.len() <= 128 && key.chars().all(name) => {
                if value.contains(char::is_whitespace) || value.contains(['{', '<']) {
                    return None;
                }
                let at = start + lead;
                pairs.push((at..at + key.len(), at + key.len() + 1..start + part.len()));
            }
            // `a=1&&b`, `a=1; Secure`
            None if pair.chars().all(name) && !pairs.is_empty() => {}
            _ => return None,
        }
        start += part.len() + 1;
    }
    // `YWJj==` is no pair.
    pairs.iter().any(|(_, value)| !text[value.clone()].trim_matches('=').is_empty()).then_some(pairs)
}

/// Whether bytes are a text that people or programs wrote.
pub(crate) fn as_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.is_empty() && text.chars().all(|c| !c.is_control() || "\t\r\n".contains(c))).then_some(text)
}
