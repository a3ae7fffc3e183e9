//! What was read of a result set, or of its description.

use std::collections::HashMap;

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

/// Gathers calls, in the order in which they happened, into one record for each result set.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    records: Vec<Record>,
    places: HashMap<u32, usize>,
    branch: usize,
    /// The handle of the last call of the branch.
    last: Option<u32>,
    mixed: bool,
}

#[derive(Debug, Default)]
struct Record {
    id: u32,
    /// The branch that reads it.
    branch: usize,
    methods: Vec<Value>,
    numbers: HashMap<String, i64>,
    calls: Vec<Value>,
    /// How many objects there are to refer to. Those of each call are counted from 0, and those of the record, too.
    objects: u32,
}

impl Gathered {
    /// The calls that follow are those of the next branch.
    pub(crate) fn next_branch(&mut self) {
        self.branch += 1;
        self.last = None;
    }

    /// The handle that the branch has read last.
    pub(crate) fn last(&self) -> Option<u32> {
        self.last
    }

    /// Adds a call on the handle with this number.
    pub(crate) fn add(&mut self, id: u32, method: String, args: Vec<Value>, threw: bool, value: Value) {
        let branch = self.branch;
        self.last = Some(id);
        let place = *self.places.entry(id).or_insert_with(|| {
            self.records.push(Record { id, branch, ..Record::default() });
            self.records.len() - 1
        });
        let record = &mut self.records[place];
        self.mixed |= record.branch != branch;
        record.add(method, args, threw, value);
    }

    /// Whether two branches have read one result set: which of their calls came first is not known.
    pub(crate) fn are_mixed(&self) -> bool {
        self.mixed
    }

    /// The records, as streams have them.
    pub(crate) fn into_streams(self) -> impl Iterator<Item = (u32, Value)> {
        self.records.into_iter().map(|record| {
            let parts = [("methods", record.methods), ("calls", record.calls)];
            (record.id, Value::Record(parts.map(|(name, part)| (name.to_owned(), Value::List(part))).into()))
        })
    }
}

impl Record {
    fn add(&mut self, method: String, args: Vec<Value>, threw: bool, value: Value) {
        let Record { methods, numbers, .. } = self;
        let method = *numbers.entry(method).or_insert_with_key(|name| {
            methods.push(Value::Text(name.clone()));
            methods.len() as i64 - 1
        });
        let mut call = Value::List(vec![Value::Int(method), Value::List(args), Value::Int(i64::from(threw)), value]);
        let before = self.objects;
        call.refs_mut(&mut |object| *object = object.saturating_add(before));
        call.walk(&mut |part| self.objects = self.objects.saturating_add(u32::from(part.is_composite())));
        self.calls.push(call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_gathered_by_their_result_sets() {
        let object = |body| Value::Typed { class: "shop.Item".to_owned(), body: Box::new(Value::List(body)) };
        let mut gathered = Gathered::default();
        gathered.add(7, "next()Z".to_owned(), vec![], false, Value::Bool(true));
        gathered.add(3, "next()Z".to_owned(), vec![], true, Value::Null);
        gathered.add(7, "getArray(I)".to_owned(), vec![], false, Value::List(vec![object(vec![]), Value::Ref(0)]));
        gathered.add(7, "next()Z".to_owned(), vec![object(vec![])], false, Value::Ref(0));
        assert!(!gathered.are_mixed());
        gathered.next_branch();
        gathered.add(8, "next()Z".to_owned(), vec![], false, Value::Bool(true));
        assert!(!gathered.are_mixed(), "each branch has its own");
        gathered.add(3, "next()Z".to_owned(), vec![], true, Value::Null);
        assert!(gathered.are_mixed());
        let streams: Vec<(u32, Value)> = gathered.into_streams().collect();
        assert_eq!(streams.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [7, 3, 8]);
        let calls = reads(&streams[0].1).expect("a record of calls");
        assert_eq!(calls.iter().map(|call| call.method).collect::<Vec<_>>(), ["next()Z", "getArray(I)", "next()Z"]);
        assert_eq!(*calls[1].value, Value::List(vec![object(vec![]), Value::Ref(0)]));
        // The object of the last call is the second of the record.
        assert_eq!((calls[2].args, calls[2].value), (&[object(vec![])][..], &Value::Ref(1)));
        assert!(reads(&streams[1].1).expect("a record of calls")[0].threw);
    }

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
