//! The service that takes orders (`examples/orders`), and what it depends on.

pub mod journal;
mod recording;
mod traffic;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use retake_host::Url;

pub use recording::{Recording, short_lived};
pub use traffic::{NUMBER, Shot, traffic};

use crate::jdk::Jdk;
use crate::load::{Load, Sent};
use crate::process::{Ended, Running};
use crate::retake;
use crate::shop::{is_closed, port};
use crate::stage::Stage;
use crate::system::Server;

/// A file that `examples/orders/build.sh` makes.
pub fn built(name: &str) -> PathBuf {
    let orders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/orders");
    let path = orders.join("target").join(name);
    assert!(path.exists(), "examples/orders/target/{name} is not there: run examples/orders/build.sh");
    path.canonicalize().unwrap_or(path)
}

/// The service as its sources are.
pub fn jar() -> PathBuf {
    built("orders.jar")
}

/// Where the service finds what it depends on. A replay gets the same settings as the recording, and nobody listens.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    database: u16,
    redis: u16,
    warehouse: u16,
    profile: &'static str,
}

impl Service {
    /// Where the warehouse is.
    pub fn warehouse(&self) -> u16 {
        self.warehouse
    }

    /// The same with the warehouse elsewhere.
    pub fn with_warehouse(self, warehouse: u16) -> Service {
        Service { warehouse, ..self }
    }

    /// The command that starts a build of the service; port 0 picks a free one. It writes its own journal if told where.
    pub fn command(&self, jdk: &Jdk, jar: &Path, port: u16, journal: Option<&Path>) -> Vec<OsString> {
        let mut command: Vec<OsString> = vec![jdk.java().into()];
        let profiles = [self.profile, if journal.is_some() { "journal" } else { "" }].join(",");
        command.extend(
            [
                format!("-Dserver.port={port}"),
                format!("-Dorders.db.port={}", self.database),
                format!("-Dorders.redis.port={}", self.redis),
                format!("-Dwarehouse.url=http://127.0.0.1:{}", self.warehouse),
                format!("-Dspring.profiles.active={}", profiles.trim_matches(',')),
            ]
            .map(OsString::from),
        );
        if let Some(journal) = journal {
            let mut option = OsString::from("-Dorders.journal=");
            option.push(journal);
            command.push(option);
        }
        command.extend(["-jar".into(), jar.into()]);
        command
    }
}

/// What the service depends on, running.
#[derive(Debug)]
pub struct Backends {
    java: Running,
    servers: Vec<Server>,
    /// Where it is.
    pub service: Service,
}

impl Backends {
    /// H2, a Redis written in Java and the warehouse, in one process.
    pub fn start(stage: &Stage, jdk: &Jdk) -> Backends {
        let mut java = stage.start("backends", &jdk.java(), ["-jar".into(), built("backends.jar")]);
        let service = Service {
            database: port(&java.line_after("database ready on ")),
            redis: port(&java.line_after("redis ready on ")),
            warehouse: port(&java.line_after("warehouse ready on ")),
            profile: "",
        };
        Backends { java, servers: Vec::new(), service }
    }

    /// PostgreSQL and Redis as the system has them, and the warehouse.
    pub fn start_real(stage: &Stage, jdk: &Jdk) -> Backends {
        Backends::start_real_in(stage, jdk, "postgres")
    }

    /// The same with its data in a directory of this name, for several at a time.
    pub fn start_real_in(stage: &Stage, jdk: &Jdk, directory: &str) -> Backends {
        let arguments: [OsString; 3] = ["-jar".into(), built("backends.jar").into(), "--warehouse-only".into()];
        let mut java = stage.start("warehouse", &jdk.java(), arguments);
        let (postgres, redis) = (Server::postgres(stage, directory), Server::redis(stage));
        let warehouse = port(&java.line_after("warehouse ready on "));
        let service = Service { database: postgres.port, redis: redis.port, warehouse, profile: "real" };
        Backends { java, servers: vec![postgres, redis], service }
    }

    /// Ends everything, and makes sure that nobody listens any more.
    pub fn stop(self) -> Service {
        self.java.stop();
        self.servers.into_iter().for_each(Server::stop);
        let service = self.service;
        let ports = [service.database, service.redis, service.warehouse];
        assert!(ports.into_iter().all(is_closed), "they still listen");
        service
    }
}

/// What is sent.
#[derive(Clone, Copy, Debug)]
pub struct Traffic {
    /// How many requests.
    pub requests: usize,
    /// How many in a second.
    pub rate: f64,
    /// How many at the same time.
    pub connections: usize,
}

/// Records the service while it is asked, and stops it. Fails unless every answer was one that its request allows.
pub fn record(stage: &Stage, command: &[OsString], out: &Path, sent: Traffic) -> (Sent, Ended) {
    record_with(stage, command, &[], out, sent)
}

/// The same; `more` are further options.
pub fn record_with(
    stage: &Stage,
    command: &[OsString],
    more: &[&OsStr],
    out: &Path,
    traffic: Traffic,
) -> (Sent, Ended) {
    let mut recording = retake::record_with(stage, out, more, command);
    let sent = send(&mut recording, traffic);
    (sent, recording.stop().expect(0))
}

/// Sends requests to the service once it is ready. Fails unless every answer was one that its request allows.
pub fn send(service: &mut Running, Traffic { requests, rate, connections }: Traffic) -> Sent {
    let url: Url = service.line_after("orders ready on ").parse().unwrap_or_else(|error| panic!("{error}"));
    Load { url, rate, connections }.send(&traffic(7, requests)).as_expected()
}
