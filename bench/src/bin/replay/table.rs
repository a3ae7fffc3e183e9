//! The table, in the columns of the paper.

use std::collections::BTreeMap;
use std::fmt::Write;

use retake_bench::figures::machine;
use serde_json::Value;

use crate::experiment::Outcome;

pub(crate) fn write(results: &[Outcome], requests: usize) -> String {
    let mut out = String::from("# Recorded traffic replays\n\n");
    let _ = writeln!(
        out,
        "The paper's experiment. Each service was recorded while {requests} requests were sent to it, what it depends on was stopped, and every\n\
         request was replayed on the same build. *All* are the requests that were sent; one that was not recorded, that could not become a\n\
         case or whose case did not pass is *failed*. *Without points* the service was started again beside new and empty dependencies, with\n\
         nothing answered: in how many cases all was as it was recorded, and in how many at least the answer was.\n\n\
         #I, #E and #S are points by what they depend on (internal, external, system), #W those that a person had to list, #T all of them, and\n\
         #C the methods outside the JDK that the service invokes; places in libraries count in #T and not in #T/#C. *Analysis* is the fastest of\n\
         three on a machine that did other things besides; `analyze.md` has it by itself.\n"
    );
    out.push_str(
        "| service | #I | #E | #S | #W | #T | #C | #T/#C | analysis, s | #failed | #all | success | without points | same answer without |\n",
    );
    out.push_str(
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for result in results {
        let counts = |name: &str| number(&result.counts["points"][name]);
        let (all, passed) = (result.sent, result.passed());
        let calls = number(&result.counts["methods_invoked"]);
        let (without, same) = result.without.verdicts.iter().fold((0, 0), |(passed, same), verdict| {
            (passed + usize::from(verdict.passed()), same + usize::from(verdict.same_output()))
        });
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {calls} | {:.2} | {:.1} | {} | {all} | **{}** | {} | {} |",
            result.name,
            counts("internal"),
            counts("external"),
            counts("system"),
            counts("listed"),
            counts("total"),
            counts("total").saturating_sub(counts("in_libraries")) as f64 / calls.max(1) as f64,
            result.analysis.as_secs_f64(),
            all - passed,
            percent(passed, all),
            percent(without, all),
            percent(same, all),
        );
    }
    for result in results {
        let _ = writeln!(out, "\n## {}\n\n{}.", result.name, result.about);
        let answers: Vec<String> = result.answers.iter().map(|(answer, count)| format!("{count} × {answer}")).collect();
        let _ = writeln!(out, "Answers: {}.", answers.join(", "));
        causes(&mut out, result);
        by_chance(&mut out, result);
    }
    let _ = writeln!(out, "\n{}. Made with `cargo run --release -p retake-bench --bin replay`.", machine());
    out
}

/// What passes with nothing answered. With no point in the service a case passes only if it was recorded without crossing one.
fn by_chance(out: &mut String, result: &Outcome) {
    let mut entries: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for verdict in result.without.verdicts.iter().filter(|verdict| verdict.passed()) {
        let found = entries.entry(family(&verdict.entry)).or_insert_with(|| (0, verdict.entry.clone()));
        found.0 += 1;
    }
    if entries.is_empty() {
        return;
    }
    out.push_str(
        "\nWithout points these pass, because they cross none: what they answer depends on the request alone.\n",
    );
    out.push_str("\n| passed without points | entry | for example |\n| ---: | --- | --- |\n");
    for (entry, (count, example)) in entries {
        let _ = writeln!(out, "| {count} | {entry} | `{example}` |");
    }
}

/// An entry without what differs from request to request: the method and the first two parts of the path.
fn family(entry: &str) -> String {
    let path = entry.split('?').next().unwrap_or_default();
    path.split('/').take(3).collect::<Vec<_>>().join("/")
}

/// Why requests failed, each way with one example.
fn causes(out: &mut String, result: &Outcome) {
    let mut ways: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for verdict in result.with.failing() {
        let first = verdict.differences.first().map(|it| format!("{}: {}", it.what, it.path));
        let why = first.or_else(|| verdict.reason.clone()).unwrap_or_default();
        let way = ways.entry(format!("{}, {why}", verdict.verdict)).or_insert_with(|| (0, verdict.entry.clone()));
        way.0 += 1;
    }
    let left = result.left_out();
    if ways.is_empty() && left.is_empty() {
        return;
    }
    out.push_str("\n| failed | why | for example |\n| ---: | --- | --- |\n");
    for (reason, count) in left {
        let _ = writeln!(out, "| {count} | {reason} | |");
    }
    for (why, (count, example)) in ways {
        let _ = writeln!(out, "| {count} | {why} | `{example}` |");
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

fn percent(part: usize, all: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_told_without_what_differs() {
        assert_eq!(family("GET /apps/task/a1/1.0?page=2"), "GET /apps/task");
        assert_eq!(family("GET /api"), "GET /api");
        assert_eq!(family("com.acme.Inbox.take"), "com.acme.Inbox.take");
    }
}
