//! Which classes are application code, said in as few prefixes as possible.
//!
//! Whoever weaves sees only class names, so the decision that was made on files is turned into names: a text that
//! ends in `/` covers the packages that start with it, any other text covers one class and the classes nested in it.

use std::collections::BTreeSet;

/// Roots under which unrelated people publish; a prefix must say more than these alone.
const SHARED_ROOTS: [&str; 14] =
    ["com", "org", "net", "io", "de", "cn", "java", "javax", "jakarta", "jdk", "sun", "kotlin", "scala", "me"];

/// Whether unrelated people publish under the package of this name.
pub(super) fn is_shared_root(package: &str) -> bool {
    SHARED_ROOTS.contains(&package)
}

/// The prefix that somebody wrote: `shop/` for `shop.`, and `shop` for `shop`, `shop.*` and `shop.**`.
pub(super) fn prefix(written: &str) -> String {
    let package = written.strip_suffix(".**").or(written.strip_suffix(".*")).unwrap_or(written);
    package.replace('.', "/")
}

/// Whether a text of the scope covers a class.
pub(crate) fn covers(prefix: &str, class: &str) -> bool {
    match class.strip_prefix(prefix) {
        Some(rest) => prefix.ends_with('/') || rest.is_empty() || rest.starts_with(['/', '$']),
        None => false,
    }
}

/// The fewest prefixes that cover these classes and none of the others.
pub(crate) fn prefixes(application: &BTreeSet<&str>, libraries: &BTreeSet<&str>) -> Vec<String> {
    let clean = |prefix: &str| !starts(libraries, prefix);
    let mut found = BTreeSet::new();
    for class in application {
        match shortest(class, application, &clean) {
            Some(prefix) => found.insert(prefix),
            None => found.insert(outer(class, libraries).to_string()),
        };
    }
    // A class named alone is superfluous beside a prefix that covers it.
    let all: Vec<String> = found.into_iter().collect();
    all.iter().filter(|text| !all.iter().any(|other| other != *text && covers(other, text))).cloned().collect()
}

/// The shortest package prefix of a class under which all is application code. It is not shortened beyond the point
/// where packages of the application branch or classes of it lie: what is above belongs to nobody we have seen.
fn shortest(class: &str, application: &BTreeSet<&str>, clean: &dyn Fn(&str) -> bool) -> Option<String> {
    let own = &class[..class.rfind('/')? + 1];
    if !clean(own) {
        return None;
    }
    let mut best = own;
    let mut end = own.len() - 1;
    while let Some(slash) = own[..end].rfind('/') {
        let prefix = &own[..=slash];
        end = slash;
        if !clean(prefix) || is_shared_root(&prefix[..prefix.len() - 1]) {
            break;
        }
        // Only a package that holds something beside the part below is worth naming.
        let more =
            application.range(prefix..).take_while(|name| name.starts_with(prefix)).any(|name| !name.starts_with(best));
        if more {
            best = prefix;
        }
    }
    Some(best.to_string())
}

fn starts(names: &BTreeSet<&str>, prefix: &str) -> bool {
    names.range(prefix..).next().is_some_and(|name| name.starts_with(prefix))
}

/// The outermost class a nested class can be named by.
fn outer<'n>(class: &'n str, libraries: &BTreeSet<&str>) -> &'n str {
    let simple = class.rfind('/').map_or(0, |slash| slash + 1);
    match class[simple..].find('$') {
        Some(dollar) if dollar > 0 => {
            let outer = &class[..simple + dollar];
            let nested = format!("{outer}$");
            if libraries.contains(outer) || starts(libraries, &nested) { class } else { outer }
        }
        _ => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(application: &[&str], libraries: &[&str], expected: &[&str]) {
        let application: BTreeSet<&str> = application.iter().copied().collect();
        let libraries: BTreeSet<&str> = libraries.iter().copied().collect();
        assert_eq!(prefixes(&application, &libraries), expected);
    }

    #[test]
    fn packages_are_joined() {
        check(&["shop/Main", "shop/orders/Order", "shop/web/S$1"], &["org/h2/Driver"], &["shop/"]);
        check(&["com/acme/a/A", "com/acme/b/B"], &["com/google/C"], &["com/acme/"]);
        check(&["com/acme/a/A", "com/other/b/B"], &[], &["com/acme/a/", "com/other/b/"]);
    }

    #[test]
    fn a_library_is_never_covered() {
        check(&["com/acme/a/A", "com/acme/b/B"], &["com/acme/lib/C"], &["com/acme/a/", "com/acme/b/"]);
        check(&["com/acme/A", "com/acme/A$1"], &["com/acme/C"], &["com/acme/A"]);
        check(&["Main", "Main$1"], &[], &["Main"]);
    }

    #[test]
    fn a_package_may_be_written_as_a_pattern() {
        for (written, expected) in
            [("shop", "shop"), ("a.b.", "a/b/"), ("a.b.*", "a/b"), ("a.b.**", "a/b"), ("a.Main", "a/Main")]
        {
            assert_eq!(prefix(written), expected);
        }
    }

    #[test]
    fn a_prefix_ends_where_a_name_does() {
        assert!(covers("shop/", "shop/a/B"));
        assert!(covers("shop/Main", "shop/Main$1"));
        assert!(!covers("shop/Main", "shop/Main2"));
    }
}
