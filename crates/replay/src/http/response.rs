//! Bytes of a connection in, a response out. No socket here, so that every split of the bytes can be tried.

use std::fmt;

/// A head longer than this is nonsense.
const MOST_HEAD: usize = 256 << 10;
/// A body longer than this is not kept.
const MOST_BODY: usize = 256 << 20;

/// What a service answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers in order.
    pub headers: Vec<(String, String)>,
    /// The body without its transfer coding.
    pub body: Vec<u8>,
    /// Whether the connection can take another request.
    pub keep_alive: bool,
}

impl Response {
    /// The first header of this name.
    pub fn header(&self, wanted: &str) -> Option<&str> {
        self.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.as_str())
    }

    fn says(&self, wanted: &str, word: &str) -> bool {
        let mut values = self.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        values.any(|(_, value)| value.split(',').any(|part| part.trim().eq_ignore_ascii_case(word)))
    }
}

/// Why bytes are no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed(pub &'static str);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the answer is not HTTP/1.1: {}", self.0)
    }
}

impl std::error::Error for Malformed {}

/// Reads one response. Interim responses (1xx) are passed over.
#[derive(Clone, Debug)]
pub struct Parser {
    /// Whether the request was a `HEAD`, whose answer has a length but no body.
    head: bool,
    buffer: Vec<u8>,
    /// How much of the buffer was read.
    read: usize,
    state: State,
    response: Response,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Head,
    /// A body with this many bytes to come.
    Length(usize),
    ChunkSize,
    Chunk(usize),
    /// The line break behind a chunk.
    ChunkEnd,
    Trailers,
    UntilClose,
    Done,
}

impl Parser {
    /// Begins to read the answer to a request with this method.
    pub fn new(method: &str) -> Parser {
        let (buffer, response) = (Vec::new(), Response::default());
        Parser { head: method == "HEAD", buffer, read: 0, state: State::Head, response }
    }

    /// Whether nothing has come yet.
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty() && self.state == State::Head
    }

    /// Takes more bytes; answers with the response when it is whole. Bytes behind it are a reason not to use the
    /// connection again.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Option<Response>, Malformed> {
        self.buffer.extend_from_slice(bytes);
        while self.step()? {}
        // What was read is dropped once per call and not once per step, which would be quadratic.
        self.buffer.drain(..self.read);
        self.read = 0;
        Ok((self.state == State::Done).then(|| self.take()))
    }

    /// The peer has closed the connection, which ends a body of unknown length and cuts any other.
    pub fn close(&mut self) -> Result<Response, Malformed> {
        match self.state {
            State::UntilClose => {
                self.response.keep_alive = false;
                Ok(self.take())
            }
            _ => Err(Malformed("the connection was closed in the middle of it")),
        }
    }

    fn take(&mut self) -> Response {
        self.response.keep_alive &= self.buffer.is_empty();
        std::mem::take(&mut self.response)
    }

    /// Does what can be done with what is there; false if more is needed.
    fn step(&mut self) -> Result<bool, Malformed> {
        match self.state {
            State::Done => Ok(false),
            State::Head => self.head(),
            State::Length(0) => self.go(State::Done),
            State::Length(left) => Ok(match self.body(left)? {
                0 => false,
                taken => self.go(State::Length(left - taken))?,
            }),
            State::Chunk(0) => self.go(State::ChunkEnd),
            State::Chunk(left) => Ok(match self.body(left)? {
                0 => false,
                taken => self.go(State::Chunk(left - taken))?,
            }),
            State::UntilClose => {
                self.body(usize::MAX)?;
                Ok(false)
            }
            State::ChunkSize => self.chunk_size(),
            State::ChunkEnd => match self.line()? {
                Some("") => self.go(State::ChunkSize),
                Some(_) => Err(Malformed("a chunk is longer than it says")),
                None => Ok(false),
            },
            State::Trailers => match self.line()? {
                Some("") => self.go(State::Done),
                Some(_) => Ok(true),
                None => Ok(false),
            },
        }
    }

    fn go(&mut self, state: State) -> Result<bool, Malformed> {
        self.state = state;
        Ok(true)
    }

    /// Moves up to `most` bytes to the body.
    fn body(&mut self, most: usize) -> Result<usize, Malformed> {
        let there = &self.buffer[self.read..];
        let taken = there.len().min(most);
        if self.response.body.len() + taken > MOST_BODY {
            return Err(Malformed("the body is larger than 256 MiB"));
        }
        self.response.body.extend_from_slice(&there[..taken]);
        self.read += taken;
        Ok(taken)
    }

    /// The next line without its end.
    fn line(&mut self) -> Result<Option<&str>, Malformed> {
        let there = &self.buffer[self.read..];
        let Some(end) = there.iter().position(|&byte| byte == b'\n') else {
            return if there.len() > MOST_HEAD { Err(Malformed("a line without an end")) } else { Ok(None) };
        };
        let line = there[..end].strip_suffix(b"\r").unwrap_or(&there[..end]);
        self.read += end + 1;
        std::str::from_utf8(line).map(Some).map_err(|_| Malformed("a line of chunks that is no text"))
    }

    fn chunk_size(&mut self) -> Result<bool, Malformed> {
        let Some(line) = self.line()? else { return Ok(false) };
        let digits = line.split(';').next().unwrap_or_default().trim();
        let wrong = Malformed("a chunk without a length");
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong);
        }
        let size = usize::from_str_radix(digits, 16).map_err(|_| wrong)?;
        self.go(if size == 0 { State::Trailers } else { State::Chunk(size) })
    }

    fn head(&mut self) -> Result<bool, Malformed> {
        let there = &self.buffer[self.read..];
        let Some(length) = head_length(there) else {
            return if there.len() > MOST_HEAD { Err(Malformed("a head without an end")) } else { Ok(false) };
        };
        let (version, response) = parse_head(&there[..length])?;
        self.read += length;
        if (100..200).contains(&response.status) {
            return if response.status == 101 { Err(Malformed("it changes the protocol")) } else { Ok(true) };
        }
        self.response = response;
        let response = &mut self.response;
        response.keep_alive = match version {
            0 => response.says("connection", "keep-alive"),
            _ => !response.says("connection", "close"),
        };
        let state = if self.head || matches!(response.status, 204 | 304) {
            State::Done
        } else if response.header("transfer-encoding").is_some() {
            if response.says("transfer-encoding", "chunked") { State::ChunkSize } else { State::UntilClose }
        } else {
            match content_length(response)? {
                Some(length) => State::Length(length),
                None => State::UntilClose,
            }
        };
        self.go(state)
    }
}

/// How long the head is, with the empty line that ends it.
fn head_length(bytes: &[u8]) -> Option<usize> {
    let mut line = 0;
    for (at, _) in bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n') {
        let text = &bytes[line..at];
        // Empty lines before a response are allowed.
        if (text.is_empty() || text == b"\r") && bytes[..line].iter().any(|byte| !byte.is_ascii_whitespace()) {
            return Some(at + 1);
        }
        line = at + 1;
    }
    None
}

/// The minor version, and status and headers.
fn parse_head(bytes: &[u8]) -> Result<(u8, Response), Malformed> {
    // Latin-1: every byte is a character.
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    let mut lines =
        text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).skip_while(|line| line.is_empty());
    let wrong = Malformed("it does not begin with a status");
    let first = lines.next().ok_or(wrong.clone())?;
    let rest = first.strip_prefix("HTTP/1.").ok_or(wrong.clone())?;
    let (version, rest) = rest.split_once(' ').ok_or(wrong.clone())?;
    let version = version.parse().map_err(|_| wrong.clone())?;
    let code = rest.split(' ').next().unwrap_or_default();
    let status = code.parse().ok().filter(|status| code.len() == 3 && (100..=999).contains(status)).ok_or(wrong)?;
    let mut headers = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').ok_or(Malformed("a header without a colon"))?;
        headers.push((name.to_owned(), value.trim_matches([' ', '\t']).to_owned()));
    }
    Ok((version, Response { status, headers, ..Response::default() }))
}

fn content_length(response: &Response) -> Result<Option<usize>, Malformed> {
    let mut lengths = response.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let Some((_, first)) = lengths.next() else { return Ok(None) };
    let wrong = || Malformed("its length is no number, or is said in two ways");
    if lengths.any(|(_, other)| other != first) || !first.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    first.parse().map(Some).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every split of the bytes in two, and all bytes one by one, give the same.
    fn check(method: &str, text: &str, expected: Result<(u16, &str, bool), &str>) {
        let bytes: Vec<u8> = text.replace('\n', "\r\n").into_bytes();
        let splits = (0..=bytes.len()).map(|at| vec![&bytes[..at], &bytes[at..]]);
        for parts in splits.chain([bytes.chunks(1).collect()]) {
            let found = read(method, &parts);
            let found = found.as_ref().map(|response| {
                let body = std::str::from_utf8(&response.body).expect("text");
                (response.status, body, response.keep_alive)
            });
            assert_eq!(found.map_err(|error| error.0), expected, "{text:?} in {} parts", parts.len());
        }
    }

    fn read(method: &str, parts: &[&[u8]]) -> Result<Response, Malformed> {
        let mut parser = Parser::new(method);
        for part in parts {
            if let Some(response) = parser.push(part)? {
                return Ok(response);
            }
        }
        parser.close()
    }

    #[test]
    fn reads_whole_responses() {
        check("GET", "HTTP/1.1 200 OK\nContent-Length: 3\n\nabc", Ok((200, "abc", true)));
        check("GET", "HTTP/1.1 200\ncontent-length: 3\nConnection: Close\n\nabc", Ok((200, "abc", false)));
        check("GET", "HTTP/1.0 200 OK\nContent-Length: 0\n\n", Ok((200, "", false)));
        check("GET", "HTTP/1.0 200 OK\nContent-Length: 0\nConnection: keep-alive\n\n", Ok((200, "", true)));
        check("HEAD", "HTTP/1.1 200 OK\nContent-Length: 3\n\n", Ok((200, "", true)));
        check("GET", "HTTP/1.1 204 No Content\n\n", Ok((204, "", true)));
        check("GET", "HTTP/1.1 304 Not Modified\nContent-Length: 9\n\n", Ok((304, "", true)));
        check("GET", "\nHTTP/1.1 200 OK\nContent-Length: 0\n\n", Ok((200, "", true)));
        check("GET", "HTTP/1.1 200 OK\n\nto the end", Ok((200, "to the end", false)));
    }

    #[test]
    fn reads_chunks() {
        let chunked = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n";
        check("GET", &format!("{chunked}3\nabc\nA;x=y\n0123456789\n0\n\n"), Ok((200, "abc0123456789", true)));
        check("GET", &format!("{chunked}0\nTrailer: x\n\n"), Ok((200, "", true)));
        check("GET", &format!("{chunked}3\nabcd\n0\n\n"), Err("a chunk is longer than it says"));
        check("GET", &format!("{chunked}x\n"), Err("a chunk without a length"));
        check("GET", &format!("{chunked}\n"), Err("a chunk without a length"));
        check("GET", &format!("{chunked}3\nab"), Err("the connection was closed in the middle of it"));
    }

    #[test]
    fn passes_over_interim_responses() {
        check("POST", "HTTP/1.1 100 Continue\n\nHTTP/1.1 201 Created\nContent-Length: 1\n\na", Ok((201, "a", true)));
        check("GET", "HTTP/1.1 101 Switching Protocols\n\n", Err("it changes the protocol"));
    }

    #[test]
    fn tells_what_is_wrong() {
        check("GET", "SSH-2.0-OpenSSH\n\n", Err("it does not begin with a status"));
        check("GET", "HTTP/1.1 2000 OK\n\n", Err("it does not begin with a status"));
        check("GET", "HTTP/1.1 200 OK\nno header\n\n", Err("a header without a colon"));
        check("GET", "HTTP/1.1 200 OK\nContent-Length: -1\n\n", Err("its length is no number, or is said in two ways"));
        check(
            "GET",
            "HTTP/1.1 200 OK\nContent-Length: 1\nContent-Length: 2\n\nab",
            Err("its length is no number, or is said in two ways"),
        );
        check("GET", "HTTP/1.1 200 OK\nContent-Length: 9\n\nabc", Err("the connection was closed in the middle of it"));
    }

    #[test]
    fn bytes_behind_a_response_spoil_the_connection() {
        let mut parser = Parser::new("GET");
        let response = parser.push(b"HTTP/1.1 204 No\r\n\r\nHTTP/1.1").expect("fine").expect("whole");
        assert!(!response.keep_alive);
    }
}
