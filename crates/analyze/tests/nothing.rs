//! Many methods that must hold no point, and hold none.

#![allow(clippy::unwrap_used)]

mod common;

use retake_bytecode::read;

/// So many methods there must be, at least.
const METHODS: usize = 100;

/// The methods of the fixture that somebody wrote, by class and name.
fn methods() -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(common::compiled().0.join("nothing")).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let class = read::Class::parse(&bytes).unwrap();
        for method in class.methods() {
            let name = method.name().unwrap().to_str().into_owned();
            let written = !name.starts_with('<') && !name.contains('$');
            if written && method.code().unwrap().is_some() {
                found.push(format!("{}.{name}", path.file_stem().unwrap().to_string_lossy()));
            }
        }
    }
    found
}

#[test]
fn methods_that_always_do_the_same_hold_no_point() {
    let methods = methods();
    assert!(methods.len() >= METHODS, "only {} methods", methods.len());
    let points = common::analyse("Nothing");
    let found = points.points.iter().filter(|point| point.class.starts_with("nothing/"));
    let found: Vec<String> = found.map(|point| format!("{}.{}: {}", point.class, point.method, point.reason)).collect();
    assert!(found.is_empty(), "{found:#?}");
    // The same code with the clock in its place does hold one, so that the test could fail.
    assert!(common::analyse("Time").points.iter().any(|point| point.class.starts_with("time/")));
}
