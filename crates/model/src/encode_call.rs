//! A call of a case as CBOR: what the command tells an agent before it drives the call.
//!
//! Nobody reviews it and nothing keeps it, so it is what is quickest to write and to read: parts by their place, and the words that
//! a case file spells out in the same way. Command and agent have one version, so it needs none of its own.

use crate::case::{Call, CaseBranch, CaseEvent};
use crate::cbor::{Error, Item, Reader, Writer};
use crate::encode::{
    decode_entry, decode_outcome, decode_own_handle, decode_streams, decode_values, encode_entry, encode_outcome,
    encode_own_handle, encode_streams, encode_values, optional,
};
use crate::points::Kind;
use crate::value::Value;

impl Call {
    /// Writes this call.
    pub fn encode(&self, writer: &mut Writer) {
        writer.array(5);
        writer.int(i64::from(self.start));
        writer.int(i64::from(self.end));
        encode_entry(&self.entry, writer);
        writer.array(self.branches.len());
        self.branches.iter().for_each(|branch| encode_branch(branch, writer));
        encode_streams(&self.streams, writer);
    }

    /// Reads a call.
    pub fn decode(reader: &mut Reader<'_>) -> Result<Call, Error> {
        parts(reader, 5, "a call was expected")?;
        let (start, end, entry) = (reader.index()?, reader.index()?, decode_entry(reader)?);
        let branches = list(reader, decode_branch)?;
        let mut streams = Vec::new();
        decode_streams(reader, &mut streams)?;
        Ok(Call { start, end, entry, branches, streams })
    }
}

fn encode_branch(branch: &CaseBranch, writer: &mut Writer) {
    writer.array(3);
    writer.array(branch.path.len());
    branch.path.iter().for_each(|&ordinal| writer.int(i64::from(ordinal)));
    writer.bool(branch.bag);
    writer.array(branch.events.len());
    branch.events.iter().for_each(|event| encode_event(event, writer));
}

fn decode_branch(reader: &mut Reader<'_>) -> Result<CaseBranch, Error> {
    parts(reader, 3, "a branch was expected")?;
    let path = list(reader, Reader::index)?;
    let Item::Bool(bag) = reader.item()? else { return Err(reader.error("a truth value was expected")) };
    Ok(CaseBranch { path, bag, events: list(reader, decode_event)? })
}

fn encode_event(event: &CaseEvent, writer: &mut Writer) {
    writer.array(9);
    writer.text(&event.dependency);
    writer.text(event.kind.name());
    match &event.target {
        Some(handle) => encode_own_handle(handle, writer),
        None => writer.null(),
    }
    encode_values(&event.args, writer);
    // How it ended takes two parts.
    encode_outcome(&event.outcome, writer);
    match event.results {
        Some(results) => writer.int(i64::from(results)),
        None => writer.null(),
    }
    writer.array(event.writes.len());
    for (to, value) in &event.writes {
        writer.array(2);
        writer.text(&to.to_string());
        value.encode(writer);
    }
    match &event.at {
        Some(at) => writer.text(at),
        None => writer.null(),
    }
}

fn decode_event(reader: &mut Reader<'_>) -> Result<CaseEvent, Error> {
    parts(reader, 9, "an event was expected")?;
    let dependency = reader.text()?.to_owned();
    let kind = reader.text()?;
    let kind = Kind::ALL.into_iter().find(|known| known.name() == kind);
    Ok(CaseEvent {
        dependency,
        kind: kind.ok_or_else(|| reader.error("a kind of dependency was expected"))?,
        target: optional(reader, decode_own_handle)?,
        args: decode_values(reader)?,
        outcome: decode_outcome(reader)?,
        results: optional(reader, Reader::index)?,
        writes: list(reader, |reader| {
            parts(reader, 2, "a write is a place and a value")?;
            let to = reader.text()?.parse().map_err(|()| reader.error("what is written to was expected"))?;
            Ok((to, Value::decode(reader)?))
        })?,
        at: optional(reader, |reader| Ok(reader.text()?.to_owned()))?,
    })
}

/// Enters an array of so many parts.
fn parts(reader: &mut Reader<'_>, parts: usize, expected: &'static str) -> Result<(), Error> {
    if reader.item()? == Item::Array(Some(parts)) { Ok(()) } else { Err(reader.error(expected)) }
}

fn list<'a, T>(
    reader: &mut Reader<'a>,
    mut read: impl FnMut(&mut Reader<'a>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut items = Vec::new();
    reader.array(|reader| {
        items.push(read(reader)?);
        Ok(())
    })?;
    Ok(items)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::generate::Generate;

    #[test]
    fn calls_come_back() {
        let mut events = 0;
        for seed in 0..1000 {
            for call in Generate::new(seed).case().calls {
                events += call.events().count();
                let mut writer = Writer::default();
                call.encode(&mut writer);
                let mut reader = Reader::new(&writer.bytes);
                let read = Call::decode(&mut reader).unwrap();
                assert!(reader.is_empty());
                // Numbers that are none are not equal to themselves; their bytes are.
                let mut again = Writer::default();
                read.encode(&mut again);
                assert_eq!(again.bytes, writer.bytes);
                assert_eq!(format!("{read:?}"), format!("{call:?}"));
            }
        }
        assert!(events > 1000, "{events}");
    }

    #[test]
    fn what_is_cut_is_refused() {
        for seed in 0..50 {
            let mut writer = Writer::default();
            Generate::new(seed).case().calls.iter().for_each(|call| call.encode(&mut writer));
            let whole = Call::decode(&mut Reader::new(&writer.bytes)).unwrap();
            let mut one = Writer::default();
            whole.encode(&mut one);
            for end in 0..one.bytes.len() {
                assert!(Call::decode(&mut Reader::new(&one.bytes[..end])).is_err(), "{end} of {}", one.bytes.len());
            }
        }
    }
}
