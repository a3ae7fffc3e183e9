//! What the command tells the agent: a JSON file whose path is the agent's one option.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The agent's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The version of the command that wrote this; an agent of another version refuses.
    pub version: String,
    /// Record or replay.
    pub mode: Mode,
    /// The points document.
    pub points: PathBuf,
    /// Where the agent says what it could not do.
    pub log: PathBuf,
    /// In record mode: the directory that traffic goes to.
    #[serde(default)]
    pub out: Option<PathBuf>,
    /// In replay mode: the socket at which the command waits.
    #[serde(default)]
    pub socket: Option<PathBuf>,
}

/// What the agent is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Watch and write.
    Record,
    /// Answer from the recording.
    Replay,
}
