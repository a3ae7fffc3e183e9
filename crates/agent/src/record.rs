//! Traces go through a ring of memory to a thread that writes them, or through a bounded queue if they do not fit. The service never
//! waits: without room, a whole trace is dropped and counted.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, Sender, bounded};
use retake_model::control::Control;
use retake_model::counts::Counts;
use retake_model::points::Points;
use retake_model::segment::{Encoder, FORMAT, Header};
use retake_model::trace::Scope;

use crate::limits::{self, Watch};
use crate::mask::Masking;
use crate::ring::{self, Incoming};
use crate::writer::{Beginning, Writer};
use crate::{log, page};

/// Traces that may wait.
const QUEUE: usize = 4096;
/// A writer that dies is replaced so often. What kills it again and again would go on to do so.
const REPLACEMENTS: u32 = 3;

/// How far the thread that writes stands behind those of the service when there is too little to run on. It takes a hundredth of what
/// they do, so that it gets enough all the same.
const BEHIND: i32 = 10;

/// A trace on its way to the writer.
pub(crate) type Item = (Scope, Vec<u8>);

/// Where traces come from.
pub(crate) struct Sources {
    /// None if an earlier agent still reads it.
    pub(crate) ring: Option<Incoming>,
    pub(crate) queue: Receiver<Item>,
    /// What replaces what is sensitive, if that is wanted.
    pub(crate) masking: Option<Masking>,
}

/// Takes traces from the runtime.
pub(crate) struct Recorder {
    /// What the runtime is told of which requests are recorded.
    pub(crate) rules: Vec<u8>,
    queue: Sender<Item>,
    waiting: AtomicUsize,
    /// Bytes that may wait, so that a few huge traces cannot fill the memory of the service.
    most_waiting: usize,
    /// CPU time that the process had used before, in nanoseconds.
    cpu_before: u64,
    /// CPU time that recording has cost, as of the last look.
    spent: AtomicU64,
    /// What earlier files have told of what never came to disk, and of requests.
    told: Mutex<BTreeMap<(Told, &'static str), u64>>,
    tallies: [Tally; 2],
    /// The names that the runtime uses by number, and how many they are.
    names: Mutex<Vec<(i64, String)>>,
    named: AtomicUsize,
    bytes: AtomicU64,
    ending: AtomicBool,
    /// Whether nobody writes any more.
    over: AtomicBool,
    /// What could not be woven, for the last words.
    left_out: Mutex<BTreeMap<String, String>>,
}

/// What became of traces of one scope.
#[derive(Default)]
pub(crate) struct Tally {
    taken: AtomicU64,
    /// In the writer's hands, and not on disk.
    pub(crate) pending: AtomicU64,
    no_room: AtomicU64,
    too_large: AtomicU64,
    unfinished: AtomicU64,
    /// Lost with a writer that died, or because there is none.
    no_writer: AtomicU64,
    no_memory: AtomicU64,
    /// What came when the traffic was as large as it may be.
    pub(crate) no_room_on_disk: AtomicU64,
    /// What the disk did not take.
    pub(crate) no_disk: AtomicU64,
}

/// What a file tells at its end, besides what is in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    Lost,
    LostOutside,
    Requests,
    NotWanted,
}

/// Why the runtime gave a trace up.
#[derive(Clone, Copy)]
pub(crate) enum GivenUp {
    TooLarge,
    Unfinished,
    NoMemory,
}

/// Why what was traced did not come to disk although that would have taken it.
pub(crate) const NO_ROOM_ON_DISK: &str = "there was no room for the traffic";
/// Why the disk's losses were losses.
pub(crate) const NO_DISK: &str = "the disk did not take them";

impl Tally {
    /// Traces that never came to disk for reasons that the writer knows nothing of.
    pub(crate) fn lost(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let lost = [
            ("the queue was full", &self.no_room),
            ("the trace was larger than 16 MiB", &self.too_large),
            ("the recording ended while the request was served", &self.unfinished),
            ("the thread that writes them failed", &self.no_writer),
            (page::NO_MEMORY, &self.no_memory),
        ];
        lost.map(|(reason, count)| (reason, count.load(Ordering::Relaxed))).into_iter().filter(|(_, count)| *count > 0)
    }
}

impl Recorder {
    /// Starts the writing thread.
    pub(crate) fn start(
        directory: &Path,
        points: Points,
        jvm: String,
        attached: bool,
        control: &Control,
        masking: Option<Masking>,
    ) -> Result<Arc<Recorder>, String> {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let header = Header {
            format: FORMAT.to_owned(),
            retake: env!("CARGO_PKG_VERSION").to_owned(),
            jvm,
            started,
            process: std::process::id(),
            attached,
            masked: masking.as_ref().map(|masking| masking.key_id().to_owned()),
            points,
        };
        let beginning = Beginning::new(directory, &header, control.limits.segment.0);
        let watch = Watch::new(control.limits, directory);
        let (queue, queued) = bounded(QUEUE);
        let ring = Incoming::open();
        let recorder = Arc::new(Recorder {
            rules: page::begin(control, ring.as_ref().map(Incoming::place).unwrap_or_default()),
            queue,
            waiting: AtomicUsize::new(0),
            most_waiting: (control.limits.memory.0 / 3) as usize,
            cpu_before: limits::of_process(),
            spent: AtomicU64::new(0),
            told: Mutex::default(),
            tallies: Default::default(),
            names: Mutex::default(),
            named: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            ending: AtomicBool::new(false),
            over: AtomicBool::new(false),
            left_out: Mutex::default(),
        });
        let writer = beginning.create()?;
        let shared = recorder.clone();
        std::thread::Builder::new()
            .name("retake-writer".to_owned())
            .spawn(move || shared.write(&mut Sources { ring, queue: queued, masking }, &beginning, watch, writer))
            .map_err(|error| format!("the writing thread cannot be started: {error}"))?;
        Ok(recorder)
    }

    /// Writes until the end. A writer that dies is replaced by another, with a file of its own.
    fn write(&self, sources: &mut Sources, beginning: &Beginning, mut watch: Watch, first: Writer) {
        // A request must not wait until a block is packed. Where that is refused, it may have to.
        let _ = rustix::process::nice(BEHIND);
        let mut next = Ok(first);
        for replacement in 1.. {
            let writer = match next {
                Ok(writer) => writer,
                Err(error) => {
                    log::line(&format!("nothing is recorded any more: {error}"));
                    break;
                }
            };
            if catch_unwind(AssertUnwindSafe(|| writer.run(sources, self, beginning, &mut watch))).is_ok() {
                break;
            }
            for tally in &self.tallies {
                let pending = tally.pending.swap(0, Ordering::Relaxed);
                tally.no_writer.fetch_add(pending, Ordering::Relaxed);
            }
            if replacement > REPLACEMENTS {
                log::line("the thread that writes has failed too often; nothing is recorded any more");
                break;
            }
            log::line("the thread that writes has failed; another goes on in a file of its own");
            next = beginning.create();
        }
        self.over.store(true, Ordering::Release);
        ring::close();
        while let Some(record) = sources.ring.as_mut().and_then(Incoming::next) {
            self.came(record.scope);
            self.tally(record.scope).no_writer.fetch_add(1, Ordering::Relaxed);
        }
        while let Ok((scope, trace)) = sources.queue.try_recv() {
            self.left_queue(trace.len());
            self.tally(scope).no_writer.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Hands a trace over; false if it was dropped.
    pub(crate) fn submit(&self, scope: Scope, trace: Vec<u8>) -> bool {
        let (size, tally) = (trace.len(), self.tally(scope));
        if self.is_over() {
            tally.taken.fetch_add(1, Ordering::Relaxed);
            tally.no_writer.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        let fits = self.waiting.fetch_add(size, Ordering::Relaxed) + size <= self.most_waiting;
        if !fits || self.queue.try_send((scope, trace)).is_err() {
            self.waiting.fetch_sub(size, Ordering::Relaxed);
            let why = if fits { &tally.no_room } else { &tally.no_memory };
            why.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        tally.taken.fetch_add(1, Ordering::Relaxed);
        true
    }

    /// A trace has come out of the queue.
    pub(crate) fn left_queue(&self, size: usize) {
        self.waiting.fetch_sub(size, Ordering::Relaxed);
    }

    /// A trace has come through the ring.
    pub(crate) fn came(&self, scope: Scope) {
        self.tally(scope).taken.fetch_add(1, Ordering::Relaxed);
    }

    /// The runtime says what a number means that it is about to use.
    pub(crate) fn name(&self, number: i64, name: String) {
        let mut names = self.names();
        names.push((number, name));
        self.named.store(names.len(), Ordering::Release);
    }

    fn names(&self) -> MutexGuard<'_, Vec<(i64, String)>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells all names but the first so many, and how many there are by now.
    pub(crate) fn tell_names(&self, known: usize, mut tell: impl FnMut(i64, &str)) -> usize {
        if self.named.load(Ordering::Acquire) == known {
            return known;
        }
        let names = self.names();
        names[known..].iter().for_each(|(number, name)| tell(*number, name));
        names.len()
    }

    /// Bytes have come to disk.
    pub(crate) fn wrote(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Counts a trace that the runtime gave up.
    pub(crate) fn given_up(&self, scope: Scope, why: GivenUp) {
        let tally = self.tally(scope);
        let count = match why {
            GivenUp::TooLarge => &tally.too_large,
            GivenUp::Unfinished => &tally.unfinished,
            GivenUp::NoMemory => &tally.no_memory,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Measures what recording has cost, in nanoseconds of CPU time; the writer does so of itself.
    pub(crate) fn measure(&self) -> u64 {
        let spent = page::spent() + limits::of_thread();
        self.spent.store(spent, Ordering::Relaxed);
        spent
    }

    /// Tells at the end of a file what no file before has told.
    pub(crate) fn tell(&self, encoder: &mut Encoder) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let mut more = |what: Told, reason: &'static str, count: u64| {
            let before = told.insert((what, reason), count).unwrap_or(0);
            count.saturating_sub(before)
        };
        for (scope, what) in [(Scope::Request, Told::Lost), (Scope::Boot, Told::LostOutside)] {
            for (reason, count) in self.tally(scope).lost() {
                encoder.drop_traces(more(what, reason, count), scope, reason);
            }
        }
        for (reason, count) in page::no_room() {
            encoder.drop_traces(more(Told::Requests, reason, count), Scope::Request, reason);
        }
        let end = encoder.counts_mut();
        end.seen = more(Told::Requests, "seen", page::count(page::SEEN));
        end.spent_us = more(Told::Requests, "spent", self.measure() / 1000);
        end.cpu_us = more(Told::Requests, "used", (limits::of_process() - self.cpu_before) / 1000);
        for (reason, count) in page::not_wanted() {
            end.not_wanted.insert(reason.to_owned(), more(Told::NotWanted, reason, count));
        }
        end.not_wanted.retain(|_, count| *count > 0);
    }

    pub(crate) fn tally(&self, scope: Scope) -> &Tally {
        let [requests, boot] = &self.tallies;
        match scope {
            Scope::Request => requests,
            Scope::Boot => boot,
        }
    }

    /// Ends the recording: the writer stops when nothing more comes.
    pub(crate) fn finish(&self, left_out: BTreeMap<String, String>) {
        *self.left_out.lock().unwrap_or_else(PoisonError::into_inner) = left_out;
        self.ending.store(true, Ordering::Release);
    }

    /// What could not be woven.
    pub(crate) fn left_out(&self) -> BTreeMap<String, String> {
        self.left_out.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether nothing more comes.
    pub(crate) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Acquire)
    }

    /// Whether nobody writes any more.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    /// How far the recording is.
    pub(crate) fn counts(&self) -> Counts {
        let written = |tally: &Tally| {
            let lost =
                [&tally.no_disk, &tally.no_writer, &tally.no_room_on_disk].map(|count| count.load(Ordering::Relaxed));
            tally.taken.load(Ordering::Relaxed).saturating_sub(lost.iter().sum())
        };
        let [requests, boot] = &self.tallies;
        let of_disk = [(NO_DISK, &requests.no_disk), (NO_ROOM_ON_DISK, &requests.no_room_on_disk)];
        let of_disk = of_disk.map(|(reason, count)| (reason, count.load(Ordering::Relaxed)));
        let mut dropped = BTreeMap::<String, u64>::new();
        for (reason, count) in requests.lost().chain(page::no_room()).chain(of_disk).filter(|(_, count)| *count > 0) {
            *dropped.entry(reason.to_owned()).or_default() += count;
        }
        Counts {
            seen: page::count(page::SEEN),
            begun: page::count(page::BEGUN),
            not_wanted: page::not_wanted().into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect(),
            spent_us: self.spent.load(Ordering::Relaxed) / 1000,
            cpu_us: (limits::of_process() - self.cpu_before) / 1000,
            recorded: written(requests),
            boot: written(boot),
            dropped,
            bytes: self.bytes.load(Ordering::Relaxed),
            ..Counts::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use retake_model::segment::{Item as Read, Reader};
    use retake_model::trace::Trace;

    use super::*;
    use crate::writer::DEADLY;

    /// How long a test waits for a thread.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn wait(what: &str, mut holds: impl FnMut() -> bool) {
        let begin = Instant::now();
        while !holds() {
            assert!(begin.elapsed() < PATIENCE, "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn trace(id: u64) -> Vec<u8> {
        let mut writer = retake_model::cbor::Writer::default();
        Trace { id, ..Trace::default() }.encode(&mut writer);
        writer.bytes
    }

    /// The traces in all files, and what the last file says at its end.
    fn read(directory: &Path) -> (Vec<u64>, Option<retake_model::segment::End>) {
        let mut files: Vec<_> =
            std::fs::read_dir(directory).expect("there").flatten().map(|file| file.path()).collect();
        files.sort();
        let (mut ids, mut end) = (Vec::new(), None);
        for file in files {
            let bytes = std::fs::read(file).expect("there");
            let mut reader = Reader::new(&bytes).expect("traffic");
            ids.extend(reader.by_ref().filter_map(|item| match item {
                Read::Trace(trace) => Some(trace.id),
                Read::Header(_) => None,
            }));
            end = reader.tail().end.clone().or(end);
        }
        ids.sort_unstable();
        (ids, end)
    }

    fn directory(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("retake-agent-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        path
    }

    #[test]
    fn a_writer_that_dies_is_replaced_and_told() {
        let directory = directory("replaced");
        let recorder = Recorder::start(&directory, Points::default(), String::new(), false, &Control::default(), None)
            .expect("it starts");
        assert!(recorder.submit(Scope::Request, trace(1)));
        wait("the first trace is not on disk", || read(&directory).0 == [1]);
        assert!(recorder.submit(Scope::Request, DEADLY.to_vec()));
        wait("the loss is not told", || recorder.counts().dropped.values().sum::<u64>() == 1);
        assert!(recorder.submit(Scope::Request, trace(2)));
        recorder.finish(BTreeMap::new());
        wait("the end does not come", || recorder.is_over());
        let (ids, end) = read(&directory);
        assert_eq!(ids, [1, 2]);
        let end = end.expect("the last file is ended");
        assert_eq!(end.reasons.get("the thread that writes them failed"), Some(&1), "{end:?}");
        assert_eq!(recorder.counts().recorded, 2);
        std::fs::remove_dir_all(&directory).expect("ours");
    }

    #[test]
    fn a_writer_that_dies_again_and_again_ends_the_recording() {
        let directory = directory("given-up");
        let recorder = Recorder::start(&directory, Points::default(), String::new(), false, &Control::default(), None)
            .expect("it starts");
        for _ in 0..=REPLACEMENTS {
            let before = recorder.counts().dropped.values().sum::<u64>();
            recorder.submit(Scope::Request, DEADLY.to_vec());
            wait("the loss is not told", || recorder.counts().dropped.values().sum::<u64>() > before);
        }
        wait("it goes on", || recorder.is_over());
        assert!(!recorder.submit(Scope::Request, trace(1)), "nobody can write it");
        std::fs::remove_dir_all(&directory).expect("ours");
    }

    #[test]
    fn the_last_block_makes_room_for_the_last_words() {
        let directory = directory("last-words");
        let recorder = Recorder::start(&directory, Points::default(), String::new(), false, &Control::default(), None)
            .expect("it starts");
        let beginning = Beginning::new(&directory, &Header::default(), u64::MAX);
        let mut writer = beginning.create().expect("there is room");
        let ends = [1, 2].map(|id| writer.write_alone(&trace(id), &recorder));
        assert!(ends[0] < ends[1]);
        assert!(writer.take_back(&recorder));
        assert_eq!(writer.size(), ends[0], "the first block is still there");
        let counts = writer.counts();
        assert_eq!((counts.traces, counts.reasons.get(NO_DISK)), (1, Some(&1)));
        assert!(writer.take_back(&recorder) && !writer.take_back(&recorder), "the header stays");
        recorder.finish(BTreeMap::new());
        wait("the end does not come", || recorder.is_over());
        std::fs::remove_dir_all(&directory).expect("ours");
    }
}
