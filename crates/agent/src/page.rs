//! Words of memory that the runtime and the agent share: the runtime counts in them without a call into native code, and
//! sees in them that there is no room for more. The library is never unloaded, so they are valid for the life of the process.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};

use retake_model::cbor::Writer;
use retake_model::control::{Control, Sample, Share};

use crate::ring::Place;

// The runtime has the same list.
pub(crate) const SEEN: usize = 0;
pub(crate) const BEGUN: usize = 1;
pub(crate) const NO_DISK: usize = 7;
pub(crate) const NO_SPACE: usize = 8;
const CLOSED: usize = 16;
const THROTTLE: usize = 17;
const SPENT: usize = 18;
const WORDS: usize = 19;

/// Requests that were not wanted, and why.
const NOT_WANTED: [(usize, &str); 4] = [
    (2, "not sampled"),
    (3, "without the header"),
    (4, "outside the times to record at"),
    (5, "after the recording had enough"),
];

/// Requests for which there was no room, and why.
const NO_ROOM: [(usize, &str); 4] = [
    (6, "recording more would have cost more CPU time than it may"),
    (NO_DISK, "the traffic is as large as it may be"),
    (NO_SPACE, "no more is free on the disk than is to be left"),
    (9, NO_MEMORY),
];

/// Why there is no memory.
pub(crate) const NO_MEMORY: &str = "the memory for recording was used up";

static PAGE: [AtomicI64; WORDS] = [const { AtomicI64::new(0) }; WORDS];

/// The number in a word.
pub(crate) fn count(word: usize) -> u64 {
    PAGE[word].load(Ordering::Relaxed).max(0) as u64
}

fn reasons(words: &[(usize, &'static str)]) -> BTreeMap<&'static str, u64> {
    words.iter().map(|(word, reason)| (*reason, count(*word))).filter(|(_, count)| *count > 0).collect()
}

/// Requests that were not wanted, by the reason why.
pub(crate) fn not_wanted() -> BTreeMap<&'static str, u64> {
    reasons(&NOT_WANTED)
}

/// Requests for which there was no room, by the reason why.
pub(crate) fn no_room() -> BTreeMap<&'static str, u64> {
    reasons(&NO_ROOM)
}

/// Refuses new requests for now, counting them in a word; or takes them again.
pub(crate) fn close(word: Option<usize>) {
    PAGE[CLOSED].store(word.unwrap_or(0) as i64, Ordering::Relaxed);
}

/// Takes this share of the requests.
pub(crate) fn throttle(share: f64) {
    PAGE[THROTTLE].store((share * Share::ALL.parts() as f64) as i64, Ordering::Relaxed);
}

/// Nanoseconds that hooks have cost, as far as what was measured tells.
pub(crate) fn spent() -> u64 {
    count(SPENT)
}

/// Begins anew, and gives what the runtime is told.
pub(crate) fn begin(control: &Control, ring: Place) -> Vec<u8> {
    PAGE.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    throttle(1.0);
    let mut out = Writer::default();
    out.array(13);
    out.int(PAGE.as_ptr() as i64);
    out.int(ring.address);
    out.int(ring.size);
    out.int(ring.stamp);
    out.text(&control.force);
    let only = control.only.as_ref();
    text_or_null(&mut out, only.map(|only| only.name.as_str()));
    text_or_null(&mut out, only.and_then(|only| only.value.as_deref()));
    out.text(&control.zone.0);
    out.array(control.windows.len());
    for window in &control.windows {
        out.array(3);
        for number in [u16::from(window.days), window.from, window.to] {
            out.int(i64::from(number));
        }
    }
    out.int(control.requests.map_or(-1, |most| most.min(i64::MAX as u64) as i64));
    out.int((control.limits.memory.0 / 3 * 2) as i64);
    sample(&mut out, None, None, &control.sample);
    out.array(control.entries.len());
    for (entry, how) in &control.entries {
        sample(&mut out, entry.method.as_deref(), Some(&entry.pattern), how);
    }
    out.bytes
}

fn text_or_null(out: &mut Writer, text: Option<&str>) {
    match text {
        Some(text) => out.text(text),
        None => out.null(),
    }
}

fn sample(out: &mut Writer, method: Option<&str>, pattern: Option<&str>, sample: &Sample) {
    out.array(4);
    text_or_null(out, method);
    text_or_null(out, pattern);
    out.int(sample.share.parts() as i64);
    out.int(sample.rate.map_or(0, |rate| rate.interval() as i64));
}
