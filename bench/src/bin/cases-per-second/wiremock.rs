//! WireMock, as a neighbour's place is usually taken: it stands between a service and its neighbour once and keeps what that answers;
//! later it answers alone.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use retake_bench::Result;
use retake_bench::applications::{list, provide};
use retake_e2e::Stage;
use retake_e2e::jdk::Jdk;
use retake_e2e::process::{Running, wait_for};
use retake_e2e::shop::{free_port, is_closed};

/// It, and where it keeps its stubs.
#[derive(Debug)]
pub(crate) struct WireMock {
    jar: PathBuf,
    stubs: PathBuf,
}

/// It, running.
#[derive(Debug)]
pub(crate) struct Serving {
    running: Running,
    pub(crate) port: u16,
}

impl WireMock {
    /// Fetches it, if it is not there.
    pub(crate) fn provide(stage: &Stage) -> Result<WireMock> {
        let found = list(&["wiremock".to_owned()])?.pop().ok_or("WireMock is not in the list")?;
        provide(&found)?;
        let jar = found.paths().pop().ok_or("WireMock has no file")?;
        let stubs = stage.path("wiremock");
        fs::create_dir_all(stubs.join("mappings"))?;
        Ok(WireMock { jar, stubs })
    }

    /// Stands before a neighbour and keeps what it answers.
    pub(crate) fn record(&self, stage: &Stage, jdk: &Jdk, neighbour: u16) -> Serving {
        let all = format!("http://127.0.0.1:{neighbour}");
        self.start(stage, jdk, &["--proxy-all".into(), all.into(), "--record-mappings".into()])
    }

    /// Answers what it kept.
    pub(crate) fn serve(&self, stage: &Stage, jdk: &Jdk) -> Serving {
        // What it was asked is of no use to anybody, and to keep it would cost it time.
        self.start(stage, jdk, &["--no-request-journal".into()])
    }

    fn start(&self, stage: &Stage, jdk: &Jdk, more: &[OsString]) -> Serving {
        let port = free_port();
        let mut arguments: Vec<OsString> = vec!["-jar".into(), (&self.jar).into()];
        arguments.extend(["--disable-banner", "--bind-address", "127.0.0.1", "--port"].map(OsString::from));
        arguments.extend([port.to_string().into(), "--root-dir".into(), (&self.stubs).into()]);
        arguments.extend(more.iter().cloned());
        let running = stage.start("wiremock", &jdk.java(), arguments);
        wait_for(|| format!("WireMock does not listen: {}", running.err()), || (!is_closed(port)).then_some(()));
        Serving { running, port }
    }

    /// How many stubs it keeps.
    pub(crate) fn stubs(&self) -> usize {
        let files = |path: &Path| fs::read_dir(path).map_or(0, Iterator::count);
        files(&self.stubs.join("mappings"))
    }
}

impl Serving {
    /// Ends it.
    pub(crate) fn stop(self) {
        self.running.stop();
    }
}
