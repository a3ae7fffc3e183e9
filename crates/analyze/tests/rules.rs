//! The rules against the libraries they are about.

#![allow(clippy::unwrap_used)]

mod common;

use common::libraries;

#[test]
fn libraries_are_fetched_once() {
    let jars = libraries::jars(&["org.slf4j:slf4j-api", "jakarta.servlet:jakarta.servlet-api:6.1.0"]);
    assert!(jars.iter().all(|jar| jar.is_file()), "{jars:?}");
}
