//! How far a recording is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What an agent has counted in its process since the recording began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
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
    }
}
