//! What the service says that its requests depended on, and what traffic says of it, in the same words.
//!
//! Of a request, each task has its lines in order: `sql …`, `rows 1`, `time …`, `redis …`, `answer 200`. The service writes them
//! with its own logger (`examples/orders`, Journal); here they are made of traces, to be held against each other.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use retake_model::case::CaseEvent;
use retake_model::points::Points;
use retake_model::rows;
use retake_model::trace::{Branch, Event, Outcome, Streams, Trace};
use retake_model::value::Value;
use retake_store::Traffic;

use super::NUMBER;

/// The task that serves a request.
const MAIN: &str = "main";

/// What one request depended on: the lines of the task that serves it, and those of each further task, in the order of the
/// alphabet, because nobody says which of them comes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Of the task that serves the request.
    pub main: Vec<String>,
    /// Of the others.
    pub tasks: Vec<Vec<String>>,
}

/// Requests by number. One that was seen twice has two.
pub type Requests = BTreeMap<String, Vec<Lines>>;

/// Reads what the service wrote.
pub fn written(journal: &Path) -> Requests {
    let text = fs::read_to_string(journal).unwrap_or_else(|error| panic!("{}: {error}", journal.display()));
    let mut tasks: BTreeMap<&str, BTreeMap<&str, Vec<String>>> = BTreeMap::new();
    for line in text.lines() {
        let mut words = line.splitn(3, ' ');
        let (Some(number), Some(task), Some(seen)) = (words.next(), words.next(), words.next()) else {
            panic!("no line of a journal: {line}");
        };
        tasks.entry(number).or_default().entry(task).or_default().push(seen.to_owned());
    }
    let request = |(number, mut tasks): (&str, BTreeMap<&str, Vec<String>>)| {
        let main = tasks.remove(MAIN).unwrap_or_default();
        (number.to_owned(), vec![lines(main, tasks.into_values())])
    };
    tasks.into_iter().map(request).collect()
}

/// Reads what was recorded.
pub fn recorded(traffic: &Path) -> Requests {
    let fail = |error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}", traffic.display()) };
    let mut requests = Requests::new();
    let opened = Traffic::open(traffic).unwrap_or_else(|error| fail(&error));
    for segment in opened.segments() {
        let segment = segment.unwrap_or_else(|error| fail(&error));
        let points = segment.header.as_ref().map(|header| &header.points).unwrap_or_else(|| fail(&"no header"));
        let add = |trace: Trace| {
            if let Some((number, lines)) = of_trace(&trace, points) {
                requests.entry(number).or_default().push(lines);
            }
        };
        let tail = segment.each(add).unwrap_or_else(|error| fail(&error));
        assert!(tail.complete(), "{}: {tail}", segment.path.display());
    }
    requests
}

fn lines(main: Vec<String>, tasks: impl Iterator<Item = Vec<String>>) -> Lines {
    let mut tasks: Vec<Vec<String>> = tasks.filter(|lines| !lines.is_empty()).collect();
    tasks.sort();
    Lines { main, tasks }
}

/// The lines of a trace; none if no request of ours was served.
fn of_trace(trace: &Trace, points: &Points) -> Option<(String, Lines)> {
    let exchange = trace.entry.as_ref()?.exchange()?;
    let header = exchange.request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(NUMBER));
    let number = header.map(|(_, value)| value.clone())?;
    let of_branch = |branch: &Branch| {
        let mut said = Said { number: &number, streams: &trace.streams, lines: Vec::new() };
        branch.events.iter().for_each(|event| said.event(event, points));
        said.lines
    };
    let (root, others): (Vec<&Branch>, Vec<&Branch>) = trace.branches.iter().partition(|branch| branch.path.is_empty());
    let mut main: Vec<String> = root.into_iter().flat_map(of_branch).collect();
    main.push(format!("answer {}", exchange.response.as_ref().map_or(0, |response| response.status)));
    let lines = lines(main, others.into_iter().map(of_branch));
    Some((number, lines))
}

/// What the events of a branch say.
struct Said<'a> {
    number: &'a str,
    /// What passed through handles.
    streams: &'a Streams,
    lines: Vec<String>,
}

impl<'a> Said<'a> {
    fn event(&mut self, event: &Event, points: &Points) {
        let resolved = CaseEvent::resolve(event, points).unwrap_or_else(|error| panic!("{error}: {event:?}"));
        let name = resolved.dependency.split('(').next().unwrap_or_default();
        let (owner, method) = name.rsplit_once('.').unwrap_or(("", name));
        let result = match &event.outcome {
            Outcome::Returned(value) => Ok(value),
            _ => Err(()),
        };
        let line = match (owner, method) {
            ("java.time.Instant" | "java.time.LocalDate", "now") => format!("time {}", words([result_of(result)])),
            ("java.util.UUID", "randomUUID") => format!("uuid {}", words([result_of(result)])),
            ("java.util.concurrent.ThreadLocalRandom", _) => format!("random {}", words([result_of(result)])),
            ("static orders.products.Catalog.KNOWN -> java.util.Map", "get") => found("cache", event, result),
            ("bean orders.rates.Rates.kept -> java.util.Map", "get") => found("rate", event, result),
            _ if owner.starts_with("bean orders.") || owner.starts_with("static orders.") => {
                format!("state {}", words([result_of(result)]))
            }
            ("org.springframework.http.client.AbstractStreamingClientHttpRequest", _) => match result {
                Ok(response) if !words([response]).split(' ').any(|word| word == "NOT_FOUND") => {
                    format!("http {}", self.body(response))
                }
                _ => "http failed".to_owned(),
            },
            _ if owner.starts_with("org.springframework.data.redis.core.") => {
                let counted = result.ok().filter(|_| method == "increment");
                format!("redis {method} {}", words(event.args.iter().chain(counted)))
            }
            ("org.slf4j.MDC", _) => {
                // What a thread carries with it: a request that is mixed up with another shows here, too.
                assert_eq!(words([result_of(result)]), format!("request {}", self.number), "{event:?}");
                return;
            }
            ("java.sql.PreparedStatement", "execute") => return self.execution(event),
            ("java.sql.Connection", "commit" | "rollback") => method.to_owned(),
            _ if owner.starts_with("java.sql.") || owner.starts_with("javax.sql.") => return,
            _ => panic!("the service does not write down what {name} gives"),
        };
        self.lines.push(line);
    }

    /// What was asked of the database, and what was found or changed.
    fn execution(&mut self, event: &Event) {
        let statement = event.args.first().map(|text| words([text])).unwrap_or_default();
        self.lines.push(format!("sql {}", statement.split_whitespace().collect::<Vec<_>>().join(" ")));
        let Some(results) = event.results.and_then(|results| self.reads(results)) else { return };
        for read in results {
            match (read.method.split('(').next(), read.value) {
                (Some("getUpdateCount"), Value::Int(count)) if *count >= 0 => {
                    self.lines.push(format!("changed {count}"))
                }
                (Some("getResultSet"), Value::Handle(rows)) => self.lines.push(format!("rows {}", self.rows(rows.id))),
                _ => {}
            }
        }
    }

    /// What was read under a number of the streams.
    fn reads(&self, number: u32) -> Option<Vec<rows::Read<'a>>> {
        let passed = self.streams.iter().find(|(id, _)| *id == number).map(|(_, passed)| passed);
        passed.and_then(rows::reads)
    }

    /// How many rows a result set gave.
    fn rows(&self, results: u32) -> usize {
        let reads = self.reads(results).expect("the result set was read");
        reads.iter().filter(|read| read.method == "next()Z" && *read.value == Value::Bool(true)).count()
    }

    /// The values of the fields in the body of a response, which is flat JSON.
    fn body(&self, response: &Value) -> String {
        let (mut streams, mut text) = (Vec::new(), String::new());
        response.walk(&mut |value| {
            if let Value::Handle(body) = value {
                streams.push(body.id);
            }
        });
        for (_, passed) in self.streams.iter().filter(|(stream, _)| streams.contains(stream)) {
            passed.walk(&mut |value| {
                if let Value::Bytes(bytes) = value {
                    text.push_str(&String::from_utf8_lossy(bytes));
                }
            });
        }
        let fields = text.trim_matches(['{', '}']).split(',').filter_map(|field| field.split_once(':'));
        fields.map(|(_, value)| value.trim_matches('"')).collect::<Vec<_>>().join(" ")
    }
}

fn result_of(result: Result<&Value, ()>) -> &Value {
    result.unwrap_or(&Value::Null)
}

/// Whether something was there: `cache TEA-ASSAM true`.
fn found(what: &str, event: &Event, result: Result<&Value, ()>) -> String {
    format!("{what} {} {}", words(&event.args), *result_of(result) != Value::Null)
}

/// All that is written in values, as Java writes it.
fn words<'a>(values: impl IntoIterator<Item = &'a Value>) -> String {
    let mut words = Vec::new();
    for value in values {
        value.walk(&mut |value| match value {
            Value::Null => words.push("null".to_owned()),
            Value::Bool(is) => words.push(is.to_string()),
            Value::Int(number) => words.push(number.to_string()),
            Value::Float(number) => words.push(number.to_string()),
            Value::Text(text) => words.push(text.clone()),
            _ => {}
        });
    }
    words.join(" ")
}
