//! What people name cases by.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use retake_judge::show;
use retake_model::case::{Call, Case, CaseEvent};
use retake_model::control::EntryPattern;
use retake_model::trace::{Entry, Exchange, Invocation};

use crate::glob::fits;

/// Some of the cases: `tag:slow`, `id:get-orders-*`, `entry:POST /orders/**`, `dependency:java.sql.**`, `last-failed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    text: String,
    by: By,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum By {
    Tag(String),
    Id(String),
    Entry(EntryPattern),
    Dependency(String),
    LastFailed,
}

impl FromStr for Selector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` names no cases; write `tag:slow`, `id:get-orders-*`, `entry:POST /orders/**`, \
                 `dependency:java.sql.**` or `last-failed`"
            )
        };
        let by = match text.split_once(':') {
            None if text == "last-failed" => By::LastFailed,
            None => return Err(wrong()),
            Some((_, "")) => return Err(wrong()),
            Some(("tag", tag)) => By::Tag(tag.to_owned()),
            Some(("id", id)) => By::Id(id.to_owned()),
            Some(("entry", entry)) => By::Entry(entry.parse()?),
            Some(("dependency", dependency)) => By::Dependency(dependency.to_owned()),
            Some(_) => return Err(wrong()),
        };
        Ok(Selector { text: text.to_owned(), by })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Selector {
    /// Whether it means the cases that failed last time, of which there may be none.
    pub fn is_last_failed(&self) -> bool {
        self.by == By::LastFailed
    }

    /// Whether it means this case. `last_failed` are the ids of those that failed last time.
    pub fn means(&self, case: &Case, last_failed: &BTreeSet<String>) -> bool {
        match &self.by {
            By::Tag(tag) => case.tags.iter().any(|has| fits(tag, has, &[])),
            By::Id(id) => fits(id, &case.id, &[]),
            By::Entry(entry) => case.calls.iter().any(|call| calls(entry, call)),
            By::Dependency(name) => case.calls.iter().flat_map(Call::events).any(|event| asks(name, event)),
            By::LastFailed => last_failed.contains(&case.id),
        }
    }
}

fn calls(pattern: &EntryPattern, call: &Call) -> bool {
    match &call.entry {
        Entry::Http(Exchange { request, .. }) => {
            let path = request.target.split(['?', '#']).next().unwrap_or_default();
            pattern.is_http()
                && pattern.method.as_ref().is_none_or(|method| *method == request.method)
                && fits(&pattern.pattern, path, &['/'])
        }
        Entry::Method(Invocation { operation, .. }) => {
            let name = operation.split('(').next().unwrap_or_default();
            !pattern.is_http() && fits(&pattern.pattern, name, &['.'])
        }
    }
}

/// A dependency is named as reports show it; where something is asked of a field, by either of the two.
fn asks(pattern: &str, event: &CaseEvent) -> bool {
    let name = show::dependency(&event.dependency);
    let plain = |part: &str| {
        let part = ["static ", "bean "].iter().find_map(|word| part.strip_prefix(word)).unwrap_or(part);
        fits(pattern, part, &['.'])
    };
    fits(pattern, &name, &['.']) || name.split(" -> ").any(plain)
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used)]

    use retake_model::points::Kind;
    use retake_model::trace::{Outcome, Request};

    use super::*;

    pub(crate) fn case(id: &str, method: &str, target: &str, dependencies: &[(&str, &str)]) -> Case {
        let event = |(dependency, at): &(&str, &str)| CaseEvent {
            dependency: (*dependency).to_owned(),
            kind: Kind::External,
            target: None,
            args: Vec::new(),
            outcome: Outcome::Answered,
            results: None,
            writes: Vec::new(),
            at: Some((*at).to_owned()),
        };
        let request = Request { method: method.to_owned(), target: target.to_owned(), ..Request::default() };
        let branch = retake_model::case::CaseBranch {
            events: dependencies.iter().map(event).collect(),
            ..retake_model::case::CaseBranch::default()
        };
        let call = Call {
            entry: Entry::Http(Exchange { request, response: None }),
            branches: vec![branch],
            ..Call::default()
        };
        Case { id: id.to_owned(), tags: vec!["slow".to_owned()], calls: vec![call], ..Case::default() }
    }

    #[test]
    fn means_cases() {
        let map = "static shop.Stock.CACHE -> java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;";
        let sql = "java.sql.PreparedStatement.setLong(IJ)V";
        let case = case("post-orders-1", "POST", "/orders/7?full=1", &[(map, "shop.A.b:1"), (sql, "shop.A.c:2")]);
        let failed = BTreeSet::from(["post-orders-1".to_owned()]);
        for (text, means) in [
            ("tag:slow", true),
            ("tag:sl*", true),
            ("tag:fast", false),
            ("id:post-*", true),
            ("id:post", false),
            ("entry:POST /orders/*", true),
            ("entry:/orders/**", true),
            ("entry:GET /orders/*", false),
            ("entry:/orders", false),
            ("entry:shop.Orders.take", false),
            ("dependency:java.sql.**", true),
            ("dependency:java.sql.*", false),
            ("dependency:java.sql.PreparedStatement.set*", true),
            ("dependency:shop.Stock.*", true),
            ("dependency:java.util.Map.get", true),
            ("dependency:redis.**", false),
            ("last-failed", true),
        ] {
            let selector: Selector = text.parse().unwrap();
            assert_eq!(selector.means(&case, &failed), means, "{text}");
            assert_eq!(selector.to_string(), text);
        }
    }

    #[test]
    fn says_what_it_is_not() {
        for text in ["", "slow", "tag:", "colour:red", "entry:GET orders", "id"] {
            let wrong = text.parse::<Selector>().unwrap_err();
            assert!(wrong.contains(text.trim_start_matches("entry:")) && wrong.contains("write"), "{wrong}");
        }
    }
}
