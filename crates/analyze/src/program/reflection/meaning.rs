//! What a value may mean to reflection: texts, classes, and members of classes.

use std::collections::BTreeSet;

/// More than this a value does not mean; what is computed in a loop means nothing that matters.
const MOST: usize = 64;

/// What a member is, or is used as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    /// A method or constructor.
    Method,
    /// A field of which nobody said yet what is done with it.
    Field,
    /// A field that is read.
    Getter,
    /// A field that is written.
    Setter,
}

/// A member of a class that was looked up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Member {
    pub(super) sort: Sort,
    pub(super) class: String,
    /// `<init>` for a constructor.
    pub(super) name: String,
    /// The descriptors of a method's parameters, if they are known.
    pub(super) parameters: Option<String>,
    /// Whether the class itself must declare it.
    pub(super) declared: bool,
}

impl Member {
    /// The constructor without parameters.
    pub(super) fn constructor(class: String) -> Self {
        let parameters = Some(String::new());
        Member { sort: Sort::Method, class, name: "<init>".to_string(), parameters, declared: true }
    }

    /// A field, which may be inherited.
    pub(super) fn field(sort: Sort, class: &str, name: &str) -> Self {
        Member { sort, class: class.to_string(), name: name.to_string(), parameters: None, declared: false }
    }
}

/// Everything that a value may mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) texts: BTreeSet<String>,
    /// Internal names, and descriptors of primitive types and arrays.
    pub(super) classes: BTreeSet<String>,
    pub(super) members: BTreeSet<Member>,
}

impl Meaning {
    pub(super) fn text(text: String) -> Self {
        Meaning { texts: BTreeSet::from([text]), ..Meaning::default() }
    }

    pub(super) fn class(name: String) -> Self {
        Meaning { classes: BTreeSet::from([name]), ..Meaning::default() }
    }

    pub(super) fn classes(names: impl IntoIterator<Item = String>) -> Self {
        Meaning { classes: names.into_iter().take(MOST).collect(), ..Meaning::default() }
    }

    pub(super) fn texts(texts: impl IntoIterator<Item = String>) -> Self {
        Meaning { texts: texts.into_iter().take(MOST).collect(), ..Meaning::default() }
    }

    pub(super) fn members(members: impl IntoIterator<Item = Member>) -> Self {
        Meaning { members: members.into_iter().take(MOST).collect(), ..Meaning::default() }
    }

    /// Its fields, used otherwise.
    pub(super) fn used_as(self, sort: Sort) -> Self {
        let fields = self.members.into_iter().filter(|member| member.sort == Sort::Field);
        Meaning::members(fields.map(|member| Member { sort, ..member }))
    }

    /// Adds what another value may mean.
    pub(super) fn add(&mut self, other: Meaning) {
        fn extend<T: Ord>(all: &mut BTreeSet<T>, more: BTreeSet<T>) {
            let room = MOST.saturating_sub(all.len());
            all.extend(more.into_iter().take(room));
        }
        extend(&mut self.texts, other.texts);
        extend(&mut self.classes, other.classes);
        extend(&mut self.members, other.members);
    }
}
