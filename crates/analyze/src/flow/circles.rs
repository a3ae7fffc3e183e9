//! The circles of a graph (strongly connected components), by Tarjan's algorithm.

/// Not numbered yet.
const NEW: u32 = 0;

/// In a circle that is complete.
const DONE: u32 = u32::MAX;

/// A key on the way from a root to where the walk is.
struct Step {
    key: u32,
    /// The earliest key that is known to be in the same circle, by the number it got.
    low: u32,
    /// Where the keys begin that follow it and were not looked at yet.
    rest: usize,
}

/// Finds the circles that can be reached from the roots, each behind those it leads to. `next` puts the keys that follow
/// one behind a list. A key in no circle is one of its own. Memory is as much as the greatest key, so keys are numbered
/// without gaps; `keys` says how many there are, if that is known.
///
/// The way is kept in a list, because it is longer than a thread's stack.
pub(crate) fn circles(
    keys: usize,
    roots: impl IntoIterator<Item = u32>,
    mut next: impl FnMut(u32, &mut Vec<u32>),
    mut found: impl FnMut(&[u32]),
) {
    let mut numbers = vec![NEW; keys];
    let mut last = NEW;
    let (mut way, mut rest, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for root in roots {
        rest.push(root);
        loop {
            if rest.len() > way.last().map_or(0, |step: &Step| step.rest)
                && let Some(key) = rest.pop()
            {
                if numbers.len() <= key as usize {
                    numbers.resize(key as usize + 1, NEW);
                }
                let number = &mut numbers[key as usize];
                if *number == NEW {
                    last += 1;
                    *number = last;
                    open.push(key);
                    way.push(Step { key, low: last, rest: rest.len() });
                    next(key, &mut rest);
                } else if let Some(step) = way.last_mut() {
                    // What is done has the greatest number, and changes nothing.
                    step.low = step.low.min(*number);
                }
                continue;
            }
            let Some(Step { key, low, .. }) = way.pop() else { break };
            if low == numbers[key as usize] {
                let first = open.iter().rposition(|&member| member == key).unwrap_or(0);
                for &member in &open[first..] {
                    numbers[member as usize] = DONE;
                }
                found(&open[first..]);
                open.truncate(first);
            } else if let Some(before) = way.last_mut() {
                before.low = before.low.min(low);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles of a graph of ten keys that is given as its edges, from key 0.
    fn check(edges: &[(u32, u32)], expected: &[&[u32]]) {
        let mut found = Vec::new();
        let next =
            |key, list: &mut Vec<u32>| list.extend(edges.iter().filter(|(from, _)| *from == key).map(|(_, to)| *to));
        circles(10, [0], next, |circle| {
            let mut circle = circle.to_vec();
            circle.sort_unstable();
            found.push(circle);
        });
        assert_eq!(found, expected, "{edges:?}");
    }

    #[test]
    fn circles_come_behind_what_they_lead_to() {
        check(&[], &[&[0]]);
        check(&[(0, 0)], &[&[0]]);
        check(&[(0, 1), (1, 2)], &[&[2], &[1], &[0]]);
        check(&[(0, 1), (1, 2), (2, 0)], &[&[0, 1, 2]]);
        check(&[(0, 1), (1, 2), (2, 1), (2, 3), (3, 4), (4, 3)], &[&[3, 4], &[1, 2], &[0]]);
        // Two ways to what is done, and a circle in a circle.
        check(&[(0, 1), (0, 2), (1, 3), (2, 3)], &[&[3], &[2], &[1], &[0]]);
        check(&[(0, 1), (1, 2), (2, 1), (2, 0), (0, 3)], &[&[3], &[0, 1, 2]]);
        // What cannot be reached is not told.
        check(&[(5, 6), (6, 5)], &[&[0]]);
    }
}
