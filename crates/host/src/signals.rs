//! Signals that ask the command to stop.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Listens to `SIGINT`, `SIGTERM` and `SIGHUP`, which from then on do not end the command by themselves.
///
/// Everything that waits asks here, so that a service is stopped by the code that started it, in the same way whether
/// the run ended or somebody pressed Ctrl-C.
#[derive(Clone, Debug, Default)]
pub struct Interrupts {
    state: Arc<(Mutex<State>, Condvar)>,
}

#[derive(Debug, Default)]
struct State {
    count: usize,
    last: i32,
}

impl Interrupts {
    /// Starts listening, for the life of the process.
    pub fn listen() -> io::Result<Interrupts> {
        let interrupts = Interrupts::default();
        let told = interrupts.clone();
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                told.raise(signal);
            }
        })?;
        Ok(interrupts)
    }

    fn raise(&self, signal: i32) {
        let mut state = self.state();
        state.count += 1;
        state.last = signal;
        self.state.1.notify_all();
    }

    /// How often the command was asked to stop.
    pub fn count(&self) -> usize {
        self.state().count
    }

    /// Whether the command was asked to stop.
    pub fn any(&self) -> bool {
        self.count() > 0
    }

    /// The signal that came last, as a number; 0 for none.
    pub fn last(&self) -> i32 {
        self.state().last
    }

    pub(crate) fn last_signal(&self) -> Option<Signal> {
        Signal::from_named_raw(self.last())
    }

    /// Sleeps, but no longer than until the command is asked to stop once more.
    pub fn sleep(&self, duration: Duration) {
        let state = self.state();
        let before = state.count;
        let _ = self.state.1.wait_timeout_while(state, duration, |state| state.count == before);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_signal_ends_a_sleep() {
        let interrupts = Interrupts::default();
        assert!(!interrupts.any());
        let other = interrupts.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            other.raise(SIGTERM);
        });
        let begin = Instant::now();
        interrupts.sleep(Duration::from_secs(20));
        assert!(begin.elapsed() < Duration::from_secs(10));
        assert_eq!((interrupts.count(), interrupts.last()), (1, SIGTERM));
        assert_eq!(interrupts.last_signal(), Some(Signal::TERM));
        thread.join().expect("it ended");
    }
}
