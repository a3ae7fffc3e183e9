//! A service on Spring Boot, MyBatis, PostgreSQL and Redis: everything that it was asked becomes a case, and every case passes
//! with nothing that it depends on running, unless the service has a bug.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::path::Path;

use retake_e2e::orders::{Backends, Traffic, built, jar, record};
use retake_e2e::shop::free_port;
use retake_e2e::verdicts::Verdict;
use retake_e2e::{Stage, jdk, retake};

/// What is recorded.
const TRAFFIC: Traffic = Traffic { requests: 400, rate: 100.0, connections: 8 };

#[test]
fn what_was_recorded_on_postgres_and_redis_passes_without_them() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let backends = Backends::start_real(&stage, &jdk);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let (sent, recorded) = record(&stage, &backends.service.command(&jdk, &jar(), 0, None), &traffic, TRAFFIC);
    println!("{sent}\n{}", recorded.err.trim_end());
    let service = backends.stop();
    stage.nothing_left();
    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["requests"], TRAFFIC.requests, "{made}");
    assert_eq!(made["cases"], TRAFFIC.requests, "{made}");
    let replay = |jar: &Path| {
        let port = free_port();
        let replay = retake::replay(&stage, &cases, port, &[], &service.command(&jdk, jar, port, None));
        println!("{}: {:?}", jar.display(), replay.counts());
        stage.nothing_left();
        replay
    };
    replay(&jar()).all_passed(TRAFFIC.requests);
    let wrong = replay(&built("variants/rounding-down.jar"));
    assert!(wrong.failing().count() > 0, "nobody saw that prices are rounded down");
    let of_prices = |verdict: &Verdict| verdict.calls("POST /orders") && verdict.verdict == "request-differs";
    assert!(wrong.failing().all(of_prices), "{}", wrong.complaint());
}
