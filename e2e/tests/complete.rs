//! Every request is traced, with every use of a dependency in order, and none gets into the trace of another: what was
//! recorded says line by line what the service wrote down itself.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use retake_e2e::orders::journal::{self, Lines};
use retake_e2e::orders::{Backends, Traffic, jar, record};
use retake_e2e::{Stage, jdk, retake};

#[test]
fn the_traffic_says_what_the_service_wrote_down() {
    complete(Traffic { requests: 1000, rate: 250.0, connections: 32 });
}

#[test]
#[ignore = "make proof"]
fn ten_thousand_requests_say_what_the_service_wrote_down() {
    complete(Traffic { requests: 10_000, rate: 500.0, connections: 32 });
}

fn complete(sent: Traffic) {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let backends = Backends::start_real(&stage, &jdk);
    let (traffic, journal) = (stage.path("traffic"), stage.path("journal.log"));
    let command = backends.service.command(&jdk, &jar(), 0, Some(&journal));
    let (load, recorded) = record(&stage, &command, &traffic, sent);
    println!("{load}\n{}", recorded.err.trim_end());
    backends.stop();
    stage.nothing_left();
    let stats = retake::stats(&stage, &traffic);
    assert_eq!(stats["requests"], sent.requests, "{stats}");
    assert_eq!(stats["incomplete_requests"], 0, "{stats}");
    let (written, recorded) = (journal::written(&journal), journal::recorded(&traffic));
    assert_eq!(written.len(), sent.requests, "the service wrote down other requests than were sent");
    let mut lines = 0;
    for number in 0..sent.requests {
        let number = number.to_string();
        assert_eq!(recorded.get(&number), written.get(&number), "request {number}");
        let count = |lines: &Lines| lines.main.len() + lines.tasks.iter().map(Vec::len).sum::<usize>();
        lines += written[&number].iter().map(count).sum::<usize>();
    }
    assert_eq!(recorded.len(), sent.requests, "traces of requests that nobody sent");
    println!("{} requests say the same in {lines} lines, {} events", sent.requests, stats["events"]);
}
