//! Which requests are recorded, and what that may cost. Whatever is said of it, the service answers the same.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use retake_e2e::process::wait_for;
use retake_e2e::{Ended, Jdk, Running, Stage, http, jdk, retake, shop};
use rustix::process::Signal;
use serde_json::Value;

/// The service, and where it is recorded.
struct Chosen {
    stage: Stage,
    jdk: Jdk,
    command: Vec<OsString>,
    traffic: PathBuf,
}

/// What the file says that the service reads.
const SAID: &str = "hello ";

impl Chosen {
    fn new() -> Chosen {
        let (stage, jdk) = (Stage::new(), jdk::newest());
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/chosen/Chosen.java");
        let source = std::fs::read_to_string(source).expect("the source is there");
        let classes = stage.compile(&jdk::oldest(), "build", "Chosen.java", &source);
        let file = stage.write("said.txt", SAID);
        let command = [jdk.java().into(), "-cp".into(), classes.into(), "chosen.Chosen".into(), file.into()].into();
        let traffic = stage.path("traffic");
        Chosen { stage, jdk, command, traffic }
    }

    /// Starts the service and records it.
    fn record(&self, flags: &[&str]) -> (Running, u16) {
        let arguments: [OsString; 3] = ["record".into(), "--out".into(), self.traffic.clone().into()];
        let flags = flags.iter().map(|&flag| flag.into()).chain(["--".into()]);
        let arguments = arguments.into_iter().chain(flags).chain(self.command.iter().cloned());
        let mut recording = self.stage.start("record", &retake::path(), arguments);
        let port = shop::port(&recording.line_after("chosen ready on "));
        (recording, port)
    }

    /// Starts the service by itself.
    fn start(&self) -> (Running, u16) {
        let mut service = self.stage.start("service", &self.jdk.java(), &self.command[1..]);
        let port = shop::port(&service.line_after("chosen ready on "));
        (service, port)
    }

    /// Records a service that runs.
    fn attach(&self, service: &Running, flags: &[&str]) -> Running {
        let pid = service.pid().as_raw_nonzero().to_string();
        let arguments: [OsString; 5] =
            ["record".into(), "--out".into(), self.traffic.clone().into(), "--pid".into(), pid.into()];
        let flags = flags.iter().map(|&flag| flag.into());
        let mut recording = self.stage.start("record", &retake::path(), arguments.into_iter().chain(flags));
        recording.message_after("recording process ");
        recording
    }

    fn stats(&self) -> Value {
        retake::stats(&self.stage, &self.traffic)
    }
}

/// Asks once, with more headers, and knows the answer.
fn ask(port: u16, path: &str, headers: &str) {
    let answer = http::send(port, &format!("GET {path} HTTP/1.1\r\nHost: a\r\n{headers}Connection: close\r\n\r\n"));
    let expected = match path.split('/').nth(1) {
        Some("times") => "20000 0".to_owned(),
        Some("noise") => "72000".to_owned(),
        _ => SAID.repeat(2),
    };
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with(&format!("\r\n\r\n{expected}")), "{path}: {answer}");
}

/// How many requests of a path were recorded.
fn recorded(stats: &Value, path: &str) -> u64 {
    stats["entries"][format!("GET {path} → 200")].as_u64().unwrap_or(0)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

#[test]
fn a_share_is_recorded_and_nothing_of_the_rest() {
    const REQUESTS: u32 = 500;
    const SHARE: f64 = 0.2;
    let chosen = Chosen::new();
    let (recording, port) =
        chosen.record(&["--sample", "20%", "--sample", "GET /never/*=0", "--sample", "/always=100%"]);
    for nth in 0..REQUESTS {
        ask(port, "/some", "");
        if nth % 10 == 0 {
            ask(port, &format!("/never/{nth}"), "");
            ask(port, "/always", "");
        }
        if nth % 100 == 0 {
            ask(port, "/never/forced", "Retake-Record: true\r\n");
            ask(port, "/never/unforced", "retake-record: false\r\n");
        }
    }
    let said = recording.stop().expect(0).says(&["requests left out: not sampled", "of the CPU time"]);
    println!("{}", said.err.trim_end());
    let stats = chosen.stats();
    let some = recorded(&stats, "/some");
    // What chance gives is this far from its mean once in many thousand times.
    let (mean, far) = (f64::from(REQUESTS) * SHARE, 4.5 * (f64::from(REQUESTS) * SHARE * (1.0 - SHARE)).sqrt());
    assert!((some as f64 - mean).abs() <= far, "{some} of {REQUESTS}: {stats}");
    assert_eq!((recorded(&stats, "/always"), recorded(&stats, "/never/forced")), (50, 5), "{stats}");
    assert_eq!(number(&stats["requests"]), some + 55, "{stats}");
    let seen = u64::from(REQUESTS) + 50 + 50 + 5 + 5;
    assert_eq!(
        (number(&stats["seen"]), number(&stats["left_out"]["not sampled"])),
        (seen, seen - some - 55),
        "{stats}"
    );
    // What the others read is neither background work nor anybody else's.
    assert_eq!((number(&stats["boot_traces"]), number(&stats["incomplete_requests"])), (0, 0), "{stats}");
    let reads =
        stats["dependencies"].as_object().into_iter().flatten().filter(|(name, _)| name.contains("readAllBytes"));
    assert_eq!(reads.map(|(_, count)| number(count)).sum::<u64>(), 2 * (some + 55), "{stats}");
    chosen.stage.nothing_left();
}

#[test]
fn no_more_of_an_entry_than_so_many_a_second() {
    let chosen = Chosen::new();
    let (recording, port) = chosen.record(&["--per-second", "5", "--per-second", "/own/**=2"]);
    let begin = Instant::now();
    for nth in 0..150 {
        for path in ["/one", "/two", "/three/", "/own/"] {
            ask(port, &format!("{path}{}", if path.ends_with('/') { nth.to_string() } else { String::new() }), "");
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    recording.stop().expect(0);
    let stats = chosen.stats();
    for (path, rate) in [("/one", 5.0), ("/two", 5.0), ("/three/{}", 5.0), ("/own/{}", 2.0)] {
        let shown = stats["entries"].as_object().expect("a table").iter();
        let prefix = format!("GET {}", path.trim_end_matches("{}"));
        let count: u64 = shown.filter(|(name, _)| name.starts_with(&prefix)).map(|(_, count)| number(count)).sum();
        println!("{path}: {count} in {seconds:.1} s");
        assert!(count >= 1 && count as f64 <= rate * seconds + 2.0, "{path}: {count} in {seconds} s: {stats}");
    }
    chosen.stage.nothing_left();
}

/// Days of the week from a day on, in UTC, as settings name them.
fn days(from_today: u64) -> &'static str {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let today = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs() / 86_400;
    DAYS[((today + from_today) % 7) as usize]
}

#[test]
fn only_with_a_header_and_only_at_times() {
    let chosen = Chosen::new();
    // Yesterday to tomorrow, so that midnight changes nothing.
    let now = format!("{},{},{}", days(6), days(0), days(1));
    chosen.stage.write("retake.toml", format!("[record]\nonly = 'X-Tenant: beta-*'\nwindows = ['{now}']\n"));
    let (recording, port) = chosen.record(&[]);
    for header in ["", "X-Tenant: beta-1\r\n", "x-tenant: alpha\r\n", "X-Tenant: beta-\r\n", "retake-record: yes\r\n"] {
        ask(port, "/", header);
    }
    recording.stop().expect(0).says(&["recorded 3 requests", "2 requests left out: without the header"]);
    let other = format!("{},{}", days(3), days(4));
    let (recording, port) = chosen.record(&["--window", &other, "--zone", "America/New_York"]);
    ask(port, "/", "X-Tenant: beta-1\r\n");
    recording.stop().expect(0).says(&["recorded 0 requests", "1 request left out: outside the times"]);
    chosen.stage.nothing_left();
}

#[test]
fn a_zone_that_the_jvm_does_not_know_is_refused() {
    let chosen = Chosen::new();
    let (recording, port) = chosen.record(&["--window", "Mon-Sun", "--zone", "Atlantis/Poseidonis"]);
    ask(port, "/", "");
    recording.stop().says(&["does not know the time zone"]);
    chosen.stage.nothing_left();
}

#[test]
fn enough_is_enough() {
    let chosen = Chosen::new();
    // With the service, which goes on.
    let (mut recording, port) = chosen.record(&["--requests", "7"]);
    (0..30).for_each(|_| ask(port, "/", ""));
    recording.message_after("7 requests were seen as wanted; the service goes on");
    (0..10).for_each(|_| ask(port, "/", ""));
    recording.stop().expect(0).says(&["recorded 7 requests"]);
    // With one that runs: the command ends by itself.
    let (service, port) = chosen.start();
    let recording = chosen.attach(&service, &["--requests", "9", "--verify"]);
    (0..30).for_each(|_| ask(port, "/", ""));
    recording.wait().expect(0).says(&[
        "9 requests were seen as wanted",
        "every method is what it was",
        "recorded 9 requests",
    ]);
    let recording = chosen.attach(&service, &["--for", "1s", "--format", "json"]);
    let ended = recording.wait().expect(0).says(&["the time to record is over"]);
    let lines: Vec<Value> = ended.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.last().map(|line| &line["event"]), Some(&Value::from("recorded")), "{ended}");
    ask(port, "/", "");
    service.stop();
    chosen.stage.nothing_left();
}

/// Waits until a file of the traffic says so many requests more than it did, asking meanwhile.
fn ask_until(port: u16, path: &str, what: &str, mut holds: impl FnMut() -> bool) {
    wait_for(
        || format!("{what} does not hold"),
        || {
            ask(port, path, "");
            holds().then_some(())
        },
    );
}

fn files(traffic: &Path) -> Vec<(PathBuf, u64)> {
    let files = std::fs::read_dir(traffic).into_iter().flatten().flatten();
    let mut files: Vec<_> =
        files.map(|file| (file.path(), file.metadata().map_or(0, |metadata| metadata.len()))).collect();
    files.sort_by_key(|(path, _)| path.metadata().and_then(|metadata| metadata.modified()).ok());
    files
}

#[test]
fn the_traffic_has_a_largest_size_and_goes_on_when_there_is_room() {
    const MOST: u64 = 3 << 20;
    let chosen = Chosen::new();
    let (recording, port) = chosen.record(&["--max-disk", "3 MiB", "--segment-size", "1 MiB"]);
    let size = || files(&chosen.traffic).iter().map(|(_, size)| size).sum::<u64>();
    for _ in 0..80 {
        ask(port, "/noise", "");
    }
    // The third file is begun some time after the second one was full.
    ask_until(port, "/noise", "that it is full", || size() > MOST - (1 << 20) && files(&chosen.traffic).len() >= 3);
    let full = files(&chosen.traffic);
    println!("{full:?}");
    assert!(size() <= MOST + 4096, "{full:?}");
    // A block is what goes beyond, and it is not larger when the thread that writes comes late.
    assert!(full.iter().all(|(_, size)| *size <= (3 << 19)), "{full:?}");
    std::fs::remove_file(&full[0].0).expect("it is there");
    let before = size();
    // A block that was begun before may still find room; this is more.
    ask_until(port, "/noise", "that it goes on", || size() > before + (1 << 19));
    let ended = recording.stop().expect(0);
    println!("{}", ended.err.trim_end());
    ended.says(&["dropped: the traffic is as large as it may be", "there is room for traffic again"]);
    let stats = chosen.stats();
    assert!(number(&stats["requests"]) > 0 && number(&stats["incomplete_requests"]) == 0, "{stats}");
    assert!(stats["cut"].as_array().is_some_and(Vec::is_empty), "{stats}");
    chosen.stage.nothing_left();
}

#[test]
fn free_space_is_left() {
    let chosen = Chosen::new();
    // No disk has that much.
    let (recording, port) = chosen.record(&["--min-free", "900000 TB"]);
    (0..5).for_each(|_| ask(port, "/", ""));
    recording.stop().expect(0).says(&["recorded 0 requests"]);
    let stats = chosen.stats();
    let dropped: u64 = stats["dropped"].as_object().into_iter().flatten().map(|(_, count)| number(count)).sum();
    assert_eq!((number(&stats["seen"]), dropped), (5, 5), "{stats}");
    chosen.stage.nothing_left();
}

#[test]
fn what_does_not_fit_into_memory_is_dropped_whole() {
    let chosen = Chosen::new();
    let (recording, port) = chosen.record(&["--max-memory", "1 MiB"]);
    for _ in 0..5 {
        ask(port, "/times", "");
        ask(port, "/small", "");
    }
    recording
        .stop()
        .expect(0)
        .says(&["recorded 5 requests", "5 requests dropped: the memory for recording was used up"]);
    assert_eq!(recorded(&chosen.stats(), "/small"), 5);
    chosen.stage.nothing_left();
}

#[test]
fn recording_that_costs_too_much_takes_fewer_requests() {
    const REQUESTS: u32 = 400;
    const MOST: f64 = 0.05;
    let chosen = Chosen::new();
    let run = |flags: &[&str], requests: u32| -> (Ended, Value) {
        let (recording, port) = chosen.record(flags);
        (0..requests).for_each(|_| ask(port, "/times", ""));
        let ended = recording.stop().expect(0);
        println!("{}", ended.err.trim_end());
        let stats = chosen.stats();
        files(&chosen.traffic).iter().for_each(|(path, _)| std::fs::remove_file(path).expect("it is there"));
        (ended, stats)
    };
    let (_, free) = run(&[], REQUESTS);
    assert_eq!(number(&free["requests"]), u64::from(REQUESTS), "{free}");
    let free = free["cpu_share"].as_f64().expect("it is measured");
    // Or there would be nothing to throttle.
    assert!(free > 2.0 * MOST, "{free}");
    // The first half second goes by before anybody looks.
    let (ended, limited) = run(&["--max-cpu", "5%"], 4 * REQUESTS);
    ended.says(&["dropped: recording more would have cost more CPU time than it may"]);
    assert!(number(&limited["requests"]) < u64::from(4 * REQUESTS), "{limited}");
    let limited = limited["cpu_share"].as_f64().expect("it is measured");
    println!("{:.1} % of the CPU time without a limit, {:.1} % with one", free * 100.0, limited * 100.0);
    assert!(limited < free, "{limited}");
    chosen.stage.nothing_left();
}

#[test]
fn what_is_wrong_with_the_settings_is_told_at_once() {
    let chosen = Chosen::new();
    chosen.stage.write("retake.toml", "[record]\nshare = '200%'\nshares = 1\nwindows = ['noon']\n");
    let arguments: [OsString; 4] = ["record".into(), "--out".into(), chosen.traffic.clone().into(), "--".into()];
    retake::run(&chosen.stage, arguments.iter().chain(&chosen.command)).expect(2).says(&[
        "retake.toml:2: `200%` is no share",
        "retake.toml:3: there is no `shares` here; did you mean `share`?",
        "retake.toml:4: `noon` is no time to record at",
    ]);
}

#[test]
fn a_command_that_is_interrupted_tells_the_same_numbers() {
    let chosen = Chosen::new();
    let (service, port) = chosen.start();
    let recording = chosen.attach(&service, &["--sample", "0"]);
    (0..5).for_each(|_| ask(port, "/", ""));
    recording.signal(Signal::INT);
    let ended = recording.wait().expect(0).says(&["recorded 0 requests", "5 requests left out: not sampled"]);
    assert!(!ended.err.contains("no request was seen"), "{ended}");
    service.stop();
    chosen.stage.nothing_left();
}
