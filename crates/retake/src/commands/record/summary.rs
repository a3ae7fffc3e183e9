//! What was recorded, from what is in the files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use retake_model::counts::Counts;
use retake_store::Segment;

use crate::failure::Failure;
use crate::output::count;

/// The numbers of some files.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// The same numbers that are shown while it goes on.
    pub(super) counts: Counts,
    incomplete: u64,
    boot_dropped: u64,
    not_woven: BTreeMap<String, String>,
    /// Files that were not ended, and what is the matter with them.
    pub(super) cut: Vec<String>,
}

impl Summary {
    pub(super) fn read(files: &[PathBuf]) -> Result<Summary, Failure> {
        let mut summary = Summary::default();
        for file in files {
            summary.counts.bytes += fs::metadata(file).map_or(0, |metadata| metadata.len());
            let segment = Segment::open(file)?;
            let tail = segment.each(|trace| {
                summary.counts.recorded += u64::from(trace.entry.is_some());
                summary.counts.boot += u64::from(trace.entry.is_none());
                summary.incomplete += u64::from(trace.entry.is_some() && !trace.incomplete.is_empty());
            })?;
            if !tail.complete() {
                summary.cut.push(format!("{}: {tail}", file.display()));
            }
            let Some(end) = tail.end else { continue };
            summary.boot_dropped += end.boot_reasons.values().sum::<u64>();
            summary.counts.add(&Counts {
                seen: end.seen,
                not_wanted: end.not_wanted,
                dropped: end.reasons,
                spent_us: end.spent_us,
                cpu_us: end.cpu_us,
                ..Counts::default()
            });
            summary.not_woven.extend(end.not_woven);
        }
        Ok(summary)
    }

    /// Whether any request came, whatever became of it.
    pub(super) fn saw_any(&self) -> bool {
        self.counts.recorded > 0 || self.counts.seen > 0
    }

    pub(super) fn text(&self, out: &Path) -> String {
        let (counts, out) = (&self.counts, out.display());
        let recorded = count(counts.recorded, "request", "requests");
        let mut line = format!("recorded {recorded} to {out} ({} KiB)", counts.bytes.div_ceil(1024));
        if self.incomplete > 0 {
            line += &format!("; {} of them cannot be replayed, `retake traffic stats {out}` says why", self.incomplete);
        }
        for (reason, requests) in &counts.not_wanted {
            line += &format!("; {} left out: {reason}", count(*requests, "request", "requests"));
        }
        for (reason, traces) in &counts.dropped {
            line += &format!("; {} dropped: {reason}", count(*traces, "request", "requests"));
        }
        if self.boot_dropped > 0 {
            line += &format!("; {} outside requests dropped too", count(self.boot_dropped, "call", "calls"));
        }
        if !self.not_woven.is_empty() {
            let points = count(self.not_woven.len() as u64, "point is", "points are");
            line += &format!("; {points} not recorded, `retake traffic stats {out}` says why");
        }
        if let Some(overhead) = counts.overhead() {
            line += &format!("; that took {:.1} % of the CPU time", overhead * 100.0);
        }
        line
    }
}
