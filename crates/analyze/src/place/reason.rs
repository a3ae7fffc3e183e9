//! The reason of a point in one sentence.

use retake_model::points::{Kind, Step};

use super::candidates::NULL;

/// `shop.Orders.expire (Orders.java:41)`.
pub(super) fn place(step: &Step) -> String {
    let method = format!("{}.{}", step.class.replace('/', "."), step.method);
    match (&step.file, step.line) {
        (Some(file), Some(line)) => format!("{method} ({file}:{line})"),
        (Some(file), None) => format!("{method} ({file})"),
        (None, Some(line)) => format!("{method} (line {line})"),
        (None, None) => method,
    }
}

/// What is read of a field: itself, or something that it leads to.
fn internal(name: &str) -> String {
    let (root, behind) = name.split_once(" -> ").map_or((name, None), |(root, behind)| (root, Some(behind)));
    let root = root.split(':').next().unwrap_or(root);
    let root = match root.split_once(' ') {
        Some((kind, field)) => format!("the {kind} field {field}"),
        None => root.to_string(),
    };
    match behind {
        None => root,
        Some(NULL) => format!("whether {root} is null"),
        Some("[]") => format!("an element of {root}"),
        Some(behind) => match behind.strip_suffix(NULL).and_then(|behind| behind.strip_suffix(" -> ")) {
            Some(behind) => format!("whether {behind} of {root} is null"),
            None => format!("{behind} of {root}"),
        },
    }
}

/// Says what a dependency is and what it reaches. `about` is what the rule says that its sources are; the last step of
/// the path is where the data ends up.
pub(crate) fn reason(kind: Kind, about: Option<&str>, dependency: &str, path: &[Step]) -> String {
    let name = dependency.split('(').next().unwrap_or(dependency);
    let subject = match (kind, about) {
        (_, Some(about)) => format!("{about} ({name})"),
        (Kind::System, None) => format!("what {name} gives"),
        (Kind::Internal, None) => internal(name),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn step(line: Option<u32>, what: &str) -> Step {
        let [class, method, file] = ["shop/Orders", "expire", "Orders.java"].map(str::to_string);
        Step { class, method, file: Some(file), line, what: what.to_string() }
    }

    #[test]
    fn a_reason_is_a_sentence() {
        let branch = [step(Some(3), "is different every time"), step(Some(41), "decides a branch")];
        let asked = [step(None, "reaches outside the process")];
        type Row<'r> = (Kind, Option<&'r str>, &'r str, &'r [Step], &'r str);
        let table: &[Row<'_>] = &[
            (
                Kind::System,
                Some("the time"),
                "java.lang.System.nanoTime()J",
                &branch,
                "the time (java.lang.System.nanoTime) decides a branch in shop.Orders.expire (Orders.java:41)",
            ),
            (
                Kind::System,
                None,
                "a.B.c()J",
                &branch,
                "what a.B.c gives decides a branch in shop.Orders.expire (Orders.java:41)",
            ),
            (
                Kind::Internal,
                None,
                "static shop.Stock.counter:I",
                &branch,
                "the static field shop.Stock.counter decides a branch in shop.Orders.expire (Orders.java:41)",
            ),
            (
                Kind::Internal,
                None,
                "bean shop.Stock.CACHE -> java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;",
                &branch,
                "java.util.Map.get of the bean field shop.Stock.CACHE decides a branch in shop.Orders.expire (Orders.java:41)",
            ),
            (
                Kind::Internal,
                None,
                "static shop.Stock.ALL -> []",
                &branch,
                "an element of the static field shop.Stock.ALL decides a branch in shop.Orders.expire (Orders.java:41)",
            ),
            (
                Kind::Internal,
                None,
                "static shop.Stock.cache -> null",
                &branch,
                "whether the static field shop.Stock.cache is null decides a branch in shop.Orders.expire (Orders.java:41)",
            ),
            (
                Kind::Internal,
                None,
                "bean shop.Stock.all -> shop.All.first -> null",
                &branch,
                "whether shop.All.first of the bean field shop.Stock.all is null decides a branch in shop.Orders.expire (Orders.java:41)",
            ),
            (
                Kind::External,
                Some("a database"),
                "java.sql.Driver.connect()V",
                &asked,
                "a database (java.sql.Driver.connect) is asked in shop.Orders.expire (Orders.java)",
            ),
            (Kind::Listed, None, "a.B.c()V", &asked, "a.B.c is on the list, in shop.Orders.expire (Orders.java)"),
        ];
        for (kind, about, dependency, path, expected) in table {
            assert_eq!(reason(*kind, *about, dependency, path), *expected);
        }
    }
}
