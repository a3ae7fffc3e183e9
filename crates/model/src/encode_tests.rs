#![allow(clippy::unwrap_used)]
use crate::cbor::{Reader, Writer};
use crate::generate::Generate;
use crate::trace::{Branch, Event, PointName, Trace};
use crate::value::{Handle, Value};

fn bytes_of(trace: &Trace) -> Vec<u8> {
    let mut writer = Writer::default();
    trace.encode(&mut writer);
    writer.bytes
}

#[test]
fn traces_come_back() {
    for seed in 0..2000 {
        let bytes = bytes_of(&Generate::new(seed).trace());
        let mut reader = Reader::new(&bytes);
        let read = Trace::decode(&mut reader).unwrap();
        assert!(reader.is_empty());
        assert_eq!(bytes_of(&read), bytes);
        assert_eq!(Trace::decode_run(&mut Reader::new(&bytes)), Ok(read.run));
    }
}

/// A call of a method on a handle, and nothing else.
fn called(method: &str, class: &str) -> Event {
    let target = Some(Handle { id: 5, boot: false, class: class.to_owned() });
    Event { point: PointName::Name(method.to_owned()), target, ..Event::default() }
}

fn trace_of(events: Vec<Event>) -> Trace {
    Trace { branches: vec![Branch { events, ..Branch::default() }], ..Trace::default() }
}

#[test]
fn a_name_is_written_once_and_read_wherever_it_is_used() {
    let longest = "n".repeat(1024);
    let longer = "n".repeat(1025);
    let methods = ["next()Z", "close()V", "next()Z", "", &longest, &longest, &longer, &longer];
    let trace = trace_of(methods.iter().map(|method| called(method, "java.sql.ResultSet")).collect());
    let bytes = bytes_of(&trace);
    let count = |text: &str| bytes.windows(text.len()).filter(|found| *found == text.as_bytes()).count();
    assert_eq!(["next()Z", "close()V", "java.sql.ResultSet"].map(count), [1, 1, 1]);
    assert!(bytes.len() < 2 * longer.len() + longest.len() + 400, "{}", bytes.len());
    assert_eq!(Trace::decode(&mut Reader::new(&bytes)), Ok(trace));
}

/// The bytes of a trace with one event of a method of a handle, with what stands for both names.
fn with_names(listed: Option<&[&str]>, method: &[u8], class: &[u8]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.map(1 + usize::from(listed.is_some()));
    if let Some(listed) = listed {
        writer.text("names");
        writer.array(listed.len());
        listed.iter().for_each(|name| writer.text(name));
    }
    writer.text("branches");
    let event = [b"\x88", method, b"\x83\x05\xf4", class, b"\x80\x03\xf6\x00\x00\x00"].concat();
    [&writer.bytes[..], b"\x81\x82\x80\x81", &event].concat()
}

/// The runtime of an agent has one number for each name, and writes a read among the events.
#[test]
fn names_have_numbers_and_reads_become_streams() {
    let mut writer = Writer::default();
    writer.map(2);
    writer.text("names");
    writer.map(2);
    for (number, name) in [(-3, "java.sql.ResultSet"), (-5001, "next()Z")] {
        writer.int(number);
        writer.text(name);
    }
    writer.text("branches");
    writer.array(1);
    writer.array(2);
    writer.array(0);
    let event = b"\x88\x39\x13\x88\x83\x05\xf4\x22\x80\x03\xf6\x00\x00\x00";
    let read = b"\x85\x39\x13\x88\x83\x05\xf4\x22\x80\x00\xf5";
    // Of the handle that was read last.
    let again = b"\x84\x39\x13\x88\x80\x00\xf5";
    let bytes = [&writer.bytes[..], b"\x84", read, event, read, again].concat();
    let trace = Trace::decode(&mut Reader::new(&bytes)).unwrap();
    assert_eq!(trace.branches[0].events, [called("next()Z", "java.sql.ResultSet")]);
    let [(5, passed)] = trace.streams.as_slice() else { panic!("{:?}", trace.streams) };
    let reads = crate::rows::reads(passed).unwrap();
    assert_eq!(
        reads.iter().map(|read| (read.method, read.value)).collect::<Vec<_>>(),
        [("next()Z", &Value::Bool(true)); 3]
    );
    let first = [&writer.bytes[..], b"\x81", again].concat();
    assert_eq!(Trace::decode(&mut Reader::new(&first)).unwrap_err().what, "nothing was read before");
    // A read has an end, or it is not written.
    let unfinished = [&writer.bytes[..], b"\x81", &read[..9], b"\x03\xf6"].concat();
    assert_eq!(Trace::decode(&mut Reader::new(&unfinished)).unwrap_err().what, "a call that only reads has ended");
}

/// What is asked through a handle is of another type, and what its results were asked hangs on it.
#[test]
fn executions_have_a_type_and_results() {
    let of = b"\x88\x61m\x84\x05\xf4\x61C\x61S\x80\x03\xf6\x00\x00\x00";
    let other = b"\x88\x61m\x83\x05\xf4\x61C\x80\x03\xf6\x00\x00\x00";
    let read = |of: &[u8]| [b"\x85\x61g", of, b"\x80\x00\xf5"].concat();
    let trace = |entries: &[&[u8]]| {
        let head = [b"\xa1\x68branches\x81\x82\x80".as_slice(), &[0x80 + entries.len() as u8]].concat();
        Trace::decode(&mut Reader::new(&[&head[..], &entries.concat()].concat()))
    };
    // The first of them is two events back; what follows is of the same results.
    let (first, more) = (read(b"\x82\x07\x01"), read(b"\x81\x07"));
    let found = trace(&[of, other, &first, other, &more, b"\x84\x61g\x80\x00\xf5"]).unwrap();
    let execution = Event { of: Some("S".to_owned()), results: Some(7), ..called("m", "C") };
    assert_eq!(found.branches[0].events, [execution, called("m", "C"), called("m", "C")]);
    let [(7, passed)] = found.streams.as_slice() else { panic!("{:?}", found.streams) };
    assert_eq!(crate::rows::reads(passed).unwrap().len(), 3);
    assert_eq!(Trace::decode(&mut Reader::new(&bytes_of(&found))).unwrap().branches, found.branches);
    for back in [b"\x82\x07\x02".as_slice(), b"\x82\x07\x1a\xff\xff\xff\xff"] {
        let wrong = trace(&[of, other, &read(back)]).unwrap_err();
        assert_eq!(wrong.what, "no event is there that far back");
    }
}

/// Earlier versions knew no other way, and a boot trace has each name once.
#[test]
fn a_name_may_stand_where_it_is_used() {
    for (listed, method, class) in [
        (None, &b"\x61m"[..], &b"\x61C"[..]),
        (Some(&["C"][..]), b"\x61m", b"\x20"),
        (Some(&["C", "m"]), b"\x21", b"\x20"),
        (Some(&["m"]), b"\x38\x00", b"\x61C"),
    ] {
        let bytes = with_names(listed, method, class);
        assert_eq!(Trace::decode(&mut Reader::new(&bytes)), Ok(trace_of(vec![called("m", "C")])), "{bytes:02x?}");
    }
}

#[test]
fn names_that_are_not_listed_are_refused() {
    let long = "n".repeat(1025);
    for (listed, method, class, what) in [
        (Some(&["m"][..]), &b"\x21"[..], &b"\x20"[..], "a name that is not listed"),
        (Some(&["m"]), b"\x20", b"\x21", "a name that is not listed"),
        (Some(&["m"]), b"\x20", b"\x3b\x7f\xff\xff\xff\xff\xff\xff\xff", "a name that is not listed"),
        (Some(&[]), b"\x20", b"\x61C", "a name that is not listed"),
        (None, b"\x20", b"\x61C", "a name that is not listed"),
        (Some(&["m"]), b"\x20", b"\x00", "a name was expected"),
        (Some(&["m"]), b"\xf6", b"\x61C", "a name was expected"),
        (Some(&[&long]), b"\x20", b"\x61C", "a name that is too long to be listed"),
    ] {
        let bytes = with_names(listed, method, class);
        assert_eq!(Trace::decode(&mut Reader::new(&bytes)).unwrap_err().what, what, "{bytes:02x?}");
    }
    let question = Event::decode_question(&mut Reader::new(b"\x20\xf6\x80"));
    assert_eq!(question.unwrap_err().what, "a name that is not listed");
    let in_a_value = Value::decode(&mut Reader::new(b"\xd8\x1b\x82\x67@handle\x83\x00\xf4\x20"));
    assert_eq!(in_a_value.unwrap_err().what, "a name that is not listed");
}

/// What the agent's runtime writes where it does not know a length, and what other tools may write.
#[test]
fn other_ways_to_say_the_same() {
    for (bytes, value) in [
        (&b"\x9f\x01\x02\xff"[..], Value::List(vec![Value::Int(1), Value::Int(2)])),
        (b"\xbf\x61a\xf7\xff", Value::Record(vec![("a".to_owned(), Value::Null)])),
        (b"\xf9\x3c\x00", Value::Float(1.0)),
        (b"\xf9\x00\x01", Value::Float(5.960_464_477_539_063e-8)),
        (b"\xf9\xfc\x00", Value::Float(f64::NEG_INFINITY)),
        (b"\xfa\x3f\x80\x00\x00", Value::Float(1.0)),
        (b"\x19\x00\x05", Value::Int(5)),
        (b"\x3b\x7f\xff\xff\xff\xff\xff\xff\xff", Value::Int(i64::MIN)),
    ] {
        assert_eq!(Value::decode(&mut Reader::new(bytes)), Ok(value));
    }
}

#[test]
fn wrong_bytes_are_refused() {
    let deep = vec![0x81; 100_000];
    let deep_tags = [0xd8, 28].repeat(50_000);
    for (bytes, what) in [
        (&b""[..], "the data ends too early"),
        (b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff", "a length beyond the data"),
        (b"\xbb\x00\x00\x00\xff\xff\xff\xff\xff", "a length beyond the data"),
        (b"\x1b\xff\xff\xff\xff\xff\xff\xff\xff", "a number beyond 64 bits"),
        (b"\x61\xff", "text that is not UTF-8"),
        (b"\xff", "an end without a beginning"),
        (b"\xc0\x01", "an unknown tag"),
        (b"\xd8\x1c\x01", "only objects with fields or elements can be shared"),
        (b"\xd8\x1b\x80", "a typed object has a class and a body"),
        (b"\xd8\x1b\x83\x61a\x01\x02", "a typed object has a class and a body"),
        (b"\xd8\x1b\x82\x67@handle\x01", "a handle was expected"),
        (b"\xd8\x1b\x82\x67@opaque\x01", "a class and a reason were expected"),
        (b"\xd8\x1d\x20", "a count or an index was expected"),
        (b"\x9f\x01", "the data ends too early"),
        (&deep, "values nested too deep"),
        (&deep_tags, "values nested too deep"),
    ] {
        assert_eq!(Value::decode(&mut Reader::new(bytes)).unwrap_err().what, what);
    }
}

/// A later version may say more.
#[test]
fn unknown_members_are_passed_over() {
    let bytes = b"\xa2\x62id\x07\x63new\xd8\x1b\x82\x61a\x9f\x01\xff";
    assert_eq!(Trace::decode(&mut Reader::new(bytes)).unwrap().id, 7);
}

#[test]
fn broken_traces_are_refused_in_peace() {
    let bytes = bytes_of(&Generate::new(3).trace());
    for end in 0..bytes.len() {
        assert!(Trace::decode(&mut Reader::new(&bytes[..end])).is_err());
    }
    let mut generate = Generate::new(4);
    for _ in 0..20_000 {
        let mut broken = bytes.clone();
        let at = generate.number(broken.len() as u64) as usize;
        broken[at] = generate.number(256) as u8;
        let _ = Trace::decode(&mut Reader::new(&broken));
    }
}
