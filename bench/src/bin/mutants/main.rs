//! The mutants of PIT on the service that takes orders: the share that a replay of its traffic kills, and why the others live.
//!
//! `cargo run --release -p retake-bench --bin mutants [PART/PARTS]`, after `make build examples`. All mutants take an hour. With `2/8`
//! the second of eight parts is tried, and the table tells of all that were tried so far with these builds, in whichever run.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod fate;
mod kept;
mod lived;
mod pit;

use std::collections::BTreeMap;
use std::path::Path;

use retake_bench::Result;
use retake_bench::coverage::{Jacoco, Seen};
use retake_bench::figures::machine;
use retake_e2e::orders::{self, Recording, Traffic};
use retake_e2e::variant;
use retake_e2e::{Jdk, Stage, jdk};

use fate::Fate;
use kept::Kept;
use lived::Reasons;
use pit::Mutant;

const TRAFFIC: Traffic = Traffic { requests: 400, rate: 50.0, connections: 8 };

fn main() -> Result<()> {
    let part = part(std::env::args().nth(1).as_deref())?;
    let reasons = Reasons::read()?;
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let (unchanged, mutants) = pit::make(&stage, &jdk)?;
    let all = mutants.len();
    let kept = Kept::open()?;
    let left: Vec<Mutant> = (mutants.iter().enumerate())
        .filter(|(at, mutant)| at % part.1 == part.0 && kept.of(mutant).is_none())
        .map(|(_, mutant)| mutant.clone())
        .collect();
    if !left.is_empty() {
        let recording = Recording::make(&stage, &jdk, TRAFFIC);
        let seen = control(&stage, &jdk, &recording, &unchanged)?;
        let said = variant::each(left, |mutant| {
            let fate = Fate::of(mutant, || recording.replay(&stage, &mutant.jar), &seen);
            eprintln!("{} {}: {fate:?}", mutant.place(), mutant.operator);
            kept.keep(mutant, fate).map_err(|error| error.to_string())
        });
        said.into_iter().collect::<std::result::Result<Vec<()>, String>>()?;
        // Of a service that does not start, the command keeps the output; nothing may run any more.
        assert!(stage.members().is_empty(), "still running: {:?}", stage.members());
    }

    let kept = Kept::open()?;
    let mut fates: Vec<(Mutant, Fate)> =
        mutants.into_iter().filter_map(|mutant| Some((mutant.clone(), kept.of(&mutant)?.clone()))).collect();
    fates.sort_by(|(a, _), (b, _)| (&a.class, a.line, &a.operator).cmp(&(&b.class, b.line, &b.operator)));
    print(&fates, all, &reasons);
    println!("\n{}, {}.", machine(), jdk.version);
    println!("Made with `cargo run --release -p retake-bench --bin mutants [PART/PARTS]` after `make build examples`.");
    Ok(())
}

/// Which part of how many: `2/8` is (1, 8). Without an argument, all.
fn part(argument: Option<&str>) -> Result<(usize, usize)> {
    let Some(argument) = argument else { return Ok((0, 1)) };
    let parsed = argument.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parsed {
        Some((part, parts)) if (1..=parts).contains(&part) => Ok((part - 1, parts)),
        _ => Err(format!("a part is written like 2/8: {argument}").into()),
    }
}

/// What is not mutated passes; and meanwhile JaCoCo sees which lines the traffic reaches.
fn control(stage: &Stage, jdk: &Jdk, recording: &Recording, jar: &Path) -> Result<Seen> {
    let jacoco = Jacoco::prepare(stage, jdk)?;
    let file = stage.path("seen.exec");
    recording.replay_with(stage, jar, &[jacoco.option(&file)]).all_passed(TRAFFIC.requests);
    jacoco.seen(stage, jdk, &file, &orders::built("service/classes"))
}

fn print(fates: &[(Mutant, Fate)], all: usize, reasons: &Reasons) {
    println!("# The mutants that a replay kills\n");
    println!(
        "PIT 1.20.4 makes {all} mutants of the business classes of `examples/orders` with its default operators and its default\n\
         filters; its calls to the journal, which is a log, are let alone. Each is a build of its own, on which the cases of {}\n\
         requests are replayed, with nothing running that the service depends on. {} of the {all} were tried; where that took several\n\
         runs, each recorded the same requests anew. A mutant is killed when a case does not pass or the service does not start; where\n\
         five cases or fewer do not, they are replayed again, and must fail again. A line is *not reached* when JaCoCo sees no\n\
         instruction of it run in a replay of all cases on the build without a mutant.\n",
        TRAFFIC.requests,
        fates.len(),
    );
    println!("| operator | mutants | killed | not reached | reached, and lives |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let mut operators: BTreeMap<&str, Vec<&Fate>> = BTreeMap::new();
    for (mutant, fate) in fates {
        operators.entry(&mutant.operator).or_default().push(fate);
    }
    for (operator, fates) in &operators {
        row(operator, fates);
    }
    let fates_alone: Vec<&Fate> = fates.iter().map(|(_, fate)| fate).collect();
    row("**all**", &fates_alone);
    let [tried, killed, not_reached, _] = counts(&fates_alone);
    println!(
        "\nKilled: **{killed} of {tried}** ({:.0} %), and of those that the traffic reaches {killed} of {} ({:.0} %).\n",
        percent(killed, tried),
        tried - not_reached,
        percent(killed, tried - not_reached)
    );
    println!("How they were killed:\n");
    let mut ways: BTreeMap<String, usize> = BTreeMap::new();
    for fate in &fates_alone {
        match fate {
            Fate::Killed(verdicts) => {
                *ways.entry(verdicts.keys().cloned().collect::<Vec<_>>().join(", ")).or_default() += 1;
            }
            Fate::NoStart => *ways.entry("the service does not start".to_owned()).or_default() += 1,
            Fate::NotReached | Fate::Lived => {}
        }
    }
    for (way, count) in ways {
        println!("- {way}: {count}");
    }
    println!("\n## Those that live\n");
    println!("| where | operator | what it does | why it lives |");
    println!("| --- | --- | --- | --- |");
    for (mutant, fate) in fates {
        let why = match fate {
            Fate::Killed(_) | Fate::NoStart => continue,
            Fate::NotReached => "the traffic does not reach it",
            Fate::Lived => reasons.of(mutant).unwrap_or("**nobody has said why**"),
        };
        println!("| `{}` | {} | {} | {why} |", mutant.place(), mutant.operator, mutant.what);
    }
}

fn row(name: &str, fates: &[&Fate]) {
    let [tried, killed, not_reached, lived] = counts(fates);
    println!("| {name} | {tried} | {killed} | {not_reached} | {lived} |");
}

/// All, those that were killed, those that were not reached, and the rest.
fn counts(fates: &[&Fate]) -> [usize; 4] {
    let of = |wanted: fn(&Fate) -> bool| fates.iter().filter(|fate| wanted(fate)).count();
    let killed = of(|fate| matches!(fate, Fate::Killed(_) | Fate::NoStart));
    [fates.len(), killed, of(|fate| *fate == Fate::NotReached), of(|fate| *fate == Fate::Lived)]
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
