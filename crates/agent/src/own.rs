//! Which sockets of this machine are the process's own: what it listens at, it may connect to in replay.
//!
//! The system's tables are asked instead of the JDK, because servers have ways around the JDK.

use std::collections::HashSet;
use std::fs;

/// The state of a TCP socket that listens.
const LISTENS: &str = "0A";
/// The flag of a local socket that listens.
const ACCEPTS: u64 = 0x1_0000;

/// Whether this process takes connections, or datagrams, at a port.
pub(crate) fn listens(port: u16, datagrams: bool) -> bool {
    let tables = if datagrams { ["udp", "udp6"] } else { ["tcp", "tcp6"] };
    let own = sockets();
    tables.iter().any(|table| at_port(&read(table), port, !datagrams).any(|number| own.contains(number)))
}

/// Whether this process takes connections at a path.
pub(crate) fn listens_at(path: &str) -> bool {
    let own = sockets();
    at_path(&read("unix"), path).any(|number| own.contains(number))
}

fn read(table: &str) -> String {
    fs::read_to_string(format!("/proc/self/net/{table}")).unwrap_or_default()
}

/// The numbers of the sockets that this process has open.
fn sockets() -> HashSet<String> {
    let files = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let number = |file: fs::DirEntry| {
        let link = fs::read_link(file.path()).ok()?;
        Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())
    };
    files.filter_map(number).collect()
}

/// The numbers of the sockets at a port.
fn at_port(table: &str, port: u16, listening: bool) -> impl Iterator<Item = &str> {
    table.lines().skip(1).filter_map(move |line| {
        let mut columns = line.split_ascii_whitespace().skip(1);
        let (local, _remote, state) = (columns.next()?, columns.next()?, columns.next()?);
        let found = u16::from_str_radix(local.rsplit_once(':')?.1, 16).ok()?;
        let number = columns.nth(5)?;
        (found == port && (!listening || state == LISTENS)).then_some(number)
    })
}

/// The numbers of the local sockets that listen at a path.
fn at_path<'a>(table: &'a str, path: &str) -> impl Iterator<Item = &'a str> {
    table.lines().skip(1).filter_map(move |line| {
        // The columns before the path are padded; the path may have spaces.
        let mut rest = line;
        let mut column = || {
            let (found, behind) = rest.trim_start().split_once(' ')?;
            rest = behind;
            Some(found)
        };
        let mut columns = [""; 7];
        for place in &mut columns {
            *place = column()?;
        }
        let (flags, number, found) = (u64::from_str_radix(columns[3], 16).ok()?, columns[6], rest);
        (flags & ACCEPTS != 0 && found == path).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, UdpSocket};
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn what_this_process_listens_at_is_its_own() {
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = tcp.local_addr().expect("bound").port();
        assert!(listens(port, false));
        let udp = UdpSocket::bind("127.0.0.1:0").expect("a free port");
        assert!(listens(udp.local_addr().expect("bound").port(), true));
        let path = std::env::temp_dir().join(format!("retake own {}", std::process::id()));
        let unix = UnixListener::bind(&path).expect("a free path");
        let text = path.to_str().expect("text");
        assert!(listens_at(text));
        drop((tcp, unix));
        assert!(!listens(port, false) && !listens_at(text));
        let _ = fs::remove_file(path);
    }

    #[test]
    fn tables_that_are_cut_say_nothing() {
        let table = "head\n 0: 0100007F:1F90 00000000:0000 0A 0:0 00:0 0 0 0 4711 1\n 1: 0100007F:1F90 0:0 01 0:0 0 0 0 0 12 1\n x";
        assert_eq!(at_port(table, 8080, true).collect::<Vec<_>>(), ["4711"]);
        assert_eq!(at_port("head\n 0: 0100007F:1F90 0:0 0A", 8080, true).count(), 0);
        assert_eq!(at_path("head\nffff: 00000002 0 0001", "/x").count(), 0);
    }
}
