//! Class files to dependencies to points, each with its reason.
