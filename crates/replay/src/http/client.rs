//! One connection to a service, kept open from request to request.

use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use retake_host::Url;

use super::response::{Malformed, Parser, Response};

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// Nobody listens.
    Connect(std::io::Error),
    /// The connection had been kept open and was closed before any answer. The service may not have seen the request.
    Stale,
    /// The service closed the connection without an answer.
    Closed,
    /// The time is up.
    TimedOut,
    /// What came is no answer.
    Malformed(Malformed),
    /// Something else.
    Io(std::io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Connect(error) => write!(f, "the service does not listen: {error}"),
            Failure::Stale | Failure::Closed => write!(f, "the service closed the connection without an answer"),
            Failure::TimedOut => write!(f, "no answer in time"),
            Failure::Malformed(error) => write!(f, "{error}"),
            Failure::Io(error) => write!(f, "the connection failed: {error}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Sends requests to one service, one at a time.
#[derive(Debug)]
pub struct Client {
    url: Url,
    kept: Option<TcpStream>,
}

impl Client {
    /// A client that has not connected yet.
    pub fn new(url: Url) -> Client {
        Client { url, kept: None }
    }

    /// Connects before the first request is sent, for those to whom it matters when that happens.
    pub fn connect(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.kept = Some(self.url.connect(left(deadline)?).map_err(Failure::Connect)?);
        Ok(())
    }

    /// Sends a whole request and reads the whole answer.
    pub fn send(&mut self, method: &str, request: &[u8], deadline: Instant) -> Result<Response, Failure> {
        let kept = self.kept.take().filter(still_open);
        let reused = kept.is_some();
        let mut stream = match kept {
            Some(stream) => stream,
            None => self.url.connect(left(deadline)?).map_err(Failure::Connect)?,
        };
        let _ = stream.set_nodelay(true);
        stream.set_write_timeout(Some(left(deadline)?)).map_err(Failure::Io)?;
        // A service may answer and close without reading the whole request, so a failed write is no verdict yet.
        let written = stream.write_all(request);
        let mut parser = Parser::new(method);
        let mut buffer = [0; 16 * 1024];
        let response = loop {
            stream.set_read_timeout(Some(left(deadline)?)).map_err(Failure::Io)?;
            match stream.read(&mut buffer) {
                Ok(0) if parser.is_empty() => return Err(if reused { Failure::Stale } else { Failure::Closed }),
                Ok(0) => break parser.close().map_err(Failure::Malformed)?,
                Ok(count) => {
                    if let Some(response) = parser.push(&buffer[..count]).map_err(Failure::Malformed)? {
                        break response;
                    }
                }
                Err(error) => match error.kind() {
                    ErrorKind::Interrupted => {}
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => return Err(Failure::TimedOut),
                    ErrorKind::ConnectionReset if parser.is_empty() && reused => return Err(Failure::Stale),
                    ErrorKind::ConnectionReset if parser.is_empty() => return Err(Failure::Closed),
                    _ => return Err(Failure::Io(error)),
                },
            }
        };
        if response.keep_alive && written.is_ok() {
            self.kept = Some(stream);
        }
        Ok(response)
    }
}

/// Whether a connection that was kept is still good: open, and silent.
fn still_open(stream: &TcpStream) -> bool {
    let silent = stream.set_nonblocking(true).is_ok()
        && stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
    silent && stream.set_nonblocking(false).is_ok()
}

fn left(deadline: Instant) -> Result<Duration, Failure> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(Failure::TimedOut) } else { Ok(left) }
}
