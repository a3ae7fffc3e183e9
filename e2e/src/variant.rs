//! The variants of the example: the same service with one thing changed.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::shop;

/// What was changed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A mistake, which a replay must find.
    Bug,
    /// A mistake that a case of one request cannot show.
    Unseen,
    /// No mistake: everything must pass.
    Refactoring,
}

/// One variant.
#[derive(Clone, Debug, Deserialize)]
pub struct Variant {
    /// Its name.
    #[serde(skip)]
    pub name: String,
    /// Its build.
    #[serde(skip)]
    pub jar: PathBuf,
    /// What was changed for.
    pub kind: Kind,
    /// What was changed.
    pub summary: String,
    /// The verdicts that a replay may give to the cases that show it.
    pub expect: Vec<String>,
    /// The operations whose cases show it.
    pub seen: Vec<String>,
}

/// All variants, by name.
pub fn all() -> Vec<Variant> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/shop/variants");
    let entries = fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut variants: Vec<Variant> = entries.flatten().map(|entry| read(&entry.path())).collect();
    variants.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!variants.is_empty(), "no variants in {}", directory.display());
    variants
}

fn read(directory: &Path) -> Variant {
    let about = directory.join("variant.toml");
    let text = fs::read_to_string(&about).unwrap_or_else(|error| panic!("{}: {error}", about.display()));
    let variant: Variant = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", about.display()));
    let name = directory.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Variant { jar: shop::built(&format!("variants/{name}.jar")), name, ..variant }
}
