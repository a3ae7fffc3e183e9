//! How far a recording is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What an agent has counted in its process since the recording began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Requests that came, whatever became of them.
    pub seen: u64,
    /// Requests of which a trace was begun.
    pub begun: u64,
    /// Requests that nobody wanted recorded, by the reason why.
    pub not_wanted: BTreeMap<String, u64>,
    /// Microseconds of CPU time that recording has cost.
    pub spent_us: u64,
    /// Microseconds of CPU time that the process has used since the recording began.
    pub cpu_us: u64,
    /// Requests whose traces went to the writer.
    pub recorded: u64,
    /// Requests whose traces did not, by the reason why.
    pub dropped: BTreeMap<String, u64>,
    /// Calls outside requests that went to the writer.
    pub boot: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Classes that were woven.
    pub woven: u64,
    /// Points that could not be woven.
    pub not_woven: u64,
    /// After the end: classes that could not be turned back to what they were.
    pub still_woven: u64,
    /// After the end, if it was asked for: classes whose code was compared with what it was before.
    pub compared: u64,
    /// Those among them that have other code.
    pub changed: u64,
}

impl Counts {
    /// Adds what another process has counted.
    pub fn add(&mut self, other: &Counts) {
        self.seen += other.seen;
        self.begun += other.begun;
        self.spent_us += other.spent_us;
        self.cpu_us += other.cpu_us;
        self.recorded += other.recorded;
        self.boot += other.boot;
        self.bytes += other.bytes;
        self.woven += other.woven;
        self.not_woven += other.not_woven;
        self.still_woven += other.still_woven;
        self.compared += other.compared;
        self.changed += other.changed;
        for (reason, number) in &other.dropped {
            *self.dropped.entry(reason.clone()).or_default() += number;
        }
        for (reason, number) in &other.not_wanted {
            *self.not_wanted.entry(reason.clone()).or_default() += number;
        }
    }

    /// Which fraction of the CPU time recording has cost; none if nothing was used.
    pub fn overhead(&self) -> Option<f64> {
        (self.cpu_us > 0).then(|| self.spent_us as f64 / self.cpu_us as f64)
    }
}
