//! A recorded request as bytes.
//!
//! It is sent as it was recorded, headers in order and spelled alike. What belonged to the recorded connection is left
//! out, and the length is that of the recorded body.

use std::fmt;

use retake_model::trace::Request;

/// Headers that belong to a connection and not to the request.
const OF_CONNECTION: &[&str] = &[
    "connection",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// The recorded body ends where the service stopped reading. Up to this length, the rest is filled up, so that the service
/// sees the length that it saw.
const MOST_FILLED: usize = 16 << 20;

/// Why a recorded request cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSendable(String);

impl fmt::Display for NotSendable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the recorded request cannot be sent: {}", self.0)
    }
}

impl std::error::Error for NotSendable {}

/// The bytes of a request. `host` stands in for a host that was not recorded; `extra` headers come last.
pub fn encode(request: &Request, host: &str, extra: &[(&str, &str)]) -> Result<Vec<u8>, NotSendable> {
    let mut bytes = Vec::with_capacity(512 + request.body.len());
    if request.method.is_empty() || !request.method.bytes().all(is_token) {
        return Err(NotSendable(format!("`{}` is no method", request.method.escape_debug())));
    }
    if request.target.is_empty() || request.target.chars().any(|c| c.is_control() || c == ' ') {
        return Err(NotSendable(format!("`{}` is no target", request.target.escape_debug())));
    }
    bytes.extend(request.method.bytes());
    bytes.push(b' ');
    put(&request.target, &mut bytes);
    bytes.extend(b" HTTP/1.1\r\n");

    let recorded = |wanted: &str| request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    if recorded("host").is_none() {
        header("Host", host, &mut bytes)?;
    }
    let length = recorded("content-length").map(|(_, value)| filled(value, request.body.len()));
    let mut length_said = false;
    for (name, value) in &request.headers {
        if OF_CONNECTION.iter().any(|connection| name.eq_ignore_ascii_case(connection)) {
            continue;
        }
        match length {
            Some(_) if length_said && name.eq_ignore_ascii_case("content-length") => {}
            Some(length) if name.eq_ignore_ascii_case("content-length") => {
                header(name, &length.to_string(), &mut bytes)?;
                length_said = true;
            }
            _ => header(name, value, &mut bytes)?,
        }
    }
    // A body without a length was sent in chunks.
    let chunked = length.is_none() && !request.body.is_empty();
    if chunked {
        header("Transfer-Encoding", "chunked", &mut bytes)?;
    }
    for (name, value) in extra {
        header(name, value, &mut bytes)?;
    }
    bytes.extend(b"\r\n");
    if chunked {
        bytes.extend(format!("{:x}\r\n", request.body.len()).bytes());
    }
    bytes.extend(&request.body);
    if chunked {
        bytes.extend(b"\r\n0\r\n\r\n");
    }
    let missing = length.unwrap_or(0).saturating_sub(request.body.len());
    bytes.resize(bytes.len() + missing, 0);
    Ok(bytes)
}

fn filled(said: &str, body: usize) -> usize {
    said.trim().parse().ok().filter(|&said| said > body && said <= MOST_FILLED).unwrap_or(body)
}

fn header(name: &str, value: &str, bytes: &mut Vec<u8>) -> Result<(), NotSendable> {
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(NotSendable(format!("`{}` is no name of a header", name.escape_debug())));
    }
    if value.chars().any(|c| matches!(c, '\r' | '\n' | '\0')) {
        return Err(NotSendable(format!("the header {name} has a line break in it")));
    }
    bytes.extend(name.bytes());
    bytes.extend(b": ");
    put(value, bytes);
    bytes.extend(b"\r\n");
    Ok(())
}

/// Servers read headers as Latin-1, so that is how a recorded text becomes bytes again. Others were never bytes of it.
fn put(text: &str, bytes: &mut Vec<u8>) {
    if text.chars().all(|c| u32::from(c) < 256) {
        bytes.extend(text.chars().map(|c| c as u8));
    } else {
        bytes.extend(text.bytes());
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> Request {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Request { method: method.to_owned(), target: target.to_owned(), headers, body: body.as_bytes().to_vec() }
    }

    fn check(request: Request, expected: &str) {
        let bytes = encode(&request, "localhost:1", &[("retake-run", "r")]).expect("it can be sent");
        assert_eq!(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"), expected);
    }

    #[test]
    fn sends_as_recorded() {
        check(
            request(
                "GET",
                "/a?b=c",
                &[("X-One", "1"), ("x-one", "2"), ("Connection", "close"), ("TE", "trailers")],
                "",
            ),
            "GET /a?b=c HTTP/1.1\nHost: localhost:1\nX-One: 1\nx-one: 2\nretake-run: r\n\n",
        );
        check(
            request("POST", "/", &[("Host", "shop"), ("content-length", "3")], "abc"),
            "POST / HTTP/1.1\nHost: shop\ncontent-length: 3\nretake-run: r\n\nabc",
        );
    }

    #[test]
    fn the_length_is_what_the_service_saw() {
        // The service read three of five bytes; the other two exist all the same.
        check(
            request("POST", "/", &[("Host", "shop"), ("Content-Length", "5")], "abc"),
            "POST / HTTP/1.1\nHost: shop\nContent-Length: 5\nretake-run: r\n\nabc\0\0",
        );
        check(
            request("POST", "/", &[("Host", "shop"), ("Content-Length", "1"), ("Content-Length", "1")], "abc"),
            "POST / HTTP/1.1\nHost: shop\nContent-Length: 3\nretake-run: r\n\nabc",
        );
        check(
            request("POST", "/", &[("Host", "shop"), ("Transfer-Encoding", "chunked")], "abc"),
            "POST / HTTP/1.1\nHost: shop\nTransfer-Encoding: chunked\nretake-run: r\n\n3\nabc\n0\n\n",
        );
    }

    #[test]
    fn text_is_latin_1() {
        let bytes = encode(&request("GET", "/", &[("Host", "h"), ("A", "ü")], ""), "", &[]).expect("it can be sent");
        assert!(bytes.windows(4).any(|window| window == b": \xfc\r"));
    }

    #[test]
    fn nothing_is_smuggled_in() {
        for wrong in [
            request("GET /x HTTP/1.1\r\n", "/", &[], ""),
            request("GET", "/ HTTP/1.1\r\nA: b", &[], ""),
            request("GET", "", &[], ""),
            request("GET", "/", &[("A: b\r\nC", "d")], ""),
            request("GET", "/", &[("A", "b\r\nC: d")], ""),
            request("GET", "/", &[("", "b")], ""),
        ] {
            assert!(encode(&wrong, "h", &[]).is_err(), "{wrong:?}");
        }
    }
}
