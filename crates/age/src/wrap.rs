//! The key of a file, and how it is handed to those who may open the file.

use chacha20poly1305::aead::Aead;
use chacha20poly1305::{ChaCha20Poly1305, Key, KeyInit, Nonce};
use hkdf::Hkdf;
use sha2::Sha256;
use x25519_dalek::{PublicKey, StaticSecret};
use zeroize::{Zeroize, Zeroizing};

use crate::header::Stanza;
use crate::key::{Identity, Passphrase, Recipient};
use crate::{Error, base64};

const X25519: &str = "X25519";
const X25519_LABEL: &[u8] = b"age-encryption.org/v1/X25519";
const SCRYPT: &str = "scrypt";
const SCRYPT_LABEL: &[u8] = b"age-encryption.org/v1/scrypt";
/// How much work a passphrase is to an attacker, as a power of two: that of the stock tool.
const WORK: u8 = 18;
/// More is not done for a file that asks for it: it takes a GiB of memory.
const MOST_WORK: u8 = 20;
const KEY: usize = 16;

/// The key of one file. Wiped when it is dropped.
pub(crate) struct FileKey(Zeroizing<[u8; KEY]>);

impl FileKey {
    pub(crate) fn random() -> Result<FileKey, Error> {
        Ok(FileKey(random()?))
    }

    /// The key for one purpose.
    pub(crate) fn derive(&self, salt: &[u8], purpose: &[u8]) -> Zeroizing<[u8; 32]> {
        derive(&*self.0, salt, purpose)
    }
}

fn random<const N: usize>() -> Result<Zeroizing<[u8; N]>, Error> {
    let mut bytes = Zeroizing::new([0; N]);
    getrandom::fill(&mut *bytes).map_err(|_| Error::NoRandom)?;
    Ok(bytes)
}

fn derive(secret: &[u8], salt: &[u8], purpose: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut key = Zeroizing::new([0; 32]);
    // Only thousands of bytes would be too many.
    let _ = Hkdf::<Sha256>::new(Some(salt), secret).expand(purpose, &mut *key);
    key
}

/// A key is used for one message, so the nonce may be zero.
fn seal(key: &[u8; 32], file_key: &FileKey) -> Result<Vec<u8>, Error> {
    ChaCha20Poly1305::new(<&Key>::from(key)).encrypt(&Nonce::default(), &file_key.0[..]).map_err(|_| Error::Damaged)
}

fn unseal(key: &[u8; 32], body: &[u8]) -> Option<FileKey> {
    // Of another length it could be opened with several keys.
    if body.len() != KEY + 16 {
        return None;
    }
    let mut opened = ChaCha20Poly1305::new(<&Key>::from(key)).decrypt(&Nonce::default(), body).ok()?;
    let mut file_key = Zeroizing::new([0; KEY]);
    file_key.copy_from_slice(&opened);
    opened.zeroize();
    Some(FileKey(file_key))
}

/// The key that two sides share, and nobody else; none if the other side cheats.
fn shared(
    secret: &StaticSecret,
    other: &PublicKey,
    share: &PublicKey,
    recipient: &PublicKey,
) -> Option<Zeroizing<[u8; 32]>> {
    let shared = secret.diffie_hellman(other);
    let salt = [share.to_bytes(), recipient.to_bytes()].concat();
    shared.was_contributory().then(|| derive(shared.as_bytes(), &salt, X25519_LABEL))
}

pub(crate) fn for_recipient(file_key: &FileKey, Recipient(recipient): &Recipient) -> Result<Stanza, Error> {
    let secret = StaticSecret::from(*random::<32>()?);
    let share = PublicKey::from(&secret);
    let key = shared(&secret, recipient, &share, recipient).ok_or(Error::Nobody)?;
    let args = vec![base64::encode(share.as_bytes())];
    Ok(Stanza { kind: X25519.to_owned(), args, body: seal(&key, file_key)? })
}

fn open_x25519(stanza: &Stanza, Identity(secret): &Identity) -> Option<FileKey> {
    let [share] = stanza.args.as_slice() else { return None };
    let share: [u8; 32] = base64::decode(share)?.try_into().ok()?;
    let share = PublicKey::from(share);
    unseal(&*shared(secret, &share, &share, &PublicKey::from(secret))?, &stanza.body)
}

fn work(Passphrase(passphrase): &Passphrase, salt: &[u8], work: u8) -> Result<Zeroizing<[u8; 32]>, Error> {
    let params = scrypt::Params::new(work, 8, 1).map_err(|_| Error::Header)?;
    let mut key = Zeroizing::new([0; 32]);
    let salt = [SCRYPT_LABEL, salt].concat();
    scrypt::scrypt(passphrase.as_bytes(), &salt, &params, &mut *key).map_err(|_| Error::Header)?;
    Ok(key)
}

pub(crate) fn for_passphrase(file_key: &FileKey, passphrase: &Passphrase) -> Result<Stanza, Error> {
    let salt = random::<16>()?;
    let key = work(passphrase, &*salt, WORK)?;
    let args = vec![base64::encode(&*salt), WORK.to_string()];
    Ok(Stanza { kind: SCRYPT.to_owned(), args, body: seal(&key, file_key)? })
}

fn open_scrypt(stanza: &Stanza, passphrase: &Passphrase) -> Result<FileKey, Error> {
    let [salt, asked] = stanza.args.as_slice() else { return Err(Error::Header) };
    let salt = base64::decode(salt).filter(|salt| salt.len() == 16).ok_or(Error::Header)?;
    // In one form only: `18`, not `018` and not `+18`.
    let number = asked.parse::<u8>().ok().filter(|number| *number > 0 && number.to_string() == *asked);
    match number.ok_or(Error::Header)? {
        number if number > MOST_WORK => Err(Error::TooMuchWork),
        number => unseal(&*work(passphrase, &salt, number)?, &stanza.body).ok_or(Error::WrongPassphrase),
    }
}

/// The key of a file, by whatever of the keys at hand fits.
pub(crate) fn open(
    stanzas: &[Stanza],
    identities: &[Identity],
    passphrase: Option<&Passphrase>,
) -> Result<FileKey, Error> {
    if let Some(stanza) = stanzas.iter().find(|stanza| stanza.kind == SCRYPT) {
        // With somebody beside it a passphrase would not tell who wrote the file.
        return match (stanzas, passphrase) {
            ([_], Some(passphrase)) => open_scrypt(stanza, passphrase),
            ([_], None) => Err(Error::NeedsPassphrase),
            _ => Err(Error::Header),
        };
    }
    let own = stanzas.iter().filter(|stanza| stanza.kind == X25519);
    let pairs = own.flat_map(|stanza| identities.iter().map(move |identity| (stanza, identity)));
    pairs.into_iter().find_map(|(stanza, identity)| open_x25519(stanza, identity)).ok_or(Error::NoKey)
}
