//! What was called, with what, and what came out.

use std::fmt::Write as _;

use retake_model::json::Json;
use retake_model::points::Points;
use retake_model::trace::{Entry, Exchange, Invocation, Outcome};

use crate::shape::{Look, Shape};

/// The paths under which a service says that it takes requests: `/orders/{number}`.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    routes: Vec<Vec<String>>,
}

impl Routes {
    /// The routes that an analysis found.
    pub fn of(points: &Points) -> Routes {
        let paths = points.entries.iter().flat_map(|entry| &entry.paths);
        let mut routes: Vec<Vec<String>> = paths.map(|path| segments(path).map(str::to_owned).collect()).collect();
        // What is more definite goes first.
        routes.sort_by_key(|route| {
            (std::cmp::Reverse(route.iter().filter(|part| !is_variable(part)).count()), route.clone())
        });
        routes.dedup();
        Routes { routes }
    }

    /// The route of a path, and what stands in its variable parts. A path that no route says has its variable parts guessed.
    fn find<'a>(&self, path: &'a str) -> (String, Vec<&'a str>) {
        let parts: Vec<&str> = segments(path).collect();
        // A server may put a prefix of its own before all routes.
        for dropped in 0..parts.len().clamp(1, 4) {
            let rest = &parts[dropped..];
            let fits = |route: &&Vec<String>| {
                fits(route, rest) && (dropped == 0 || !route.iter().all(|part| is_variable(part)))
            };
            if let Some(route) = self.routes.iter().find(fits) {
                return template(&parts, |index| {
                    index.checked_sub(dropped).is_some_and(|at| match route.get(at) {
                        Some(part) if part != "**" && part != "*" => is_variable(part),
                        _ => is_one_of_many(parts[index]),
                    })
                });
            }
        }
        template(&parts, |index| is_one_of_many(parts[index]))
    }
}

fn template<'a>(parts: &[&'a str], variable: impl Fn(usize) -> bool) -> (String, Vec<&'a str>) {
    let (mut text, mut values) = (String::new(), Vec::new());
    for (index, part) in parts.iter().enumerate() {
        match variable(index) {
            true => {
                text.push_str("/{}");
                values.push(*part);
            }
            false => {
                let _ = write!(text, "/{part}");
            }
        }
    }
    (text, values)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

/// `{number}`, `{number:[0-9]+}`, `*` and `**`.
fn is_variable(part: &str) -> bool {
    part.starts_with('{') || part == "*" || part == "**"
}

fn fits(route: &[String], parts: &[&str]) -> bool {
    match (route, parts) {
        ([], []) => true,
        // At the end of a route a star stands for all that follows, as in servlets.
        ([last], _) if last == "**" || last == "*" => true,
        ([first, route @ ..], [part, parts @ ..]) => (is_variable(first) || first == part) && fits(route, parts),
        _ => false,
    }
}

/// Whether a part of a path names one thing among many: numbers, and long words with many digits: `17`, `6f1c1f0e-…`.
pub fn is_one_of_many(part: &str) -> bool {
    let digits = part.bytes().filter(u8::is_ascii_digit).count();
    digits > 0 && (digits == part.len() || part.len() >= 16 && digits * 5 >= part.len())
}

/// The entry of a call as text.
pub(crate) fn describe(entry: &Entry, routes: &Routes) -> String {
    match entry {
        Entry::Http(exchange) => http(exchange, routes),
        Entry::Method(invocation) => method(invocation),
    }
}

fn http(exchange: &Exchange, routes: &Routes) -> String {
    let request = &exchange.request;
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    // A proxy's request names the whole address.
    let path = path.split_once("://").map_or(path, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let (route, values) = routes.find(path);
    let mut asked = Shape::default();
    values.iter().enumerate().for_each(|(index, value)| asked.field(index.to_string()).word(value));
    form(asked.field("query"), query);
    if has(&request.headers, "authorization") {
        asked.mark("authorized");
    }
    body(asked.field("body"), &request.body, &request.headers);
    let mut answered = Shape::default();
    match &exchange.response {
        Some(response) => {
            answered.mark(response.status.to_string());
            body(answered.field("body"), &response.body, &response.headers);
        }
        None => answered.mark("closed"),
    }
    format!("{} {route}\n asked {asked}\n answered {answered}\n", request.method)
}

fn method(invocation: &Invocation) -> String {
    let look = Look { signs: true, streams: &Vec::new() };
    let (mut asked, mut answered) = (Shape::default(), Shape::default());
    invocation.args.iter().enumerate().for_each(|(index, arg)| asked.field(index.to_string()).value(arg, look));
    match &invocation.outcome {
        Outcome::Returned(value) => answered.value(value, look),
        Outcome::Threw(value) => answered.thrown(value),
        Outcome::Answered | Outcome::Unfinished => {}
    }
    format!("{} {}\n asked {asked}\n answered {answered}\n", invocation.kind, invocation.operation)
}

fn body(shape: &mut Shape, bytes: &[u8], headers: &[(String, String)]) {
    let kind = header(headers, "content-type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if bytes.is_empty() {
        return shape.mark("empty");
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return shape.mark("bytes") };
    if kind == "application/x-www-form-urlencoded" {
        return form(shape, text);
    }
    match Json::parse(text) {
        Ok(json) => shape.json(&json),
        Err(_) => {
            shape.mark(kind);
            shape.text(text);
        }
    }
}

fn form(shape: &mut Shape, text: &str) {
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        shape.field(name).word(value);
    }
}

fn has(headers: &[(String, String)], name: &str) -> bool {
    header(headers, name).is_some()
}

fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}
