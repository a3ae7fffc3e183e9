//! A disk that is full: the service does not notice, the command tells, and what was written before can be read.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::OsString;

use retake_e2e::{Backends, Recording, Stage, jdk, retake, scratch, shop};

/// How large a file of the service can get. Its writes fail from then on, as they do on a full disk. Unlike a disk that
/// is really full, this needs no rights and spoils nothing for others.
const KIBIBYTES: u64 = 256;
/// Many times more than has room.
const REQUESTS: u32 = 2000;

#[test]
fn a_full_disk_costs_traces_and_nothing_else() {
    let stage = Stage::new();
    let recording = record(&stage);
    println!("{}", recording.recorded.err.trim_end());
    assert!(scratch::size(&recording.traffic) <= KIBIBYTES * 1024, "the limit did not hold");
    recording.recorded.clone().says(&["File too large", "dropping traces"]);

    let stats = retake::stats(&stage, &recording.traffic);
    let requests = stats["requests"].as_u64().expect("a number");
    assert!(requests > 0 && requests < u64::from(REQUESTS), "{stats}");
    assert_eq!(stats["incomplete_requests"], 0, "{stats}");
    let (_, made) = retake::cases(&stage, &recording.traffic, &recording.cases);
    assert_eq!(made["cases"], requests, "{made}");
    recording.replay(&stage, &shop::jar(), &[]).all_passed(requests as usize);
    println!("{requests} requests of {REQUESTS} were written, and pass");
    stage.nothing_left();
}

#[test]
fn what_a_full_disk_cost_is_counted() {
    let stage = Stage::new();
    let recording = record(&stage);
    let requests = retake::stats(&stage, &recording.traffic)["requests"].as_u64().expect("a number");
    let said = recording.recorded.err.replace(',', "");
    let dropped = u64::from(REQUESTS) - requests;
    let told = said.lines().any(|line| line.contains(&format!("; {dropped} requests dropped: ")));
    assert!(told, "nobody says that {dropped} requests were dropped:\n{said}");
}

/// Records a service whose traffic has too little room. Every request is answered, with a status that it allows.
fn record(stage: &Stage) -> Recording {
    let jdk = jdk::oldest();
    let backends = Backends::start(stage, &jdk);
    let traffic = stage.path("traffic");
    let command = limited(&backends.service.command(&jdk, &shop::jar(), 0));
    let mut recording = retake::record(stage, &traffic, &command);
    let port = shop::port(&recording.line_after("shop ready on "));
    shop::load_all(stage, &jdk, port, REQUESTS);
    let recorded = recording.stop().expect(0);
    let service = backends.stop();
    stage.nothing_left();
    Recording { jdk, service, traffic, cases: stage.path("cases"), recorded }
}

/// The command, with a limit to the size of its files.
fn limited(command: &[OsString]) -> Vec<OsString> {
    // The unit of this limit is half a kibibyte.
    let shell = format!("ulimit -f {} && exec \"$@\"", KIBIBYTES * 2);
    let shell: [OsString; 4] = ["sh".into(), "-c".into(), shell.into(), "sh".into()];
    shell.into_iter().chain(command.iter().cloned()).collect()
}
