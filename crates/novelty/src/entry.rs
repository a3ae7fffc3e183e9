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

#[cfg(test)]
mod tests {
    use retake_model::points;
    use retake_model::trace::{Request, Response};

    use super::*;

    fn routes(paths: &[&str]) -> Routes {
        let entry = points::Entry {
            kind: "spring-web".to_owned(),
            class: "shop/Orders".to_owned(),
            method: "serve".to_owned(),
            descriptor: "()V".to_owned(),
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
        };
        Routes::of(&Points { entries: vec![entry], ..Points::default() })
    }

    #[test]
    fn paths_are_seen_as_their_routes() {
        let known = routes(&["/orders/{id}", "/orders/last", "/baskets/{customer}/items/{sku}", "/files/*", "/{page}"]);
        for (path, route, values) in [
            ("/orders/17", "/orders/{}", vec!["17"]),
            ("/orders/abc", "/orders/{}", vec!["abc"]),
            ("/orders/last", "/orders/last", vec![]),
            ("/baskets/anna/items/tea", "/baskets/{}/items/{}", vec!["anna", "tea"]),
            // A prefix that the server puts before all routes.
            ("/shop/v1/orders/17", "/shop/v1/orders/{}", vec!["17"]),
            ("/files/a/17", "/files/a/{}", vec!["17"]),
            ("/about", "/{}", vec!["about"]),
            ("/other/17/x", "/other/{}/x", vec!["17"]),
            ("/other/6f1c1f0e-4f5b-4a53-9d4e-2f1c4a6f0e11", "/other/{}", vec!["6f1c1f0e-4f5b-4a53-9d4e-2f1c4a6f0e11"]),
            ("/", "", vec![]),
        ] {
            assert_eq!(known.find(path), (route.to_owned(), values), "{path}");
        }
    }

    #[test]
    fn exchanges_are_seen_as_code_looks_at_them() {
        let exchange = |target: &str, body: &str, status: u16, answer: &str| {
            let request = Request {
                method: "POST".to_owned(),
                target: target.to_owned(),
                headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
                body: body.as_bytes().to_vec(),
            };
            let response = Response { status, headers: vec![], body: answer.as_bytes().to_vec() };
            http(&Exchange { request, response: Some(response) }, &Routes::default())
        };
        let one = exchange("/orders/17?page=2", r#"{"lines":[{"sku":"a","count":1}]}"#, 201, r#"{"id":5}"#);
        assert_eq!(
            one,
            "POST /orders/{}\n asked {0: >0, body: {lines: one[{count: >0, sku: text}]}, query: {page: >0}}\n \
             answered 201{body: {id: >0}}\n"
        );
        let same = exchange("/orders/18?page=9", r#"{"lines":[{"sku":"bcd","count":77}]}"#, 201, r#"{"id":6}"#);
        assert_eq!(one, same);
        for other in [
            exchange("/orders/17?page=-1", r#"{"lines":[{"sku":"a","count":1}]}"#, 201, r#"{"id":5}"#),
            exchange("/orders/17?page=2", r#"{"lines":[]}"#, 201, r#"{"id":5}"#),
            exchange("/orders/17?page=2", r#"{"lines":[{"sku":"","count":1}]}"#, 201, r#"{"id":5}"#),
            exchange("/orders/17?page=2", r#"{"lines":[{"sku":"a","count":1}]}"#, 200, r#"{"id":5}"#),
            exchange("/orders/17?page=2", r#"{"lines":[{"sku":"a","count":1}]}"#, 201, r#"{"id":null}"#),
            exchange("/orders/17", r#"{"lines":[{"sku":"a","count":1}]}"#, 201, r#"{"id":5}"#),
        ] {
            assert_ne!(one, other);
        }
    }
}
