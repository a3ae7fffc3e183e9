//! A class as it was found: its bytes, or, if its outline is known, where they are.

use std::sync::OnceLock;

use libdeflater::Decompressor;

use super::bytes::Bytes;
use super::find::{Content, Found};
use super::left_out::Reason;
use super::outline::Outline;
use super::recall::Outlined;

/// A class as it was found.
#[derive(Debug)]
pub(crate) struct ClassFile {
    /// The internal name that its place says.
    pub(crate) name: String,
    /// Whether it is application code.
    pub(crate) application: bool,
    /// The number of the archive or directory it is in, in the order of the class path.
    pub(crate) origin: u32,
    /// Its number in the archive, if that can be remembered.
    pub(super) entry: Option<u32>,
    /// What is known without its bytes, and where these are.
    waiting: Option<(Outlined, Content)>,
    bytes: OnceLock<Result<Bytes, Reason>>,
}

impl ClassFile {
    /// A class of which these are the bytes, unless they can wait.
    pub(super) fn new(found: Found, bytes: Option<Bytes>) -> Self {
        let Found { name, application, origin, content, entry, outlined, .. } = found;
        let waiting = outlined.filter(|_| bytes.is_none()).map(|outlined| (outlined, content));
        ClassFile {
            name,
            application,
            origin,
            entry,
            waiting,
            bytes: bytes.map(Ok).map_or_else(OnceLock::new, OnceLock::from),
        }
    }

    /// A class that is in memory.
    #[cfg(feature = "fuzz")]
    pub(crate) fn of(name: String, bytes: &[u8], application: bool, origin: u32) -> Self {
        let bytes = OnceLock::from(Ok(bytes.to_vec().into()));
        ClassFile { name, application, origin, entry: None, waiting: None, bytes }
    }

    /// What is known of a class whose bytes were not read.
    pub(crate) fn outline(&self) -> Option<Outline<'_>> {
        self.waiting.as_ref()?.0.outline()
    }

    /// Its bytes, which are read now if they were not before.
    pub(crate) fn bytes(&self) -> Result<&[u8], Reason> {
        let read = || match self.waiting.as_ref().map(|(_, content)| content) {
            Some(Content::Packed(packed)) => packed.read(&mut Decompressor::new()),
            Some(Content::File { .. }) | None => Err("it was not read"),
        };
        self.bytes.get_or_init(read).as_deref().map_err(|why| *why)
    }

    /// Why its bytes could not be read, if somebody asked for them.
    pub(crate) fn fault(&self) -> Option<Reason> {
        self.bytes.get()?.as_ref().err().copied()
    }
}
