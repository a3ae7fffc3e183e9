//! Compares what a call gave back: JSON by its structure, other text by its lines, everything else by its bytes.

use std::collections::{BTreeSet, HashMap};

use retake_model::json::Json;
use retake_model::trace::{Entry, Invocation, Outcome, Response};
use retake_model::value::Value;

use crate::align::{self, Step};
use crate::compare::{self, Difference};
use crate::identity::Identity;
use crate::show;

/// What differs, and what differs without meaning anything.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) differences: Vec<Difference>,
    pub(crate) notes: Vec<String>,
    limit: usize,
}

/// Compares what two calls gave back; lists at most `limit` differences.
pub(crate) fn compare(recorded: &Entry, observed: &Entry, identity: &Identity, limit: usize) -> Output {
    let mut output = Output { limit, ..Output::default() };
    match (recorded, observed) {
        (Entry::Http(recorded), Entry::Http(observed)) => {
            match (recorded.response.as_ref(), observed.response.as_ref()) {
                (None, None) => {}
                (Some(recorded), Some(observed)) => output.responses(recorded, observed),
                (recorded, observed) => {
                    let status = |response: Option<&Response>| {
                        Some(response.map_or("none".to_owned(), |response| format!("status {}", response.status)))
                    };
                    output.differ("response".to_owned(), status(recorded), status(observed));
                }
            }
        }
        (Entry::Method(recorded), Entry::Method(observed)) => output.outcomes(recorded, observed, identity),
        _ => output.differ("entry".to_owned(), Some(recorded.to_string()), Some(observed.to_string())),
    }
    if output.differences.len() >= limit {
        output.notes.push(format!("only the first {limit} differences of the output are listed"));
    }
    output
}

/// The response to expect from now on. What says how the bytes travel stays as it was, and so does a response that says
/// the same.
pub(crate) fn expected(recorded: &Response, observed: &Response) -> Response {
    let mut output = Output { limit: 1, ..Output::default() };
    output.responses(recorded, observed);
    if output.differences.is_empty() {
        return recorded.clone();
    }
    let travels = |name: &str| is_of_the_connection(&name.to_ascii_lowercase());
    let kept = recorded.headers.iter().filter(|(name, _)| travels(name));
    let told = observed.headers.iter().filter(|(name, _)| !travels(name));
    Response { headers: kept.chain(told).cloned().collect(), ..observed.clone() }
}

/// Headers that say how the bytes travel, not what they are.
fn is_of_the_connection(name: &str) -> bool {
    matches!(name, "date" | "connection" | "keep-alive" | "transfer-encoding")
}

impl Output {
    fn differ(&mut self, path: String, recorded: Option<String>, observed: Option<String>) {
        if self.differences.len() < self.limit {
            self.differences.push(Difference { path, recorded, observed });
        }
    }

    /// The outcomes of two calls of a method. What they say may refer to their arguments, so those go along.
    fn outcomes(&mut self, recorded: &Invocation, observed: &Invocation, identity: &Identity) {
        let way = |outcome: &Outcome| match outcome {
            Outcome::Returned(_) => "returned",
            Outcome::Threw(_) => "threw",
            Outcome::Answered | Outcome::Unfinished => "no end",
        };
        let (was, is) = (way(&recorded.outcome), way(&observed.outcome));
        if was != is {
            let show = |way: &str, outcome: &Outcome| {
                Some(outcome.value().map_or(way.to_owned(), |value| format!("{way} {}", show::value(value))))
            };
            return self.differ("outcome".to_owned(), show(was, &recorded.outcome), show(is, &observed.outcome));
        }
        if let (Some(Value::Handle(was)), Some(Value::Handle(is))) =
            (recorded.outcome.value(), observed.outcome.value())
            && was.class == is.class
        {
            // An observer of what the caller streams. Its number counts handles that the two builds need not have in common.
            return;
        }
        let values = |call: &Invocation| call.args.iter().chain(call.outcome.value()).cloned().collect::<Vec<_>>();
        let (recorded_values, observed_values) = (values(recorded), values(observed));
        let answer = format!("[{}]", recorded.args.len());
        for found in compare::differences(&recorded_values, &observed_values, identity, self.limit) {
            // The arguments are what the replay was driven with; a service may change what is in them, and often does.
            if let Some(path) = found.path.strip_prefix(&answer) {
                self.differ(format!("{was}{path}"), found.recorded, found.observed);
            }
        }
    }

    fn responses(&mut self, recorded: &Response, observed: &Response) {
        if recorded.status != observed.status {
            self.differ("status".to_owned(), Some(recorded.status.to_string()), Some(observed.status.to_string()));
        }
        self.headers(recorded, observed);
        if recorded.body != observed.body {
            self.bodies(recorded, observed);
        }
    }

    fn headers(&mut self, recorded: &Response, observed: &Response) {
        let all = recorded.headers.iter().chain(&observed.headers);
        let names: BTreeSet<String> = all.map(|(name, _)| name.to_ascii_lowercase()).collect();
        for name in names.into_iter().filter(|name| !is_of_the_connection(name)) {
            let values = |response: &Response| -> Vec<String> {
                let named = response.headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(&name));
                named.map(|(_, value)| value.trim().to_owned()).collect()
            };
            let (was, is) = (values(recorded), values(observed));
            // The length follows from the body; without one the body ends with its last chunk.
            let follows =
                name == "content-length" && (recorded.body != observed.body || was.is_empty() || is.is_empty());
            if was != is && !follows {
                let show = |values: Vec<String>| (!values.is_empty()).then(|| show::text(&values.join(", ")));
                self.differ(format!("header {name}"), show(was), show(is));
            }
        }
    }

    fn bodies(&mut self, recorded: &Response, observed: &Response) {
        let (Some(was), Some(is)) = (as_text(&recorded.body), as_text(&observed.body)) else {
            return self.bytes(&recorded.body, &observed.body);
        };
        if let (Some(was), Some(is)) = (as_json(recorded, was), as_json(observed, is)) {
            let before = self.differences.len();
            self.json(&mut Vec::new(), &was, &is);
            if self.differences.len() == before {
                self.notes
                    .push("the body is the same JSON in other letters (spaces or the order of members)".to_owned());
            }
            return;
        }
        self.lines(was, is);
    }

    fn json<'a>(&mut self, path: &mut Vec<Part<'a>>, was: &'a Json, is: &'a Json) {
        if self.differences.len() >= self.limit {
            return;
        }
        match (was, is) {
            (Json::Record(a), Json::Record(b)) => {
                let (mine, other) = (by_name(a), by_name(b));
                for (name, member) in a {
                    path.push(Part::Member(name));
                    match other.get(name.as_str()) {
                        Some(other) => self.json(path, member, other),
                        None => self.differ(show_path(path), Some(show_json(member)), None),
                    }
                    path.pop();
                }
                for (name, member) in b {
                    if !mine.contains_key(name.as_str()) {
                        path.push(Part::Member(name));
                        self.differ(show_path(path), None, Some(show_json(member)));
                        path.pop();
                    }
                }
            }
            (Json::List(a), Json::List(b)) => {
                let steps = if a.len() == b.len() {
                    (0..a.len()).map(|index| Step::Both(index, index)).collect()
                } else {
                    align::pair_up(align::align(a.len(), b.len(), 1, |left, right| u32::from(a[left] == b[right])))
                };
                for step in steps {
                    let (Step::Both(index, _) | Step::Left(index) | Step::Right(index)) = step;
                    path.push(Part::Item(index));
                    match step {
                        Step::Both(left, right) => self.json(path, &a[left], &b[right]),
                        Step::Left(left) => self.differ(show_path(path), Some(show_json(&a[left])), None),
                        Step::Right(right) => self.differ(show_path(path), None, Some(show_json(&b[right]))),
                    }
                    path.pop();
                }
            }
            _ if was == is => {}
            _ => self.differ(show_path(path), Some(show_json(was)), Some(show_json(is))),
        }
    }

    fn lines(&mut self, was: &str, is: &str) {
        let (a, b): (Vec<&str>, Vec<&str>) = (was.split('\n').collect(), is.split('\n').collect());
        let steps = align::align(a.len(), b.len(), 1, |left, right| u32::from(a[left] == b[right]));
        for step in align::pair_up(steps) {
            let (path, was, is) = match step {
                Step::Both(left, right) if a[left] == b[right] => continue,
                Step::Both(left, right) => (left, Some(a[left]), Some(b[right])),
                Step::Left(left) => (left, Some(a[left]), None),
                Step::Right(right) => (right, None, Some(b[right])),
            };
            let path = if a.len() == 1 && b.len() == 1 { "body".to_owned() } else { format!("body line {}", path + 1) };
            let (was, is) = match (was, is) {
                (Some(was), Some(is)) => {
                    let (was, is) = around_first_difference(was, is);
                    (Some(was), Some(is))
                }
                _ => (was.map(show::text), is.map(show::text)),
            };
            self.differ(path, was, is);
        }
    }

    fn bytes(&mut self, was: &[u8], is: &[u8]) {
        let at = was.iter().zip(is).take_while(|(was, is)| was == is).count();
        let show = |bytes: &[u8]| {
            let some: Vec<String> = bytes[at..].iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            let some = if some.is_empty() { "the end".to_owned() } else { some.join(" ") };
            format!("{some} (of {} bytes)", bytes.len())
        };
        self.differ(format!("body byte {at}"), Some(show(was)), Some(show(is)));
    }
}

/// The members by name. Of several with one name the last counts, as it does for most readers of JSON.
fn by_name(members: &[(String, Json)]) -> HashMap<&str, &Json> {
    members.iter().map(|(name, member)| (name.as_str(), member)).collect()
}

/// Two long lines from a little before where they begin to differ.
fn around_first_difference(was: &str, is: &str) -> (String, String) {
    let common = was.chars().zip(is.chars()).take_while(|(was, is)| was == is).count();
    let skip = common.saturating_sub(20);
    if skip < 20 {
        return (show::text(was), show::text(is));
    }
    let from = |text: &str| {
        let rest: String = text.chars().skip(skip).collect();
        format!("…{}", show::text(&rest))
    };
    (from(was), from(is))
}

fn as_text(body: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(body).ok()?;
    (!text.chars().any(|c| c.is_control() && !c.is_whitespace())).then_some(text)
}

/// The body as JSON, if its type says so or it is an object or an array.
fn as_json(response: &Response, body: &str) -> Option<Json> {
    let named = response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let says_so = named.is_some_and(|(_, value)| {
        let kind = value.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
        kind.ends_with("/json") || kind.ends_with("+json")
    });
    Json::parse(body).ok().filter(|json| says_so || matches!(json, Json::List(_) | Json::Record(_)))
}

#[derive(Clone, Copy)]
enum Part<'a> {
    Member(&'a str),
    Item(usize),
}

/// `orders[0].total`; what has no name of its own begins with `body`.
fn show_path(parts: &[Part<'_>]) -> String {
    let mut out = String::new();
    if !matches!(parts.first(), Some(Part::Member(name)) if is_word(name)) {
        out.push_str("body");
    }
    for part in parts {
        match part {
            Part::Item(index) => out.push_str(&format!("[{index}]")),
            Part::Member(name) if is_word(name) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(name);
            }
            Part::Member(name) => out.push_str(&format!("[{}]", show::text(name))),
        }
    }
    out
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

fn show_json(json: &Json) -> String {
    match json {
        Json::Text(text) => show::text(text),
        _ => show::cut(&json.compact()),
    }
}
