//! What XML files declare with elements that the rules know, or with beans of classes that they know.

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
    Element(&'d Document<'d>, &'d xml::Element),
    Bean(&'d Declared),
}

impl Declaration<'_> {
    /// What an attribute or property says, if the rule names one and its value is known.
    pub(crate) fn get(&self, name: &Option<String>) -> Option<String> {
        let name = name.as_deref()?;
        match self.source {
            Source::Element(_, element) => self.settings.resolve(element.attribute(name)?),
            Source::Bean(bean) => bean.property(name).map(str::to_string),
        }
    }

    /// Whether it is in a file that lies with application code.
    pub(crate) fn application(&self) -> bool {
        match self.source {
            Source::Element(document, _) => document.resource.application,
            Source::Bean(bean) => bean.application,
        }
    }

    /// The path of the file.
    pub(crate) fn file(&self) -> &str {
        match self.source {
            Source::Element(document, _) => &document.resource.path,
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
        let mut pending = vec![(&document.root, "")];
        while let Some((element, outer)) = pending.pop() {
            for (rules, rule) in &known {
                let plain = rule.namespaces.is_empty() && element.namespace.is_empty();
                let there = rule.within.as_ref().is_none_or(|within| within == outer);
                if there
                    && (plain || rule.namespaces.contains(&element.namespace))
                    && rule.names.contains(&element.name)
                {
                    found.push(Declaration { rule, rules, source: Source::Element(document, element), settings });
                }
            }
            pending.extend(element.children.iter().rev().map(|child| (child, element.name.as_str())));
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
