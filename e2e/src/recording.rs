//! Traffic of the example, and the cases made of it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::jdk::Jdk;
use crate::process::Ended;
use crate::shop::{self, Backends, Service, free_port};
use crate::stage::Stage;
use crate::verdicts::Replay;
use crate::{retake, scratch};

/// What was recorded of the example, and how it was run.
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
    /// What the command said when it had recorded.
    pub recorded: Ended,
}

impl Recording {
    /// Records the example while it serves so many requests, stops it and what it depends on, and makes cases. Fails
    /// unless every request became a case.
    pub fn make(stage: &Stage, jdk: &Jdk, requests: u32) -> Recording {
        let backends = Backends::start(stage, jdk);
        let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
        let mut recording = retake::record(stage, &traffic, &backends.service.command(jdk, &shop::jar(), 0));
        let port = shop::port(&recording.line_after("shop ready on "));
        shop::load_all(stage, jdk, port, requests);
        let recorded = recording.stop().expect(0);
        assert!(shop::is_closed(port), "the service still listens");
        let (_, made) = retake::cases(stage, &traffic, &cases);
        assert_eq!(made["requests"], requests, "{made}");
        assert_eq!(made["cases"], requests, "{made}");
        let service = backends.stop();
        stage.nothing_left();
        Recording { jdk: jdk.clone(), service, traffic, cases, recorded }
    }

    /// Replays the cases on a build of the service. Nothing of it runs afterwards.
    pub fn replay(&self, stage: &Stage, jar: &Path, more: &[&OsStr]) -> Replay {
        self.replay_on(stage, self.service, jar, more)
    }

    /// Replays the cases on a service that finds what it depends on elsewhere.
    pub fn replay_on(&self, stage: &Stage, service: Service, jar: &Path, more: &[&OsStr]) -> Replay {
        let port = free_port();
        let replay = retake::replay(stage, &self.cases, port, more, &service.command(&self.jdk, jar, port));
        assert!(shop::is_closed(port), "the service still listens");
        let url = format!("-Dshop.port={port}");
        let left: Vec<_> = stage.members().into_iter().filter(|member| member.command.contains(&url)).collect();
        assert!(left.is_empty(), "still running: {left:?}");
        replay
    }

    /// The size of the traffic.
    pub fn traffic_bytes(&self) -> u64 {
        scratch::size(&self.traffic)
    }

    /// The size of the cases.
    pub fn cases_bytes(&self) -> u64 {
        scratch::size(&self.cases)
    }
}
