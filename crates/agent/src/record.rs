//! Traces go through a bounded queue to a thread that writes them. The service never waits: without room, a whole
//! trace is dropped and counted.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use retake_model::points::Points;
use retake_model::segment::{EXTENSION, Encoder, FORMAT, Header};
use retake_model::trace::Scope;

use crate::log;

/// Traces that may wait.
const QUEUE: usize = 4096;
/// Bytes that may wait, so that a few huge traces cannot fill the memory of the service.
const QUEUE_BYTES: usize = 64 << 20;
/// What was recorded is on disk after this long.
const FLUSH_EVERY: Duration = Duration::from_millis(200);
/// How often the writer looks up from an empty queue.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// After a write that failed, the next try waits this long.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Takes traces from the runtime.
pub(crate) struct Recorder {
    queue: Sender<(Scope, Vec<u8>)>,
    waiting: AtomicUsize,
    lost: [Lost; 2],
    ending: AtomicBool,
}

/// How many traces never came to the writer, by the reason why.
#[derive(Default)]
struct Lost {
    no_room: AtomicU64,
    too_large: AtomicU64,
    unfinished: AtomicU64,
}

/// Where a recorder is, for the threads that share it.
pub(crate) type Shared = &'static Recorder;

impl Recorder {
    /// Starts the writing thread. The recorder lives as long as the process.
    pub(crate) fn start(directory: &Path, points: Points, jvm: String) -> Result<(Shared, JoinHandle<()>), String> {
        let (queue, incoming) = bounded(QUEUE);
        let recorder: Shared = Box::leak(Box::new(Recorder {
            queue,
            waiting: AtomicUsize::new(0),
            lost: Default::default(),
            ending: AtomicBool::new(false),
        }));
        let writer = Writer::create(directory, points, jvm)?;
        let thread = std::thread::Builder::new()
            .name("retake-writer".to_owned())
            .spawn(move || writer.run(&incoming, recorder))
            .map_err(|error| format!("the writing thread cannot be started: {error}"))?;
        Ok((recorder, thread))
    }

    /// Hands a trace over; false if it was dropped.
    pub(crate) fn submit(&self, scope: Scope, trace: Vec<u8>) -> bool {
        let size = trace.len();
        if self.waiting.fetch_add(size, Ordering::Relaxed) + size > QUEUE_BYTES
            || self.queue.try_send((scope, trace)).is_err()
        {
            self.waiting.fetch_sub(size, Ordering::Relaxed);
            self.lost(scope).no_room.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        true
    }

    /// Counts a trace that the runtime gave up.
    pub(crate) fn given_up(&self, scope: Scope, unfinished: bool) {
        let lost = self.lost(scope);
        if unfinished { &lost.unfinished } else { &lost.too_large }.fetch_add(1, Ordering::Relaxed);
    }

    fn lost(&self, scope: Scope) -> &Lost {
        let [requests, boot] = &self.lost;
        match scope {
            Scope::Request => requests,
            Scope::Boot => boot,
        }
    }

    /// Ends the recording: the writer stops when nothing more comes.
    pub(crate) fn finish(&self) {
        self.ending.store(true, Ordering::Release);
    }
}

struct Writer {
    path: PathBuf,
    file: File,
    /// How much of the file is whole blocks.
    good: u64,
    encoder: Encoder,
    /// Traces of requests in the encoder that are not on disk.
    pending: u64,
    /// Traces outside requests in the encoder that are not on disk.
    pending_boot: u64,
    blocked_until: Option<Instant>,
}

impl Writer {
    fn create(directory: &Path, points: Points, jvm: String) -> Result<Writer, String> {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let path = directory.join(format!("{started}-{}.{EXTENSION}", std::process::id()));
        let cannot = |error| format!("{} cannot be written: {error}", path.display());
        std::fs::create_dir_all(directory).map_err(cannot)?;
        let mut file = File::options().create_new(true).write(true).open(&path).map_err(cannot)?;
        let header = Header {
            format: FORMAT.to_owned(),
            retake: env!("CARGO_PKG_VERSION").to_owned(),
            jvm,
            started,
            process: std::process::id(),
            attached: false,
            points,
        };
        let (encoder, bytes) = Encoder::new(&header);
        file.write_all(&bytes).map_err(cannot)?;
        let good = bytes.len() as u64;
        Ok(Writer { path, file, good, encoder, pending: 0, pending_boot: 0, blocked_until: None })
    }

    fn run(mut self, incoming: &Receiver<(Scope, Vec<u8>)>, recorder: Shared) {
        let mut flushed = Instant::now();
        loop {
            let patience = if recorder.ending.load(Ordering::Acquire) { Duration::ZERO } else { LOOK_EVERY };
            match incoming.recv_timeout(patience) {
                Ok((scope, trace)) => {
                    recorder.waiting.fetch_sub(trace.len(), Ordering::Relaxed);
                    *match scope {
                        Scope::Request => &mut self.pending,
                        Scope::Boot => &mut self.pending_boot,
                    } += 1;
                    if let Some(bytes) = self.encoder.push(&trace, scope) {
                        self.write(&bytes);
                        flushed = Instant::now();
                    }
                }
                Err(RecvTimeoutError::Timeout) if recorder.ending.load(Ordering::Acquire) => break,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if flushed.elapsed() >= FLUSH_EVERY {
                let bytes = self.encoder.flush();
                self.write(&bytes);
                flushed = Instant::now();
            }
        }
        // The last words are tried whatever happened before.
        self.blocked_until = None;
        let bytes = self.encoder.flush();
        self.write(&bytes);
        for scope in [Scope::Request, Scope::Boot] {
            let lost = recorder.lost(scope);
            let lost = [
                (&lost.no_room, "the queue was full"),
                (&lost.too_large, "the trace was larger than 16 MiB"),
                (&lost.unfinished, "the service ended while the request was served"),
            ];
            for (count, reason) in lost {
                self.encoder.drop_traces(count.load(Ordering::Relaxed), scope, reason);
            }
        }
        self.blocked_until = None;
        let counts = self.encoder.counts().clone();
        let end = std::mem::take(&mut self.encoder).finish();
        if !self.write(&end) {
            log::line(&format!("{} traces were written and {} requests dropped", counts.traces, counts.dropped));
        }
    }

    /// Writes whole blocks or nothing: what a full disk cut off is taken back, and its traces count as dropped.
    fn write(&mut self, bytes: &[u8]) -> bool {
        if bytes.is_empty() {
            return true;
        }
        let waiting = self.blocked_until.is_some_and(|until| Instant::now() < until);
        let result = if waiting { Err(None) } else { self.file.write_all(bytes).map_err(Some) };
        let written = result.is_ok();
        match result {
            Ok(()) => {
                self.good += bytes.len() as u64;
                if self.blocked_until.take().is_some() {
                    log::line("writing works again");
                }
            }
            Err(error) => {
                let _ = self.file.set_len(self.good);
                let _ = self.file.seek(SeekFrom::Start(self.good));
                self.encoder.unwritten(self.pending, Scope::Request, "the disk did not take them");
                self.encoder.unwritten(self.pending_boot, Scope::Boot, "the disk did not take them");
                if let Some(error) = error {
                    if self.blocked_until.is_none() {
                        log::line(&format!("{}: {error}; dropping traces until it works", self.path.display()));
                    }
                    self.blocked_until = Some(Instant::now() + RETRY_AFTER);
                }
            }
        }
        self.pending = 0;
        self.pending_boot = 0;
        written
    }
}
