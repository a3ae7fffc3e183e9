//! The keys of people: recipients, identities, passphrases.

use std::fmt;
use std::str::FromStr;

use x25519_dalek::{PublicKey, StaticSecret};
use zeroize::Zeroizing;

use crate::Error;
use crate::bech32;

const RECIPIENT: &str = "age";
const IDENTITY: &str = "age-secret-key-";

/// Somebody to encrypt for: `age1…`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Recipient(pub(crate) PublicKey);

/// What opens files for a recipient: `AGE-SECRET-KEY-1…`. Wiped when it is dropped.
#[derive(Clone)]
pub struct Identity(pub(crate) StaticSecret);

/// What opens files that were encrypted with it. Wiped when it is dropped.
#[derive(Clone)]
pub struct Passphrase(pub(crate) Zeroizing<String>);

/// Why a text is no key. Says nothing of what the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAKey {
    /// It looks like no key at all, or has a wrong letter.
    Unknown,
    /// It opens files, where it was asked who files are for.
    IsIdentity,
    /// It is a key of another kind, which this version does not know.
    OtherKind,
}

impl fmt::Display for NotAKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotAKey::Unknown => "it is no key of age, or has a wrong letter",
            NotAKey::IsIdentity => {
                "it is a secret key where a recipient (`age1…`) was expected; \
                                    `age-keygen -y` tells the recipient of a secret key"
            }
            NotAKey::OtherKind => {
                "only keys of age are known (`age1…`, `AGE-SECRET-KEY-1…`), none of SSH and none of plugins"
            }
        })
    }
}

impl std::error::Error for NotAKey {}

fn key(prefix: &str, text: &str) -> Option<Zeroizing<[u8; 32]>> {
    let bytes = bech32::decode(prefix, text)?;
    let mut key = Zeroizing::new([0; 32]);
    (bytes.len() == key.len()).then(|| key.copy_from_slice(&bytes))?;
    Some(key)
}

fn why(text: &str) -> NotAKey {
    let small = Zeroizing::new(text.to_ascii_lowercase());
    let other = ["ssh-", "age-plugin-", "-----begin "].iter().any(|begin| small.starts_with(begin));
    let plugin = small.starts_with(RECIPIENT) && small.rsplit_once('1').is_some_and(|(name, _)| name.len() > 4);
    match () {
        () if small.starts_with(IDENTITY) => NotAKey::IsIdentity,
        () if other || plugin => NotAKey::OtherKind,
        () => NotAKey::Unknown,
    }
}

impl FromStr for Recipient {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        key(RECIPIENT, text).map(|key| Recipient(PublicKey::from(*key))).ok_or_else(|| why(text))
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bech32::encode(RECIPIENT, self.0.as_bytes()))
    }
}

impl fmt::Debug for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Recipient {
    /// The recipients in a file: one on a line, with comments behind `#`. What is wrong is told with the number of its line.
    pub fn list(text: &str) -> Result<Vec<Recipient>, (usize, NotAKey)> {
        lines(text).map(|(number, line)| line.parse().map_err(|error| (number, error))).collect()
    }
}

impl Identity {
    /// A new one.
    pub fn random() -> Result<Identity, Error> {
        let mut key = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *key).map_err(|_| Error::NoRandom)?;
        Ok(Identity(StaticSecret::from(*key)))
    }

    /// Who it opens files for.
    pub fn recipient(&self) -> Recipient {
        Recipient(PublicKey::from(&self.0))
    }

    /// Its text, which is the secret itself.
    pub fn secret_text(&self) -> Zeroizing<String> {
        let key = Zeroizing::new(self.0.to_bytes());
        let mut text = bech32::encode(IDENTITY, &*key);
        text.make_ascii_uppercase();
        text
    }

    /// The identities in a file: one on a line, with comments behind `#`.
    pub fn list(text: &str) -> Result<Vec<Identity>, (usize, NotAKey)> {
        let one = |(number, line): (usize, &str)| {
            let key = key(IDENTITY, line).ok_or_else(|| match why(line) {
                NotAKey::IsIdentity => (number, NotAKey::Unknown),
                other => (number, other),
            })?;
            Ok(Identity(StaticSecret::from(*key)))
        };
        lines(text).map(one).collect()
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity of {}", self.recipient())
    }
}

impl Passphrase {
    /// Takes a passphrase over.
    pub fn new(text: Zeroizing<String>) -> Passphrase {
        Passphrase(text)
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase")
    }
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}
