//! Figures over several rounds.

/// The figure in the middle; of none, no number.
pub fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The least and the greatest.
pub fn range(figures: &[f64]) -> (f64, f64) {
    figures
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &figure| (least.min(figure), most.max(figure)))
}

/// The interval in which the median of what was measured lies with a probability of 95 %, whatever its distribution; of fewer than
/// six figures, their range.
pub fn interval(figures: &[f64]) -> (f64, f64) {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    // Each figure is below the median with a probability of one half, so how many are is a toss of that many coins.
    let (mut tail, mut outcome, mut cut) = (0.0, 0.5_f64.powi(count as i32), 0);
    while cut < count / 2 {
        tail += outcome;
        if tail > 0.025 {
            break;
        }
        outcome *= (count - cut) as f64 / (cut + 1) as f64;
        cut += 1;
    }
    let at = cut.saturating_sub(1);
    (sorted.get(at).copied().unwrap_or(f64::NAN), sorted.iter().rev().nth(at).copied().unwrap_or(f64::NAN))
}

/// The processor of this machine and how many of them there are, for the line that says how a table was made.
pub fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name =
        text.lines().find_map(|line| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim().to_owned()));
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{processors} processors ({})", name.unwrap_or_else(|| "of an unknown kind".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn an_interval_leaves_out_what_the_table_of_the_sign_test_says() {
        let check = |count: u32, least: f64, most: f64| {
            let figures: Vec<f64> = (1..=count).map(f64::from).collect();
            assert_eq!(interval(&figures), (least, most), "{count} figures");
        };
        check(5, 1.0, 5.0);
        check(6, 1.0, 6.0);
        check(9, 2.0, 8.0);
        check(15, 4.0, 12.0);
        check(18, 5.0, 14.0);
        check(20, 6.0, 15.0);
    }
}
