//! The figures and examples of the paper that this analysis follows, each as a program with the points it must give.
//!
//! | paper | program | test |
//! | --- | --- | --- |
//! | Figure 1 | `tests/java/Figure1.java` | `figure_1` |
//! | Figure 2 | `tests/java/Figure2.java` | `figure_2` |
//! | Figures 3 to 5 | the platform, a case, a failed case: nothing to analyse | |
//! | Figure 6 | `tests/java/Figure6.java` | `figure_6` |
//! | Figure 7 | `tests/java/Figure7.java` | `figure_7` |
//! | Figure 8 | `tests/wiring/figure-8`, four beans | `figure_8_and_example_3_5` in `tests/wiring.rs` |
//! | Figure 9 | `tests/java/Figure9.java` | `figure_9` |
//! | Example 3.1 | Figure 6 | `example_3_1` |
//! | Example 3.2 | Figure 6, with somebody who reads the field | `example_3_2` |
//! | Example 3.3 | Figures 1 and 2 | `example_3_3` |
//! | Example 3.4 | Figure 7 | `example_3_4` |
//! | Example 3.5 | Figure 8 | `figure_8_and_example_3_5` in `tests/wiring.rs` |
//! | Figures 10 and 11 | the members `system` and `internal` of `counts`, in every document | `counts_add_up` in `tests/document.rs` |

#![allow(clippy::unwrap_used)]

mod common;

use common::{analyse, check};
use retake_model::points::{Place, Point, SinkKind};

const NEXT: &str = "java.util.Random.nextInt()I";

/// The one point of a fixture's own code.
fn only(fixture: &str) -> Point {
    let scope = format!("{}/", fixture.to_lowercase());
    let mut points: Vec<Point> = analyse(fixture).points;
    points.retain(|point| point.class.starts_with(&scope));
    let [point] = &points[..] else { panic!("{points:#?}") };
    point.clone()
}

#[test]
fn figure_1() {
    check("Figure1");
}

#[test]
fn figure_2() {
    check("Figure2");
}

#[test]
fn figure_6() {
    check("Figure6");
}

#[test]
fn figure_7() {
    check("Figure7");
}

/// The function writes a field before it returns what depends on chance. To mock the function would leave that out; to mock
/// the call does not.
#[test]
fn figure_9() {
    check("Figure9");
    let point = only("Figure9");
    assert!(matches!(point.place, Place::Call { .. }) && point.writes.is_empty(), "{point:#?}");
}

/// A variable that depends on chance is used in a branch, so the function depends on it.
#[test]
fn example_3_1() {
    let point = only("Figure6");
    assert_eq!((point.method.as_str(), point.dependency.as_str()), ("m1", NEXT));
    let told: Vec<&str> = point.path.iter().map(|step| step.what.as_str()).collect();
    assert_eq!(told, ["java.util.Random.nextInt()I is different every time", "decides a branch"]);
}

/// A field that such a variable is stored in depends on chance wherever it is read, whatever the object.
#[test]
fn example_3_2() {
    let reached = only("Figure6").reached;
    let of = |sink: &retake_model::points::Sink| (sink.what, sink.class.clone(), sink.method.clone());
    let found: Vec<_> = reached.sinks.iter().map(of).collect();
    let at = |class: &str, method: &str| (SinkKind::Branch, format!("figure6/{class}"), method.to_owned());
    assert_eq!(found, [at("C2", "m1"), at("Reader", "isLarge")]);
}

/// What goes into `printLog` does not come out of it; what goes into `toString` does.
#[test]
fn example_3_3() {
    let told: Vec<String> = only("Figure1").path.into_iter().map(|step| step.what).collect();
    assert!(told.contains(&"goes through figure1.C1.toString".to_string()), "{told:?}");
    let out = analyse("Figure2").ruled_out;
    let reasons: Vec<_> = out.iter().map(|out| (out.dependency.as_str(), out.reason.as_str())).collect();
    assert_eq!(reasons, [(NEXT, "it reaches no branch, result or output")]);
}

/// Both fields are state because they are static, and both are read where it matters.
#[test]
fn example_3_4() {
    let counts = analyse("Figure7").counts;
    assert_eq!((counts.internal.found, counts.internal.modified, counts.internal.kept), (2, 2, 2));
}
