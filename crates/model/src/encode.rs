//! Values and traces as CBOR. The agent's Java runtime writes the same bytes; `docs/formats.md` describes them.

use crate::cbor::{Error, Item, Reader, Writer};
use crate::trace::{Branch, Entry, Event, Outcome, PointName, Request, Response, Scope, Trace};
use crate::value::{Handle, Value};

const TAG_TYPED: u64 = 27;
const TAG_SHAREABLE: u64 = 28;
const TAG_REF: u64 = 29;
/// In place of a class name: a handle. No Java class name begins with `@`.
const HANDLE: &str = "@handle";
/// In place of a class name: something that was not copied.
const OPAQUE: &str = "@opaque";

impl Value {
    /// Writes this value.
    pub fn encode(&self, writer: &mut Writer) {
        match self {
            Value::Null => writer.null(),
            Value::Bool(bool) => writer.bool(*bool),
            Value::Int(int) => writer.int(*int),
            Value::Float(float) => writer.float(*float),
            Value::Text(text) => writer.text(text),
            Value::Bytes(bytes) => writer.put_bytes(bytes),
            Value::List(items) => {
                writer.array(items.len());
                items.iter().for_each(|item| item.encode(writer));
            }
            Value::Record(fields) => {
                writer.map(fields.len());
                for (name, field) in fields {
                    writer.text(name);
                    field.encode(writer);
                }
            }
            Value::Typed { class, body } => {
                if self.is_composite() {
                    writer.tag(TAG_SHAREABLE);
                }
                writer.tag(TAG_TYPED);
                writer.array(2);
                writer.text(class);
                body.encode(writer);
            }
            Value::Ref(id) => {
                writer.tag(TAG_REF);
                writer.int(i64::from(*id));
            }
            Value::Handle(handle) => {
                writer.tag(TAG_TYPED);
                writer.array(2);
                writer.text(HANDLE);
                encode_handle(handle, writer);
            }
            Value::Opaque { class, reason } => {
                writer.tag(TAG_TYPED);
                writer.array(2);
                writer.text(OPAQUE);
                writer.array(2);
                writer.text(class);
                writer.text(reason);
            }
        }
    }

    /// Reads a value.
    pub fn decode(reader: &mut Reader<'_>) -> Result<Value, Error> {
        Ok(match reader.item()? {
            Item::Null => Value::Null,
            Item::Bool(bool) => Value::Bool(bool),
            Item::Int(int) => Value::Int(int),
            Item::Float(float) => Value::Float(float),
            Item::Text(text) => Value::Text(text.to_owned()),
            Item::Bytes(bytes) => Value::Bytes(bytes.to_owned()),
            Item::Array(length) => {
                let mut items = Vec::new();
                reader.elements(length, &mut |reader| {
                    items.push(Value::decode(reader)?);
                    Ok(())
                })?;
                Value::List(items)
            }
            Item::Map(length) => {
                let mut fields = Vec::new();
                reader.elements(length, &mut |reader| {
                    fields.push((reader.text()?.to_owned(), Value::decode(reader)?));
                    Ok(())
                })?;
                Value::Record(fields)
            }
            Item::Tag(TAG_SHAREABLE) => {
                let mut value = Value::Null;
                reader.elements(Some(1), &mut |reader| {
                    value = Value::decode(reader)?;
                    Ok(())
                })?;
                if !value.is_composite() {
                    return Err(reader.error("only objects with fields or elements can be shared"));
                }
                value
            }
            Item::Tag(TAG_TYPED) => decode_typed(reader)?,
            Item::Tag(TAG_REF) => Value::Ref(reader.index()?),
            Item::Tag(_) => return Err(reader.error("an unknown tag")),
            Item::Break => return Err(reader.error("an end without a beginning")),
        })
    }
}

fn decode_typed(reader: &mut Reader<'_>) -> Result<Value, Error> {
    let mut class = None;
    let mut value = None;
    reader.array(|reader| {
        match (&class, &value) {
            (None, _) => class = Some(reader.text()?.to_owned()),
            (Some(class), None) if class == HANDLE => value = Some(Value::Handle(decode_handle(reader)?)),
            (Some(class), None) if class == OPAQUE => {
                let Value::List(parts) = Value::decode(reader)? else {
                    return Err(reader.error("a class and a reason were expected"));
                };
                let [Value::Text(class), Value::Text(reason)] = parts.as_slice() else {
                    return Err(reader.error("a class and a reason were expected"));
                };
                value = Some(Value::Opaque { class: class.clone(), reason: reason.clone() });
            }
            (Some(class), None) => {
                value = Some(Value::Typed { class: class.clone(), body: Box::new(Value::decode(reader)?) });
            }
            (Some(_), Some(_)) => return Err(reader.error("a typed object has a class and a body")),
        }
        Ok(())
    })?;
    value.ok_or_else(|| reader.error("a typed object has a class and a body"))
}

fn encode_handle(handle: &Handle, writer: &mut Writer) {
    writer.array(3);
    writer.int(i64::from(handle.id));
    writer.bool(handle.boot);
    writer.text(&handle.class);
}

fn decode_handle(reader: &mut Reader<'_>) -> Result<Handle, Error> {
    let Item::Array(Some(3)) = reader.item()? else { return Err(reader.error("a handle was expected")) };
    let id = reader.index()?;
    let Item::Bool(boot) = reader.item()? else { return Err(reader.error("a handle's scope was expected")) };
    Ok(Handle { id, boot, class: reader.text()?.to_owned() })
}

impl Trace {
    /// Writes this trace.
    pub fn encode(&self, writer: &mut Writer) {
        writer.map(8);
        writer.text("id");
        writer.int(self.id as i64);
        writer.text("run");
        match &self.run {
            Some(run) => writer.text(run),
            None => writer.null(),
        }
        writer.text("scope");
        writer.text(match self.scope {
            Scope::Request => "request",
            Scope::Boot => "boot",
        });
        writer.text("started");
        writer.int(self.started);
        writer.text("entry");
        match &self.entry {
            Some(entry) => encode_entry(entry, writer),
            None => writer.null(),
        }
        writer.text("branches");
        writer.array(self.branches.len());
        for branch in &self.branches {
            writer.array(2);
            writer.array(branch.path.len());
            branch.path.iter().for_each(|&ordinal| writer.int(i64::from(ordinal)));
            writer.array(branch.events.len());
            branch.events.iter().for_each(|event| encode_event(event, writer));
        }
        writer.text("streams");
        writer.array(self.streams.len());
        for (id, bytes) in &self.streams {
            writer.array(2);
            writer.int(i64::from(*id));
            writer.put_bytes(bytes);
        }
        writer.text("incomplete");
        writer.array(self.incomplete.len());
        self.incomplete.iter().for_each(|reason| writer.text(reason));
    }

    /// Reads a trace.
    pub fn decode(reader: &mut Reader<'_>) -> Result<Trace, Error> {
        let mut trace = Trace::default();
        reader.record(|key, reader| {
            match key {
                "id" => trace.id = reader.int()? as u64,
                "run" => trace.run = optional(reader, |reader| Ok(reader.text()?.to_owned()))?,
                "scope" => {
                    trace.scope = match reader.text()? {
                        "request" => Scope::Request,
                        "boot" => Scope::Boot,
                        _ => return Err(reader.error("an unknown scope")),
                    }
                }
                "started" => trace.started = reader.int()?,
                "entry" => trace.entry = optional(reader, decode_entry)?,
                "branches" => reader.array(|reader| {
                    trace.branches.push(decode_branch(reader)?);
                    Ok(())
                })?,
                "streams" => reader.array(|reader| {
                    let Item::Array(Some(2)) = reader.item()? else {
                        return Err(reader.error("a stream is a number and bytes"));
                    };
                    trace.streams.push((reader.index()?, reader.bytes()?.to_owned()));
                    Ok(())
                })?,
                "incomplete" => reader.array(|reader| {
                    trace.incomplete.push(reader.text()?.to_owned());
                    Ok(())
                })?,
                // A later version may say more; what it says of the rest stays true.
                _ => reader.skip()?,
            }
            Ok(())
        })?;
        Ok(trace)
    }
}

fn optional<'a, T>(
    reader: &mut Reader<'a>,
    read: impl FnOnce(&mut Reader<'a>) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    if reader.peek()? == Item::Null {
        reader.item()?;
        return Ok(None);
    }
    read(reader).map(Some)
}

fn encode_entry(entry: &Entry, writer: &mut Writer) {
    writer.array(3);
    writer.text(&entry.kind);
    writer.array(4);
    writer.text(&entry.request.method);
    writer.text(&entry.request.target);
    encode_headers(&entry.request.headers, writer);
    writer.put_bytes(&entry.request.body);
    match &entry.response {
        Some(response) => {
            writer.array(3);
            writer.int(i64::from(response.status));
            encode_headers(&response.headers, writer);
            writer.put_bytes(&response.body);
        }
        None => writer.null(),
    }
}

fn decode_entry(reader: &mut Reader<'_>) -> Result<Entry, Error> {
    let Item::Array(Some(3)) = reader.item()? else { return Err(reader.error("an entry was expected")) };
    let kind = reader.text()?.to_owned();
    let Item::Array(Some(4)) = reader.item()? else { return Err(reader.error("a request was expected")) };
    let request = Request {
        method: reader.text()?.to_owned(),
        target: reader.text()?.to_owned(),
        headers: decode_headers(reader)?,
        body: reader.bytes()?.to_owned(),
    };
    let response = optional(reader, |reader| {
        let Item::Array(Some(3)) = reader.item()? else { return Err(reader.error("a response was expected")) };
        let status = u16::try_from(reader.int()?).map_err(|_| reader.error("a status was expected"))?;
        Ok(Response { status, headers: decode_headers(reader)?, body: reader.bytes()?.to_owned() })
    })?;
    Ok(Entry { kind, request, response })
}

fn encode_headers(headers: &[(String, String)], writer: &mut Writer) {
    writer.array(headers.len());
    for (name, value) in headers {
        writer.array(2);
        writer.text(name);
        writer.text(value);
    }
}

fn decode_headers(reader: &mut Reader<'_>) -> Result<Vec<(String, String)>, Error> {
    let mut headers = Vec::new();
    reader.array(|reader| {
        let Item::Array(Some(2)) = reader.item()? else { return Err(reader.error("a header was expected")) };
        headers.push((reader.text()?.to_owned(), reader.text()?.to_owned()));
        Ok(())
    })?;
    Ok(headers)
}

fn decode_branch(reader: &mut Reader<'_>) -> Result<Branch, Error> {
    let Item::Array(Some(2)) = reader.item()? else { return Err(reader.error("a branch was expected")) };
    let mut branch = Branch::default();
    reader.array(|reader| {
        branch.path.push(reader.index()?);
        Ok(())
    })?;
    reader.array(|reader| {
        branch.events.push(decode_event(reader)?);
        Ok(())
    })?;
    Ok(branch)
}

fn encode_event(event: &Event, writer: &mut Writer) {
    writer.array(6 + usize::from(event.place.is_some()));
    match &event.point {
        PointName::Id(id) => writer.int(i64::from(*id)),
        PointName::Name(name) => writer.text(name),
    }
    match &event.target {
        Some(handle) => encode_handle(handle, writer),
        None => writer.null(),
    }
    writer.array(event.args.len());
    event.args.iter().for_each(|arg| arg.encode(writer));
    match &event.outcome {
        Outcome::Returned(value) => {
            writer.int(0);
            value.encode(writer);
        }
        Outcome::Threw(value) => {
            writer.int(1);
            value.encode(writer);
        }
        Outcome::Answered => {
            writer.int(2);
            writer.null();
        }
        Outcome::Unfinished => {
            writer.int(3);
            writer.null();
        }
    }
    writer.int(event.at as i64);
    if let Some(place) = &event.place {
        writer.text(place);
    }
}

impl Event {
    /// Reads the first three parts of an event, which is all there is before it is answered.
    pub fn decode_question(reader: &mut Reader<'_>) -> Result<Event, Error> {
        let (point, target, args) = decode_asked(reader)?;
        Ok(Event { point, target, args, outcome: Outcome::Unfinished, at: 0, place: None })
    }
}

fn decode_asked(reader: &mut Reader<'_>) -> Result<(PointName, Option<Handle>, Vec<Value>), Error> {
    let point = match reader.item()? {
        Item::Int(id) => PointName::Id(u32::try_from(id).map_err(|_| reader.error("a point's number was expected"))?),
        Item::Text(name) => PointName::Name(name.to_owned()),
        _ => return Err(reader.error("a point was expected")),
    };
    let target = optional(reader, decode_handle)?;
    let mut args = Vec::new();
    reader.array(|reader| {
        args.push(Value::decode(reader)?);
        Ok(())
    })?;
    Ok((point, target, args))
}

fn decode_event(reader: &mut Reader<'_>) -> Result<Event, Error> {
    let Item::Array(Some(parts @ (6 | 7))) = reader.item()? else { return Err(reader.error("an event was expected")) };
    let (point, target, args) = decode_asked(reader)?;
    let kind = reader.int()?;
    let value = Value::decode(reader)?;
    let outcome = match kind {
        0 => Outcome::Returned(value),
        1 => Outcome::Threw(value),
        2 => Outcome::Answered,
        3 => Outcome::Unfinished,
        _ => return Err(reader.error("an unknown outcome")),
    };
    let at = reader.int()? as u64;
    let place = if parts == 7 { Some(reader.text()?.to_owned()) } else { None };
    Ok(Event { point, target, args, outcome, at, place })
}
