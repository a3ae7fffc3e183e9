//! Why cases do not replay on the build that recorded them, and the line of `retake.toml` that mends it.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::path::Path;
use std::sync::PoisonError;

use retake_analyze::MethodPattern;
use retake_host::Interrupts;
use retake_model::watched::Watched;
use retake_replay::{Batch, Culprit, culprits, replay};
use serde_json::json;

use crate::commands::points;
use crate::failure::Failure;
use crate::output::{count, say};
use crate::replaying::Replaying;

/// Other surroundings: what a service may read of where it runs and does not belong to any request. The clock has moved on by
/// itself, and seeds are others in every process.
const VARIABLES: [(&str, &str); 5] = [
    ("TZ", "Asia/Kathmandu"),
    ("LANG", "tr_TR.UTF-8"),
    ("LC_ALL", "tr_TR.UTF-8"),
    ("HOSTNAME", "elsewhere"),
    ("RETAKE_ELSEWHERE", "1"),
];
const OPTIONS: &str = "-Duser.timezone=Asia/Kathmandu -Duser.language=tr -Duser.country=TR";
/// The variable through which every JVM takes options.
const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";
/// So many cases are looked at; others fail for the same reasons.
const MOST: usize = 200;

/// The calls that cases fail for, each with the names of the cases.
#[derive(Debug, Default)]
pub(crate) struct Diagnosis {
    pub(crate) culprits: BTreeMap<Culprit, Vec<String>>,
    /// Cases for which no call was found.
    pub(crate) unexplained: Vec<String>,
}

impl Diagnosis {
    /// Replays cases twice as they are, and those that this does not explain once more elsewhere. `prepare` makes a service whose
    /// calls are watched.
    pub(crate) fn make(
        batches: &[Batch],
        prepare: &dyn Fn() -> Result<Replaying, Failure>,
        interrupts: &Interrupts,
    ) -> Result<Diagnosis, Failure> {
        let mut left = MOST;
        let batches: Vec<Batch> = batches
            .iter()
            .map(|batch| {
                let cases: Vec<_> = batch.cases.iter().take(left).cloned().collect();
                left -= cases.len();
                Batch { boot: batch.boot.clone(), cases }
            })
            .filter(|batch| !batch.cases.is_empty())
            .collect();
        let mut diagnosis = Diagnosis::default();
        say("looking for what the cases fail for: replaying them twice");
        let first = watch(&batches, prepare()?, interrupts)?;
        let second = watch(&batches, prepare()?, interrupts)?;
        diagnosis.add(culprits(&first, &second));
        diagnosis.unexplained = diagnosis.others(&batches);
        if !diagnosis.unexplained.is_empty() {
            say("and once more with another time zone, locale, host name and environment");
            let mut elsewhere = prepare()?;
            move_elsewhere(&mut elsewhere);
            let batches = only(&batches, &diagnosis.unexplained);
            let third = watch(&batches, elsewhere, interrupts)?;
            diagnosis.add(culprits(&first, &third));
            diagnosis.unexplained = diagnosis.others(&batches);
        }
        Ok(diagnosis)
    }

    fn add(&mut self, found: BTreeMap<Culprit, Vec<String>>) {
        for (culprit, runs) in found {
            let cases = self.culprits.entry(culprit).or_default();
            // A run is called by its case and the number of the call.
            cases.extend(runs.iter().filter_map(|run| Some(run.rsplit_once('.')?.0.to_owned())));
            cases.sort();
            cases.dedup();
        }
    }

    fn others(&self, batches: &[Batch]) -> Vec<String> {
        let explained = |case: &str| self.culprits.values().flatten().any(|known| known == case);
        let cases = batches.iter().flat_map(|batch| &batch.cases).map(|case| case.id.clone());
        cases.filter(|case| !explained(case)).collect()
    }

    /// One line for each culprit, with the line of the list that mends it; then what was not found out.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (culprit, cases) in &self.culprits {
            let (method, at) = (readable(&culprit.method), &culprit.at);
            let cases = count(cases.len() as u64, "case fails", "cases fail");
            lines.push(format!("{method} at {at} answers the same arguments otherwise in another run; {cases} for it"));
            lines.push(format!("  in retake.toml: [[points.include]] method = \"{method}\""));
        }
        if let Some(first) = self.unexplained.first() {
            let number = count(self.unexplained.len() as u64, "case fails", "cases fail");
            lines.push(format!(
                "{number} for what no call of the application shows, such as {first}; compare what differs with the points: \
                 retake analyze"
            ));
        }
        lines
    }

    /// The same for programs.
    pub(crate) fn as_json(&self) -> serde_json::Value {
        let culprit = |(culprit, cases): (&Culprit, &Vec<String>)| json!({"method": readable(&culprit.method), "at": culprit.at, "cases": cases});
        json!({"culprits": self.culprits.iter().map(culprit).collect::<Vec<_>>(), "unexplained": self.unexplained})
    }

    /// Puts all culprits on the list.
    pub(crate) fn fix(&self, file: &Path) -> Result<(), Failure> {
        for (culprit, cases) in &self.culprits {
            let pattern: MethodPattern = readable(&culprit.method).parse().map_err(Failure::new)?;
            let cases = count(cases.len() as u64, "case", "cases");
            points::include(
                file,
                &pattern,
                &format!("answers the same otherwise in another run; {cases} failed for it"),
            )?;
        }
        if !self.culprits.is_empty() {
            say("record again: what was recorded has no answers of what is on the list now");
        }
        Ok(())
    }
}

/// Replays cases and gives the calls that were watched, by run.
fn watch(
    batches: &[Batch],
    mut replaying: Replaying,
    interrupts: &Interrupts,
) -> Result<HashMap<String, Vec<Watched>>, Failure> {
    let watched = retake_replay::WatchedRuns::default();
    replaying.setup.watched = Some(watched.clone());
    replaying.run(interrupts, &mut |_| {}, |setup, events| replay(setup, batches, interrupts, events))?;
    Ok(std::mem::take(&mut *watched.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// Lets a service find other surroundings.
fn move_elsewhere(replaying: &mut Replaying) {
    let env = &mut replaying.setup.launch.env;
    env.extend(VARIABLES.map(|(name, value)| (name.into(), value.into())));
    let options = match env.iter_mut().find(|(name, _)| name == TOOL_OPTIONS) {
        Some((_, options)) => options,
        None => {
            env.push((TOOL_OPTIONS.into(), std::env::var_os(TOOL_OPTIONS).unwrap_or_default()));
            &mut env.last_mut().expect("it was just put there").1
        }
    };
    let mut all = OsString::from(OPTIONS);
    all.push(" ");
    all.push(&*options);
    *options = all;
}

/// The batches with these cases alone.
fn only(batches: &[Batch], cases: &[String]) -> Vec<Batch> {
    let kept = |batch: &Batch| {
        let of: Vec<_> = batch.cases.iter().filter(|case| cases.contains(&case.id)).cloned().collect();
        Batch { boot: batch.boot.clone(), cases: of }
    };
    batches.iter().map(kept).filter(|batch| !batch.cases.is_empty()).collect()
}

/// `vendor.Ids.next(ILjava/lang/String;)J` as people write it: `vendor.Ids.next(int, java.lang.String)`.
fn readable(method: &str) -> String {
    let Some((name, rest)) = method.split_once('(') else { return method.to_owned() };
    let mut types = Vec::new();
    let mut left = rest.split(')').next().unwrap_or_default();
    while !left.is_empty() {
        let element = left.trim_start_matches('[');
        let arrays = "[]".repeat(left.len() - element.len());
        let (kind, behind) = match element.strip_prefix('L').and_then(|class| class.split_once(';')) {
            Some((class, behind)) => (class.replace(['/', '$'], "."), behind),
            None => {
                let kind = match element.bytes().next() {
                    Some(b'Z') => "boolean",
                    Some(b'B') => "byte",
                    Some(b'C') => "char",
                    Some(b'S') => "short",
                    Some(b'I') => "int",
                    Some(b'J') => "long",
                    Some(b'F') => "float",
                    Some(b'D') => "double",
                    // What is no descriptor is shown as it is.
                    _ => return method.to_owned(),
                };
                (kind.to_owned(), &element[1..])
            }
        };
        types.push(kind + &arrays);
        left = behind;
    }
    format!("{name}({})", types.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_become_patterns() {
        for (method, text) in [
            ("vendor.Ids.next()J", "vendor.Ids.next()"),
            ("vendor.Ids.next(I[[Ljava/lang/String;Z)J", "vendor.Ids.next(int, java.lang.String[][], boolean)"),
            ("vendor.Ids.of(Lvendor/Map$Key;[B)V", "vendor.Ids.of(vendor.Map.Key, byte[])"),
            ("vendor.Ids.next(", "vendor.Ids.next()"),
            ("vendor.Ids.next(Q)", "vendor.Ids.next(Q)"),
        ] {
            assert_eq!(readable(method), text);
        }
        assert!(readable("vendor.Ids.next(ILjava/lang/String;)J").parse::<MethodPattern>().is_ok());
    }
}
