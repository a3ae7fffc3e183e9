//! Which entries of the points document a call may have reached.

use retake_model::case::Call;
use retake_model::points::Entry as Operation;
use retake_model::trace::{Entry, Exchange, Invocation};

/// How sure it is that a call reached an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reached {
    No,
    /// The service does not say enough to tell.
    Perhaps,
    Yes,
}

/// Whether an entry is one that traffic calls.
pub(crate) fn is_driven(operation: &Operation) -> bool {
    !matches!(operation.kind.as_str(), "main" | "event" | "schedule")
}

/// For each operation, whether the call reached it.
pub(crate) fn reached(call: &Call, operations: &[Operation]) -> Vec<Reached> {
    let mut found: Vec<Reached> = operations.iter().map(|operation| by_name(&call.entry, operation)).collect();
    // What was asked in the method itself leaves no doubt.
    for (reached, operation) in found.iter_mut().zip(operations) {
        let method = format!("{}.{}", operation.class.replace('/', "."), operation.method);
        if call.events().filter_map(|event| event.at.as_deref()).any(|at| method_of(at) == method) {
            *reached = Reached::Yes;
        }
    }
    // Of several that have the same path, one was called; the others only perhaps.
    let candidates = found.iter().filter(|&&reached| reached == Reached::Perhaps).count();
    if candidates == 1 && !found.contains(&Reached::Yes) {
        let only = found.iter_mut().zip(operations).find(|(reached, _)| **reached == Reached::Perhaps);
        if let Some((reached, operation)) = only
            && (!operation.paths.is_empty() || call.entry.exchange().is_none())
        {
            *reached = Reached::Yes;
        }
    }
    found
}

/// `shop.Orders.list` of `shop.Orders.list:42`.
pub(crate) fn method_of(at: &str) -> &str {
    at.rsplit_once(':').map_or(at, |(method, _)| method)
}

fn by_name(entry: &Entry, operation: &Operation) -> Reached {
    match entry {
        Entry::Method(Invocation { operation: called, .. }) => {
            let name = format!("{}.{}", operation.class.replace('/', "."), operation.method);
            // An interface may name what a class does.
            let method = called.split('(').next().unwrap_or_default();
            match (method == name, method.rsplit('.').next() == Some(operation.method.as_str())) {
                (true, _) => Reached::Yes,
                (false, true) => Reached::Perhaps,
                (false, false) => Reached::No,
            }
        }
        Entry::Http(Exchange { request, .. }) => {
            let path = request.target.split(['?', '#']).next().unwrap_or_default();
            let by_method = match operation.method.strip_prefix("do") {
                Some(method) if operation.kind == "servlet" => method.eq_ignore_ascii_case(&request.method),
                _ => true,
            };
            let by_path = operation.paths.is_empty() || operation.paths.iter().any(|pattern| leads(pattern, path));
            if by_method && by_path { Reached::Perhaps } else { Reached::No }
        }
    }
}

/// Whether a pattern of a framework leads a path to it: `/orders/{id}`, `/static/*`, `/**`, `*.do`.
fn leads(pattern: &str, path: &str) -> bool {
    if let Some(ending) = pattern.strip_prefix("*.") {
        return path.rsplit_once('.').is_some_and(|(_, is)| is == ending);
    }
    let parts = |text: &str| text.trim_matches('/').split('/').map(str::to_owned).collect::<Vec<_>>();
    let (pattern, path) = (parts(pattern), parts(path));
    for (index, part) in pattern.iter().enumerate() {
        let open = part.starts_with('{') && part.ends_with('}');
        match (part.as_str(), path.get(index)) {
            ("**", _) => return true,
            // A servlet's `/*` is everything below.
            ("*", _) if index + 1 == pattern.len() => return true,
            (part, _) if part.starts_with("{*") => return true,
            (_, None) => return false,
            (part, Some(is)) if open || part == "*" || part == is => {}
            (part, Some(_)) if part.contains('{') => {}
            _ => return false,
        }
    }
    pattern.len() == path.len()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::selector::tests::case;

    #[test]
    fn patterns() {
        for (pattern, path, does) in [
            ("/orders", "/orders", true),
            ("/orders", "/orders/", true),
            ("/orders", "/orders/1", false),
            ("/orders/{number}", "/orders/17", true),
            ("/orders/{number}", "/orders", false),
            ("/orders/{number}/lines", "/orders/17/lines", true),
            ("/files/{name}.pdf", "/files/a.pdf", true),
            ("/**", "/a/b", true),
            ("/static/*", "/static/a/b", true),
            ("*.do", "/x/y.do", true),
            ("*.do", "/x/y.html", false),
        ] {
            assert_eq!(leads(pattern, path), does, "{pattern} {path}");
        }
    }

    #[test]
    fn one_of_several() {
        let operation = |kind: &str, method: &str, paths: &[&str]| Operation {
            kind: kind.to_owned(),
            class: "shop/Orders".to_owned(),
            method: method.to_owned(),
            descriptor: "()V".to_owned(),
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
        };
        let operations = [
            operation("spring-web", "list", &["/orders"]),
            operation("spring-web", "place", &["/orders"]),
            operation("spring-web", "show", &["/orders/{id}"]),
            operation("servlet", "doPut", &["/orders/{id}"]),
        ];
        let of =
            |method, path, events: &[(&str, &str)]| reached(&case("c", method, path, events).calls[0], &operations);
        use Reached::{No, Perhaps, Yes};
        assert_eq!(of("GET", "/orders?x", &[]), [Perhaps, Perhaps, No, No]);
        assert_eq!(of("GET", "/orders", &[("a.B.c()V", "shop.Orders.list:4")]), [Yes, Perhaps, No, No]);
        assert_eq!(of("GET", "/orders/1", &[]), [No, No, Yes, No]);
        assert_eq!(of("PUT", "/orders/1", &[]), [No, No, Perhaps, Perhaps]);
        assert_eq!(of("GET", "/health", &[]), [No, No, No, No]);
    }
}
