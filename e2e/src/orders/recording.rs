//! Traffic of the service that takes orders, and the cases made of it, to be replayed on many builds.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Backends, Service, Traffic, jar, record_with};
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
    /// The points that it was recorded with, if they are not those that the analysis finds.
    points: Option<PathBuf>,
}

impl Recording {
    /// Records the service while it is asked, stops it and what it depends on, and makes cases. Fails unless every request became
    /// a case.
    pub fn make(stage: &Stage, jdk: &Jdk, sent: Traffic) -> Recording {
        let (recording, made) = Recording::attempt(stage, jdk, sent, None);
        assert_eq!((&made["requests"], &made["cases"]), (&sent.requests.into(), &sent.requests.into()), "{made}");
        recording
    }

    /// The same with points of the caller's, if there are any, of which nobody knows whether every request becomes a case; gives
    /// what `retake cases` said, too.
    pub fn attempt(stage: &Stage, jdk: &Jdk, sent: Traffic, points: Option<&Path>) -> (Recording, Value) {
        let backends = Backends::start(stage, jdk);
        let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
        let command = short_lived(&backends.service, jdk, &jar(), 0);
        record_with(stage, &command, &with_points(points), &traffic, sent);
        let service = backends.stop();
        let (_, made) = retake::cases(stage, &traffic, &cases);
        stage.nothing_left();
        (Recording { jdk: jdk.clone(), service, traffic, cases, points: points.map(Path::to_owned) }, made)
    }

    /// Replays the cases on a build of the service. Nothing of it runs afterwards.
    pub fn replay(&self, stage: &Stage, jar: &Path) -> Replay {
        self.replay_with(stage, jar, &[])
    }

    /// The same with further options for the JVM.
    pub fn replay_with(&self, stage: &Stage, jar: &Path, options: &[OsString]) -> Replay {
        let port = free_port();
        let mut command = short_lived(&self.service, &self.jdk, jar, port);
        command.splice(1..1, options.iter().cloned());
        let mut more: Vec<&OsStr> = vec!["--ready-timeout".as_ref(), PATIENCE.as_ref()];
        more.extend(with_points(self.points.as_deref()));
        let replay = retake::replay(stage, &self.cases, port, &more, &command);
        assert!(is_closed(port), "the service still listens");
        replay
    }
}

/// The option for points of the caller's.
fn with_points(points: Option<&Path>) -> Vec<&OsStr> {
    points.map_or_else(Vec::new, |points| vec!["--points".as_ref(), points.as_ref()])
}

/// What starts a build of the service for some seconds.
pub fn short_lived(service: &Service, jdk: &Jdk, jar: &Path, port: u16) -> Vec<OsString> {
    let mut command = service.command(jdk, jar, port, None);
    command.insert(1, SHORT_LIVED.into());
    command
}
