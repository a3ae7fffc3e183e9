//! A service that was recorded while it ran, and one start of the same build: together they are all that a replay needs.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::{OsStr, OsString};
use std::path::Path;

use retake_e2e::load::Load;
use retake_e2e::orders::{Backends, built, jar, traffic};
use retake_e2e::shop::free_port;
use retake_e2e::{Stage, jdk, retake};
use retake_host::Url;
use rustix::process::Signal;

const REQUESTS: usize = 200;

#[test]
fn traffic_of_a_running_service_and_one_start_replay_without_its_databases() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let backends = Backends::start(&stage, &jdk);
    let (out, cases) = (stage.path("traffic"), stage.path("cases"));
    let command = backends.service.command(&jdk, &jar(), 0, None);
    let mut service = stage.start("service", Path::new(&command[0]), &command[1..]);
    let url: Url = service.line_after("orders ready on ").parse().unwrap_or_else(|error| panic!("{error}"));

    let pid = service.pid().as_raw_nonzero().to_string();
    let arguments: [&OsStr; 5] = ["record".as_ref(), "--out".as_ref(), out.as_ref(), "--pid".as_ref(), pid.as_ref()];
    let mut recording = stage.start("record", &retake::path(), arguments);
    recording.message_after("recording process ");
    Load { url, rate: 50.0, connections: 4 }.send(&traffic(7, REQUESTS)).as_expected();
    recording.signal(Signal::INT);
    println!("{}", recording.wait().expect(0).err.trim_end());
    service.stop();

    let (ended, made) = retake::cases(&stage, &out, &stage.path("without"));
    println!("{made}");
    ended.says(&["retake record --boot --out"]);
    assert_eq!(made["without_start"], made["cases"], "{made}");

    // Another build is refused before it is started.
    let boot = |jar: &Path| {
        let port = free_port();
        let arguments: [OsString; 7] = [
            "record".into(),
            "--boot".into(),
            "--out".into(),
            out.clone().into(),
            "--url".into(),
            format!("http://127.0.0.1:{port}").into(),
            "--".into(),
        ];
        retake::run(&stage, arguments.into_iter().chain(backends.service.command(&jdk, jar, port, None)))
    };
    boot(&built("variants/rounding-down.jar")).expect(2).says(&["is of another build"]);
    println!("{}", boot(&jar()).expect(0).says(&["recorded the start of the service"]).err.trim_end());

    let service = backends.stop();
    stage.nothing_left();
    let (_, made) = retake::cases(&stage, &out, &cases);
    println!("{made}");
    assert_eq!((&made["without_start"], &made["requests"]), (&0.into(), &REQUESTS.into()), "{made}");
    let count = made["cases"].as_u64().expect("a number") as usize;
    assert!(count >= REQUESTS * 9 / 10, "{made}");
    let port = free_port();
    retake::replay(&stage, &cases, port, &[], &service.command(&jdk, &jar(), port, None)).all_passed(count);
    stage.nothing_left();
}
