//! The service on SOFABoot, the paper's own platform: called over Bolt and over HTTP, with a reference over Bolt to another process
//! and a proximal call to a neighbour in its own.

use std::ffi::{OsStr, OsString};
use std::thread;
use std::time::Duration;

use retake_bench::{Result, applications};
use retake_e2e::jdk::Jdk;
use retake_e2e::orders::Shot;
use retake_e2e::shop::free_port;
use retake_e2e::{Running, Stage, sofaboot};

use super::{Answers, Dependencies, Provided, Service, get, send};

/// One request of so many comes over HTTP, all others over Bolt.
const HTTP: usize = 5;
/// So many are due in a second, and so many may be on their way at the same time, each way.
const BOLT_RATE: usize = 80;
const HTTP_RATE: f64 = 20.0;
const CONNECTIONS: usize = 4;
/// How long all calls over Bolt may take.
const PATIENCE: Duration = Duration::from_secs(1200);

pub(super) struct Sofaboot;

impl Service for Sofaboot {
    fn name(&self) -> &'static str {
        "sofaboot"
    }

    fn about(&self) -> &'static str {
        "A service on SOFABoot: entries over Bolt and HTTP, a reference over Bolt, a proximal call"
    }

    fn provide(&self, stage: &Stage, jdk: &Jdk) -> Result<Box<dyn Provided>> {
        let libraries = applications::cache().join("sofaboot");
        let service = sofaboot::Service::build(stage, jdk, &libraries);
        Ok(Box::new(Built { service, bolt: free_port() }))
    }
}

struct Built {
    service: sofaboot::Service,
    bolt: u16,
}

impl Provided for Built {
    fn path(&self) -> &OsStr {
        self.service.path()
    }

    fn depend(&self, stage: &Stage, _: &str) -> Box<dyn Dependencies> {
        let (courier, courier_port) = self.service.courier(stage);
        Box::new(Courier { courier, courier_port, bolt: self.bolt, service: self.service.clone() })
    }

    fn ready(&self) -> &'static str {
        "Started Office"
    }

    fn ask(&self, stage: &Stage, port: u16, requests: usize) -> Answers {
        let http = requests / HTTP;
        let shots: Vec<Shot> =
            (0..http).map(|number| get(format!("/send?to=w{number}&weight={}", number % 10 * 4), &[200])).collect();
        let (mut answers, sent) = thread::scope(|scope| {
            let over_http = scope.spawn(|| send(port, HTTP_RATE, CONNECTIONS, &shots));
            let sender = self.service.sender(stage, self.bolt, &[requests - http, CONNECTIONS, BOLT_RATE]);
            let sent = sender.wait_within(PATIENCE).expect(0);
            (over_http.join().unwrap_or_default(), sent)
        });
        let called = sent.out.lines().filter_map(|line| line.split(' ').next());
        let told = ["label", "refused", "failed"];
        for word in called.filter(|word| told.contains(word)) {
            *answers.entry(format!("{word} over Bolt")).or_default() += 1;
        }
        answers
    }
}

struct Courier {
    courier: Running,
    courier_port: u16,
    bolt: u16,
    service: sofaboot::Service,
}

impl Dependencies for Courier {
    fn command(&self, port: u16) -> Vec<OsString> {
        self.service.command(port, self.bolt, self.courier_port)
    }

    fn stop(self: Box<Self>) {
        self.courier.stop();
    }
}
