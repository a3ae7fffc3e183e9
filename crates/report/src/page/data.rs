//! What lists, filters and the overview of a page need.

use std::collections::HashMap;

use retake_judge::show;
use retake_judge::verdict::Kind;
use retake_model::points::Points;
use retake_replay::event::{Judged, Skipped, Summary};
use serde_json::{Map, Value, json};

use super::lanes::Lanes;
use super::names::Names;
use super::{About, Brief, why};
use crate::groups::{group, shape};
use crate::json::seconds;
use crate::plain;

/// What it is made of.
pub(super) struct Source<'a> {
    pub(super) about: &'a About,
    pub(super) summary: &'a Summary,
    pub(super) cases: &'a [Brief],
    /// Whether there was room for everything of a case.
    pub(super) shown: &'a [bool],
    pub(super) skipped: &'a [Skipped],
    pub(super) notes: &'a [String],
    pub(super) points: &'a Points,
    pub(super) names: Names,
}

pub(super) fn data(source: &Source<'_>) -> Value {
    let mut names = Names::default();
    source.names.all().iter().for_each(|name| {
        names.number(name);
    });
    let groups = groups(source.cases);
    let cases: Vec<Value> = source
        .cases
        .iter()
        .zip(source.shown)
        .enumerate()
        .map(|(index, (brief, shown))| case(brief, *shown, groups.of.get(&index).copied(), &mut names))
        .collect();
    let dependencies = dependencies(source, &mut names);
    let summary = source.summary;
    let verdicts: Map<String, Value> =
        summary.verdicts.iter().map(|(kind, count)| (kind.as_str().to_owned(), json!(count))).collect();
    json!({
        "title": plain(&source.about.title),
        "version": source.about.version,
        "when": source.about.when,
        "total": summary.total(),
        "passed": summary.passed(),
        "failed": summary.failed(),
        "verdicts": verdicts,
        "rate": summary.rate().round(),
        "seconds": seconds(summary.elapsed),
        "cases": cases,
        "groups": groups.all,
        "dependencies": dependencies,
        "names": names.all().iter().map(|name| plain(name)).collect::<Vec<_>>(),
        "skipped": source.skipped.iter().map(|skipped| json!([plain(&skipped.case), plain(&skipped.entry), plain(&skipped.why)])).collect::<Vec<_>>(),
        "notes": source.notes.iter().map(|note| plain(note)).collect::<Vec<_>>(),
        "coverage": source.about.coverage,
    })
}

/// `[id, entry, kind of entry, calls, verdict, ms, tags, group, dependencies, whether its calls are there]`.
fn case(brief: &Brief, shown: bool, group: Option<usize>, names: &mut Names) -> Value {
    let judged = &brief.judged;
    let dependencies: Vec<usize> = brief.dependencies.keys().map(|dependency| names.number(dependency)).collect();
    json!([
        plain(&judged.case),
        plain(&judged.entry),
        plain(&shape(&judged.entry)),
        judged.calls,
        judged.verdict.kind.as_str(),
        judged.elapsed.as_millis() as u64,
        judged.tags.iter().map(|tag| plain(tag)).collect::<Vec<_>>(),
        group,
        dependencies,
        shown,
    ])
}

struct Groups {
    all: Vec<Value>,
    /// The group of a case, by its position.
    of: HashMap<usize, usize>,
}

fn groups(cases: &[Brief]) -> Groups {
    let failed: Vec<&Judged> =
        cases.iter().map(|case| &case.judged).filter(|judged| judged.verdict.kind != Kind::Passed).collect();
    let positions: HashMap<usize, usize> =
        cases.iter().enumerate().map(|(position, case)| (case.judged.index, position)).collect();
    let mut of = HashMap::new();
    let mut all = Vec::new();
    for (number, group) in group(&failed).iter().enumerate() {
        let members: Vec<usize> = group.cases.iter().map(|judged| positions[&judged.index]).collect();
        of.extend(members.iter().map(|&position| (position, number)));
        let example = group.cases[0];
        let first = example.verdict.differences.first();
        let text = |text: Option<&String>| text.map(|text| plain(text));
        all.push(json!({
            "verdict": example.verdict.kind.as_str(),
            "entry": plain(&shape(&example.entry)),
            "cases": members,
            "what": first.map(|first| crate::json::word(first.what)),
            "path": first.map(|first| plain(&first.path)),
            "recorded": text(first.and_then(|first| first.recorded.as_ref())),
            "observed": text(first.and_then(|first| first.observed.as_ref())),
            "at": text(first.and_then(|first| first.at.as_ref())),
            "reason": text(example.verdict.reason.as_ref()),
        }));
    }
    Groups { all, of }
}

/// Of every dependency, by its number: how it is called, who it is, and why it is asked through points.
fn dependencies(source: &Source<'_>, names: &mut Names) -> Map<String, Value> {
    let lanes = Lanes::new(source.points);
    let mut all = Map::new();
    for brief in source.cases {
        for (dependency, kind) in &brief.dependencies {
            let number = names.number(dependency).to_string();
            all.entry(number).or_insert_with(|| {
                json!({
                    "name": plain(&show::dependency(dependency)),
                    "lane": plain(&lanes.of(dependency)),
                    "kind": kind,
                    "why": why::why(dependency, source.points),
                })
            });
        }
    }
    all
}
