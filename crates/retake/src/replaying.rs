//! What every command needs that replays cases: how the service is reached, started with the agent in it, and treated.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use retake_host::{Interrupts, Launch, Output, Ready, Url, last_lines, require_free};
use retake_judge::verdict::Kind;
use retake_model::control::Control;
use retake_model::policy::{OnNewCall, Policies};
use retake_model::settings::{Mode, Settings};
use retake_replay::event::Event;
use retake_replay::{Batch, Cases, Error, Setup};

use crate::agent::VERSION;
use crate::failure::Failure;
use crate::keys::VARIABLE;
use crate::options::Prepared;
use crate::output::say;
use crate::workdir::WorkDir;

/// How long a service may take to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How many lines of the agent's log are shown.
const LOG_LINES: usize = 10;

/// How the service is reached and treated.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ReplayOptions {
    /// Where the service takes requests
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: Url,

    /// A page that answers with a status below 500 when the service is ready; without, it is when it listens
    #[arg(long, value_name = "URL", requires = "command")]
    ready: Option<Url>,

    /// How many seconds the service may take to be ready
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    ready_timeout: Duration,

    /// How many cases run at the same time
    #[arg(long, short, value_name = "N", default_value = "8")]
    jobs: NonZeroUsize,

    /// How many seconds a request may take
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    timeout: Duration,

    /// What becomes of a call that the recording has no answer for: `fail`, `passthrough` (the real dependency is asked) or
    /// `answer-nearest`; `DEPENDENCY=POLICY` for some dependencies; can be given several times
    #[arg(long, value_name = "POLICY", requires = "command")]
    on_new_call: Vec<OnNewCall>,

    /// Show the service's output
    #[arg(long, requires = "command")]
    show_output: bool,
}

/// A service that is ready to be started for cases. What is left of it in files goes away with this.
#[derive(Debug)]
pub(crate) struct Replaying {
    pub(crate) setup: Setup,
    pub(crate) directory: WorkDir,
    agent_log: PathBuf,
    service_log: PathBuf,
}

impl ReplayOptions {
    /// Refuses an address that no case can be sent to.
    pub(crate) fn check_url(&self) -> Result<(), Failure> {
        if self.url.path != "/" {
            let why = "has a path; the cases have their own, so name only host and port";
            return Err(Failure::new(format!("--url {} {why}", self.url)));
        }
        Ok(())
    }

    /// Refuses to start a service where another one listens.
    pub(crate) fn check_free<C: Cases>(&self, batches: &[Batch<C>]) -> Result<(), Failure> {
        if batches.iter().any(|batch| batch.cases.have_requests()) {
            require_free(&self.url)?;
        }
        Ok(())
    }

    /// Has the service prepared by `prepare`, which finds its points and puts the agent into its command. `policies` is what the
    /// file of settings says of new calls; to `watch` the calls of the application is for a diagnosis.
    pub(crate) fn prepare(
        &self,
        policies: Policies,
        watch: bool,
        prepare: impl FnOnce(&WorkDir, Settings) -> Result<Prepared, Failure>,
    ) -> Result<Replaying, Failure> {
        let directory = WorkDir::create()?;
        let policies = policies.before(&self.on_new_call);
        let socket = directory.file("s");
        let settings = Settings {
            version: VERSION.to_owned(),
            mode: Mode::Replay,
            points: PathBuf::new(),
            log: PathBuf::new(),
            out: None,
            socket: Some(socket.clone()),
            verify: false,
            control: Control::default(),
            mask: None,
            policies: policies.clone(),
            watch,
        };
        let mut prepared = prepare(&directory, settings)?;
        // The key to what was recorded is none of the service's business.
        prepared.env.push((VARIABLE.into(), "".into()));
        let service_log = directory.file("service.log");
        let output = if self.show_output { Output::Messages } else { Output::File(service_log.clone()) };
        let setup = Setup {
            launch: Launch { command: prepared.command, env: prepared.env, output, own_group: true },
            socket,
            version: VERSION.to_owned(),
            points: prepared.points,
            policies,
            ready: self.ready.clone().map_or_else(|| Ready::Listens(self.url.clone()), Ready::Answers),
            url: self.url.clone(),
            ready_timeout: self.ready_timeout,
            jobs: self.jobs.get(),
            timeout: self.timeout,
            grace: GRACE,
            detail: false,
            watched: None,
        };
        Ok(Replaying { setup, directory, agent_log: prepared.log, service_log })
    }
}

impl Replaying {
    /// Runs what replays, says what agent and service left to know, and makes an end of it that the command can give.
    pub(crate) fn run<T>(
        &self,
        interrupts: &Interrupts,
        events: &mut dyn FnMut(Event),
        replay: impl FnOnce(&Setup, &mut dyn FnMut(Event)) -> Result<T, Error>,
    ) -> Result<T, Failure> {
        if interrupts.any() {
            return Err(Failure::Interrupted(interrupts.last()));
        }
        let mut broken = false;
        let result = replay(&self.setup, &mut |event| {
            if let Event::Judged(judged) = &event {
                broken |= matches!(judged.verdict.kind, Kind::Error | Kind::Timeout);
            }
            events(event);
        });
        for line in last_lines(&self.agent_log, LOG_LINES) {
            say(&line);
        }
        let interrupted = matches!(result, Err(Error::Host(retake_host::Error::Interrupted)));
        broken |= result.is_err();
        if broken && !interrupted && self.service_log.metadata().is_ok_and(|log| log.len() > 0) {
            self.directory.keep();
            say(&format!("the service's output is in {}", self.service_log.display()));
        }
        match result {
            Err(_) if interrupted => Err(Failure::Interrupted(interrupts.last())),
            result => result.map_err(Failure::new),
        }
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() && seconds <= 86_400.0 => Ok(duration),
        _ => Err("not a number of seconds between 0 and a day".to_owned()),
    }
}
