//! Bytes that many share: parts of a file, or of a buffer that many entries were inflated into.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A part of a buffer that lives as long as any part of it.
#[derive(Clone, Default)]
pub(crate) struct Bytes {
    buffer: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Bytes {
    /// A part of this part; nothing if it is none.
    pub(super) fn part(&self, range: Range<usize>) -> Option<Bytes> {
        let inside = range.start <= range.end && range.end <= self.len();
        let start = self.range.start;
        inside.then(|| Bytes { buffer: self.buffer.clone(), range: start + range.start..start + range.end })
    }

    /// Where in this part another begins; nothing if it is not in it.
    pub(super) fn start_of(&self, part: &Bytes) -> Option<usize> {
        let inside = Arc::ptr_eq(&self.buffer, &part.buffer) && part.range.end <= self.range.end;
        part.range.start.checked_sub(self.range.start).filter(|_| inside)
    }

    /// The whole of which this is a part: the same number for all parts of one buffer, and its length.
    pub(super) fn buffer(&self) -> (usize, usize) {
        (Arc::as_ptr(&self.buffer).addr(), self.buffer.len())
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(buffer: Vec<u8>) -> Self {
        Bytes { range: 0..buffer.len(), buffer: Arc::new(buffer) }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.buffer.get(self.range.clone()).unwrap_or_default()
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
