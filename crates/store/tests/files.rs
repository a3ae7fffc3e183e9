//! Files as they are met: whole, cut, missing, foreign, newer, and in directories with spaces.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use retake_model::case::{Boot, Call, Case};
use retake_model::segment::{FORMAT, Header};
use retake_model::trace::Trace;
use retake_store::{CaseDir, Segment, SegmentWriter, Traffic};

/// A directory of its own, removed at the end.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("retake store {name} {}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Dir(path)
    }
}

impl std::ops::Deref for Dir {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn write_segment(path: &Path, ids: std::ops::Range<u64>) {
    let header = Header { format: FORMAT.to_owned(), jvm: "JVM".to_owned(), ..Header::default() };
    let mut writer = SegmentWriter::create(path, &header).unwrap();
    let count = ids.end - ids.start;
    for id in ids {
        writer.push(&Trace { id, ..Trace::default() }).unwrap();
    }
    assert_eq!(writer.finish().unwrap().traces, count);
}

fn read(traffic: &Traffic) -> Vec<u64> {
    let mut ids = Vec::new();
    for segment in traffic.segments() {
        segment.unwrap().each(|trace| ids.push(trace.id)).unwrap();
    }
    ids
}

fn case(id: &str) -> Case {
    Case { id: id.to_owned(), calls: vec![Call::default()], ..Case::default() }
}

#[test]
fn traffic_is_read_in_the_order_of_names() {
    let dir = Dir::new("order");
    write_segment(&dir.join("b.rtk"), 3..5);
    write_segment(&dir.join("a.rtk"), 0..3);
    fs::write(dir.join("notes.txt"), "x").unwrap();
    assert_eq!(read(&Traffic::open(&*dir).unwrap()), [0, 1, 2, 3, 4]);
    assert_eq!(read(&Traffic::open(dir.join("b.rtk")).unwrap()), [3, 4]);
    let segment = Segment::open(dir.join("a.rtk")).unwrap();
    assert_eq!(segment.header.as_ref().unwrap().jvm, "JVM");
    assert!(segment.each(|_| {}).unwrap().complete());
}

#[test]
fn a_cut_segment_says_what_is_lost() {
    let dir = Dir::new("cut");
    let path = dir.join("a.rtk");
    write_segment(&path, 0..3);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
    let tail = Segment::open(&path).unwrap().each(|_| {}).unwrap();
    assert!(tail.to_string().contains("the file is cut inside a block"), "{tail}");
    // Even the header was not written.
    fs::write(&path, &bytes[..20]).unwrap();
    let segment = Segment::open(&path).unwrap();
    assert!(segment.header.is_none());
}

#[test]
fn wrong_traffic_is_told_with_advice() {
    let dir = Dir::new("wrong traffic");
    let at = dir.display();
    let error = |path: &Path| {
        Traffic::open(path)
            .and_then(|traffic| traffic.segments().collect::<Result<Vec<_>, _>>())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(error(&dir.join("none")), format!("{at}/none: not found; check the path"));
    assert_eq!(
        error(&dir),
        format!("{at}: no traffic here (no *.rtk file); record some with `retake record --out <directory>`")
    );
    fs::write(dir.join("x"), "something else").unwrap();
    assert_eq!(error(&dir.join("x")), format!("{at}/x: not a traffic segment: it does not begin with RTKTRAF1"));
    fs::write(dir.join("new.rtk"), "RTKTRAF2....").unwrap();
    assert_eq!(
        error(&dir),
        format!(
            "{at}/new.rtk: traffic of format version 2; this version of Retake reads version 1; use a newer version of Retake"
        )
    );
    let header = Header::default();
    let error = SegmentWriter::create(dir.join("new.rtk"), &header).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{at}/new.rtk: cannot write: ")), "{error}");
}

#[test]
fn cases_come_back_in_order() {
    let dir = Dir::new("cases");
    let path = dir.join("my cases");
    let mut cases = CaseDir::create(&path).unwrap();
    for id in ["b", "a", "c", "a"] {
        assert_eq!(cases.save(&case(id)).unwrap(), path.join(format!("{id}.case.json")));
    }
    let boot = Boot { recorded: 5, ..Boot::default() };
    cases.save_boot("boot", &boot).unwrap();
    assert_eq!(cases.ids(), ["a", "b", "c"]);
    // Nothing temporary is left.
    assert_eq!(fs::read_dir(&path).unwrap().count(), 4);

    let cases = CaseDir::open(&path).unwrap();
    let ids: Vec<String> = cases.load_all().map(|case| case.unwrap().id).collect();
    assert_eq!(ids, ["a", "b", "c"]);
    assert_eq!(cases.load_boot("boot").unwrap(), boot);

    let one = CaseDir::open(path.join("b.case.json")).unwrap();
    assert_eq!((one.ids(), one.path()), (&["b".to_owned()][..], path.as_path()));
    assert_eq!(one.load("b").unwrap(), case("b"));
}

#[test]
fn wrong_cases_are_told_with_advice() {
    let dir = Dir::new("wrong cases");
    let at = dir.display();
    let open = |path: &Path| CaseDir::open(path).unwrap_err().to_string();
    assert_eq!(open(&dir.join("none")), format!("{at}/none: not found; check the path"));
    assert_eq!(
        open(&dir),
        format!("{at}: no cases here (no *.case.json file); make some with `retake cases <traffic> --out <directory>`")
    );
    fs::write(dir.join("file"), "").unwrap();
    assert_eq!(
        CaseDir::create(dir.join("file")).unwrap_err().to_string(),
        format!("{at}/file: not a directory; name another place, or move the file away")
    );
    assert_eq!(
        CaseDir::create(dir.join("file/below")).unwrap_err().to_string(),
        format!("{at}/file/below: not a directory; name another place, or move the file away")
    );

    let cases = CaseDir::create(&*dir).unwrap();
    let load = |id: &str| cases.load(id).unwrap_err().to_string();
    assert_eq!(load("none"), format!("{at}/none.case.json: not found; check the path"));
    assert_eq!(
        load("../x"),
        format!("{at}: `../x` cannot name a file; use lower-case letters, digits, `-`, `_` and `.`")
    );
    for (content, error) in [
        (&b"{\n"[..], "not JSON: line 2, column 1: a member's name in quotes was expected"),
        (b"\xff", "not a text file in UTF-8"),
        (b"{}", "it has no `\"format\": \"retake-case/3\"`"),
        (
            br#"{"format": "retake-case/7"}"#,
            "the format `retake-case/7` is newer than this version of Retake; use a newer version of Retake",
        ),
        (br#"{"format": "retake-case/3"}"#, "`calls` is missing"),
    ] {
        fs::write(dir.join("x.case.json"), content).unwrap();
        assert_eq!(load("x"), format!("{at}/x.case.json: {error}"));
    }
    fs::write(dir.join("x.case.json"), case("y").to_text()).unwrap();
    assert_eq!(
        load("x"),
        format!("{at}/x.case.json: the case in it has the id `y`; the file must be named `y.case.json`")
    );
}
