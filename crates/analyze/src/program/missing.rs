//! Classes that the application names and nobody delivered.

use super::jdk::is_jdk;
use super::{ClassId, Program};

/// So many are named in a message.
const FIRST: usize = 5;

/// The classes that the application extends, calls or reads from and that were not read: internal names, sorted.
pub(crate) fn missing(program: &Program<'_>) -> Vec<String> {
    let above = program.application.iter().flat_map(|application| program.class(application.class).supertypes());
    let named = program.refs[..program.application_refs as usize].iter().map(|member| member.owner);
    let unread = |class: &ClassId| !program.class(*class).read;
    let mut names: Vec<&str> = above.chain(named).filter(unread).map(|class| program.class_name(class)).collect();
    names.retain(|name| !is_jdk(name));
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_string).collect()
}

/// What to say of classes that are missing: how many there are, and the first of them.
pub(crate) fn told(missing: &[String]) -> Option<String> {
    let dotted = |name: &String| name.replace('/', ".");
    let first: Vec<String> = missing.iter().take(FIRST).map(dotted).collect();
    match missing {
        [] => None,
        [one] => Some(format!("class {} was not found; name the library that has it too", dotted(one))),
        [_, ..] => Some(format!(
            "{} classes that the application uses were not found ({}{}); name the libraries that have them too",
            missing.len(),
            first.join(", "),
            if missing.len() > FIRST { ", \u{2026}" } else { "" }
        )),
    }
}
