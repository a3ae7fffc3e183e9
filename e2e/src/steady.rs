//! A service that depends on time and chance and yet always answers the same (`e2e/java/steady`), and clients that know its answers.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;

use rustix::process::Pid;

use crate::jdk::{self, Jdk};
use crate::process::{Running, wait_for};
use crate::{Stage, http, points, shop};

/// How many clients ask at the same time.
const CLIENTS: usize = 4;

/// Compiles the service; gives its classes and its points. A class that it names is not among them.
pub fn compile(stage: &Stage) -> (PathBuf, PathBuf) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/steady/Steady.java");
    let source = fs::read_to_string(source).expect("the source is there");
    // For every release that services run on.
    let options: [&OsStr; 2] = ["--release".as_ref(), "11".as_ref()];
    let classes = stage.compile_with(&jdk::oldest(), &options, "steady", "Steady.java", &source);
    fs::remove_file(classes.join("steady/Steady$Missing.class")).expect("it was compiled");
    let (points, _) = points::analyse(stage, &classes);
    (classes, points)
}

/// The command that starts it.
pub fn command(jdk: &Jdk, classes: &Path) -> Vec<OsString> {
    vec![jdk.java().into(), "-cp".into(), classes.into(), "steady.Steady".into()]
}

/// Starts it with a command; gives its port, too.
pub fn start(stage: &Stage, command: &[OsString]) -> (Running, u16) {
    let mut service = stage.start("service", Path::new(&command[0]), &command[1..]);
    let port = port(&mut service);
    (service, port)
}

/// Its process, whoever started it.
pub fn process(stage: &Stage, jdk: &Jdk) -> Pid {
    let java = jdk.java().display().to_string();
    let found = || stage.members().into_iter().find(|member| member.command.starts_with(&java));
    wait_for(|| format!("{java} does not run: {:?}", stage.members()), found).pid
}

/// Where the service listens that this process starts, or is.
pub fn port(running: &mut Running) -> u16 {
    shop::port(&running.line_after("steady ready on "))
}

/// What a client asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Something that several threads work out together.
    Sum,
    /// Something that is found in a graph of a million objects.
    Graph,
    /// Something of a class with a field that nobody can read.
    Half,
    /// Something of a class that throws whatever it is asked by others.
    Loud,
}

impl Question {
    /// The path, and the one right answer.
    fn asked(self, n: usize) -> (String, String) {
        let path = |name: &str| format!("/{name}?{n}");
        match self {
            Question::Sum => (path("sum"), format!("{n} {} 36 true", n * (n + 1) / 2)),
            Question::Graph => (path("graph"), format!("{n} 1000000 999999")),
            Question::Half => (path("half"), format!("{n} {}", n % 4)),
            Question::Loud => (path("loud"), format!("{n} {}", n % 4)),
        }
    }
}

/// Clients that never stop to ask, and know every answer.
#[derive(Debug)]
pub struct Load {
    ended: Arc<AtomicBool>,
    answers: Arc<AtomicUsize>,
    clients: Vec<JoinHandle<()>>,
}

impl Load {
    /// They begin; what they ask changes from request to request.
    pub fn start(port: u16, questions: &[Question]) -> Load {
        let (ended, answers) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let client = |first: usize| {
            let (ended, answers, questions) = (ended.clone(), answers.clone(), questions.to_vec());
            std::thread::spawn(move || {
                for (number, n) in (first..).step_by(7).map(|n| n % 1000).enumerate() {
                    if ended.load(Ordering::Relaxed) {
                        return;
                    }
                    let (path, right) = questions[number % questions.len()].asked(n);
                    assert_eq!(http::get(port, &path), right, "{path}");
                    answers.fetch_add(1, Ordering::Relaxed);
                }
            })
        };
        let clients = (0..CLIENTS).map(client).collect();
        Load { ended, answers, clients }
    }

    /// Waits until so many more requests have been answered.
    pub fn pass(&self, requests: usize) {
        let wanted = self.answers.load(Ordering::Relaxed) + requests;
        let gone = || self.clients.iter().any(JoinHandle::is_finished);
        let enough = || (self.answers.load(Ordering::Relaxed) >= wanted || gone()).then_some(());
        wait_for(|| "the service does not answer".to_owned(), enough);
        assert!(!gone(), "a client got no answer, or a wrong one");
    }

    /// They end. Fails if an answer was not the right one; gives how many there were.
    pub fn end(self) -> usize {
        self.ended.store(true, Ordering::Relaxed);
        self.clients.into_iter().for_each(|client| client.join().expect("every answer was right"));
        self.answers.load(Ordering::Relaxed)
    }
}

/// What the service has of the machine's memory, in KiB.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// What is left on the heap after a collection.
    pub heap: u64,
    /// What classes take.
    pub metaspace: u64,
    /// All that is in memory.
    pub resident: u64,
}

impl Memory {
    /// Looks.
    pub fn of(service: Pid, port: u16) -> Memory {
        let told = http::get(port, "/memory");
        let numbers: Vec<u64> = told.split(' ').map(|number| number.parse().expect("a number")).collect();
        let status = fs::read_to_string(format!("/proc/{}/status", service.as_raw_nonzero())).expect("it runs");
        let resident =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_ascii_whitespace().next()?.parse().ok());
        Memory { heap: numbers[0], metaspace: numbers[1], resident: resident.expect("the system tells") }
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Memory { heap, metaspace, resident } = self;
        write!(f, "heap {heap}, metaspace {metaspace}, resident {resident} KiB")
    }
}
