//! `retake reseal`: cases that somebody edited on purpose.

use std::io::{self, Write};
use std::path::PathBuf;

use retake_store::CaseDir;

use crate::failure::Failure;
use crate::keys::EncryptOptions;
use crate::output::{count, say};
use crate::{FAILED, OK};

/// Seal cases again that were edited on purpose
///
/// Each case has a checksum of what it says, so that damage is told. After an edit it is wrong, and the case is not replayed
/// until it is sealed again. What cannot be read as a case is told and stays as it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake reseal cases/

Exit codes: 0 all cases are sealed, 1 one cannot be, 2 wrong use or it cannot run.")]
pub(crate) struct Args {
    /// A directory of cases
    #[arg(value_name = "CASES")]
    cases: PathBuf,

    #[command(flatten)]
    encrypt: EncryptOptions,
}

pub(crate) fn run(args: &Args) -> Result<u8, Failure> {
    let (sealed, wrong) = CaseDir::open(&args.cases)?.locked(args.encrypt.lock(&args.cases)?).reseal()?;
    let mut out = io::stdout().lock();
    for file in &sealed {
        writeln!(out, "{}", file.display())?;
    }
    writeln!(out, "{} sealed again", count(sealed.len() as u64, "file", "files"))?;
    out.flush()?;
    wrong.iter().for_each(|error| say(&error.to_string()));
    Ok(if wrong.is_empty() { OK } else { FAILED })
}
