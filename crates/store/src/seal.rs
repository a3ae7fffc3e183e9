//! The seal of a document: a checksum of what it says, so that a flipped byte is told.
//!
//! It is taken of the content without any space, so that whoever lays a document out anew or checks it out with other line ends
//! breaks nothing. It keeps accidents out, not enemies: who edits a document on purpose seals it again.

use retake_model::json::Json;
use retake_model::text::SEAL;

use crate::sum::sum;

/// So many characters of the checksum: enough that no accident finds another content.
const LENGTH: usize = 32;

/// What the seal of a document must be.
fn expected(members: &[(String, Json)]) -> String {
    let content = members.iter().filter(|(name, _)| name != SEAL);
    let mut sum = sum(Json::compact_record(content).as_bytes());
    sum.truncate(LENGTH);
    sum
}

/// Puts the seal behind the format, in the place of an old one.
pub(crate) fn put(json: &mut Json) {
    let Json::Record(members) = json else { return };
    let seal = Json::Text(expected(members));
    match members.iter_mut().find(|(name, _)| name == SEAL) {
        Some((_, old)) => *old = seal,
        None => members.insert(members.len().min(1), (SEAL.to_owned(), seal)),
    }
}

/// Whether a document is as it was sealed. One without a seal was written by hand, or by an earlier version.
pub(crate) fn holds(json: &Json) -> bool {
    let Json::Record(members) = json else { return true };
    match members.iter().find(|(name, _)| name == SEAL) {
        Some((_, seal)) => *seal == Json::Text(expected(members)),
        None => true,
    }
}

/// The text of a sealed document with another number of a member at its outermost level, and the seal that goes with it. All
/// else stays as it is, letter by letter; none if the member is not on a line of its own.
pub(crate) fn with_number(text: &str, name: &str, number: u64) -> Option<String> {
    let mut json = Json::parse(text).ok()?;
    let Json::Record(members) = &mut json else { return None };
    let (_, old) = members.iter_mut().find(|(known, _)| known == name)?;
    *old = Json::Number(number.to_string());
    let sealed = members.iter().any(|(known, _)| known == SEAL);
    if sealed {
        put(&mut json);
    }
    let Json::Record(members) = &json else { return None };
    let mut text = text.to_owned();
    for (known, member) in members.iter().filter(|(known, _)| known == name || known == SEAL) {
        let start = text.find(&format!("\n  \"{known}\": "))? + 1;
        let end = start + text[start..].find('\n')?;
        let line_end = if text[start..end].ends_with('\r') { "\r" } else { "" };
        text.replace_range(start..end, &format!("  \"{known}\": {},{line_end}", member.compact()));
    }
    // What was found on those lines may have been something else.
    (Json::parse(&text).ok()? == json).then_some(text)
}
