//! What becomes of a call that the recording has no answer for: `[replay]` of `retake.toml`, a flag of `retake replay`, and what
//! the agent is told.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a call gets that the recording has not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// It is a difference, and fails the case.
    #[default]
    Fail,
    /// It goes to the real dependency, and is no difference.
    Passthrough,
    /// It gets the recorded answer that is nearest, and is no difference.
    AnswerNearest,
}

impl Policy {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Policy::Fail => "fail",
            Policy::Passthrough => "passthrough",
            Policy::AnswerNearest => "answer-nearest",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Policy::Fail, Policy::Passthrough, Policy::AnswerNearest];
        let found = all.into_iter().find(|policy| policy.as_str() == text);
        found.ok_or_else(|| format!("`{text}` is no policy; write fail, passthrough or answer-nearest"))
    }
}

/// The policy of every dependency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policies {
    /// That of dependencies which no pattern names.
    pub others: Policy,
    /// Those of some; the first that fits counts.
    pub some: Vec<(DependencyPattern, Policy)>,
}

impl Policies {
    /// The policy of a dependency.
    pub fn of(&self, dependency: &str) -> Policy {
        let fitting = self.some.iter().find(|(pattern, _)| pattern.fits(dependency));
        fitting.map_or(self.others, |(_, policy)| *policy)
    }

    /// Whether anything goes to real dependencies.
    pub fn pass_anything(&self) -> bool {
        self.others == Policy::Passthrough || self.some.iter().any(|(_, policy)| *policy == Policy::Passthrough)
    }

    /// Puts what flags say before what a file says.
    pub fn before(mut self, flags: &[OnNewCall]) -> Policies {
        let mut some = Vec::new();
        for flag in flags {
            match &flag.dependency {
                Some(pattern) => some.push((pattern.clone(), flag.policy)),
                None => self.others = flag.policy,
            }
        }
        some.append(&mut self.some);
        Policies { some, ..self }
    }
}

/// Which dependencies: `com.acme.Rates.*`, `connect 10.0.0.7:443`. A `*` is anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DependencyPattern(String);

impl DependencyPattern {
    /// Whether a dependency is meant, by its name with or without parameters.
    pub fn fits(&self, dependency: &str) -> bool {
        let name = dependency.split('(').next().unwrap_or_default();
        matches(self.0.as_bytes(), name.as_bytes()) || matches(self.0.as_bytes(), dependency.as_bytes())
    }
}

impl FromStr for DependencyPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "" => Err("a dependency is missing; write its name, such as com.acme.Rates.*".to_owned()),
            name => Ok(DependencyPattern(name.to_owned())),
        }
    }
}

/// One flag: a policy for all dependencies, or `DEPENDENCY=POLICY`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnNewCall {
    /// Which dependencies; none means those that nothing else is said of.
    pub dependency: Option<DependencyPattern>,
    /// What becomes of their new calls.
    pub policy: Policy,
}

impl FromStr for OnNewCall {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (dependency, policy) = match text.rsplit_once('=') {
            Some((dependency, policy)) => (Some(dependency.parse()?), policy),
            None => (None, text),
        };
        Ok(OnNewCall { dependency, policy: policy.trim().parse()? })
    }
}

/// Whether a name fits a pattern. Goes back to the last `*` alone, so that no pattern makes it slow.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut pos, mut star) = (0, 0, None);
    while pos < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, pos));
                at += 1;
            }
            Some(letter) if *letter == name[pos] => {
                at += 1;
                pos += 1;
            }
            _ => match star {
                Some((behind, from)) => {
                    star = Some((behind, from + 1));
                    (at, pos) = (behind + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&letter| letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pattern_that_fits_decides() {
        let flag = |text: &str| text.parse::<OnNewCall>().expect("a flag");
        let file = Policies::default().before(&[flag("com.acme.*=passthrough"), flag("answer-nearest")]);
        let all = file.clone().before(&[flag("com.acme.Rates.of=fail"), flag("connect 10.0.0.7:*=passthrough")]);
        for (dependency, policy) in [
            ("com.acme.Rates.of(J)J", Policy::Fail),
            ("com.acme.Rates.all()J", Policy::Passthrough),
            ("connect 10.0.0.7:443", Policy::Passthrough),
            ("connect 10.0.0.8:443", Policy::AnswerNearest),
            ("java.lang.System.nanoTime()J", Policy::AnswerNearest),
        ] {
            assert_eq!(all.of(dependency), policy, "{dependency}");
        }
        assert_eq!(file.of("com.acme.Rates.of(J)J"), Policy::Passthrough);
        let json = serde_json::to_string(&all).expect("JSON");
        assert_eq!(serde_json::from_str::<Policies>(&json).expect("what was written"), all);
    }

    #[test]
    fn patterns() {
        for (pattern, name, fits) in [
            ("*", "", true),
            ("a*c", "abbc", true),
            ("a*c", "abbcd", false),
            ("*Map.get", "static shop.Stock.CACHE -> java.util.Map.get", true),
            ("a*b*c", "axbxbxc", true),
            ("abc", "ab", false),
        ] {
            assert_eq!(matches(pattern.as_bytes(), name.as_bytes()), fits, "{pattern} {name}");
        }
        assert!("fial".parse::<OnNewCall>().is_err_and(|why| why.contains("answer-nearest")));
        assert!("=fail".parse::<OnNewCall>().is_err_and(|why| why.contains("missing")));
    }
}
