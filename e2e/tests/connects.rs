//! In replay nothing leaves the process but what a policy lets through.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};

use retake_e2e::verdicts::Replay;
use retake_e2e::{Jdk, Stage, jdk, retake};

/// Every way to the network, in the words of the library.
const WAYS: [&str; 7] = ["socket", "late", "channel", "view", "async", "packet", "datagrams"];

/// What the service may not reach. It answers whoever comes, and counts them.
struct Outside {
    port: u16,
    connections: TcpListener,
    datagrams: UdpSocket,
}

impl Outside {
    fn new() -> Outside {
        let connections = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = connections.local_addr().expect("bound").port();
        let datagrams = UdpSocket::bind((Ipv4Addr::LOCALHOST, port)).expect("nobody else has it");
        connections.set_nonblocking(true).expect("it can be");
        datagrams.set_nonblocking(true).expect("it can be");
        Outside { port, connections, datagrams }
    }

    /// How many have come since it was asked last.
    fn came(&self) -> usize {
        let mut came = 0;
        loop {
            match self.connections.accept() {
                Ok(_) => came += 1,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => panic!("{error}"),
            }
        }
        while self.datagrams.recv(&mut [0; 8]).is_ok() {
            came += 1;
        }
        came
    }

    /// Answers whoever comes while something is done; how many came, and what was made.
    fn answering<T>(&self, work: impl FnOnce() -> T) -> (usize, T) {
        let over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let serving = scope.spawn(|| {
                let mut came = 0;
                while !over.load(std::sync::atomic::Ordering::SeqCst) {
                    match self.connections.accept() {
                        Ok((mut stream, _)) => {
                            came += 1;
                            // Whoever has gone again does not want it.
                            let _ = stream.write_all(b"17\n");
                        }
                        Err(_) => std::thread::sleep(std::time::Duration::from_millis(5)),
                    }
                }
                came
            });
            let made = work();
            over.store(true, std::sync::atomic::Ordering::SeqCst);
            (serving.join().expect("it does not fail"), made)
        })
    }
}

struct Program {
    stage: Stage,
    jdk: Jdk,
    library: PathBuf,
    source: String,
}

impl Program {
    fn new(jdk: Jdk) -> Program {
        let stage = Stage::new();
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/leaking");
        let read = |name: &str| fs::read_to_string(home.join(name)).expect("the source is there");
        let options: [&OsStr; 2] = ["--release".as_ref(), "11".as_ref()];
        let library = stage.compile_with(&jdk::newest(), &options, "vendor", "Wire.java", &read("Wire.java"));
        stage.write("retake.toml", SETTINGS);
        Program { stage, jdk, library, source: read("Leaking.java") }
    }

    fn build(&self, name: &str, from: &str, to: &str) -> PathBuf {
        let changed = self.source.replace(from, to);
        assert!(from.is_empty() || changed != self.source, "{from}");
        let options: [&OsStr; 4] = ["--release".as_ref(), "11".as_ref(), "-cp".as_ref(), self.library.as_ref()];
        self.stage.compile_with(&jdk::newest(), &options, name, "Leaking.java", &changed)
    }

    fn command(&self, build: &Path, port: u16, ways: &[&str]) -> Vec<OsString> {
        let path = std::env::join_paths([build, &self.library]).expect("no path has a colon");
        let start: [OsString; 5] =
            [self.jdk.java().into(), "-cp".into(), path, "leaking.Leaking".into(), port.to_string().into()];
        start.into_iter().chain(ways.iter().map(OsString::from)).collect()
    }

    fn replay(&self, build: &Path, port: u16, more: &[&str]) -> Replay {
        let more: Vec<&OsStr> = more.iter().map(OsStr::new).collect();
        retake::replay(&self.stage, &self.stage.path("cases"), 1, &more, &self.command(build, port, &[]))
    }
}

const SETTINGS: &str = r#"
[analyze]
scope = ["leaking"]

[[entry]]
method = "leaking.Leaking.take"
kind = "leaking"

[[external]]
method = "vendor.Wire.rate"
"#;

fn on(jdk: Jdk) {
    let (program, outside) = (Program::new(jdk), Outside::new());
    let stage = &program.stage;
    let build = program.build("build", "", "");
    let ways = [&WAYS[..], &["itself", "rate"]].concat();
    let command = program.command(&build, outside.port, &ways);
    let (came, recorded) = outside.answering(|| retake::record(stage, &stage.path("traffic"), &command).wait());
    let recorded = recorded.expect(0);
    assert_eq!(came, 1, "{recorded}");
    assert!(
        recorded.out.contains("itself: connected true") && recorded.out.contains("rate: a rate is 17"),
        "{recorded}"
    );
    let (_, made) = retake::cases(stage, &stage.path("traffic"), &stage.path("cases"));
    assert_eq!(made["cases"], ways.len(), "{made}");

    // What runs in the background is refused and listed, but for what is cleaned up at the end; what leads to the process itself is
    // free.
    let replay = program.replay(&build, outside.port, &[]);
    replay.all_passed(ways.len());
    let refused =
        format!("refused outside of all cases: connect localhost:{} (leaking.Leaking.background:", outside.port);
    assert!(replay.ended.out.contains(&refused), "{}", replay.ended);
    assert_eq!(replay.ended.out.matches("refused outside").count(), 1, "{}", replay.ended);
    assert_eq!(outside.came(), 0);

    // A build that goes to the network is found out, whichever way it takes, and nobody is reached.
    let leaks = program.build("leaks", "return \"nothing\";", "return \"nothing\" + Wire.ask(way, port);");
    let replay = program.replay(&leaks, outside.port, &[]);
    let failing: Vec<&str> = replay.failing().map(|verdict| verdict.verdict.as_str()).collect();
    assert_eq!(failing, ["new-call"; WAYS.len()], "{}", replay.ended);
    for verdict in replay.failing() {
        let first = &verdict.differences[0];
        assert!(first.what == "new-call" && first.path.starts_with("connect "), "{verdict:?}");
    }
    assert_eq!(replay.ended.out.matches("leaking.Leaking.take:").count(), WAYS.len(), "{}", replay.ended);
    assert_eq!(outside.came(), 0);
    // Unless that is wanted.
    let (came, replay) =
        outside.answering(|| program.replay(&leaks, outside.port, &["--on-new-call", "connect *=passthrough"]));
    assert!(came >= 5, "{}", replay.ended);
    assert!(replay.failing().all(|verdict| verdict.verdict == "output-differs"), "{}", replay.ended);
    assert!(outside.came() >= 1, "datagrams");

    // A dependency that is asked something else: strictly, with the nearest answer, or for real.
    let asks = program.build("asks", "\"eur\"", "\"usd\"");
    let replay = program.replay(&asks, outside.port, &[]);
    let failing: Vec<&str> = replay.failing().map(|verdict| verdict.verdict.as_str()).collect();
    assert_eq!(failing, ["request-differs"], "{}", replay.ended);
    program.replay(&asks, outside.port, &["--on-new-call", "vendor.Wire.*=answer-nearest"]).all_passed(ways.len());
    assert_eq!(outside.came(), 0);
    let passes = "\n[[replay.dependency]]\nname = \"vendor.Wire.rate\"\non_new_call = \"passthrough\"\n";
    stage.write("retake.toml", format!("{SETTINGS}{passes}"));
    let (came, replay) = outside.answering(|| program.replay(&asks, outside.port, &[]));
    replay.all_passed(ways.len());
    assert_eq!(came, 1, "the real one was asked: {}", replay.ended);
    stage.nothing_left();
}

#[test]
fn nothing_leaves_the_process_on_the_oldest_release() {
    on(jdk::runtimes().remove(0));
}

#[test]
fn nothing_leaves_the_process_on_the_newest_release() {
    on(jdk::newest());
}
