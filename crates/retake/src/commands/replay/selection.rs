//! Which of the cases are replayed: what the arguments and the file of settings say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use retake_analyze::ReplaySettings;
use retake_model::case::Case;
use retake_model::points::Points;
use retake_replay::event::Skipped;
use retake_replay::{Batch, Cases};
use retake_select::changed::{Affected, Change, of_files, outermost};
use retake_select::{Choice, Decision, Selector, Skip};

use crate::case_files::Files;
use crate::failure::Failure;
use crate::options::ServiceOptions;
use crate::output::{count, say};

/// Which cases to replay.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SelectOptions {
    /// Only these cases: `tag:slow`, `id:get-orders-*`, `entry:POST /orders/**`, `dependency:java.sql.**` or `last-failed`;
    /// can be given several times
    #[arg(long, value_name = "CASES")]
    only: Vec<Selector>,

    /// Not these cases, which changed on purpose; written like those of --only, can be given several times
    #[arg(long, value_name = "CASES")]
    skip: Vec<Selector>,

    /// Only cases that a change since then can concern: a revision of git, or the build before (a jar, a war or classes)
    #[arg(long, value_name = "REF|BUILD")]
    changed_since: Option<String>,
}

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct Selected {
    /// Left out on purpose.
    pub(super) skipped: Vec<Skipped>,
    /// Not asked for.
    pub(super) not_chosen: usize,
}

impl SelectOptions {
    /// Leaves out what is not to be replayed. What was asked for and is not there is an error.
    pub(super) fn apply(
        &self,
        batches: &mut Vec<Batch<Files>>,
        settings: &ReplaySettings,
        service: &ServiceOptions,
        points: &Points,
        last_failed: &BTreeSet<String>,
    ) -> Result<Selected, Failure> {
        let mut skip: Vec<Skip> =
            self.skip.iter().map(|selector| Skip { selector: selector.clone(), why: None }).collect();
        for setting in &settings.skip {
            let wrong = |why: String| Failure::new(format!("{}: {why}", setting.cases.at));
            let selector = setting.cases.text.parse().map_err(wrong)?;
            skip.push(Skip { selector, why: setting.why.clone() });
        }
        let affected = self.affected(service, points)?;
        let mut choice = Choice::only(self.only.clone());
        (choice.skip, choice.affected, choice.last_failed) = (skip, affected, last_failed.clone());
        let mut selected = Selected::default();
        // Who wants all need not look at any.
        let looked_at = if choice.is_all() { &mut [] } else { batches.as_mut_slice() };
        for batch in looked_at {
            batch.cases.retain(|case| match choice.decide(case) {
                Decision::Run => true,
                Decision::NotChosen => {
                    selected.not_chosen += 1;
                    false
                }
                Decision::Skip(why) => {
                    selected.skipped.push(Skipped { case: case.id.clone(), entry: entry(case), why });
                    false
                }
            });
        }
        batches.retain(|batch| batch.cases.count() > 0);
        let idle: Vec<String> = choice.idle_only().iter().map(|selector| format!("--only {selector}")).collect();
        if !idle.is_empty() {
            return Err(Failure::new(format!(
                "{} means none of these cases; check how it is written",
                idle.join(", ")
            )));
        }
        for selector in choice.idle_skip() {
            say(&format!("warning: there is no case to skip for {selector}"));
        }
        if selected.not_chosen > 0 {
            let run: usize = batches.iter().map(|batch| batch.cases.count()).sum();
            say(&format!(
                "{} of {} chosen",
                run + selected.skipped.len(),
                count((run + selected.skipped.len() + selected.not_chosen) as u64, "case", "cases")
            ));
        }
        Ok(selected)
    }

    fn affected(&self, service: &ServiceOptions, points: &Points) -> Result<Option<Affected>, Failure> {
        let Some(since) = &self.changed_since else { return Ok(None) };
        let now = service.points().classes(&[], service.command())?;
        let path = Path::new(since);
        let change = if path.exists() {
            let before = service.points().classes(&[PathBuf::from(path)], &[])?;
            // What is new is asked by something that was changed for it, and so is what is gone.
            let changed = before.iter().filter(|(class, sum)| now.get(*class) != Some(sum));
            Change { classes: changed.map(|(class, _)| outermost(class).to_owned()).collect(), everything: None }
        } else {
            let files = changed_files(since)?;
            of_files(files.iter().map(String::as_str), |class| now.contains_key(class))
        };
        let affected = Affected::new(&change, points);
        match affected.all() {
            Some(why) => say(&format!("all cases are chosen: {why}")),
            None => say(&format!(
                "{} changed since {since}",
                count(change.classes.len() as u64, "class has", "classes have")
            )),
        }
        Ok(Some(affected))
    }
}

/// The files that differ from a revision, in the repository of the current directory.
fn changed_files(revision: &str) -> Result<Vec<String>, Failure> {
    let cannot = |why: String| {
        Failure::new(format!(
            "--changed-since {revision}: there is no such file, and git does not know it as a revision: {why}; in a clone \
             without history (actions/checkout: `fetch-depth: 0`) fetch it first"
        ))
    };
    if revision.starts_with('-') {
        return Err(cannot("a revision does not begin with `-`".to_owned()));
    }
    let output = Command::new("git")
        .args(["diff", "--name-only", "--no-renames", "-z", revision, "--"])
        .output()
        .map_err(|error| cannot(error.to_string()))?;
    if !output.status.success() {
        return Err(cannot(String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("it failed").to_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

fn entry(case: &Case) -> String {
    case.calls.first().map(|call| call.entry.to_string()).unwrap_or_default()
}
