//! The service that takes orders, as it is, recorded, or traced; each with databases of its own.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

use retake_bench::Result;
use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::load::{Load, Sent};
use retake_e2e::orders::{Backends, Traffic, jar, traffic};
use retake_e2e::{Jdk, Running, Stage, retake};

/// Memory is the same for all, and no more than such a service is usually given.
const HEAP: [&str; 2] = ["-Xms512m", "-Xmx512m"];

/// The share of the service's processor time below which its compilers count as resting.
const AT_REST: f64 = 0.05;
/// Rounds of rest, one behind the other, after which the service is warm.
const CALM_ROUNDS: usize = 3;
/// Rounds after which it never will be.
const WARM_UP_ROUNDS: usize = 60;

/// What watches the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bare,
    Recorded,
    Traced,
    /// Every hook is there, and no request is recorded.
    Woven,
    /// Requests are recorded, and nothing that they depend on.
    Entries,
}

impl Kind {
    /// Those that are compared.
    pub(crate) const COMPARED: [Kind; 3] = [Kind::Bare, Kind::Recorded, Kind::Traced];
    /// Those that show where the cost of recording is.
    pub(crate) const PARTS: [Kind; 4] = [Kind::Bare, Kind::Woven, Kind::Entries, Kind::Recorded];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Bare => "bare",
            Kind::Recorded => "Retake",
            Kind::Traced => "OpenTelemetry",
            Kind::Woven => "Retake, 0 %",
            Kind::Entries => "Retake, entries",
        })
    }
}

/// A running one.
pub(crate) struct Contender {
    kind: Kind,
    running: Running,
    backends: Backends,
    load: Load,
    /// The service's process.
    pid: i32,
}

/// What a window showed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Window {
    /// Milliseconds of processor time for a request.
    pub(crate) processor: f64,
    /// Milliseconds until half of the answers were there.
    pub(crate) p50: f64,
    /// Milliseconds until 99 of 100 were there.
    pub(crate) p99: f64,
    /// MiB in memory at the end.
    pub(crate) resident: f64,
}

impl Contender {
    pub(crate) fn start(stage: &Stage, jdk: &Jdk, kind: Kind, collector: u16) -> Result<Contender> {
        let directory = format!("{kind:?}").to_lowercase();
        let backends = Backends::start_real_in(stage, jdk, &directory);
        let mut command = backends.service.command(jdk, &jar(), 0, None);
        command.splice(1..1, HEAP.map(OsString::from));
        if kind == Kind::Traced {
            command.splice(1..1, peer(collector));
        }
        let traffic = stage.path(&format!("{directory}-traffic"));
        let mut running = match kind {
            Kind::Recorded => retake::record(stage, &traffic, &command),
            Kind::Woven => retake::record_with(stage, &traffic, &["--sample".as_ref(), "0%".as_ref()], &command),
            Kind::Entries => {
                let points = without_points(stage)?;
                retake::record_with(stage, &traffic, &["--points".as_ref(), points.as_os_str()], &command)
            }
            Kind::Bare | Kind::Traced => stage.start(&directory, &jdk.java(), &command[1..]),
        };
        let url = running.line_after("orders ready on ").parse().map_err(|error| format!("{error}"))?;
        let pid = service(stage, &running)?;
        let load = Load { url, rate: 0.0, connections: 0 };
        Ok(Contender { kind, running, backends, load, pid })
    }

    /// Sends requests; fails if an answer was one that its request does not allow.
    pub(crate) fn send(&self, seed: u64, sent: Traffic) -> Result<Sent> {
        Ok(self.send_anyhow(seed, sent).as_expected())
    }

    fn send_anyhow(&self, seed: u64, Traffic { requests, rate, connections }: Traffic) -> Sent {
        Load { rate, connections, ..self.load.clone() }.send(&traffic(seed, requests))
    }

    /// Sends requests until the compilers of the JVM rest: until then most of the processor is theirs, and what they
    /// leave unfinished here they would do in a window. Another rate wakes them up again, because other ways through the code
    /// become the usual ones. Returns how many requests that took.
    pub(crate) fn warm_up(&self, sent: Traffic) -> Result<usize> {
        let mut calm = 0;
        for round in 0..WARM_UP_ROUNDS {
            let (all, compilers) = (processor(self.pid)?, compilers(self.pid)?);
            // In hundreds of thousands of requests the database itself refuses one now and then.
            self.send_anyhow(round as u64, sent);
            let spent = processor(self.pid)? - all;
            // A compiler thread that had nothing to do may have ended, with what it had spent.
            let compiled = (self::compilers(self.pid)? - compilers).max(0.0);
            calm = if compiled < spent * AT_REST { calm + 1 } else { 0 };
            if calm == CALM_ROUNDS {
                return Ok((round + 1) * sent.requests);
            }
        }
        Err(format!("{}: the compilers of the JVM are busy after {WARM_UP_ROUNDS} rounds", self.kind).into())
    }

    /// Sends requests and looks what that costs.
    pub(crate) fn measure(&self, seed: u64, sent: Traffic) -> Result<Window> {
        let before = processor(self.pid)?;
        let answers = self.send(seed, sent)?;
        let spent = processor(self.pid)? - before;
        let at = |percent| answers.percentile(percent).as_secs_f64() * 1e3;
        let processor = spent * 1e3 / sent.requests as f64;
        Ok(Window { processor, p50: at(50.0), p99: at(99.0), resident: resident(self.pid)? })
    }

    pub(crate) fn stop(self) -> Result<()> {
        let ended = self.running.stop();
        if self.kind == Kind::Recorded && (ended.err.contains("dropped") || ended.err.contains("cannot be replayed")) {
            return Err(format!("not every request was recorded: {}", ended.err).into());
        }
        self.backends.stop();
        Ok(())
    }
}

/// What is found of the service, but nothing that its requests depend on.
fn without_points(stage: &Stage) -> Result<PathBuf> {
    let jar = jar();
    let arguments: [&OsStr; 4] = ["analyze".as_ref(), jar.as_os_str(), "--format".as_ref(), "json".as_ref()];
    let said = stage.start("analyze", &retake::path(), arguments).wait().expect(0);
    let mut points: serde_json::Value = serde_json::from_str(&said.out)?;
    points["points"] = serde_json::json!([]);
    points["handles"] = serde_json::json!([]);
    let path = stage.path("no-points.json");
    std::fs::write(&path, serde_json::to_vec(&points)?)?;
    Ok(path)
}

/// The options that load the peer: every request is traced, and traces are all it sends.
fn peer(collector: u16) -> Vec<OsString> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("record/libraries.txt");
    let jars = Libraries::of(&list, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/peers"));
    let mut agent = OsString::from("-javaagent:");
    for jar in jars.all() {
        agent.push(jar);
    }
    let options = [
        "-Dotel.service.name=orders".to_owned(),
        "-Dotel.exporter.otlp.protocol=http/protobuf".to_owned(),
        format!("-Dotel.exporter.otlp.endpoint=http://127.0.0.1:{collector}"),
        "-Dotel.metrics.exporter=none".to_owned(),
        "-Dotel.logs.exporter=none".to_owned(),
    ];
    std::iter::once(agent).chain(options.map(OsString::from)).collect()
}

/// The process of the service: what was started, or what that started.
fn service(stage: &Stage, running: &Running) -> Result<i32> {
    let parent = running.pid().as_raw_nonzero().get();
    let is_java = |command: &str| command.split(' ').next().is_some_and(|program| program.ends_with("/java"));
    for member in stage.members() {
        let pid = member.pid.as_raw_nonzero().get();
        if is_java(&member.command) && (pid == parent || stat(pid)?.get(1) == Some(&i64::from(parent))) {
            return Ok(pid);
        }
    }
    Err("the service's process is not to be found".into())
}

/// Seconds that a process spent on processors, with all its threads, also those that have ended.
fn processor(pid: i32) -> Result<f64> {
    let fields = stat(pid)?;
    let ticks = fields.get(11).zip(fields.get(12)).map(|(user, system)| user + system);
    Ok(ticks.ok_or("the system does not tell processor time")? as f64 / 100.0)
}

/// Seconds that the threads which compile spent on processors.
fn compilers(pid: i32) -> Result<f64> {
    let mut ticks = 0;
    for task in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        // A thread may end while its directory is looked at.
        let Ok(text) = std::fs::read_to_string(task?.path().join("stat")) else { continue };
        if text.contains("(C1 Compiler") || text.contains("(C2 Compiler") {
            let fields = fields(&text);
            ticks += fields.get(11).zip(fields.get(12)).map_or(0, |(user, system)| user + system);
        }
    }
    Ok(ticks as f64 / 100.0)
}

/// The fields of a process from its state on, as numbers; the state itself is none.
fn stat(pid: i32) -> Result<Vec<i64>> {
    Ok(fields(&std::fs::read_to_string(format!("/proc/{pid}/stat"))?))
}

fn fields(stat: &str) -> Vec<i64> {
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace().map(|field| field.parse().unwrap_or_default()).collect()
}

/// MiB that a process has in memory.
fn resident(pid: i32) -> Result<f64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("the system does not tell memory")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}
