//! The course of a call, both sides beside each other: matched as the verdict is.

mod common;

use common::*;
use retake_judge::identity::Identity;
use retake_judge::sequence::{Branch, recorded};
use retake_judge::show;
use retake_judge::verdict::{What, sequence};
use retake_model::case::{CaseBranch, CaseEvent};

/// One line for each row: what differs, and the two sides.
fn shown(branches: &[Branch]) -> Vec<String> {
    let side = |event: &Option<CaseEvent>| match event {
        Some(event) => {
            let args: Vec<String> = event.args.iter().map(show::value).collect();
            let name = show::dependency(&event.dependency);
            format!("{}({})", name.rsplit('.').next().unwrap_or(&name), args.join(", "))
        }
        None => "-".to_owned(),
    };
    let row = |row: &retake_judge::sequence::Row| {
        let what = row.what.map_or("same".to_owned(), |what: What| format!("{what:?}"));
        format!("{what} {} {}", side(&row.recorded), side(&row.observed))
    };
    branches.iter().flat_map(|branch| branch.rows.iter().map(row)).collect()
}

#[test]
fn rows_are_matched_as_for_the_verdict() {
    let was = call(vec![time(1), get("a", 2), get("b", 3), set(0, 1, 17), update(0)]);
    for (observed, rows) in [
        (
            vec![time(1), get("b", 3), set(0, 1, 18), update(0), time(2)],
            vec![
                "same currentTimeMillis() currentTimeMillis()",
                "Missing get(\"a\") -",
                "same get(\"b\") get(\"b\")",
                "Request setLong(1, 17) setLong(1, 18)",
                "same executeUpdate() executeUpdate()",
                "NewCall - currentTimeMillis()",
            ],
        ),
        (
            vec![
                get("a", 2),
                time(1),
                get("b", 3),
                set(0, 1, 17),
                event(QUERY, vec![], 0).on(h(0, "PreparedStatement")),
            ],
            vec![
                "same get(\"a\") get(\"a\")",
                "Order currentTimeMillis() currentTimeMillis()",
                "same get(\"b\") get(\"b\")",
                "same setLong(1, 17) setLong(1, 17)",
                "Instead executeUpdate() executeQuery()",
            ],
        ),
    ] {
        assert_eq!(shown(&sequence(&was, &call(observed), &Identity::unknown())), rows);
    }
}

#[test]
fn branches_are_apart() {
    let mut was = call(vec![time(1)]);
    was.branches.push(CaseBranch { path: vec![2], events: vec![get("a", 1)], ..CaseBranch::default() });
    let mut is = was.clone();
    is.branches.push(CaseBranch { path: vec![3], events: vec![get("b", 1)], ..CaseBranch::default() });
    let branches = sequence(&was, &is, &Identity::unknown());
    let paths: Vec<&[u32]> = branches.iter().map(|branch| branch.path.as_slice()).collect();
    assert_eq!(paths, [&[][..], &[2], &[3]]);
    assert_eq!(shown(&branches[2..]), ["NewCall - get(\"b\")"]);
    // Of what was not observed, one side is there, and nothing is said of the other.
    assert_eq!(shown(&recorded(&was)), ["same currentTimeMillis() -", "same get(\"a\") -"]);
}
