//! Cases as they are replayed: by the boot document they were recorded behind, without those that cannot be used.
//!
//! What is wrong with one file says nothing of the others. Each is told, the others run, and the exit code says that not all
//! passed; if none is left, the command cannot run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use retake_model::case::Case;
use retake_model::points::Points;
use retake_model::service::Service;
use retake_replay::Batch;
use retake_store::CaseDir;

use crate::failure::Failure;
use crate::keys::KeyOptions;
use crate::output::{count, say};

/// So many files are told one by one.
const MESSAGES: usize = 50;

/// What was found in a directory of cases.
#[derive(Debug)]
pub(crate) struct Loaded {
    path: PathBuf,
    pub(crate) batches: Vec<Batch>,
    /// What is wrong with cases that are left out.
    pub(crate) wrong: Vec<String>,
}

impl Loaded {
    /// Reads all cases of a directory, or the one that is named.
    pub(crate) fn open(path: &Path, keys: &KeyOptions) -> Result<Loaded, Failure> {
        let directory = CaseDir::open(path)?.locked(keys.lock(path)?);
        let mut wrong = Vec::new();
        let mut batches: BTreeMap<Option<String>, Batch> = BTreeMap::new();
        for case in directory.load_all() {
            match case {
                Ok(case) => batches.entry(case.boot.clone()).or_default().cases.push(case),
                Err(error) => wrong.push(error.to_string()),
            }
        }
        batches.retain(|name, batch| match name.as_deref().map(|name| directory.load_boot(name)) {
            None => true,
            Some(Ok(boot)) => {
                batch.boot = Some(boot);
                true
            }
            Some(Err(error)) => {
                let cases = count(batch.cases.len() as u64, "case needs", "cases need");
                wrong.push(format!("{error} ({cases} it)"));
                false
            }
        });
        let loaded = Loaded { path: path.to_owned(), batches: batches.into_values().collect(), wrong };
        // There is no use in starting a service for nothing.
        if loaded.batches.is_empty() { Err(loaded.nothing()) } else { Ok(loaded) }
    }

    /// Leaves out the cases of other services than that whose points these are.
    pub(crate) fn only_of(&mut self, points: &Points) {
        let Some(service) = Service::of(points) else { return };
        for batch in &mut self.batches {
            batch.cases.retain(|case| match other(case, &service) {
                None => true,
                Some(other) => {
                    self.wrong.push(format!(
                        "{}: the case is of another service, {other}, and this is {service}; \
                         if that is the same service under another name, replay with --any-service",
                        self.path.join(format!("{}.case.json", case.id)).display()
                    ));
                    false
                }
            });
        }
        self.batches.retain(|batch| !batch.cases.is_empty());
    }

    /// Says what is wrong; fails if nothing else is left.
    pub(crate) fn tell(&self) -> Result<(), Failure> {
        if self.batches.is_empty() {
            return Err(self.nothing());
        }
        self.messages().for_each(|wrong| say(&wrong));
        if !self.wrong.is_empty() {
            say(&format!(
                "{} used; the others run",
                count(self.wrong.len() as u64, "file cannot be", "files cannot be")
            ));
        }
        Ok(())
    }

    fn nothing(&self) -> Failure {
        Failure::new(self.messages().collect::<Vec<_>>().join("\nretake: "))
    }

    /// What is wrong, as far as anybody would read it: a forgotten key is one thing, and not a thousand.
    fn messages(&self) -> impl Iterator<Item = String> {
        let more = self.wrong.len().saturating_sub(MESSAGES) as u64;
        let rest =
            (more > 0).then(|| format!("and {}", count(more, "more file cannot be used", "more files cannot be used")));
        self.wrong.iter().take(MESSAGES).cloned().chain(rest)
    }
}

fn other<'a>(case: &'a Case, service: &Service) -> Option<&'a Service> {
    case.origin.service.as_ref().filter(|recorded| recorded.differs(service))
}
