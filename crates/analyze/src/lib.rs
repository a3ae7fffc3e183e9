//! Class files to dependencies to points, each with its reason.
//!
//! The analysis reads a service as it is delivered (a jar, a war, a directory of classes with its libraries) and finds
//! every place where data that is not the request's enters and changes what the service does: time, chance and the
//! host, static fields that outlive a request, databases and other services. For each it tells the way from where
//! the data enters to where it matters, and it tells what it ruled out.
//!
//! The layout is that of the textbook:
//!
//! - `input`: files to bytes, and which of them are application code.
//! - `program`: classes, members and calls as numbers.
//! - `rules`: what is known of libraries, as data in `rules/*.toml`.
//! - `wiring`: what frameworks are told in annotations and configuration files.
//! - `flow`: how values move in a method and between methods.
//! - `state`: static fields, and which can change.
//! - `library`: sources that libraries hide.
//! - `external`, `entries`: what is reached, and what reaches us.
//! - `place`: candidates to points.
//! - `calls`: what every call of the application may reach, for who wants to know that alone.
//!
//! What it does not do: run anything, read the JDK, or follow *implicit* flow (a decision that depends on the time makes nothing else depend on it).

mod analysis;
mod calls;
mod counts;
mod entries;
mod error;
mod external;
mod flow;
#[cfg(feature = "fuzz")]
#[doc(hidden)]
pub mod fuzz;
mod input;
mod library;
mod list;
mod place;
mod program;
mod rules;
mod same_build;
mod settings;
mod state;
mod unused;
// Much of what it finds is not asked for yet.
#[allow(dead_code)]
mod wiring;

pub use analysis::analyze;
pub use calls::calls;
pub use error::Error;
pub use input::{Request, class_path};
pub use library::{LibrarySource, library_sources};
pub use rules::MethodPattern;
pub use same_build::{classes, differs};
pub use settings::{Line, Problem, ReplaySettings, Settings, SkipSetting, Written};
pub use wiring::wiring;

/// How far an analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// Files are being read.
    Reading,
    /// Classes are being parsed and connected.
    Modelling {
        /// How many there are.
        classes: usize,
    },
    /// Values are being followed in each method.
    Following {
        /// How many there are.
        methods: usize,
    },
    /// Methods are being connected.
    Solving {
        /// How many calls there are between them.
        calls: usize,
    },
    /// Points are being chosen.
    Placing {
        /// How many places there are to choose from.
        candidates: usize,
    },
}
