//! Services made of shell commands: started, waited for and stopped, with nothing left behind.

use std::ffi::OsString;
use std::net::TcpListener;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use retake_host::{Error, Interrupts, Launch, Output, Ready, Service, Url, require_free};

const GRACE: Duration = Duration::from_secs(10);

/// A file of this test that is removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("retake-host-{name}-{}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn shell(script: &str, log: &Scratch) -> Service {
    let command = ["sh", "-c", script].map(OsString::from).to_vec();
    let launch = Launch { command, env: Vec::new(), output: Output::File(log.0.clone()), own_group: true };
    Service::start(&launch).expect("there is a shell")
}

/// Waits until the output has as many lines, and reads the numbers in them.
fn numbers(log: &Scratch, count: usize) -> Vec<u32> {
    let begin = Instant::now();
    while begin.elapsed() < GRACE {
        let text = std::fs::read_to_string(&log.0).unwrap_or_default();
        let found: Vec<u32> = text.lines().filter_map(|line| line.trim().parse().ok()).collect();
        if text.ends_with('\n') && found.len() >= count {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the service did not write {count} numbers");
}

/// Whether something runs under this number; a zombie that nobody reaps does not run.
fn runs(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rfind(')').is_some_and(|end| !stat[end + 1..].trim_start().starts_with('Z'))
}

fn gone(ids: &[u32]) -> bool {
    let begin = Instant::now();
    while ids.iter().any(|&id| runs(id)) {
        if begin.elapsed() > Duration::from_secs(5) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

#[test]
fn stops_children_too() {
    let log = Scratch::new("children");
    let mut service = shell("sleep 97 & echo $!; (sleep 98 & echo $!); echo $$; wait", &log);
    let ids = numbers(&log, 3);
    assert!(ids.iter().all(|&id| runs(id)));
    let begin = Instant::now();
    service.stop(GRACE, &Interrupts::default());
    assert!(gone(&ids));
    assert!(begin.elapsed() < GRACE, "asking nicely was enough");
}

#[test]
fn stops_children_that_left_the_group() {
    let log = Scratch::new("left");
    let mut service = shell("setsid sh -c 'echo $$; sleep 97' & echo $$; wait", &log);
    let ids = numbers(&log, 2);
    service.stop(GRACE, &Interrupts::default());
    assert!(gone(&ids));
}

#[test]
fn kills_what_does_not_listen() {
    let log = Scratch::new("stubborn");
    let mut service = shell("trap '' TERM; echo $$; while :; do sleep 1; done", &log);
    let ids = numbers(&log, 1);
    service.stop(Duration::from_millis(200), &Interrupts::default());
    assert!(gone(&ids));
    assert!(!service.ended().expect("it ended").success());
}

#[test]
fn a_dropped_service_is_gone() {
    let log = Scratch::new("dropped");
    let service = shell("sleep 97 & echo $!; echo $$; wait", &log);
    let ids = numbers(&log, 2);
    drop(service);
    assert!(gone(&ids));
}

#[test]
fn what_outlives_its_parent_is_stopped() {
    let log = Scratch::new("orphan");
    let mut service = shell("sleep 97 & echo $!", &log);
    let ids = numbers(&log, 1);
    service.wait(&Interrupts::default(), &mut || {});
    assert!(runs(ids[0]));
    service.stop(Duration::from_millis(100), &Interrupts::default());
    assert!(gone(&ids));
}

#[test]
fn an_early_end_is_told() {
    let log = Scratch::new("early");
    let mut service = shell("echo starting; echo no database >&2; exit 3", &log);
    let url: Url = format!("http://127.0.0.1:{}", free_port()).parse().expect("an address");
    let error = Ready::Listens(url).wait(&mut service, GRACE, &Interrupts::default()).expect_err("it ended");
    let text = error.to_string();
    assert!(text.contains("exit status: 3") && text.contains("no database"), "{text}");
}

#[test]
fn a_slow_service_is_told() {
    let log = Scratch::new("slow");
    let mut service = shell("echo thinking; sleep 97", &log);
    let _ = std::iter::repeat_with(|| std::thread::sleep(Duration::from_millis(10)))
        .take(300)
        .find(|()| log.0.metadata().is_ok_and(|metadata| metadata.len() > 0));
    let url: Url = format!("http://127.0.0.1:{}/health", free_port()).parse().expect("an address");
    let ready = Ready::Answers(url);
    let error = ready.wait(&mut service, Duration::from_millis(200), &Interrupts::default()).expect_err("nobody there");
    assert!(matches!(error, Error::NotReady { .. }));
    let text = error.to_string();
    assert!(text.contains("/health") && text.contains("thinking") && text.contains("--ready-timeout"), "{text}");
}

#[test]
fn readiness_is_a_status_below_500() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url: Url = format!("http://{}/", listener.local_addr().expect("bound")).parse().expect("an address");
    let server = std::thread::spawn(move || {
        use std::io::{Read, Write};
        for status in ["503 Later", "404 No"] {
            let (mut stream, _) = listener.accept().expect("a try");
            let _ = stream.read(&mut [0; 1024]);
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n").expect("it listens");
        }
    });
    let log = Scratch::new("status");
    let mut service = shell("sleep 97", &log);
    Ready::Answers(url).wait(&mut service, GRACE, &Interrupts::default()).expect("the second try is fine");
    server.join().expect("both tries came");
}

#[test]
fn a_taken_port_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    let url: Url = format!("http://127.0.0.1:{port}").parse().expect("an address");
    let text = require_free(&url).expect_err("taken").to_string();
    assert!(text.contains(&format!("port {port} is already in use")), "{text}");
    drop(listener);
    require_free(&url).expect("free again");
}

#[test]
fn a_missing_program_is_told() {
    let launch = Launch {
        command: vec![OsString::from("/no/such/java")],
        env: Vec::new(),
        output: Output::Messages,
        own_group: true,
    };
    let text = Service::start(&launch).expect_err("it is not there").to_string();
    assert!(text.contains("/no/such/java was not found"), "{text}");
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port()
}
