//! A position in the input that only moves forward.

use crate::{Error, Result};

/// Reads big-endian numbers off the front of a slice. It keeps what is left and where the slice ends in the
/// input, so that moving on is one comparison and an offset is worked out only for an error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    rest: &'a [u8],
    end: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Cursor { rest: bytes, end: bytes.len() }
    }

    /// Where in the input the next byte comes from.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.end - self.rest.len()
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    // What makes an error is told the offset and not the cursor: a cursor whose address is handed to something that is
    // not inlined has to stay in memory, in the hot loops too.

    #[inline(always)]
    fn truncated(&self) -> Error {
        Error::truncated(self.offset())
    }

    #[inline(always)]
    pub(crate) fn malformed(&self, what: &'static str) -> Error {
        Error::malformed(what, self.offset())
    }

    #[inline(always)]
    fn chunk<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.rest.split_first_chunk::<N>() {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(*head)
            }
            None => Err(self.truncated()),
        }
    }

    #[inline(always)]
    pub(crate) fn u8(&mut self) -> Result<u8> {
        self.chunk::<1>().map(|[byte]| byte)
    }

    #[inline(always)]
    pub(crate) fn u16(&mut self) -> Result<u16> {
        self.chunk().map(u16::from_be_bytes)
    }

    #[inline(always)]
    pub(crate) fn u32(&mut self) -> Result<u32> {
        self.chunk().map(u32::from_be_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64> {
        self.chunk().map(u64::from_be_bytes)
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        match self.rest.split_at_checked(length) {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(head)
            }
            None => Err(self.truncated()),
        }
    }

    /// A cursor over the next `length` bytes, which this one skips.
    #[inline(always)]
    pub(crate) fn sub(&mut self, length: usize) -> Result<Cursor<'a>> {
        let head = self.take(length)?;
        Ok(Cursor { rest: head, end: self.offset() })
    }

    /// Fails if anything is left.
    pub(crate) fn finish(&self, what: &'static str) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.malformed(what)) }
    }
}
