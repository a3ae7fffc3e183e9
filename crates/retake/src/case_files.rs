//! Cases as they are replayed: by the boot document they were recorded behind, without those that cannot be used.
//!
//! What is wrong with one file says nothing of the others. Each is told, the others run, and the exit code says that not all
//! passed; if none is left, the command cannot run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use retake_model::case::Case;
use retake_model::points::Points;
use retake_model::service::Service;
use retake_replay::renamed::{self, Recorded, Renamed};
use retake_replay::{Batch, Cases, has_requests};
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
    pub(crate) batches: Vec<Batch<Files>>,
    /// What is wrong with cases that are left out.
    pub(crate) wrong: Vec<String>,
    /// The services that cases say they are of, each with the state that its cases depended on.
    services: Services,
}

/// Cases that stay in their files until their turn comes.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    directory: Arc<CaseDir>,
    files: Vec<CaseFile>,
    /// The state that has another name in this build.
    renamed: Arc<[Renamed]>,
}

/// What is kept of a case that is in its file.
#[derive(Clone, Debug)]
struct CaseFile {
    /// What the file is called.
    name: String,
    /// Which of the services it is of.
    service: usize,
    requests: bool,
}

type Services = Vec<(Option<Service>, Recorded)>;

impl Cases for Files {
    fn count(&self) -> usize {
        self.files.len()
    }

    fn name(&self, place: usize) -> Cow<'_, str> {
        self.files.get(place).map_or("", |file| &file.name).into()
    }

    fn case(&self, place: usize) -> Result<Cow<'_, Case>, String> {
        let file = self.files.get(place).ok_or("there is no such case")?;
        let mut case = self.directory.load_again(&file.name).map_err(|error| error.to_string())?;
        renamed::rename(&mut case, &self.renamed);
        Ok(Cow::Owned(case))
    }

    fn have_requests(&self) -> bool {
        self.files.iter().any(|file| file.requests)
    }
}

impl Files {
    /// All that can be read.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Cow<'_, Case>> {
        (0..self.count()).filter_map(|place| self.case(place).ok())
    }

    /// Keeps those that are wanted. What cannot be read is kept: whoever drives it says why.
    pub(crate) fn retain(&mut self, mut wanted: impl FnMut(&Case) -> bool) {
        let keep: Vec<bool> =
            (0..self.count()).map(|place| self.case(place).map_or(true, |case| wanted(&case))).collect();
        let mut keep = keep.into_iter();
        self.files.retain(|_| keep.next().unwrap_or(true));
    }
}

/// What was found in some of the files.
#[derive(Default)]
struct Found {
    /// The cases by the boot document that they were recorded behind.
    cases: BTreeMap<Option<String>, Vec<CaseFile>>,
    wrong: Vec<String>,
    services: Services,
}

impl Found {
    /// Reads files, and keeps of each what has to be known before its turn comes.
    fn read(directory: &CaseDir, names: &[&str]) -> Found {
        let mut found = Found::default();
        for &name in names {
            match directory.load(name) {
                Ok(case) => {
                    let service = place(&mut found.services, case.origin.service.as_ref());
                    found.services[service].1.add(&case);
                    let file = CaseFile { name: name.to_owned(), service, requests: has_requests(&case) };
                    found.cases.entry(case.boot).or_default().push(file);
                }
                Err(error) => found.wrong.push(error.to_string()),
            }
        }
        found
    }

    /// Adds what was found in the files behind these.
    fn append(&mut self, other: Found) {
        let mut places = Vec::with_capacity(other.services.len());
        for (service, recorded) in other.services {
            let own = place(&mut self.services, service.as_ref());
            self.services[own].1.append(recorded);
            places.push(own);
        }
        for (boot, files) in other.cases {
            let files = files.into_iter().map(|file| CaseFile { service: places[file.service], ..file });
            self.cases.entry(boot).or_default().extend(files);
        }
        self.wrong.extend(other.wrong);
    }
}

/// Where a service is in a list; it is added if it is not there.
fn place(services: &mut Services, service: Option<&Service>) -> usize {
    services.iter().position(|(known, _)| known.as_ref() == service).unwrap_or_else(|| {
        services.push((service.cloned(), Recorded::default()));
        services.len() - 1
    })
}

/// Reads all files, with as many threads as there are processors, and gives what was found in their order.
fn read_all(directory: &CaseDir) -> Found {
    let names: Vec<&str> = directory.names().collect();
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = names.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> =
            names.chunks(share).map(|names| scope.spawn(move || Found::read(directory, names))).collect();
        let mut found = Found::default();
        for part in parts {
            match part.join() {
                Ok(part) => found.append(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        found
    })
}

impl Loaded {
    /// Reads all cases of a directory, or the one that is named.
    pub(crate) fn open(path: &Path, keys: &KeyOptions) -> Result<Loaded, Failure> {
        let directory = Arc::new(CaseDir::open(path)?.locked(keys.lock(path)?));
        let Found { cases, mut wrong, services } = read_all(&directory);
        let mut batches = Vec::new();
        for (name, files) in cases {
            let boot = match name.as_deref().map(|name| directory.load_boot(name)).transpose() {
                Ok(boot) => boot,
                Err(error) => {
                    let cases = count(files.len() as u64, "case needs", "cases need");
                    wrong.push(format!("{error} ({cases} it)"));
                    continue;
                }
            };
            let cases = Files { directory: Arc::clone(&directory), files, renamed: Arc::default() };
            batches.push(Batch { boot, cases });
        }
        let loaded = Loaded { path: path.to_owned(), batches, wrong, services };
        // There is no use in starting a service for nothing.
        if loaded.batches.is_empty() { Err(loaded.nothing()) } else { Ok(loaded) }
    }

    /// Leaves out the cases of other services than that whose points these are.
    pub(crate) fn only_of(&mut self, points: &Points) {
        let Some(service) = Service::of(points) else { return };
        let differs = |other: &&Service| other.differs(&service);
        let others: Vec<Option<Service>> =
            self.services.iter().map(|(other, _)| other.as_ref().filter(differs).cloned()).collect();
        for batch in &mut self.batches {
            batch.cases.files.retain(|file| match &others[file.service] {
                None => true,
                Some(other) => {
                    self.wrong.push(format!(
                        "{}: the case is of another service, {other}, and this is {service}; \
                         if that is the same service under another name, replay with --any-service",
                        self.path.join(format!("{}.case.json", file.name)).display()
                    ));
                    false
                }
            });
        }
        self.batches.retain(|batch| batch.cases.count() > 0);
        // Nothing is asked of them any more.
        for ((_, recorded), _) in self.services.iter_mut().zip(others).filter(|(_, other)| other.is_some()) {
            *recorded = Recorded::default();
        }
    }

    /// Names the state of all cases as the build with these points names it; tells what has another name.
    pub(crate) fn follow(&mut self, points: &Points) -> Arc<[Renamed]> {
        let mut recorded = Recorded::default();
        self.services.iter().for_each(|(_, other)| recorded.append(other.clone()));
        self.batches.iter().flat_map(|batch| &batch.boot).for_each(|boot| recorded.add_boot(boot));
        let found: Arc<[Renamed]> = recorded.follow(points).into();
        for batch in &mut self.batches {
            batch.cases.renamed = Arc::clone(&found);
            batch.boot.iter_mut().for_each(|boot| renamed::rename_boot(boot, &found));
        }
        found
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
