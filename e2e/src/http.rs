//! Requests, as bytes.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use crate::process::PATIENCE;

/// Sends a request that asks to close the connection; gives the whole answer.
pub fn send(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("the service listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time-out can be set");
    stream.write_all(request.as_bytes()).expect("the service reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the service answers");
    answer
}

/// Asks for a path; gives the body of the answer.
pub fn get(port: u16, path: &str) -> String {
    let answer = send(port, &format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{path}: {answer}"));
    assert!(head.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    body.to_owned()
}
