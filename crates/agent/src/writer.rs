//! Writes traces into one file, whole blocks or nothing.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use retake_model::segment::{EXTENSION, Encoder, Header};
use retake_model::trace::Scope;

use crate::limits::Watch;
use crate::log;
use crate::mask::{Masking, NOT_MASKED};
use crate::record::{GivenUp, NO_DISK, NO_ROOM_ON_DISK, Recorder, Sources};
use crate::ring::Incoming;

/// What was recorded is on disk after this long.
const FLUSH_EVERY: Duration = Duration::from_millis(200);
/// How often the writer looks for more when there was none.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// So many traces are taken before the clock is looked at.
const AT_ONCE: usize = 256;
/// One of so many comes from the queue, if there is one.
const LOOK_AT_QUEUE: usize = 16;
/// How long the end waits for who has begun to hand a trace over.
const LAST_CALL: Duration = Duration::from_secs(1);
/// So many blocks are remembered.
const LAST_BLOCKS: usize = 4;
const SCOPES: [Scope; 2] = [Scope::Request, Scope::Boot];
/// After a write that failed, the next try waits this long.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// What a test sends to see a writer die.
#[cfg(test)]
pub(crate) const DEADLY: &[u8] = b"deadly";

/// How every file of a process begins.
pub(crate) struct Beginning {
    directory: PathBuf,
    started: i64,
    bytes: Vec<u8>,
    /// When a file is so large, the next one begins.
    largest: u64,
    /// How many files were begun.
    files: AtomicU32,
}

impl Beginning {
    pub(crate) fn new(directory: &Path, header: &Header, largest: u64) -> Beginning {
        let (_, bytes) = Encoder::new(header);
        let (directory, files) = (directory.to_owned(), AtomicU32::new(0));
        Beginning { directory, started: header.started, bytes, largest, files }
    }

    /// Begins a file; a number tells those of one process apart.
    pub(crate) fn create(&self) -> Result<Writer, String> {
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        let more = if number == 0 { String::new() } else { format!("-{number}") };
        let name = format!("{}-{}{more}.{EXTENSION}", self.started, std::process::id());
        let path = self.directory.join(name);
        let cannot = |error| format!("{} cannot be written: {error}", path.display());
        std::fs::create_dir_all(&self.directory).map_err(cannot)?;
        let mut file = File::options().create_new(true).write(true).open(&path).map_err(cannot)?;
        file.write_all(&self.bytes).map_err(cannot)?;
        let good = self.bytes.len() as u64;
        Ok(Writer {
            path,
            file,
            good,
            encoder: Encoder::default(),
            last: VecDeque::new(),
            named: 0,
            blocked_until: None,
        })
    }
}

pub(crate) struct Writer {
    path: PathBuf,
    file: File,
    /// How much of the file is whole blocks.
    good: u64,
    encoder: Encoder,
    /// The last blocks of traces: where each begins, and how many it has of requests and of others.
    last: VecDeque<(u64, [u64; 2])>,
    /// How many names this file knows.
    named: usize,
    blocked_until: Option<Instant>,
}

impl Writer {
    /// Writes until the recording ends.
    pub(crate) fn run(mut self, sources: &mut Sources, recorder: &Recorder, beginning: &Beginning, watch: &mut Watch) {
        let (mut flushed, mut ending) = (Instant::now(), None);
        recorder.wrote(self.good as usize);
        loop {
            let found = self.take_some(sources, recorder, watch, &mut flushed);
            if !found && recorder.is_ending() {
                let since = *ending.get_or_insert_with(Instant::now);
                if !sources.ring.as_ref().is_some_and(Incoming::is_expecting) {
                    break;
                }
                if since.elapsed() > LAST_CALL {
                    recorder.given_up(Scope::Request, GivenUp::Unfinished);
                    log::line("a trace was not handed over to its end; if there are others behind it, they are lost");
                    break;
                }
            }
            if !found {
                // Whoever hands a trace over must not have to wake anybody, which is dear.
                std::thread::sleep(LOOK_EVERY);
            }
            if flushed.elapsed() >= FLUSH_EVERY {
                let bytes = self.encoder.flush();
                self.write(&bytes, recorder, Some(watch));
                flushed = Instant::now();
            }
            if self.good >= beginning.largest.saturating_add(beginning.bytes.len() as u64) {
                self.rotate(recorder, beginning, watch);
            }
            if watch.is_due() {
                watch.look(recorder.measure());
            }
        }
        self.encoder.leave_out(recorder.left_out());
        self.end(recorder, watch);
    }

    /// Takes traces as long as there are any, but not for ever, and no more than a block, behind which the file may be full; whether
    /// there were some.
    fn take_some(
        &mut self,
        sources: &mut Sources,
        recorder: &Recorder,
        watch: &mut Watch,
        flushed: &mut Instant,
    ) -> bool {
        for taken in 0..AT_ONCE {
            // What is too large for the ring must not wait until that is empty, which it may never be.
            let queue_first = taken % LOOK_AT_QUEUE == 0 && !sources.queue.is_empty();
            let ring = sources.ring.as_mut().filter(|_| !queue_first);
            let full = if let Some(record) = ring.and_then(Incoming::next) {
                recorder.came(record.scope);
                self.push(record.trace(), record.scope, recorder, sources.masking.as_mut())
            } else if let Ok((scope, trace)) = sources.queue.try_recv() {
                recorder.left_queue(trace.len());
                self.push(&trace, scope, recorder, sources.masking.as_mut())
            } else {
                return taken > 0;
            };
            if let Some(bytes) = full {
                self.write(&bytes, recorder, Some(watch));
                *flushed = Instant::now();
                return true;
            }
        }
        true
    }

    /// Adds a trace; gives what is to be written, if a block is full.
    fn push(
        &mut self,
        trace: &[u8],
        scope: Scope,
        recorder: &Recorder,
        masking: Option<&mut Masking>,
    ) -> Option<Vec<u8>> {
        if let Some(masking) = masking {
            return self.push_masked(trace, scope, recorder, masking);
        }
        recorder.tally(scope).pending.fetch_add(1, Ordering::Relaxed);
        #[cfg(test)]
        assert_ne!(trace, DEADLY);
        // Names are told before they are used.
        self.named = recorder.tell_names(self.named, |number, name| self.encoder.name(number, name));
        self.encoder.push(trace, scope)
    }

    /// The same, with what is sensitive replaced. Such a trace says its own names.
    fn push_masked(
        &mut self,
        trace: &[u8],
        scope: Scope,
        recorder: &Recorder,
        masking: &mut Masking,
    ) -> Option<Vec<u8>> {
        self.named = recorder.tell_names(self.named, |number, name| masking.name(number, name));
        let Some(masked) = masking.masked(trace) else {
            self.encoder.drop_traces(1, scope, NOT_MASKED);
            return None;
        };
        recorder.tally(scope).pending.fetch_add(1, Ordering::Relaxed);
        self.encoder.push(&masked, scope)
    }

    /// Goes on in another file, if one can be begun.
    fn rotate(&mut self, recorder: &Recorder, beginning: &Beginning, watch: &mut Watch) {
        if self.blocked_until.is_some() || !watch.takes(beginning.bytes.len() as u64) {
            return;
        }
        match beginning.create() {
            Ok(next) => {
                recorder.wrote(next.good as usize);
                std::mem::replace(self, next).end(recorder, watch);
            }
            Err(error) => {
                log::line(&error);
                self.blocked_until = Some(Instant::now() + RETRY_AFTER);
            }
        }
    }

    /// Writes what is left, and the last words.
    fn end(mut self, recorder: &Recorder, watch: &mut Watch) {
        // They are tried whatever happened before.
        self.blocked_until = None;
        let bytes = self.encoder.flush();
        self.write(&bytes, recorder, Some(watch));
        recorder.tell(&mut self.encoder);
        loop {
            self.blocked_until = None;
            let end = self.encoder.finish();
            if self.write(&end, recorder, None) {
                return;
            }
            if !self.take_back(recorder) {
                let counts = self.encoder.counts();
                log::line(&format!("{} traces were written and {} requests dropped", counts.traces, counts.dropped));
                return;
            }
        }
    }

    /// Takes back the last block of traces, so that there is room to say what was lost; false if there is none.
    pub(crate) fn take_back(&mut self, recorder: &Recorder) -> bool {
        let Some((start, traces)) = self.last.pop_back() else { return false };
        self.cut(start);
        for (scope, traces) in SCOPES.into_iter().zip(traces) {
            self.encoder.unwritten(traces, scope, NO_DISK);
            recorder.tally(scope).no_disk.fetch_add(traces, Ordering::Relaxed);
        }
        true
    }

    /// Leaves nothing behind a place in the file.
    fn cut(&mut self, end: u64) {
        self.good = end;
        let _ = self.file.set_len(end);
        let _ = self.file.seek(SeekFrom::Start(end));
    }

    /// Writes whole blocks or nothing: what a full disk cut off is taken back, and its traces count as dropped. So do those
    /// for which there is no room, if there is a limit to that.
    fn write(&mut self, bytes: &[u8], recorder: &Recorder, limit: Option<&mut Watch>) -> bool {
        if bytes.is_empty() {
            return true;
        }
        let waiting = self.blocked_until.is_some_and(|until| Instant::now() < until);
        let room = limit.is_none_or(|watch| watch.takes(bytes.len() as u64));
        let result = if waiting || !room { Err(None) } else { self.file.write_all(bytes).map_err(Some) };
        let pending = SCOPES.map(|scope| recorder.tally(scope).pending.swap(0, Ordering::Relaxed));
        let Err(error) = result else {
            if self.last.len() == LAST_BLOCKS {
                self.last.pop_front();
            }
            self.last.push_back((self.good, pending));
            self.good += bytes.len() as u64;
            recorder.wrote(bytes.len());
            if self.blocked_until.take().is_some() {
                log::line("writing works again");
            }
            return true;
        };
        self.cut(self.good);
        for (scope, traces) in SCOPES.into_iter().zip(pending) {
            let tally = recorder.tally(scope);
            let (reason, count) =
                if room { (NO_DISK, &tally.no_disk) } else { (NO_ROOM_ON_DISK, &tally.no_room_on_disk) };
            self.encoder.unwritten(traces, scope, reason);
            count.fetch_add(traces, Ordering::Relaxed);
        }
        if let Some(error) = error {
            if self.blocked_until.is_none() {
                log::line(&format!("{}: {error}; dropping traces until it works", self.path.display()));
            }
            self.blocked_until = Some(Instant::now() + RETRY_AFTER);
        }
        false
    }
}

#[cfg(test)]
impl Writer {
    /// Writes a trace in a block of its own; where the file ends then.
    pub(crate) fn write_alone(&mut self, trace: &[u8], recorder: &Recorder) -> u64 {
        self.push(trace, Scope::Request, recorder, None);
        let bytes = self.encoder.flush();
        assert!(self.write(&bytes, recorder, None), "there is room");
        self.size()
    }

    pub(crate) fn size(&self) -> u64 {
        self.file.metadata().expect("it is open").len()
    }

    pub(crate) fn counts(&self) -> &retake_model::segment::End {
        self.encoder.counts()
    }
}
