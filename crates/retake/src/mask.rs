//! Options of masking, and where its key comes from: a file or a variable, never the command line, which everybody on the
//! machine can read.

use std::fs;
use std::path::PathBuf;

use retake_mask::{Audit, Key, Masker, Rules};
use retake_model::mask::MaskSettings;
use serde_json::json;

use crate::config;
use crate::failure::Failure;
use crate::output::count;

/// The variable that holds the key where no file does.
pub(crate) const VARIABLE: &str = "RETAKE_MASK_KEY";

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Masking")]
pub(crate) struct MaskOptions {
    /// Replace what is sensitive: names, mail, cards, tokens and the like, and what `[mask]` in retake.toml names
    #[arg(long)]
    pub(crate) mask: bool,

    /// The file that holds the key of the pseudonyms; without, the variable RETAKE_MASK_KEY does
    #[arg(long, value_name = "FILE", requires = "mask")]
    mask_key: Option<PathBuf>,
}

impl MaskOptions {
    /// The key, if masking is asked for.
    fn secret(&self) -> Result<Option<Vec<u8>>, Failure> {
        if !self.mask {
            return Ok(None);
        }
        let secret = match (&self.mask_key, std::env::var_os(VARIABLE)) {
            (Some(path), _) => fs::read(path).map_err(|error| Failure::file("read", path, &error))?,
            (None, Some(secret)) => secret.into_encoded_bytes(),
            (None, None) => {
                return Err(Failure::new(format!(
                    "masking needs a key; make one with `head -c 32 /dev/urandom | base64 > mask.key`, and name it with \
                     --mask-key mask.key, or have it in {VARIABLE}"
                )));
            }
        };
        Ok(Some(secret))
    }

    /// The key for agents, which are told the rules by their settings. What an agent would refuse is refused here.
    pub(crate) fn for_agent(&self, settings: &MaskSettings) -> Result<Option<Vec<u8>>, Failure> {
        self.masker(settings)?;
        self.secret()
    }

    /// A masker, if masking is asked for.
    pub(crate) fn masker(&self, settings: &MaskSettings) -> Result<Option<Masker>, Failure> {
        let Some(secret) = self.secret()? else { return Ok(None) };
        let key = Key::new(secret).map_err(Failure::new)?;
        Ok(Some(Masker::new(rules(settings)?, key)))
    }
}

/// The rules that settings give, or everything that is wrong with them.
pub(crate) fn rules(settings: &MaskSettings) -> Result<Rules, Failure> {
    Rules::new(settings).map_err(|wrong| {
        let lines: Vec<String> = wrong.iter().map(|wrong| format!("{}, [mask]: {wrong}", config::NAME)).collect();
        Failure::new(lines.join("\n  "))
    })
}

/// What an audit says, for people.
pub(crate) fn text(audit: &Audit, key: &str) -> Vec<String> {
    let mut lines = vec![format!("{} masked with the key {key}", count(audit.replaced(), "value", "values"))];
    for ((rule, path), number) in &audit.masked {
        lines.push(format!("  {number} by {rule} at {path}"));
    }
    if !audit.suspects.is_empty() {
        lines.push("looks sensitive and was not masked; if it is, add a rule to [mask] in retake.toml:".to_owned());
    }
    for ((rule, path), number) in &audit.suspects {
        lines.push(format!("  {number} like {rule} at {path}"));
    }
    lines
}

/// What an audit says, for programs.
pub(crate) fn as_json(audit: &Audit, key: &str) -> serde_json::Value {
    let list = |counts: &retake_mask::Counts| -> Vec<serde_json::Value> {
        counts.iter().map(|((rule, path), number)| json!({"rule": rule, "path": path, "count": number})).collect()
    };
    json!({"key": key, "masked": list(&audit.masked), "suspects": list(&audit.suspects)})
}
