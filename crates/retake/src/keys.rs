//! Keys for cases that are encrypted.
//!
//! A passphrase is typed at the terminal, or comes from a file or from the environment; never from the command line, which
//! everybody on a machine can read.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use retake_age::{Identity, NotAKey, Passphrase, Recipient};
use retake_store::Lock;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use zeroize::Zeroizing;

use crate::failure::Failure;

/// Where a passphrase may be. What is started does not inherit it.
pub(crate) const VARIABLE: &str = "RETAKE_PASSPHRASE";
/// No file of keys and no passphrase is longer.
const LONGEST: u64 = 1 << 20;

/// What opens cases that are encrypted.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct KeyOptions {
    /// A file with secret keys of age that open encrypted cases; can be given several times
    #[arg(long, value_name = "FILE")]
    identity: Vec<PathBuf>,

    /// Cases are encrypted with a passphrase: that in the variable RETAKE_PASSPHRASE, else one that is asked for
    #[arg(long)]
    passphrase: bool,

    /// Cases are encrypted with a passphrase: the first line of this file
    #[arg(long, value_name = "FILE", conflicts_with = "passphrase")]
    passphrase_file: Option<PathBuf>,
}

/// Whom cases are encrypted for.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EncryptOptions {
    /// Encrypt cases for whoever has the secret key to this one of age (`age1…`); can be given several times
    #[arg(long, value_name = "KEY")]
    recipient: Vec<String>,

    /// Encrypt cases for those whose keys are in this file, one on a line
    #[arg(long, value_name = "FILE")]
    recipients_file: Vec<PathBuf>,

    #[command(flatten)]
    keys: KeyOptions,
}

impl KeyOptions {
    /// The keys for a directory of cases, or for one case of it.
    pub(crate) fn lock(&self, cases: &Path) -> Result<Lock, Failure> {
        let directory = if cases.is_dir() { cases } else { cases.parent().unwrap_or(Path::new("")) };
        let passphrase = self.passphrase(false)?;
        Ok(Lock::opening(self.identities(passphrase.as_ref())?, passphrase).with_key_of(directory)?)
    }

    fn identities(&self, passphrase: Option<&Passphrase>) -> Result<Vec<Identity>, Failure> {
        let mut identities = Vec::new();
        for file in &self.identity {
            let mut bytes = read(file)?;
            if retake_age::is_encrypted(&bytes) {
                bytes = retake_age::decrypt(&bytes, &[], passphrase)
                    .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
            }
            let text = std::str::from_utf8(&bytes).map_err(|_| wrong(file, 1, NotAKey::Unknown))?;
            identities.extend(Identity::list(text).map_err(|(line, why)| wrong(file, line, why))?);
        }
        Ok(identities)
    }

    /// The passphrase, from where it was said to be; `fresh` if it is a new one, which must be typed twice.
    fn passphrase(&self, fresh: bool) -> Result<Option<Passphrase>, Failure> {
        let text = match &self.passphrase_file {
            Some(file) => {
                let bytes = read(file)?;
                let line = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
                let text =
                    std::str::from_utf8(line).map_err(|_| Failure::new("the passphrase is not text in UTF-8"))?;
                Zeroizing::new(text.to_owned())
            }
            None => match std::env::var(VARIABLE).map(Zeroizing::new) {
                Ok(text) if !text.is_empty() => text,
                _ if self.passphrase => ask(fresh)?,
                _ => return Ok(None),
            },
        };
        match text.is_empty() {
            true => Err(Failure::new("the passphrase is empty")),
            false => Ok(Some(Passphrase::new(text))),
        }
    }
}

impl EncryptOptions {
    /// The keys for a directory that cases are written to. Nothing is encrypted unless somebody asks for it.
    pub(crate) fn lock(&self, directory: &Path) -> Result<Lock, Failure> {
        let mut recipients: Vec<Recipient> = Vec::new();
        for key in &self.recipient {
            // What is wrong with a key is told without the key: it may be a secret one.
            let key = key.parse().map_err(|why: NotAKey| Failure::new(format!("--recipient: {why}")))?;
            recipients.push(key);
        }
        for file in &self.recipients_file {
            let bytes = read(file)?;
            let text = std::str::from_utf8(&bytes).map_err(|_| wrong(file, 1, NotAKey::Unknown))?;
            recipients.extend(Recipient::list(text).map_err(|(line, why)| wrong(file, line, why))?);
        }
        let asked = self.keys.passphrase || self.keys.passphrase_file.is_some();
        let passphrase = self.keys.passphrase(!directory.join("key.age").exists())?;
        let lock = Lock::opening(self.keys.identities(passphrase.as_ref())?, passphrase).closing(recipients);
        Ok(if asked { lock.closing_with_key_of(directory)? } else { lock.with_key_of(directory)? })
    }
}

fn wrong(file: &Path, line: usize, why: NotAKey) -> Failure {
    Failure::new(format!("{}, line {line}: {why}", file.display()))
}

fn read(file: &Path) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let cannot = |error| Failure::file("read", file, &error);
    let opened = File::open(file).map_err(cannot)?;
    let length = opened.metadata().map_or(0, |found| found.len()).min(LONGEST);
    // With room for all of it nothing moves, so that no copy is left behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(length as usize + 1));
    opened.take(LONGEST).read_to_end(&mut bytes).map_err(cannot)?;
    Ok(bytes)
}

/// Asks whoever sits at the terminal.
fn ask(fresh: bool) -> Result<Zeroizing<String>, Failure> {
    let cannot = |why: &dyn std::fmt::Display| {
        Failure::new(format!(
            "there is no terminal to ask for the passphrase ({why}); set {VARIABLE}, or name a file with --passphrase-file"
        ))
    };
    let mut terminal = OpenOptions::new().read(true).write(true).open("/dev/tty").map_err(|error| cannot(&error))?;
    let text = prompt(&mut terminal, "Passphrase: ").map_err(|error| cannot(&error))?;
    if fresh && prompt(&mut terminal, "The same again: ").map_err(|error| cannot(&error))? != text {
        return Err(Failure::new("the two passphrases are not the same"));
    }
    Ok(text)
}

fn prompt(terminal: &mut File, question: &str) -> std::io::Result<Zeroizing<String>> {
    terminal.write_all(question.as_bytes())?;
    let shown = Echo::off(terminal)?;
    let mut text = Zeroizing::new(String::with_capacity(1024));
    let mut byte = Zeroizing::new([0]);
    let mut line = Zeroizing::new(Vec::with_capacity(1024));
    while terminal.read(&mut *byte)? > 0 && byte[0] != b'\n' && line.len() < line.capacity() {
        line.push(byte[0]);
    }
    drop(shown);
    terminal.write_all(b"\n")?;
    text.push_str(std::str::from_utf8(&line).map_err(|_| std::io::Error::other("it is not text in UTF-8"))?);
    Ok(text)
}

/// While it lives, what is typed is not shown.
struct Echo {
    terminal: File,
    before: Termios,
}

impl Echo {
    fn off(terminal: &File) -> std::io::Result<Echo> {
        let terminal = terminal.try_clone()?;
        let before = tcgetattr(&terminal)?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(&terminal, OptionalActions::Flush, &quiet)?;
        Ok(Echo { terminal, before })
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        // If this fails, the terminal is gone.
        let _ = tcsetattr(&self.terminal, OptionalActions::Flush, &self.before);
    }
}
