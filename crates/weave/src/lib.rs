//! Class bytes and a plan in, woven class bytes out.
