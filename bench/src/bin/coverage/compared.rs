//! What requests run live, and how much of it runs again.

use std::collections::BTreeMap;

use retake_bench::coverage::{Counts, Line, Part, Seen};

/// How much of the code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) lines: u32,
    pub(crate) instructions: u32,
    pub(crate) branches: u32,
}

/// What requests run of each line, live: what the start of the service runs is taken out.
#[derive(Debug)]
pub(crate) struct Live(BTreeMap<Line, (Counts, Counts)>);

impl Live {
    pub(crate) fn new(start: &Seen, live: &Seen) -> Live {
        let lines = live.0.iter().map(|(line, live)| {
            let start = start.0.get(line).copied().unwrap_or_default();
            (line.clone(), (start, *live))
        });
        Live(lines.collect())
    }

    /// All of it.
    pub(crate) fn all(&self) -> Amount {
        self.0.values().map(|(start, live)| Amount::between(*start, *live)).sum()
    }

    /// What of it runs in a replay.
    pub(crate) fn again(&self, replay: &Seen) -> Amount {
        self.each(replay).map(|(_, amount)| amount).sum()
    }

    /// What runs in a replay alone. The two run the same requests, so there should be none.
    pub(crate) fn besides(&self, replay: &Seen) -> Amount {
        let more = replay.0.iter().map(|(line, replay)| {
            let (_, live) = self.0.get(line).copied().unwrap_or_default();
            Amount::between(live, *replay)
        });
        more.sum()
    }

    /// What requests run of each method, and what of it runs in a replay: instructions, by class and method.
    pub(crate) fn methods(&self, replay: &Seen) -> BTreeMap<(String, String, String), (u32, u32)> {
        let mut methods: BTreeMap<(String, String, String), (u32, u32)> = BTreeMap::new();
        for (line, again) in self.each(replay) {
            let live = self.0.get(line).map(|(start, live)| Amount::between(*start, *live)).unwrap_or_default();
            let key = (line.class.clone(), line.method.clone(), line.descriptor.clone());
            let sum = methods.entry(key).or_default();
            sum.0 += live.instructions;
            sum.1 += again.instructions;
        }
        methods
    }

    fn each<'a>(&'a self, replay: &'a Seen) -> impl Iterator<Item = (&'a Line, Amount)> {
        self.0.iter().map(|(line, (start, live))| {
            let replay = replay.0.get(line).copied().unwrap_or_default();
            let least = |a: Part, b: Part| Part { ran: a.ran.min(b.ran), all: a.all };
            let both = Counts {
                instructions: least(live.instructions, replay.instructions),
                branches: least(live.branches, replay.branches),
            };
            (line, Amount::between(*start, both))
        })
    }
}

impl Amount {
    /// What the second ran and the first did not.
    fn between(first: Counts, second: Counts) -> Amount {
        let more = |first: Part, second: Part| second.ran.saturating_sub(first.ran);
        let instructions = more(first.instructions, second.instructions);
        Amount { lines: u32::from(instructions > 0), instructions, branches: more(first.branches, second.branches) }
    }
}

impl std::iter::Sum for Amount {
    fn sum<I: Iterator<Item = Amount>>(all: I) -> Amount {
        all.fold(Amount::default(), |sum, next| Amount {
            lines: sum.lines + next.lines,
            instructions: sum.instructions + next.instructions,
            branches: sum.branches + next.branches,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(lines: &[(u32, u32, u32)]) -> Seen {
        let line = |number| Line {
            class: "orders.A".to_owned(),
            method: "a".to_owned(),
            descriptor: "()V".to_owned(),
            number,
        };
        let part = |ran| Part { ran, all: 10 };
        let counts = |instructions, branches| Counts { instructions: part(instructions), branches: part(branches) };
        Seen(lines.iter().map(|&(number, ran, branches)| (line(number), counts(ran, branches))).collect())
    }

    #[test]
    fn what_the_start_runs_counts_for_nobody() {
        let start = seen(&[(1, 4, 0), (2, 0, 0), (3, 2, 1)]);
        let live = Live::new(&start, &seen(&[(1, 4, 0), (2, 6, 0), (3, 7, 2)]));
        assert_eq!(live.all(), Amount { lines: 2, instructions: 11, branches: 1 });
        // Line 2 does not run again, of line 3 a part does, and of line 1 something does that did not run live.
        let replay = seen(&[(1, 9, 0), (2, 0, 0), (3, 5, 1)]);
        assert_eq!(live.again(&replay), Amount { lines: 1, instructions: 3, branches: 0 });
        assert_eq!(live.besides(&replay), Amount { lines: 1, instructions: 5, branches: 0 });
        assert_eq!(live.methods(&replay).into_values().collect::<Vec<_>>(), [(11, 3)]);
    }
}
