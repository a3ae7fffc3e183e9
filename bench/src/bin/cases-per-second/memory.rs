//! What a replay takes of memory, by how many cases there are.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use retake_bench::Result;
use retake_e2e::jdk::Jdk;
use retake_e2e::shop::{self, free_port};
use retake_e2e::{Recording, Stage, retake};
use rustix::process::Pid;

/// How many cases, for one of the requests.
const SHARES: [(u32, u32); 3] = [(1, 5), (1, 1), (4, 1)];
/// What the service's JVM gets, all of it at its start: what grows is then not its heap.
const HEAP: [&str; 3] = ["-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch"];
/// How often it is looked. The system keeps the highest, so only what happens behind the last look is not seen.
const LOOK_EVERY: Duration = Duration::from_millis(20);

pub(crate) fn measure(jdk: &Jdk, requests: u32) -> Result<()> {
    let stage = Stage::new();
    let counts = SHARES.map(|(of, by)| requests * of / by);
    let recording = Recording::make(&stage, jdk, counts.into_iter().max().unwrap_or(requests));
    println!("\n## Memory by how many cases there are\n");
    println!(
        "The highest that was resident, in MiB, of the shop's cases, 8 at the same time. The service's JVM has a heap of 96 MiB, which it"
    );
    println!("touches at its start.\n");
    println!("| cases | the command | the service's JVM |\n| ---: | ---: | ---: |");
    for count in counts {
        let cases = some(&stage, &recording.cases, count)?;
        let (command, jvm) = peaks(&stage, jdk, &recording, &cases, count);
        println!("| {count} | {:.0} | {:.0} |", command as f64 / 1024.0, jvm as f64 / 1024.0);
    }
    Ok(())
}

/// A directory with so many of the cases, from all over it.
fn some(stage: &Stage, cases: &Path, count: u32) -> Result<PathBuf> {
    let some = stage.path(&format!("cases-{count}"));
    fs::create_dir(&some)?;
    let mut names: Vec<OsString> = Vec::new();
    for entry in fs::read_dir(cases)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.ends_with(".case.json")) {
            names.push(name);
        } else if entry.file_type()?.is_file() {
            fs::hard_link(entry.path(), some.join(name))?;
        } else {
            std::os::unix::fs::symlink(entry.path(), some.join(name))?;
        }
    }
    names.sort();
    let all = names.len();
    for name in (0..count as usize).map(|number| &names[number * all / count as usize]) {
        fs::hard_link(cases.join(name), some.join(name))?;
    }
    Ok(some)
}

/// The highest of the command and of the service's JVM, in KiB.
fn peaks(stage: &Stage, jdk: &Jdk, recording: &Recording, cases: &Path, count: u32) -> (u64, u64) {
    let port = free_port();
    let mut command = recording.service.command(jdk, &shop::jar(), port);
    command.splice(1..1, HEAP.map(OsString::from));
    let (java, retake) = (jdk.java().display().to_string(), retake::path().display().to_string());
    let over = AtomicBool::new(false);
    let jobs: [&OsStr; 2] = ["--jobs".as_ref(), "8".as_ref()];
    thread::scope(|scope| {
        let looking = scope.spawn(|| {
            let mut highest = (0, 0);
            while !over.load(Ordering::Relaxed) {
                for member in stage.members() {
                    let found = match member.command.split(' ').next() {
                        Some(program) if program == java => &mut highest.1,
                        Some(program) if program == retake => &mut highest.0,
                        _ => continue,
                    };
                    *found = peak(member.pid).max(*found);
                }
                thread::sleep(LOOK_EVERY);
            }
            highest
        });
        let replay = retake::replay(stage, cases, port, &jobs, &command);
        over.store(true, Ordering::Relaxed);
        replay.all_passed(count as usize);
        looking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn peak(process: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_ascii_whitespace().next()?.parse().ok()).unwrap_or(0)
}
