//! Programs that serve and call with a real framework, and what was recorded of them.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Stage, jdk, retake};
use retake_model::trace::{Entry, Event, Invocation, Outcome, PointName, Trace};
use retake_model::value::Value;
use retake_store::Traffic;

/// One in `e2e/java`: a source, and the list of what it runs with.
pub(crate) struct Program {
    /// Its directory.
    pub(crate) directory: &'static str,
    /// Its class, whose package is its scope.
    pub(crate) class: &'static str,
    /// The file of settings.
    pub(crate) settings: &'static str,
}

/// What a recorded run of a program gave.
pub(crate) struct Recorded {
    /// What it printed.
    pub(crate) out: String,
    /// The entries, in order.
    pub(crate) traces: Vec<Trace>,
    /// What happened outside of them, in order.
    pub(crate) boot: Vec<Trace>,
}

impl Program {
    /// Runs it from its start to its end with the oldest JDK, and records it.
    pub(crate) fn record(&self) -> Recorded {
        self.record_on(&Stage::new(), &[])
    }

    /// The same, and then all that was recorded is called again while the program only serves.
    pub(crate) fn record_and_replay(&self) -> Recorded {
        let stage = Stage::new();
        let recorded = self.record_on(&stage, &[]);
        let cases = stage.path("cases");
        let (_, made) = retake::cases(&stage, &stage.path("traffic"), &cases);
        assert_eq!(made["cases"], recorded.traces.len(), "{made}");
        let mut command = self.command(&stage, "replayed", &[]);
        command.push("serve".into());
        let settings: OsString = stage.path("retake.toml").into();
        let replay = retake::replay(&stage, &cases, 1, &["--config".as_ref(), &settings], &command);
        assert_eq!(replay.verdicts.len(), recorded.traces.len());
        assert!(replay.failing().next().is_none(), "{}", replay.complaint());
        stage.nothing_left();
        recorded
    }

    /// The same beside what runs on a stage, with further options of the JVM.
    pub(crate) fn record_on(&self, stage: &Stage, options: &[OsString]) -> Recorded {
        let traffic = stage.path("traffic");
        let settings = stage.write("retake.toml", self.settings);
        let arguments: [OsString; 6] =
            ["record".into(), "--out".into(), traffic.clone().into(), "--config".into(), settings.into(), "--".into()];
        let command = self.command(stage, "build", options);
        let ended = retake::run(stage, arguments.iter().chain(&command)).expect(0);
        let (traces, boot) = (traces(&traffic), boot(&traffic));
        let recorded = Recorded { out: ended.out, traces, boot };
        assert!(recorded.traces.iter().all(|trace| trace.incomplete.is_empty()), "{:#?}", recorded.incomplete());
        recorded
    }

    /// Compiles it into a directory of the stage; gives what runs it with the oldest JDK.
    fn command(&self, stage: &Stage, build: &str, options: &[OsString]) -> Vec<OsString> {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java").join(self.directory);
        let jars =
            Libraries::of(&home.join("libraries.txt"), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries"));
        let file = format!("{}.java", self.class.rsplit('.').next().unwrap_or_default());
        let source = fs::read_to_string(home.join(&file)).expect("the source is there");
        let jdk = jdk::oldest();
        let libraries = std::env::join_paths(jars.all()).expect("no path has a colon");
        let classes: [&OsStr; 2] = ["-cp".as_ref(), &libraries];
        let build = stage.compile_with(&jdk, &classes, build, &file, &source);
        // What frameworks write at home goes where everything goes.
        let mut home = OsString::from("-Duser.home=");
        home.push(stage.path("home"));
        let path = std::env::join_paths(std::iter::once(build).chain(jars.all())).expect("no path has a colon");
        let (java, class): ([OsString; 2], [OsString; 3]) =
            ([jdk.java().into(), home], ["-cp".into(), path, self.class.into()]);
        java.iter().chain(options).chain(&class).cloned().collect()
    }
}

impl Recorded {
    /// Why traces are incomplete.
    fn incomplete(&self) -> Vec<&String> {
        self.traces.iter().flat_map(|trace| &trace.incomplete).collect()
    }

    /// What the program printed that begins so, in the order of the alphabet: calls at the same time have none of their own.
    pub(crate) fn said(&self, begin: &str) -> Vec<&str> {
        let mut lines: Vec<&str> = self.out.lines().filter(|line| line.starts_with(begin)).collect();
        lines.sort_unstable();
        lines
    }

    /// The traces of entries whose name begins so.
    pub(crate) fn of(&self, entry: &str) -> Vec<&Trace> {
        let is_it = |trace: &&Trace| trace.entry.as_ref().is_some_and(|found| found.to_string() == entry);
        self.traces.iter().filter(is_it).collect()
    }
}

/// What happened in a trace, in order.
pub(crate) fn events(trace: &Trace) -> Vec<&Event> {
    trace.branches.iter().flat_map(|branch| &branch.events).collect()
}

/// The times that a trace was told, in order.
pub(crate) fn times(trace: &Trace) -> Vec<i64> {
    let time = |event: &&Event| match event.outcome {
        Outcome::Returned(Value::Int(time)) if event.target.is_none() => Some(time),
        _ => None,
    };
    events(trace).iter().filter_map(time).collect()
}

/// The calls of handles in a trace, in order: the type of the handle, the method, and the arguments.
pub(crate) fn handle_calls(trace: &Trace) -> Vec<String> {
    let call = |event: &&Event| {
        let (Some(handle), PointName::Name(name)) = (&event.target, &event.point) else { return None };
        let name = name.split('(').next().unwrap_or_default();
        let args: Vec<String> = event.args.iter().map(retake_judge::show::value).collect();
        Some(format!("{}.{name}({})", retake_judge::show::handle(handle), args.join(", ")))
    };
    events(trace).iter().filter_map(call).collect()
}

/// The text of a field, or of one in a field.
pub(crate) fn text<'v>(value: &'v Value, field: &str) -> Option<&'v str> {
    match value {
        Value::Typed { body, .. } => text(body, field),
        Value::Record(fields) => fields.iter().find_map(|(name, value)| match value {
            Value::Text(text) if name == field => Some(text.as_str()),
            value => text(value, field),
        }),
        _ => None,
    }
}

/// The entries of traffic, in order, with their points by what they depend on.
pub(crate) fn traces(traffic: &Path) -> Vec<Trace> {
    let mut traces = all(traffic);
    traces.retain(|trace| trace.entry.is_some());
    traces
}

/// What happened outside of entries, in order.
pub(crate) fn boot(traffic: &Path) -> Vec<Trace> {
    let mut traces = all(traffic);
    traces.retain(|trace| trace.entry.is_none());
    traces
}

fn all(traffic: &Path) -> Vec<Trace> {
    let mut traces = Vec::new();
    for segment in Traffic::open(traffic).expect("there is traffic").segments() {
        let segment = segment.expect("it can be read");
        let points = &segment.header.as_ref().expect("it has a header").points.points;
        let name = |mut trace: Trace| {
            for event in trace.branches.iter_mut().flat_map(|branch| &mut branch.events) {
                if let PointName::Id(id) = event.point {
                    event.point = PointName::Name(points[id as usize].dependency.clone());
                }
            }
            traces.push(trace);
        };
        segment.each(name).expect("it can be read");
    }
    traces.sort_by_key(|trace| trace.id);
    traces
}

/// What a trace asked, in order, without parameters.
pub(crate) fn asked(trace: &Trace) -> Vec<&str> {
    events(trace).into_iter().map(name_of).collect()
}

/// What an event asked, without parameters.
pub(crate) fn name_of(event: &Event) -> &str {
    match &event.point {
        PointName::Name(name) => name.split('(').next().unwrap_or_default(),
        PointName::Id(id) => panic!("{id} has no name"),
    }
}

pub(crate) fn invocation(trace: &Trace) -> &Invocation {
    match &trace.entry {
        Some(Entry::Method(invocation)) => invocation,
        other => panic!("not a method: {other:?}"),
    }
}

/// What was called, with what, and what came of it, in one line.
pub(crate) fn line(trace: &Trace) -> String {
    let Invocation { args, outcome, .. } = invocation(trace);
    let outcome = match outcome {
        Outcome::Returned(value) => format!("returned {}", retake_judge::show::value(value)),
        Outcome::Threw(value) => format!("threw {}", retake_judge::show::value(value)),
        other => format!("{other:?}"),
    };
    let args: Vec<String> = args.iter().map(retake_judge::show::value).collect();
    let events = trace.branches.iter().map(|branch| branch.events.len()).sum::<usize>();
    let line = format!("{} ({}) {outcome}, {events} events", trace.entry.as_ref().expect("one"), args.join(", "));
    match line.split_once("at: ") {
        Some((before, after)) => {
            let rest = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
            format!("{before}at: <time>{rest}")
        }
        None => line,
    }
}
