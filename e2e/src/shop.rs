//! The example service, and what it depends on.

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use crate::jdk::Jdk;
use crate::process::{Ended, Running};
use crate::stage::Stage;

/// A file that `examples/shop/build.sh` makes.
pub fn built(name: &str) -> PathBuf {
    let shop = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/shop");
    let path = shop.join("target").join(name);
    assert!(path.exists(), "examples/shop/target/{name} is not there: run examples/shop/build.sh");
    path.canonicalize().unwrap_or(path)
}

/// The service as its sources are.
pub fn jar() -> PathBuf {
    built("shop.jar")
}

/// A port that is free, for who cannot pick one themselves.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("the loopback interface has free ports");
    listener.local_addr().expect("it listens").port()
}

/// Whether nobody listens at this port.
pub fn is_closed(port: u16) -> bool {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err()
}

/// Where the service finds what it depends on. A replay gets the same settings as the recording, and nobody listens.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// Where the database is, or was.
    pub database: u16,
    /// Where the rates service is, or was.
    pub rates: u16,
}

impl Service {
    /// The command that starts a build of the service; port 0 picks a free one.
    pub fn command(&self, jdk: &Jdk, jar: &Path, port: u16) -> Vec<OsString> {
        let mut command: Vec<OsString> = vec![jdk.java().into()];
        command.extend(
            [
                "-Dshop.log=WARNING".to_owned(),
                format!("-Dshop.port={port}"),
                format!("-Dshop.db.port={}", self.database),
                format!("-Dshop.rates.url=http://127.0.0.1:{}", self.rates),
                "-jar".to_owned(),
            ]
            .map(OsString::from),
        );
        command.push(jar.into());
        command
    }
}

/// The database and the rates service, running.
#[derive(Debug)]
pub struct Backends {
    database: Running,
    rates: Running,
    /// Where they are.
    pub service: Service,
}

impl Backends {
    /// Starts both, with nothing in them yet, on ports that the system picks.
    pub fn start(stage: &Stage, jdk: &Jdk) -> Backends {
        let mut path = jar().into_os_string();
        path.push(":");
        path.push(built("lib").join("*"));
        let begin = |name: &str, class: &str| {
            let arguments: [OsString; 5] = ["-cp".into(), path.clone(), class.into(), "--port".into(), "0".into()];
            stage.start(name, &jdk.java(), arguments)
        };
        let (mut database, mut rates) = (begin("database", "shop.Database"), begin("rates", "shop.rates.Rates"));
        let service = Service {
            database: port(&database.line_after("database ready on ")),
            rates: port(&rates.line_after("rates ready on ")),
        };
        Backends { database, rates, service }
    }

    /// Ends both, and makes sure that nobody listens any more.
    pub fn stop(self) -> Service {
        self.database.stop();
        self.rates.stop();
        assert!(is_closed(self.service.database) && is_closed(self.service.rates), "they still listen");
        self.service
    }
}

/// The port at the end of an address.
pub fn port(address: &str) -> u16 {
    let port = address.rsplit(':').next().and_then(|port| port.trim_end_matches('/').parse().ok());
    port.unwrap_or_else(|| panic!("no port in `{address}`"))
}

/// Sends so many requests over 16 connections. Exit code 0 means that every answer had a status that its request allows.
pub fn load(stage: &Stage, jdk: &Jdk, port: u16, requests: u32) -> Running {
    let arguments: [OsString; 10] = [
        "-jar".into(),
        built("load.jar").into(),
        "--url".into(),
        format!("http://127.0.0.1:{port}").into(),
        "--requests".into(),
        requests.to_string().into(),
        "--connections".into(),
        "16".into(),
        "--seed".into(),
        "7".into(),
    ];
    stage.start("load", &jdk.java(), arguments)
}

/// Sends requests and fails unless all were answered as they should be.
pub fn load_all(stage: &Stage, jdk: &Jdk, port: u16, requests: u32) -> Ended {
    load(stage, jdk, port, requests).wait().expect(0)
}
