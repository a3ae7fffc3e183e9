//! Values and traces as CBOR. The agent's Java runtime writes the same bytes; `docs/formats.md` describes them.

use crate::cbor::{Error, Item, Reader, Writer};
use crate::names::{Common, Listed, Names};
use crate::rows::Gathered;
use crate::trace::{
    Branch, Entry, Event, Exchange, Invocation, Outcome, PointName, Request, Response, Scope, Streams, Trace,
};
use crate::value::{Handle, Value};

const TAG_TYPED: u64 = 27;
const TAG_SHAREABLE: u64 = 28;
const TAG_REF: u64 = 29;
/// In place of a class name: a handle. No Java class name begins with `@`.
const HANDLE: &str = "@handle";
/// In place of a class name: something that was not copied.
const OPAQUE: &str = "@opaque";
/// So many parts has a call that asks nothing outside and stands among events.
const READ: usize = 5;
/// The same where the handle is that of the read before it.
const READ_AGAIN: usize = 4;
/// An entry that is called over HTTP.
const HTTP: &str = "http";
/// An entry that is a method.
const METHOD: &str = "method";

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
                encode_own_handle(handle, writer);
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
            (Some(class), None) if class == HANDLE => value = Some(Value::Handle(decode_own_handle(reader)?)),
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

/// Writes a handle with its name in it.
pub(crate) fn encode_own_handle(handle: &Handle, writer: &mut Writer) {
    encode_handle(handle, &Names::default(), writer);
}

pub(crate) fn decode_own_handle(reader: &mut Reader<'_>) -> Result<Handle, Error> {
    decode_handle(reader, &Listed::default())
}

fn encode_handle(handle: &Handle, names: &Names<'_>, writer: &mut Writer) {
    writer.array(3);
    encode_handle_parts(handle, names, writer);
}

fn encode_handle_parts(handle: &Handle, names: &Names<'_>, writer: &mut Writer) {
    writer.int(i64::from(handle.id));
    writer.bool(handle.boot);
    names.encode_name(&handle.class, writer);
}

fn decode_handle(reader: &mut Reader<'_>, names: &Listed<'_>) -> Result<Handle, Error> {
    let Item::Array(Some(3)) = reader.item()? else { return Err(reader.error("a handle was expected")) };
    decode_handle_parts(reader, names)
}

/// A handle that was called, or of which something was called: then the type of that follows.
fn decode_target(reader: &mut Reader<'_>, names: &Listed<'_>) -> Result<(Handle, Option<String>), Error> {
    let Item::Array(Some(parts @ (3 | 4))) = reader.item()? else { return Err(reader.error("a handle was expected")) };
    let handle = decode_handle_parts(reader, names)?;
    Ok((handle, (parts == 4).then(|| names.decode_name(reader)).transpose()?))
}

fn decode_handle_parts(reader: &mut Reader<'_>, names: &Listed<'_>) -> Result<Handle, Error> {
    let id = reader.index()?;
    let Item::Bool(boot) = reader.item()? else { return Err(reader.error("a handle's scope was expected")) };
    Ok(Handle { id, boot, class: names.decode_name(reader)? })
}

impl Trace {
    /// Writes this trace.
    pub fn encode(&self, writer: &mut Writer) {
        let names = Names::of(self);
        writer.map(10);
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
        writer.text("names");
        names.encode(writer);
        writer.text("branches");
        writer.array(self.branches.len());
        for branch in &self.branches {
            writer.array(2 + usize::from(branch.bag));
            writer.array(branch.path.len());
            branch.path.iter().for_each(|&ordinal| writer.int(i64::from(ordinal)));
            writer.array(branch.events.len());
            branch.events.iter().for_each(|event| encode_event(event, &names, writer));
            if branch.bag {
                writer.bool(true);
            }
        }
        writer.text("threads");
        writer.array(self.threads.len());
        self.threads.iter().for_each(|name| writer.text(name));
        writer.text("streams");
        encode_streams(&self.streams, writer);
        writer.text("incomplete");
        writer.array(self.incomplete.len());
        self.incomplete.iter().for_each(|reason| writer.text(reason));
    }

    /// Reads of a trace only which run it is the observation of.
    pub fn decode_run(reader: &mut Reader<'_>) -> Result<Option<String>, Error> {
        let mut run = None;
        reader.record(|key, reader| match key {
            "run" => {
                run = optional(reader, |reader| Ok(reader.text()?.to_owned()))?;
                Ok(())
            }
            _ => reader.skip(),
        })?;
        Ok(run)
    }

    /// Reads a trace that stands by itself.
    pub fn decode(reader: &mut Reader<'_>) -> Result<Trace, Error> {
        Trace::decode_in(reader, None)
    }

    /// Reads a trace of a block whose traces have names in common.
    pub fn decode_in<'a>(reader: &mut Reader<'a>, common: Option<&'a Common>) -> Result<Trace, Error> {
        let mut trace = Trace::default();
        let mut names = Listed::of(common);
        let mut reads = Gathered::default();
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
                "names" => names = Listed::decode(reader, common)?,
                "branches" => reader.array(|reader| {
                    reads.next_branch();
                    trace.branches.push(decode_branch(reader, &names, &mut reads)?);
                    Ok(())
                })?,
                "threads" => reader.array(|reader| {
                    trace.threads.push(reader.text()?.to_owned());
                    Ok(())
                })?,
                "streams" => decode_streams(reader, &mut trace.streams)?,
                "incomplete" => reader.array(|reader| {
                    trace.incomplete.push(reader.text()?.to_owned());
                    Ok(())
                })?,
                // A later version may say more; what it says of the rest stays true.
                _ => reader.skip()?,
            }
            Ok(())
        })?;
        if reads.are_mixed() {
            trace
                .incomplete
                .push("several tasks of the request read one result set, so that its rows have no order".to_owned());
        }
        trace.streams.extend(reads.into_streams());
        Ok(trace)
    }
}

pub(crate) fn encode_streams(streams: &Streams, writer: &mut Writer) {
    writer.array(streams.len());
    for (id, passed) in streams {
        writer.array(2);
        writer.int(i64::from(*id));
        passed.encode(writer);
    }
}

pub(crate) fn decode_streams(reader: &mut Reader<'_>, streams: &mut Streams) -> Result<(), Error> {
    reader.array(|reader| {
        let Item::Array(Some(2)) = reader.item()? else {
            return Err(reader.error("a stream is a number and what passed"));
        };
        streams.push((reader.index()?, Value::decode(reader)?));
        Ok(())
    })
}

pub(crate) fn optional<'a, T>(
    reader: &mut Reader<'a>,
    read: impl FnOnce(&mut Reader<'a>) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    if reader.peek()? == Item::Null {
        reader.item()?;
        return Ok(None);
    }
    read(reader).map(Some)
}

pub(crate) fn encode_entry(entry: &Entry, writer: &mut Writer) {
    match entry {
        Entry::Http(exchange) => encode_exchange(exchange, writer),
        Entry::Method(invocation) => {
            writer.array(6);
            writer.text(METHOD);
            writer.text(&invocation.kind);
            writer.text(&invocation.operation);
            encode_values(&invocation.args, writer);
            encode_outcome(&invocation.outcome, writer);
        }
    }
}

fn encode_exchange(exchange: &Exchange, writer: &mut Writer) {
    let request = &exchange.request;
    writer.array(3);
    writer.text(HTTP);
    writer.array(4);
    writer.text(&request.method);
    writer.text(&request.target);
    encode_headers(&request.headers, writer);
    writer.put_bytes(&request.body);
    match &exchange.response {
        Some(response) => {
            writer.array(3);
            writer.int(i64::from(response.status));
            encode_headers(&response.headers, writer);
            writer.put_bytes(&response.body);
        }
        None => writer.null(),
    }
}

pub(crate) fn decode_entry(reader: &mut Reader<'_>) -> Result<Entry, Error> {
    let Item::Array(Some(parts)) = reader.item()? else { return Err(reader.error("an entry was expected")) };
    match (reader.text()?, parts) {
        (HTTP, 3) => Ok(Entry::Http(decode_exchange(reader)?)),
        (METHOD, 6) => {
            let kind = reader.text()?.to_owned();
            let operation = reader.text()?.to_owned();
            let args = decode_values(reader)?;
            Ok(Entry::Method(Invocation { kind, operation, args, outcome: decode_outcome(reader)? }))
        }
        _ => Err(reader.error("an entry was expected")),
    }
}

fn decode_exchange(reader: &mut Reader<'_>) -> Result<Exchange, Error> {
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
    Ok(Exchange { request, response })
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

fn decode_branch(reader: &mut Reader<'_>, names: &Listed<'_>, reads: &mut Gathered) -> Result<Branch, Error> {
    let Item::Array(Some(parts @ (2 | 3))) = reader.item()? else { return Err(reader.error("a branch was expected")) };
    let mut branch = Branch::default();
    reader.array(|reader| {
        branch.path.push(reader.index()?);
        Ok(())
    })?;
    reader.array(|reader| {
        let Item::Array(Some(parts)) = reader.item()? else { return Err(reader.error("an event was expected")) };
        match parts {
            READ | READ_AGAIN => decode_read(reader, names, reads, &mut branch.events, parts == READ_AGAIN)?,
            _ => branch.events.push(decode_event(reader, names, parts)?),
        }
        Ok(())
    })?;
    if parts == 3 {
        let Item::Bool(bag) = reader.item()? else { return Err(reader.error("a truth value was expected")) };
        branch.bag = bag;
    }
    Ok(branch)
}

fn encode_event(event: &Event, names: &Names<'_>, writer: &mut Writer) {
    let rare = [event.place.is_some(), event.results.is_some(), !event.writes.is_empty()];
    let rare = rare.into_iter().filter(|there| *there).count();
    writer.array(8 + usize::from(rare > 0));
    match &event.point {
        PointName::Id(id) => writer.int(i64::from(*id)),
        PointName::Name(name) => names.encode_name(name, writer),
    }
    match (&event.target, &event.of) {
        (Some(handle), Some(of)) => {
            writer.array(4);
            encode_handle_parts(handle, names, writer);
            names.encode_name(of, writer);
        }
        (Some(handle), None) => encode_handle(handle, names, writer),
        (None, _) => writer.null(),
    }
    encode_values(&event.args, writer);
    encode_outcome(&event.outcome, writer);
    writer.int(event.at as i64);
    writer.int(event.took as i64);
    writer.int(i64::from(event.thread));
    if rare > 0 {
        writer.map(rare);
    }
    if !event.writes.is_empty() {
        writer.text("writes");
        writer.array(event.writes.len());
        for (which, value) in &event.writes {
            writer.array(2);
            writer.int(i64::from(*which));
            value.encode(writer);
        }
    }
    if let Some(results) = event.results {
        writer.text("results");
        writer.int(i64::from(results));
    }
    if let Some(place) = &event.place {
        writer.text("place");
        writer.text(place);
    }
}

pub(crate) fn encode_outcome(outcome: &Outcome, writer: &mut Writer) {
    writer.int(match outcome {
        Outcome::Returned(_) => 0,
        Outcome::Threw(_) => 1,
        Outcome::Answered => 2,
        Outcome::Unfinished => 3,
    });
    match outcome.value() {
        Some(value) => value.encode(writer),
        None => writer.null(),
    }
}

pub(crate) fn decode_outcome(reader: &mut Reader<'_>) -> Result<Outcome, Error> {
    let kind = reader.int()?;
    let value = Value::decode(reader)?;
    Ok(match kind {
        0 => Outcome::Returned(value),
        1 => Outcome::Threw(value),
        2 => Outcome::Answered,
        3 => Outcome::Unfinished,
        _ => return Err(reader.error("an unknown outcome")),
    })
}

pub(crate) fn encode_values(values: &[Value], writer: &mut Writer) {
    writer.array(values.len());
    values.iter().for_each(|value| value.encode(writer));
}

pub(crate) fn decode_values(reader: &mut Reader<'_>) -> Result<Vec<Value>, Error> {
    let mut values = Vec::new();
    reader.array(|reader| {
        values.push(Value::decode(reader)?);
        Ok(())
    })?;
    Ok(values)
}

impl Event {
    /// Reads the first three parts of an event, which is all there is before it is answered. All names stand in it.
    pub fn decode_question(reader: &mut Reader<'_>) -> Result<Event, Error> {
        decode_question(reader, &Listed::default())
    }
}

fn decode_question(reader: &mut Reader<'_>, names: &Listed<'_>) -> Result<Event, Error> {
    let point = match reader.peek()? {
        Item::Int(0..) => PointName::Id(reader.index()?),
        _ => PointName::Name(names.decode_name(reader)?),
    };
    let (target, of) = optional(reader, |reader| decode_target(reader, names))?.unzip();
    Ok(Event { point, target, of: of.flatten(), args: decode_values(reader)?, ..Event::default() })
}

/// Version 1 ended an event with when it was, and with its place if it has one; it knew no more.
fn decode_event(reader: &mut Reader<'_>, names: &Listed<'_>, parts: usize) -> Result<Event, Error> {
    if !(6..=9).contains(&parts) {
        return Err(reader.error("an event was expected"));
    }
    let mut event = decode_question(reader, names)?;
    event.outcome = decode_outcome(reader)?;
    event.at = reader.int()? as u64;
    if parts == 7 {
        event.place = Some(reader.text()?.to_owned());
    }
    if parts >= 8 {
        event.took = reader.int()? as u64;
        event.thread = reader.index()?;
    }
    if parts == 9 {
        decode_rare(reader, &mut event)?;
    }
    Ok(event)
}

/// Reads a call that asks nothing outside, such as one on a result set, which stands among the events where it happened.
fn decode_read(
    reader: &mut Reader<'_>,
    names: &Listed<'_>,
    reads: &mut Gathered,
    events: &mut [Event],
    again: bool,
) -> Result<(), Error> {
    let method = names.decode_name(reader)?;
    let handle = match again {
        true => reads.last().ok_or_else(|| reader.error("nothing was read before"))?,
        false => decode_read_of(reader, names, events)?,
    };
    let args = decode_values(reader)?;
    match decode_outcome(reader)? {
        Outcome::Returned(value) => reads.add(handle, method, args, false, value),
        Outcome::Threw(value) => reads.add(handle, method, args, true, value),
        Outcome::Answered | Outcome::Unfinished => return Err(reader.error("a call that only reads has ended")),
    }
    Ok(())
}

/// Reads what such a call was made on: a handle, or the results of an event before it.
fn decode_read_of(reader: &mut Reader<'_>, names: &Listed<'_>, events: &mut [Event]) -> Result<u32, Error> {
    let Item::Array(Some(parts @ (1..=3))) = reader.item()? else { return Err(reader.error("a handle was expected")) };
    if parts == 3 {
        return Ok(decode_handle_parts(reader, names)?.id);
    }
    let results = reader.index()?;
    if parts == 2 {
        let back = reader.index()? as usize;
        let event = events.iter_mut().rev().nth(back).ok_or_else(|| reader.error("no event is there that far back"))?;
        event.results = Some(results);
    }
    Ok(results)
}

fn decode_rare(reader: &mut Reader<'_>, event: &mut Event) -> Result<(), Error> {
    reader.record(|key, reader| {
        match key {
            "place" => event.place = Some(reader.text()?.to_owned()),
            "results" => event.results = Some(reader.index()?),
            "writes" => reader.array(|reader| {
                let Item::Array(Some(2)) = reader.item()? else {
                    return Err(reader.error("a write is a number and a value"));
                };
                event.writes.push((reader.index()?, Value::decode(reader)?));
                Ok(())
            })?,
            // As for a trace.
            _ => reader.skip()?,
        }
        Ok(())
    })
}
