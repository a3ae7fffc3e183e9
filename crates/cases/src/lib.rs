//! Traffic to cases.
//!
//! Splits traffic into cases, one for each request; resolves what traces say by number; cleans out what cannot be
//! replayed, and counts it by reason; names the cases; gathers what the service did outside requests into boot
//! documents; and keeps of each behaviour what a directory of cases does not have yet. It knows nothing of replaying.

mod boot;
mod clean;
mod consolidate;
mod counted;
mod dropped;
mod name;
mod start;
mod verify;

use std::collections::BTreeMap;

use retake_mask::Masker;
use retake_model::case::{Boot, Call, Case, Masked};
use retake_model::points::Points;
use retake_model::segment::Header;
use retake_model::service::Service;
use retake_model::trace::{Scope, Trace};
use retake_novelty::Routes;
use retake_store::{Error, Traffic};

pub use consolidate::{Added, Keep, consolidate};
pub use counted::Source;
pub use dropped::Dropped;
pub use verify::Verify;

/// The cases of some traffic.
#[derive(Clone, Debug, Default)]
pub struct CaseSet {
    /// The cases, in the order in which the processes and the requests began.
    pub cases: Vec<Case>,
    /// Which trace each case was made of.
    pub sources: Vec<Source>,
    /// What the service did outside requests: one document for each recorded process, by the name that its cases use.
    pub boots: Vec<(String, Boot)>,
    /// The builds that were recorded.
    pub builds: Vec<Build>,
    /// How it went.
    pub summary: Summary,
}

/// A build that was recorded, with what was looked at in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// Its points, with the checksums of the classes that hold them.
    pub points: Points,
    /// The names of its cases.
    pub cases: Vec<String>,
}

/// How much was read, and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Segments read.
    pub segments: u64,
    /// Traces of requests read.
    pub traces: u64,
    /// Cases made of them.
    pub cases: u64,
    /// Cases among them that say the same as another.
    pub duplicates: u64,
    /// Behaviours that the cases show.
    pub behaviours: u64,
    /// Traces that cannot become a case, by reason.
    pub dropped: Dropped,
    /// Traces that were not even written while recording, by reason.
    pub not_recorded: BTreeMap<String, u64>,
    /// Calls outside requests that were read.
    pub boot_calls: u64,
    /// Calls outside requests that are not in a boot document, by reason.
    pub boot_dropped: BTreeMap<String, u64>,
    /// Requests that were recorded while the service ran, of builds of which no start was recorded.
    pub without_start: u64,
    /// Files that were cut or damaged, with what was lost.
    pub losses: Vec<String>,
}

/// What one process recorded.
struct Process {
    /// The JVM and when its recording began.
    key: (String, i64),
    /// Whether the service ran before.
    attached: bool,
    /// The points of its build, with the checksums that tell it.
    points: Points,
    /// The service, and the paths that lead to its entries.
    service: Option<Service>,
    routes: Routes,
    requests: Vec<(u64, Case)>,
    boot: boot::Gather,
}

/// Makes cases of traffic.
///
/// What cannot be read of one segment says nothing of the others; only a file that is no traffic is an error.
pub fn make(traffic: &Traffic) -> Result<CaseSet, Error> {
    make_masked(traffic, None)
}

/// The same, with what is sensitive replaced, before cases get names that could tell of it.
pub fn make_masked(traffic: &Traffic, masker: Option<&mut Masker>) -> Result<CaseSet, Error> {
    let mut summary = Summary::default();
    let mut processes: Vec<Process> = Vec::new();
    for segment in traffic.segments() {
        let segment = segment?;
        summary.segments += 1;
        let tail = match &segment.header {
            Some(header) => {
                let process = process(&mut processes, header);
                segment.each(|trace| take(process, trace, header, &mut summary))?
            }
            None => segment.each(|trace| {
                summary.traces += 1;
                summary.dropped.add("the segment has lost its header", trace.id);
            })?,
        };
        if !tail.complete() {
            summary.losses.push(format!("{}: {tail}", segment.path.display()));
        }
        for (reason, number) in tail.end.map(|end| end.reasons).unwrap_or_default() {
            *summary.not_recorded.entry(reason).or_default() += number;
        }
    }
    Ok(finish(processes, summary, masker))
}

fn process<'a>(processes: &'a mut Vec<Process>, header: &Header) -> &'a mut Process {
    let key = (header.jvm.clone(), header.started);
    let index = processes.iter().position(|process| process.key == key).unwrap_or_else(|| {
        let (attached, points) = (header.attached, header.points.clone());
        let (service, routes) = (Service::of(&points), Routes::of(&points));
        let boot = boot::Gather::new(header.started);
        processes.push(Process { key, attached, points, service, routes, requests: Vec::new(), boot });
        processes.len() - 1
    });
    &mut processes[index]
}

fn take(process: &mut Process, trace: Trace, header: &Header, summary: &mut Summary) {
    if trace.scope == Scope::Boot {
        return process.boot.push(trace, &header.points, summary);
    }
    summary.traces += 1;
    match one(&trace, header) {
        Ok(case) => process.requests.push((trace.id, case)),
        Err(reason) => summary.dropped.add(&reason, trace.id),
    }
}

/// The case of one request, still without a name; or why there is none.
fn one(trace: &Trace, header: &Header) -> Result<Case, String> {
    clean::trace(trace)?;
    let mut call = Call::resolve(trace, &header.points).map_err(|error| error.to_string())?;
    // In which order branches were made is a matter of threads, and one without events says nothing.
    call.branches.retain(|branch| branch.path.is_empty() || branch.bag || !branch.events.is_empty());
    call.branches.sort_by(|a, b| a.path.cmp(&b.path));
    clean::call(&call)?;
    let masked = header.masked.clone().map(|key| Masked { key, rules: Vec::new() });
    Ok(Case { recorded: trace.started, masked, calls: vec![call], ..Case::default() })
}

fn finish(mut processes: Vec<Process>, mut summary: Summary, masker: Option<&mut Masker>) -> CaseSet {
    // Whatever the files are called, the same traffic gives the same cases.
    processes.sort_by(|a, b| (a.key.1, &a.key.0).cmp(&(b.key.1, &b.key.0)));
    let mut set = CaseSet::default();
    let mut names = name::Names::default();
    let mut boots: Vec<Option<Boot>> = Vec::new();
    let mut processes: Vec<Process> = processes
        .into_iter()
        .map(|mut process| {
            boots.push(std::mem::take(&mut process.boot).finish(&mut summary));
            process
        })
        .collect();
    start::complete(&mut processes, &mut boots, &mut summary);
    if let Some(masker) = masker {
        // All starts first: what they tell to be sensitive is so in every request.
        boots.iter_mut().flatten().for_each(|boot| masker.boot(boot));
        processes.iter_mut().flat_map(|process| &mut process.requests).for_each(|(_, case)| masker.case(case));
    }
    for (mut process, boot) in processes.into_iter().zip(boots) {
        let boot = boot.map(|boot| {
            // Processes that share a start share its document.
            if let Some((name, _)) = set.boots.iter().find(|(_, known)| *known == boot) {
                return name.clone();
            }
            let name = if set.boots.is_empty() { "boot".to_owned() } else { format!("boot-{}", set.boots.len() + 1) };
            set.boots.push((name.clone(), boot));
            name
        });
        process.requests.sort_by_key(|(id, _)| *id);
        let known = set.builds.iter().position(|build| build.points == process.points);
        let build = known.unwrap_or_else(|| {
            set.builds.push(Build { points: std::mem::take(&mut process.points), cases: Vec::new() });
            set.builds.len() - 1
        });
        for (trace, mut case) in process.requests {
            case.id = names.name(&case);
            case.boot = boot.clone();
            case.origin.behaviour = retake_novelty::key(&case, &process.routes);
            case.origin.service = process.service.clone();
            set.builds[build].cases.push(case.id.clone());
            set.sources.push(Source::new(&process.key, trace));
            set.cases.push(case);
        }
    }
    consolidate::count_seen(&mut set.cases);
    summary.cases = set.cases.len() as u64;
    summary.behaviours = consolidate::behaviours(&set.cases);
    summary.duplicates = names.duplicates();
    set.summary = summary;
    set
}

fn count(counts: &mut BTreeMap<String, u64>, reason: &str) {
    *counts.entry(reason.to_owned()).or_default() += 1;
}
