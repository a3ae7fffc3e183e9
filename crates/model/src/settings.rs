//! What the command tells the agent: a JSON file whose path is the agent's one option.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::control::Control;
use crate::mask::MaskSettings;
use crate::policy::Policies;

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
    /// The socket at which the command waits. In record mode there can be none; the recording then ends with the process.
    #[serde(default)]
    pub socket: Option<PathBuf>,
    /// For a service that runs: whether the code of all classes is compared with what it was, when the agent leaves.
    #[serde(default)]
    pub verify: bool,
    /// In record mode: which requests are recorded, and what that may cost.
    #[serde(default)]
    pub control: Control,
    /// In record mode: what is sensitive, if that is to be masked before anything is written. The key comes over the socket, and
    /// without it nothing is recorded.
    #[serde(default)]
    pub mask: Option<MaskSettings>,
    /// In replay mode: what a call gets that the recording has not.
    #[serde(default)]
    pub policies: Policies,
    /// In replay mode: whether calls of the application to whatever is not its own are watched, for a diagnosis.
    #[serde(default)]
    pub watch: bool,
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
