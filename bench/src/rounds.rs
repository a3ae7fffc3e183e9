//! Contenders that take turns, so that whatever else the machine does hits all of them.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One contender: its name and its work, which tells how often it failed.
pub struct Contender<'a> {
    /// What the table calls it.
    pub name: &'a str,
    /// The work of one round.
    pub work: Box<dyn Fn() -> Outcome + 'a>,
}

/// What a round of work told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How many inputs it could not handle.
    pub failures: usize,
    /// Something that depends on the work, so that no compiler leaves it out.
    pub sum: u64,
    /// How long it took, where the work was done in another process, which measured it as it is measured here.
    pub spent: Option<Duration>,
}

/// A contender's times.
#[derive(Clone, Debug)]
pub struct Times {
    /// One for each round, in order.
    pub rounds: Vec<Duration>,
    /// What the last round told.
    pub outcome: Outcome,
}

impl Times {
    /// The median.
    pub fn median(&self) -> Duration {
        let mut rounds = self.rounds.clone();
        rounds.sort();
        rounds.get(rounds.len() / 2).copied().unwrap_or_default()
    }

    /// How many times as long as another this took: the median over rounds of the ratio within a round.
    pub fn ratio(&self, other: &Times) -> f64 {
        let pairs = self.rounds.iter().zip(&other.rounds);
        let mut ratios: Vec<f64> = pairs.map(|(a, b)| a.as_secs_f64() / b.as_secs_f64()).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

/// Lets the contenders take turns for so many rounds, after one that does not count.
pub fn run(contenders: &[Contender<'_>], rounds: usize) -> Vec<Times> {
    let mut times = vec![Times { rounds: Vec::new(), outcome: Outcome::default() }; contenders.len()];
    for round in 0..=rounds {
        for (contender, times) in contenders.iter().zip(&mut times) {
            let clock = Clock::start();
            times.outcome = black_box((contender.work)());
            let spent = times.outcome.spent.unwrap_or_else(|| clock.spent());
            if round > 0 {
                times.rounds.push(spent);
            }
        }
    }
    times
}

/// Measures this thread's time on a processor where the system tells it, else time on the wall.
struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Clock { wall: Instant::now(), processor: processor_time() }
    }

    fn spent(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

/// How long this thread has been on a processor.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// What [`run`] measures here, for the line that says how a table was made.
pub fn clock_name() -> &'static str {
    if processor_time().is_some() { "processor time of one thread" } else { "wall time of one thread" }
}
