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
        "Services as they are published (`bench/analyze/applications.txt`), each recorded while {requests} requests to its own API were sent\n\
         over four connections, and replayed on the same build with its database stopped. Every request that was sent counts in *all*; one that\n\
         was not recorded, that could not become a case or whose case did not pass is *failed*. *Without points* the service was started again\n\
         on an empty database, with nothing answered: how many cases passed, and how many answers were the same all the same.\n"
    );
    out.push_str(
        "| service | #I | #E | #S | #W | #T | #C | failed | all | passed | without points | same answer without |\n",
    );
    out.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for result in results {
        let counts = |name: &str| number(&result.counts["points"][name]);
        let (all, passed) = (result.recorded(), result.passed());
        let (without, same) = result.without.verdicts.iter().fold((0, 0), |(passed, same), verdict| {
            (passed + usize::from(verdict.passed()), same + usize::from(verdict.same_output()))
        });
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {all} | **{}** | {} | {} |",
            result.name,
            counts("internal"),
            counts("external"),
            counts("system"),
            counts("listed"),
            counts("total"),
            number(&result.counts["methods_invoked"]),
            all - passed,
            percent(passed, all),
            percent(without, all),
            percent(same, all),
        );
    }
    for result in results {
        let _ = writeln!(out, "\n## {}\n", result.name);
        let statuses: Vec<String> =
            result.statuses.iter().map(|(status, count)| format!("{count} × {status}")).collect();
        let _ = writeln!(out, "Answers: {}.", statuses.join(", "));
        causes(&mut out, result);
    }
    let _ = writeln!(out, "\n{}. Made with `cargo run --release -p retake-bench --bin replay`.", machine());
    out
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
