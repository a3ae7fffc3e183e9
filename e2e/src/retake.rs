//! The command, as it was built.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::process::{Ended, PATIENCE, Running};
use crate::stage::Stage;
use crate::verdicts::Replay;

/// Where the command is: what the variable `RETAKE` names, else beside what cargo built of this.
pub fn path() -> PathBuf {
    if let Some(path) = std::env::var_os("RETAKE").map(PathBuf::from) {
        assert!(path.is_file(), "RETAKE is {}, and there is no such file: run `make build`", path.display());
        return path.canonicalize().unwrap_or(path);
    }
    let own = std::env::current_exe().unwrap_or_default();
    let found = own.ancestors().map(|directory| directory.join("release/retake")).find(|path| path.is_file());
    found
        .unwrap_or_else(|| panic!("there is no target/release/retake: run `make build`, or name the command in RETAKE"))
}

/// Runs the command to its end.
pub fn run<A: AsRef<OsStr>>(stage: &Stage, arguments: impl IntoIterator<Item = A>) -> Ended {
    stage.start("retake", &path(), arguments).wait()
}

/// Starts to record a service.
pub fn record(stage: &Stage, traffic: &Path, command: &[OsString]) -> Running {
    record_with(stage, traffic, &[], command)
}

/// The same; `more` are further options.
pub fn record_with(stage: &Stage, traffic: &Path, more: &[&OsStr], command: &[OsString]) -> Running {
    let mut arguments: Vec<&OsStr> = vec!["record".as_ref(), "--out".as_ref(), traffic.as_ref()];
    arguments.extend(more);
    arguments.push("--".as_ref());
    arguments.extend(command.iter().map(OsString::as_os_str));
    stage.start("record", &path(), arguments)
}

/// Makes a case of every request of traffic; gives what was said as JSON, too.
pub fn cases(stage: &Stage, traffic: &Path, cases: &Path) -> (Ended, Value) {
    cases_with(stage, traffic, cases, &["--keep".as_ref(), "all".as_ref()])
}

/// Makes cases of traffic; `more` are further options.
pub fn cases_with(stage: &Stage, traffic: &Path, cases: &Path, more: &[&OsStr]) -> (Ended, Value) {
    let mut arguments: Vec<&OsStr> = vec!["cases".as_ref(), traffic.as_ref(), "--out".as_ref(), cases.as_ref()];
    arguments.extend(["--format".as_ref(), "json".as_ref()] as [&OsStr; 2]);
    arguments.extend(more);
    // Each case is safe on the disk before the next is written, which takes a disk that others use long for thousands.
    let ended = stage.start("retake", &path(), arguments).wait_within(5 * PATIENCE).expect(0);
    let said = serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended}"));
    (ended, said)
}

/// The numbers of traffic.
pub fn stats(stage: &Stage, traffic: &Path) -> Value {
    let arguments: [&OsStr; 5] =
        ["traffic".as_ref(), "stats".as_ref(), traffic.as_ref(), "--format".as_ref(), "json".as_ref()];
    let ended = run(stage, arguments).expect(0);
    serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended}"))
}

/// Replays cases on a service at a port; `more` are further options.
pub fn replay(stage: &Stage, cases: &Path, port: u16, more: &[&OsStr], command: &[OsString]) -> Replay {
    replay_within(PATIENCE, stage, cases, port, more, command)
}

/// The same with a patience of its own.
pub fn replay_within(
    patience: Duration,
    stage: &Stage,
    cases: &Path,
    port: u16,
    more: &[&OsStr],
    command: &[OsString],
) -> Replay {
    let url = format!("http://127.0.0.1:{port}");
    let mut arguments: Vec<&OsStr> = vec!["replay".as_ref(), cases.as_ref(), "--url".as_ref(), url.as_ref()];
    arguments.extend(["--format".as_ref(), "json".as_ref()] as [&OsStr; 2]);
    arguments.extend(more);
    arguments.push("--".as_ref());
    arguments.extend(command.iter().map(OsString::as_os_str));
    Replay::new(stage.start("replay", &path(), arguments).wait_within(patience))
}
