//! The sample service on the real PostgreSQL and Redis, with another service that it asks over HTTP.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use retake_bench::Result;
use retake_e2e::jdk::Jdk;
use retake_e2e::{Stage, orders};

use super::{Answers, Dependencies, Provided, Service, send};

/// So many requests are due in a second, and so many may be on their way at the same time.
const RATE: f64 = 150.0;
const CONNECTIONS: usize = 16;

pub(super) struct Orders;

impl Service for Orders {
    fn name(&self) -> &'static str {
        "orders"
    }

    fn about(&self) -> &'static str {
        "The sample service: Spring Boot 3, MyBatis, PostgreSQL, Redis, HTTP"
    }

    fn provide(&self, _: &Stage, jdk: &Jdk) -> Result<Box<dyn Provided>> {
        Ok(Box::new(Built { jar: orders::jar(), jdk: jdk.clone() }))
    }
}

struct Built {
    jar: PathBuf,
    jdk: Jdk,
}

impl Provided for Built {
    fn path(&self) -> &OsStr {
        self.jar.as_os_str()
    }

    fn depend(&self, stage: &Stage, directory: &str) -> Box<dyn Dependencies> {
        let backends = orders::Backends::start_real_in(stage, &self.jdk, directory);
        Box::new(Real { backends, jar: self.jar.clone(), jdk: self.jdk.clone() })
    }

    fn ready(&self) -> &'static str {
        "orders ready on "
    }

    fn ask(&self, _: &Stage, port: u16, requests: usize) -> Answers {
        send(port, RATE, CONNECTIONS, &orders::traffic(7, requests))
    }
}

struct Real {
    backends: orders::Backends,
    jar: PathBuf,
    jdk: Jdk,
}

impl Dependencies for Real {
    fn command(&self, port: u16) -> Vec<OsString> {
        self.backends.service.command(&self.jdk, &self.jar, port, None)
    }

    fn stop(self: Box<Self>) {
        self.backends.stop();
    }
}
