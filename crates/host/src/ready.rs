//! When a service can take requests.

use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use crate::Error;
use crate::service::Service;
use crate::signals::Interrupts;
use crate::url::Url;

/// How long to sleep between two tries.
const TRY_EVERY: Duration = Duration::from_millis(50);
/// How long one try may take.
const TRY_FOR: Duration = Duration::from_secs(2);

/// What a service must do to count as ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ready {
    /// Accept a connection.
    Listens(Url),
    /// Answer a `GET` with a status below 500.
    Answers(Url),
}

impl Ready {
    /// Waits until the service is ready, as long as it runs.
    pub fn wait(&self, service: &mut Service, timeout: Duration, interrupts: &Interrupts) -> Result<(), Error> {
        let begin = Instant::now();
        loop {
            service.require_running()?;
            let last = match self.try_once() {
                // Something may answer at the port that is not the service, which has just failed because of that.
                Ok(()) => return service.require_running(),
                Err(last) => last,
            };
            if interrupts.any() {
                return Err(Error::Interrupted);
            }
            if begin.elapsed() >= timeout {
                let (url, said) = (self.url().clone(), service.said());
                return Err(Error::NotReady { url, waited: timeout, last, said });
            }
            interrupts.sleep(TRY_EVERY);
        }
    }

    fn url(&self) -> &Url {
        match self {
            Ready::Listens(url) | Ready::Answers(url) => url,
        }
    }

    fn try_once(&self) -> Result<(), String> {
        match self {
            Ready::Listens(url) => url.connect(TRY_FOR).map(drop).map_err(|error| error.to_string()),
            Ready::Answers(url) => match status(url) {
                Ok(status) if status < 500 => Ok(()),
                Ok(status) => Err(format!("it answers with status {status}")),
                Err(error) => Err(error.to_string()),
            },
        }
    }
}

/// The status with which a `GET` is answered.
fn status(url: &Url) -> io::Result<u16> {
    let mut stream = url.connect(TRY_FOR)?;
    stream.set_read_timeout(Some(TRY_FOR))?;
    stream.set_write_timeout(Some(TRY_FOR))?;
    let request = format!("GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", url.path, url.authority());
    stream.write_all(request.as_bytes())?;
    let mut line = [0; 12];
    stream.read_exact(&mut line)?;
    let not_http = || io::Error::new(io::ErrorKind::InvalidData, "what answers there does not speak HTTP");
    let text = std::str::from_utf8(&line).map_err(|_| not_http())?;
    let code = text.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..)).and_then(|code| code.parse().ok());
    // Whatever else it says is taken, or closing would reset the connection under the service's hands. A service that
    // does not close it, though asked to, is not waited for.
    stream.set_read_timeout(Some(TRY_EVERY))?;
    let _ = io::copy(&mut stream.take(1 << 20), &mut io::sink());
    code.ok_or_else(not_http)
}

/// Fails if somebody already listens where the service is to listen.
pub fn require_free(url: &Url) -> Result<(), Error> {
    let in_use = || Err(Error::InUse(url.clone()));
    if url.connect(TRY_FOR).is_ok() {
        return in_use();
    }
    for address in url.addresses().unwrap_or_default() {
        // A listener whose queue is full refuses connections, but the port is taken all the same. Other failures mean
        // that the address is not one of this machine, or that only the service may use it.
        if TcpListener::bind(address).is_err_and(|error| error.kind() == io::ErrorKind::AddrInUse) {
            return in_use();
        }
    }
    Ok(())
}
