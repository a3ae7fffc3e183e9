//! Names of methods with wildcards, as rules and lists write them.
//!
//! A method is `com.acme.Ids.next*(int, String)`: a class, a name, and, if it matters, the parameters. `*` stands for
//! any part of a name, `**` for any number of packages too.

mod glob;
mod parameters;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

pub(crate) use glob::Glob;
use glob::check_name;
use parameters::Parameters;

/// The methods that a rule names: one of the patterns fits and none of those after a `!`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patterns {
    wanted: Vec<Pattern>,
    unwanted: Vec<Pattern>,
}

impl Patterns {
    pub(crate) fn new(texts: &[String]) -> Self {
        let mut patterns = Patterns::default();
        for text in texts {
            match text.strip_prefix('!') {
                Some(text) => patterns.unwanted.push(Pattern::new(text)),
                None => patterns.wanted.push(Pattern::new(text)),
            }
        }
        patterns
    }

    pub(crate) fn matches(&self, name: &str, descriptor: &str) -> bool {
        let fits = |pattern: &Pattern| pattern.matches(name, descriptor);
        self.wanted.iter().any(fits) && !self.unwanted.iter().any(fits)
    }
}

/// A method without its class.
///
/// A `*` stands for what a class offers, not for what every object has: constructors and the methods of `Object` are
/// meant only where they are named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    name: Glob,
    parameters: Parameters,
}

/// The methods that every object has.
const OBJECT: [(&str, &str); 9] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
    ("getClass", "()Ljava/lang/Class;"),
    ("notify", "()V"),
    ("notifyAll", "()V"),
    ("wait", "()V"),
    ("wait", "(J)V"),
    ("wait", "(JI)V"),
];

impl Pattern {
    /// What the text says; parameters that make no sense fit nothing.
    fn new(text: &str) -> Self {
        let (name, parameters) = text.split_at(text.find('(').unwrap_or(text.len()));
        let parameters = Parameters::parse(parameters).unwrap_or(Parameters::Descriptor(parameters.to_string()));
        Pattern { name: Glob::new(name), parameters }
    }

    pub(crate) fn matches(&self, name: &str, descriptor: &str) -> bool {
        let offered = || !name.starts_with('<') && !OBJECT.contains(&(name, descriptor));
        self.name.matches(name) && (self.name.is_exact() || offered()) && self.parameters.fit(descriptor)
    }
}

/// Methods of one or many classes: `com.acme.Ids.next*(int, String)`.
///
/// The class is written with dots and may have wildcards, as the name of the method may; `com.acme.**` means all methods of
/// all classes in a package and below. Parameters are written as Java does, or as a descriptor; `(*)` and none at all mean
/// any.
#[derive(Clone, Debug, Eq)]
pub struct MethodPattern {
    text: String,
    class: Glob,
    method: Pattern,
}

/// Spaces and slashes make no difference.
impl PartialEq for MethodPattern {
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class && self.method == other.method
    }
}

impl MethodPattern {
    /// Whether it means this method of this class, which are named as class files name them.
    pub fn matches(&self, class: &str, name: &str, descriptor: &str) -> bool {
        self.class.matches_class(class) && self.method.matches(name, descriptor)
    }

    /// The class as rules name it, with slashes and wildcards.
    pub(crate) fn class_text(&self) -> String {
        split(&self.text).0.replace('.', "/")
    }

    /// The method as rules name it: its name with wildcards and its parameters.
    pub(crate) fn method_text(&self) -> String {
        let (_, name, parameters) = split(&self.text);
        format!("{name}{parameters}")
    }

    pub(crate) fn class(&self) -> &Glob {
        &self.class
    }

    pub(crate) fn method(&self) -> &Pattern {
        &self.method
    }

    /// Whether it names one method or its overloads, rather than several by a wildcard.
    pub(crate) fn names_method(&self) -> bool {
        self.method.name.is_exact()
    }

    /// The class that it names by mistake where a method should be, as far as its letters tell: `com.acme.Ids`.
    pub fn looks_like_class(&self) -> Option<&str> {
        let (class, name, parameters) = split(&self.text);
        let simple = class.rsplit(['.', '/']).next().unwrap_or(class);
        let begins = |text: &str, is: fn(char) -> bool| text.chars().next().is_some_and(is);
        let found = parameters.is_empty() && begins(name, char::is_uppercase) && begins(simple, char::is_lowercase);
        found.then_some(&self.text)
    }

    /// Whether it means a member that has no parameters, a field.
    pub(crate) fn matches_field(&self, class: &str, name: &str) -> bool {
        let without = self.method.parameters == Parameters::Any && !self.text.contains('(');
        without && self.class.matches_class(class) && self.method.name.matches(name)
    }
}

/// The class, the name and the parameters.
fn split(text: &str) -> (&str, &str, &str) {
    let (head, parameters) = text.split_at(text.find('(').unwrap_or(text.len()));
    // All methods of all classes from a package on.
    if head.ends_with("**") {
        return (head, "*", parameters);
    }
    let (class, name) = head.rsplit_once('.').unwrap_or(("", head));
    (class, name, parameters)
}

impl FromStr for MethodPattern {
    type Err = String;

    /// The error says what is wrong and what to write.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (class, name, parameters) = split(text);
        if class.is_empty() {
            let name = text.trim_start_matches('.');
            let anywhere = if name.is_empty() { String::new() } else { format!(" or `**.{name}`") };
            return Err(format!("`{text}` names no class; write `com.acme.Ids.next*`{anywhere}"));
        }
        check_name(class)?;
        check_name(name)?;
        let parameters = Parameters::parse(parameters)?;
        let method = Pattern { name: Glob::new(name), parameters };
        Ok(MethodPattern { class: Glob::new(class), method, text: text.to_string() })
    }
}

impl fmt::Display for MethodPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for MethodPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_pattern_is_a_name_with_wildcards() {
        for (patterns, name, descriptor, fits) in [
            (&["now()V"][..], "now", "()V", true),
            (&["now()V"], "now", "(I)V", false),
            (&["next"], "nextInt", "()I", false),
            (&["next*"], "nextInt", "()I", true),
            (&["*Int"], "nextInt", "()I", true),
            (&["n*t*t"], "nextInt", "()I", true),
            (&["n*x*x"], "nextInt", "()I", false),
            (&["*"], "anything", "()V", true),
            (&["*"], "<init>", "()V", false),
            (&["<init>"], "<init>", "()V", true),
            (&["*"], "toString", "()Ljava/lang/String;", false),
            (&["*"], "toString", "(J)Ljava/lang/String;", true),
            (&["toString"], "toString", "()Ljava/lang/String;", true),
            (&["*", "!close"], "close", "()V", false),
            (&["*", "!close"], "open", "()V", true),
            (&["!close", "*"], "close", "()V", false),
        ] {
            let texts: Vec<String> = patterns.iter().map(|text| text.to_string()).collect();
            assert_eq!(Patterns::new(&texts).matches(name, descriptor), fits, "{patterns:?} {name}{descriptor}");
        }
    }

    #[test]
    fn a_method_is_a_class_a_name_and_parameters() {
        let ids = ("com/acme/Ids", "next", "(ILjava/lang/String;)V");
        let nested = ("com/acme/Outer$Inner", "run", "()V");
        let arrays = ("A", "sum", "([[I[Ljava/util/List;)J");
        for (pattern, (class, name, descriptor), fits) in [
            ("com.acme.Ids.next", ids, true),
            ("com/acme/Ids.next", ids, true),
            ("com.acme.Ids.nex", ids, false),
            ("com.acme.*.ne*t", ids, true),
            ("com.*.next", ids, false),
            ("com.**.next", ids, true),
            ("**.next", ids, true),
            ("com.acme.**.Ids.next", ids, true),
            ("com.**.acme.Ids.next", ids, true),
            ("**.Ids.next", ids, true),
            ("**Ids.next", ids, true),
            ("**.ds.next", ids, false),
            ("com.acme.**", ids, true),
            ("com.acm.**", ids, false),
            ("com.acme.**(int, *)", ids, true),
            ("com.acme.**(int)", ids, false),
            ("com.acme.Ids.next(*)", ids, true),
            ("com.acme.Ids.next()", ids, false),
            ("com.acme.Ids.next(int, String)", ids, true),
            ("com.acme.Ids.next(int,java.lang.String)", ids, true),
            ("com.acme.Ids.next(int, java.lang.Str*)", ids, true),
            ("com.acme.Ids.next(long, String)", ids, false),
            ("com.acme.Ids.next(int)", ids, false),
            ("com.acme.Ids.next(int, *)", ids, true),
            ("com.acme.Ids.next(*, *)", ids, true),
            ("com.acme.Ids.next(int, **)", ids, true),
            ("com.acme.Ids.next(int, *, **)", ids, true),
            ("com.acme.Ids.next(int, *, *)", ids, false),
            ("com.acme.Ids.next(ILjava/lang/String;)V", ids, true),
            ("com.acme.Ids.next(ILjava/lang/String;)I", ids, false),
            ("com.acme.Outer$Inner.run", nested, true),
            ("com.acme.Outer.Inner.run", nested, true),
            ("com.acme.*.run()", nested, true),
            ("com.acme.Outer.run", nested, false),
            ("A.sum(int[][], List[])", arrays, true),
            ("A.sum(int[][], List...)", arrays, true),
            ("A.sum(int[], List[])", arrays, false),
            ("A.sum(int[][], java.util.*[])", arrays, true),
        ] {
            let found: MethodPattern = pattern.parse().unwrap();
            let matches = found.class.matches_class(class) && found.method.matches(name, descriptor);
            assert_eq!(matches, fits, "{pattern} {class}.{name}{descriptor}");
        }
    }

    #[test]
    fn a_class_is_no_method() {
        for (pattern, class) in [
            ("com.acme.Ids", Some("com.acme.Ids")),
            ("com.acme.Ids*", Some("com.acme.Ids*")),
            ("com.acme.Ids.next", None),
            ("com.acme.Ids.Next", None),
            ("com.acme.Ids()", None),
            ("com.acme.Ids.<init>", None),
            ("com.acme.**", None),
            ("**.Next", None),
        ] {
            assert_eq!(pattern.parse::<MethodPattern>().unwrap().looks_like_class(), class, "{pattern}");
        }
    }

    #[test]
    fn what_cannot_be_a_method_is_refused() {
        for (pattern, word) in [
            ("next", "names no class"),
            ("", "`` names no class; write `com.acme.Ids.next*`"),
            (".next", "`**.next`"),
            ("com.acme.Ids.next(void)", "`void` is no parameter; write `()`"),
            ("com.acme..Ids.next", "a name is missing"),
            ("com.acme.Ids.", "a name is missing"),
            ("com.acme.Ids.next(", "no closing parenthesis"),
            ("com.acme.Ids.next(int", "no closing parenthesis"),
            ("com.acme.Ids.next(int,)", "a name is missing"),
            ("com.acme.Ids.next(List<String>)", "type arguments"),
            ("com.acme.Ids.next(int)void", "no descriptor"),
            ("com acme.Ids.next", "cannot be in a name"),
            ("com.acme.Ids#next", "cannot be in a name"),
            ("com.***.next", "means nothing"),
        ] {
            let error = pattern.parse::<MethodPattern>().unwrap_err();
            assert!(error.contains(word), "{pattern}: {error}");
        }
    }
}
