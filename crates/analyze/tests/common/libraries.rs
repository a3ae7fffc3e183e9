//! The real libraries that these tests compile against and analyse: `libraries.txt`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use retake_jdks::libraries::Libraries;

/// The jars of the libraries with these coordinates, in this order.
pub fn jars(wanted: &[&str]) -> Vec<PathBuf> {
    static LIBRARIES: OnceLock<Libraries> = OnceLock::new();
    let libraries = LIBRARIES.get_or_init(|| {
        let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries.txt");
        Libraries::of(&list, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries"))
    });
    libraries.jars(wanted)
}
