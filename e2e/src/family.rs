//! All processes that a test started, directly or not, however deep and in whichever process group: each inherits a
//! mark in its environment.

use std::fs;

use rustix::process::{Pid, Signal};

/// The variable that holds the mark.
pub const MARK: &str = "RETAKE_E2E_MARK";

/// A process of the family.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its number.
    pub pid: Pid,
    /// Its command line, the arguments separated by spaces.
    pub command: String,
}

/// Every running process that has this mark. Those that have ended and were not yet reaped run nothing, and do not count.
pub fn members(mark: &str) -> Vec<Member> {
    let wanted = format!("{MARK}={mark}");
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut members: Vec<Member> = numbers
        .filter(|number: &i32| {
            let environment = fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
        })
        .filter_map(|number| {
            let command = fs::read_to_string(format!("/proc/{number}/cmdline")).unwrap_or_default();
            Some(Member { pid: Pid::from_raw(number)?, command: command.replace('\0', " ") })
        })
        .collect();
    members.sort_by_key(|member| member.pid.as_raw_nonzero());
    members
}

/// Ends every member, however it was started.
pub fn kill(mark: &str) {
    // Again, because a process can start another between the look and the kill.
    for _ in 0..10 {
        let members = members(mark);
        if members.is_empty() {
            return;
        }
        for member in members {
            let _ = rustix::process::kill_process(member.pid, Signal::KILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
