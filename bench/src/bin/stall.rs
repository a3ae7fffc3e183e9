//! For how long the threads of a service are kept from their work when the agent comes and when it leaves.
//!
//! `cargo run --release -p retake-bench --bin stall [ROUNDS]`, after `make build`
#![allow(clippy::print_stdout)]

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use retake_bench::figures::{machine, median, range};
use retake_e2e::{Jdk, Running, Stage, http, jdk, points, retake, shop};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// How many classes are woven.
const CLASSES: usize = 3000;

/// Milliseconds in which a thread did nothing at all, at most; round by round.
#[derive(Debug, Default)]
struct Stalls {
    alone: Vec<f64>,
    attach: Vec<f64>,
    detach: Vec<f64>,
    /// Seconds from the command's start until requests are recorded.
    seconds: Vec<f64>,
}

fn main() -> Result<()> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(5), |rounds| rounds.parse())?;
    println!("# How long a service stalls when the agent comes and goes\n");
    println!(
        "A service with {CLASSES} classes that are woven at an attach (`retake record --pid`) and turned back at the end, in"
    );
    println!(
        "batches of 100. One thread does nothing but look at the clock; the longest time between two looks is how long it"
    );
    println!(
        "was kept from its work. *Alone* is the same for as long a time without the command: what the machine itself does."
    );
    println!("Milliseconds; {rounds} rounds, medians, the range in brackets.\n");
    println!("| JDK | alone | attach | detach | seconds until it records |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for jdk in jdk::all() {
        let stage = Stage::new();
        let classes = compile(&stage, &jdk)?;
        let (points, _) = points::analyse(&stage, &classes);
        let count = CLASSES.to_string();
        let command: [&OsStr; 4] = ["-cp".as_ref(), classes.as_ref(), "stall.Stall".as_ref(), count.as_ref()];
        let mut service = stage.start("service", &jdk.java(), command);
        let port = shop::port(&service.line_after("stall ready on "));
        let mut stalls = Stalls::default();
        // The first round brings classes of the JDK and of the runtime in, and is not like the others.
        for round in 0..=rounds {
            let mut taken = Stalls::default();
            one(&stage, &service, port, &points, round, &mut taken)?;
            if round > 0 {
                stalls.alone.append(&mut taken.alone);
                stalls.attach.append(&mut taken.attach);
                stalls.detach.append(&mut taken.detach);
                stalls.seconds.append(&mut taken.seconds);
            }
        }
        service.stop();
        println!(
            "| {} | {} | **{}** | **{}** | {:.1} |",
            jdk.version,
            shown(&stalls.alone),
            shown(&stalls.attach),
            shown(&stalls.detach),
            median(&stalls.seconds)
        );
    }
    println!("\n{}, which the service and the command share.", machine());
    println!("Made with `cargo run --release -p retake-bench --bin stall` after `make build`.");
    Ok(())
}

fn shown(figures: &[f64]) -> String {
    let (least, most) = range(figures);
    format!("{:.1} ({least:.1} to {most:.1})", median(figures))
}

fn one(stage: &Stage, service: &Running, port: u16, points: &Path, round: usize, taken: &mut Stalls) -> Result<()> {
    let longest = || -> Result<f64> { Ok(http::get(port, "/longest").parse::<f64>()? / 1e6) };
    let pid = service.pid().as_raw_nonzero().to_string();
    let out = stage.path(&format!("traffic-{round}"));
    let arguments: [OsString; 7] =
        ["record".into(), "--pid".into(), pid.into(), "--out".into(), out.into(), "--points".into(), points.into()];
    longest()?;
    let begin = Instant::now();
    let mut recording = stage.start("record", &retake::path(), arguments);
    let said = recording.message_after("recording process ");
    let attach = begin.elapsed();
    taken.attach.push(longest()?);
    taken.seconds.push(attach.as_secs_f64());
    let woven = said.split(": ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default().replace(',', "");
    if woven.parse::<usize>()? < CLASSES {
        return Err(format!("only {woven} classes were woven").into());
    }
    longest()?;
    recording.stop().expect(0);
    taken.detach.push(longest()?);
    std::thread::sleep(attach.max(Duration::from_secs(1)));
    taken.alone.push(longest()?);
    Ok(())
}

/// Classes that are all woven, because each initialises something.
fn compile(stage: &Stage, jdk: &Jdk) -> Result<PathBuf> {
    let source = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("java/stall/Stall.java"))?;
    let classes = stage.compile(jdk, "classes", "Stall.java", &source);
    let mut many = String::from("package stall.many;\n");
    for number in 0..CLASSES {
        writeln!(
            many,
            "class C{number} {{ private static long last = System.nanoTime(); public static long number() {{ \
             last = System.currentTimeMillis() ^ last; return last > 0 ? {number} : -last; }} }}"
        )?;
    }
    // One file holds them all, so none of them can be public.
    let file = stage.write("Many.java", many);
    let arguments: [&OsStr; 3] = ["-d".as_ref(), classes.as_ref(), file.as_ref()];
    stage.start("javac", &jdk.javac(), arguments).wait().expect(0);
    Ok(classes)
}
