//! Files that configure: what frameworks read at start-up to learn which objects to make.

use std::sync::Arc;

use super::bytes::Bytes;

/// A larger file is data that happens to be XML.
pub(super) const LARGEST: usize = 4 << 20;

/// A file of configuration.
#[derive(Debug)]
pub(crate) struct Resource {
    /// The path that the class loader knows it by (`application.yml` for `BOOT-INF/classes/application.yml`), or, for
    /// what is not on the class path (`WEB-INF/web.xml`), its path inside the archive.
    pub(crate) path: String,
    /// The archive or directory it is in, for messages.
    pub(crate) archive: Arc<str>,
    pub(crate) bytes: Bytes,
    /// Whether it lies with application code.
    pub(crate) application: bool,
    /// The number of the archive or directory, in the order of the class path.
    pub(crate) origin: u32,
    /// Its number in the archive, if that can be remembered.
    pub(crate) entry: Option<u32>,
}

/// Whether the file at this path configures something.
pub(super) fn is_resource(path: &str) -> bool {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let lower = name.to_ascii_lowercase();
    let (stem, extension) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    match directory {
        // How Maven built the archive says nothing about how it runs.
        _ if directory.starts_with("META-INF/maven") || lower == "pom.xml" => false,
        "META-INF/services" => true,
        "META-INF" if lower == "spring.factories" || lower == "spring.components" => true,
        "META-INF/spring" if extension == "imports" => true,
        _ => match extension {
            "xml" => true,
            "properties" | "yml" | "yaml" => stem.starts_with("application") || stem.starts_with("bootstrap"),
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_configures_is_known_by_its_path() {
        let yes = [
            "beans.xml",
            "config/deep/Mapper.XML",
            "WEB-INF/web.xml",
            "META-INF/spring.factories",
            "META-INF/spring.components",
            "META-INF/spring/org.example.Auto.imports",
            "META-INF/services/java.sql.Driver",
            "application.properties",
            "config/application-test.yml",
            "bootstrap.yaml",
        ];
        let no = [
            "pom.xml",
            "META-INF/maven/g/a/pom.xml",
            "META-INF/maven/g/a/plugin.xml",
            "META-INF/services/nested/x",
            "META-INF/MANIFEST.MF",
            "messages.properties",
            "my-application.yml",
            "xml",
        ];
        assert_eq!(yes.iter().filter(|path| !is_resource(path)).collect::<Vec<_>>(), Vec::<&&str>::new());
        assert_eq!(no.iter().filter(|path| is_resource(path)).collect::<Vec<_>>(), Vec::<&&str>::new());
    }
}
