//! Rules: what is sensitive. The built-in ones and a person's have the same form, which `rules/builtin.toml` explains.

use std::fmt;

use regex_lite::Regex;
use retake_model::mask::{MaskSettings, RuleText};
use serde::Deserialize;

use crate::find::{self, Finder};
use crate::letters::fold_text;

/// The built-in rules, as they are written.
pub const BUILTIN: &str = include_str!("../rules/builtin.toml");

/// What is wrong with a rule, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongRule {
    /// Its place among the person's rules, from 0; none if it is about the settings around them.
    pub rule: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for WrongRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// Rules, ready to be used.
#[derive(Debug)]
pub struct Rules {
    pub(crate) rules: Vec<Rule>,
    pub(crate) keep: Vec<PathPattern>,
}

/// One of them.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) fields: Vec<String>,
    pub(crate) paths: Vec<PathPattern>,
    pub(crate) types: Vec<String>,
    pub(crate) find: Option<Finder>,
    pub(crate) pattern: Option<Regex>,
    pub(crate) near: Vec<String>,
    pub(crate) keep: Vec<String>,
    pub(crate) deep: bool,
    pub(crate) suspect: bool,
}

/// The form of the file of built-in rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<RuleText>,
}

impl Rules {
    /// The built-in rules and a person's. Everything that is wrong is told at once.
    pub fn new(settings: &MaskSettings) -> Result<Rules, Vec<WrongRule>> {
        let builtin: File = match toml::from_str(BUILTIN) {
            Ok(file) => file,
            Err(error) => return Err(vec![WrongRule { rule: None, what: format!("the built-in rules: {error}") }]),
        };
        let mut wrong = Vec::new();
        for name in settings.off.iter().filter(|name| *name != "*") {
            if !builtin.rule.iter().any(|rule| rule.name == *name) {
                let known: Vec<&str> = builtin.rule.iter().map(|rule| rule.name.as_str()).collect();
                let what = format!("there is no built-in rule {name:?} to turn off; there are {}", known.join(", "));
                wrong.push(WrongRule { rule: None, what });
            }
        }
        let mut rules = Vec::new();
        for (number, text) in settings.rule.iter().enumerate() {
            match Rule::new(text) {
                Ok(rule) => rules.push(rule),
                Err(what) => wrong.push(WrongRule { rule: Some(number), what }),
            }
        }
        let off = |name: &String| settings.off.iter().any(|off| off == name || off == "*");
        for text in builtin.rule.iter().filter(|rule| !off(&rule.name)) {
            match Rule::new(text) {
                Ok(rule) => rules.push(rule),
                Err(what) => wrong.push(WrongRule { rule: None, what }),
            }
        }
        let keep = settings.keep.iter().map(|path| PathPattern::new(path)).collect();
        if wrong.is_empty() { Ok(Rules { rules, keep }) } else { Err(wrong) }
    }
}

impl Rule {
    fn new(text: &RuleText) -> Result<Rule, String> {
        let name = &text.name;
        if name.is_empty() {
            return Err("a rule has no name; `name` is what the audit calls it by".to_owned());
        }
        let finds_nothing = text.fields.is_empty() && text.paths.is_empty() && text.types.is_empty();
        if finds_nothing && text.find.is_none() && text.pattern.is_none() {
            return Err(format!(
                "the rule {name:?} finds nothing; write `fields`, `paths`, `types`, `find` or `pattern`"
            ));
        }
        let find = match &text.find {
            Some(wanted) => Some(find::finder(wanted).ok_or_else(|| {
                format!("the rule {name:?} has the finder {wanted:?}, which is not there; there are {}", find::names())
            })?),
            None => None,
        };
        let pattern =
            match &text.pattern {
                Some(pattern) => {
                    let read = Regex::new(pattern);
                    Some(read.map_err(|error| {
                        format!("the pattern of the rule {name:?} is no regular expression: {error}")
                    })?)
                }
                None => None,
            };
        Ok(Rule {
            name: name.clone(),
            fields: text.fields.iter().map(|field| squashed(field)).collect(),
            paths: text.paths.iter().map(|path| PathPattern::new(path)).collect(),
            types: text.types.clone(),
            find,
            pattern,
            near: text.near.iter().map(|word| fold_text(word)).collect(),
            keep: text.keep.iter().map(|word| fold_text(word)).collect(),
            deep: text.deep,
            suspect: text.suspect,
        })
    }

    /// Whether it names what has this path; the last of it is what the value is called.
    pub(crate) fn names(&self, path: &[String]) -> bool {
        path.last().is_some_and(|field| !field.is_empty() && self.fields.iter().any(|pattern| glob(pattern, field)))
            || self.paths.iter().any(|pattern| pattern.fits(path))
    }

    /// Whether it names a class.
    pub(crate) fn names_type(&self, class: &str) -> bool {
        self.types.iter().any(|pattern| glob(pattern, class))
    }
}

/// A name without what people write it differently in.
pub(crate) fn squashed(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || *c == '*').flat_map(char::to_lowercase).collect()
}

/// A path of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathPattern(Vec<String>);

impl PathPattern {
    fn new(text: &str) -> Self {
        PathPattern(text.split('.').map(squashed).collect())
    }

    pub(crate) fn fits(&self, path: &[String]) -> bool {
        fits(&self.0, path)
    }
}

fn fits(pattern: &[String], path: &[String]) -> bool {
    match pattern.split_first() {
        None => path.is_empty(),
        Some((first, rest)) if first == "**" => (0..=path.len()).any(|skip| fits(rest, &path[skip..])),
        Some((first, rest)) => path.split_first().is_some_and(|(name, path)| glob(first, name) && fits(rest, path)),
    }
}

/// Whether a text fits a pattern in which `*` is anything.
fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((front, rest)) => text
            .strip_prefix(front)
            .is_some_and(|text| (0..=text.len()).any(|at| text.is_char_boundary(at) && glob(rest, &text[at..]))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn path(text: &str) -> Vec<String> {
        text.split('.').map(squashed).collect()
    }

    #[test]
    fn rules_name_fields_however_they_are_written() {
        let rules = Rules::new(&MaskSettings::default()).unwrap();
        let first = |text: &str| rules.rules.iter().find(|rule| rule.names(&path(text))).map(|rule| rule.name.as_str());
        for (written, rule) in [
            ("first_name", Some("name")),
            ("order.Customer.name", Some("name")),
            ("product.name", None),
            ("X-Api-Key", Some("token")),
            ("Authorization", Some("token")),
            ("user.passWord", Some("password")),
            ("orderNumber", None),
            ("id", None),
            ("total", None),
            ("tokens", None),
        ] {
            assert_eq!(first(written), rule, "{written}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_told() {
        let settings = MaskSettings {
            off: vec!["no-such".to_owned()],
            rule: vec![
                RuleText { name: "empty".to_owned(), ..RuleText::default() },
                RuleText { name: "open".to_owned(), pattern: Some("(".to_owned()), ..RuleText::default() },
                RuleText { name: "odd".to_owned(), find: Some("odd".to_owned()), ..RuleText::default() },
            ],
            ..MaskSettings::default()
        };
        let wrong = Rules::new(&settings).unwrap_err();
        assert_eq!(wrong.len(), 4);
        assert!(wrong[0].what.contains("no-such") && wrong[0].what.contains("mail"));
        assert!(wrong[3].what.contains("there are mail, card"));
    }
}
