//! The main section of a jar's manifest.

/// A manifest.
#[derive(Clone, Debug, Default)]
pub(super) struct Manifest {
    /// The lines of the main section, each whole.
    lines: Vec<String>,
}

impl Manifest {
    /// Reads a manifest. A line that begins with a space continues the one before; an empty one ends the section.
    pub(super) fn parse(text: &str) -> Self {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines().take_while(|line| !line.is_empty()) {
            match (line.strip_prefix(' '), lines.last_mut()) {
                (Some(more), Some(last)) => last.push_str(more),
                _ => lines.push(line.to_string()),
            }
        }
        Manifest { lines }
    }

    /// The main section again, each line whole.
    pub(super) fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// The value of an attribute.
    fn get(&self, name: &str) -> Option<&str> {
        let attributes = self.lines.iter().filter_map(|line| line.split_once(':'));
        attributes.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// What is on the class path besides the jar, relative to where the jar is.
    pub(super) fn class_path(&self) -> impl Iterator<Item = String> {
        let entries = self.get("Class-Path").unwrap_or_default().split_ascii_whitespace();
        entries.map(|entry| entry.strip_prefix("file:").unwrap_or(entry).replace("%20", " "))
    }

    /// The classes that the jar starts with, internal names, the one of the service before that of a launcher.
    pub(super) fn starts(&self) -> impl Iterator<Item = String> {
        let classes = ["Start-Class", "Main-Class"].into_iter().filter_map(|name| self.get(name));
        classes.map(|class| class.replace('.', "/"))
    }

    /// Whether `META-INF/versions` counts.
    pub(super) fn is_multi_release(&self) -> bool {
        self.get("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_names_what_is_on_the_path() {
        let manifest =
            "Manifest-Version: 1.0\r\nClass-Path: lib/a.jar file:lib/b-1\r\n .0.jar my%20lib/\r\nMain-Class: A\r\n";
        let class_path: Vec<String> = Manifest::parse(manifest).class_path().collect();
        assert_eq!(class_path, ["lib/a.jar", "lib/b-1.0.jar", "my lib/"]);
        assert_eq!(Manifest::parse("Manifest-Version: 1.0\n").class_path().count(), 0);
    }

    #[test]
    fn a_manifest_names_what_starts() {
        let manifest = "Main-Class: org.launcher.JarLauncher\nStart-Class: shop.Main\n";
        let starts: Vec<String> = Manifest::parse(manifest).starts().collect();
        assert_eq!(starts, ["shop/Main", "org/launcher/JarLauncher"]);
    }

    #[test]
    fn only_the_main_section_counts() {
        assert!(Manifest::parse("multi-release: TRUE \n").is_multi_release());
        assert!(!Manifest::parse("Multi-Release: false\n").is_multi_release());
        assert!(!Manifest::parse("Manifest-Version: 1.0\n\nName: a\nMulti-Release: true\n").is_multi_release());
        assert!(!Manifest::parse(" continues nothing").is_multi_release());
    }
}
