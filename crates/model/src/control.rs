//! What of the traffic is recorded, and what that may cost: `[record]` of `retake.toml`, flags of `retake record`, and what
//! the agent is told. How each setting is written is here, so that the file and the flags take the same words.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The header that forces a request to be recorded, unless another is named.
pub const FORCE: &str = "retake-record";

/// What is recorded. By default, everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Control {
    /// How much of the requests that no entry names.
    pub sample: Sample,
    /// How much of the requests of some entries; the first that fits counts.
    pub entries: Vec<(EntryPattern, Sample)>,
    /// Only requests with this header.
    pub only: Option<HeaderIs>,
    /// A request with this header is recorded whatever is said above.
    pub force: String,
    /// Only at these times; none means at any.
    pub windows: Vec<Window>,
    /// The time zone of the windows.
    pub zone: Zone,
    /// So many requests and no more.
    pub requests: Option<u64>,
    /// So long and no longer.
    pub lasting: Option<Span>,
    /// What it may cost.
    pub limits: Limits,
}

impl Default for Control {
    fn default() -> Self {
        Control {
            sample: Sample::default(),
            entries: Vec::new(),
            only: None,
            force: FORCE.to_owned(),
            windows: Vec::new(),
            zone: Zone::default(),
            requests: None,
            lasting: None,
            limits: Limits::default(),
        }
    }
}

impl Control {
    /// Nothing of any request: only what is done outside of them.
    pub fn boot_alone() -> Control {
        Control { requests: Some(0), ..Control::default() }
    }
}

/// How many requests are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sample {
    /// This share of them.
    pub share: Share,
    /// No more than this.
    pub rate: Option<Rate>,
}

/// What recording may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The share of the CPU time that the service's process uses.
    pub cpu: Option<Share>,
    /// Memory of traces that are being made, and of those that wait to be written.
    pub memory: Size,
    /// What the directory of traffic may have in it.
    pub disk: Option<Size>,
    /// What is to be left free on its disk.
    pub free: Option<Size>,
    /// When a file is so large, the next one begins.
    pub segment: Size,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { cpu: None, memory: Size(192 << 20), disk: None, free: None, segment: Size(64 << 20) }
    }
}

/// A share of a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share(u64);

impl Share {
    /// All of it. A share is counted in these parts, which a floating-point number holds exactly.
    pub const ALL: Share = Share(1 << 53);

    /// How many parts of [`Share::ALL`].
    pub fn parts(self) -> u64 {
        self.0
    }

    /// As a fraction of 1.
    pub fn fraction(self) -> f64 {
        self.0 as f64 / Share::ALL.0 as f64
    }
}

impl Default for Share {
    fn default() -> Self {
        Share::ALL
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no share; write `10%` or `0.1`, at most all of it");
        let (number, whole) = match text.strip_suffix('%') {
            Some(number) => (number.trim_end(), 100.0),
            None => (text, 1.0),
        };
        let share = decimal(number).ok_or_else(wrong)? / whole;
        if share > 1.0 { Err(wrong()) } else { Ok(Share((share * Share::ALL.0 as f64).round() as u64)) }
    }
}

/// How often something may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate(u64);

impl Rate {
    /// Nanoseconds from one to the next.
    pub fn interval(self) -> u64 {
        self.0
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let per_second = decimal(text).filter(|rate| (1e-6..=1e9).contains(rate));
        let wrong =
            || format!("`{text}` is no number of requests a second; write `5`, or `0.1` for one in ten seconds");
        Ok(Rate((1e9 / per_second.ok_or_else(wrong)?).round() as u64))
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Size(pub u64);

/// Units of bytes, and how many they are.
const UNITS: [(&str, u64); 9] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("B", 1),
];

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = UNITS.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?.trim_end(), *unit)));
        let size = units.and_then(|(number, unit)| Some(decimal(number)? * unit as f64));
        match size {
            Some(size) if size < 1e18 => Ok(Size(size as u64)),
            _ => Err(format!("`{text}` is no size; write `64 MiB` or `10 GB`")),
        }
    }
}

/// With less memory no trace fits.
pub const LEAST_MEMORY: Size = Size(1 << 20);
/// Smaller files would be little more than their beginnings.
pub const LEAST_SEGMENT: Size = Size(1 << 20);

/// A size that makes sense.
pub fn size_from(least: Size, text: &str) -> Result<Size, String> {
    let size: Size = text.parse()?;
    if size < least { Err(format!("{size} is too little; write {least} or more")) } else { Ok(size) }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |unit: &&(&str, u64)| self.0 >= unit.1 && self.0.is_multiple_of(unit.1);
        match UNITS[..4].iter().rev().find(fits) {
            Some((name, unit)) => write!(f, "{} {name}", self.0 / unit),
            None => write!(f, "{} B", self.0),
        }
    }
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// In milliseconds.
    pub ms: u64,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no length of time; write `30s`, `10m`, `1h30m` or `2d`");
        let (mut ms, mut rest) = (0u64, text);
        while !rest.is_empty() {
            let digits = rest.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(wrong)?;
            let number: u64 = rest[..digits].parse().map_err(|_| wrong())?;
            let unit = rest[digits..].find(|letter: char| letter.is_ascii_digit()).map_or(rest.len(), |at| digits + at);
            let factor = match &rest[digits..unit] {
                "ms" => 1,
                "s" => 1_000,
                "m" => 60_000,
                "h" => 3_600_000,
                "d" => 86_400_000,
                _ => return Err(wrong()),
            };
            ms = number.checked_mul(factor).and_then(|more| ms.checked_add(more)).ok_or_else(wrong)?;
            rest = &rest[unit..];
        }
        if ms == 0 { Err(wrong()) } else { Ok(Span { ms }) }
    }
}

/// Which requests are meant: `POST /orders/**`, `/health`, `com.acme.Inbox.take`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPattern {
    /// The method of HTTP; none means any.
    pub method: Option<String>,
    /// The path of a request, or the class and name of a method. `*` is anything but a `/` or a `.`, `**` is anything.
    pub pattern: String,
}

impl EntryPattern {
    /// Whether it means requests over HTTP, and not calls of a method.
    pub fn is_http(&self) -> bool {
        self.pattern.starts_with('/')
    }
}

impl FromStr for EntryPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no entry; write `POST /orders/*`, `/health` or `com.acme.Inbox.take`");
        let (method, pattern) = match text.split_once(' ') {
            Some((method, path)) => (Some(method), path.trim_start()),
            None => (None, text),
        };
        let is_method =
            |name: &str| !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_uppercase() || letter == b'-');
        let names = |text: &str| {
            text.split('.').count() > 1
                && text.split('.').all(|part| {
                    !part.is_empty() && part.chars().all(|letter| letter.is_alphanumeric() || "_$*<>".contains(letter))
                })
        };
        let fits = match method {
            Some(method) => (is_method(method) || method == "*") && pattern.starts_with('/'),
            None => pattern.starts_with('/') || names(pattern),
        };
        if !fits || pattern.contains([' ', '?', '#']) {
            return Err(wrong());
        }
        let method = method.filter(|&method| method != "*").map(str::to_owned);
        Ok(EntryPattern { method, pattern: pattern.to_owned() })
    }
}

/// A header that a request has: `X-Debug`, `X-User: beta-*`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeaderIs {
    /// Its name, in any case.
    pub name: String,
    /// What its value must be, with `*` for anything; none means any value.
    pub value: Option<String>,
}

impl FromStr for HeaderIs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = match text.split_once(':') {
            Some((name, value)) => (name, Some(value.trim().to_owned())),
            None => (text, None),
        };
        header_name(name.trim())
            .map(|name| HeaderIs { name, value })
            .map_err(|_| format!("`{text}` is no header; write its name, or its name and value as in `X-User: beta-*`"))
    }
}

/// The name of a header.
pub fn header_name(text: &str) -> Result<String, String> {
    let fits = |letter: u8| letter.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&letter);
    match !text.is_empty() && text.bytes().all(fits) {
        true => Ok(text.to_owned()),
        false => Err(format!("`{text}` is no name of a header; write one as in `{FORCE}`")),
    }
}

/// When requests are recorded: `Mon-Fri 09:00-17:30`, `Sat,Sun`, `22:00-02:00`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The days on which it begins, Monday in the lowest bit.
    pub days: u8,
    /// The minute of the day with which it begins.
    pub from: u16,
    /// The minute before which it ends; of the next day, if that is not later than the first.
    pub to: u16,
}

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const MINUTES: u16 = 24 * 60;

impl FromStr for Window {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is no time to record at; write `Mon-Fri 09:00-17:30`, `Sat,Sun` or `22:00-02:00`");
        let mut window = Window { days: 0x7f, from: 0, to: MINUTES };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (days, hours) = match words[..] {
            [word] if word.contains(':') => (None, Some(word)),
            [word] => (Some(word), None),
            [days, hours] => (Some(days), Some(hours)),
            _ => return Err(wrong()),
        };
        if let Some(days) = days {
            window.days = days.split(',').try_fold(0, |all, part| Some(all | days_of(part)?)).ok_or_else(wrong)?;
        }
        if let Some(hours) = hours {
            let (from, to) = hours.split_once('-').ok_or_else(wrong)?;
            (window.from, window.to) = minute(from).zip(minute(to)).ok_or_else(wrong)?;
            if window.from == window.to || window.from == MINUTES {
                return Err(wrong());
            }
        }
        Ok(window)
    }
}

/// `Mon`, `Mon-Fri`, `Sat-Mon`.
fn days_of(text: &str) -> Option<u8> {
    let day = |name: &str| DAYS.iter().position(|day| name.eq_ignore_ascii_case(day));
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (day(first)?, day(last)?);
    Some((0..=(last + 7 - first) % 7).fold(0, |all, more| all | 1 << ((first + more) % 7)))
}

/// `09:30`; `24:00` is the end of the day.
fn minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let number =
        |text: &str| text.parse::<u16>().ok().filter(|_| text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit()));
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    Some(hours * 60 + minutes).filter(|&minute| minutes < 60 && minute <= MINUTES)
}

/// A time zone by its name: `Europe/Berlin`, `UTC`, `+02:00`. The JVM knows which there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone(pub String);

impl Default for Zone {
    fn default() -> Self {
        Zone("UTC".to_owned())
    }
}

impl FromStr for Zone {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "/_+-:".contains(letter);
        match !text.is_empty() && text.chars().all(fits) {
            true => Ok(Zone(text.to_owned())),
            false => Err(format!("`{text}` is no time zone; write `Europe/Berlin`, `UTC` or `+02:00`")),
        }
    }
}

/// A number that is not negative, written with digits alone.
fn decimal(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|letter| letter.is_ascii_digit() || letter == b'.');
    text.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: FromStr<Err = String> + PartialEq + fmt::Debug>(right: &[(&str, T)], wrong: &[&str]) {
        for (text, expected) in right {
            assert_eq!(text.parse::<T>().as_ref(), Ok(expected), "{text}");
        }
        for text in wrong {
            let error = text.parse::<T>().expect_err(text);
            assert!(error.starts_with(&format!("`{text}` is no ")) && error.contains("; write "), "{error}");
        }
    }

    #[test]
    fn shares_and_rates() {
        let all = Share::ALL.0;
        let right = [("100%", all), ("1", all), ("0", 0), ("0.5", all / 2), ("50 %", all / 2), ("12.5%", all / 8)];
        check(
            &right.map(|(text, parts)| (text, Share(parts))),
            &["", "%", "101%", "1.1", "-1", "ten", "1e-1", "NaN", "inf"],
        );
        let right = [("1", 1_000_000_000), ("5", 200_000_000), ("0.1", 10_000_000_000)];
        check(&right.map(|(text, interval)| (text, Rate(interval))), &["0", "-1", "", "many", "5/s"]);
        assert_eq!("10%".parse::<Share>().map(Share::fraction), Ok((0.1f64 * all as f64).round() / all as f64));
    }

    #[test]
    fn sizes_and_spans() {
        let right = [("64 MiB", 64 << 20), ("1.5GiB", 3 << 29), ("10 GB", 10_000_000_000), ("7 B", 7), ("0 B", 0)];
        check(&right.map(|(text, bytes)| (text, Size(bytes))), &["", "64", "64 mib", "MiB", "-1 MiB", "9999999999 TB"]);
        for text in ["64 MiB", "7 B", "3 GiB", "1025 KiB"] {
            assert_eq!(text.parse::<Size>().map(|size| size.to_string()).as_deref(), Ok(text));
        }
        let right = [("30s", 30_000), ("10m", 600_000), ("1h30m", 5_400_000), ("2d", 172_800_000), ("250ms", 250)];
        check(
            &right.map(|(text, ms)| (text, Span { ms })),
            &["", "10", "m", "0s", "1w", "1.5h", "10 m", "99999999999999999d"],
        );
    }

    #[test]
    fn entries_and_headers() {
        let entry = |method: Option<&str>, pattern: &str| EntryPattern {
            method: method.map(str::to_owned),
            pattern: pattern.to_owned(),
        };
        check(
            &[
                ("GET /orders/*", entry(Some("GET"), "/orders/*")),
                ("* /orders/**", entry(None, "/orders/**")),
                ("/", entry(None, "/")),
                ("com.acme.Inbox.take", entry(None, "com.acme.Inbox.take")),
                ("com.acme.**.take*", entry(None, "com.acme.**.take*")),
            ],
            &["", "GET", "get /orders", "GET orders", "/orders?id=1", "GET /a b", "com..Inbox", "take"],
        );
        let header =
            |name: &str, value: Option<&str>| HeaderIs { name: name.to_owned(), value: value.map(str::to_owned) };
        check(
            &[
                ("X-Debug", header("X-Debug", None)),
                ("X-User: beta-*", header("X-User", Some("beta-*"))),
                ("X-At:12:30", header("X-At", Some("12:30"))),
            ],
            &["", ": x", "a b", "ü"],
        );
        assert!(header_name("retake-record").is_ok() && header_name("a:b").is_err());
    }

    #[test]
    fn windows_and_zones() {
        let window = |days, from, to| Window { days, from, to };
        check(
            &[
                ("Mon-Fri 09:00-17:30", window(0b001_1111, 540, 1050)),
                ("sat,sun", window(0b110_0000, 0, 1440)),
                ("Sat-Mon 00:00-24:00", window(0b110_0001, 0, 1440)),
                ("22:00-02:00", window(0x7f, 1320, 120)),
            ],
            &[
                "",
                "Monday",
                "09:00",
                "9:00-17:00",
                "09:00-25:00",
                "09:60-10:00",
                "09:00-09:00",
                "Mon 1 2",
                "24:00-01:00",
            ],
        );
        check(
            &["UTC", "Europe/Berlin", "+02:00"].map(|text| (text, Zone(text.to_owned()))),
            &["", "Europe Berlin", "Zürich"],
        );
    }
}
