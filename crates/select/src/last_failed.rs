//! The cases that failed last time, as a small text: a line that says what it is, then an id on each line.

use std::collections::BTreeSet;
use std::fmt::Write;

use retake_model::text::is_name;

/// The first line.
const FORMAT: &str = "retake-last-failed/1";

/// Reads it. Whatever is no id is passed over: the worst that comes of it is that a case is not run first.
pub fn read(text: &str) -> BTreeSet<String> {
    match text.lines().next() {
        Some(FORMAT) => text.lines().skip(1).filter(|line| is_name(line)).map(str::to_owned).collect(),
        _ => BTreeSet::new(),
    }
}

/// What to remember after a run: what failed now, and what failed before and did not run.
pub fn write<'a>(
    failed: impl Iterator<Item = &'a str>,
    before: &'a BTreeSet<String>,
    ran: &'a BTreeSet<String>,
) -> String {
    let still = before.difference(ran).map(String::as_str);
    let all: BTreeSet<&str> = failed.chain(still).collect();
    let mut text = format!("{FORMAT}\n");
    all.iter().for_each(|id| {
        let _ = writeln!(text, "{id}");
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers() {
        let set = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<BTreeSet<String>>();
        let text = write(["c", "a"].into_iter(), &set(&["b", "old"]), &set(&["a", "b", "c", "d"]));
        assert_eq!(text, "retake-last-failed/1\na\nc\nold\n");
        assert_eq!(read(&text), set(&["a", "c", "old"]));
        assert_eq!(read("retake-last-failed/1\n../x\n\na b\nfine\n"), set(&["fine"]));
        assert_eq!(read("retake-last-failed/9\na\n"), set(&[]));
        assert_eq!(read(""), set(&[]));
    }
}
