//! Encryption in the format of age (`age-encryption.org/v1`), so that anybody with the stock tool and a key can read what
//! Retake has encrypted, and the other way round.
//!
//! Only what that takes: recipients of the kind X25519 (`age1…`) and passphrases. The primitives are those of RustCrypto and
//! dalek; here is how they are put together, which the format prescribes to the bit. Pure but for the random numbers that it
//! asks the system for. Whatever held a key is wiped, and nothing here writes a key into a message.

mod base64;
mod bech32;
mod header;
mod key;
mod payload;
mod wrap;

use std::fmt;

use zeroize::Zeroizing;

pub use key::{Identity, NotAKey, Passphrase, Recipient};

use header::Header;
use wrap::FileKey;

/// The first line of every encrypted file.
pub const MAGIC: &str = "age-encryption.org/v1";

/// Who can open a file.
#[derive(Clone, Debug)]
pub enum Access<'a> {
    /// Each of them, with the identity that belongs to it.
    Recipients(&'a [Recipient]),
    /// Whoever knows the passphrase, and nobody else: the format allows no recipient beside one.
    Passphrase(&'a Passphrase),
}

/// Why something cannot be encrypted or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// It is not a file of age.
    NotEncrypted,
    /// Its header is not as it should be: cut, damaged or of a later version.
    Header,
    /// None of the keys at hand opens it.
    NoKey,
    /// It is for a passphrase, and none is at hand.
    NeedsPassphrase,
    /// The passphrase is another one.
    WrongPassphrase,
    /// It asks for so much work that it would stop this machine.
    TooMuchWork,
    /// What is in it was changed or cut.
    Damaged,
    /// There is nobody to encrypt for.
    Nobody,
    /// The system has no random numbers.
    NoRandom,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::NotEncrypted => "it is not encrypted with age",
            Error::Header => "the header of the encrypted file is damaged, or of a later version of age",
            Error::NoKey => "it is encrypted for others: no key at hand opens it",
            Error::NeedsPassphrase => "it is encrypted with a passphrase",
            Error::WrongPassphrase => "it is encrypted with another passphrase",
            Error::TooMuchWork => "the passphrase of the encrypted file asks for too much work",
            Error::Damaged => "the encrypted file is damaged or cut",
            Error::Nobody => "there is nobody to encrypt for",
            Error::NoRandom => "the system gives no random numbers",
        })
    }
}

impl std::error::Error for Error {}

/// Whether bytes are a file of age.
pub fn is_encrypted(bytes: &[u8]) -> bool {
    bytes.strip_prefix(MAGIC.as_bytes()).is_some_and(|rest| rest.first() == Some(&b'\n'))
}

/// Encrypts bytes.
pub fn encrypt(bytes: &[u8], access: &Access<'_>) -> Result<Vec<u8>, Error> {
    let file_key = FileKey::random()?;
    let stanzas = match access {
        Access::Recipients([]) => return Err(Error::Nobody),
        Access::Recipients(recipients) => {
            recipients.iter().map(|recipient| wrap::for_recipient(&file_key, recipient)).collect::<Result<_, _>>()?
        }
        Access::Passphrase(passphrase) => vec![wrap::for_passphrase(&file_key, passphrase)?],
    };
    let mut out = Header { stanzas }.write(&file_key);
    payload::encrypt(bytes, &file_key, &mut out)?;
    Ok(out)
}

/// Opens a file with the first key that fits. What comes back is wiped when it is dropped.
pub fn decrypt(
    bytes: &[u8],
    identities: &[Identity],
    passphrase: Option<&Passphrase>,
) -> Result<Zeroizing<Vec<u8>>, Error> {
    if !is_encrypted(bytes) {
        return Err(Error::NotEncrypted);
    }
    let (header, mac, length) = Header::read(bytes)?;
    let file_key = wrap::open(&header.stanzas, identities, passphrase)?;
    if !header::verify(&bytes[..length.signed], &mac, &file_key) {
        return Err(Error::Header);
    }
    payload::decrypt(&bytes[length.whole..], &file_key)
}

/// The form of a header alone, for those who try what comes from outside: whether it is one.
#[doc(hidden)]
pub fn parses(bytes: &[u8]) -> bool {
    Header::read(bytes).is_ok()
}
