//! Cases and boot documents as JSON.

use super::node::Node;
use super::value::{self, Reader, Writer};
use super::{BOOT_FORMAT, CASE_FORMAT, Error, SEAL, is_name};
use crate::case::{Boot, Call, Case, CaseBranch, CaseEvent, Masked, Origin, Owner};
use crate::json::Json;
use crate::points::{Kind, Write};
use crate::service::Service;
use crate::time;
use crate::trace::{Entry, Exchange, Invocation, Outcome, Request, Response};
use crate::value::Value;

/// The kind of a call over HTTP.
const HTTP: &str = "http";

/// Members in order; those that say nothing are left out.
struct Members(Vec<(String, Json)>);

impl Members {
    fn new() -> Self {
        Members(Vec::new())
    }

    fn put(mut self, name: &str, json: Json) -> Self {
        self.0.push((name.to_owned(), json));
        self
    }

    fn put_some(self, name: &str, json: Option<Json>) -> Self {
        match json {
            Some(json) => self.put(name, json),
            None => self,
        }
    }

    fn put_list(self, name: &str, items: Vec<Json>) -> Self {
        if items.is_empty() { self } else { self.put(name, Json::List(items)) }
    }

    fn end(self) -> Json {
        Json::Record(self.0)
    }
}

pub(super) fn put_case(case: &Case) -> Json {
    Members::new()
        .put("format", Json::text(CASE_FORMAT))
        .put("id", Json::text(&case.id))
        .put_list("tags", case.tags.iter().map(Json::text).collect())
        .put_some("service", case.origin.service.as_ref().map(put_service))
        .put_some("behaviour", (!case.origin.behaviour.is_empty()).then(|| Json::text(&case.origin.behaviour)))
        .put_some("seen", (case.origin.seen > 0).then(|| Json::Number(case.origin.seen.to_string())))
        .put("recorded", put_time(case.recorded))
        .put_some("boot", case.boot.as_ref().map(Json::text))
        .put_some("masked", case.masked.as_ref().map(put_masked))
        .put("owners", put_owners(case.owners()))
        .put("calls", Json::List(case.calls.iter().map(put_call).collect()))
        .end()
}

fn put_masked(masked: &Masked) -> Json {
    Members::new()
        .put("key", Json::text(&masked.key))
        .put_list("rules", masked.rules.iter().map(Json::text).collect())
        .end()
}

pub(super) fn put_boot(boot: &Boot) -> Json {
    Members::new()
        .put("format", Json::text(BOOT_FORMAT))
        .put("recorded", put_time(boot.recorded))
        .put("owners", put_owners(boot.owners()))
        .put("events", Json::List(boot.events.iter().map(put_event).collect()))
        .put_list("streams", put_streams(&boot.streams))
        .end()
}

fn put_service(service: &Service) -> Json {
    let names = |names: &[String]| names.iter().map(Json::text).collect();
    Members::new()
        .put_list("packages", names(&service.packages))
        .put_list("starts", names(&service.starts))
        .put_some("build", (!service.build.is_empty()).then(|| Json::text(&service.build)))
        .end()
}

fn put_time(ms: i64) -> Json {
    time::show(ms).map_or_else(|| Json::int(ms), Json::Text)
}

fn put_owners(owners: std::collections::BTreeMap<&str, Owner>) -> Json {
    let name = |owner| match owner {
        Owner::Point => "point",
        Owner::Handle => "handle",
    };
    Json::Record(
        owners.into_iter().map(|(dependency, owner)| (dependency.to_owned(), Json::text(name(owner)))).collect(),
    )
}

fn put_call(call: &Call) -> Json {
    let members = Members::new().put("start", Json::int(call.start)).put("end", Json::int(call.end));
    let members = match &call.entry {
        Entry::Http(exchange) => put_exchange(members, exchange),
        Entry::Method(invocation) => put_invocation(members, invocation),
    };
    members
        .put("branches", Json::List(call.branches.iter().map(put_branch).collect()))
        .put_list("streams", put_streams(&call.streams))
        .end()
}

fn put_exchange(members: Members, exchange: &Exchange) -> Members {
    let response = exchange.response.as_ref().map_or(Json::Null, |response| {
        Members::new()
            .put("status", Json::int(response.status))
            .put_list("headers", put_headers(&response.headers))
            .put_some("body", put_body(&response.body))
            .end()
    });
    let request = Members::new()
        .put("method", Json::text(&exchange.request.method))
        .put("target", Json::text(&exchange.request.target))
        .put_list("headers", put_headers(&exchange.request.headers))
        .put_some("body", put_body(&exchange.request.body))
        .end();
    members.put("kind", Json::text(HTTP)).put("request", request).put("response", response)
}

fn put_invocation(members: Members, invocation: &Invocation) -> Members {
    let mut writer = Writer::new(invocation.args.iter().chain(invocation.outcome.value()));
    let members = members
        .put("kind", Json::text(&invocation.kind))
        .put("operation", Json::text(&invocation.operation))
        .put_list("args", invocation.args.iter().map(|arg| writer.value(arg)).collect());
    put_outcome(members, &invocation.outcome, &mut writer)
}

fn put_outcome(members: Members, outcome: &Outcome, writer: &mut Writer) -> Members {
    match outcome {
        Outcome::Returned(value) => members.put("returned", writer.value(value)),
        Outcome::Threw(value) => members.put("threw", writer.value(value)),
        Outcome::Answered => members.put("answered", Json::Bool(true)),
        Outcome::Unfinished => members.put("unfinished", Json::Bool(true)),
    }
}

fn put_headers(headers: &[(String, String)]) -> Vec<Json> {
    headers.iter().map(|(name, value)| Json::List(vec![Json::text(name), Json::text(value)])).collect()
}

fn put_body(body: &[u8]) -> Option<Json> {
    (!body.is_empty()).then(|| value::put_body(body))
}

fn put_streams(streams: &[(u32, Value)]) -> Vec<Json> {
    let put = |(id, passed): &(u32, Value)| {
        let passed = Writer::new([passed].into_iter()).value(passed);
        Members::new().put("handle", Json::int(*id)).put("passed", passed).end()
    };
    streams.iter().map(put).collect()
}

fn put_branch(branch: &CaseBranch) -> Json {
    Members::new()
        .put("path", Json::List(branch.path.iter().map(|&ordinal| Json::int(ordinal)).collect()))
        .put_some("bag", branch.bag.then_some(Json::Bool(true)))
        .put("events", Json::List(branch.events.iter().map(put_event).collect()))
        .end()
}

fn put_event(event: &CaseEvent) -> Json {
    let mut writer = Writer::new(event.values());
    let members = Members::new()
        .put("call", Json::text(&event.dependency))
        .put("kind", Json::text(event.kind.name()))
        .put_some("on", event.target.as_ref().map(value::put_handle))
        .put_list("args", event.args.iter().map(|arg| writer.value(arg)).collect());
    let members = put_outcome(members, &event.outcome, &mut writer);
    let write = |(to, value): &(Write, Value)| {
        Members::new().put("to", Json::Text(to.to_string())).put("value", writer.value(value)).end()
    };
    members
        .put_some("results", event.results.map(Json::int))
        .put_list("writes", event.writes.iter().map(write).collect())
        .put_some("at", event.at.as_ref().map(Json::text))
        .end()
}

pub(super) fn case(json: &Json) -> Result<Case, Error> {
    let node = Node::root(json);
    // The owners are made from the calls; what the text says of them is for the reader.
    let members =
        ["format", SEAL, "id", "tags", "service", "behaviour", "seen", "recorded", "boot", "masked", "owners", "calls"];
    node.only(&members)?;
    let name = |node: Node<'_>| {
        let name = node.text()?;
        match is_name(name) {
            true => Ok(name.to_owned()),
            false => Err(node.error("a name of lower-case letters, digits, `-`, `_` and `.` was expected")),
        }
    };
    let calls = node.need("calls")?;
    let case = Case {
        id: name(node.need("id")?)?,
        tags: list(node.member("tags")?, |tag| Ok(tag.text()?.to_owned()))?,
        origin: Origin {
            service: node.member("service")?.map(service).transpose()?,
            behaviour: node.member("behaviour")?.map_or(Ok(""), |key| key.text())?.to_owned(),
            seen: node.member("seen")?.map_or(Ok(0), count)?,
        },
        recorded: time(node.need("recorded")?)?,
        boot: node.member("boot")?.map(name).transpose()?,
        masked: node.member("masked")?.map(masked).transpose()?,
        calls: calls.items(call)?,
    };
    if case.calls.is_empty() {
        return Err(calls.error("a case has at least one call"));
    }
    Ok(case)
}

fn masked(node: Node<'_>) -> Result<Masked, Error> {
    node.only(&["key", "rules"])?;
    Ok(Masked {
        key: node.need("key")?.text()?.to_owned(),
        rules: list(node.member("rules")?, |rule| Ok(rule.text()?.to_owned()))?,
    })
}

pub(super) fn boot(json: &Json) -> Result<Boot, Error> {
    let node = Node::root(json);
    node.only(&["format", SEAL, "recorded", "owners", "events", "streams"])?;
    Ok(Boot {
        recorded: time(node.need("recorded")?)?,
        events: node.need("events")?.items(event)?,
        streams: list(node.member("streams")?, stream)?,
    })
}

fn service(node: Node<'_>) -> Result<Service, Error> {
    node.only(&["packages", "starts", "build"])?;
    let names = |name| list(node.member(name)?, |name| Ok(name.text()?.to_owned()));
    Ok(Service {
        packages: names("packages")?,
        starts: names("starts")?,
        build: node.member("build")?.map_or(Ok(""), |build| build.text())?.to_owned(),
    })
}

fn count(node: Node<'_>) -> Result<u64, Error> {
    match node.json {
        Json::Number(number) => number.parse().map_err(|_| node.expected("a whole number from 0")),
        _ => Err(node.expected("a whole number")),
    }
}

fn list<T>(node: Option<Node<'_>>, read: impl FnMut(Node<'_>) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    node.map_or(Ok(Vec::new()), |node| node.items(read))
}

fn time(node: Node<'_>) -> Result<i64, Error> {
    let ms = match node.json {
        Json::Text(text) => time::parse(text),
        Json::Number(number) => number.parse().ok(),
        _ => None,
    };
    ms.ok_or_else(|| node.expected("a time like 2026-01-31T13:45:00.123Z, or milliseconds since 1970,"))
}

fn call(node: Node<'_>) -> Result<Call, Error> {
    Ok(Call {
        start: node.need("start")?.index()?,
        end: node.need("end")?.index()?,
        entry: match node.need("kind")?.text()? {
            HTTP => Entry::Http(exchange(node)?),
            kind => Entry::Method(invocation(node, kind)?),
        },
        branches: node.need("branches")?.items(branch)?,
        streams: list(node.member("streams")?, stream)?,
    })
}

fn exchange(node: Node<'_>) -> Result<Exchange, Error> {
    node.only(&["start", "end", "kind", "request", "response", "branches", "streams"])?;
    let request = node.need("request")?;
    request.only(&["method", "target", "headers", "body"])?;
    let request = Request {
        method: request.need("method")?.text()?.to_owned(),
        target: request.need("target")?.text()?.to_owned(),
        headers: list(request.member("headers")?, header)?,
        body: request.member("body")?.map_or(Ok(Vec::new()), value::body)?,
    };
    let response = node.need("response")?;
    let response = match response.json {
        Json::Null => None,
        _ => {
            response.only(&["status", "headers", "body"])?;
            let status = response.need("status")?;
            Some(Response {
                status: u16::try_from(status.index()?).map_err(|_| status.expected("a status"))?,
                headers: list(response.member("headers")?, header)?,
                body: response.member("body")?.map_or(Ok(Vec::new()), value::body)?,
            })
        }
    };
    Ok(Exchange { request, response })
}

fn invocation(node: Node<'_>, kind: &str) -> Result<Invocation, Error> {
    let own = ["start", "end", "kind", "operation", "args", "branches", "streams"];
    node.only(&[own.as_slice(), &OUTCOMES].concat())?;
    let mut reader = Reader::default();
    Ok(Invocation {
        kind: kind.to_owned(),
        operation: node.need("operation")?.text()?.to_owned(),
        args: list(node.member("args")?, |arg| reader.value(arg))?,
        outcome: outcome(node, &mut reader)?,
    })
}

fn header(node: Node<'_>) -> Result<(String, String), Error> {
    node.pair(|name| Ok(name.text()?.to_owned()), |value| Ok(value.text()?.to_owned()))
}

fn stream(node: Node<'_>) -> Result<(u32, Value), Error> {
    node.only(&["handle", "passed"])?;
    Ok((node.need("handle")?.index()?, Reader::default().value(node.need("passed")?)?))
}

fn branch(node: Node<'_>) -> Result<CaseBranch, Error> {
    node.only(&["path", "bag", "events"])?;
    Ok(CaseBranch {
        path: node.need("path")?.items(|ordinal| ordinal.index())?,
        bag: node.member("bag")?.is_some_and(|bag| *bag.json == Json::Bool(true)),
        events: node.need("events")?.items(event)?,
    })
}

/// The members of which there is one: how a call ended.
const OUTCOMES: [&str; 4] = ["returned", "threw", "answered", "unfinished"];

fn outcome(node: Node<'_>, reader: &mut Reader) -> Result<Outcome, Error> {
    let [returned, threw, answered, unfinished] = OUTCOMES.map(|name| node.member(name));
    Ok(match (returned?, threw?, answered?, unfinished?) {
        (Some(value), None, None, None) => Outcome::Returned(reader.value(value)?),
        (None, Some(value), None, None) => Outcome::Threw(reader.value(value)?),
        (None, None, Some(_), None) => Outcome::Answered,
        (None, None, None, Some(_)) => Outcome::Unfinished,
        _ => return Err(node.error("one of `returned`, `threw`, `answered` and `unfinished` was expected")),
    })
}

fn event(node: Node<'_>) -> Result<CaseEvent, Error> {
    node.only(&[["call", "kind", "on", "args", "results", "writes", "at"].as_slice(), &OUTCOMES].concat())?;
    let kind = node.need("kind")?;
    let text = kind.text()?;
    let mut reader = Reader::default();
    let args = list(node.member("args")?, |arg| reader.value(arg))?;
    let outcome = outcome(node, &mut reader)?;
    let writes = list(node.member("writes")?, |write| {
        write.only(&["to", "value"])?;
        let to = write.need("to")?;
        let known = to.text()?.parse::<Write>().map_err(|()| to.error("what is written to was expected"))?;
        Ok((known, reader.value(write.need("value")?)?))
    })?;
    Ok(CaseEvent {
        dependency: node.need("call")?.text()?.to_owned(),
        kind: Kind::ALL
            .into_iter()
            .find(|known| text == known.name())
            .ok_or_else(|| kind.error("system, internal, external or listed was expected"))?,
        target: node.member("on")?.map(value::handle).transpose()?,
        args,
        outcome,
        results: node.member("results")?.map(|results| results.index()).transpose()?,
        writes,
        at: node.member("at")?.map(|at| Ok(at.text()?.to_owned())).transpose()?,
    })
}
