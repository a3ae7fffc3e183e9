#![allow(clippy::unwrap_used)]
use super::*;
use crate::cbor::Writer;
use crate::generate::Generate;
use crate::trace::PointName;

fn header() -> Header {
    Header {
        format: FORMAT.to_owned(),
        retake: "0.1.0".to_owned(),
        jvm: "OpenJDK 25".to_owned(),
        started: 1_767_225_599_999,
        process: 4242,
        attached: true,
        masked: None,
        points: Points::default(),
    }
}

fn trace(id: u64, generate: &mut Generate) -> Vec<u8> {
    let mut writer = Writer::default();
    Trace { id, ..generate.trace() }.encode(&mut writer);
    writer.bytes
}

/// A segment of `count` traces with a block for every `every` of them, and where its blocks begin.
fn segment(count: u64, every: u64) -> (Vec<u8>, Vec<usize>) {
    let mut generate = Generate::new(1);
    let (mut encoder, mut bytes) = Encoder::new(&header());
    let mut starts = vec![MAGIC.len()];
    for id in 0..count {
        bytes.extend(encoder.push(&trace(id, &mut generate), Scope::Request).unwrap_or_default());
        if id % every == every - 1 {
            starts.push(bytes.len());
            bytes.extend(encoder.flush());
        }
    }
    encoder.drop_traces(1, Scope::Request, "the queue was full");
    encoder.drop_traces(3, Scope::Boot, "the queue was full");
    starts.push(bytes.len());
    encoder.leave_out([("a point".to_owned(), "too large".to_owned())].into());
    bytes.extend(encoder.finish());
    (bytes, starts)
}

fn read(bytes: &[u8]) -> (Option<Header>, Vec<u64>, Tail) {
    let mut reader = Reader::new(bytes).unwrap();
    let (mut header, mut ids) = (None, Vec::new());
    for item in reader.by_ref() {
        match item {
            Item::Header(found) => header = Some(*found),
            Item::Trace(trace) => ids.push(trace.id),
        }
    }
    let tail = reader.tail().clone();
    (header, ids, tail)
}

#[test]
fn a_header_may_be_larger_than_a_block() {
    let large = Header { jvm: "x".repeat(MAX_BLOCK + 10), ..header() };
    let (mut encoder, mut bytes) = Encoder::new(&large);
    bytes.extend(encoder.finish());
    let (found, _, tail) = read(&bytes);
    assert!(found.is_some_and(|found| found == large), "{tail}");
    assert!(tail.complete(), "{tail}");
}

#[test]
fn what_is_written_comes_back() {
    let (bytes, _) = segment(100, 7);
    let (found, ids, tail) = read(&bytes);
    assert_eq!(found, Some(header()));
    assert_eq!(ids, (0..100).collect::<Vec<_>>());
    assert!(tail.complete());
    assert_eq!(tail.to_string(), "complete");
    let [reasons, boot_reasons] = [1, 3].map(|number| BTreeMap::from([("the queue was full".to_owned(), number)]));
    let not_woven = [("a point".to_owned(), "too large".to_owned())].into();
    assert_eq!(tail.end, Some(End { traces: 100, dropped: 1, reasons, boot_reasons, not_woven, ..End::default() }));
}

#[test]
fn full_blocks_come_by_themselves() {
    let (mut encoder, _) = Encoder::new(&header());
    let mut writer = Writer::default();
    Trace { incomplete: vec!["x".repeat(100_000)], ..Trace::default() }.encode(&mut writer);
    let blocks: Vec<bool> = (0..6).map(|_| encoder.push(&writer.bytes, Scope::Request).is_some()).collect();
    assert_eq!(blocks, [false, false, true, false, false, true]);
    assert!(encoder.flush().is_empty());
}

#[test]
fn a_trace_that_is_too_large_is_dropped_whole() {
    let (mut encoder, _) = Encoder::new(&header());
    assert_eq!(encoder.push(&vec![0; MAX_BLOCK + 1], Scope::Request), None);
    assert_eq!((encoder.counts().traces, encoder.counts().dropped), (0, 1));
}

/// A process can be killed at any byte.
#[test]
fn every_cut_keeps_the_full_blocks() {
    let (bytes, starts) = segment(12, 3);
    for end in 0..bytes.len() {
        let (_, ids, tail) = read(&bytes[..end]);
        let full = starts.windows(2).skip(1).filter(|block| block[1] <= end).count();
        assert_eq!(ids.len(), 3 * full, "cut at {end}");
        assert!(!tail.complete());
        let on_boundary = starts.contains(&end);
        assert_eq!(tail.losses.is_empty(), on_boundary, "cut at {end}: {tail}");
        if let Some(loss) = tail.losses.first() {
            assert_eq!(loss.at + loss.bytes, end);
        }
    }
    let cut = starts[2] + 20;
    let (_, _, tail) = read(&bytes[..cut]);
    let expected =
        format!("the file is cut inside a block at byte {}: 20 bytes lost; the recording was not ended", starts[2]);
    assert_eq!(tail.to_string(), expected);
}

#[test]
fn damage_costs_one_block() {
    let (mut bytes, starts) = segment(12, 3);
    bytes[starts[2] + HEAD + 5] ^= 1;
    let (_, ids, tail) = read(&bytes);
    assert_eq!(ids, [0, 1, 2, 6, 7, 8, 9, 10, 11]);
    let lost = starts[3] - starts[2];
    assert_eq!(tail.to_string(), format!("a block with a wrong checksum at byte {}: {lost} bytes lost", starts[2]));
}

#[test]
fn lying_lengths_are_refused() {
    let (bytes, starts) = segment(3, 3);
    for (offset, lie) in [(0, u32::MAX), (0, 0), (4, u32::MAX), (4, MAX_BLOCK as u32), (4, 1)] {
        let mut wrong = bytes.clone();
        let at = starts[1] + offset;
        wrong[at..at + 4].copy_from_slice(&lie.to_le_bytes());
        let (header, ids, tail) = read(&wrong);
        assert!(header.is_some() && ids.is_empty() && !tail.losses.is_empty(), "{offset} {lie}");
    }
}

#[test]
fn unknown_kinds_are_passed_over() {
    let (mut bytes, starts) = segment(6, 3);
    bytes[starts[1] + 12] = 9;
    let (_, ids, tail) = read(&bytes);
    assert_eq!(ids, [3, 4, 5]);
    assert_eq!(tail.notes, [format!("a block of the unknown kind 9 at byte {} was passed over", starts[1])]);
}

#[test]
fn a_block_that_is_no_trace_is_told() {
    let (_, mut bytes) = Encoder::new(&header());
    let start = bytes.len();
    put_block(&mut bytes, &mut Vec::new(), KIND_TRACES, b"\xa1\x62id\x01\x61");
    let (_, ids, tail) = read(&bytes);
    assert_eq!(ids, [1]);
    assert_eq!(
        tail.losses[0].to_string(),
        format!("a trace that cannot be read (a length beyond the data) in the block at byte {start}: 1 bytes lost")
    );
}

#[test]
fn other_files_are_refused() {
    assert_eq!(Reader::new(b"PK\x03\x04 and so on").unwrap_err(), NotTraffic::Magic);
    assert_eq!(Reader::new(b"RTKTRAF2").unwrap_err(), NotTraffic::TooNew('2'));
    assert_eq!(Reader::new(b"RTX").unwrap_err(), NotTraffic::Magic);
    assert_eq!(read(b"RTK").2.losses[0].bytes, 3);
}

#[test]
fn broken_segments_are_read_in_peace() {
    let (bytes, _) = segment(20, 4);
    let mut generate = Generate::new(2);
    for _ in 0..500 {
        let mut broken = bytes.clone();
        let at = MAGIC.len() + generate.number((bytes.len() - MAGIC.len()) as u64) as usize;
        broken[at] = generate.number(256) as u8;
        read(&broken);
    }
}

/// A trace with one call on a handle, as the runtime of an agent writes it: with the numbers of both names.
fn numbered(id: u8) -> Vec<u8> {
    let event = b"\x88\x39\x13\x88\x83\x05\xf4\x22\x80\x03\xf6\x00\x00\x00";
    [b"\xa2\x62id".as_slice(), &[id], b"\x68branches\x81\x82\x80\x81", event].concat()
}

#[test]
fn each_block_says_what_its_numbers_mean() {
    let (mut encoder, mut bytes) = Encoder::new(&header());
    encoder.name(-3, "java.sql.ResultSet");
    encoder.name(-5001, "next()Z");
    let mut blocks = Vec::new();
    for id in 1..=2 {
        encoder.push(&numbered(id), Scope::Request);
        blocks.push(encoder.flush());
    }
    let read = |bytes: &[u8]| {
        let mut reader = Reader::new(bytes).unwrap();
        let traces: Vec<Trace> = (reader.by_ref())
            .filter_map(|item| match item {
                Item::Trace(trace) => Some(*trace),
                Item::Header(_) => None,
            })
            .collect();
        (traces, reader.tail().losses.clone())
    };
    let name = |trace: &Trace| {
        let event = &trace.branches[0].events[0];
        (event.point.clone(), event.target.clone().unwrap().class)
    };
    // The second block alone is enough.
    let alone = [&bytes[..], &blocks[1]].concat();
    let (traces, losses) = read(&alone);
    assert_eq!((traces.len(), losses.len()), (1, 0), "{losses:?}");
    assert_eq!(name(&traces[0]), (PointName::Name("next()Z".to_owned()), "java.sql.ResultSet".to_owned()));
    // A number that nobody told costs the block.
    encoder = Encoder::default();
    encoder.name(-3, "java.sql.ResultSet");
    encoder.push(&numbered(3), Scope::Request);
    bytes.extend(blocks.concat());
    bytes.extend(encoder.flush());
    let (traces, losses) = read(&bytes);
    assert_eq!(traces.iter().map(|trace| trace.id).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(losses.len(), 1);
    assert_eq!(losses[0].why, "a trace that cannot be read (a name that is not listed) in the block");
    // So do names that are none.
    let mut damaged = Vec::new();
    put_block(&mut damaged, &mut Vec::new(), KIND_NAMED_TRACES, b"\x01\x02");
    let (traces, losses) = read(&[&MAGIC[..], &damaged].concat());
    assert_eq!(
        (traces.len(), losses[0].why.as_str()),
        (0, "names that cannot be read (names were expected) in the block")
    );
}
