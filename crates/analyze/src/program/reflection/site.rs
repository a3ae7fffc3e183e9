//! Which calls reach what was looked up by name.

use super::meaning::Sort;

/// A call that reaches what was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    /// Of the constructor without parameters of a class.
    Make,
    /// Of a member.
    Invoke,
    /// Of a field, which is used like this.
    Field(&'static [Sort]),
    /// Of the constructors of providers.
    Load,
}

/// What a call of a method of this name reaches.
pub(super) fn site(owner: &str, name: &str) -> Option<Site> {
    match owner {
        "java/lang/Class" => (name == "newInstance").then_some(Site::Make),
        "java/lang/reflect/Constructor" => (name == "newInstance").then_some(Site::Invoke),
        "java/lang/reflect/Method" => (name == "invoke").then_some(Site::Invoke),
        "java/lang/invoke/MethodHandle" => {
            matches!(name, "invoke" | "invokeExact" | "invokeWithArguments").then_some(Site::Invoke)
        }
        "java/util/ServiceLoader" => matches!(name, "load" | "loadInstalled").then_some(Site::Load),
        "java/lang/reflect/Field" => match typed(name)? {
            "get" => Some(Site::Field(&[Sort::Getter])),
            "set" => Some(Site::Field(&[Sort::Setter])),
            _ => None,
        },
        "java/lang/invoke/VarHandle"
        | "java/util/concurrent/atomic/AtomicIntegerFieldUpdater"
        | "java/util/concurrent/atomic/AtomicLongFieldUpdater"
        | "java/util/concurrent/atomic/AtomicReferenceFieldUpdater" => Some(Site::Field(way(name)?)),
        _ => None,
    }
}

/// `get` for `getInt`, as far as `Field` has such methods.
fn typed(name: &str) -> Option<&str> {
    let (head, rest) = name.split_at_checked(3)?;
    let types = ["", "Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double"];
    types.contains(&rest).then_some(head)
}

/// How a method of a handle of a variable uses it.
fn way(name: &str) -> Option<&'static [Sort]> {
    Some(match name {
        "get" | "getVolatile" | "getOpaque" | "getAcquire" => &[Sort::Getter],
        "set" | "setVolatile" | "setOpaque" | "setRelease" | "lazySet" => &[Sort::Setter],
        _ if ["getAnd", "compareAnd", "weakCompareAnd"].iter().any(|head| name.starts_with(head))
            || name.ends_with("AndGet") =>
        {
            &[Sort::Getter, Sort::Setter]
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_with_fields() {
        let (field, variable) = ("java/lang/reflect/Field", "java/lang/invoke/VarHandle");
        for (owner, name, expected) in [
            (field, "get", Some(&[Sort::Getter][..])),
            (field, "getInt", Some(&[Sort::Getter])),
            (field, "setBoolean", Some(&[Sort::Setter])),
            (field, "getName", None),
            (field, "setAccessible", None),
            (variable, "getVolatile", Some(&[Sort::Getter])),
            (variable, "lazySet", Some(&[Sort::Setter])),
            (variable, "getAndBitwiseOr", Some(&[Sort::Getter, Sort::Setter])),
            (variable, "weakCompareAndSetPlain", Some(&[Sort::Getter, Sort::Setter])),
            (variable, "accumulateAndGet", Some(&[Sort::Getter, Sort::Setter])),
            (variable, "varType", None),
        ] {
            assert_eq!(site(owner, name), expected.map(Site::Field), "{owner}.{name}");
        }
    }
}
