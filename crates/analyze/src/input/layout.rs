//! How archives are laid out: where in them the classes are, and what else in them is on the class path.

use super::resource;

/// How an archive or an unpacked one is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Classes at the root.
    Plain,
    /// `WEB-INF/classes` and `WEB-INF/lib`.
    War,
    /// `BOOT-INF/classes` and `BOOT-INF/lib`; the classes at the root are the launcher.
    Boot,
    /// Wars and jars at the root, libraries in `lib`.
    Ear,
    /// A module of the JDK, with classes in `classes`.
    Module,
}

/// What an entry is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Role<'n> {
    /// A class, by its internal name.
    Class { name: &'n str, application: bool },
    /// A file that configures, by its path on the class path.
    Resource { path: &'n str, application: bool },
    /// An archive whose content is on the class path.
    Archive { application: bool },
    /// Nothing that matters.
    Other,
}

impl Layout {
    /// The layout that these entries show.
    pub(super) fn of_names<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut layout = Layout::Plain;
        for name in names {
            match name.split_once('/') {
                Some(("BOOT-INF", _)) => return Layout::Boot,
                // Libraries may bring pages and descriptors of their own; these two only wars have.
                Some(("WEB-INF", rest)) if rest.starts_with("classes/") || rest.starts_with("lib/") => {
                    layout = Layout::War;
                }
                Some(("META-INF", "application.xml")) => layout = Layout::Ear,
                None if name.ends_with(".war") => layout = Layout::Ear,
                Some(("classes", "module-info.class")) => layout = Layout::Module,
                _ => {}
            }
        }
        layout
    }

    /// What the entry of this name is.
    pub(super) fn role<'n>(self, name: &'n str) -> Role<'n> {
        if let Some(application) = self.archive(name) {
            return Role::Archive { application };
        }
        let classes = match self {
            Layout::Plain => "",
            Layout::War => "WEB-INF/classes/",
            Layout::Boot => "BOOT-INF/classes/",
            Layout::Module => "classes/",
            // There are classes only in what it holds.
            Layout::Ear => "\0",
        };
        let inside = name.strip_prefix(classes);
        let path = inside.unwrap_or(name);
        match path.strip_suffix(".class") {
            // What lies beside the classes is not the application's: the launcher of a Boot jar, applets of a war.
            Some(name) if is_class(name) => Role::Class { name, application: inside.is_some() },
            Some(_) => Role::Other,
            None if resource::is_resource(path) => {
                let application = inside.is_some() || matches!(self, Layout::War | Layout::Ear);
                Role::Resource { path, application }
            }
            None => Role::Other,
        }
    }

    /// Whether an entry is an archive on the class path, and then whether it is application code.
    fn archive(self, name: &str) -> Option<bool> {
        let is_jar = name.ends_with(".jar");
        match self {
            Layout::Plain | Layout::Module => None,
            Layout::War => (is_jar && (name.starts_with("WEB-INF/lib/") || name.starts_with("WEB-INF/lib-provided/")))
                .then_some(false),
            Layout::Boot => (is_jar && name.starts_with("BOOT-INF/lib/")).then_some(false),
            Layout::Ear if name.ends_with(".war") => Some(true),
            Layout::Ear => is_jar.then(|| !name.contains('/')),
        }
    }
}

/// Whether the JVM may load a class from this path.
fn is_class(path: &str) -> bool {
    let simple = path.rsplit('/').next().unwrap_or(path);
    !path.contains("-INF/") && simple != "module-info" && simple != "package-info"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_has_a_layout() {
        let check =
            |names: &[&str], expected| assert_eq!(Layout::of_names(names.iter().copied()), expected, "{names:?}");
        check(&[], Layout::Plain);
        check(&["a/B.class"], Layout::Plain);
        check(&["a/B.class", "WEB-INF/web.xml"], Layout::Plain);
        check(&["index.html", "WEB-INF/classes/a/B.class"], Layout::War);
        check(&["WEB-INF/lib/x.jar"], Layout::War);
        check(&["org/launcher/Main.class", "BOOT-INF/classpath.idx"], Layout::Boot);
        check(&["shop.war", "lib/x.jar"], Layout::Ear);
        check(&["META-INF/application.xml", "orders.jar"], Layout::Ear);
        check(&["classes/module-info.class", "classes/a/B.class"], Layout::Module);
    }

    #[test]
    fn an_entry_has_a_role() {
        use Layout::*;
        let class = |name, application| Role::Class { name, application };
        let resource = |path, application| Role::Resource { path, application };
        let archive = |application| Role::Archive { application };
        let table = [
            (Plain, "a/B.class", class("a/B", true)),
            (Plain, "META-INF/versions/11/a/B.class", Role::Other),
            (Plain, "module-info.class", Role::Other),
            (Plain, "a/package-info.class", Role::Other),
            (Plain, "lib/x.jar", Role::Other),
            (Plain, "beans.xml", resource("beans.xml", true)),
            (Plain, "WEB-INF/web.xml", resource("WEB-INF/web.xml", true)),
            (Boot, "BOOT-INF/classes/a/B.class", class("a/B", true)),
            (Boot, "org/launcher/Main.class", class("org/launcher/Main", false)),
            (Boot, "BOOT-INF/lib/x.jar", archive(false)),
            (Boot, "BOOT-INF/classes/application.yml", resource("application.yml", true)),
            (Boot, "META-INF/services/a.B", resource("META-INF/services/a.B", false)),
            (War, "WEB-INF/classes/a/B.class", class("a/B", true)),
            (War, "applet/B.class", class("applet/B", false)),
            (War, "WEB-INF/lib/x.jar", archive(false)),
            (War, "WEB-INF/web.xml", resource("WEB-INF/web.xml", true)),
            (War, "WEB-INF/classes/beans.xml", resource("beans.xml", true)),
            (Ear, "shop.war", archive(true)),
            (Ear, "orders.jar", archive(true)),
            (Ear, "lib/x.jar", archive(false)),
            (Ear, "META-INF/application.xml", resource("META-INF/application.xml", true)),
            (Module, "classes/a/B.class", class("a/B", true)),
            (Module, "classes/module-info.class", Role::Other),
            (Module, "bin/java", Role::Other),
        ];
        for (layout, name, expected) in table {
            assert_eq!(layout.role(name), expected, "{layout:?} {name}");
        }
    }
}
