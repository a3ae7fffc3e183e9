//! Traffic of the service that takes orders, and the cases made of it, to be replayed on many builds.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::{Backends, Service, Traffic, jar, record};
use crate::jdk::Jdk;
use crate::retake;
use crate::shop::{free_port, is_closed};
use crate::stage::Stage;
use crate::verdicts::Replay;

/// A service that lives for seconds is up sooner without its JVM's second compiler.
const SHORT_LIVED: &str = "-XX:TieredStopAtLevel=1";

/// How many seconds a build has to start: two start at a time, and a machine may have more to do.
const PATIENCE: &str = "600";

/// What was recorded of the service, and how it was run.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The JDK it ran on.
    pub jdk: Jdk,
    /// How it found what it depends on.
    pub service: Service,
    /// The traffic.
    pub traffic: PathBuf,
    /// The cases.
    pub cases: PathBuf,
}

impl Recording {
    /// Records the service while it is asked, stops it and what it depends on, and makes cases. Fails unless every request became
    /// a case.
    pub fn make(stage: &Stage, jdk: &Jdk, sent: Traffic) -> Recording {
        let backends = Backends::start(stage, jdk);
        let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
        record(stage, &command(&backends.service, jdk, &jar(), 0), &traffic, sent);
        let service = backends.stop();
        let (_, made) = retake::cases(stage, &traffic, &cases);
        assert_eq!((&made["requests"], &made["cases"]), (&sent.requests.into(), &sent.requests.into()), "{made}");
        stage.nothing_left();
        Recording { jdk: jdk.clone(), service, traffic, cases }
    }

    /// Replays the cases on a build of the service. Nothing of it runs afterwards.
    pub fn replay(&self, stage: &Stage, jar: &Path) -> Replay {
        self.replay_with(stage, jar, &[])
    }

    /// The same with further options for the JVM.
    pub fn replay_with(&self, stage: &Stage, jar: &Path, options: &[OsString]) -> Replay {
        let port = free_port();
        let mut command = command(&self.service, &self.jdk, jar, port);
        command.splice(1..1, options.iter().cloned());
        let patience: [&OsStr; 2] = ["--ready-timeout".as_ref(), PATIENCE.as_ref()];
        let replay = retake::replay(stage, &self.cases, port, &patience, &command);
        assert!(is_closed(port), "the service still listens");
        replay
    }
}

fn command(service: &Service, jdk: &Jdk, jar: &Path, port: u16) -> Vec<OsString> {
    let mut command = service.command(jdk, jar, port, None);
    command.insert(1, SHORT_LIVED.into());
    command
}
