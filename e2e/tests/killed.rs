//! A service that is killed in the middle of its work: what was on disk by then can be read and replayed.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::fs;
use std::path::PathBuf;

use retake_e2e::process::wait_for;
use retake_e2e::{Backends, Recording, Stage, jdk, retake, scratch, shop};
use rustix::process::Signal;

/// More than can be served before the end comes.
const REQUESTS: u32 = 5000;
/// So much is on disk when the end comes.
const BYTES: u64 = 150_000;

#[test]
fn traffic_up_to_a_kill_can_be_replayed() {
    let (stage, jdk) = (Stage::new(), jdk::oldest());
    let backends = Backends::start(&stage, &jdk);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let mut recording = retake::record(&stage, &traffic, &backends.service.command(&jdk, &shop::jar(), 0));
    let port = shop::port(&recording.line_after("shop ready on "));
    let mut load = shop::load(&stage, &jdk, port, REQUESTS);
    wait_for(|| "too little traffic".to_owned(), || (scratch::size(&traffic) > BYTES).then_some(()));
    assert!(load.runs(), "the load ended before the service was killed");
    let service = stage.member(&["-agentpath:", "shop.jar"]);
    rustix::process::kill_process(service.pid, Signal::KILL).expect("it runs");

    let recorded = recording.wait().expect(0).says(&["recorded", "the recording was not ended"]);
    // Whoever is still asking is refused, which is what a killed service does.
    load.wait().expect(1);
    let service = backends.stop();
    stage.nothing_left();
    println!("{}", recorded.err.trim_end());

    let stats = retake::stats(&stage, &traffic);
    let requests = stats["requests"].as_u64().expect("a number");
    assert!(requests > 100 && requests < u64::from(REQUESTS), "{stats}");
    assert!(stats["cut"][0].as_str().is_some_and(|cut| cut.contains("not ended")), "{stats}");
    assert_eq!(stats["incomplete_requests"], 0, "{stats}");

    let (said, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], requests, "{made}");
    said.says(&["the recording was not ended"]);
    let recording = Recording { jdk, service, traffic, cases, recorded };
    let replay = recording.replay(&stage, &shop::jar(), &[]);
    replay.all_passed(requests as usize);
    println!("{requests} requests were on disk and pass");
    half_a_block(&stage, &recording, requests);
    stage.nothing_left();
}

/// The last block can be torn, too: the machine stopped while it was written.
fn half_a_block(stage: &Stage, recording: &Recording, requests: u64) {
    let whole = only_file(recording);
    let bytes = fs::read(&whole).expect("it was just read");
    let torn = stage.path("torn.rtk");
    for cut in [1, 100, 5000] {
        fs::write(&torn, &bytes[..bytes.len() - cut]).expect("there is room");
        let stats = retake::stats(stage, &torn);
        let left = stats["requests"].as_u64().expect("a number");
        assert!(left < requests && left > 0, "{cut} bytes less, {stats}");
        assert!(stats["cut"][0].as_str().is_some_and(|said| said.contains("bytes")), "{stats}");
        let (_, made) = retake::cases(stage, &torn, &stage.path(&format!("cases-{cut}")));
        assert_eq!(made["cases"], left, "{made}");
        println!("{cut} bytes less: {left} requests; {}", stats["cut"][0]);
    }
}

fn only_file(recording: &Recording) -> PathBuf {
    let mut files = fs::read_dir(&recording.traffic).expect("it was just read").flatten().map(|file| file.path());
    let file = files.next().expect("one file");
    assert!(files.next().is_none(), "one run writes one file");
    file
}
