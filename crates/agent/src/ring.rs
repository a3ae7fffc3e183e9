//! Memory through which the runtime hands traces over without a call into native code: a ring that any thread of the service
//! writes into and one thread reads. The library is never unloaded, so it is valid for the life of the process.
//!
//! A writer takes room by moving the end of what is taken, copies, and then says in the record's first word that it is there. That word
//! holds the length of the record, whether it was written outside of requests, and for which agent. A record of nobody fills what is
//! left at the end of the ring, and what a writer took and could not fill.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retake_model::trace::Scope;

/// In bytes; a power of two. More than a busy service fills until the next look, and few enough to stay in a processor's cache.
const SIZE: usize = 512 << 10;
const WORD: usize = 8;

// The first word of a record, from its lowest bit on. The runtime has the same list.
const THERE: u64 = 1;
const BOOT: u64 = 2;
const NOBODY: u64 = 4;
const LENGTH: u32 = 3;
const STAMP: u32 = 32;

/// What writers and the reader share. Each end of what is taken has a cache line of its own.
#[repr(C, align(64))]
struct Ring {
    /// The stamp of the agent that takes traces; 0 while none does.
    open: AtomicU64,
    _line: [u64; 7],
    taken: AtomicU64,
    _next_line: [u64; 7],
    read: AtomicU64,
    _last_line: [u64; 7],
    words: UnsafeCell<[u64; SIZE / WORD]>,
}

// SAFETY: who has taken room writes there alone, until the record's first word says that it is there; from then on the one reader has it.
unsafe impl Sync for Ring {}

static RING: Ring = Ring {
    open: AtomicU64::new(0),
    _line: [0; 7],
    taken: AtomicU64::new(0),
    _next_line: [0; 7],
    read: AtomicU64::new(0),
    _last_line: [0; 7],
    words: UnsafeCell::new([0; SIZE / WORD]),
};

/// The last stamp that was given.
static STAMPS: AtomicU64 = AtomicU64::new(0);
/// Whether somebody reads.
static READ: AtomicBool = AtomicBool::new(false);

/// The one who reads.
pub(crate) struct Incoming {
    stamp: u64,
}

/// Where the runtime hands traces over, and for whom; all 0 if it has to call.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) address: i64,
    pub(crate) size: i64,
    pub(crate) stamp: i64,
}

/// A trace that came. Its room is free again when this goes.
pub(crate) struct Record<'a> {
    pub(crate) scope: Scope,
    /// Where its first word is.
    at: usize,
    length: usize,
    /// Nobody reads on meanwhile.
    _incoming: PhantomData<&'a mut Incoming>,
}

/// Takes no more, whoever reads. What is on its way comes all the same.
pub(crate) fn close() {
    RING.open.store(0, Ordering::Release);
}

/// The word at a place, and those behind it.
fn words(at: usize) -> *mut u64 {
    debug_assert!(at < SIZE / WORD);
    // SAFETY: the place is one of the ring's.
    unsafe { RING.words.get().cast::<u64>().add(at) }
}

impl Incoming {
    /// Takes traces from here on, unless there is one who does. What was written for an earlier agent is passed over.
    pub(crate) fn open() -> Option<Incoming> {
        if READ.swap(true, Ordering::AcqRel) {
            return None;
        }
        // A stamp has half a word without its sign, and is never 0.
        let stamp = STAMPS.fetch_add(1, Ordering::Relaxed) % (i32::MAX as u64) + 1;
        RING.open.store(stamp, Ordering::Release);
        Some(Incoming { stamp })
    }

    /// Where the ring is, for the runtime.
    pub(crate) fn place(&self) -> Place {
        let address = (&raw const RING).expose_provenance() as i64;
        Place { address, size: SIZE as i64, stamp: self.stamp as i64 }
    }

    /// The next trace, if one is there.
    pub(crate) fn next(&mut self) -> Option<Record<'_>> {
        loop {
            let at = RING.read.load(Ordering::Relaxed) as usize % SIZE / WORD;
            // SAFETY: the words are aligned and live for ever, and the first one of a record is written in one piece.
            let head = unsafe { AtomicU64::from_ptr(words(at)) }.load(Ordering::Acquire);
            if head & THERE == 0 {
                return None;
            }
            let length = (head as u32 >> LENGTH) as usize;
            assert!(at + 1 + length.div_ceil(WORD) <= SIZE / WORD, "a record is larger than the ring");
            let scope = if head & BOOT == 0 { Scope::Request } else { Scope::Boot };
            let record = Record { scope, at, length, _incoming: PhantomData };
            if head & NOBODY == 0 && head >> STAMP == self.stamp {
                return Some(record);
            }
        }
    }

    /// Whether somebody has taken room whose record has not been read.
    pub(crate) fn is_expecting(&self) -> bool {
        RING.taken.load(Ordering::Acquire) != RING.read.load(Ordering::Relaxed)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        close();
        READ.store(false, Ordering::Release);
    }
}

impl Record<'_> {
    pub(crate) fn trace(&self) -> &[u8] {
        // SAFETY: the record is there, so nobody writes into it before it is given back, and all of it is in the ring.
        unsafe { std::slice::from_raw_parts(words(self.at).add(1).cast::<u8>(), self.length) }
    }
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        let count = self.length.div_ceil(WORD) + 1;
        // Any word may be the first of a record the next time.
        // SAFETY: as above; a word of zeros is a word.
        unsafe { words(self.at).write_bytes(0, count) };
        let read = RING.read.load(Ordering::Relaxed);
        RING.read.store(read + (count * WORD) as u64, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the runtime does to hand a trace over; false if there is no room.
    fn put(trace: &[u8], stamp: u64, flags: u64) -> bool {
        let size = WORD + trace.len().next_multiple_of(WORD);
        loop {
            let taken = RING.taken.load(Ordering::Acquire);
            let left = SIZE - taken as usize % SIZE;
            let need = if left < size { left + size } else { size };
            if taken + need as u64 - RING.read.load(Ordering::Acquire) > SIZE as u64 {
                return false;
            }
            let end = taken + need as u64;
            if RING.taken.compare_exchange(taken, end, Ordering::AcqRel, Ordering::Relaxed).is_err() {
                continue;
            }
            let mut at = taken as usize % SIZE / WORD;
            let publish = |at: usize, length: usize, flags: u64| {
                let head = stamp << STAMP | (length as u64) << LENGTH | flags | THERE;
                // SAFETY: the room was taken.
                unsafe { AtomicU64::from_ptr(words(at)) }.store(head, Ordering::Release);
            };
            if left < size {
                publish(at, left - WORD, NOBODY);
                at = 0;
            }
            // SAFETY: the room was taken, and is large enough.
            unsafe { words(at).add(1).cast::<u8>().copy_from(trace.as_ptr(), trace.len()) };
            publish(at, trace.len(), flags);
            return true;
        }
    }

    /// One test, because there is one ring.
    #[test]
    fn what_threads_put_in_comes_out_whole() {
        // Other tests have recorders, and one of those may read.
        let mut incoming = std::iter::repeat_with(|| {
            std::thread::sleep(std::time::Duration::from_millis(1));
            Incoming::open()
        });
        let mut incoming = incoming.find_map(|open| open).expect("without end");
        assert!(Incoming::open().is_none(), "two readers");
        assert!(put(b"for another agent", incoming.stamp + 1, 0) && put(b"nobody's", incoming.stamp, NOBODY));
        assert!(incoming.is_expecting() && incoming.next().is_none() && !incoming.is_expecting());
        assert!(put(b"", incoming.stamp, BOOT));
        let empty = incoming.next().expect("it is there");
        assert_eq!((empty.scope, empty.trace()), (Scope::Boot, &b""[..]));
        drop(empty);

        // Each thread writes its number, again and again, in every length; there is far less room than it takes.
        const THREADS: usize = 4;
        const EACH: usize = 5_000;
        let (stamp, mut seen) = (incoming.stamp, [0; THREADS]);
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                scope.spawn(move || {
                    for number in 0..EACH {
                        let trace = vec![thread as u8; 1 + number % 4096];
                        while !put(&trace, stamp, 0) {
                            std::thread::yield_now();
                        }
                    }
                });
            }
            while seen.iter().sum::<usize>() < THREADS * EACH {
                let Some(record) = incoming.next() else { continue };
                let thread = record.trace()[0];
                let number = &mut seen[usize::from(thread)];
                assert_eq!(record.trace(), vec![thread; 1 + *number % 4096], "the {number}. of thread {thread}");
                *number += 1;
            }
        });
        assert!(!incoming.is_expecting());
        while put(&[7; 4000], stamp, 0) {}
        assert!(incoming.next().is_some(), "a full ring can be read");
    }
}
