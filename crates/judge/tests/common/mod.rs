//! Words for playbooks: calls, handles and values in one line each.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

use retake_judge::answer::{Answer, Asked};
use retake_model::case::{Boot, Call, CaseBranch, CaseEvent};
use retake_model::points::Kind;
use retake_model::trace::{Entry, Exchange, Outcome, Request, Response};
use retake_model::value::{Handle, Value};

pub const TIME: &str = "java.lang.System.currentTimeMillis()J";
pub const GET: &str = "static shop.Stock.CACHE -> java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;";
pub const CONNECT: &str = "java.sql.Driver.connect(Ljava/lang/String;Ljava/util/Properties;)Ljava/sql/Connection;";
pub const PREPARE: &str = "java.sql.Connection.prepareStatement(Ljava/lang/String;)Ljava/sql/PreparedStatement;";
pub const OWNER: &str = "java.sql.PreparedStatement.getConnection()Ljava/sql/Connection;";
pub const SET: &str = "java.sql.PreparedStatement.setLong(IJ)V";
pub const QUERY: &str = "java.sql.PreparedStatement.executeQuery()Ljava/sql/ResultSet;";
pub const UPDATE: &str = "java.sql.PreparedStatement.executeUpdate()I";
pub const NEXT: &str = "java.sql.ResultSet.next()Z";

pub trait Plain {
    fn value(self) -> Value;
}

impl Plain for i32 {
    fn value(self) -> Value {
        Value::Int(self.into())
    }
}

impl Plain for &str {
    fn value(self) -> Value {
        Value::Text(self.to_owned())
    }
}

impl Plain for bool {
    fn value(self) -> Value {
        Value::Bool(self)
    }
}

impl Plain for Value {
    fn value(self) -> Value {
        self
    }
}

impl Plain for Handle {
    fn value(self) -> Value {
        Value::Handle(self)
    }
}

pub fn list<T: Plain>(items: impl IntoIterator<Item = T>) -> Value {
    Value::List(items.into_iter().map(Plain::value).collect())
}

pub fn typed(class: &str, body: Value) -> Value {
    Value::Typed { class: class.to_owned(), body: Box::new(body) }
}

pub fn record<T: Plain>(fields: impl IntoIterator<Item = (&'static str, T)>) -> Value {
    Value::Record(fields.into_iter().map(|(name, field)| (name.to_owned(), field.value())).collect())
}

/// A handle of a request: `h(3, "Connection")`.
pub fn h(id: u32, class: &str) -> Handle {
    Handle { id, boot: false, class: format!("java.sql.{class}") }
}

/// A handle from outside requests.
pub fn b(id: u32, class: &str) -> Handle {
    Handle { boot: true, ..h(id, class) }
}

fn kind_of(dependency: &str) -> Kind {
    match dependency {
        TIME => Kind::System,
        GET => Kind::Internal,
        _ => Kind::External,
    }
}

/// A recorded or observed call of a dependency.
pub fn event(dependency: &str, args: Vec<Value>, returned: impl Plain) -> CaseEvent {
    CaseEvent {
        dependency: dependency.to_owned(),
        kind: kind_of(dependency),
        target: None,
        args,
        outcome: Outcome::Returned(returned.value()),
        results: None,
        writes: vec![],
        at: None,
    }
}

pub trait More {
    fn on(self, handle: Handle) -> Self;
    fn at(self, place: &str) -> Self;
}

impl More for CaseEvent {
    fn on(self, handle: Handle) -> Self {
        CaseEvent { target: Some(handle), ..self }
    }

    fn at(self, place: &str) -> Self {
        CaseEvent { at: Some(place.to_owned()), ..self }
    }
}

pub fn time(returned: i32) -> CaseEvent {
    event(TIME, vec![], returned)
}

pub fn get(key: &str, returned: i32) -> CaseEvent {
    event(GET, vec![key.value()], returned)
}

pub fn set(handle: u32, index: i32, value: i32) -> CaseEvent {
    event(SET, vec![index.value(), value.value()], Value::Null).on(h(handle, "PreparedStatement"))
}

pub fn update(handle: u32) -> CaseEvent {
    event(UPDATE, vec![], 1).on(h(handle, "PreparedStatement"))
}

/// A call with the root branch alone.
pub fn call(events: Vec<CaseEvent>) -> Call {
    branches(vec![(vec![], events)])
}

pub fn branches(branches: Vec<(Vec<u32>, Vec<CaseEvent>)>) -> Call {
    Call {
        branches: branches.into_iter().map(|(path, events)| CaseBranch { path, bag: false, events }).collect(),
        ..answered("text/plain", "ok")
    }
}

/// A call without dependencies.
pub fn answered(kind: &str, body: &str) -> Call {
    let response = Response {
        status: 200,
        headers: vec![("Content-Type".to_owned(), kind.to_owned())],
        body: body.as_bytes().to_vec(),
    };
    let entry = Entry::Http(Exchange { request: Request::default(), response: Some(response) });
    Call { end: 1, entry, ..Call::default() }
}

/// The response of a call, to change it.
pub fn response(call: &mut Call) -> &mut Option<Response> {
    &mut call.entry.exchange_mut().unwrap().response
}

pub fn boot(events: Vec<CaseEvent>) -> Boot {
    Boot { events, ..Boot::default() }
}

/// Asks what the event asks.
pub fn asked(event: &CaseEvent) -> Asked<'_> {
    Asked { dependency: &event.dependency, kind: event.kind, target: event.target.as_ref(), args: &event.args }
}

/// An answer in short: `5`, `threw …`, `live`, `refused`.
pub fn short(answer: Answer) -> String {
    match answer {
        Answer::Returned(value) => retake_judge::show::value(&value),
        Answer::Threw(value) => format!("threw {}", retake_judge::show::value(&value)),
        Answer::Live => "live".to_owned(),
        Answer::Refused(_) => "refused".to_owned(),
    }
}
