//! Where things are kept that can be made again.

use std::path::PathBuf;

/// The directory in the user's cache, if the user has one.
pub(crate) fn directory() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("retake"))
}
