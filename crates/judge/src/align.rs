//! Aligns two sequences so that what was dropped, added or changed is one step each and not a cascade.

/// One step of an alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// These two belong together.
    Both(usize, usize),
    /// Only on the left.
    Left(usize),
    /// Only on the right.
    Right(usize),
}

/// A table with more cells than this is not made; the sequences are then matched with a bounded look ahead.
const MOST_CELLS: usize = 4 << 20;
/// How far that looks.
const AHEAD: usize = 64;

/// Aligns `left` elements with `right` elements so that the sum of the scores of the pairs is the highest. A score of 0
/// means that two elements never belong together; `equal` is the score of equal elements, and the highest.
pub(crate) fn align(left: usize, right: usize, equal: u32, score: impl Fn(usize, usize) -> u32) -> Vec<Step> {
    let mut steps = Vec::with_capacity(left.max(right));
    // Equal ends are the rule, and cost no table.
    let mut head = 0;
    while head < left.min(right) && score(head, head) == equal {
        steps.push(Step::Both(head, head));
        head += 1;
    }
    let mut tail = 0;
    while tail < left.min(right) - head && score(left - 1 - tail, right - 1 - tail) == equal {
        tail += 1;
    }
    let (rows, columns) = (left - head - tail, right - head - tail);
    if rows.saturating_mul(columns) <= MOST_CELLS {
        table(head, rows, columns, &score, &mut steps);
    } else {
        greedy(head, rows, columns, &score, &mut steps);
    }
    steps.extend((0..tail).map(|index| Step::Both(left - tail + index, right - tail + index)));
    steps
}

/// The longest common subsequence with weights.
fn table(head: usize, rows: usize, columns: usize, score: &impl Fn(usize, usize) -> u32, steps: &mut Vec<Step>) {
    // sums[row][column]: the best for what is behind that row and column.
    let width = columns + 1;
    let mut sums = vec![0u32; (rows + 1) * width];
    let mut scores = vec![0u32; rows * columns];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let pair = score(head + row, head + column);
            scores[row * columns + column] = pair;
            let here = row * width + column;
            let both = if pair > 0 { pair + sums[here + width + 1] } else { 0 };
            sums[here] = both.max(sums[here + width]).max(sums[here + 1]);
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        let here = row * width + column;
        let pair = scores[row * columns + column];
        if pair > 0 && sums[here] == pair + sums[here + width + 1] {
            steps.push(Step::Both(head + row, head + column));
            (row, column) = (row + 1, column + 1);
        } else if sums[here] == sums[here + width] {
            steps.push(Step::Left(head + row));
            row += 1;
        } else {
            steps.push(Step::Right(head + column));
            column += 1;
        }
    }
    steps.extend((row..rows).map(|row| Step::Left(head + row)));
    steps.extend((column..columns).map(|column| Step::Right(head + column)));
}

/// Goes on with the nearest pair.
fn greedy(head: usize, rows: usize, columns: usize, score: &impl Fn(usize, usize) -> u32, steps: &mut Vec<Step>) {
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        let found = (0..AHEAD).find_map(|away| {
            (0..=away)
                .map(|down| (row + down, column + away - down))
                .filter(|&(row, column)| row < rows && column < columns)
                .find(|&(row, column)| score(head + row, head + column) > 0)
        });
        let (to_row, to_column) = found.unwrap_or((row + 1, column + 1));
        steps.extend((row..to_row).map(|row| Step::Left(head + row)));
        steps.extend((column..to_column).map(|column| Step::Right(head + column)));
        (row, column) = (to_row, to_column);
        if found.is_some() {
            steps.push(Step::Both(head + row, head + column));
            (row, column) = (row + 1, column + 1);
        }
    }
    steps.extend((row..rows).map(|row| Step::Left(head + row)));
    steps.extend((column..columns).map(|column| Step::Right(head + column)));
}

/// Joins what is missing on the right with what was added at the same place: it was changed.
pub(crate) fn pair_up(steps: Vec<Step>) -> Vec<Step> {
    let mut out = Vec::with_capacity(steps.len());
    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
    let close = |lefts: &mut Vec<usize>, rights: &mut Vec<usize>, out: &mut Vec<Step>| {
        let common = lefts.len().min(rights.len());
        out.extend((0..common).map(|index| Step::Both(lefts[index], rights[index])));
        out.extend(lefts[common..].iter().map(|&left| Step::Left(left)));
        out.extend(rights[common..].iter().map(|&right| Step::Right(right)));
        lefts.clear();
        rights.clear();
    };
    for step in steps {
        match step {
            Step::Left(left) => lefts.push(left),
            Step::Right(right) => rights.push(right),
            Step::Both(..) => {
                close(&mut lefts, &mut rights, &mut out);
                out.push(step);
            }
        }
    }
    close(&mut lefts, &mut rights, &mut out);
    out
}
