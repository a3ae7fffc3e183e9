//! The key that pseudonyms are made with. Without it nobody can tell which value a pseudonym stands for.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

/// A key is at least so long: shorter ones can be tried out.
pub const SHORTEST: usize = 16;

/// A secret key. It is wiped from memory when it is dropped, and nothing shows it.
pub struct Key {
    /// The state of HMAC-SHA-256 once the key is in it.
    keyed: Hmac<Sha256>,
    id: String,
}

impl Key {
    /// Takes what a file or a variable holds, without the space around it. What is there is wiped.
    pub fn new(mut secret: Vec<u8>) -> Result<Key, String> {
        let trimmed = Zeroizing::new(secret.trim_ascii().to_vec());
        secret.zeroize();
        if trimmed.len() < SHORTEST {
            return Err(format!(
                "a key has at least {SHORTEST} bytes, and this one has {}; make one with: head -c 32 /dev/urandom | base64",
                trimmed.len()
            ));
        }
        let keyed = <Hmac<Sha256> as KeyInit>::new_from_slice(&trimmed)
            .map_err(|_| "the key has a length that HMAC does not take".to_owned())?;
        let mut key = Key { keyed, id: String::new() };
        let id = key.derive(&[b"id"]);
        key.id = id[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(key)
    }

    /// What tells this key from others, and says nothing else of it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// 32 bytes that only the holder of the key can tell from chance. Where one part ends and the next begins counts.
    pub(crate) fn derive(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.keyed.clone();
        for part in parts {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// The same, as many bytes as wanted.
    pub(crate) fn stream(&self, parts: &[&[u8]], length: usize) -> Vec<u8> {
        let seed = self.derive(parts);
        let mut out = seed.to_vec();
        let mut block = 0u64;
        while out.len() < length {
            block += 1;
            out.extend(self.derive(&[&seed, &block.to_le_bytes()]));
        }
        out.truncate(length);
        out
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.id)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Key;

    #[test]
    fn a_key_has_an_id_that_is_its_own_and_shows_nothing_else() {
        let key = Key::new(b"0123456789abcdef\n".to_vec()).unwrap();
        let same = Key::new(b"0123456789abcdef".to_vec()).unwrap();
        let other = Key::new(b"0123456789abcdeg".to_vec()).unwrap();
        assert_eq!(key.id(), same.id());
        assert_ne!(key.id(), other.id());
        assert_eq!(format!("{key:?}"), format!("Key({})", key.id()));
        assert!(Key::new(b"short".to_vec()).is_err());
    }

    #[test]
    fn parts_are_not_run_together() {
        let key = Key::new(b"0123456789abcdef".to_vec()).unwrap();
        assert_ne!(key.derive(&[b"ab", b"c"]), key.derive(&[b"a", b"bc"]));
        assert_eq!(key.stream(&[b"x"], 100)[..32], key.derive(&[b"x"]));
    }
}
