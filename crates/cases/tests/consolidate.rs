//! One case for each behaviour, and directories that grow.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use retake_cases::{Added, Keep, consolidate, make};
use retake_model::points::Points;
use retake_model::segment::{FORMAT, Header};
use retake_model::trace::{Branch, Entry, Event, Exchange, Outcome, PointName, Request, Response, Scope, Trace};
use retake_model::value::Value;
use retake_store::{CaseDir, SegmentWriter, Traffic};

struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("retake consolidate {name} {}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("traffic")).unwrap();
        Dir(path)
    }

    fn record(&self, file: &str, started: i64, traces: &[Trace]) {
        let header = Header { format: FORMAT.to_owned(), started, points: Points::default(), ..Header::default() };
        let mut writer = SegmentWriter::create(self.0.join("traffic").join(file), &header).unwrap();
        traces.iter().for_each(|trace| writer.push(trace).unwrap());
        writer.finish().unwrap();
    }

    fn add(&self, to: &str, keep: Keep) -> Added {
        let mut set = make(&Traffic::open(self.0.join("traffic")).unwrap()).unwrap();
        let mut directory = CaseDir::create(self.0.join(to)).unwrap();
        let added = consolidate(&mut set, keep, &directory).unwrap();
        set.boots.iter().for_each(|(name, boot)| drop(directory.save_boot(name, boot).unwrap()));
        set.cases.iter().for_each(|case| drop(directory.save(case).unwrap()));
        added.finish(&directory).unwrap();
        added
    }

    /// What a directory says: how often each target was seen, by the case that is kept of it.
    fn seen(&self, of: &str) -> Vec<(String, u64)> {
        let directory = CaseDir::open(self.0.join(of)).unwrap();
        let target = |entry: &Entry| entry.exchange().unwrap().request.target.clone();
        let mut seen: Vec<(String, u64)> = directory
            .load_all()
            .map(|case| case.unwrap())
            .map(|case| (target(&case.calls[0].entry), case.origin.seen))
            .collect();
        seen.sort();
        seen
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(directory).unwrap().flatten().map(|file| file.path()).filter(|path| path.is_file());
    files.map(|file| (file.file_name().unwrap().into(), fs::read(&file).unwrap())).collect()
}

/// A request that asks for a stock, and is answered with this many.
fn request(id: u64, target: &str, stock: i64) -> Trace {
    let entry = Entry::Http(Exchange {
        request: Request { method: "GET".to_owned(), target: target.to_owned(), ..Request::default() },
        response: Some(Response { status: 200, ..Response::default() }),
    });
    let ask = Event {
        point: PointName::Name("shop.Stock.of(I)J".to_owned()),
        args: vec![Value::Int(7)],
        outcome: Outcome::Returned(Value::Int(stock)),
        ..Event::default()
    };
    let branches = vec![Branch { events: vec![ask], ..Branch::default() }];
    Trace { id, started: id as i64, entry: Some(entry), branches, ..Trace::default() }
}

fn boot(id: u64, text: &str) -> Trace {
    let ask = Event {
        point: PointName::Name("shop.Config.get()Ljava/lang/String;".to_owned()),
        outcome: Outcome::Returned(Value::Text(text.to_owned())),
        ..Event::default()
    };
    Trace {
        id,
        scope: Scope::Boot,
        branches: vec![Branch { events: vec![ask], ..Branch::default() }],
        ..Trace::default()
    }
}

fn owned(seen: &[(&str, u64)]) -> Vec<(String, u64)> {
    seen.iter().map(|(target, seen)| ((*target).to_owned(), *seen)).collect()
}

#[test]
fn each_behaviour_is_kept_once() {
    let dir = Dir::new("once");
    dir.record(
        "a.rtk",
        1,
        &[request(1, "/a/17", 5), request(2, "/a/18", 6), request(3, "/a/19", 0), request(4, "/b", 1)],
    );
    let added = dir.add("one", Keep::default());
    assert_eq!((added.cases, added.known), (3, 0));
    assert_eq!(dir.seen("one"), owned(&[("/a/17", 2), ("/a/19", 1), ("/b", 1)]));
    dir.add("two", Keep::Some(NonZeroUsize::new(2).unwrap()));
    assert_eq!(dir.seen("two"), owned(&[("/a/17", 2), ("/a/18", 2), ("/a/19", 1), ("/b", 1)]));
    dir.add("all", Keep::All);
    assert_eq!(dir.seen("all"), dir.seen("two"));
}

#[test]
fn later_traffic_adds_what_is_new_and_counts_the_rest() {
    let dir = Dir::new("later");
    dir.record("a.rtk", 1, &[boot(1, "x"), request(2, "/a/17", 5)]);
    dir.add("cases", Keep::default());
    let first = files(&dir.0.join("cases"));
    // The same again changes nothing.
    assert_eq!(dir.add("cases", Keep::default()).cases, 0);
    assert_eq!(files(&dir.0.join("cases")), first);
    // Another process, with another start: what is known keeps its own.
    dir.record("b.rtk", 2, &[boot(1, "y"), request(2, "/a/18", 9), request(3, "/b", 5)]);
    let added = dir.add("cases", Keep::default());
    assert_eq!((added.cases, added.known), (1, 1));
    assert_eq!(dir.seen("cases"), owned(&[("/a/17", 2), ("/b", 1)]));
    let directory = CaseDir::open(dir.0.join("cases")).unwrap();
    let boots: Vec<String> = directory.load_all().map(|case| case.unwrap().boot.unwrap()).collect();
    assert_eq!(boots, ["boot", "boot-2"]);
    assert_ne!(directory.load_boot("boot").unwrap(), directory.load_boot("boot-2").unwrap());
    let again = files(&dir.0.join("cases"));
    dir.add("cases", Keep::default());
    assert_eq!(files(&dir.0.join("cases")), again);
}

#[test]
fn the_order_of_files_does_not_matter() {
    let (one, two) = (Dir::new("order 1"), Dir::new("order 2"));
    let early = [boot(1, "x"), request(2, "/a/1", 5), request(3, "/c", 0)];
    let late = [boot(1, "y"), request(2, "/a/2", 5), request(3, "/b", 5)];
    one.record("a.rtk", 1, &early);
    one.record("b.rtk", 2, &late);
    two.record("b.rtk", 1, &early);
    two.record("a.rtk", 2, &late);
    one.add("cases", Keep::default());
    two.add("cases", Keep::default());
    assert_eq!(files(&one.0.join("cases")), files(&two.0.join("cases")));
}

/// What a person changed stays, but for the number on its line.
#[test]
fn edited_cases_stay_edited() {
    let dir = Dir::new("edited");
    dir.record("a.rtk", 1, &[request(1, "/a/17", 5), request(2, "/b", 5)]);
    dir.add("cases", Keep::default());
    let cases = dir.0.join("cases");
    let file = |cases: &Path| {
        let find = |path: &PathBuf| path.to_string_lossy().contains("get-a-");
        fs::read_dir(cases).unwrap().flatten().map(|file| file.path()).find(find).unwrap()
    };
    let path = file(&cases);
    let edited = fs::read_to_string(&path).unwrap().replace("\"/a/17\"", "\"/a/4711\"");
    fs::write(&path, &edited).unwrap();
    dir.record("b.rtk", 2, &[request(1, "/a/18", 5), request(2, "/b", 7)]);

    // As long as it is not sealed again nobody knows what it is.
    let added = dir.add("unsealed", Keep::default());
    assert!(added.wrong.is_empty());
    fs::create_dir_all(dir.0.join("copy")).unwrap();
    fs::copy(&path, dir.0.join("copy").join(path.file_name().unwrap())).unwrap();
    let added = dir.add("copy", Keep::default());
    assert_eq!((added.wrong.len(), added.cases), (1, 2));
    assert!(added.wrong[0].to_string().contains("its seal is broken"), "{}", added.wrong[0]);
    assert_eq!(fs::read_to_string(dir.0.join("copy").join(path.file_name().unwrap())).unwrap(), edited);

    let (sealed, wrong) = CaseDir::open(&cases).unwrap().reseal().unwrap();
    assert_eq!((sealed, wrong.len()), (vec![path.clone()], 0));
    let sealed = fs::read_to_string(&path).unwrap();
    let added = dir.add("cases", Keep::default());
    assert_eq!((added.cases, added.known), (0, 2));
    assert_eq!(dir.seen("cases"), owned(&[("/a/4711", 2), ("/b", 2)]));
    let changed: Vec<(String, String)> = sealed
        .lines()
        .zip(fs::read_to_string(&path).unwrap().lines())
        .filter(|(before, after)| before != after)
        .map(|(before, after)| (before.to_owned(), after.to_owned()))
        .collect();
    assert_eq!(changed.len(), 2, "{changed:?}");
    assert!(changed[0].0.starts_with("  \"seal\": ") && changed[1].1 == "  \"seen\": 2,", "{changed:?}");
}
