//! The table.

use std::collections::BTreeMap;

use retake_bench::figures::machine;
use retake_e2e::Jdk;

use crate::Replayed;
use crate::compared::{Amount, Live};

/// So many methods are told of which most is hidden.
const TOLD: usize = 20;

pub(crate) fn print(live: &Live, replayed: &[Replayed], requests: usize, jdk: &Jdk) {
    let all = live.all();
    println!("# How much code a replay runs\n");
    println!(
        "The service that takes orders (`examples/orders`) is sent {requests} requests as it is delivered, with its database, Redis and the\n\
         warehouse running. The same requests are recorded and replayed with nothing of that running, with the service's points placed in\n\
         four ways; those in libraries are the same in all of them.\n\n\
         - *call site*: where the analysis puts them, at the call, the read or the check.\n\
         - *method*: each method of the service that holds such a point is mocked as a whole, with what it changes.\n\
         - *method, mappers*: and so is each that calls a mapper of MyBatis, so that what the paper on mocking points mocks in an\n  \
           application (its sections 3.1.2, 3.2.2 and 3.3.1) is mocked.\n\
         - *method, below entries*: the same, but what a method that traffic calls holds itself stays at its call site.\n\n\
         JaCoCo 0.8.13 counts the code of the service (`orders.*`), each time in one process, and the classes that it saw are those in the\n\
         jar, byte for byte. Counted is what requests run live and a start without a request does not run; of a replay, what of exactly that\n\
         runs again. Code that the start runs, too, counts nowhere. The service is small, and most of its methods\n\
         speak with something outside: of the share that whole methods hide in a larger one this says nothing.\n"
    );
    row("", replayed, "live", |one| one.placement.name().to_owned());
    println!("| --- |{}", " ---: |".repeat(replayed.len() + 1));
    row("points in the service", replayed, "", |one| one.document.points.to_string());
    row("methods mocked as a whole", replayed, "", |one| one.document.whole.len().to_string());
    row("requests that became cases", replayed, &requests.to_string(), |one| one.made["cases"].to_string());
    row("cases that pass", replayed, "", |one| passed(one).to_string());
    amounts("lines", live, replayed, |amount| amount.lines);
    amounts("instructions", live, replayed, |amount| amount.instructions);
    amounts("branches", live, replayed, |amount| amount.branches);
    row("**share of the instructions**", replayed, "100 %", |one| {
        format!("**{:.1} %**", percent(live.again(&one.seen).instructions, all.instructions))
    });
    row("instructions that run in the replay and not live", replayed, "", |one| {
        live.besides(&one.seen).instructions.to_string()
    });
    troubles(replayed);
    hidden(live, replayed);
    println!("\n{}, {}.", machine(), jdk.version);
    println!("Made with `cargo run --release -p retake-bench --bin coverage {requests}` after `make build examples`.");
}

fn row(name: &str, replayed: &[Replayed], live: &str, figure: impl Fn(&Replayed) -> String) {
    let figures: Vec<String> = replayed.iter().map(figure).collect();
    println!("| {name} | {live} | {} |", figures.join(" | "));
}

fn amounts(name: &str, live: &Live, replayed: &[Replayed], of: fn(Amount) -> u32) {
    row(name, replayed, &of(live.all()).to_string(), |one| of(live.again(&one.seen)).to_string());
}

fn passed(one: &Replayed) -> usize {
    one.replay.verdicts.iter().filter(|verdict| verdict.passed()).count()
}

fn percent(part: u32, whole: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(whole.max(1))
}

/// What did not become a case, what did not pass, and what could not be mocked as a whole.
fn troubles(replayed: &[Replayed]) {
    println!("\n## What did not go through\n");
    println!(
        "A lambda has no name that a list of methods could say, and what this one gives is code, which no recording holds.\n"
    );
    for one in replayed {
        let mut said: Vec<String> = Vec::new();
        for key in ["left_out", "not_recorded"] {
            let reasons = one.made[key].as_object().into_iter().flatten();
            said.extend(reasons.map(|(reason, count)| format!("{count} requests are no cases: {reason}")));
        }
        let failed = one.replay.counts().into_iter().filter(|(verdict, _)| *verdict != "passed");
        said.extend(failed.map(|(verdict, count)| format!("{count} cases: {verdict}{}", example(one, verdict))));
        if !one.document.whole.is_empty() {
            let sites: Vec<String> = one.document.sites.iter().map(name).collect();
            said.push(format!("points stay call sites in {}", sites.join(", ")));
        }
        let said = if said.is_empty() { "nothing".to_owned() } else { said.join("; ") };
        println!("- *{}*: {said}", one.placement.name());
    }
}

/// The first of the cases with a verdict, and what differs.
fn example(one: &Replayed, verdict: &str) -> String {
    let Some(case) = one.replay.failing().find(|case| case.verdict == verdict) else { return String::new() };
    let what = case.differences.first().map(|difference| format!(", {} at `{}`", difference.what, difference.path));
    format!(" (`{}`{})", case.entry, what.or_else(|| case.reason.clone()).unwrap_or_default())
}

/// The methods of which most is hidden.
fn hidden(live: &Live, replayed: &[Replayed]) {
    println!("\n## What is hidden\n");
    println!(
        "Methods whose instructions run live and not again, those first of which most do under *method, mappers*.\n"
    );
    let methods: Vec<BTreeMap<_, _>> = replayed.iter().map(|one| live.methods(&one.seen)).collect();
    let Some(first) = methods.first() else { return };
    let mut rows: Vec<(String, u32, Vec<u32>)> = (first.iter())
        .map(|(key, (live, _))| {
            let hidden = |found: &BTreeMap<_, (u32, u32)>| found.get(key).map_or(0, |(live, again)| live - again);
            (name(key), *live, methods.iter().map(hidden).collect())
        })
        .filter(|(_, _, hidden): &(_, _, Vec<u32>)| hidden.iter().any(|hidden| *hidden > 0))
        .collect();
    // The placement with most in it is the last but one.
    rows.sort_by_key(|(_, _, hidden)| std::cmp::Reverse(hidden.iter().rev().nth(1).copied()));
    row("method", replayed, "live", |one| one.placement.name().to_owned());
    println!("| --- |{}", " ---: |".repeat(replayed.len() + 1));
    let line = |name: &str, live: u32, hidden: &[u32]| {
        let hidden: Vec<String> = hidden.iter().map(u32::to_string).collect();
        println!("| {name} | {live} | {} |", hidden.join(" | "));
    };
    for (name, live, hidden) in rows.iter().take(TOLD) {
        line(&format!("`{name}`"), *live, hidden);
    }
    let sums = |rows: &[(String, u32, Vec<u32>)]| {
        let hidden =
            (0..replayed.len()).map(|at| rows.iter().map(|(_, _, hidden)| hidden[at]).sum()).collect::<Vec<u32>>();
        (rows.iter().map(|(_, live, _)| live).sum::<u32>(), hidden)
    };
    if let Some(rest) = rows.get(TOLD..).filter(|rest| !rest.is_empty()) {
        let (live, hidden) = sums(rest);
        line(&format!("{} more", rest.len()), live, &hidden);
    }
    let (live, hidden) = sums(&rows);
    line(&format!("**all {}**", rows.len()), live, &hidden);
}

/// A method, for people: without its package and its descriptor.
fn name((class, method, _): &(String, String, String)) -> String {
    let class = class.rsplit(['.', '/']).next().unwrap_or_default();
    format!("{class}.{method}")
}
