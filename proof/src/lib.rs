//! The analysis against running programs.
//!
//! Small Java programs are made up from pieces ([`piece`]), by chance but from a seed ([`program`], [`make`]), and
//! rendered to source ([`render`]). Each is compiled, analysed, woven at the points that were found and given probes
//! that tell which way it goes ([`prepare`]). Then it runs many times, under another clock, other chance, another host and
//! another history each time, and once more with every point answered from a recording ([`run`]).
//!
//! *Sound* means: a method that did not always do the same crossed a point whenever it could have, and with its points
//! answered it does what was recorded, wherever it runs. *Precise* means: what the points gave was not always the same.
//! `docs/soundness.md` says it in full.

#![allow(clippy::missing_panics_doc)]

pub mod each;
pub mod make;
pub mod piece;
pub mod prepare;
mod probe;
pub mod program;
pub mod proof;
pub mod random;
pub mod render;
pub mod run;
pub mod shrink;
mod substitute;
pub mod types;
