//! The members of the runtime that woven code uses, and nothing else of it.

use crate::kind::Kind;

/// The runtime's class. It lives in `java.base`, where every class loader finds it.
pub const RUNTIME: &str = "java/lang/Retake";

/// `boolean wanted(int id)`: whether the runtime wants to know; asked before anything is boxed.
pub(crate) const WANTED: (&str, &str) = ("wanted", "(I)Z");

/// `boolean before(Object self, Object[] args, int id)`: whether the runtime answers in place of the code.
pub(crate) const BEFORE: (&str, &str) = ("before", "(Ljava/lang/Object;[Ljava/lang/Object;I)Z");

/// `void threw(Throwable, int id)`.
pub(crate) const THREW: (&str, &str) = ("threw", "(Ljava/lang/Throwable;I)V");

/// `Object check(Object holder, Object value, String field, int id)`: what is in a field of an object, or of a class.
pub(crate) const CHECK: (&str, &str) =
    ("check", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;I)Ljava/lang/Object;");

/// `void constructed(Object, int id)`.
pub(crate) const CONSTRUCTED: (&str, &str) = ("constructed", "(Ljava/lang/Object;I)V");

/// `void after(value, int id)`, or `void after(int id)` where there is no value.
pub(crate) fn after(kind: Option<Kind>) -> (&'static str, &'static str) {
    let descriptor = match kind {
        None => "(I)V",
        Some(Kind::Int) => "(II)V",
        Some(Kind::Long) => "(JI)V",
        Some(Kind::Float) => "(FI)V",
        Some(Kind::Double) => "(DI)V",
        Some(Kind::Ref) => "(Ljava/lang/Object;I)V",
    };
    ("after", descriptor)
}

/// `value take(int id)`: the answer, or the recorded exception.
pub(crate) fn take(kind: Option<Kind>) -> (&'static str, &'static str) {
    match kind {
        None => ("takeV", "(I)V"),
        Some(Kind::Int) => ("takeI", "(I)I"),
        Some(Kind::Long) => ("takeJ", "(I)J"),
        Some(Kind::Float) => ("takeF", "(I)F"),
        Some(Kind::Double) => ("takeD", "(I)D"),
        Some(Kind::Ref) => ("takeL", "(I)Ljava/lang/Object;"),
    }
}

/// `value read(value, int id)`.
pub(crate) fn read(kind: Kind) -> (&'static str, &'static str) {
    let descriptor = match kind {
        Kind::Int => "(II)I",
        Kind::Long => "(JI)J",
        Kind::Float => "(FI)F",
        Kind::Double => "(DI)D",
        Kind::Ref => "(Ljava/lang/Object;I)Ljava/lang/Object;",
    };
    ("read", descriptor)
}
