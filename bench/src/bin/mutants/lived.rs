//! Why a mutant lives: the traffic does not reach it, or a person has looked at it and said why (`bench/mutants/lived.txt`).

use std::path::Path;

use retake_bench::Result;

use crate::pit::Mutant;

/// What people said.
#[derive(Debug)]
pub(crate) struct Reasons(Vec<(String, String, String)>);

impl Reasons {
    pub(crate) fn read() -> Result<Reasons> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("mutants/lived.txt");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let parsed = lines.map(|line| {
            let mut words = line.splitn(3, " | ").map(|word| word.trim().to_owned());
            match (words.next(), words.next(), words.next()) {
                (Some(place), Some(operator), Some(reason)) => Ok((place, operator, reason)),
                _ => Err(format!("{}: a line is `place | operator | reason`: {line}", path.display()).into()),
            }
        });
        Ok(Reasons(parsed.collect::<Result<_>>()?))
    }

    /// What was said of a mutant.
    pub(crate) fn of(&self, mutant: &Mutant) -> Option<&str> {
        let place = mutant.place();
        let said = self.0.iter().find(|(at, operator, _)| *at == place && *operator == mutant.operator);
        said.map(|(_, _, reason)| reason.as_str())
    }
}
