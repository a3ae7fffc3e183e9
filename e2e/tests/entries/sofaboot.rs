//! A service on SOFABoot: called over Bolt and over HTTP, it asks a neighbour in its own process and, over Bolt, another one.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};
use retake_model::trace::{Entry, Outcome, Trace};
use retake_model::value::Value;
use serde_json::Value as Json;

use crate::program::{asked, events, invocation, text, traces};

/// The weights of what is sent to the window; the courier refuses the last.
const WEIGHTS: [u32; 4] = [9, 18, 27, 36];

#[test]
#[ignore = "make proof"]
fn a_service_on_sofaboot_is_recorded_and_replays_without_its_neighbours() {
    let (stage, jdk) = (Stage::new(), jdk::oldest());
    let service = Service::build(&stage, &jdk);
    let mut courier = stage.start("courier", &jdk.java(), service.post(&[]));
    let courier_port = shop::port(&courier.line_after("courier ready on "));

    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let bolt = shop::free_port();
    let mut recording = retake::record(&stage, &traffic, &service.command(0, bolt, courier_port));
    let port = shop::port(&recording.line_after("office ready on "));
    recording.line_after("Started Office");
    let mut heard: Vec<String> = Vec::new();
    for weight in WEIGHTS {
        heard.push(http::get(port, &format!("/send?to=w&weight={weight}")).replace("refused: ", ""));
    }
    let sent = stage.start("sender", &jdk.java(), service.post(&[&bolt.to_string()])).wait().expect(0);
    let labels = sent.out.lines().filter_map(|line| line.strip_prefix("label ").or(line.strip_prefix("refused ")));
    heard.extend(labels.map(str::to_owned));
    recording.stop().expect(0);
    courier.stop();
    assert!(shop::is_closed(courier_port), "the courier still listens");

    let traces = traces(&traffic);
    assert_eq!(traces.len(), WEIGHTS.len() + 10);
    for trace in &traces {
        assert!(trace.incomplete.is_empty(), "{trace:?}");
    }
    let told: Vec<String> = traces.iter().map(told).collect();
    assert_eq!(told, heard);

    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], traces.len(), "{made}");
    let port = shop::free_port();
    let replay = retake::replay(&stage, &cases, port, &[], &service.command(port, shop::free_port(), courier_port));
    assert_eq!(replay.verdicts.len(), traces.len());
    assert!(replay.failing().next().is_none(), "{}", replay.complaint());
}

#[test]
#[ignore = "make proof"]
fn the_analysis_of_a_service_on_sofaboot_names_its_neighbours() {
    let (stage, jdk) = (Stage::new(), jdk::oldest());
    let service = Service::build(&stage, &jdk);
    let arguments: [&OsStr; 3] = ["analyze".as_ref(), "--format".as_ref(), "json".as_ref()];
    let ended = retake::run(&stage, arguments.into_iter().chain([service.path.as_os_str()])).expect(0);
    let document: Json = serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended}"));
    let listed = |key: &str| document[key].as_array().cloned().unwrap_or_default();
    let is = |value: &Json, key: &str, text: &str| value[key].as_str() == Some(text);
    let entries = listed("entries");
    let serves = |entry: &&Json| is(entry, "kind", "sofa") && is(entry, "class", "office.Office$Counter");
    let methods: Vec<&Json> = entries.iter().filter(serves).map(|entry| &entry["method"]).collect();
    assert_eq!(methods, ["send"]);
    let points = listed("points");
    let expected = [
        ("post.Post$Courier.collect", "office.Office$Counter", "SofaReference on office.Office$Counter.courier"),
        ("ledger.Ledger.enter", "ledger.Book", "a SOFA reference (office.xml), offered by ledger.Book"),
        ("ledger.Ledger.last", "ledger.Book", "a SOFA reference (office.xml), offered by ledger.Book"),
    ];
    for (dependency, class, reason) in expected {
        let named = |point: &&Json| point["source"].as_str().is_some_and(|name| name.starts_with(dependency));
        let found: Vec<&Json> = points.iter().filter(named).collect();
        let [point] = found[..] else { panic!("{dependency}: {found:#?}") };
        assert!(is(point, "kind", "external") && is(point, "class", class), "{point:#}");
        assert!(point.to_string().contains(reason), "{point:#}");
    }
}

/// What a trace says that was answered, held against what it says that its dependencies said.
fn told(trace: &Trace) -> String {
    let (all, names) = (events(trace), asked(trace));
    let Outcome::Returned(Value::Int(number)) = all[0].outcome else { panic!("{trace:?}") };
    let [Value::Text(to), Value::Float(weight)] = &all[0].args[..] else { panic!("{trace:?}") };
    assert_eq!(&all[1].args[..], &[Value::Int(number), Value::Float(*weight)]);
    match &trace.entry {
        Some(Entry::Method(_)) => assert_eq!(text(&invocation(trace).args[0], "to"), Some(to.as_str())),
        entry => assert!(entry.as_ref().is_some_and(|entry| entry.to_string().starts_with("GET /send?to=w"))),
    }
    match &all[1].outcome {
        Outcome::Returned(tour) => {
            assert_eq!(names, ["ledger.Ledger.enter", "post.Post$Courier.collect", "ledger.Ledger.last"]);
            let Outcome::Returned(page) = &all[2].outcome else { panic!("{trace:?}") };
            let (line, driver) = (text(page, "line").expect("one"), text(tour, "driver").expect("one"));
            assert_eq!(line, format!("{to} with {weight:?}"));
            format!("{number}: {line} since {} by {driver} to [depot {}]", time(page), number % 7)
        }
        Outcome::Threw(refused) => {
            assert_eq!(names, ["ledger.Ledger.enter", "post.Post$Courier.collect"]);
            text(refused, "detailMessage").expect("it says why").to_owned()
        }
        other => panic!("{other:?}"),
    }
}

/// When a page was written.
fn time(page: &Value) -> i64 {
    let Value::Typed { body, .. } = page else { panic!("{page:?}") };
    match &**body {
        Value::Record(fields) => match fields.iter().find(|(name, _)| name == "at") {
            Some((_, Value::Int(at))) => *at,
            _ => panic!("{page:?}"),
        },
        _ => panic!("{page:?}"),
    }
}

/// The service as it was built: classes of its own, a neighbour and what it shares with others as jars, and libraries.
struct Service {
    java: PathBuf,
    home: OsString,
    /// The class path of the service.
    path: OsString,
    /// The class path of those who call it and whom it calls.
    post: OsString,
}

impl Service {
    fn build(stage: &Stage, jdk: &Jdk) -> Service {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/sofaboot");
        let jars =
            Libraries::of(&sources.join("libraries.txt"), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries"))
                .all();
        let join = |first: &[&Path]| {
            let first = first.iter().map(|path| path.to_path_buf());
            std::env::join_paths(first.chain(jars.clone())).expect("no path has a colon")
        };
        let compile = |name: &str, file: &str, path: &OsStr| {
            let source = fs::read_to_string(sources.join(name).join(file)).expect("the source is there");
            stage.compile_with(jdk, &["-cp".as_ref(), path], name, file, &source)
        };
        let jar = |classes: &Path| {
            let jar = classes.with_extension("jar");
            let arguments = ["cf".as_ref(), jar.as_os_str(), "-C".as_ref(), classes.as_os_str(), ".".as_ref()];
            stage.start("jar", &jdk.tool("jar"), arguments).wait().expect(0);
            jar
        };
        let copy = |from: &str, to: &Path| {
            fs::create_dir_all(to.parent().expect("it is in a directory")).expect("it can be made");
            fs::copy(sources.join(from), to).expect("the file is there");
        };
        let post = jar(&compile("post", "Post.java", &join(&[])));
        let ledger = compile("ledger", "Ledger.java", &join(&[]));
        copy("ledger/sofa-module.properties", &ledger.join("sofa-module.properties"));
        copy("ledger/META-INF/spring/ledger.xml", &ledger.join("META-INF/spring/ledger.xml"));
        let ledger = jar(&ledger);
        let office = compile("office", "Office.java", &join(&[&post, &ledger]));
        copy("office/office.xml", &office.join("office.xml"));
        copy("office/application.properties", &office.join("application.properties"));
        let mut home = OsString::from("-Duser.home=");
        home.push(stage.path("home"));
        Service { java: jdk.java(), home, path: join(&[&office, &ledger, &post]), post: join(&[&post]) }
    }

    /// How the service is started, to listen at two ports and to call the courier at a third.
    fn command(&self, port: u16, bolt: u16, courier: u16) -> Vec<OsString> {
        let mut command = vec![self.java.clone().into(), self.home.clone()];
        let ports = [
            format!("-Dserver.port={port}"),
            format!("-Dsofa.boot.rpc.boltPort={bolt}"),
            format!("-Dcourier.url=127.0.0.1:{courier}"),
        ];
        command.extend(ports.map(OsString::from));
        command.extend(["-cp".into(), self.path.clone(), "office.Office".into()]);
        command
    }

    /// What the other side is started with.
    fn post(&self, arguments: &[&str]) -> Vec<OsString> {
        let mut all = vec![self.home.clone(), "-cp".into(), self.post.clone(), "post.Post".into()];
        all.extend(arguments.iter().map(OsString::from));
        all
    }
}
