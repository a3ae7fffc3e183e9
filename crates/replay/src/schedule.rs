//! In which order the calls of a case are started and waited for.

use retake_model::case::Call;

/// One step of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Start this call.
    Start(usize),
    /// Wait until this call has ended.
    Finish(usize),
}

/// The steps of a case. A call starts when all calls have ended that had ended before it when it was recorded, and after
/// all calls that had started before it; so calls overlap if they overlapped.
pub(crate) fn steps(calls: &[Call]) -> Vec<Step> {
    let mut order: Vec<usize> = (0..calls.len()).collect();
    order.sort_by_key(|&index| calls[index].start);
    let mut running: Vec<usize> = Vec::new();
    let mut steps = Vec::with_capacity(2 * calls.len());
    for next in order {
        running.sort_by_key(|&index| calls[index].end);
        let ended = running.iter().take_while(|&&index| calls[index].end <= calls[next].start).count();
        steps.extend(running.drain(..ended).map(Step::Finish));
        steps.push(Step::Start(next));
        running.push(next);
    }
    running.sort_by_key(|&index| calls[index].end);
    steps.extend(running.into_iter().map(Step::Finish));
    steps
}

#[cfg(test)]
mod tests {
    use super::Step::{Finish, Start};
    use super::*;

    fn check(ticks: &[(u32, u32)], expected: &[Step]) {
        let calls: Vec<Call> = ticks.iter().map(|&(start, end)| Call { start, end, ..Call::default() }).collect();
        assert_eq!(steps(&calls), expected, "{ticks:?}");
    }

    #[test]
    fn keeps_the_interleaving() {
        check(&[(0, 1)], &[Start(0), Finish(0)]);
        check(&[(0, 1), (2, 3)], &[Start(0), Finish(0), Start(1), Finish(1)]);
        check(&[(0, 2), (1, 3)], &[Start(0), Start(1), Finish(0), Finish(1)]);
        check(&[(0, 5), (1, 2), (3, 4)], &[Start(0), Start(1), Finish(1), Start(2), Finish(2), Finish(0)]);
        check(&[(2, 3), (0, 1)], &[Start(1), Finish(1), Start(0), Finish(0)]);
        // Nonsense is driven one after the other.
        check(&[(0, 0), (0, 0)], &[Start(0), Finish(0), Start(1), Finish(1)]);
        check(&[], &[]);
    }
}
