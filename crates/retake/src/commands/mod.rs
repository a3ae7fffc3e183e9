//! One module per command.

pub(crate) mod analyze;
pub(crate) mod calls;
pub(crate) mod cases;
pub(crate) mod coverage;
pub(crate) mod explain;
pub(crate) mod points;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod reseal;
pub(crate) mod tag;
pub(crate) mod traffic;
