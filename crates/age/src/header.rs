//! The header of a file: for each who may open it a stanza, and a checksum that only they can make.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::wrap::FileKey;
use crate::{Error, MAGIC, base64};

/// So many letters of a stanza's body stand on a line.
const COLUMNS: usize = 64;
/// No header is longer: that would be thousands of recipients.
const MAX: usize = 1 << 20;

/// For one who may open the file: the kind of key, what else is needed, and the file's key in a form that only they can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stanza {
    pub(crate) kind: String,
    pub(crate) args: Vec<String>,
    pub(crate) body: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) stanzas: Vec<Stanza>,
}

/// How long the parts of a header are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Length {
    /// What the checksum is made of.
    pub(crate) signed: usize,
    /// All of it.
    pub(crate) whole: usize,
}

impl Header {
    pub(crate) fn write(&self, key: &FileKey) -> Vec<u8> {
        let mut out = format!("{MAGIC}\n");
        for stanza in &self.stanzas {
            out.push_str("-> ");
            out.push_str(&stanza.kind);
            for arg in &stanza.args {
                out.push(' ');
                out.push_str(arg);
            }
            out.push('\n');
            let body = base64::encode(&stanza.body);
            let mut rest = body.as_str();
            // The last line is shorter than the others, and may be empty.
            while rest.len() >= COLUMNS {
                let (line, behind) = rest.split_at(COLUMNS);
                out.push_str(line);
                out.push('\n');
                rest = behind;
            }
            out.push_str(rest);
            out.push('\n');
        }
        out.push_str("---");
        let mac = base64::encode(&mac(out.as_bytes(), key).finalize().into_bytes());
        format!("{out} {mac}\n").into_bytes()
    }

    /// Reads the header of a file; gives its checksum, too.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Header, Vec<u8>, Length), Error> {
        let mut lines = Lines { bytes: &bytes[..bytes.len().min(MAX)], at: 0 };
        if lines.next()? != MAGIC {
            return Err(Error::NotEncrypted);
        }
        let mut stanzas = Vec::new();
        loop {
            let start = lines.at;
            let line = lines.next()?;
            if let Some(mac) = line.strip_prefix("--- ") {
                let mac = base64::decode(mac).filter(|mac| mac.len() == 32).ok_or(Error::Header)?;
                if stanzas.is_empty() {
                    return Err(Error::Header);
                }
                return Ok((Header { stanzas }, mac, Length { signed: start + 3, whole: lines.at }));
            }
            stanzas.push(stanza(line, &mut lines)?);
        }
    }
}

fn stanza(line: &str, lines: &mut Lines<'_>) -> Result<Stanza, Error> {
    let mut words = line.strip_prefix("-> ").ok_or(Error::Header)?.split(' ');
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| (33..=126).contains(&byte));
    let kind = words.next().filter(|word| is_word(word)).ok_or(Error::Header)?.to_owned();
    let args =
        words.map(|word| is_word(word).then(|| word.to_owned()).ok_or(Error::Header)).collect::<Result<_, _>>()?;
    let mut body = String::new();
    loop {
        let line = lines.next()?;
        if line.len() > COLUMNS {
            return Err(Error::Header);
        }
        body.push_str(line);
        if line.len() < COLUMNS {
            return Ok(Stanza { kind, args, body: base64::decode(&body).ok_or(Error::Header)? });
        }
    }
}

/// Lines that end with a line feed.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, Error> {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or(Error::Header)?;
        self.at += end + 1;
        std::str::from_utf8(&rest[..end]).map_err(|_| Error::Header)
    }
}

/// Whether the checksum of a header was made by somebody who knew the file's key.
pub(crate) fn verify(signed: &[u8], known: &[u8], key: &FileKey) -> bool {
    mac(signed, key).verify_slice(known).is_ok()
}

fn mac(signed: &[u8], key: &FileKey) -> Hmac<Sha256> {
    let key = key.derive(&[], b"header");
    // A key of any length will do, so this does not fail.
    let mut mac = Hmac::<Sha256>::new_from_slice(&*key).unwrap_or_else(|_| Hmac::new(&Default::default()));
    mac.update(signed);
    mac
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn headers_come_back() {
        let key = FileKey::random().unwrap();
        for length in [0, 1, 31, 32, 47, 48, 49, 96, 200] {
            let args = vec!["a".to_owned(), "B-c".to_owned()];
            let one = Stanza { kind: "X".to_owned(), args, body: vec![7; length] };
            let header = Header { stanzas: vec![one.clone(), Stanza { args: vec![], ..one }] };
            let mut bytes = header.write(&key);
            let whole = bytes.len();
            bytes.extend_from_slice(b"payload\n");
            let (read, mac, length) = Header::read(&bytes).unwrap();
            assert_eq!((&read, length.whole), (&header, whole));
            assert!(verify(&bytes[..length.signed], &mac, &key));
            assert!(!verify(&bytes[..length.signed - 1], &mac, &key));
            assert!(!verify(&bytes[..length.signed], &mac, &FileKey::random().unwrap()));
        }
    }

    #[test]
    fn what_is_no_header_is_refused() {
        let mac = "A".repeat(43);
        let line = "A".repeat(64);
        for text in [
            String::new(),
            "age-encryption.org/v2\n".to_owned(),
            format!("{MAGIC}\n"),
            format!("{MAGIC}\n--- {mac}\n"),
            format!("{MAGIC}\n-> X\n\n--- {mac}"),
            format!("{MAGIC}\n-> X\n\n--- A\n"),
            format!("{MAGIC}\n-> \n\n--- {mac}\n"),
            format!("{MAGIC}\n-> X  y\n\n--- {mac}\n"),
            format!("{MAGIC}\n-> X é\n\n--- {mac}\n"),
            format!("{MAGIC}\n-> X\n{line}\n--- {mac}\n"),
            format!("{MAGIC}\n-> X\n{line}A\n\n--- {mac}\n"),
            format!("{MAGIC}\n-> X\nA\n--- {mac}\n"),
            format!("{MAGIC}\r\n-> X\r\n\r\n--- {mac}\r\n"),
        ] {
            assert!(Header::read(text.as_bytes()).is_err(), "{text}");
        }
        assert!(Header::read(format!("{MAGIC}\n-> X\n\n--- {mac}\n").as_bytes()).is_ok());
    }
}
