//! Loads an agent into a JVM that runs, with HotSpot's own protocol for it.
//!
//! A file is put where the JVM looks, `SIGQUIT` makes it look, and it begins to listen at a socket that takes commands. To any
//! process but a JVM that expects it this signal means the end, so everything that can be known is checked before it is sent.
//! A JVM in a container has other numbers for its processes and another root directory: `/proc` leads to both.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::{Interrupts, java};

/// How long a JVM may take to begin to listen.
const LISTEN: Duration = Duration::from_secs(15);
/// How long a JVM may take to load an agent.
const ANSWER: Duration = Duration::from_secs(60);
/// How often a waiting command looks.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// No argument of a command is longer.
const LONGEST: usize = 1024;

/// A JVM that runs and takes agents.
#[derive(Clone, Debug)]
pub struct Jvm {
    pid: u32,
    /// Its number inside its own container.
    inner: u32,
    /// Who runs it.
    user: u32,
    group: u32,
    /// When it was started; another process can get its number.
    started: String,
}

/// Why no agent can be loaded into a process. Every message says what is wrong, and what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum CannotAttach {
    /// There is no such process.
    NoProcess(u32),
    /// Somebody else runs it.
    NotOurs(u32),
    /// It is no JVM.
    NoJvm {
        /// Its number.
        pid: u32,
        /// What it is called.
        name: String,
    },
    /// It is a JVM with another way to load agents.
    NotHotSpot(u32),
    /// It does not expect the signal, so the signal would end it.
    NoSignal(u32),
    /// It was started with an option that forbids it.
    Forbidden {
        /// Its number.
        pid: u32,
        /// The option.
        option: &'static str,
    },
    /// It did not begin to listen, or did not answer.
    Silent {
        /// Its number.
        pid: u32,
        /// How long it had.
        waited: Duration,
    },
    /// It did not load the agent.
    Refused {
        /// Its number.
        pid: u32,
        /// What it said.
        said: String,
    },
    /// Somebody asked to stop.
    Interrupted,
    /// What the system says.
    System {
        /// Its number.
        pid: u32,
        /// What was tried.
        doing: String,
        /// What the system says.
        source: io::Error,
    },
}

impl fmt::Display for CannotAttach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotAttach::NoProcess(pid) => {
                write!(f, "there is no process {pid}; `jps` or `pgrep java` lists those of Java")
            }
            CannotAttach::NotOurs(pid) => {
                write!(f, "process {pid} belongs to another user; run the command as that user, or as root")
            }
            CannotAttach::NoJvm { pid, name } => write!(
                f,
                "process {pid} ({name}) is no JVM, and was left alone; `jps` or `pgrep java` lists those that are"
            ),
            CannotAttach::NotHotSpot(pid) => write!(
                f,
                "process {pid} is no HotSpot JVM; start the service with the agent: retake record -- java ..."
            ),
            CannotAttach::NoSignal(pid) => write!(
                f,
                "process {pid} takes no agents: the signal that asks for it would end it; if it is just starting, try again, \
                 else start the service with the agent: retake record -- java ..."
            ),
            CannotAttach::Forbidden { pid, option } => write!(
                f,
                "process {pid} takes no agents: it was started with {option}; start the service without that option, or \
                 with the agent: retake record -- java ..."
            ),
            CannotAttach::Silent { pid, waited } => {
                write!(f, "process {pid} did not answer for {} s; is it stopped or overloaded?", waited.as_secs())
            }
            CannotAttach::Refused { pid, said } => write!(f, "process {pid} did not load the agent: {said}"),
            CannotAttach::Interrupted => f.write_str("interrupted"),
            CannotAttach::System { pid, doing, source } => write!(f, "process {pid}: {doing}: {source}"),
        }
    }
}

impl std::error::Error for CannotAttach {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CannotAttach::System { source, .. } => Some(source),
            _ => None,
        }
    }
}

fn proc(pid: u32, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{pid}/{name}"))
}

impl Jvm {
    /// Looks whether a process is a JVM that takes agents. Does nothing to it.
    pub fn check(pid: u32) -> Result<Jvm, CannotAttach> {
        let status = fs::read_to_string(proc(pid, "status")).map_err(|_| CannotAttach::NoProcess(pid))?;
        let status = Status::parse(&status).ok_or(CannotAttach::NoProcess(pid))?;
        // Threads have numbers, too, and `/proc` shows them; only whole processes count.
        if status.process != pid || status.ended {
            return Err(CannotAttach::NoProcess(pid));
        }
        let own = rustix::process::geteuid().as_raw();
        if own != 0 && own != status.user {
            return Err(CannotAttach::NotOurs(pid));
        }
        let maps =
            fs::read_to_string(proc(pid, "maps")).map_err(|source| system(pid, "its memory cannot be seen", source))?;
        if !maps.lines().any(|line| line.trim_end_matches(" (deleted)").ends_with("/libjvm.so")) {
            return Err(CannotAttach::NoJvm { pid, name: status.name });
        }
        if maps.contains("/libj9") {
            return Err(CannotAttach::NotHotSpot(pid));
        }
        let started = started(pid).ok_or(CannotAttach::NoProcess(pid))?;
        let jvm = Jvm { pid, inner: status.inner, user: status.user, group: status.group, started };
        jvm.require_allowed()?;
        if !status.catches_quit && jvm.connect().is_err() {
            return Err(CannotAttach::NoSignal(pid));
        }
        Ok(jvm)
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.pid
    }

    /// The user and the group that run it.
    pub fn owner(&self) -> (u32, u32) {
        (self.user, self.group)
    }

    /// Whether it still runs.
    pub fn runs(&self) -> bool {
        started(self.pid).is_some_and(|started| started == self.started)
    }

    /// Where its root directory is.
    pub fn root(&self) -> PathBuf {
        proc(self.pid, "root")
    }

    /// Whether it finds the same file, or directory, at the same place.
    pub fn sees(&self, path: &Path) -> bool {
        match (fs::metadata(path), fs::metadata(self.outside(path))) {
            (Ok(ours), Ok(theirs)) => (ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino()),
            _ => false,
        }
    }

    /// Where the command finds what the JVM has at an absolute path.
    pub fn outside(&self, path: &Path) -> PathBuf {
        let inside = path.components().filter(|part| !matches!(part, Component::RootDir | Component::Prefix(_)));
        self.root().join(inside.collect::<PathBuf>())
    }

    /// Where the JVM finds what the command has at a path below [`Jvm::root`].
    pub fn inside(&self, path: &Path) -> PathBuf {
        path.strip_prefix(self.root()).map_or_else(|_| path.to_owned(), |below| Path::new("/").join(below))
    }

    /// The libraries that it has loaded, where it sees them.
    pub fn libraries(&self) -> Vec<PathBuf> {
        let maps = fs::read_to_string(proc(self.pid, "maps")).unwrap_or_default();
        libraries(&maps)
    }

    /// The jars and directories of classes that its command line names, where the command finds them. Empty if it does not tell.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let paths = java::class_path(&self.command(), self.variable("CLASSPATH").as_deref());
        let directory = proc(self.pid, "cwd");
        paths
            .iter()
            .map(|path| match path.is_absolute() {
                // Where nothing is different, the path says more to people.
                true if self.sees(path) => path.clone(),
                true => self.outside(path),
                false => fs::read_link(&directory)
                    .map(|directory| directory.join(path))
                    .ok()
                    .filter(|path| self.sees(path))
                    .unwrap_or_else(|| directory.join(path)),
            })
            .collect()
    }

    /// What it was started with.
    fn command(&self) -> Vec<OsString> {
        strings(&fs::read(proc(self.pid, "cmdline")).unwrap_or_default())
    }

    /// A variable of the environment that it was started with.
    fn variable(&self, name: &str) -> Option<OsString> {
        let environment = strings(&fs::read(proc(self.pid, "environ")).unwrap_or_default());
        environment.iter().find_map(|pair| {
            let value = pair.as_bytes().strip_prefix(name.as_bytes())?.strip_prefix(b"=")?;
            Some(OsStr::from_bytes(value).to_owned())
        })
    }

    /// A JVM that must not be attached to writes a thread dump into the service's output when it gets the signal.
    fn require_allowed(&self) -> Result<(), CannotAttach> {
        let mut options = self.command();
        // Behind the main class or the jar come the service's own arguments; one that looks the same is taken for the option.
        for name in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
            let value = self.variable(name).unwrap_or_default();
            options
                .extend(value.as_bytes().split(u8::is_ascii_whitespace).map(|word| OsString::from_vec(word.to_vec())));
        }
        match forbidding(&options) {
            Some(option) => Err(CannotAttach::Forbidden { pid: self.pid, option }),
            None => Ok(()),
        }
    }

    /// Loads an agent with one option. Both are paths as the JVM sees them.
    pub fn load(&self, library: &Path, option: &Path, interrupts: &Interrupts) -> Result<(), CannotAttach> {
        let mut command = Vec::new();
        for part in [&b"1"[..], b"load", library.as_os_str().as_bytes(), b"true", option.as_os_str().as_bytes()] {
            if part.len() >= LONGEST || part.contains(&0) {
                let said = "a path is too long for it; use a shorter one".to_owned();
                return Err(CannotAttach::Refused { pid: self.pid, said });
            }
            command.extend_from_slice(part);
            command.push(0);
        }
        let mut stream = self.listen(interrupts)?;
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                CannotAttach::Silent { pid: self.pid, waited: ANSWER }
            }
            _ => system(self.pid, "it does not take the command", source),
        };
        stream.set_read_timeout(Some(ANSWER)).and_then(|()| stream.set_write_timeout(Some(ANSWER))).map_err(failed)?;
        stream.write_all(&command).map_err(failed)?;
        let mut answer = Vec::new();
        stream.take(64 * 1024).read_to_end(&mut answer).map_err(failed)?;
        match refusal(&String::from_utf8_lossy(&answer)) {
            Some(said) => Err(CannotAttach::Refused { pid: self.pid, said }),
            None => Ok(()),
        }
    }

    /// The socket at which the JVM takes commands, once it listens.
    fn listen(&self, interrupts: &Interrupts) -> Result<UnixStream, CannotAttach> {
        // Everything again: an analysis may have taken its time since the first look.
        Jvm::check(self.pid).map(|now| now.started == self.started).and_then(|same| match same {
            true => Ok(()),
            false => Err(CannotAttach::NoProcess(self.pid)),
        })?;
        if let Ok(stream) = self.connect() {
            return Ok(stream);
        }
        let trigger = Trigger::put(self)?;
        let target = i32::try_from(self.pid).ok().and_then(Pid::from_raw).ok_or(CannotAttach::NoProcess(self.pid))?;
        let begin = Instant::now();
        // A JVM that is busy with its start may miss the first signal.
        for deadline in [LISTEN / 2, LISTEN] {
            rustix::process::kill_process(target, Signal::QUIT)
                .map_err(|error| system(self.pid, "it cannot be signalled", error.into()))?;
            while begin.elapsed() < deadline {
                if let Ok(stream) = self.connect() {
                    drop(trigger);
                    return Ok(stream);
                }
                if interrupts.any() {
                    return Err(CannotAttach::Interrupted);
                }
                if !self.runs() {
                    return Err(CannotAttach::NoProcess(self.pid));
                }
                interrupts.sleep(LOOK_EVERY);
            }
        }
        Err(CannotAttach::Silent { pid: self.pid, waited: LISTEN })
    }

    fn connect(&self) -> io::Result<UnixStream> {
        let path = self.outside(Path::new("/tmp")).join(format!(".java_pid{}", self.inner));
        // Anybody can put a socket into a directory of temporary files.
        if fs::symlink_metadata(&path)?.uid() != self.user {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        UnixStream::connect(path)
    }
}

fn system(pid: u32, doing: &str, source: io::Error) -> CannotAttach {
    CannotAttach::System { pid, doing: doing.to_owned(), source }
}

/// The file that says that the signal is meant for this. Gone with the value.
struct Trigger(PathBuf);

impl Trigger {
    /// Puts it where the JVM looks first, its current directory, or else where it looks next.
    fn put(jvm: &Jvm) -> Result<Trigger, CannotAttach> {
        let name = format!(".attach_pid{}", jvm.inner);
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for path in [proc(jvm.pid, "cwd").join(&name), jvm.outside(Path::new("/tmp")).join(&name)] {
            // One that is there already is somebody's whose end nobody saw, or who asks for the same.
            let _ = fs::remove_file(&path);
            match fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
                Ok(file) => {
                    // Root may ask in the name of whoever runs the JVM, which takes only its own file for an answer.
                    let _ = std::os::unix::fs::fchown(&file, Some(jvm.user), Some(jvm.group));
                    return Ok(Trigger(path));
                }
                Err(error) => last = error,
            }
        }
        Err(system(jvm.pid, "no file can be put into its current directory or into its /tmp", last))
    }
}

impl Drop for Trigger {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// What `/proc/PID/status` says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Status {
    name: String,
    process: u32,
    inner: u32,
    user: u32,
    group: u32,
    ended: bool,
    catches_quit: bool,
}

impl Status {
    fn parse(text: &str) -> Option<Status> {
        let fields = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
            Some(line.split_ascii_whitespace().collect::<Vec<_>>())
        };
        let number = |name: &str, index: usize| fields(name)?.get(index)?.parse::<u32>().ok();
        let process = number("Tgid", 0)?;
        let caught = fields("SigCgt").and_then(|mask| u64::from_str_radix(mask.first()?, 16).ok()).unwrap_or(0);
        Some(Status {
            name: fields("Name").map(|words| words.join(" ")).unwrap_or_default(),
            process,
            // The last number is that of the innermost container; old systems do not tell.
            inner: fields("NSpid").and_then(|ids| ids.last()?.parse().ok()).unwrap_or(process),
            // Real, effective, saved and of files; the second is what the JVM compares with.
            user: number("Uid", 1)?,
            group: number("Gid", 1)?,
            ended: fields("State").is_some_and(|state| matches!(state.first(), Some(&"Z" | &"X"))),
            catches_quit: caught & (1 << (Signal::QUIT.as_raw() - 1)) != 0,
        })
    }
}

/// The files that end like a library, each once. Five fields stand before a path, which may have spaces in it.
fn libraries(maps: &str) -> Vec<PathBuf> {
    let path = |line: &str| {
        Some(PathBuf::from(&line[line.find('/')?..])).filter(|path| path.extension() == Some("so".as_ref()))
    };
    let mut found: Vec<PathBuf> = maps.lines().filter_map(path).collect();
    found.dedup();
    found
}

/// When a process was started, in the system's own words.
fn started(pid: u32) -> Option<String> {
    let stat = fs::read_to_string(proc(pid, "stat")).ok()?;
    // Behind the name, which can hold anything, the state is the third field and the start the 22nd.
    let mut fields = stat[stat.rfind(')')? + 1..].split_ascii_whitespace();
    let state = fields.next()?;
    // What has ended and was not fetched by its parent is no process any more.
    (!matches!(state, "Z" | "X")).then(|| fields.nth(18).map(str::to_owned))?
}

/// Texts that end with a zero byte each.
fn strings(bytes: &[u8]) -> Vec<OsString> {
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    bytes.split(|&byte| byte == 0).map(|part| OsString::from_vec(part.to_vec())).collect()
}

/// The option that forbids agents; the last word on each counts.
fn forbidding(options: &[OsString]) -> Option<&'static str> {
    let decided = |name: &str| {
        let said = |option: &OsString| {
            let option = option.to_str()?.strip_prefix("-XX:")?;
            let (sign, rest) = option.split_at_checked(1)?;
            (rest == name).then_some(sign == "+")
        };
        options.iter().filter_map(said).next_back()
    };
    if decided("DisableAttachMechanism") == Some(true) {
        return Some("-XX:+DisableAttachMechanism");
    }
    (decided("EnableDynamicAgentLoading") == Some(false)).then_some("-XX:-EnableDynamicAgentLoading")
}

/// Why the JVM's answer is no yes: a code of its own, then what the agent returned.
fn refusal(answer: &str) -> Option<String> {
    let (code, rest) = answer.split_once('\n').unwrap_or((answer, ""));
    let rest = rest.trim();
    let loaded = rest.is_empty() || rest.strip_prefix("return code:").unwrap_or(rest).trim() == "0";
    if code.trim() == "0" && loaded {
        return None;
    }
    let said = if rest.is_empty() { code.trim() } else { rest };
    let said: String = said.chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect();
    Some(if said.is_empty() { "it said nothing".to_owned() } else { said })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn reads_what_the_system_says() {
        let text = "Name:\tjava\nState:\tS (sleeping)\nTgid:\t4711\nNSpid:\t4711\t7\nUid:\t0\t1000\t0\t0\nGid:\t5\t6\t5\t5\n\
                    SigCgt:\t2000000181005ccf\n";
        let status = Status::parse(text).expect("all is there");
        let expected = Status {
            name: "java".to_owned(),
            process: 4711,
            inner: 7,
            user: 1000,
            group: 6,
            ended: false,
            catches_quit: true,
        };
        assert_eq!(status, expected);
        let without = text.replace("005ccf", "005ccb").replace("NSpid", "NSother").replace("S (", "Z (");
        let status = Status::parse(&without).expect("all is there");
        assert!(!status.catches_quit && status.ended && status.inner == 4711, "{status:?}");
        assert_eq!(Status::parse("Name:\tjava\n"), None);
    }

    #[test]
    fn what_forbids_agents() {
        let check =
            |options: &str, expected: Option<&str>| assert_eq!(forbidding(&words(options)), expected, "{options}");
        check("java -jar app.jar", None);
        check("java -XX:+DisableAttachMechanism -jar app.jar", Some("-XX:+DisableAttachMechanism"));
        check("java -XX:+DisableAttachMechanism -XX:-DisableAttachMechanism", None);
        check("java -XX:-EnableDynamicAgentLoading x", Some("-XX:-EnableDynamicAgentLoading"));
        check("java -XX:+EnableDynamicAgentLoading x -XX:", None);
    }

    #[test]
    fn loaded_libraries() {
        let maps = "7f00-7f01 r-xp 00001000 fe:01 77 /opt/a b/x.so\n7f01-7f02 rw-p 00000000 fe:01 77 /opt/a b/x.so\n\
                    7f02-7f03 rw-p 00000000 00:00 0 \n7f03-7f04 r--p 0 fe:01 9 /tmp/y.so (deleted)\n\
                    7f05-7f06 r--p 0 fe:01 9 /usr/lib/modules\n";
        assert_eq!(libraries(maps), [PathBuf::from("/opt/a b/x.so")]);
    }

    #[test]
    fn answers() {
        for good in ["0\nreturn code: 0\n", "0\n0\n", "0\n", "0"] {
            assert_eq!(refusal(good), None, "{good}");
        }
        let refused = |answer: &str, said: &str| assert_eq!(refusal(answer).as_deref(), Some(said), "{answer}");
        refused("0\nreturn code: -1\n", "return code: -1");
        refused("0\n/x.so was not loaded.\n/x.so: cannot open\n", "/x.so was not loaded. /x.so: cannot open");
        refused("100\n", "100");
        refused("", "it said nothing");
    }

    #[test]
    fn wrong_processes_are_told_and_left_alone() {
        assert!(matches!(Jvm::check(0), Err(CannotAttach::NoProcess(0))));
        assert!(matches!(Jvm::check(u32::MAX), Err(CannotAttach::NoProcess(_))));
        let own = std::process::id();
        let Err(CannotAttach::NoJvm { pid, name }) = Jvm::check(own) else { panic!("this is no JVM") };
        assert!(pid == own && !name.is_empty());
        let mut other = std::process::Command::new("sleep").arg("60").spawn().expect("it is everywhere");
        assert!(matches!(Jvm::check(other.id()), Err(CannotAttach::NoJvm { .. })));
        assert!(matches!(other.try_wait(), Ok(None)), "it runs as before");
        other.kill().expect("ours");
        // What has ended and was not fetched is no process to attach to.
        let begin = Instant::now();
        while !matches!(Jvm::check(other.id()), Err(CannotAttach::NoProcess(_))) {
            assert!(begin.elapsed() < Duration::from_secs(60), "it still counts");
            std::thread::sleep(LOOK_EVERY);
        }
        other.wait().expect("ours");
    }

    #[test]
    fn paths_inside_and_outside() {
        let jvm = Jvm { pid: 7, inner: 1, user: 0, group: 0, started: String::new() };
        assert_eq!(jvm.outside(Path::new("/tmp/a b")), Path::new("/proc/7/root/tmp/a b"));
        assert_eq!(jvm.inside(Path::new("/proc/7/root/tmp/a b")), Path::new("/tmp/a b"));
        assert_eq!(jvm.inside(Path::new("/tmp/x")), Path::new("/tmp/x"));
    }
}
