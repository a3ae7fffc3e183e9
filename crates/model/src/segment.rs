//! The file format of traffic: a magic number, then blocks that are compressed and checksummed one by one.
//!
//! A process that is killed leaves everything up to its last full block. Reading tells what was cut, and damage in one
//! block costs that block alone.
//!
//! A block is `u32` compressed length, `u32` raw length, `u32` CRC-32 of the compressed bytes, `u8` kind, all little
//! endian, then the LZ4 block. The first block says what the traffic is and carries the points document, so that traffic
//! explains itself; the last one says how much was written and what was dropped.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cbor;
use crate::crc::crc32;
use crate::names::Common;
use crate::points::{self, Points};
use crate::trace::{Scope, Trace};

/// The first bytes of a segment. The last one is the version of how blocks are laid out; what is in them says its own.
pub const MAGIC: [u8; 8] = *b"RTKTRAF1";
/// The format this version writes.
pub const FORMAT: &str = "retake-traffic/6";
/// The formats this version reads.
const READABLE: [&str; 6] =
    ["retake-traffic/1", "retake-traffic/2", "retake-traffic/3", "retake-traffic/4", "retake-traffic/5", FORMAT];
/// How the names of segment files end.
pub const EXTENSION: &str = "rtk";

const HEAD: usize = 13;
/// A block is written when this much has gathered, so that it compresses well and a kill costs little.
const BLOCK: usize = 256 * 1024;
/// No block is larger than this when unpacked. It bounds what a lying length can make a reader allocate, and so it is
/// also the largest trace that can be written.
pub const MAX_BLOCK: usize = 64 * 1024 * 1024;
/// No header is larger than this, which bounds what a file of many parts can make a reader allocate.
const MAX_HEADER: usize = 8 * MAX_BLOCK;
/// LZ4 cannot say more than this many bytes with one.
const MAX_RATIO: usize = 255;

const KIND_HEADER: u8 = 0;
const KIND_TRACES: u8 = 1;
const KIND_END: u8 = 2;
/// A part of a header that is larger than a block; more follow.
const KIND_HEADER_PART: u8 = 3;
/// Traces behind the names that they have in common.
const KIND_NAMED_TRACES: u8 = 4;

/// What a segment says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// The version of Retake that recorded.
    pub retake: String,
    /// The JVM that ran the service, in its own words.
    pub jvm: String,
    /// When the recording of this process began, in milliseconds since 1970; the same in all its segments.
    pub started: i64,
    /// The number of the process.
    #[serde(default)]
    pub process: u32,
    /// Whether the recording began while the service was running, so that its start is not in it.
    #[serde(default)]
    pub attached: bool,
    /// What the key is known by, if the agent replaced what is sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masked: Option<String>,
    /// The points that the traces name by number.
    #[serde(deserialize_with = "points::recorded::deserialize")]
    pub points: Points,
}

/// What a segment says at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Traces written to this segment.
    pub traces: u64,
    /// Traces of requests that were not written.
    pub dropped: u64,
    /// Why they were not.
    pub reasons: BTreeMap<String, u64>,
    /// Traces outside requests that were not written, by the reason why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub boot_reasons: BTreeMap<String, u64>,
    /// Points that could not be woven, so that nothing of them is in the traces, each with the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_woven: BTreeMap<String, String>,
    /// Requests that came while this segment was written, whatever became of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seen: u64,
    /// Those among them that nobody wanted recorded, by the reason why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_wanted: BTreeMap<String, u64>,
    /// Microseconds of CPU time that recording has cost meanwhile.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spent_us: u64,
    /// Microseconds of CPU time that the process has used meanwhile.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cpu_us: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Makes the bytes of a segment.
#[derive(Debug, Default)]
pub struct Encoder {
    /// The open block; empty as long as no trace is in it.
    raw: Vec<u8>,
    /// The names that the open block says at its beginning: how many, and how many bytes that takes.
    said: (usize, usize),
    /// The names that traces have in common, as a block says them, and how many they are.
    names: cbor::Writer,
    named: usize,
    /// Where blocks are packed, one after the other: room of this size is dear to get from the system again and again.
    packed: Vec<u8>,
    counts: End,
}

impl Encoder {
    /// Begins a segment. The bytes are the first of the file.
    pub fn new(header: &Header) -> (Encoder, Vec<u8>) {
        let mut bytes = MAGIC.to_vec();
        let mut encoder = Encoder::default();
        // These types have text keys only, which is all that could fail.
        let json = serde_json::to_vec(header).unwrap_or_default();
        let mut rest = json.as_slice();
        while let Some((part, behind)) = rest.split_at_checked(MAX_BLOCK).filter(|(_, behind)| !behind.is_empty()) {
            put_block(&mut bytes, &mut encoder.packed, KIND_HEADER_PART, part);
            rest = behind;
        }
        put_block(&mut bytes, &mut encoder.packed, KIND_HEADER, rest);
        (encoder, bytes)
    }

    /// Says what a number means in all traces from here on. Each block says so again, so that none needs another one.
    pub fn name(&mut self, number: i64, name: &str) {
        self.names.int(number);
        self.names.text(name);
        self.named += 1;
    }

    /// Adds one trace as CBOR; answers with the next bytes of the file when a block is full.
    ///
    /// A trace larger than [`MAX_BLOCK`] is dropped and counted.
    pub fn push(&mut self, trace: &[u8], scope: Scope) -> Option<Vec<u8>> {
        // The names go into the block, too.
        let most = MAX_BLOCK.saturating_sub(self.names.bytes.len() + cbor::LARGEST_HEAD);
        if trace.len() > most {
            self.drop_traces(1, scope, "the trace is larger than 64 MiB");
            return None;
        }
        let full = if self.raw.len() - self.said.1 + trace.len() > most { self.flush() } else { Vec::new() };
        if self.raw.is_empty() && self.named > 0 {
            let room = std::mem::take(&mut self.raw);
            self.raw = self.names_of_block(room);
            self.said = (self.named, self.raw.len());
        }
        self.raw.extend_from_slice(trace);
        self.counts.traces += 1;
        let mut bytes = full;
        if self.raw.len() >= BLOCK {
            bytes.append(&mut self.flush());
        }
        (!bytes.is_empty()).then_some(bytes)
    }

    /// Counts traces that are not written.
    pub fn drop_traces(&mut self, traces: u64, scope: Scope, reason: &str) {
        if traces == 0 {
            return;
        }
        let reasons = match scope {
            Scope::Request => {
                self.counts.dropped += traces;
                &mut self.counts.reasons
            }
            Scope::Boot => &mut self.counts.boot_reasons,
        };
        *reasons.entry(reason.to_owned()).or_default() += traces;
    }

    /// Says which points could not be woven, and why.
    pub fn leave_out(&mut self, points: BTreeMap<String, String>) {
        self.counts.not_woven = points;
    }

    /// Takes back traces that were pushed and whose block could not be written.
    pub fn unwritten(&mut self, traces: u64, scope: Scope, reason: &str) {
        self.counts.traces = self.counts.traces.saturating_sub(traces);
        self.drop_traces(traces, scope, reason);
    }

    /// The next bytes of the file with everything that was pushed; empty if nothing was since the last ones.
    pub fn flush(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if self.raw.is_empty() {
            return bytes;
        }
        if self.said.0 != self.named {
            // Some have come since the block began, which is so for the first ones of a file.
            let names = self.names_of_block(Vec::new());
            self.raw.splice(..self.said.1, names);
        }
        let kind = if self.named == 0 { KIND_TRACES } else { KIND_NAMED_TRACES };
        put_block(&mut bytes, &mut self.packed, kind, &self.raw);
        self.said = (0, 0);
        self.raw.clear();
        bytes
    }

    /// What a block says of the names that its traces have in common, in an empty room.
    fn names_of_block(&self, room: Vec<u8>) -> Vec<u8> {
        let mut block = cbor::Writer { bytes: room };
        block.map(self.named);
        block.bytes.extend_from_slice(&self.names.bytes);
        block.bytes
    }

    /// The last bytes of the file: what is pending, and the counts.
    pub fn finish(&mut self) -> Vec<u8> {
        let mut bytes = self.flush();
        let json = serde_json::to_vec(&self.counts).unwrap_or_default();
        put_block(&mut bytes, &mut self.packed, KIND_END, &json);
        bytes
    }

    /// What was written and dropped so far.
    pub fn counts(&self) -> &End {
        &self.counts
    }

    /// The same, to add what only the writer knows.
    pub fn counts_mut(&mut self) -> &mut End {
        &mut self.counts
    }
}

fn put_block(bytes: &mut Vec<u8>, room: &mut Vec<u8>, kind: u8, raw: &[u8]) {
    let most = lz4_flex::block::get_maximum_output_size(raw.len());
    if room.len() < most {
        room.resize(most, 0);
    }
    // The room is enough for anything, which is all that could fail.
    let length = lz4_flex::block::compress_into(raw, room).unwrap_or(0);
    let packed = &room[..length];
    bytes.reserve(HEAD + length);
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend((raw.len() as u32).to_le_bytes());
    bytes.extend(crc32(packed).to_le_bytes());
    bytes.push(kind);
    bytes.extend_from_slice(packed);
    if raw.len() > 2 * BLOCK {
        // One large trace is no reason to keep so much for good.
        *room = Vec::new();
    }
}

/// Why bytes are not a segment at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTraffic {
    /// The magic number is another.
    Magic,
    /// A later version of Retake wrote it.
    TooNew(char),
}

impl fmt::Display for NotTraffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTraffic::Magic => write!(f, "not a traffic segment: it does not begin with RTKTRAF1"),
            NotTraffic::TooNew(version) => {
                write!(f, "traffic of format version {version}; this version of Retake reads version 1")
            }
        }
    }
}

impl std::error::Error for NotTraffic {}

/// What a segment holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// What it says of itself.
    Header(Box<Header>),
    /// One trace.
    Trace(Box<Trace>),
}

/// Bytes that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Where they begin in the file.
    pub at: usize,
    /// How many they are.
    pub bytes: usize,
    /// What was wrong.
    pub why: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {} bytes lost", self.why, self.at, self.bytes)
    }
}

/// What reading a segment found besides its items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// The counts, if the segment was ended; without them the service was killed, or is still running.
    pub end: Option<End>,
    /// What could not be read, in order.
    pub losses: Vec<Loss>,
    /// What was passed over on purpose, in words.
    pub notes: Vec<String>,
}

impl Tail {
    /// Whether the segment was ended and all of it was read.
    pub fn complete(&self) -> bool {
        self.end.is_some() && self.losses.is_empty()
    }
}

impl fmt::Display for Tail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.complete() {
            return write!(f, "complete");
        }
        let mut parts: Vec<String> = self.losses.iter().map(Loss::to_string).collect();
        if self.end.is_none() {
            parts.push("the recording was not ended".to_owned());
        }
        write!(f, "{}", parts.join("; "))
    }
}

/// Reads a segment. Iterate to the end, then ask for the [`Reader::tail`].
#[derive(Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The open block of traces, where it begins in the file, and how far it was read.
    block: Vec<u8>,
    block_at: usize,
    block_read: usize,
    /// The names that the traces of the open block have in common.
    common: Common,
    /// The parts of a header that were read so far.
    header: Vec<u8>,
    tail: Tail,
}

impl<'a> Reader<'a> {
    /// Begins to read. What is too short to hold the magic number but agrees with it is a segment that was cut.
    pub fn new(bytes: &'a [u8]) -> Result<Self, NotTraffic> {
        let (block, common, header, tail) = (Vec::new(), Common::default(), Vec::new(), Tail::default());
        let mut reader = Reader { bytes, at: MAGIC.len(), block, block_at: 0, block_read: 0, common, header, tail };
        match bytes.get(..MAGIC.len()) {
            Some(magic) if magic == MAGIC => {}
            Some(magic) if magic[..7] == MAGIC[..7] && magic[7].is_ascii_graphic() => {
                return Err(NotTraffic::TooNew(char::from(magic[7])));
            }
            None if MAGIC.starts_with(bytes) => {
                reader.lose(0, bytes.len(), "the file is cut");
                reader.at = bytes.len();
            }
            _ => return Err(NotTraffic::Magic),
        }
        Ok(reader)
    }

    /// What was cut or passed over, as far as it has been read.
    pub fn tail(&self) -> &Tail {
        &self.tail
    }

    fn lose(&mut self, at: usize, bytes: usize, why: &str) {
        self.tail.losses.push(Loss { at, bytes, why: why.to_owned() });
    }

    /// The next trace of the open block.
    fn trace(&mut self) -> Option<Trace> {
        if self.block_read >= self.block.len() {
            return None;
        }
        let mut reader = cbor::Reader::new(&self.block[self.block_read..]);
        match Trace::decode_in(&mut reader, Some(&self.common)) {
            Ok(trace) => {
                self.block_read += reader.position();
                Some(trace)
            }
            // There is no way to find the next trace behind one that cannot be read.
            Err(error) => self.lose_block(&format!("a trace that cannot be read ({}) in the block", error.what)),
        }
    }

    /// Begins to read a block of traces, in which names come first if it has any.
    fn open(&mut self, start: usize, raw: Vec<u8>, named: bool) {
        (self.block, self.block_at, self.block_read, self.common) = (raw, start, 0, Common::default());
        if !named {
            return;
        }
        let mut reader = cbor::Reader::new(&self.block);
        match Common::decode(&mut reader) {
            Ok(common) => (self.common, self.block_read) = (common, reader.position()),
            Err(error) => {
                self.lose_block::<()>(&format!("names that cannot be read ({}) in the block", error.what));
            }
        }
    }

    /// Gives up on the rest of the open block.
    fn lose_block<T>(&mut self, why: &str) -> Option<T> {
        self.lose(self.block_at, self.block.len() - self.block_read, why);
        self.block.clear();
        None
    }

    /// A header, with the last part of it.
    fn header(&mut self, last: Vec<u8>) -> serde_json::Result<Header> {
        let parts = std::mem::take(&mut self.header);
        serde_json::from_slice(&if parts.is_empty() { last } else { [parts, last].concat() })
    }

    /// The next block: its kind, where it begins, and what is in it. `None` at the end.
    fn next_block(&mut self) -> Option<(u8, usize, Vec<u8>)> {
        loop {
            let start = self.at;
            let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
            let Some((head, behind)) = rest.split_first_chunk::<HEAD>() else {
                return self.cut(start, "the file is cut inside a block");
            };
            let [a, b, c, d, e, f, g, h, i, j, k, l, kind] = *head;
            let packed_length = u32::from_le_bytes([a, b, c, d]) as usize;
            let raw_length = u32::from_le_bytes([e, f, g, h]) as usize;
            let crc = u32::from_le_bytes([i, j, k, l]);
            if packed_length == 0 || raw_length > MAX_BLOCK || raw_length / MAX_RATIO > packed_length {
                return self.cut(start, "a block with impossible lengths");
            }
            let Some(packed) = behind.get(..packed_length) else {
                return self.cut(start, "the file is cut inside a block");
            };
            self.at = start + HEAD + packed_length;
            if crc32(packed) != crc {
                self.lose(start, HEAD + packed_length, "a block with a wrong checksum");
                continue;
            }
            if !matches!(kind, KIND_HEADER | KIND_HEADER_PART | KIND_TRACES | KIND_NAMED_TRACES | KIND_END) {
                self.tail.notes.push(format!("a block of the unknown kind {kind} at byte {start} was passed over"));
                continue;
            }
            let mut raw = vec![0; raw_length];
            match lz4_flex::block::decompress_into(packed, &mut raw) {
                Ok(length) if length == raw_length => return Some((kind, start, raw)),
                _ => self.lose(start, HEAD + packed_length, "a block that cannot be unpacked"),
            }
        }
    }

    /// Gives up on everything from `start`: without a block's length there is no next block.
    fn cut<T>(&mut self, start: usize, why: &str) -> Option<T> {
        self.lose(start, self.bytes.len() - start, why);
        self.at = self.bytes.len();
        None
    }
}

impl Iterator for Reader<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(trace) = self.trace() {
                return Some(Item::Trace(Box::new(trace)));
            }
            let (kind, start, raw) = self.next_block()?;
            let length = self.at - start;
            match kind {
                KIND_TRACES | KIND_NAMED_TRACES => self.open(start, raw, kind == KIND_NAMED_TRACES),
                KIND_HEADER_PART if self.header.len() + raw.len() > MAX_HEADER => {
                    return self.cut(start, "a header that is larger than any");
                }
                KIND_HEADER_PART => self.header.extend(raw),
                KIND_HEADER => match self.header(raw) {
                    Ok(header) if !READABLE.contains(&header.format.as_str()) => {
                        let format = header.format;
                        return self.cut(start, &format!("this version of Retake does not read the format `{format}`"));
                    }
                    Ok(header) => return Some(Item::Header(Box::new(header))),
                    Err(error) => self.lose(start, length, &format!("a header that cannot be read ({error})")),
                },
                _ => match serde_json::from_slice(&raw) {
                    Ok(end) => self.tail.end = Some(end),
                    Err(error) => self.lose(start, length, &format!("an end that cannot be read ({error})")),
                },
            }
        }
    }
}

#[cfg(test)]
#[path = "segment_tests.rs"]
mod tests;
