//! The address of a service: `http://host:port/path`.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

/// Where a service is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url {
    /// A name or an address; IPv6 addresses without brackets.
    pub host: String,
    /// The port; 80 if the text names none.
    pub port: u16,
    /// Path and query, from the first slash on.
    pub path: String,
}

/// Why a text is not the address of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlError(String);

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; write it like http://127.0.0.1:8080", self.0)
    }
}

impl std::error::Error for UrlError {}

impl Url {
    /// What the `Host` header says.
    pub fn authority(&self) -> String {
        let (open, close) = if self.host.contains(':') { ("[", "]") } else { ("", "") };
        match self.port {
            80 => format!("{open}{}{close}", self.host),
            port => format!("{open}{}{close}:{port}", self.host),
        }
    }

    /// The network addresses behind the name.
    pub fn addresses(&self) -> io::Result<Vec<SocketAddr>> {
        Ok((self.host.as_str(), self.port).to_socket_addrs()?.collect())
    }

    /// Connects to the first address that answers.
    pub fn connect(&self, timeout: Duration) -> io::Result<TcpStream> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for address in self.addresses()? {
            match TcpStream::connect_timeout(&address, timeout) {
                Ok(stream) if is_itself(&stream) => last = io::Error::from(io::ErrorKind::ConnectionRefused),
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

/// A connection to a free local port whose own end happens to get that very port connects to itself. It would look like
/// a service, and take the port away from the real one.
fn is_itself(stream: &TcpStream) -> bool {
    matches!((stream.local_addr(), stream.peer_addr()), (Ok(local), Ok(peer)) if local == peer)
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}{}", self.authority(), if self.path == "/" { "" } else { &self.path })
    }
}

impl FromStr for Url {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let wrong = |what: &str| UrlError(format!("`{text}` {what}"));
        if text.starts_with("https://") {
            return Err(wrong("asks for TLS, which is not supported; name the plain port of the service"));
        }
        let rest = text.strip_prefix("http://").ok_or_else(|| wrong("does not begin with http://"))?;
        if rest.bytes().any(|byte| byte <= b' ' || byte == 127) {
            return Err(wrong("has a space or a control character in it"));
        }
        let rest = rest.split('#').next().unwrap_or(rest);
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(wrong("names a user, which is not supported"));
        }
        let (host, port) = match authority.strip_prefix('[') {
            Some(inside) => {
                let (host, behind) = inside.split_once(']').ok_or_else(|| wrong("has a `[` without a `]`"))?;
                (host, behind.strip_prefix(':').or(behind.is_empty().then_some("")))
            }
            None => match authority.rsplit_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (authority, Some("")),
            },
        };
        let port = match port {
            Some("") => Some(80),
            Some(port) => port.parse().ok().filter(|&port| port != 0),
            None => None,
        };
        let port = port.ok_or_else(|| wrong("has no port from 1 to 65535"))?;
        if host.is_empty() || (host.contains(':') && !authority.starts_with('[')) {
            return Err(wrong("has no host"));
        }
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        Ok(Url { host: host.to_owned(), port, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_shows() {
        for (text, host, port, path, shown) in [
            ("http://127.0.0.1:8080", "127.0.0.1", 8080, "/", "http://127.0.0.1:8080"),
            ("http://shop/", "shop", 80, "/", "http://shop"),
            ("http://shop:81/health?deep=1", "shop", 81, "/health?deep=1", "http://shop:81/health?deep=1"),
            ("http://[::1]:9/x#y", "::1", 9, "/x", "http://[::1]:9/x"),
            ("http://[::1]", "::1", 80, "/", "http://[::1]"),
            ("http://shop?a", "shop", 80, "/?a", "http://shop/?a"),
        ] {
            let url: Url = text.parse().expect(text);
            assert_eq!((url.host.as_str(), url.port, url.path.as_str()), (host, port, path), "{text}");
            assert_eq!(url.to_string(), shown);
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, what) in [
            ("https://shop", "TLS"),
            ("shop:8080", "http://"),
            ("http://", "no host"),
            ("http://:80", "no host"),
            ("http://::1:80", "no host"),
            ("http://shop:0", "port"),
            ("http://shop:99999", "port"),
            ("http://[::1]x", "port"),
            ("http://[::1", "`]`"),
            ("http://a b/", "space"),
            ("http://me@shop/", "user"),
        ] {
            let error = text.parse::<Url>().expect_err(text).to_string();
            assert!(error.contains(what), "{text}: {error}");
        }
    }
}
