//! Values, and the calls that they pass: what each part is called, and where a list is one text in pieces.

use retake_model::case::{Boot, Call, CaseEvent};
use retake_model::mask::MASKED;
use retake_model::trace::{Entry, Exchange, Invocation, Outcome, Streams, Trace};
use retake_model::value::{Handle, Value};

use crate::engine::{Engine, Stage, Under};

/// Verbs that methods begin with whose other words say what a value is.
const VERBS: &[&str] = &["get", "set", "is", "find", "read", "load", "fetch", "with", "add", "put"];

/// Who calls whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Traffic calls the service.
    Entry,
    /// Traffic tells the service more.
    Told,
    /// The service asks a dependency.
    Asked,
}

impl Engine {
    /// A value, with what the rules say of its place.
    pub(crate) fn value(&mut self, value: &mut Value, under: Under) {
        match value {
            Value::Text(text) => {
                self.own = None;
                if let Some(changed) = self.text(text, under, 0) {
                    *text = changed;
                }
                self.leave_own(value);
            }
            Value::Int(number) => {
                if let Some(changed) = self.number(&number.to_string(), under).and_then(|text| text.parse().ok()) {
                    *number = changed;
                }
            }
            Value::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
                let changed = self.number(&format!("{number:.0}"), under).and_then(|text| text.parse().ok());
                if let Some(changed) = changed {
                    *number = changed;
                }
            }
            Value::Bytes(bytes) => {
                self.own = None;
                if let Some(changed) = self.bytes(bytes, under) {
                    *bytes = changed;
                }
                self.leave_own(value);
            }
            Value::Typed { class, body } => {
                let rule = self.rules.rules.iter().position(|rule| !rule.suspect && rule.names_type(class));
                let under = match rule {
                    Some(rule) if under != Under::Kept => Under::Rule(rule),
                    _ => under,
                };
                match &mut **body {
                    Value::List(units) if class == "[C" => self.characters(units, under),
                    // Everything in a class that a rule names; and what only wraps a value is that value.
                    Value::Record(fields) if rule.is_some() || fields.len() == 1 => {
                        for (name, field) in fields {
                            self.at(name, under, |this, own| {
                                let under = if own == Under::Nothing { under } else { own };
                                this.value(field, under);
                            });
                        }
                    }
                    body => self.value(body, under),
                }
            }
            Value::List(items) => self.list(items, under),
            Value::Record(fields) => {
                for (name, field) in fields {
                    self.at(name, under, |this, under| this.value(field, under));
                }
            }
            Value::Null
            | Value::Bool(_)
            | Value::Float(_)
            | Value::Ref(_)
            | Value::Handle(_)
            | Value::Opaque { .. } => {}
        }
    }

    /// Something that the service asked with and has of its own cannot have a pseudonym: in replay it would ask with what it has.
    fn leave_own(&mut self, value: &mut Value) {
        if let Some(rule) = self.own.take().filter(|_| self.asked) {
            *value = Value::Opaque { class: MASKED.to_owned(), reason: self.rules.rules[rule].name.clone() };
        }
    }

    /// The pairs of a map, the pieces of a text, or any values.
    fn list(&mut self, items: &mut [Value], under: Under) {
        let is_map = !items.is_empty()
            && items
                .iter()
                .all(|item| matches!(item, Value::List(pair) if matches!(pair.as_slice(), [Value::Text(_), _])));
        for item in items.iter_mut() {
            match item {
                Value::List(pair) if is_map => {
                    if let [Value::Text(key), value] = pair.as_mut_slice() {
                        self.at(&key.clone(), under, |this, under| this.value(value, under));
                        if let Some(changed) = self.text(key, Under::Nothing, 0) {
                            *key = changed;
                        }
                    }
                }
                item => self.value(item, under),
            }
        }
        self.pieces(items, under);
    }

    /// What begins in one piece of a text and ends in another. A mask keeps lengths, so that each piece keeps its own.
    fn pieces(&mut self, items: &mut [Value], under: Under) {
        if items.len() < 2 || under == Under::Kept {
            return;
        }
        if items.iter().all(|item| bytes_of(item).is_some()) {
            let mut whole = Vec::new();
            items.iter().filter_map(bytes_of).for_each(|bytes| whole.extend_from_slice(bytes));
            if let Some(changed) = self.bytes(&whole, Under::Nothing) {
                let mut rest = changed.as_slice();
                for item in items.iter_mut() {
                    if let Some(bytes) = bytes_of_mut(item) {
                        let (own, behind) = rest.split_at(bytes.len().min(rest.len()));
                        bytes.copy_from_slice(own);
                        rest = behind;
                    }
                }
            }
        } else if items.iter().all(|item| matches!(item, Value::Text(_))) {
            let texts: Vec<&str> = items
                .iter()
                .filter_map(|item| if let Value::Text(text) = item { Some(text.as_str()) } else { None })
                .collect();
            let whole = texts.concat();
            let lengths: Vec<usize> = texts.iter().map(|text| text.len()).collect();
            if let Some(changed) = self.known_across(&whole, &lengths) {
                let mut at = 0;
                for (item, length) in items.iter_mut().zip(lengths) {
                    if let (Value::Text(text), Some(own)) = (item, changed.get(at..at + length)) {
                        *text = own.to_owned();
                    }
                    at += length;
                }
            }
        }
    }

    /// An array of characters.
    fn characters(&mut self, units: &mut [Value], under: Under) {
        let text: Option<Vec<u16>> = units
            .iter()
            .map(|unit| if let Value::Int(unit) = unit { u16::try_from(*unit).ok() } else { None })
            .collect();
        let Some(text) = text.and_then(|units| String::from_utf16(&units).ok()) else { return };
        if let Some(changed) = self.text(&text, under, 0) {
            for (unit, new) in units.iter_mut().zip(changed.encode_utf16()) {
                *unit = Value::Int(i64::from(new));
            }
        }
    }

    /// A call of a case: what went in and out, and every point.
    pub(crate) fn call(&mut self, call: &mut Call) {
        let observer = observer(Some(&call.entry));
        self.entry(&mut call.entry);
        for event in call.branches.iter_mut().flat_map(|branch| &mut branch.events) {
            let way = if observer.is_some() && event.target == observer { Way::Told } else { Way::Asked };
            self.case_event(event, way);
        }
        self.streams(&mut call.streams);
    }

    /// What a service did outside requests.
    pub(crate) fn boot(&mut self, boot: &mut Boot) {
        boot.events.iter_mut().for_each(|event| self.case_event(event, Way::Asked));
        self.streams(&mut boot.streams);
    }

    /// A trace as it was recorded.
    pub(crate) fn trace(&mut self, trace: &mut Trace) {
        let observer = observer(trace.entry.as_ref());
        if let Some(entry) = &mut trace.entry {
            self.entry(entry);
        }
        for event in trace.branches.iter_mut().flat_map(|branch| &mut branch.events) {
            let name = match &event.point {
                retake_model::trace::PointName::Name(name) => name.clone(),
                retake_model::trace::PointName::Id(id) => format!("point-{id}"),
            };
            let writes = event.writes.iter_mut().map(|(_, value)| value);
            let way = if observer.is_some() && event.target == observer { Way::Told } else { Way::Asked };
            self.event(&name, &mut event.args, &mut event.outcome, writes, way);
        }
        self.streams(&mut trace.streams);
        for text in trace.incomplete.iter_mut().chain(&mut trace.threads) {
            if let Some(changed) = self.at("trace", Under::Nothing, |this, under| this.text(text, under, 0)) {
                *text = changed;
            }
        }
    }

    fn case_event(&mut self, event: &mut CaseEvent, way: Way) {
        let writes = event.writes.iter_mut().map(|(_, value)| value);
        self.event(&event.dependency.clone(), &mut event.args, &mut event.outcome, writes, way);
    }

    fn entry(&mut self, entry: &mut Entry) {
        match entry {
            Entry::Http(exchange) => self.exchange(exchange),
            Entry::Method(Invocation { operation, args, outcome, .. }) => {
                let operation = operation.clone();
                self.event(&operation, args, outcome, std::iter::empty(), Way::Entry);
            }
        }
    }

    fn exchange(&mut self, exchange: &mut Exchange) {
        let request = &mut exchange.request;
        self.at("request", Under::Nothing, |this, under| {
            if let Some(changed) = this.at("target", under, |this, under| this.target(&request.target, under)) {
                request.target = changed;
            }
            this.headers(&mut request.headers, under);
            if let Some(changed) = this.at("body", under, |this, under| this.bytes(&request.body, under)) {
                request.body = changed;
            }
        });
        if let Some(response) = exchange.response.as_mut().filter(|_| self.stage != Stage::Inputs) {
            self.at("response", Under::Nothing, |this, under| {
                this.headers(&mut response.headers, under);
                if let Some(changed) = this.at("body", under, |this, under| this.bytes(&response.body, under)) {
                    response.body = changed;
                }
            });
        }
    }

    /// A path and a query.
    fn target(&mut self, target: &str, under: Under) -> Option<String> {
        let (path, query) = target.split_at(target.find('?').map_or(target.len(), |at| at + 1));
        let new_path = self.text(path, under, 0);
        let new_query = self.text(query, under, 0);
        (new_path.is_some() || new_query.is_some())
            .then(|| new_path.unwrap_or_else(|| path.to_owned()) + new_query.as_deref().unwrap_or(query))
    }

    fn headers(&mut self, headers: &mut [(String, String)], under: Under) {
        for (name, value) in headers {
            if let Some(changed) = self.at(name, under, |this, under| this.text(value, under, 0)) {
                *value = changed;
            }
        }
    }

    /// A call: what was asked, what came back, what changed. What the parts are called follows from the method and from names
    /// among the arguments (`getString("email")`, `addHeader("Authorization", …)`).
    fn event<'v>(
        &mut self,
        dependency: &str,
        args: &mut [Value],
        outcome: &mut Outcome,
        writes: impl Iterator<Item = &'v mut Value>,
        way: Way,
    ) {
        let method = dependency.split('(').next().unwrap_or(dependency);
        let (owner, method) = method.rsplit_once('.').unwrap_or(("", method));
        let owner = owner.rsplit('.').next().unwrap_or(owner).to_owned();
        let names: Vec<Option<String>> = args.iter().map(name_in).collect();
        let about = names.iter().rev().flatten().next().cloned().unwrap_or_else(|| said_by(method));
        let method = said_by(method);
        self.at(&owner, Under::Nothing, |this, under| {
            let inputs_only = this.stage == Stage::Inputs;
            let args = if inputs_only && way == Way::Asked { &mut [] } else { args };
            this.asked = way == Way::Asked;
            for (number, arg) in args.iter_mut().enumerate() {
                let name = number.checked_sub(1).and_then(|before| names[before].clone());
                let name = name.unwrap_or_else(|| method.clone());
                this.at(&name, under, |this, under| this.value(arg, under));
            }
            this.asked = false;
            if inputs_only && way == Way::Entry {
                return;
            }
            this.at(&about, under, |this, under| {
                if let Outcome::Returned(value) | Outcome::Threw(value) = outcome {
                    this.value(value, under);
                }
                writes.for_each(|value| this.value(value, under));
            });
        });
    }

    fn streams(&mut self, streams: &mut Streams) {
        for (_, passed) in streams {
            self.at("stream", Under::Nothing, |this, under| match passed {
                Value::Record(parts) if parts.iter().any(|(name, _)| name == "calls") => this.rows(parts, under),
                passed => this.value(passed, under),
            });
        }
    }

    /// What was read of a result set: columns are named by the calls that read them.
    fn rows(&mut self, parts: &mut [(String, Value)], under: Under) {
        for (_, part) in parts.iter_mut().filter(|(name, _)| name == "calls") {
            let Value::List(calls) = part else { continue };
            for call in calls {
                let Value::List(call) = call else { continue };
                let [_, Value::List(args), _, value] = call.as_mut_slice() else { continue };
                let name = args.iter().find_map(name_in).unwrap_or_else(|| "column".to_owned());
                self.at(&name, under, |this, under| this.value(value, under));
            }
        }
    }
}

/// The observer that an entry gave back: what is told to it goes in.
fn observer(entry: Option<&Entry>) -> Option<Handle> {
    match entry {
        Some(Entry::Method(Invocation { outcome: Outcome::Returned(Value::Handle(given)), .. })) => Some(given.clone()),
        _ => None,
    }
}

fn bytes_of(value: &Value) -> Option<&Vec<u8>> {
    match value {
        Value::Bytes(bytes) => Some(bytes),
        Value::Typed { body, .. } => bytes_of(body),
        _ => None,
    }
}

fn bytes_of_mut(value: &mut Value) -> Option<&mut Vec<u8>> {
    match value {
        Value::Bytes(bytes) => Some(bytes),
        Value::Typed { body, .. } => bytes_of_mut(body),
        _ => None,
    }
}

/// An argument that names something: a column, a header, a key.
fn name_in(value: &Value) -> Option<String> {
    match value {
        Value::Text(text)
            if (1..=64).contains(&text.len())
                && text.starts_with(|c: char| c.is_ascii_alphabetic())
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
                && text.bytes().filter(u8::is_ascii_digit).count() < 3 =>
        {
            Some(text.clone())
        }
        _ => None,
    }
}

/// What a method's name says of its value: `getPassword` is about a password.
fn said_by(method: &str) -> String {
    let verb = VERBS.iter().find(|verb| {
        method.strip_prefix(**verb).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    });
    verb.map_or(method, |verb| &method[verb.len()..]).to_owned()
}
