//! The table `[replay]`: which cases are left out on purpose, what becomes of a call that the recording has no answer for, and what
//! fails a run.

use retake_model::policy::{DependencyPattern, Policies, Policy};
use serde::Deserialize;
use toml::Spanned;

use super::record::Said;

/// What it says. What the words mean, those know who replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplaySettings {
    /// What fails a run.
    pub fail_if: Option<Written>,
    /// Cases that are left out.
    pub skip: Vec<SkipSetting>,
    /// What a call gets that the recording has not.
    pub policies: Policies,
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
    on_new_call: Option<Said<Policy>>,
    dependency: Vec<Dependency>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Skip {
    cases: Spanned<String>,
    why: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dependency {
    name: Said<DependencyPattern>,
    on_new_call: Said<Policy>,
}

impl Replay {
    /// `at` says where an offset is.
    pub(super) fn settings(self, at: impl Fn(usize) -> String) -> ReplaySettings {
        let written = |text: Spanned<String>| Written { at: at(text.span().start), text: text.into_inner() };
        let skip = |skip: Skip| SkipSetting { cases: written(skip.cases), why: skip.why };
        let some = self.dependency.into_iter().map(|one| (one.name.0, one.on_new_call.0)).collect();
        ReplaySettings {
            fail_if: self.fail_if.map(written),
            skip: self.skip.into_iter().map(skip).collect(),
            policies: Policies { others: self.on_new_call.map(|said| said.0).unwrap_or_default(), some },
        }
    }
}
