//! What was read of a result set, or of its description.

use crate::value::Value;

/// A call on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Read<'a> {
    /// Name and descriptor (`getString(I)Ljava/lang/String;`).
    pub method: &'a str,
    /// With what.
    pub args: &'a [Value],
    /// Whether an exception came back.
    pub threw: bool,
    /// What came back.
    pub value: &'a Value,
}

/// The calls that a record of [`Streams`](crate::trace::Streams) tells, in order; none if it tells of something else.
pub fn reads(passed: &Value) -> Option<Vec<Read<'_>>> {
    let Value::Record(parts) = passed else { return None };
    let part = |wanted: &str| match parts.iter().find(|(name, _)| name == wanted) {
        Some((_, Value::List(items))) => Some(items),
        _ => None,
    };
    let methods = part("methods")?;
    part("calls")?.iter().map(|call| read(call, methods)).collect()
}

fn read<'a>(call: &'a Value, methods: &'a [Value]) -> Option<Read<'a>> {
    let Value::List(parts) = call else { return None };
    let [Value::Int(method), Value::List(args), Value::Int(outcome), value] = parts.as_slice() else { return None };
    let Value::Text(method) = methods.get(usize::try_from(*method).ok()?)? else { return None };
    Some(Read { method, args, threw: *outcome == 1, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(calls: Vec<Value>) -> Value {
        let methods = vec![Value::Text("next()Z".to_owned())];
        Value::Record(vec![("methods".to_owned(), Value::List(methods)), ("calls".to_owned(), Value::List(calls))])
    }

    fn call(method: i64, value: Value) -> Value {
        Value::List(vec![Value::Int(method), Value::List(Vec::new()), Value::Int(0), value])
    }

    #[test]
    fn calls_come_with_their_names() {
        let rows = record(vec![call(0, Value::Bool(true))]);
        let expected = Read { method: "next()Z", args: &[], threw: false, value: &Value::Bool(true) };
        assert_eq!(reads(&rows), Some(vec![expected]));
    }

    #[test]
    fn what_is_no_record_of_calls_is_none() {
        for other in [Value::Null, record(vec![call(1, Value::Null)]), record(vec![call(-1, Value::Null)])] {
            assert_eq!(reads(&other), None, "{other:?}");
        }
    }
}
