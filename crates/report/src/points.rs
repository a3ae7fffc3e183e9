//! The points of a service: a table and explanations for people, SARIF for code hosts, a page for a browser, and what
//! changed since an earlier build.

mod changes;
mod explain;
mod html;
mod names;
mod sarif;
mod table;

pub use changes::Changes;
pub use explain::{Selection, select};
pub use html::html;
pub use sarif::sarif;
pub use table::table;

#[cfg(test)]
mod testing;
