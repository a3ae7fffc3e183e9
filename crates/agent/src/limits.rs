//! What recording costs, and what it may cost. The thread that writes looks from time to time, and has the runtime take
//! fewer requests, or none, while there is no room.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use retake_model::control::Limits;
use rustix::time::{ClockId, clock_gettime};

use crate::{log, page};

/// How often it looks.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// What is full has room again when a twentieth of it is free, but …
const ROOM_AGAIN: u64 = 20;
/// … at least some blocks must fit, or it would be full again at once; in little traffic, a quarter.
const SOME_BLOCKS: u64 = 1 << 20;
/// The least share of requests that is taken: what is not tried cannot turn out to be cheaper.
const LEAST: f64 = 0.001;

/// The limits, and how far they are.
pub(crate) struct Watch {
    limits: Limits,
    directory: PathBuf,
    looked: Option<Instant>,
    /// What was in the directory when it was looked at, with what was written since.
    used: u64,
    /// What was free on the disk then, without what was written since.
    free: u64,
    closed: Option<usize>,
    cpu: Throttle,
    /// What had been spent when it was looked at, and the time of the process.
    before: (u64, u64),
}

impl Watch {
    pub(crate) fn new(limits: Limits, directory: &Path) -> Watch {
        let mut watch = Watch {
            limits,
            directory: directory.to_owned(),
            looked: None,
            used: 0,
            free: u64::MAX,
            closed: None,
            cpu: Throttle { share: 1.0, whole: 0.0 },
            before: (0, of_process()),
        };
        watch.measure();
        watch
    }

    fn measure(&mut self) {
        if self.limits.disk.is_some() {
            self.used = size(&self.directory);
        }
        if self.limits.free.is_some() {
            self.free = free(&self.directory);
        }
    }

    /// Whether it is time to look.
    pub(crate) fn is_due(&self) -> bool {
        self.looked.is_none_or(|looked| looked.elapsed() >= LOOK_EVERY)
    }

    /// Looks. `spent` is what recording has cost so far, in nanoseconds.
    pub(crate) fn look(&mut self, spent: u64) {
        self.looked = Some(Instant::now());
        self.measure();
        let closed = self.full();
        if closed != self.closed {
            log::line(match closed {
                Some(_) => "there is no more room for traffic; requests are left until there is",
                None => "there is room for traffic again",
            });
            self.closed = closed;
            page::close(closed);
        }
        let now = (spent, of_process());
        if let Some(most) = self.limits.cpu {
            let (cost, all) = (now.0.saturating_sub(self.before.0), now.1.saturating_sub(self.before.1));
            self.cpu.adjust(cost as f64 / (all as f64).max(1.0), most.fraction());
            page::throttle(self.cpu.share);
        }
        self.before = now;
    }

    /// What there is no room in, if there is none.
    fn full(&self) -> Option<usize> {
        let (disk, free) =
            (self.limits.disk.map_or(u64::MAX, |size| size.0), self.limits.free.map_or(0, |size| size.0));
        let room = |of: u64| (of / ROOM_AGAIN).max(SOME_BLOCKS.min(of / 4));
        let (disk, free) = match self.closed {
            Some(_) => (disk - room(disk), free + room(free)),
            None => (disk, free),
        };
        match () {
            () if self.used >= disk => Some(page::NO_DISK),
            () if self.free <= free => Some(page::NO_SPACE),
            () => None,
        }
    }

    /// Whether so many bytes more have room; they count as written then.
    pub(crate) fn takes(&mut self, bytes: u64) -> bool {
        let fits = self.limits.disk.is_none_or(|most| self.used + bytes <= most.0)
            && self.limits.free.is_none_or(|least| self.free.saturating_sub(bytes) >= least.0);
        if fits {
            self.used += bytes;
            self.free = self.free.saturating_sub(bytes);
        } else {
            // Whoever comes before the next look need not be traced for nothing.
            let word = if self.limits.disk.is_some_and(|most| self.used + bytes > most.0) {
                page::NO_DISK
            } else {
                page::NO_SPACE
            };
            self.closed = Some(word);
            page::close(self.closed);
        }
        fits
    }
}

/// Which share of the requests is taken, so that recording costs no more than it may.
struct Throttle {
    share: f64,
    /// What recording all requests would cost, as far as is known.
    whole: f64,
}

impl Throttle {
    /// Recording has cost this fraction since the last time, and may cost that one.
    fn adjust(&mut self, cost: f64, most: f64) {
        // The cost goes with the requests. Of few requests it is known badly, so that it takes several looks to believe
        // that they are cheap.
        let whole = cost / self.share;
        let weight = match () {
            // Nothing is known yet.
            () if self.whole == 0.0 => 1.0,
            () if whole > self.whole => 0.5,
            () => 0.2,
        };
        self.whole += weight * (whole - self.whole);
        // Somewhat below the limit, so that it is kept and not just met on average.
        self.share = (0.9 * most / self.whole.max(f64::MIN_POSITIVE)).clamp(LEAST, 1.0);
    }
}

/// The time that a process or thread has used, in nanoseconds.
fn cpu_time(of: ClockId) -> u64 {
    let time = clock_gettime(of);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The time that the process has used.
pub(crate) fn of_process() -> u64 {
    cpu_time(ClockId::ProcessCPUTime)
}

/// The time that the calling thread has used.
pub(crate) fn of_thread() -> u64 {
    cpu_time(ClockId::ThreadCPUTime)
}

/// The size of all files of a directory; what cannot be looked at counts nothing.
fn size(directory: &Path) -> u64 {
    let files = fs::read_dir(directory).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).filter(|file| file.is_file()).map(|file| file.len()).sum()
}

/// What is free where a directory is; all there can be, if the system does not tell.
fn free(directory: &Path) -> u64 {
    rustix::fs::statvfs(directory).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(test)]
mod tests {
    use retake_model::control::Size;

    use super::*;

    #[test]
    fn a_throttle_finds_the_share_that_fits() {
        for (whole, most) in [(0.4, 0.05), (0.04, 0.05), (0.9, 0.01), (0.1, 0.5)] {
            let mut throttle = Throttle { share: 1.0, whole: 0.0 };
            for _ in 0..60 {
                throttle.adjust(whole * throttle.share, most);
            }
            let cost = whole * throttle.share;
            assert!(
                cost <= most && (cost >= 0.6 * most || throttle.share == 1.0),
                "{whole} {most}: {}",
                throttle.share
            );
        }
        // When it gets cheaper, more is taken again.
        let mut throttle = Throttle { share: LEAST, whole: 1.0 };
        (0..60).for_each(|_| throttle.adjust(0.0, 0.05));
        assert_eq!(throttle.share, 1.0);
    }

    #[test]
    fn what_is_full_has_room_again_when_there_is_some() {
        let limits = Limits { disk: Some(Size(1000)), ..Limits::default() };
        let mut watch = Watch::new(limits, Path::new("/nowhere"));
        assert!(watch.takes(900) && !watch.takes(101) && watch.takes(100));
        watch.closed = watch.full();
        assert_eq!(watch.closed, Some(page::NO_DISK));
        for (used, full) in [(760, true), (740, false)] {
            watch.used = used;
            assert_eq!(watch.full().is_some(), full, "{used}");
        }
        page::close(None);
    }
}
