//! A service as it is published, on Spring Boot and PostgreSQL.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use retake_bench::{Result, applications};
use retake_e2e::Stage;
use retake_e2e::jdk::Jdk;
use retake_e2e::orders::Shot;
use retake_e2e::system::Server;

use super::{Answers, Dependencies, Provided, Service, send};

/// How many requests are on their way at the same time.
const CONNECTIONS: usize = 4;

/// A service of `bench/analyze/applications.txt`.
#[derive(Clone, Copy)]
pub(super) struct Published {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// What it prints last before it takes traffic.
    pub(super) ready: &'static str,
    /// So many requests are due in a second.
    pub(super) rate: f64,
    /// What its clients ask, the same each time.
    pub(super) traffic: fn(usize) -> Vec<Shot>,
}

impl Service for Published {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn provide(&self, _: &Stage, jdk: &Jdk) -> Result<Box<dyn Provided>> {
        let application = applications::list(&[self.name.to_owned()])?.remove(0);
        applications::provide(&application)?;
        Ok(Box::new(There { jar: application.paths().remove(0), jdk: jdk.clone(), service: *self }))
    }
}

struct There {
    jar: PathBuf,
    jdk: Jdk,
    service: Published,
}

impl Provided for There {
    fn path(&self) -> &OsStr {
        self.jar.as_os_str()
    }

    fn depend(&self, stage: &Stage, directory: &str) -> Box<dyn Dependencies> {
        let (java, jar) = (self.jdk.java(), self.jar.clone());
        Box::new(Database { server: Server::postgres(stage, directory), java, jar })
    }

    fn ready(&self) -> &'static str {
        self.service.ready
    }

    fn ask(&self, _: &Stage, port: u16, requests: usize) -> Answers {
        send(port, self.service.rate, CONNECTIONS, &(self.service.traffic)(requests))
    }
}

struct Database {
    server: Server,
    java: PathBuf,
    jar: PathBuf,
}

impl Dependencies for Database {
    fn command(&self, port: u16) -> Vec<OsString> {
        let mut command: Vec<OsString> = vec![self.java.clone().into(), "-Xmx768m".into()];
        command.extend(
            [
                format!("-Dserver.port={port}"),
                "-Dserver.address=127.0.0.1".to_owned(),
                format!("-Dspring.datasource.url=jdbc:postgresql://127.0.0.1:{}/orders", self.server.port),
                "-Dspring.datasource.username=orders".to_owned(),
                "-Dspring.datasource.password=orders".to_owned(),
                "-Dspring.datasource.driver-class-name=org.postgresql.Driver".to_owned(),
            ]
            .map(OsString::from),
        );
        command.extend(["-jar".into(), self.jar.clone().into()]);
        command
    }

    fn stop(self: Box<Self>) {
        self.server.stop();
    }
}
