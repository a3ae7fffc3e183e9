//! Many cases that fail for one reason are one thing to look at.

use std::collections::HashMap;

use retake_judge::verdict::{Kind, What};
use retake_replay::event::Judged;

/// Failed cases with the same cause; the first is the example, one whose caller sees a difference if there is any.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    pub(crate) cases: Vec<&'a Judged>,
}

/// What makes two failures the same: the same kind of request, the same verdict and the same first difference, because
/// what differs later often follows from it. Values do not count.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Cause<'a> {
    kind: Kind,
    entry: String,
    what: Option<What>,
    path: String,
    at: Option<&'a str>,
    reason: Option<&'a str>,
}

/// Groups failures, the largest group first, then in the order of the cases.
pub(crate) fn group<'a>(failed: &[&'a Judged]) -> Vec<Group<'a>> {
    let mut failed = failed.to_vec();
    failed.sort_by_key(|judged| judged.index);
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut known: HashMap<Cause<'a>, usize> = HashMap::new();
    for judged in failed {
        let at = *known.entry(cause(judged)).or_insert_with(|| {
            groups.push(Group { cases: Vec::new() });
            groups.len() - 1
        });
        groups[at].cases.push(judged);
    }
    groups.sort_by_key(|group| (std::cmp::Reverse(group.cases.len()), group.cases[0].index));
    for group in &mut groups {
        // What the caller sees says most.
        if let Some(at) = group.cases.iter().position(|judged| is_seen(judged)) {
            group.cases[..=at].rotate_right(1);
        }
    }
    groups
}

fn is_seen(judged: &Judged) -> bool {
    judged.verdict.differences.iter().any(|difference| difference.what == What::Output)
}

fn cause(judged: &Judged) -> Cause<'_> {
    let first = judged.verdict.differences.first();
    // A replay that broke off has nothing to compare, and then the request says nothing about why.
    let entry = if first.is_some() { shape(&judged.entry) } else { String::new() };
    Cause {
        kind: judged.verdict.kind,
        entry,
        what: first.map(|difference| difference.what),
        path: first.map(|difference| without_numbers(&difference.path)).unwrap_or_default(),
        at: first.and_then(|difference| difference.at.as_deref()),
        reason: judged.verdict.reason.as_deref(),
    }
}

/// The request without its query, and with every part of the path that has a digit in it taken for a parameter.
pub(crate) fn shape(entry: &str) -> String {
    let path = entry.split('?').next().unwrap_or(entry);
    let part =
        |part: &str| if part.bytes().any(|byte| byte.is_ascii_digit()) { "*".to_owned() } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// `orders[*].total` of `orders[17].total`.
fn without_numbers(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(open) = rest.find('[') {
        let (before, behind) = rest.split_at(open + 1);
        out.push_str(before);
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            out.push('*');
        }
        rest = &behind[digits..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{difference, judged};

    #[test]
    fn groups_by_cause() {
        let total = |value: &str| difference(What::Output, "lines[3].total", value, "0", Some("shop.Order:1"));
        let cases = [
            judged(0, "a", "GET /stats", Kind::OutputDiffers, vec![difference(What::Output, "status", "1", "2", None)]),
            judged(1, "b", "GET /orders/17?full=1", Kind::OutputDiffers, vec![total("5")]),
            judged(2, "c", "GET /orders/4", Kind::OutputDiffers, vec![total("6"), total("7")]),
            judged(3, "d", "POST /orders/4", Kind::OutputDiffers, vec![total("6")]),
        ];
        let cases: Vec<&Judged> = cases.iter().rev().collect();
        let found: Vec<Vec<&str>> =
            group(&cases).iter().map(|group| group.cases.iter().map(|case| case.case.as_str()).collect()).collect();
        assert_eq!(found, [vec!["b", "c"], vec!["a"], vec!["d"]]);
    }

    #[test]
    fn example_is_what_the_caller_sees() {
        let new = || difference(What::NewCall, "java.time.Clock.millis", "", "1", Some("shop.Order:1"));
        let seen = difference(What::Output, "total", "1", "2", None);
        let cases = [
            judged(0, "a", "POST /orders", Kind::NewCall, vec![new()]),
            judged(1, "b", "POST /orders", Kind::NewCall, vec![new()]),
            judged(2, "c", "POST /orders", Kind::NewCall, vec![new(), seen.clone()]),
            judged(3, "d", "POST /orders", Kind::NewCall, vec![new(), seen]),
        ];
        let cases: Vec<&Judged> = cases.iter().collect();
        let names: Vec<&str> = group(&cases)[0].cases.iter().map(|case| case.case.as_str()).collect();
        assert_eq!(names, ["c", "a", "b", "d"]);
    }

    #[test]
    fn shapes() {
        assert_eq!(shape("GET /orders/17/lines?x=/2"), "GET /orders/*/lines");
        assert_eq!(without_numbers("a[12].b[0][x]"), "a[*].b[*][x]");
        assert_eq!(without_numbers("a[1"), "a[*");
        assert_eq!(without_numbers("plain"), "plain");
    }
}
