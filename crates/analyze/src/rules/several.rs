//! Rules that name several classes, which stand for as many rules.

use serde::{Deserialize, Deserializer};

use super::{External, Generator, Handle, Methods, Output, Source, Transfer};

/// A rule about a class. A file may name several in one rule, which then stands for as many.
pub(super) trait About: Clone {
    fn class(&mut self) -> &mut String;
}

macro_rules! about {
    ($($rule:ty),*) => {
        $(impl About for $rule {
            fn class(&mut self) -> &mut String {
                &mut self.class
            }
        })*
    };
}

about!(Source, Generator, Transfer, Output, External, Handle, Methods);

/// One class or several; several are kept in one text until the file is read as a whole.
pub(super) fn one_or_more<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "the name of a class, or a list of names")]
    enum Classes {
        One(String),
        More(Vec<String>),
    }
    let names = match Classes::deserialize(from)? {
        Classes::One(name) => name,
        Classes::More(names) => names.join(" "),
    };
    // Java writes dots, class files slashes.
    Ok(names.replace('.', "/"))
}

/// Reads rules, one for each class that they name.
pub(super) fn spread<'d, D: Deserializer<'d>, R: About + Deserialize<'d>>(from: D) -> Result<Vec<R>, D::Error> {
    let mut rules = Vec::new();
    for mut rule in Vec::<R>::deserialize(from)? {
        for name in std::mem::take(rule.class()).split(' ') {
            let mut one = rule.clone();
            *one.class() = name.to_string();
            rules.push(one);
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::rules::File;

    #[test]
    fn a_rule_may_name_several_classes() {
        let file = toml::from_str::<File>("[[source]]\nclass = ['a/A', 'a.B']\nmethods = ['now']\n").unwrap();
        let classes: Vec<&str> = file.source.iter().map(|rule| rule.class.as_str()).collect();
        assert_eq!(classes, ["a/A", "a/B"]);
    }
}
