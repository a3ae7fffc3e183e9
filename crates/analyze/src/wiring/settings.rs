//! Settings: the values that `${name}` stands for in other files.

use std::collections::BTreeMap;

use crate::input::Resource;

/// How often a value may name another value.
const DEPTH: usize = 8;

/// The settings of the application.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    values: BTreeMap<String, String>,
}

impl Settings {
    /// Reads `application` and `bootstrap` files, as properties or YAML. A plain file goes before those of profiles.
    pub(crate) fn read(resources: &[Resource]) -> Self {
        let mut settings = Settings::default();
        let name = |resource: &Resource| resource.path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        let mut files: Vec<(bool, String, &Resource)> = resources
            .iter()
            .filter(|resource| resource.application)
            .map(|resource| (name(resource).contains('-'), name(resource), resource))
            .collect();
        files.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        for (_, name, resource) in files {
            let text = String::from_utf8_lossy(&resource.bytes);
            let found = match name.rsplit_once('.').map(|(_, extension)| extension) {
                Some("properties") => properties(&text),
                Some("yml" | "yaml") => yaml(&text),
                _ => continue,
            };
            for (name, value) in found {
                settings.values.entry(name).or_insert(value);
            }
        }
        settings
    }

    /// A text with its `${name}` and `${name:otherwise}` replaced; nothing if one of them is not known.
    pub(crate) fn resolve(&self, text: &str) -> Option<String> {
        self.resolve_within(text, DEPTH)
    }

    fn resolve_within(&self, text: &str, depth: usize) -> Option<String> {
        let Some(start) = text.find("${") else { return Some(text.to_string()) };
        let depth = depth.checked_sub(1)?;
        let end = start + text[start..].find('}')?;
        let name = &text[start + 2..end];
        let (name, otherwise) = name.split_once(':').map_or((name, None), |(name, value)| (name, Some(value)));
        let value = self.values.get(name).map(String::as_str).or(otherwise)?;
        let rest = self.resolve_within(&text[end + 1..], depth)?;
        Some(format!("{}{}{rest}", &text[..start], self.resolve_within(value, depth)?))
    }
}

/// The keys and values of a properties file. A line that ends in `\` goes on in the next.
pub(crate) fn properties(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut whole = line.trim_start().to_string();
        if whole.is_empty() || whole.starts_with(['#', '!']) {
            continue;
        }
        while whole.ends_with('\\') {
            whole.pop();
            let Some(more) = lines.next() else { break };
            whole.push_str(more.trim_start());
        }
        let end = whole.find(['=', ':', ' ', '\t']).unwrap_or(whole.len());
        let value = whole[end..].trim_start();
        let value = value.strip_prefix(['=', ':']).unwrap_or(value).trim();
        found.push((whole[..end].to_string(), value.to_string()));
    }
    found
}

/// The scalars of a YAML file under their full names, lists joined with commas. Block texts, anchors and lists and
/// mappings in braces are passed over: nobody writes package names in them.
fn yaml(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut above: Vec<(usize, String)> = Vec::new();
    for line in text.lines() {
        let content = line.split(" #").next().unwrap_or_default().trim_end();
        let inner = content.trim_start();
        if inner.is_empty() || inner.starts_with('#') {
            continue;
        }
        if inner == "---" {
            above.clear();
            continue;
        }
        let indent = content.len() - inner.len();
        if let Some(item) = inner.strip_prefix("- ") {
            above.retain(|(at, _)| *at <= indent);
            let name = above.iter().map(|(_, key)| key.as_str()).collect::<Vec<_>>().join(".");
            match found.last_mut().filter(|(last, _)| *last == name) {
                Some((_, value)) => *value = format!("{value},{}", scalar(item)),
                None => found.push((name, scalar(item).to_string())),
            }
            continue;
        }
        let Some((key, value)) = inner.split_once(':') else { continue };
        above.retain(|(at, _)| *at < indent);
        above.push((indent, scalar(key).to_string()));
        let value = scalar(value);
        if !value.is_empty() {
            let name = above.iter().map(|(_, key)| key.as_str()).collect::<Vec<_>>().join(".");
            found.push((name, value.to_string()));
        }
    }
    found
}

fn scalar(text: &str) -> &str {
    let text = text.trim();
    let unquoted = ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
    unquoted.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn settings(files: &[(&str, &str)]) -> Settings {
        let resource = |(path, text): &(&str, &str)| Resource {
            path: path.to_string(),
            archive: Arc::from("shop.jar"),
            bytes: text.as_bytes().to_vec().into(),
            application: true,
            origin: 0,
            entry: None,
        };
        Settings::read(&files.iter().map(resource).collect::<Vec<_>>())
    }

    #[test]
    fn a_name_stands_for_a_value() {
        let settings = settings(&[
            ("application-test.properties", "a=profile\nonly = x"),
            ("application.properties", "# c\na = one, \\\n  two\nb : ${a}!\nloop=${loop}"),
            (
                "application.yml",
                "shop:\n  db: \"h2\" # c\n  scan:\n    - shop.a\n    - 'shop.b'\n  port: 1\nplain: y\n",
            ),
        ]);
        for (text, expected) in [
            ("x", Some("x")),
            ("${a}", Some("one, two")),
            ("<${b}>", Some("<one, two!>")),
            ("${only}", Some("x")),
            ("${shop.db}.${shop.port}", Some("h2.1")),
            ("${shop.scan}", Some("shop.a,shop.b")),
            ("${plain}", Some("y")),
            ("${nowhere}", None),
            ("${nowhere:z}", Some("z")),
            ("${loop}", None),
            ("${open", None),
        ] {
            assert_eq!(settings.resolve(text).as_deref(), expected, "{text}");
        }
    }
}
