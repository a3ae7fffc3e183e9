//! Who may read the files of a directory.
//!
//! Files are encrypted for recipients of age. A passphrase would cost a second of work for every file, as it should, so that one
//! protects a key of the directory instead (`key.age`), and files are encrypted for that: `age -d -i key.age` opens them.

use std::fs;
use std::path::Path;

use retake_age::{Access, Identity, Passphrase, Recipient};

use crate::error::{Error, Problem};
use crate::write;

/// How the names of encrypted files end.
pub(crate) const ENDING: &str = ".age";
/// The key of a directory, encrypted with a passphrase.
const KEY: &str = "key.age";

/// The keys at hand: those that files are encrypted for, and those that open them. Those that open are wiped when it is dropped.
#[derive(Clone, Debug, Default)]
pub struct Lock {
    recipients: Vec<Recipient>,
    identities: Vec<Identity>,
    passphrase: Option<Passphrase>,
}

impl Lock {
    /// Keys that open files, and nothing that is written is encrypted.
    pub fn opening(identities: Vec<Identity>, passphrase: Option<Passphrase>) -> Lock {
        Lock { recipients: Vec::new(), identities, passphrase }
    }

    /// The same, and what is written is encrypted for these.
    pub fn closing(self, recipients: Vec<Recipient>) -> Lock {
        Lock { recipients, ..self }
    }

    /// Takes the key of a directory to the others, if it has one and the passphrase is at hand.
    pub fn with_key_of(mut self, directory: &Path) -> Result<Lock, Error> {
        let file = directory.join(KEY);
        let (Some(passphrase), Ok(bytes)) = (&self.passphrase, fs::read(&file)) else { return Ok(self) };
        let locked = |error| Error::new(&file, Problem::Locked { error, keys: false });
        let text = retake_age::decrypt(&bytes, &[], Some(passphrase)).map_err(locked)?;
        let keys = std::str::from_utf8(&text).ok().and_then(|text| Identity::list(text).ok());
        self.identities.extend(keys.ok_or_else(|| locked(retake_age::Error::Damaged))?);
        Ok(self)
    }

    /// Encrypts what is written for the key of a directory, besides for others; makes the key if there is none.
    pub fn closing_with_key_of(mut self, directory: &Path) -> Result<Lock, Error> {
        let file = directory.join(KEY);
        let Some(passphrase) = self.passphrase.clone() else { return Ok(self) };
        let before = self.identities.len();
        if file.exists() {
            self = self.with_key_of(directory)?;
        } else {
            let locked = |error| Error::new(&file, Problem::Locked { error, keys: false });
            let key = Identity::random().map_err(locked)?;
            let text = key.secret_text();
            let closed = retake_age::encrypt(text.as_bytes(), &Access::Passphrase(&passphrase)).map_err(locked)?;
            fs::create_dir_all(directory).map_err(|error| Error::io(directory, "write", error))?;
            write::atomically(&file, &closed)?;
            self.identities.push(key);
        }
        let own: Vec<Recipient> = self.identities[before..].iter().map(Identity::recipient).collect();
        self.recipients.extend(own);
        Ok(self)
    }

    /// Whether what is written is encrypted.
    pub(crate) fn closes(&self) -> bool {
        !self.recipients.is_empty()
    }

    pub(crate) fn close(&self, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
        if !self.closes() {
            return Ok(bytes.to_vec());
        }
        retake_age::encrypt(bytes, &Access::Recipients(&self.recipients)).map_err(|error| self.locked(error))
    }

    /// Opens what is encrypted; everything else is as it is.
    pub(crate) fn open(&self, bytes: Vec<u8>, closed: bool) -> Result<Vec<u8>, Problem> {
        if !closed && !retake_age::is_encrypted(&bytes) {
            return Ok(bytes);
        }
        let opened = retake_age::decrypt(&bytes, &self.identities, self.passphrase.as_ref());
        opened.map(|mut bytes| std::mem::take(&mut *bytes)).map_err(|error| self.locked(error))
    }

    fn locked(&self, error: retake_age::Error) -> Problem {
        Problem::Locked { error, keys: !self.identities.is_empty() }
    }
}
