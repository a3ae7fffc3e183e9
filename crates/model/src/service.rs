//! Which service was recorded, in words that hold for all its builds.
//!
//! A build is told by the checksums of its classes. A service is told by what stays when it is built again: its packages
//! and the classes that start it. Either may change one day, and a case that is refused for no reason is worse than one that
//! is tried in vain: only where nothing at all is the same is it another service.

use std::fmt;

use crate::crc::crc32;
use crate::points::Points;

/// A service, and the build of it that was recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// Its packages: `shop`.
    pub packages: Vec<String>,
    /// The classes whose `main` starts it: `shop.Main`.
    pub starts: Vec<String>,
    /// A checksum of its classes that hold points or entries; empty where nobody worked it out.
    pub build: String,
}

impl Service {
    /// The service whose points these are. Nothing is known of one without packages of its own.
    pub fn of(points: &Points) -> Option<Service> {
        let dotted = |name: &String| name.replace('/', ".").trim_end_matches('.').to_owned();
        let mut packages: Vec<String> = points.scope.iter().map(dotted).filter(|name| !name.is_empty()).collect();
        let starts = points.entries.iter().filter(|entry| entry.kind == "main");
        let mut starts: Vec<String> = starts.map(|entry| dotted(&entry.class)).collect();
        for names in [&mut packages, &mut starts] {
            names.sort();
            names.dedup();
        }
        let build: String = points.build.iter().map(|(class, sum)| format!("{class} {sum}\n")).collect();
        let build = if build.is_empty() { build } else { format!("{:08x}", crc32(build.as_bytes())) };
        (!packages.is_empty()).then_some(Service { packages, starts, build })
    }

    /// Whether nothing tells that the two are one service: no package is the other's or inside of it, and no class starts both.
    pub fn differs(&self, other: &Service) -> bool {
        let inside = |name: &str, of: &str| {
            name.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '$']))
        };
        let related = |a: &String| other.packages.iter().any(|b| inside(a, b) || inside(b, a));
        !self.packages.iter().any(related) && !self.starts.iter().any(|start| other.starts.contains(start))
    }
}

/// What people know it by: the class that starts it, else its packages.
impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = if self.starts.len() == 1 { &self.starts } else { &self.packages };
        write!(f, "{}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn service(packages: &[&str], starts: &[&str]) -> Service {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Service { packages: names(packages), starts: names(starts), build: String::new() }
    }

    #[test]
    fn another_service_has_nothing_in_common() {
        let shop = service(&["com.acme.shop"], &["com.acme.shop.Main"]);
        for (other, differs) in [
            (service(&["com.acme.shop"], &["com.acme.shop.Start"]), false),
            (service(&["com.acme"], &[]), false),
            (service(&["com.acme.shop.orders", "org.x"], &[]), false),
            (service(&["org.acme"], &["com.acme.shop.Main"]), false),
            (service(&["com.acme.shopping"], &[]), true),
            (service(&["com.acme.users"], &["com.acme.users.Main"]), true),
        ] {
            assert_eq!((shop.differs(&other), other.differs(&shop)), (differs, differs), "{other:?}");
        }
    }
}
