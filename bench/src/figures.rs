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

/// The processor of this machine and how many of them there are, for the line that says how a table was made.
pub fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name =
        text.lines().find_map(|line| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim().to_owned()));
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{processors} processors ({})", name.unwrap_or_else(|| "of an unknown kind".to_owned()))
}
