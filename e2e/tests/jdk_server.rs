//! A service on the JDK's own HTTP server: the rates service of the example, whose answers depend on time and chance.

use std::ffi::OsString;

use retake_e2e::http::send;
use retake_e2e::{Jdk, Stage, jdk, retake, shop};

const CURRENCIES: [&str; 3] = ["EUR", "USD", "XXX"];
const ROUNDS: usize = 10;

#[test]
fn the_rates_service_replays_on_every_jdk() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
        let mut recording = retake::record(&stage, &traffic, &command(&jdk, 0));
        let port = shop::port(&recording.line_after("rates ready on "));
        for _ in 0..ROUNDS {
            for currency in CURRENCIES {
                let target = format!("/rate?currency={currency}");
                let answer = send(port, &format!("GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
                assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
            }
            send(
                port,
                "POST /rate?currency=CHF HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\na=b",
            );
        }
        recording.stop().expect(0);
        let (_, made) = retake::cases(&stage, &traffic, &cases);
        let requests = ROUNDS * (CURRENCIES.len() + 1);
        assert_eq!(made["cases"], requests, "{made}");

        let port = shop::free_port();
        let replay = retake::replay(&stage, &cases, port, &[], &command(&jdk, port));
        replay.all_passed(requests);
        stage.nothing_left();
    }
}

fn command(jdk: &Jdk, port: u16) -> Vec<OsString> {
    let arguments = ["shop.rates.Rates".into(), "--port".into(), port.to_string().into()];
    [jdk.java().into(), "-cp".into(), shop::jar().into()].into_iter().chain(arguments).collect()
}
