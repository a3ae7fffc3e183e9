//! Which traffic a directory of cases has counted, so that the same traffic is not counted twice.

use std::collections::{BTreeMap, BTreeSet};

use retake_model::hash::fnv1a;
use retake_model::json::Json;
use retake_store::{CaseDir, Error};

const FILE: &str = "counted.json";
const FORMAT: &str = "retake-counted/1";

/// The trace that a case was made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// The process, by when its recording began and a hash of the JVM's name.
    process: String,
    trace: u64,
}

impl Source {
    pub(crate) fn new((jvm, started): &(String, i64), trace: u64) -> Source {
        Source { process: format!("{started}-{:08x}", fnv1a(jvm.bytes()) as u32), trace }
    }
}

/// The traces that were counted, by process.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    traces: BTreeMap<String, BTreeSet<u64>>,
}

impl Counted {
    /// What a directory has counted. A file that cannot be read counts for nothing: at worst something is counted again.
    pub(crate) fn load(directory: &CaseDir) -> Result<Counted, Error> {
        let text = directory.read_note(FILE)?.and_then(|bytes| String::from_utf8(bytes).ok());
        Ok(text.and_then(|text| Counted::read(&Json::parse(&text).ok()?)).unwrap_or_default())
    }

    fn read(json: &Json) -> Option<Counted> {
        let Json::Record(members) = json else { return None };
        let [(_, format), (_, Json::Record(processes))] = members.as_slice() else { return None };
        if *format != Json::text(FORMAT) {
            return None;
        }
        let mut counted = Counted::default();
        for (process, ranges) in processes {
            let traces = counted.traces.entry(process.clone()).or_default();
            let Json::List(ranges) = ranges else { return None };
            for range in ranges {
                let Json::Text(range) = range else { return None };
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
                // A range that nobody can have recorded is none.
                if last.saturating_sub(first) < 1 << 24 {
                    traces.extend(first..=last);
                }
            }
        }
        Some(counted)
    }

    /// Counts a trace; says whether it was not counted yet.
    pub(crate) fn add(&mut self, source: &Source) -> bool {
        self.traces.entry(source.process.clone()).or_default().insert(source.trace)
    }

    pub(crate) fn save(&self, directory: &CaseDir) -> Result<(), Error> {
        let ranges = |traces: &BTreeSet<u64>| {
            let mut ranges: Vec<(u64, u64)> = Vec::new();
            for &trace in traces {
                match ranges.last_mut() {
                    Some((_, last)) if *last + 1 == trace => *last = trace,
                    _ => ranges.push((trace, trace)),
                }
            }
            let text = |(first, last)| if first == last { format!("{first}") } else { format!("{first}-{last}") };
            Json::List(ranges.into_iter().map(text).map(Json::Text).collect())
        };
        let processes = self.traces.iter().filter(|(_, traces)| !traces.is_empty());
        let traffic = processes.map(|(process, traces)| (process.clone(), ranges(traces))).collect();
        let members = [("format".to_owned(), Json::text(FORMAT)), ("traffic".to_owned(), Json::Record(traffic))];
        directory.write_note(FILE, Json::Record(members.into()).pretty().as_bytes())
    }
}
