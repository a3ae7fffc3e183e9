#![allow(clippy::unwrap_used)]
use crate::cbor::{Reader, Writer};
use crate::generate::Generate;
use crate::trace::Trace;
use crate::value::Value;

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
    }
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
