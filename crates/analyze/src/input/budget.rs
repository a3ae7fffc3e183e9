//! How much may be unpacked. Archives that say they hold far more than what archives hold are made to do harm.

use super::left_out::Reason;

/// What was read may be unpacked to this many times its size. Class files shrink to a half or a third.
const TIMES: usize = 64;

/// On top of that: small archives may well have one file that shrinks to nothing.
const FREE: usize = 64 << 20;

/// Nothing that is a service is larger.
const MOST: usize = 4 << 30;

/// How much may still be unpacked.
#[derive(Debug)]
pub(super) struct Budget {
    granted: usize,
    claimed: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { granted: FREE, claimed: 0 }
    }
}

impl Budget {
    /// A file of this size was read.
    pub(super) fn grow(&mut self, size: usize) {
        self.granted = self.granted.saturating_add(size.saturating_mul(TIMES)).min(MOST);
    }

    /// Something of this size is to be unpacked.
    pub(super) fn claim(&mut self, size: usize) -> Result<(), Reason> {
        let claimed = self.claimed.saturating_add(size);
        if claimed > self.granted {
            return Err("with it there would be more than 64 times what was read");
        }
        self.claimed = claimed;
        Ok(())
    }
}
