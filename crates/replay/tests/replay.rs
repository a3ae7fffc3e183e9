//! Whole replays against a made-up service in a process of its own.

mod fake;

use std::ffi::OsString;
use std::net::TcpListener;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use retake_host::{Interrupts, Launch, Output, Ready, Url};
use retake_judge::verdict::Kind;
use retake_model::case::{Boot, Call, Case, CaseBranch};
use retake_model::points::Points;
use retake_model::policy::Policies;
use retake_model::trace::{Entry, Exchange, Request, Response};
use retake_replay::event::{Event, Summary};
use retake_replay::{Batch, Changed, Error, Setup, prove, replay};

/// Not a test but the service: the test program starts itself again with the variables set.
#[test]
fn service() {
    if std::env::var_os(fake::PORT).is_some() {
        fake::serve();
    }
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("retake-replay-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("there is a place for temporary files");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn setup(scratch: &Scratch) -> Setup {
    let port = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port();
    let url: Url = format!("http://127.0.0.1:{port}").parse().expect("an address");
    let socket = scratch.0.join("s");
    let program = std::env::current_exe().expect("this program").into_os_string();
    let env = [(fake::PORT, port.to_string()), (fake::VERSION, "1".to_owned())];
    let mut env: Vec<(OsString, OsString)> = env.map(|(name, value)| (name.into(), value.into())).to_vec();
    env.push((fake::SOCKET.into(), socket.clone().into()));
    Setup {
        launch: Launch {
            command: vec![program, "--exact".into(), "service".into(), "--nocapture".into()],
            env,
            output: Output::File(scratch.0.join("service.log")),
            own_group: true,
        },
        socket,
        version: "1".to_owned(),
        points: Points::default(),
        policies: Policies::default(),
        ready: Ready::Answers(url.clone()),
        url,
        ready_timeout: Duration::from_secs(30),
        jobs: 3,
        timeout: Duration::from_secs(20),
        grace: Duration::from_secs(5),
        detail: false,
        watched: None,
    }
}

fn call(start: u32, end: u32, method: &str, target: &str, body: &str) -> Call {
    let mut headers = vec![("Accept".to_owned(), "*/*".to_owned())];
    if !body.is_empty() {
        headers.push(("Content-Length".to_owned(), body.len().to_string()));
    }
    let request = Request { method: method.to_owned(), target: target.to_owned(), headers, body: body.into() };
    let response = Response { status: 200, headers: Vec::new(), body: b"2".to_vec() };
    Call {
        start,
        end,
        entry: Entry::Http(Exchange { request, response: Some(response) }),
        branches: vec![CaseBranch::default()],
        streams: Vec::new(),
    }
}

fn case(id: &str, target: &str) -> Case {
    Case { id: id.to_owned(), calls: vec![call(0, 1, "GET", target, "")], ..Case::default() }
}

fn batch(cases: Vec<Case>) -> Vec<Batch> {
    vec![Batch { boot: None, cases }]
}

type Verdicts = Vec<(String, Kind, Option<String>)>;

/// Replays; the verdicts by the number of the case, and everything else that happened.
fn run(setup: &Setup, batches: &[Batch]) -> (Result<Summary, Error>, Verdicts, Vec<Event>) {
    let (mut judged, mut others) = (Vec::new(), Vec::new());
    let result = replay(setup, batches, &Interrupts::default(), &mut |event| match event {
        Event::Judged(one) => judged.push(one),
        other => others.push(other),
    });
    judged.sort_by_key(|one| one.index);
    let verdicts = judged.into_iter().map(|one| (one.case, one.verdict.kind, one.verdict.reason)).collect();
    (result, verdicts, others)
}

fn kinds(verdicts: &[(String, Kind, Option<String>)]) -> Vec<(&str, Kind)> {
    verdicts.iter().map(|(case, kind, _)| (case.as_str(), *kind)).collect()
}

#[test]
fn judges_every_case() {
    let scratch = Scratch::new("every");
    let mut cases: Vec<Case> = (0..40).map(|number| case(&format!("ok-{number}"), "/ok")).collect();
    cases.push(case("status", "/status"));
    cases.push(case("note", "/note"));
    let mut post = case("post", "/ok");
    post.calls[0] = call(0, 1, "POST", "/ok", "{\"a\": 1}");
    cases.push(post);
    // Both keep the connection for the next request, or not; the next one must not notice.
    cases.push(case("closes-after-1", "/closes-after"));
    cases.push(case("ok-last", "/ok"));
    let (result, verdicts, others) = run(&setup(&scratch), &batch(cases));
    let summary = result.expect("the service runs");
    assert_eq!((summary.total(), summary.failed()), (45, 1), "{verdicts:?}");
    assert!(kinds(&verdicts).contains(&("status", Kind::OutputDiffers)));
    assert!(others.contains(&Event::Started { total: 45 }));
    assert!(others.contains(&Event::Note("something to know".to_owned())));
    assert!(matches!(others.last(), Some(Event::Finished(_))));
}

#[test]
fn what_goes_wrong_has_a_verdict() {
    let scratch = Scratch::new("wrong");
    let mut setup = setup(&scratch);
    setup.timeout = Duration::from_millis(700);
    setup.jobs = 1;
    let mut split = case("split", "/ok");
    split.calls[0].entry.exchange_mut().expect("over HTTP").request.target = "/ok HTTP/1.1\r\nX: y".to_owned();
    let cases =
        vec![case("close", "/close"), case("hang", "/hang"), split, case("silent", "/silent"), case("ok", "/ok")];
    let (result, verdicts, _) = run(&setup, &batch(cases));
    result.expect("the service runs");
    let expected = [
        ("close", Kind::Error),
        ("hang", Kind::Timeout),
        ("split", Kind::Error),
        ("silent", Kind::Timeout),
        ("ok", Kind::Passed),
    ];
    assert_eq!(kinds(&verdicts), expected);
    let reason = |index: usize| verdicts[index].2.as_deref().expect("a reason");
    assert!(reason(0).contains("closed the connection"), "{}", reason(0));
    assert!(reason(1).contains("no answer in time"), "{}", reason(1));
    assert!(reason(2).contains("is no target"), "{}", reason(2));
    assert!(reason(3).contains("no trace of it came"), "{}", reason(3));
}

#[test]
fn a_crash_ends_the_replay_and_not_the_report() {
    let scratch = Scratch::new("crash");
    let mut setup = setup(&scratch);
    setup.jobs = 1;
    let cases = vec![case("a", "/ok"), case("b", "/crash"), case("c", "/ok"), case("d", "/ok")];
    let begin = Instant::now();
    let (result, verdicts, others) = run(&setup, &batch(cases));
    assert_eq!(result.expect("the service ran").passed(), 1);
    assert_eq!(kinds(&verdicts)[1..], [("b", Kind::Error), ("c", Kind::Error), ("d", Kind::Error)]);
    assert!(begin.elapsed() < setup.timeout, "nobody waits for a service that is gone");
    let told = others.iter().any(|event| matches!(event, Event::Note(note) if note.contains("exit status: 7")));
    assert!(told, "{others:?}");
}

#[test]
fn calls_overlap_as_recorded() {
    let scratch = Scratch::new("overlap");
    let mut setup = setup(&scratch);
    setup.jobs = 1;
    let overlapping =
        vec![call(0, 2, "GET", "/together", ""), call(1, 3, "GET", "/together", ""), call(4, 5, "GET", "/ok", "")];
    let cases = vec![Case { id: "two".to_owned(), calls: overlapping, ..Case::default() }];
    let (result, verdicts, _) = run(&setup, &batch(cases));
    result.expect("the service runs");
    assert_eq!(kinds(&verdicts), [("two", Kind::Passed)]);
}

#[test]
fn each_start_of_the_service_has_its_boot_document() {
    let scratch = Scratch::new("boots");
    let batches = [
        Batch { boot: Some(Boot { recorded: 1, ..Boot::default() }), cases: vec![case("a", "/ok")] },
        Batch { boot: None, cases: vec![case("b", "/ok"), case("c", "/status")] },
    ];
    let (result, verdicts, _) = run(&setup(&scratch), &batches);
    assert_eq!(result.expect("both run").total(), 3);
    assert_eq!(kinds(&verdicts), [("a", Kind::Passed), ("b", Kind::Passed), ("c", Kind::OutputDiffers)]);
}

#[test]
fn only_what_replays_is_proven() {
    let scratch = Scratch::new("proof");
    let mut cases = vec![case("ok", "/ok"), case("fails", "/status"), case("masked", "/status")];
    cases.extend([case("strayed", "/asks"), case("masked-ok", "/ok")]);
    let changed: Changed =
        ["masked", "strayed", "masked-ok"].map(|case| (case.to_owned(), format!("rule-of-{case}"))).into();
    let batches = [Batch { boot: Some(Boot::default()), cases: cases.split_off(2) }, Batch { boot: None, cases }];
    let proof = prove(&setup(&scratch), &batches, &changed, &Interrupts::default(), &mut |_| {}).expect("it runs");
    let proven: Vec<&str> = proof.proven.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(proven, ["masked", "masked-ok", "ok"], "in their order");
    // What masking changed in the output is what is expected now; nothing else has changed.
    let mut expected = case("masked", "/status");
    let response = expected.calls[0].entry.exchange_mut().and_then(|exchange| exchange.response.as_mut());
    response.expect("recorded").status = 500;
    assert_eq!(proof.proven[0], expected);
    assert_eq!(proof.proven[1], case("masked-ok", "/ok"));
    let rejected: Vec<(&str, &str)> =
        proof.rejected.iter().map(|rejected| (rejected.case.id.as_str(), rejected.reason.as_str())).collect();
    assert_eq!(
        rejected,
        [
            ("strayed", "masking by the rule rule-of-strayed changed behaviour: new-call"),
            ("fails", "it does not replay on the build that recorded it: output-differs"),
        ]
    );
}

#[test]
fn another_version_is_refused() {
    let scratch = Scratch::new("version");
    let mut setup = setup(&scratch);
    setup.version = "2".to_owned();
    let (result, ..) = run(&setup, &batch(vec![case("a", "/ok")]));
    let text = result.expect_err("it is another version").to_string();
    assert!(text.contains("of version 1, this is 2"), "{text}");
}

#[test]
fn a_service_without_an_agent_is_told() {
    let scratch = Scratch::new("none");
    let mut setup = setup(&scratch);
    setup.launch.command = ["sh", "-c", "echo hello; sleep 97"].map(OsString::from).to_vec();
    setup.ready_timeout = Duration::from_millis(300);
    let (result, ..) = run(&setup, &batch(vec![case("a", "/ok")]));
    let text = result.expect_err("nobody calls in").to_string();
    assert!(text.contains("no agent called in") && text.contains("hello"), "{text}");
}
