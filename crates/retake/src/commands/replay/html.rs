//! The page of a replay: where it goes, and what is said on it besides what happened.

use std::fs::{File, OpenOptions};
use std::io::BufWriter;
use std::path::Path;
use std::time::SystemTime;

use retake_model::points::Points;
use retake_model::time;
use retake_replay::{Batch, Setup};
use retake_report::{About, Page};
use retake_select::coverage::{Coverage, Line, State, share};
use serde_json::{Value, json};

use crate::agent::VERSION;
use crate::case_files::Files;
use crate::failure::Failure;
use crate::workdir::WorkDir;

/// A page at `path`, which keeps what does not fit into memory in `directory`.
pub(super) fn page<'a>(
    path: &Path,
    directory: &WorkDir,
    setup: &'a Setup,
    batches: &[Batch<Files>],
) -> Result<Page<'a, BufWriter<File>, File>, Failure> {
    let room = directory.file("page.spool");
    let kept = OpenOptions::new().read(true).write(true).create_new(true).open(&room);
    let kept = kept.map_err(|error| Failure::file("written", &room, &error))?;
    let file = File::create(path).map_err(|error| Failure::file("written", path, &error))?;
    let command: Vec<String> = setup.launch.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let about = About {
        title: subject(&command),
        version: VERSION.to_owned(),
        when: when(),
        coverage: Some(coverage(&setup.points, batches)),
    };
    Ok(Page::new(BufWriter::new(file), kept, &setup.points, about))
}

/// What the cases exercise of the service.
fn coverage(points: &Points, batches: &[Batch<Files>]) -> Value {
    let mut coverage = Coverage::new(points);
    batches.iter().flat_map(|batch| batch.cases.iter()).for_each(|case| coverage.add(&case));
    let part = |lines: &[Line]| {
        let share = share(lines);
        let missing = lines.iter().filter(|line| line.state == State::No);
        let missing: Vec<String> = missing.map(|line| format!("{} {}", line.name, line.at)).collect();
        json!({"exercised": share.exercised, "perhaps": share.perhaps, "all": share.all, "missing": missing})
    };
    json!({"entries": part(&coverage.entries()), "points": part(&coverage.points())})
}

/// What the command starts, in a word: its jar, or its last word that is a class or a program.
fn subject(command: &[String]) -> String {
    let name = |word: &str| word.rsplit('/').next().unwrap_or(word).to_owned();
    let jar = command.iter().find(|word| word.ends_with(".jar") || word.ends_with(".war"));
    let last = command.iter().rfind(|word| !word.starts_with('-'));
    jar.or(last).map(|word| name(word)).unwrap_or_default()
}

/// The time, to the minute, for people.
fn when() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let time = i64::try_from(now.as_millis()).ok().and_then(time::show).unwrap_or_default();
    match (time.get(..10), time.get(11..16)) {
        (Some(date), Some(clock)) => format!("{date} {clock} UTC"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_started() {
        let subject = |command: &[&str]| subject(&command.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(subject(&["java", "-Xmx1g", "-jar", "/a b/app-2.jar", "--port", "1"]), "app-2.jar");
        assert_eq!(subject(&["java", "-cp", "classes", "shop.Main"]), "shop.Main");
        assert_eq!(subject(&["bin/run", "-v"]), "run");
        assert_eq!(subject(&[]), "");
    }
}
