//! Which processes belong to a service: its process group, and everything that descends from it.
//!
//! A child that makes a group of its own leaves the group but stays a descendant; a child whose parent ended is no
//! descendant any more but stays in the group. Looking both ways finds all but those that try to get away.

use std::collections::HashSet;

use rustix::process::{Pid, Signal};

/// One running process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    id: i32,
    parent: i32,
    group: i32,
}

/// The running processes of a service: its first process with all descendants, and its group. Zombies do not count:
/// nothing runs in them.
pub(crate) fn members(leader: Option<Pid>, group: Option<Pid>) -> Vec<Pid> {
    let number = |id: Pid| id.as_raw_nonzero().get();
    select(&running(), leader.map(number), group.map(number)).into_iter().filter_map(Pid::from_raw).collect()
}

/// Sends a signal to each. One that has just ended is no failure.
pub(crate) fn signal(processes: &[Pid], signal: Signal) {
    for &process in processes {
        let _ = rustix::process::kill_process(process, signal);
    }
}

fn select(all: &[Process], leader: Option<i32>, group: Option<i32>) -> Vec<i32> {
    let mut known: HashSet<i32> = all
        .iter()
        .filter(|process| Some(process.id) == leader || Some(process.group) == group)
        .map(|process| process.id)
        .collect();
    loop {
        let before = known.len();
        for process in all {
            if known.contains(&process.parent) {
                known.insert(process.id);
            }
        }
        if known.len() == before {
            break;
        }
    }
    let mut found: Vec<i32> = known.into_iter().collect();
    found.sort_unstable();
    found
}

/// All running processes; none where the system does not tell.
fn running() -> Vec<Process> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit())))
        .filter_map(|entry| parse(&std::fs::read_to_string(entry.path().join("stat")).ok()?))
        .collect()
}

/// Reads `/proc/PID/stat`: `id (name) state parent group ...`. The name can hold anything, even brackets.
fn parse(stat: &str) -> Option<Process> {
    let id = stat.split(' ').next()?.parse().ok()?;
    let mut fields = stat[stat.rfind(')')? + 1..].split_ascii_whitespace();
    if matches!(fields.next()?, "Z" | "X" | "x") {
        return None;
    }
    Some(Process { id, parent: fields.next()?.parse().ok()?, group: fields.next()?.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_process() {
        let parsed = |id, parent, group| Some(Process { id, parent, group });
        assert_eq!(parse("7 (java) S 5 7 7 0 -1"), parsed(7, 5, 7));
        assert_eq!(parse("7 (a ) b (c)) R 5 6 7 0"), parsed(7, 5, 6));
        assert_eq!(parse("7 (java) Z 5 7 7"), None);
        assert_eq!(parse("7 (java"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn finds_group_and_descendants() {
        let process = |id, parent, group| Process { id, parent, group };
        // 10 is the service, 11 its child, 12 a grandchild in a group of its own, 13 an orphan of the group, 14 a stranger.
        let all = [
            process(12, 11, 12),
            process(10, 2, 10),
            process(11, 10, 10),
            process(13, 1, 10),
            process(14, 2, 2),
            process(2, 1, 2),
        ];
        assert_eq!(select(&all, Some(10), Some(10)), [10, 11, 12, 13]);
        assert_eq!(select(&all, Some(10), None), [10, 11, 12]);
        assert_eq!(select(&all[3..], None, Some(10)), [13]);
    }

    #[test]
    fn knows_this_process() {
        let own = std::process::id() as i32;
        assert!(running().iter().any(|process| process.id == own));
    }
}
