//! Traffic to cases.
