//! Where a service's output goes.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Where a service's output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Where the command's own output goes; the service also reads what the command is given.
    Shared,
    /// Where the command's own messages go, all of it; the service gets no input.
    Messages,
    /// To a file; the service gets no input.
    File(PathBuf),
}

/// As much of the end of a file as is looked at.
const WINDOW: u64 = 64 * 1024;

/// The last lines of a text file, at most `count`; none if it cannot be read.
pub fn last_lines(path: &Path, count: usize) -> Vec<String> {
    let Ok(mut file) = File::open(path) else { return Vec::new() };
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = Vec::new();
    if file.seek(SeekFrom::Start(length.saturating_sub(WINDOW))).is_err()
        || file.take(WINDOW).read_to_end(&mut bytes).is_err()
    {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(count)..].iter().map(|line| printable(line)).collect()
}

/// What a service prints must not steer the terminal of whoever reads the message.
fn printable(line: &str) -> String {
    line.chars().filter(|c| !c.is_control() || *c == '\t').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_end() {
        let path = std::env::temp_dir().join(format!("retake-host-output-{}", std::process::id()));
        std::fs::write(&path, "one\n\ntwo\n\u{1b}[31mthree\u{1b}[0m\n").expect("writable");
        assert_eq!(last_lines(&path, 2), ["two", "[31mthree[0m"]);
        assert_eq!(last_lines(&path, 20).len(), 3);
        std::fs::remove_file(&path).expect("there");
        assert!(last_lines(&path, 2).is_empty());
    }
}
