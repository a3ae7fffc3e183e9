//! What strangers send to a port: the recorded service answers as it would without Retake, and goes on.

use std::io::{Read, Write};
use std::net::TcpStream;

use retake_e2e::{Backends, Stage, jdk, process, retake, shop};

/// Requests that a server cannot make sense of, or only half.
const NONSENSE: [&[u8]; 6] = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS greeting on a plain port\r\n\r\n",
    b"G{T / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /a\"b HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /products/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    b"POST /orders HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\n\xff\x00\xfe{{",
    b"GET /health HTTP/1.1\r\nHost: a\r\nX-\xc3\xa4: \x80\r\nConnection: close\r\n\r\n",
];

#[test]
fn nonsense_neither_ends_nor_changes_the_service() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let backends = Backends::start(&stage, &jdk);
    let command = backends.service.command(&jdk, &shop::jar(), 0);
    let mut plain = stage.start("plain", &jdk.java(), &command[1..]);
    let port = shop::port(&plain.line_after("shop ready on "));
    let expected = NONSENSE.map(|bytes| status(&send(port, bytes)));
    plain.stop();

    let traffic = stage.path("traffic");
    let mut recording = retake::record(&stage, &traffic, &command);
    let port = shop::port(&recording.line_after("shop ready on "));
    for (bytes, expected) in NONSENSE.iter().zip(&expected) {
        let answer = status(&send(port, bytes));
        assert_eq!(answer, *expected, "to {:?}", String::from_utf8_lossy(bytes));
    }
    let health = send(port, b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    assert!(health.starts_with("HTTP/1.1 200"), "{health}");
    recording.stop().expect(0);
    backends.stop();
    let (_, made) = retake::cases(&stage, &traffic, &stage.path("cases"));
    assert_eq!(made["requests"], NONSENSE.len() + 1, "{made}");
    stage.nothing_left();
}

fn send(port: u16, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the service listens");
    stream.set_read_timeout(Some(process::PATIENCE)).expect("a time-out can be set");
    stream.write_all(bytes).expect("the service reads");
    let mut answer = Vec::new();
    // A server may close on what it was sent before it has read all of it, which resets the connection.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> String {
    answer.lines().next().unwrap_or_default().to_owned()
}
