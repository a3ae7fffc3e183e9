//! What the tests of the whole product share: JDKs, processes that do not outlive their test, the example service with
//! what it depends on, and the command.
//!
//! The tests drive the built command (`make build`) on the built examples (`make examples`), so they need both,
//! and a JDK. They use only the loopback interface and ports that the system picks, and every wait has an end.
//! Measurements use the same parts.

#![forbid(unsafe_code)]

pub mod browser;
pub mod family;
pub mod hidden;
pub mod http;
pub mod load;
pub mod orders;
pub mod points;
pub mod process;
pub mod random;
pub mod recording;
pub mod retake;
pub mod scratch;
pub mod shop;
pub mod sofaboot;
pub mod stage;
pub mod steady;
pub mod system;
pub mod variant;
pub mod verdicts;

pub use process::{Ended, Running};
pub use recording::Recording;
pub use retake_jdks as jdk;
pub use retake_jdks::Jdk;
pub use shop::{Backends, Service};
pub use stage::Stage;
