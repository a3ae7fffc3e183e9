//! The table `[replay]`: which cases are left out on purpose, and what fails a run.

use serde::Deserialize;
use toml::Spanned;

/// What it says. What the words mean, those know who replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplaySettings {
    /// What fails a run.
    pub fail_if: Option<Written>,
    /// Cases that are left out.
    pub skip: Vec<SkipSetting>,
}

/// Cases that are left out on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkipSetting {
    /// Which.
    pub cases: Written,
    /// Why.
    pub why: Option<String>,
}

/// A text, and where it is written: `retake.toml:12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Where it is.
    pub at: String,
}

/// The table as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Replay {
    fail_if: Option<Spanned<String>>,
    skip: Vec<Skip>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Skip {
    cases: Spanned<String>,
    why: Option<String>,
}

impl Replay {
    /// `at` says where an offset is.
    pub(super) fn settings(self, at: impl Fn(usize) -> String) -> ReplaySettings {
        let written = |text: Spanned<String>| Written { at: at(text.span().start), text: text.into_inner() };
        let skip = |skip: Skip| SkipSetting { cases: written(skip.cases), why: skip.why };
        ReplaySettings { fail_if: self.fail_if.map(written), skip: self.skip.into_iter().map(skip).collect() }
    }
}
