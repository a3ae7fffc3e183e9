//! What fails a run: which verdicts, and how many of them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use retake_judge::verdict::Kind;

/// Conditions of which none may hold: `failed`, `new-call,output-differs`, `failed>5%,error>=1`.
///
/// A replay that could not compare proves nothing. So `error`, `timeout` and `incomplete` fail a run too, unless a
/// condition says how many of them, or how many of all failures, are accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct FailIf {
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq)]
struct Condition {
    /// The verdict that counts; none for every one that is not a pass.
    kind: Option<Kind>,
    /// Whether this many are too many already.
    reaching: bool,
    most: Most,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Most {
    Cases(u64),
    /// In hundredths of a percent, so that no rounding decides.
    Share(u64),
}

const KINDS: [Kind; 7] = [
    Kind::OutputDiffers,
    Kind::RequestDiffers,
    Kind::PathDiffers,
    Kind::NewCall,
    Kind::Incomplete,
    Kind::Timeout,
    Kind::Error,
];
/// Those in which nothing was compared, or not all.
const NOT_COMPARED: [Kind; 3] = [Kind::Incomplete, Kind::Timeout, Kind::Error];

impl Default for FailIf {
    /// Any case that does not pass.
    fn default() -> Self {
        FailIf { conditions: vec![Condition { kind: None, reaching: false, most: Most::Cases(0) }] }
    }
}

impl FromStr for FailIf {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut conditions = text.split(',').map(|part| part.trim().parse()).collect::<Result<Vec<Condition>, _>>()?;
        if conditions.iter().all(|condition| condition.kind.is_some()) {
            let unsaid = |kind: &&Kind| !conditions.iter().any(|condition| condition.kind == Some(**kind));
            let more: Vec<Condition> = NOT_COMPARED
                .iter()
                .filter(unsaid)
                .map(|&kind| Condition { kind: Some(kind), reaching: false, most: Most::Cases(0) })
                .collect();
            conditions.extend(more);
        }
        Ok(FailIf { conditions })
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.as_str()).collect();
            format!(
                "`{text}` is no condition; write a verdict ({}) or `failed`, alone or with how many are too many: \
                 `new-call`, `failed>5%`, `output-differs>=10`",
                kinds.join(", ")
            )
        };
        let (word, rest) = match text.find('>') {
            Some(at) => (text[..at].trim(), Some(&text[at + 1..])),
            None => (text, None),
        };
        let kind = match word {
            "failed" => None,
            word => Some(*KINDS.iter().find(|kind| kind.as_str() == word).ok_or_else(wrong)?),
        };
        let Some(rest) = rest else { return Ok(Condition { kind, reaching: false, most: Most::Cases(0) }) };
        let (reaching, number) = match rest.strip_prefix('=') {
            Some(number) => (true, number.trim()),
            None => (false, rest.trim()),
        };
        let most = match number.strip_suffix('%') {
            Some(share) => {
                Most::Share(hundredths(share.trim_end()).filter(|share| *share <= 10_000).ok_or_else(wrong)?)
            }
            None => Most::Cases(number.parse().map_err(|_| wrong())?),
        };
        if reaching && matches!(most, Most::Cases(0) | Most::Share(0)) {
            return Err(format!("`{text}` always holds; write `>` to fail at the first"));
        }
        Ok(Condition { kind, reaching, most })
    }
}

/// `250` of `2.5`: hundredths of a number with at most two digits behind its point.
fn hundredths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if part.len() > 2 || !part.bytes().all(|digit| digit.is_ascii_digit()) || whole.starts_with('+') {
        return None;
    }
    let part: u64 = if part.is_empty() { 0 } else { format!("{part:0<2}").parse().ok()? };
    whole.parse::<u64>().ok()?.checked_mul(100)?.checked_add(part)
}

impl FailIf {
    /// The conditions that hold, in words; none if the run is well.
    pub fn holding(&self, verdicts: &BTreeMap<Kind, usize>) -> Vec<String> {
        let total: usize = verdicts.values().sum();
        let count = |kind: Option<Kind>| match kind {
            Some(kind) => verdicts.get(&kind).copied().unwrap_or(0),
            None => total - verdicts.get(&Kind::Passed).copied().unwrap_or(0),
        };
        self.conditions
            .iter()
            .filter(|condition| condition.holds(count(condition.kind) as u64, total as u64))
            .map(|condition| format!("{condition}: {} of {total}", count(condition.kind)))
            .collect()
    }
}

impl Condition {
    fn holds(&self, count: u64, total: u64) -> bool {
        let (is, most) = match self.most {
            Most::Cases(most) => (u128::from(count), u128::from(most)),
            Most::Share(most) => (u128::from(count) * 10_000, u128::from(most) * u128::from(total)),
        };
        // None of nothing is not too many.
        count > 0 && (is > most || self.reaching && is == most)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.map_or("failed", Kind::as_str))?;
        let sign = if self.reaching { ">=" } else { ">" };
        match self.most {
            Most::Cases(0) => Ok(()),
            Most::Cases(most) => write!(f, "{sign}{most}"),
            Most::Share(most) if most % 100 == 0 => write!(f, "{sign}{}%", most / 100),
            Most::Share(most) => write!(f, "{sign}{}.{:02}%", most / 100, most % 100),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn conditions() {
        let verdicts = BTreeMap::from([(Kind::Passed, 95), (Kind::OutputDiffers, 3), (Kind::NewCall, 2)]);
        for (text, holds) in [
            ("failed", vec!["failed: 5 of 100"]),
            ("failed>5%", vec![]),
            ("failed>=5%", vec!["failed>=5%: 5 of 100"]),
            ("failed > 4.99 %", vec!["failed>4.99%: 5 of 100"]),
            ("failed>4", vec!["failed>4: 5 of 100"]),
            ("failed>=6", vec![]),
            ("new-call", vec!["new-call: 2 of 100"]),
            ("new-call>2", vec![]),
            ("path-differs,output-differs>=3", vec!["output-differs>=3: 3 of 100"]),
            ("request-differs", vec![]),
        ] {
            assert_eq!(text.parse::<FailIf>().unwrap().holding(&verdicts), holds, "{text}");
        }
        assert_eq!(FailIf::default(), "failed".parse().unwrap());
        assert_eq!("failed>0%".parse::<FailIf>().unwrap().holding(&BTreeMap::new()), Vec::<String>::new());
    }

    #[test]
    fn what_was_not_compared_is_no_pass() {
        let verdicts = BTreeMap::from([(Kind::Passed, 8), (Kind::Timeout, 1), (Kind::Error, 1)]);
        let holding = |text: &str| text.parse::<FailIf>().unwrap().holding(&verdicts);
        assert_eq!(holding("new-call"), ["timeout: 1 of 10", "error: 1 of 10"]);
        assert_eq!(holding("new-call,timeout>1"), ["error: 1 of 10"]);
        assert_eq!(holding("failed>20%"), Vec::<String>::new());
    }

    #[test]
    fn wrong_conditions() {
        for text in
            ["", "passed", "failed>", "failed>x", "failed<5", "failed>101%", "failed>1.234%", "failed>-1", "a,failed"]
        {
            let wrong = text.parse::<FailIf>().unwrap_err();
            assert!(wrong.contains("is no condition") && wrong.contains("new-call"), "{text}: {wrong}");
        }
        assert!("failed>=0".parse::<FailIf>().unwrap_err().contains("always holds"));
    }
}
