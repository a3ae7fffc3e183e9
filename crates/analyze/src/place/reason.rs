//! The reason of a point in one sentence.

use retake_model::points::{Kind, Step};

/// `shop.Orders.expire (Orders.java:41)`.
fn place(step: &Step) -> String {
    let method = format!("{}.{}", step.class.replace('/', "."), step.method);
    match (&step.file, step.line) {
        (Some(file), Some(line)) => format!("{method} ({file}:{line})"),
        (Some(file), None) => format!("{method} ({file})"),
        (None, Some(line)) => format!("{method} (line {line})"),
        (None, None) => method,
    }
}

/// Says what a dependency is and what it reaches. `about` is what the rule says that its sources are; the last step of
/// the path is where the data ends up.
pub(crate) fn reason(kind: Kind, about: Option<&str>, dependency: &str, path: &[Step]) -> String {
    let name = dependency.split('(').next().unwrap_or(dependency);
    let subject = match (kind, about) {
        (_, Some(about)) => format!("{about} ({name})"),
        (Kind::System, None) => format!("what {name} gives"),
        (Kind::Internal, None) => format!("what is in {}", name.split(':').next().unwrap_or(name)),
        (Kind::External | Kind::Listed, None) => name.to_string(),
    };
    match path {
        [] => subject,
        [only] => match kind {
            Kind::Listed => format!("{subject} is on the list, in {}", place(only)),
            Kind::External => format!("{subject} is asked in {}", place(only)),
            Kind::System | Kind::Internal => format!("{subject} is read in {}", place(only)),
        },
        [.., last] => format!("{subject} {} in {}", last.what, place(last)),
    }
}
