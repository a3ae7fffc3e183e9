//! What is in a file: pieces of 64 KiB, each sealed with its number and whether it is the last.

use chacha20poly1305::aead::Aead;
use chacha20poly1305::{ChaCha20Poly1305, Key, KeyInit, Nonce};
use zeroize::{Zeroize, Zeroizing};

use crate::Error;
use crate::wrap::FileKey;

const PIECE: usize = 64 * 1024;
const TAG: usize = 16;
const SALT: usize = 16;

fn cipher(key: &FileKey, salt: &[u8]) -> ChaCha20Poly1305 {
    let key = key.derive(salt, b"payload");
    ChaCha20Poly1305::new(<&Key>::from(&*key))
}

/// The number of the piece in eleven bytes, and whether it is the last in one.
fn nonce(number: u64, last: bool) -> Nonce {
    let mut nonce = [0; 12];
    nonce[3..11].copy_from_slice(&number.to_be_bytes());
    nonce[11] = u8::from(last);
    nonce.into()
}

pub(crate) fn encrypt(bytes: &[u8], key: &FileKey, out: &mut Vec<u8>) -> Result<(), Error> {
    let mut salt = [0; SALT];
    getrandom::fill(&mut salt).map_err(|_| Error::NoRandom)?;
    out.extend_from_slice(&salt);
    let cipher = cipher(key, &salt);
    // There is always a last piece, and it is empty only if all is.
    let count = bytes.len().div_ceil(PIECE).max(1);
    for number in 0..count {
        let piece = &bytes[number * PIECE..bytes.len().min((number + 1) * PIECE)];
        let sealed = cipher.encrypt(&nonce(number as u64, number + 1 == count), piece).map_err(|_| Error::Damaged)?;
        out.extend_from_slice(&sealed);
    }
    Ok(())
}

pub(crate) fn decrypt(bytes: &[u8], key: &FileKey) -> Result<Zeroizing<Vec<u8>>, Error> {
    let (salt, sealed) = bytes.split_at_checked(SALT).ok_or(Error::Damaged)?;
    let cipher = cipher(key, salt);
    let count = sealed.len().div_ceil(PIECE + TAG).max(1);
    // Nothing moves when it grows, so that no copy is left behind.
    let mut out = Zeroizing::new(Vec::with_capacity(sealed.len()));
    for number in 0..count {
        let piece = &sealed[number * (PIECE + TAG)..sealed.len().min((number + 1) * (PIECE + TAG))];
        let nonce = nonce(number as u64, number + 1 == count);
        let mut opened = cipher.decrypt(&nonce, piece).map_err(|_| Error::Damaged)?;
        if opened.is_empty() && number > 0 {
            return Err(Error::Damaged);
        }
        out.extend_from_slice(&opened);
        opened.zeroize();
    }
    Ok(out)
}
