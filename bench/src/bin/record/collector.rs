//! Takes the traces that OpenTelemetry sends, as a collector beside the service would, and forgets them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use retake_bench::Result;

/// A thread that answers everything with success.
pub(crate) struct Collector {
    /// Where it listens, on loopback.
    pub(crate) port: u16,
    bytes: Arc<AtomicU64>,
}

impl Collector {
    pub(crate) fn start() -> Result<Collector> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let bytes = Arc::new(AtomicU64::new(0));
        let counted = bytes.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let counted = counted.clone();
                // A connection that breaks is the exporter's to open again.
                std::thread::spawn(move || serve(stream, &counted));
            }
        });
        Ok(Collector { port, bytes })
    }

    /// How many bytes of traces came.
    pub(crate) fn spans_bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

fn serve(stream: TcpStream, bytes: &AtomicU64) -> std::io::Result<()> {
    let mut input = BufReader::new(stream.try_clone()?);
    let mut output = stream;
    loop {
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            if input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            if line.trim_end().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(std::io::Error::other)?;
            }
        }
        let read = std::io::copy(&mut input.by_ref().take(length), &mut std::io::sink())?;
        bytes.fetch_add(read, Ordering::Relaxed);
        output.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nContent-Length: 0\r\n\r\n")?;
    }
}
