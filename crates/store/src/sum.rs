//! Checksums of files: SHA-256 in hexadecimal, as `sha256sum` prints it.

use sha2::{Digest, Sha256};

/// The checksum of bytes.
pub(crate) fn sum(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Whether a text can be one.
pub(crate) fn is_sum(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
