//! Events for tests.

use std::collections::BTreeMap;
use std::time::Duration;

use retake_judge::verdict::{Difference, Kind, Verdict, What};
use retake_replay::event::{Event, Judged, Skipped, Summary};

pub(crate) fn difference(what: What, path: &str, recorded: &str, observed: &str, at: Option<&str>) -> Difference {
    Difference {
        what,
        call: 0,
        branch: Vec::new(),
        path: path.to_owned(),
        recorded: Some(recorded.to_owned()),
        observed: Some(observed.to_owned()),
        at: at.map(str::to_owned),
    }
}

pub(crate) fn judged(index: usize, case: &str, entry: &str, kind: Kind, differences: Vec<Difference>) -> Judged {
    Judged {
        index,
        case: case.to_owned(),
        entry: entry.to_owned(),
        calls: 1,
        tags: Vec::new(),
        verdict: Verdict { kind, differences, notes: Vec::new(), reason: None },
        observed: Vec::new(),
        elapsed: Duration::from_millis(12),
        detail: None,
    }
}

/// A replay of six cases, of which two fail in the same way, one otherwise, and one without a comparison.
pub(crate) fn replay() -> Vec<Event> {
    let status = |recorded| difference(What::Output, "status", recorded, "200", None);
    let mut broken = judged(4, "get-slow", "GET /slow", Kind::Timeout, Vec::new());
    broken.verdict.reason = Some("no answer in time (30 s)".to_owned());
    broken.tags = vec!["slow & old".to_owned()];
    let mut differences: Vec<Difference> = (1..12)
        .map(|row| difference(What::Request, &format!("ResultSet.getLong arg {row}"), "1", "2", Some("shop.Order:42")))
        .collect();
    differences.push(difference(What::Output, "body", &"long ".repeat(20), "short", None));
    let cases = vec![
        judged(1, "post-customers-1", "POST /customers", Kind::OutputDiffers, vec![status("201")]),
        judged(0, "get-health", "GET /health", Kind::Passed, Vec::new()),
        judged(3, "get-orders-17", "GET /orders/17\u{1b}[2J", Kind::RequestDiffers, differences),
        judged(2, "post-customers-2", "POST /customers", Kind::OutputDiffers, vec![status("201")]),
        broken,
        judged(5, "get-rates", "GET /rates/EUR", Kind::Passed, Vec::new()),
    ];
    let mut verdicts = BTreeMap::new();
    for case in &cases {
        *verdicts.entry(case.verdict.kind).or_default() += 1;
    }
    let summary = Summary { verdicts, driving: Duration::from_millis(500), elapsed: Duration::from_millis(2500) };
    let skipped = Skipped {
        case: "post-refunds".to_owned(),
        entry: "POST /refunds".to_owned(),
        why: "entry:POST /refunds: new rules".to_owned(),
    };
    let mut events = vec![
        Event::Waiting("starting the service".to_owned()),
        Event::Skipped(skipped),
        Event::Started { total: cases.len() },
    ];
    events.extend(cases.into_iter().map(Event::Judged));
    events.extend([Event::Note("a class was not woven".to_owned()), Event::Note("a class was not woven".to_owned())]);
    events.push(Event::Finished(summary));
    events
}
