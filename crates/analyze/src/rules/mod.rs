//! What is known of libraries, as data: one readable file per theme, embedded in the program.
//!
//! The files say what nobody can see in the service's own classes: which calls of the JDK give another answer every
//! time, how data passes through methods that are not analysed, what a database or another service is reached by, and
//! what traffic calls. [`Rules`] is the sum of the files as they are written; [`index::Index`] is what the analysis
//! asks.

pub(crate) mod index;

use std::collections::BTreeMap;

use retake_model::points::Kind;
use serde::Deserialize;

use crate::Error;

/// The files, by the name that points give as their rule.
const FILES: [(&str, &str); 12] = [
    ("types", include_str!("../../rules/types.toml")),
    ("jdk-types", include_str!("../../rules/jdk-types.toml")),
    ("jdk-time", include_str!("../../rules/jdk-time.toml")),
    ("jdk-random", include_str!("../../rules/jdk-random.toml")),
    ("jdk-host", include_str!("../../rules/jdk-host.toml")),
    ("third-party", include_str!("../../rules/third-party.toml")),
    ("transfer", include_str!("../../rules/transfer.toml")),
    ("output", include_str!("../../rules/output.toml")),
    ("jdbc", include_str!("../../rules/jdbc.toml")),
    ("http-client", include_str!("../../rules/http-client.toml")),
    ("servlet", include_str!("../../rules/servlet.toml")),
    ("jdk-http-server", include_str!("../../rules/jdk-http-server.toml")),
];

/// All rules, as written.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    pub(crate) files: Vec<(String, File)>,
}

/// One file of rules.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// What its sources depend on.
    pub(crate) kind: Option<Kind>,
    /// Whether its sources count where libraries call them: a library that gives the time is a clock too.
    #[serde(default)]
    pub(crate) in_libraries: bool,
    #[serde(default)]
    pub(crate) source: Vec<Source>,
    #[serde(default)]
    pub(crate) generator: Vec<Generator>,
    #[serde(default)]
    pub(crate) transfer: Vec<Transfer>,
    #[serde(default)]
    pub(crate) output: Vec<Output>,
    #[serde(default)]
    pub(crate) external: Vec<External>,
    #[serde(default)]
    pub(crate) handle: Vec<Handle>,
    #[serde(default)]
    pub(crate) entry: Vec<Entry>,
    #[serde(default)]
    pub(crate) reads: Vec<Methods>,
    #[serde(default)]
    pub(crate) reads_arguments: Vec<Methods>,
    #[serde(default)]
    pub(crate) wrappers: Wrappers,
    #[serde(default)]
    pub(crate) types: Types,
    #[serde(default)]
    pub(crate) supertypes: BTreeMap<String, Vec<String>>,
}

/// A call or construction whose result is different every time.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    /// A point whatever becomes of its value.
    #[serde(default)]
    pub(crate) direct: bool,
    /// What is different afterwards, if not the result: `arg0`.
    pub(crate) to: Option<String>,
}

/// A class whose objects give another answer each time they are asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Generator {
    pub(crate) class: String,
    /// What makes one that depends on its arguments alone.
    #[serde(default)]
    pub(crate) fixed: Vec<String>,
}

/// How data passes through methods.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Transfer {
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    /// `from -> to`.
    pub(crate) flow: Vec<String>,
}

/// Methods whose arguments leave the service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Output {
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    /// Subclasses for which it is not so.
    #[serde(default)]
    pub(crate) except: Vec<String>,
}

/// Methods that reach something outside the process.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct External {
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    pub(crate) at: At,
    /// Whether calls in libraries count.
    #[serde(default = "yes")]
    pub(crate) libraries: bool,
}

fn yes() -> bool {
    true
}

/// Where the point of an [`External`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum At {
    /// At each call.
    Call,
    /// At each implementation.
    Body,
    /// Nowhere: another rule records what it reaches.
    Nowhere,
}

/// A type whose objects answer calls.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handle {
    pub(crate) class: String,
    /// Implementations that are not among the classes read.
    #[serde(default)]
    pub(crate) implementers: Vec<String>,
}

/// Methods that traffic calls.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) kind: String,
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
}

/// Some methods of a class and its subclasses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Methods {
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
}

/// Objects made over others.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wrappers {
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    #[serde(default)]
    pub(crate) parts: Vec<String>,
}

/// What is known of types.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Types {
    #[serde(default)]
    pub(crate) immutable: Vec<String>,
    #[serde(default)]
    pub(crate) cursors: Vec<String>,
    #[serde(default)]
    pub(crate) stateless: Vec<String>,
    #[serde(default)]
    pub(crate) compiler_fields: Vec<String>,
    #[serde(default)]
    pub(crate) compiler_field_prefixes: Vec<String>,
}

impl Rules {
    /// The embedded rules.
    pub(crate) fn load() -> Result<Self, Error> {
        let mut rules = Rules::default();
        for (name, text) in FILES {
            let file = toml::from_str(text)
                .map_err(|error| Error::Rules { file: format!("{name}.toml"), what: error.to_string() })?;
            rules.files.push((name.to_string(), file));
        }
        Ok(rules)
    }
}

/// A method as a rule names it: a name, a name with a descriptor, a prefix with `*`, or `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    name: String,
    descriptor: Option<String>,
    prefix: bool,
}

impl Pattern {
    pub(crate) fn new(text: &str) -> Self {
        let (name, descriptor) = match text.find('(') {
            Some(at) => (&text[..at], Some(text[at..].to_string())),
            None => (text, None),
        };
        match name.strip_suffix('*') {
            Some(name) => Pattern { name: name.to_string(), descriptor, prefix: true },
            None => Pattern { name: name.to_string(), descriptor, prefix: false },
        }
    }

    pub(crate) fn matches(&self, name: &str, descriptor: &str) -> bool {
        let named = if self.prefix { name.starts_with(&self.name) } else { name == self.name };
        named && self.descriptor.as_ref().is_none_or(|wanted| wanted == descriptor)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_embedded_rules_are_well_formed() {
        let rules = Rules::load().unwrap();
        assert_eq!(rules.files.len(), FILES.len());
        for (name, file) in &rules.files {
            let sources = file.source.len() + file.generator.len() + file.external.len();
            assert!(sources == 0 || file.kind.is_some(), "{name} has sources and does not say of which kind");
        }
    }

    #[test]
    fn a_pattern_is_a_name_or_a_prefix() {
        assert!(Pattern::new("now()V").matches("now", "()V"));
        assert!(!Pattern::new("now()V").matches("now", "(I)V"));
        assert!(Pattern::new("next*").matches("nextInt", "()I"));
        assert!(Pattern::new("*").matches("anything", "()V"));
        assert!(!Pattern::new("next").matches("nextInt", "()I"));
    }
}
