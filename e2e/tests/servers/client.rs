//! What a client sends and gets, as bytes.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use retake_e2e::process::PATIENCE;

/// A request of a client.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) method: &'static str,
    pub(crate) target: String,
    /// Further headers, each with its end.
    pub(crate) headers: &'static str,
    pub(crate) body: Vec<u8>,
    /// In how many chunks the body is sent; in one piece with its length if in none.
    pub(crate) chunks: usize,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Asked {
    /// Sends it and takes the whole answer.
    pub(crate) fn send(&self, port: u16) -> Answer {
        let mut stream = self.open(port);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap_or_else(|error| panic!("{}: {error}", self.target));
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("{}: {}", self.target, String::from_utf8_lossy(&bytes)));
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("an answer has a status");
        let body = bytes.split_off(end + 4);
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        Answer { status, head, body: if chunked { joined(&body) } else { body } }
    }

    /// Sends it and does not wait for the answer.
    pub(crate) fn send_and_leave(&self, port: u16) {
        drop(self.open(port));
    }

    fn open(&self, port: u16) -> TcpStream {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("the service listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out can be set");
        let mut request =
            format!("{} {} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{}", self.method, self.target, self.headers);
        if self.method == "POST" {
            request += &match self.chunks {
                0 => format!("Content-Length: {}\r\n", self.body.len()),
                _ => "Transfer-Encoding: chunked\r\n".to_owned(),
            };
        }
        request += "\r\n";
        let mut bytes = request.into_bytes();
        if self.chunks == 0 {
            bytes.extend(&self.body);
        } else {
            for chunk in self.body.chunks(self.body.len().div_ceil(self.chunks).max(1)) {
                bytes.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
                bytes.extend(chunk);
                bytes.extend(b"\r\n");
            }
            bytes.extend(b"0\r\n\r\n");
        }
        stream.write_all(&bytes).expect("the service reads");
        stream
    }
}

impl Answer {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

/// The content of chunks.
fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|two| two == b"\r\n").expect("a chunk has a size");
        let size = String::from_utf8_lossy(&chunks[..end]);
        let size = usize::from_str_radix(&size, 16).expect("in hexadecimal digits");
        if size == 0 {
            return body;
        }
        body.extend(&chunks[end + 2..end + 2 + size]);
        chunks = &chunks[end + 4 + size..];
    }
}
