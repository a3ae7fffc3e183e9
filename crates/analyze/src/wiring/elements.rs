//! What XML files declare with elements that the rules know, or with beans of classes that they know.

use super::beans;
use super::declared::Declared;
use super::documents::Document;
use super::settings::Settings;
use super::xml;
use crate::rules::Rules;
use crate::rules::frameworks::Element as Rule;

/// Something that a file declares.
#[derive(Clone, Copy)]
pub(crate) struct Declaration<'d> {
    pub(crate) rule: &'d Rule,
    /// The name of the file of rules.
    pub(crate) rules: &'d str,
    source: Source<'d>,
    settings: &'d Settings,
}

#[derive(Clone, Copy)]
enum Source<'d> {
    Element { document: &'d Document<'d>, element: &'d xml::Element, outer: &'d xml::Element },
    Bean(&'d Declared),
}

impl Declaration<'_> {
    /// What an attribute or property says, if the rule names one and its value is known.
    pub(crate) fn get(&self, name: &Option<String>) -> Option<String> {
        let name = name.as_deref()?;
        match self.source {
            Source::Element { element, outer, .. } => {
                self.settings.resolve(element.attribute(name).or_else(|| outer.attribute(name))?)
            }
            Source::Bean(bean) => bean.property(name).map(str::to_string),
        }
    }

    /// The names of its children that begin so, without the beginning.
    pub(crate) fn children(&self, prefix: &str) -> Vec<&str> {
        match self.source {
            Source::Element { element, .. } => {
                element.children.iter().filter_map(|child| child.name.strip_prefix(prefix)).collect()
            }
            Source::Bean(_) => Vec::new(),
        }
    }

    /// The bean of a name that is meant here.
    pub(crate) fn bean<'b>(&self, name: &str, all: &'b [Declared]) -> Option<&'b Declared> {
        let near = match self.source {
            Source::Element { document, .. } => (document.resource.path.as_str(), document.resource.origin),
            Source::Bean(bean) => (bean.file.as_str(), bean.origin),
        };
        beans::by_name(all, name, near)
    }

    /// Whether it is in a file that lies with application code.
    pub(crate) fn application(&self) -> bool {
        match self.source {
            Source::Element { document, .. } => document.resource.application,
            Source::Bean(bean) => bean.application,
        }
    }

    /// The path of the file.
    pub(crate) fn file(&self) -> &str {
        match self.source {
            Source::Element { document, .. } => &document.resource.path,
            Source::Bean(bean) => &bean.file,
        }
    }
}

/// Finds what files declare, in their order.
pub(crate) fn find<'d>(
    rules: &'d Rules,
    documents: &'d [Document<'d>],
    declared: &'d [Declared],
    settings: &'d Settings,
) -> Vec<Declaration<'d>> {
    let known: Vec<(&str, &Rule)> = rules
        .files
        .iter()
        .flat_map(|(name, file)| file.element.iter().map(move |rule| (name.as_str(), rule)))
        .collect();
    let mut found = Vec::new();
    for document in documents {
        let known: Vec<_> = known.iter().filter(|(_, rule)| rule.root == document.root.name).collect();
        let mut pending = vec![(&document.root, &document.root)];
        while let Some((element, outer)) = pending.pop() {
            for (rules, rule) in &known {
                let plain = rule.namespaces.is_empty() && element.namespace.is_empty();
                let there = rule.within.as_ref().is_none_or(|within| *within == outer.name);
                if there
                    && (plain || rule.namespaces.contains(&element.namespace))
                    && rule.names.contains(&element.name)
                {
                    found.push(Declaration {
                        rule,
                        rules,
                        source: Source::Element { document, element, outer },
                        settings,
                    });
                }
            }
            pending.extend(element.children.iter().rev().map(|child| (child, element)));
        }
    }
    for bean in declared.iter().filter(|bean| !bean.template) {
        let Some(class) = &bean.class else { continue };
        for (rules, rule) in known.iter().filter(|(_, rule)| rule.beans.contains(class)) {
            found.push(Declaration { rule, rules, source: Source::Bean(bean), settings });
        }
    }
    found
}
