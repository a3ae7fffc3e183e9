//! Cases are saved when they replay on the build that recorded them: joins what makes cases with what replays them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use retake_analyze::{Request, Settings, class_path, differs};
use retake_cases::{Build, CaseSet};
use retake_host::Interrupts;
use retake_judge::verdict::Kind;
use retake_model::case::Case;
use retake_replay::event::Event;
use retake_replay::{Batch, Changed, Rejected, prove};
use serde_json::json;

use crate::config;
use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::options::{Prepared, named};
use crate::output::say;
use crate::replaying::ReplayOptions;

/// The service that cases are proven on.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "The build that was recorded")]
pub(crate) struct ProveOptions {
    #[command(flatten)]
    replay: ReplayOptions,

    /// What the service consists of: a jar, a war, a directory of classes or of jars (`lib/*`), a class path; without, what
    /// the command names
    #[arg(long, value_name = "PATH", requires = "command")]
    app: Vec<PathBuf>,

    /// Put what cases fail for on the list of points in the file of settings
    #[arg(long, requires = "command")]
    fix: bool,

    /// The command that starts the build that was recorded; only what replays on it is saved
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// What a proof left out.
#[derive(Debug, Default)]
pub(crate) struct Left {
    /// Cases that were replayed and did not pass.
    pub(crate) rejected: Vec<Rejected>,
    /// Cases of other builds, by what tells that.
    pub(crate) others: BTreeMap<String, u64>,
    /// What the cases fail for, as far as it was found out.
    pub(crate) diagnoses: Vec<Diagnosis>,
}

impl Left {
    /// How many cases were left out, by reason.
    pub(crate) fn reasons(&self) -> BTreeMap<String, u64> {
        let mut reasons = self.others.clone();
        for rejected in &self.rejected {
            *reasons.entry(rejected.reason.clone()).or_default() += 1;
        }
        reasons
    }

    /// The cases that did not pass, each with its verdict, for programs.
    pub(crate) fn as_json(&self) -> serde_json::Value {
        let one = |rejected: &Rejected| {
            let verdict = &rejected.verdict;
            let differences: Vec<String> = verdict.differences.iter().map(ToString::to_string).collect();
            json!({
                "case": rejected.case.id,
                "verdict": verdict.kind.as_str(),
                "reason": verdict.reason.as_deref().unwrap_or(&rejected.reason),
                "differences": differences,
            })
        };
        self.rejected.iter().map(one).collect()
    }
}

impl ProveOptions {
    /// Whether there is a command to prove cases with.
    pub(crate) fn wanted(&self) -> bool {
        !self.command.is_empty()
    }

    /// Replays all cases on the build that recorded them and leaves in the set what passes. Cases that were masked are to do
    /// the same with what is in them now. `config` is the file of settings, if it has been named.
    pub(crate) fn prove(&self, set: &mut CaseSet, config: Option<&Path>) -> Result<Left, Failure> {
        let changed = &changed(&set.cases);
        self.replay.check_url()?;
        let policies = config::load(config)?.replay.policies;
        let mut left = Left::default();
        let mut proven: HashMap<String, Case> = HashMap::new();
        // From here on an interrupt is no sudden end, so that nothing is left behind.
        let interrupts = Interrupts::listen().map_err(Failure::new)?;
        for build in &set.builds {
            if let Some(why) = self.is_another(build)? {
                *left.others.entry(why).or_default() += build.cases.len() as u64;
                continue;
            }
            let batches = batches(set, build);
            self.replay.check_free(&batches)?;
            let prepare = |watch| {
                self.replay.prepare(policies.clone(), watch, |directory, settings| {
                    Prepared::new(build.points.clone(), &self.command, directory, settings)
                })
            };
            let replaying = prepare(false)?;
            let mut tell = |event: Event| match event {
                Event::Waiting(what) => say(&what),
                Event::Note(note) => say(&note),
                _ => {}
            };
            let proof = replaying
                .run(&interrupts, &mut tell, |setup, events| prove(setup, &batches, changed, &interrupts, events))?;
            proven.extend(proof.proven.into_iter().map(|case| (case.id.clone(), case)));
            // What was masked fails for its mask, and what has no comparison for no call.
            let compared = |one: &&Rejected| one.verdict.kind < Kind::Incomplete && !changed.contains_key(&one.case.id);
            let failed: HashSet<&String> =
                proof.rejected.iter().filter(compared).map(|rejected| &rejected.case.id).collect();
            if !failed.is_empty() {
                let mut batches = batches;
                batches.iter_mut().for_each(|batch| batch.cases.retain(|case| failed.contains(&case.id)));
                let diagnosis = Diagnosis::make(&batches, &|| prepare(true), &interrupts)?;
                if self.fix {
                    diagnosis.fix(config.unwrap_or(Path::new(config::NAME)))?;
                }
                left.diagnoses.push(diagnosis);
            }
            left.rejected.extend(proof.rejected);
        }
        let cases = std::mem::take(&mut set.cases);
        set.cases = cases.into_iter().filter_map(|case| proven.remove(&case.id)).collect();
        let used: HashSet<&String> = set.cases.iter().filter_map(|case| case.boot.as_ref()).collect();
        set.boots.retain(|(name, _)| used.contains(name));
        Ok(left)
    }

    /// Why a build is not the one that the command starts.
    fn is_another(&self, build: &Build) -> Result<Option<String>, Failure> {
        let path = if self.app.is_empty() { named(&self.command) } else { self.app.clone() };
        if path.is_empty() {
            return Err(Failure::new(
                "the command does not tell what the service consists of; name its jar or its classes with --app",
            ));
        }
        if build.points.build.is_empty() && !build.points.points.is_empty() {
            return Ok(Some(
                "it was recorded by an earlier version of Retake, which does not tell the build".to_owned(),
            ));
        }
        let path = class_path(&path);
        let request = Request { path, scope: Vec::new(), release: None, settings: Settings::default(), cache: None };
        let differing = differs(&build.points, &request).map_err(Failure::new)?;
        Ok(differing.first().map(|first| format!("it was recorded on another build than the command starts: {first}")))
    }
}

/// The cases whose inputs were changed on purpose, each with the rules that did it.
fn changed(cases: &[Case]) -> Changed {
    let changed = cases.iter().filter_map(|case| {
        let masked = case.masked.as_ref()?;
        let rules = if masked.rules.is_empty() {
            "what was masked while recording".to_owned()
        } else {
            masked.rules.join(", ")
        };
        Some((case.id.clone(), rules))
    });
    changed.collect()
}

/// The cases of a build, by the start that they were recorded behind.
fn batches(set: &CaseSet, build: &Build) -> Vec<Batch> {
    let own: HashSet<&String> = build.cases.iter().collect();
    let mut batches: Vec<(Option<&String>, Batch)> = Vec::new();
    for case in set.cases.iter().filter(|case| own.contains(&case.id)) {
        let name = case.boot.as_ref();
        let at = batches.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            let boot = set.boots.iter().find(|(known, _)| Some(known) == name).map(|(_, boot)| boot.clone());
            batches.push((name, Batch { boot, cases: Vec::new() }));
            batches.len() - 1
        });
        batches[at].1.cases.push(case.clone());
    }
    batches.into_iter().map(|(_, batch)| batch).collect()
}
