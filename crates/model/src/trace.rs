//! What was recorded while one request was served, or while the service did something of its own accord.

use std::fmt;

use crate::value::{Handle, Value};

/// Everything seen between the beginning and the end of one request, or outside of all requests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Counts the traces of one process.
    pub id: u64,
    /// In replay: the run that this trace is the observation of.
    pub run: Option<String>,
    /// What the trace belongs to.
    pub scope: Scope,
    /// When it began, in milliseconds since 1970.
    pub started: i64,
    /// The entry's input and output; none in a boot trace.
    pub entry: Option<Entry>,
    /// The branches of the fork tree; the first is the root.
    pub branches: Vec<Branch>,
    /// The names of the threads that worked on it, in the order of their first event. Events name them by number.
    pub threads: Vec<String>,
    /// What passed through handles while they were used, by their numbers: see [`Streams`].
    pub streams: Streams,
    /// Why the trace cannot become a case, one reason each; empty when it can.
    pub incomplete: Vec<String>,
}

/// What passed through handles while the application used them, however it asked: by the number of the handle, a record
/// of the `bytes` of an input, or of the `items` of an iterator or a future (which has one); whether that was all
/// (`ended`) or how it `failed`; where bytes were `skipped` unseen, whether an input can go back to a mark (`marks`) and how
/// it failed once it was `closed`; and whether a future was complete from the start (`now`). Of a result set, of its
/// description and of whatever else is looked at without asking anything outside, it is every call that did: see [`crate::rows`]. A publisher is there once for each subscription. What it
/// is made of refers to objects of the same record only.
pub type Streams = Vec<(u32, Value)>;

/// What a trace or a handle belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// One request.
    #[default]
    Request,
    /// The service's start and its background work.
    Boot,
}

/// An operation that traffic called, with what went in and what came out.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Over HTTP.
    Http(Exchange),
    /// By a framework that calls a method of the service: a provider, a listener.
    Method(Invocation),
}

impl Entry {
    /// The request and the response, if it was called over HTTP.
    pub fn exchange(&self) -> Option<&Exchange> {
        match self {
            Entry::Http(exchange) => Some(exchange),
            Entry::Method(_) => None,
        }
    }

    /// The same, to change it.
    pub fn exchange_mut(&mut self) -> Option<&mut Exchange> {
        match self {
            Entry::Http(exchange) => Some(exchange),
            Entry::Method(_) => None,
        }
    }
}

/// What was called, for people: `GET /orders/17`, `kafka shop.Orders.placed`.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Http(Exchange { request, .. }) => write!(f, "{} {}", request.method, request.target),
            Entry::Method(Invocation { kind, operation, .. }) => {
                write!(f, "{kind} {}", operation.split('(').next().unwrap_or_default())
            }
        }
    }
}

impl Default for Entry {
    fn default() -> Self {
        Entry::Http(Exchange::default())
    }
}

/// An HTTP request and its response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// What went in.
    pub request: Request,
    /// What came out; none if the service closed the connection without an answer.
    pub response: Option<Response>,
}

/// A call of a method that is an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Invocation {
    /// What calls it, in the words of the points document: `grpc`, `dubbo`, `kafka`.
    pub kind: String,
    /// The method, with its class and descriptor: `shop.Greeter.hello(Ljava/lang/String;)V`.
    pub operation: String,
    /// What went in.
    pub args: Vec<Value>,
    /// What came out.
    pub outcome: Outcome,
}

/// An HTTP request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// `GET` and so on.
    pub method: String,
    /// Path and query as sent.
    pub target: String,
    /// The headers in order.
    pub headers: Vec<(String, String)>,
    /// The body, as far as the service read it.
    pub body: Vec<u8>,
}

/// An HTTP response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers in order, without those that the server adds for the connection.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// One line of execution inside a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// How to come here from the root: at each fork the ordinal of the submission. Empty for the root.
    pub path: Vec<u32>,
    /// Whether several threads did this work together, each a share that depends on how many there were: then its events
    /// have no order.
    pub bag: bool,
    /// What was crossed, in order.
    pub events: Vec<Event>,
}

/// A point that was crossed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// Which point, or which method of a handle.
    pub point: PointName,
    /// The handle it was called on.
    pub target: Option<Handle>,
    /// The type of what was called, where that is something got from the handle which has no number of its own: a
    /// statement of a connection.
    pub of: Option<String>,
    /// What was asked.
    pub args: Vec<Value>,
    /// What came back.
    pub outcome: Outcome,
    /// Under which number of [`Streams`] it says what was asked of its results afterwards.
    pub results: Option<u32>,
    /// What it changed besides, by the position in the point's list of writes.
    pub writes: Vec<(u32, Value)>,
    /// When, in nanoseconds since the trace began.
    pub at: u64,
    /// For how long, in nanoseconds.
    pub took: u64,
    /// On which of the trace's threads.
    pub thread: u32,
    /// In replay, where the application asked something that the recording did not expect: `class.method:line`.
    pub place: Option<String>,
}

impl Event {
    /// The values of this event in the order in which they count their objects: arguments, answer, writes.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.args.iter().chain(self.outcome.value()).chain(self.writes.iter().map(|(_, value)| value))
    }
}

/// How an event names its point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointName {
    /// By its number in the points document that the traffic carries.
    Id(u32),
    /// By name and descriptor, for the methods of a handle; or by the whole dependency.
    Name(String),
}

impl Default for PointName {
    fn default() -> Self {
        PointName::Id(0)
    }
}

/// How a call ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Outcome {
    /// With a value.
    Returned(Value),
    /// With an exception.
    Threw(Value),
    /// From the recording (seen in replay only).
    Answered,
    /// Not before the trace ended.
    #[default]
    Unfinished,
}

impl Outcome {
    /// What came back, whichever way.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Outcome::Returned(value) | Outcome::Threw(value) => Some(value),
            Outcome::Answered | Outcome::Unfinished => None,
        }
    }
}
