//! Packages as configuration names them.

/// How many `*` of a pattern count.
const STARS: usize = 4;

/// A package and those below it: `shop.orders`, `shop.*.api`, `shop.**.api`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Package {
    parts: Vec<String>,
}

impl Package {
    /// The packages in a list, as configuration writes it.
    pub(crate) fn list(text: &str) -> impl Iterator<Item = Package> {
        let names = text.split([',', ';', ' ', '\t', '\n', '\r']).filter(|name| !name.is_empty());
        names.map(|name| {
            // A pattern of many parts may take forever to try; what it begins with holds no less.
            let end = name.match_indices('*').nth(STARS).map_or(name.len(), |(at, _)| at);
            Package { parts: name[..end].split(['.', '/']).map(str::to_string).collect() }
        })
    }

    /// The package of a class.
    pub(crate) fn of(class: &str) -> Package {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        Package { parts: package.split('/').filter(|part| !part.is_empty()).map(str::to_string).collect() }
    }

    /// Whether a class, by its internal name, is in it or below.
    pub(crate) fn holds(&self, class: &str) -> bool {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        let parts: Vec<&str> = package.split('/').filter(|part| !part.is_empty()).collect();
        begins(&self.parts, &parts)
    }
}

fn begins(pattern: &[String], parts: &[&str]) -> bool {
    match pattern.split_first() {
        None => true,
        Some((first, rest)) if first == "**" => (0..=parts.len()).any(|skipped| begins(rest, &parts[skipped..])),
        Some((first, rest)) => match parts.split_first() {
            Some((part, more)) => wild(first, part) && begins(rest, more),
            None => false,
        },
    }
}

/// Whether a part of a name fits a pattern with at most a few `*`.
fn wild(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => match text.strip_prefix(head) {
            Some(rest) => (0..=rest.len()).filter(|&at| rest.is_char_boundary(at)).any(|at| wild(tail, &rest[at..])),
            None => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_holds_what_is_below_it() {
        for (pattern, class, expected) in [
            ("shop", "shop/A", true),
            ("shop", "shop/orders/A", true),
            ("shop", "shopping/A", false),
            ("shop.orders", "shop/A", false),
            ("shop.*.api", "shop/orders/api/A", true),
            ("shop.*.api", "shop/api/A", false),
            ("shop.**.api", "shop/api/A", true),
            ("shop.**.api", "shop/a/b/api/c/A", true),
            ("shop.ord*", "shop/orders/A", true),
            ("shop.ord*", "shop/bills/A", false),
            ("", "A", false),
        ] {
            let holds = Package::list(pattern).any(|package| package.holds(class));
            assert_eq!(holds, expected, "{pattern} {class}");
        }
        assert!(Package::of("A").holds("any/B"));
        assert!(!Package::of("shop/A").holds("B"));
    }
}
