//! x
pub(crate) mod xml;
