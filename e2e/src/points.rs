//! Points documents.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::retake;
use crate::stage::Stage;

/// Analyses a service; gives the file and what is in it.
pub fn analyse(stage: &Stage, app: &Path) -> (PathBuf, Value) {
    analyse_with(stage, app, &[])
}

/// The same; `more` are further options.
pub fn analyse_with(stage: &Stage, app: &Path, more: &[&OsStr]) -> (PathBuf, Value) {
    let file = stage.path("points.json");
    let arguments: [&OsStr; 6] =
        ["analyze".as_ref(), app.as_ref(), "--format".as_ref(), "json".as_ref(), "--out".as_ref(), file.as_ref()];
    retake::run(stage, arguments.iter().chain(more)).expect(0);
    let text = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let points = serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    (file, points)
}

/// The same service, with no place in it that is answered.
pub fn without_points(stage: &Stage, app: &Path) -> PathBuf {
    let (_, mut points) = analyse(stage, app);
    assert!(points["points"].as_array().is_some_and(|points| !points.is_empty()), "there were none to begin with");
    points["points"] = json!([]);
    points["handles"] = json!([]);
    stage.write("no-points.json", points.to_string())
}
