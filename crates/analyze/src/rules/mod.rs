//! What is known of libraries, as data: one readable file per theme, embedded in the program.
//!
//! The files say what nobody can see in the service's own classes: which calls of the JDK give another answer every
//! time, how data passes through methods that are not analysed, what a database or another service is reached by, and
//! what traffic calls. [`Rules`] is the sum of the files as they are written; [`index::Index`] is what the analysis
//! asks.

mod expand;
pub(crate) mod frameworks;
pub(crate) mod index;
mod pattern;
mod several;
mod slot;

use std::collections::BTreeMap;

use retake_model::points::Kind;
use serde::Deserialize;

use crate::{Error, Settings};
pub use pattern::MethodPattern;
pub(crate) use pattern::{Glob, Patterns};
use several::{one_or_more, spread};
pub(crate) use slot::{Flow, Slot, Sunk};

/// The files, by the name that points give as their rule.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../../rules/", $name, ".toml")))),*]
    };
}

const FILES: &[(&str, &str)] = files![
    "apache-http",
    "archives",
    "assertions",
    "caches",
    "cassandra",
    "commons-lang",
    "config-servers",
    "dubbo",
    "elasticsearch",
    "feign",
    "file-transfer",
    "files",
    "grpc",
    "guava",
    "hbase",
    "http-clients",
    "hutool",
    "ibatis",
    "ids",
    "jakarta",
    "jax-rs",
    "jax-rs-client",
    "jdbc",
    "jdk-entries",
    "jdk-files",
    "jdk-hidden",
    "jdk-host",
    "jdk-http-client",
    "jdk-http-server",
    "jdk-identity",
    "jdk-network",
    "jdk-order",
    "jdk-process",
    "jdk-pure",
    "jdk-random",
    "jdk-time",
    "jdk-types",
    "jedis",
    "jms",
    "joda-time",
    "jpa",
    "kafka",
    "kotlin",
    "ldap",
    "lettuce",
    "logging",
    "mail",
    "memcached",
    "messaging",
    "metrics",
    "mongodb",
    "mybatis",
    "object-storage",
    "okhttp",
    "output",
    "passwords",
    "protobuf",
    "pulsar",
    "r2dbc",
    "rabbitmq",
    "redisson",
    "retrofit",
    "rmi",
    "rocketmq",
    "scheduling",
    "serializers",
    "servlet",
    "settings",
    "soap",
    "sofa",
    "spring",
    "spring-core",
    "spring-data",
    "spring-data-auditing",
    "spring-data-redis",
    "spring-errors",
    "spring-hateoas",
    "spring-http",
    "spring-jdbc",
    "spring-resources",
    "spring-web",
    "thrift",
    "time-series",
    "tracing",
    "transfer",
    "types",
    "websocket",
    "zookeeper",
];

/// All rules, as written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// The files by name, own ones first: they win.
    pub(crate) files: Vec<(String, File)>,
    /// How many of them are the user's own.
    pub(crate) own: usize,
    /// Whether what the service does by itself counts: its state, its decisions, its results.
    pub(crate) builtin: bool,
}

/// One file of rules.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// What its sources depend on.
    pub(crate) kind: Option<Kind>,
    /// Whether its sources count where libraries call them: a library that gives the time is a clock too.
    #[serde(default)]
    pub(crate) in_libraries: bool,
    /// What that is, in words that can begin a sentence.
    pub(crate) about: Option<String>,
    /// When or where its sources are different, if not every time.
    pub(crate) differs: Option<String>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) source: Vec<Source>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) generator: Vec<Generator>,
    #[serde(default)]
    pub(crate) sink: Vec<Sink>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) transfer: Vec<Transfer>,
    /// The file whose points record what proxies of this one reach, if the program has some.
    pub(crate) proxies_owned_by: Option<String>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) output: Vec<Output>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) external: Vec<External>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) handle: Vec<Handle>,
    #[serde(default)]
    pub(crate) entry: Vec<frameworks::Entry>,
    /// Methods that give nothing of their own, although a source is somewhere inside.
    #[serde(default, deserialize_with = "spread")]
    pub(crate) pure: Vec<Methods>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) reads: Vec<Methods>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) reads_arguments: Vec<Methods>,
    #[serde(default, deserialize_with = "spread")]
    pub(crate) checks: Vec<Methods>,
    /// Methods that make a function which keeps its answers.
    #[serde(default, deserialize_with = "spread")]
    pub(crate) remembers: Vec<Methods>,
    #[serde(default)]
    pub(crate) wrappers: Wrappers,
    #[serde(default)]
    pub(crate) types: Types,
    #[serde(default)]
    pub(crate) supertypes: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(crate) bean: Vec<frameworks::Bean>,
    #[serde(default)]
    pub(crate) factory: Vec<frameworks::Factory>,
    #[serde(default)]
    pub(crate) scope: Vec<frameworks::Scope>,
    #[serde(default)]
    pub(crate) qualifier: Vec<frameworks::Qualifier>,
    #[serde(default)]
    pub(crate) unsure: Vec<frameworks::Unsure>,
    #[serde(default)]
    pub(crate) scan: Vec<frameworks::Scan>,
    #[serde(default)]
    pub(crate) import: Vec<frameworks::Import>,
    #[serde(default)]
    pub(crate) written: Vec<frameworks::Written>,
    #[serde(default)]
    pub(crate) called: Vec<frameworks::Called>,
    #[serde(default)]
    pub(crate) proxied: Vec<frameworks::Proxied>,
    #[serde(default)]
    pub(crate) proxy: Vec<frameworks::Proxy>,
    #[serde(default)]
    pub(crate) proxies: Vec<frameworks::Proxies>,
    #[serde(default)]
    pub(crate) whole: Vec<frameworks::Whole>,
    #[serde(default)]
    pub(crate) reference: Vec<frameworks::Reference>,
    #[serde(default)]
    pub(crate) service: Vec<frameworks::Service>,
    #[serde(default)]
    pub(crate) export: Vec<frameworks::Export>,
    #[serde(default)]
    pub(crate) element: Vec<frameworks::Element>,
    /// What is on annotations, for those that were not read.
    #[serde(default)]
    pub(crate) annotated: BTreeMap<String, Vec<String>>,
}

impl File {
    /// Leaves what is known of types and of how data passes, and drops what is to be found.
    fn find_nothing(&mut self) {
        self.source.clear();
        self.generator.clear();
        self.sink.clear();
        self.output.clear();
        self.external.clear();
        self.handle.clear();
        self.proxy.clear();
        self.proxies.clear();
        self.whole.clear();
        self.reference.clear();
    }

    /// The annotations that the sections about frameworks name.
    pub(crate) fn annotations(&self) -> impl Iterator<Item = &str> {
        let mut all: Vec<&Vec<String>> = Vec::new();
        all.extend(self.bean.iter().map(|rule| &rule.annotations));
        all.extend(self.factory.iter().map(|rule| &rule.annotations));
        all.extend(self.scope.iter().map(|rule| &rule.annotations));
        all.extend(self.qualifier.iter().map(|rule| &rule.annotations));
        all.extend(self.unsure.iter().map(|rule| &rule.annotations));
        all.extend(self.scan.iter().map(|rule| &rule.annotations));
        all.extend(self.import.iter().map(|rule| &rule.annotations));
        all.extend(self.written.iter().map(|rule| &rule.annotations));
        all.extend(self.called.iter().map(|rule| &rule.annotations));
        all.extend(self.proxied.iter().map(|rule| &rule.annotations));
        all.extend(self.proxy.iter().flat_map(|rule| [&rule.annotations, &rule.members]));
        all.extend(self.proxies.iter().map(|rule| &rule.annotations));
        all.extend(self.reference.iter().map(|rule| &rule.annotations));
        all.extend(self.service.iter().map(|rule| &rule.annotations));
        all.extend(self.entry.iter().flat_map(|rule| [&rule.annotations, &rule.holders]));
        all.extend(self.entry.iter().flat_map(|rule| &rule.paths).map(|paths| &paths.annotations));
        all.into_iter().flatten().map(String::as_str)
    }
}

/// A call or construction whose result is different every time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    #[serde(deserialize_with = "one_or_more")]
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    /// A point whatever becomes of its value.
    #[serde(default)]
    pub(crate) direct: bool,
    /// What is different afterwards, if not the result: `arg0`.
    pub(crate) to: Option<Slot>,
    /// Only of an object (the first argument of a static method) whose class inherits this from `Object`.
    pub(crate) inherited: Option<Inherited>,
    /// The release of the JDK that these methods came with, if the oldest that is supported has none of them.
    #[allow(dead_code, reason = "said for those who read or check the file")]
    pub(crate) since: Option<u16>,
}

/// What `Object` answers with where an object is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Inherited {
    #[serde(rename = "toString")]
    Text,
    #[serde(rename = "hashCode")]
    Hash,
}

impl Inherited {
    /// The method, as name and descriptor.
    pub(crate) fn method(self) -> (&'static str, &'static str) {
        match self {
            Inherited::Text => ("toString", "()Ljava/lang/String;"),
            Inherited::Hash => ("hashCode", "()I"),
        }
    }
}

/// A class whose objects give another answer each time they are asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Generator {
    #[serde(deserialize_with = "one_or_more")]
    pub(crate) class: String,
    /// What makes one that depends on its arguments alone: methods of the class, or of another (`pkg/Class.method`).
    #[serde(default)]
    pub(crate) fixed: Vec<String>,
}

/// Where data matters: at arguments of methods, or, switched on and off, wherever the code does something with it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sink {
    #[serde(default)]
    pub(crate) class: String,
    #[serde(default)]
    pub(crate) methods: Vec<String>,
    #[serde(default)]
    pub(crate) argument: Sunk,
    pub(crate) branch: Option<bool>,
    #[serde(rename = "return")]
    pub(crate) returned: Option<bool>,
    #[serde(rename = "throw")]
    pub(crate) thrown: Option<bool>,
}

/// How data passes through methods.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Transfer {
    #[serde(deserialize_with = "one_or_more")]
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    /// `from -> to`.
    pub(crate) flow: Vec<Flow>,
}

/// Methods whose arguments leave the service.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Output {
    #[serde(deserialize_with = "one_or_more")]
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    /// Subclasses for which it is not so.
    #[serde(default)]
    pub(crate) except: Vec<String>,
}

/// Methods that reach something outside the process.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct External {
    #[serde(deserialize_with = "one_or_more")]
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    #[serde(default)]
    pub(crate) at: At,
    /// Whether calls in libraries count.
    #[serde(default = "yes")]
    pub(crate) libraries: bool,
    /// The classes of libraries whose calls count, if not those of all classes.
    #[serde(default)]
    pub(crate) within: Vec<String>,
    /// The file whose points record what these calls reach, if the service has such points. Otherwise the calls are.
    pub(crate) owned_by: Option<String>,
}

fn yes() -> bool {
    true
}

/// Where the point of an [`External`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum At {
    /// At each call.
    #[default]
    Call,
    /// At each implementation.
    Body,
    /// Nowhere: another rule records what it reaches.
    Nowhere,
}

/// A type whose objects answer calls.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handle {
    #[serde(deserialize_with = "one_or_more")]
    pub(crate) class: String,
    /// Implementations that are not among the classes read.
    #[serde(default)]
    pub(crate) implementers: Vec<String>,
    /// If it names any, the others only pass on what they are asked, and are left alone.
    #[serde(default)]
    pub(crate) only: Vec<String>,
    /// Whether every such object is given at a point in a body, or by another handle.
    #[serde(default)]
    pub(crate) given: bool,
}

/// Some methods of a class and its subclasses.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Methods {
    #[serde(deserialize_with = "one_or_more")]
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
    /// As for a [`Source`].
    #[allow(dead_code, reason = "said for those who read or check the file")]
    pub(crate) since: Option<u16>,
}

/// Objects made over others.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wrappers {
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    #[serde(default)]
    pub(crate) parts: Vec<String>,
}

/// What is known of types.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Types {
    #[serde(default)]
    pub(crate) immutable: Vec<String>,
    #[serde(default)]
    pub(crate) cursors: Vec<String>,
    #[serde(default)]
    pub(crate) stateless: Vec<String>,
    /// What is there to be called. Whoever makes one says whether it keeps anything.
    #[serde(default)]
    pub(crate) functions: Vec<String>,
    /// State although a type above says otherwise.
    #[serde(default)]
    pub(crate) state: Vec<String>,
    #[serde(default)]
    pub(crate) compiler_fields: Vec<String>,
    #[serde(default)]
    pub(crate) compiler_field_prefixes: Vec<String>,
}

impl Rules {
    /// The user's own rules and the embedded ones.
    pub(crate) fn load(settings: &Settings) -> Result<Self, Error> {
        let own = settings.rules.iter().map(|(name, file)| (name.clone(), File::clone(file)));
        let mut rules = Rules { files: own.collect(), own: settings.rules.len(), builtin: settings.builtin };
        for &(name, text) in FILES {
            let mut file: File = toml::from_str(text)
                .map_err(|error| Error::Rules { file: format!("{name}.toml"), what: error.to_string() })?;
            if !settings.builtin {
                file.find_nothing();
            }
            rules.files.push((name.to_string(), file));
        }
        Ok(rules)
    }

    /// The number of the file with this name.
    pub(crate) fn number(&self, name: &str) -> Option<u16> {
        self.files.iter().position(|(found, _)| found == name).map(|at| at as u16)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_embedded_rules_are_well_formed() {
        let rules = Rules::load(&Settings::default()).unwrap();
        assert_eq!(rules.files.len(), FILES.len());
        for (name, file) in &rules.files {
            let sources = file.source.len() + file.generator.len() + file.external.len();
            assert!(sources == 0 || file.kind.is_some(), "{name} has sources and does not say of which kind");
            let owners = file.external.iter().filter_map(|rule| rule.owned_by.as_ref());
            for owner in owners.chain(&file.proxies_owned_by) {
                assert!(rules.number(owner).is_some(), "{name} names {owner}, and there is no such file");
            }
        }
    }
}
