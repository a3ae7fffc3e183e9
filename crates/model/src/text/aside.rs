//! Large values of a document, which go beside it so that it stays readable.
//!
//! A value that is put aside leaves `{"@blob": "<name>", "as": "text", "size": 8192}` behind. Both ways are a change of JSON
//! alone: who reads a document brings back what was put aside, and then there is nothing special about it.

use crate::base64;
use crate::json::Json;

/// The mark of a value that is elsewhere.
const MARK: &str = "@blob";

/// What a value was before it was put aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Text, or a body.
    Text,
    /// Bytes that are text.
    Utf8,
    /// Bytes, or a body.
    Bytes,
}

impl Form {
    const ALL: [Form; 3] = [Form::Text, Form::Utf8, Form::Bytes];

    fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Utf8 => "utf8",
            Form::Bytes => "bytes",
        }
    }
}

/// What stands in a document for a value that is elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name that `put` gave the value.
    pub name: String,
    /// How many bytes it has.
    pub size: u64,
}

/// Offers every text and all bytes of more than `limit` bytes to `put`, which answers with the name it keeps them under.
pub fn put_aside<E>(json: &mut Json, limit: usize, put: &mut impl FnMut(&[u8]) -> Result<String, E>) -> Result<(), E> {
    let (form, bytes) = match json {
        Json::Text(text) if text.len() > limit => (Form::Text, std::mem::take(text).into_bytes()),
        Json::List(items) => return items.iter_mut().try_for_each(|item| put_aside(item, limit, put)),
        Json::Record(members) => match members.as_mut_slice() {
            // What is inside of a body is none of the document's business.
            [(mark, body)] if mark == "@json" => match body.compact() {
                text if text.len() > limit => (Form::Text, text.into_bytes()),
                _ => return Ok(()),
            },
            [(mark, Json::Text(text))] if mark == "@utf8" && text.len() > limit => {
                (Form::Utf8, std::mem::take(text).into_bytes())
            }
            [(mark, Json::Text(text))] if mark == "@bytes" && text.len() / 4 * 3 > limit => {
                let Some(bytes) = base64::decode(text) else { return Ok(()) };
                (Form::Bytes, bytes)
            }
            [(mark, _)] if mark == "@utf8" || mark == "@bytes" => return Ok(()),
            members => return members.iter_mut().try_for_each(|(_, member)| put_aside(member, limit, put)),
        },
        _ => return Ok(()),
    };
    let name = put(&bytes)?;
    *json = Json::Record(vec![
        (MARK.to_owned(), Json::Text(name)),
        ("as".to_owned(), Json::text(form.name())),
        ("size".to_owned(), Json::Number(bytes.len().to_string())),
    ]);
    Ok(())
}

/// Puts back what was put aside. What is not quite a reference stays, and the reader of the document says what is wrong with it.
pub fn bring_back<E>(json: &mut Json, get: &mut impl FnMut(&Reference) -> Result<Vec<u8>, E>) -> Result<(), E> {
    let found = match json {
        Json::List(items) => return items.iter_mut().try_for_each(|item| bring_back(item, get)),
        Json::Record(members) => match reference(members) {
            Some(found) => found,
            None if matches!(members.as_slice(), [(mark, _)] if mark == "@json") => return Ok(()),
            None => return members.iter_mut().try_for_each(|(_, member)| bring_back(member, get)),
        },
        _ => return Ok(()),
    };
    let (reference, form) = found;
    let bytes = get(&reference)?;
    let marked = |mark: &str, text: String| Json::Record(vec![(mark.to_owned(), Json::Text(text))]);
    *json = match (form, String::from_utf8(bytes)) {
        (Form::Text, Ok(text)) => Json::Text(text),
        (Form::Utf8, Ok(text)) => marked("@utf8", text),
        (Form::Bytes, Ok(text)) => marked("@bytes", base64::encode(text.as_bytes())),
        // Where text was promised this is found out by whoever reads the document.
        (_, Err(error)) => marked("@bytes", base64::encode(error.as_bytes())),
    };
    Ok(())
}

/// The names of everything that was put aside of a document.
pub fn references(json: &Json, visit: &mut impl FnMut(&Reference)) {
    match json {
        Json::List(items) => items.iter().for_each(|item| references(item, visit)),
        Json::Record(members) => match reference(members) {
            Some((found, _)) => visit(&found),
            None if matches!(members.as_slice(), [(mark, _)] if mark == "@json") => {}
            None => members.iter().for_each(|(_, member)| references(member, visit)),
        },
        _ => {}
    }
}

fn reference(members: &[(String, Json)]) -> Option<(Reference, Form)> {
    let [(mark, Json::Text(name)), (form, Json::Text(known)), (size, Json::Number(bytes))] = members else {
        return None;
    };
    if mark != MARK || form != "as" || size != "size" {
        return None;
    }
    let form = Form::ALL.into_iter().find(|form| form.name() == known)?;
    Some((Reference { name: name.clone(), size: bytes.parse().ok()? }, form))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::HashMap;

    use super::*;
    use crate::case::{Boot, Case};
    use crate::generate::Generate;

    /// Puts aside what has more than so many bytes, and brings it back.
    fn round(json: &Json, limit: usize) -> (Json, usize, Json) {
        let mut kept: HashMap<String, Vec<u8>> = HashMap::new();
        let mut aside = json.clone();
        put_aside(&mut aside, limit, &mut |bytes| {
            let name = format!("n{}", kept.len());
            kept.insert(name.clone(), bytes.to_vec());
            Ok::<_, ()>(name)
        })
        .unwrap();
        let mut back = aside.clone();
        bring_back(&mut back, &mut |found| {
            let bytes = kept.get(&found.name).cloned().ok_or(())?;
            assert_eq!(found.size, bytes.len() as u64);
            Ok::<_, ()>(bytes)
        })
        .unwrap();
        let mut names = 0;
        references(&aside, &mut |_| names += 1);
        assert_eq!(names, kept.len());
        (aside, kept.len(), back)
    }

    #[test]
    fn what_is_put_aside_comes_back() {
        let mut put = 0;
        for seed in 0..500 {
            let case = Generate::new(seed).case();
            // Bodies come back as text; the case that is read is the same.
            let (_, number, back) = round(&case.to_json(), 2);
            put += number;
            // The names of documents, of formats and of kinds are put aside as well: nothing depends on which text it is.
            assert_eq!(Case::from_json(&back).map(|case| case.to_text()), Ok(case.to_text()));
            let boot = Generate::new(seed).boot();
            assert_eq!(Boot::from_json(&round(&boot.to_json(), 2).2).map(|boot| boot.to_text()), Ok(boot.to_text()));
        }
        assert!(put > 1000, "{put}");
    }

    #[test]
    fn small_values_and_bodies_that_look_like_references_stay() {
        let text = r#"{"a":"1234","b":{"@json":{"x":{"@blob":"n0","as":"text","size":4}}},"c":{"@bytes":"AAAA"}}"#;
        let json = Json::parse(text).unwrap();
        let (aside, put, back) = round(&json, 100);
        assert_eq!((aside.compact().as_str(), put, &back), (text, 0, &json));
        let (aside, put, _) = round(&json, 3);
        assert_eq!(put, 2);
        assert!(aside.compact().contains(r#""a":{"@blob":"n0","as":"text","size":4}"#), "{}", aside.compact());
        assert!(aside.compact().contains(r#""c":{"@bytes":"AAAA"}"#), "{}", aside.compact());
    }
}
