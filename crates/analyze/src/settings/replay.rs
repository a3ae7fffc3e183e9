//! The table `[replay]`: what becomes of a call that the recording has no answer for.

use retake_model::policy::{DependencyPattern, Policies, Policy};
use serde::Deserialize;

use super::record::Said;

/// The table as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct Replay {
    on_new_call: Option<Said<Policy>>,
    dependency: Vec<Dependency>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Dependency {
    name: Said<DependencyPattern>,
    on_new_call: Said<Policy>,
}

impl From<Replay> for Policies {
    fn from(replay: Replay) -> Policies {
        let some = replay.dependency.into_iter().map(|one| (one.name.0, one.on_new_call.0)).collect();
        Policies { others: replay.on_new_call.map(|said| said.0).unwrap_or_default(), some }
    }
}
