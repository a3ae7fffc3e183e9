//! What a person says is sensitive: the table `[mask]` of `retake.toml`, for the command and for the agent.

use serde::{Deserialize, Serialize};

/// In place of the class of a value that was not copied: what a service asked with that is sensitive and that no input told, so
/// that the service has it of its own. In replay it is whatever the service has then.
pub const MASKED: &str = "@masked";

/// What a person says about masking: the table `[mask]` of `retake.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MaskSettings {
    /// Built-in rules that do not count, by name; `*` for all of them.
    pub off: Vec<String>,
    /// Paths of what is never masked.
    pub keep: Vec<String>,
    /// Own rules, which go before the built-in ones.
    pub rule: Vec<RuleText>,
}

/// A rule as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// What it is called in the audit.
    pub name: String,
    /// Names of values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Names with what is around them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Classes of values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// The finder that knows such values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub find: Option<String>,
    /// A regular expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// Words of which one must be in the text that the pattern is tried on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<String>,
    /// Values that are not sensitive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
    /// Whether everything inside what it names is sensitive.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deep: bool,
    /// Whether it is only told, and not replaced.
    #[serde(default, skip_serializing_if = "is_false")]
    pub suspect: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
