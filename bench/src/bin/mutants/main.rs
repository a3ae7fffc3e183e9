//! The mutants of PIT on the service that takes orders: the share that a replay of its traffic kills, and why the others live.
//!
//! `cargo run --release -p retake-bench --bin mutants [LIMIT [SEED]]`, after `make build examples`; all mutants without a limit
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod lived;
mod pit;

use std::collections::{BTreeMap, BTreeSet};

use retake_bench::Result;
use retake_bench::coverage::{Jacoco, Lines};
use retake_bench::figures::machine;
use retake_e2e::orders::{self, Recording, Traffic};
use retake_e2e::random::Random;
use retake_e2e::variant;
use retake_e2e::verdicts::Replay;
use retake_e2e::{Stage, jdk};

use lived::Reasons;
use pit::Mutant;

const TRAFFIC: Traffic = Traffic { requests: 400, rate: 50.0, connections: 8 };

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    /// Cases did not pass: the verdicts that there were.
    Killed(BTreeSet<String>),
    /// The service did not start with it.
    NoStart,
    /// All cases passed, and none reaches its line.
    NotReached,
    /// All cases passed.
    Lived,
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let limit: usize = arguments.next().map_or(Ok(usize::MAX), |limit| limit.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let reasons = Reasons::read()?;
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let recording = Recording::make(&stage, &jdk, TRAFFIC);
    let (control, mut mutants) = pit::make(&stage, &jdk)?;
    let all = mutants.len();
    sample(&mut mutants, limit, seed);

    // What is not mutated passes; and meanwhile JaCoCo sees which lines the traffic reaches.
    let jacoco = Jacoco::prepare(&stage, &jdk)?;
    let seen = stage.path("seen.exec");
    recording.replay_with(&stage, &control, &[jacoco.option(&seen)]).all_passed(TRAFFIC.requests);
    let lines = jacoco.lines(&stage, &jdk, &seen, &orders::built("service/classes"))?;

    let mut fates = variant::each(mutants, |mutant| {
        let fate = fate(mutant, &recording.replay(&stage, &mutant.jar), &lines);
        eprintln!("{} {}: {fate:?}", mutant.place(), mutant.operator);
        (mutant.clone(), fate)
    });
    // Of a service that does not start, the command keeps the output; nothing may run any more.
    assert!(stage.members().is_empty(), "still running: {:?}", stage.members());
    fates.sort_by(|(a, _), (b, _)| (&a.class, a.line, &a.operator).cmp(&(&b.class, b.line, &b.operator)));
    print(&fates, all, &reasons);
    println!("\n{}, {}.", machine(), jdk.version);
    println!("Made with `cargo run --release -p retake-bench --bin mutants [LIMIT]` after `make build examples`.");
    Ok(())
}

/// Keeps so many of them.
fn sample(mutants: &mut Vec<Mutant>, limit: usize, seed: u64) {
    let mut random = Random::new(seed);
    while mutants.len() > limit {
        mutants.remove(random.below(mutants.len() as u64) as usize);
    }
}

fn fate(mutant: &Mutant, replay: &Replay, lines: &Lines) -> Fate {
    if replay.verdicts.is_empty() {
        // A machine with too much to do is no reason to call a mutant dead.
        assert!(!replay.ended.err.contains("was not ready"), "{}: {}", mutant.place(), replay.ended.err);
        return Fate::NoStart;
    }
    let verdicts: BTreeSet<String> = replay.failing().map(|verdict| verdict.verdict.clone()).collect();
    if !verdicts.is_empty() {
        return Fate::Killed(verdicts);
    }
    let line = lines.get(&(mutant.class.clone(), mutant.line)).copied().unwrap_or_default();
    if line.ran == 0 { Fate::NotReached } else { Fate::Lived }
}

fn print(fates: &[(Mutant, Fate)], all: usize, reasons: &Reasons) {
    println!("# The mutants that a replay kills\n");
    println!(
        "PIT 1.20.4 makes {all} mutants of the business classes of `examples/orders` with its default operators and its default\n\
         filters; its calls to the journal, which is a log, are let alone. Each is a build of its own, on which the cases of {}\n\
         requests are replayed, with nothing running that the service depends on. {} of the {all} were tried. A mutant is killed when\n\
         a case does not pass or the service does not start; a line is *not reached* when JaCoCo sees no instruction of it run in a\n\
         replay of all cases on the build without a mutant.\n",
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
                *ways.entry(verdicts.iter().cloned().collect::<Vec<_>>().join(", ")).or_default() += 1;
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
