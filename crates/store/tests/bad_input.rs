//! Cases that were damaged, lost in part, or encrypted for others: each is told, and says nothing of the others.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use retake_age::{Identity, Passphrase};
use retake_model::case::{Boot, Call, Case, CaseBranch, CaseEvent};
use retake_model::points::Kind;
use retake_model::trace::{Entry, Exchange, Outcome, Request, Response};
use retake_model::value::Value;
use retake_store::{CaseDir, LARGE, Lock};

struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("retake bad input {name} {}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Dir(path)
    }

    fn blobs(&self) -> Vec<PathBuf> {
        let mut blobs: Vec<_> = fs::read_dir(self.0.join("blobs")).unwrap().map(|file| file.unwrap().path()).collect();
        blobs.sort();
        blobs
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SECRET: &str = "4111-1111";

/// A case with large values of every kind.
fn case(id: &str) -> Case {
    let large = |letter: &str| letter.repeat(LARGE + 1);
    let event = CaseEvent {
        dependency: "shop.Stock.of(I)J".to_owned(),
        kind: Kind::External,
        target: None,
        args: vec![Value::Text(large("x")), Value::Bytes(large("y").into_bytes()), Value::Bytes(vec![0; LARGE + 1])],
        outcome: Outcome::Returned(Value::Text(SECRET.to_owned())),
        writes: vec![],
        results: None,
        at: None,
    };
    let entry = Entry::Http(Exchange {
        request: Request { method: "GET".to_owned(), target: "/a".to_owned(), headers: vec![], body: vec![] },
        response: Some(Response { status: 200, headers: vec![], body: format!("[\"{}\"]", large("z")).into_bytes() }),
    });
    let branches = vec![CaseBranch { events: vec![event], ..CaseBranch::default() }];
    let calls = vec![Call { end: 1, entry, branches, ..Call::default() }];
    Case { id: id.to_owned(), boot: Some("boot".to_owned()), calls, ..Case::default() }
}

fn boot() -> Boot {
    let call = case("x").calls.remove(0).branches.remove(0);
    Boot { recorded: 5, events: call.events, streams: vec![] }
}

fn make(dir: &Dir, lock: Lock) -> CaseDir {
    let mut cases = CaseDir::create(&dir.0).unwrap().locked(lock);
    cases.save_boot("boot", &boot()).unwrap();
    for id in ["a", "b"] {
        cases.save(&case(id)).unwrap();
    }
    cases
}

#[test]
fn large_values_are_shared_and_come_back() {
    let dir = Dir::new("large");
    make(&dir, Lock::default());
    // Three values and a body, each once for two cases and a boot document.
    assert_eq!(dir.blobs().len(), 4);
    let cases = CaseDir::open(&dir.0).unwrap();
    assert_eq!(cases.load_all().map(|case| case.unwrap()).collect::<Vec<_>>(), [case("a"), case("b")]);
    assert_eq!(cases.load_boot("boot").unwrap(), boot());
    assert!(fs::metadata(dir.0.join("a.case.json")).unwrap().len() < LARGE as u64);
    // The same again is the same.
    let before: Vec<_> = dir.blobs();
    make(&dir, Lock::default());
    assert_eq!(dir.blobs(), before);
}

/// Whichever byte of a case is flipped: it is told, or it was a space.
#[test]
fn a_flipped_byte_is_told() {
    let dir = Dir::new("flipped");
    let cases = make(&dir, Lock::default());
    let file = dir.0.join("a.case.json");
    let text = fs::read(&file).unwrap();
    let mut told = 0;
    for at in 0..text.len() {
        for bit in [0x01, 0x10, 0x80] {
            let mut flipped = text.clone();
            flipped[at] ^= bit;
            fs::write(&file, &flipped).unwrap();
            match cases.load("a") {
                Err(_) => told += 1,
                Ok(read) => assert_eq!(read, case("a"), "byte {at}"),
            }
        }
    }
    assert!(told > text.len(), "{told}");
    fs::write(&file, String::from_utf8(text).unwrap().replace("\"/a\"", "\"/b\"")).unwrap();
    let error = cases.load("a").unwrap_err().to_string();
    assert!(error.contains("a.case.json: it was changed since it was made"), "{error}");
    assert!(error.contains("`retake reseal "), "{error}");
    assert_eq!(cases.load("b").unwrap(), case("b"));
    // Who meant it says so.
    let (sealed, wrong) = cases.reseal().unwrap();
    assert_eq!((sealed, wrong.len()), (vec![file], 0));
    assert_eq!(cases.load("a").unwrap().calls[0].entry.exchange().unwrap().request.target, "/b");
}

/// Another layout and other line ends say the same.
#[test]
fn what_says_the_same_is_the_same() {
    let dir = Dir::new("layout");
    let cases = make(&dir, Lock::default());
    let file = dir.0.join("a.case.json");
    let text = fs::read_to_string(&file).unwrap();
    for other in [text.replace('\n', "\r\n"), text.replace("  ", "\t"), text.replace('\n', " ")] {
        fs::write(&file, other).unwrap();
        assert_eq!(cases.load("a").unwrap(), case("a"));
    }
}

#[test]
fn lost_and_damaged_parts_are_told() {
    let dir = Dir::new("blobs");
    let cases = make(&dir, Lock::default());
    let blob = dir.blobs().remove(0);
    let bytes = fs::read(&blob).unwrap();
    let name = blob.file_name().unwrap().to_str().unwrap().to_owned();
    let damage = |damaged: Option<&[u8]>| {
        match damaged {
            Some(bytes) => fs::write(&blob, bytes).unwrap(),
            None => fs::remove_file(&blob).unwrap(),
        }
        cases.load("a").unwrap_err().to_string()
    };
    let mut flipped = bytes.clone();
    flipped[100] ^= 1;
    for (damaged, expected) in [
        (Some(flipped.as_slice()), "this part of the case is damaged"),
        (Some(&bytes[1..]), "this part of the case is damaged"),
        (Some(b""), "this part of the case is damaged"),
        (None, "this part of the case is not there"),
    ] {
        let error = damage(damaged);
        assert!(error.contains(expected) && error.contains(&name) && error.contains("a.case.json"), "{error}");
    }
    // Writing the case again mends it.
    make(&dir, Lock::default());
    assert_eq!(cases.load("a").unwrap(), case("a"));
    // A name that leads elsewhere is no name.
    let file = dir.0.join("a.case.json");
    for other in ["../../etc/passwd", "", "ABC"] {
        let text = fs::read_to_string(&file).unwrap();
        let text: String = text.lines().filter(|line| !line.contains("\"seal\"")).collect::<Vec<_>>().join("\n");
        fs::write(&file, text.replace(&name, other)).unwrap();
        let error = cases.load("a").unwrap_err().to_string();
        assert!(error.contains("cannot name a part of a case"), "{error}");
        make(&dir, Lock::default());
    }
}

#[test]
fn what_is_encrypted_needs_its_key() {
    let dir = Dir::new("encrypted");
    let (own, other) = (Identity::random().unwrap(), Identity::random().unwrap());
    let lock = || Lock::opening(vec![own.clone()], None).closing(vec![own.recipient()]);
    make(&dir, lock());
    let open = |keys: Vec<Identity>| CaseDir::open(&dir.0).unwrap().locked(Lock::opening(keys, None));
    let mut ids: Vec<Case> = open(vec![other.clone(), own.clone()]).load_all().map(|case| case.unwrap()).collect();
    ids.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(ids, [case("a"), case("b")]);
    assert_eq!(open(vec![own.clone()]).load_boot("boot").unwrap(), boot());
    for (keys, expected) in [
        (vec![], "it is encrypted, and no key is at hand; name a file with one (--identity)"),
        (vec![other], "it is encrypted for others: no key at hand opens it; name a file with another one (--identity)"),
    ] {
        for error in open(keys).load_all().map(|case| case.unwrap_err().to_string()) {
            assert!(error.contains(expected), "{error}");
        }
    }
    // Nothing that was recorded is in any file or in its name, and what is there under an id stays there.
    let mut all = Vec::new();
    for folder in [dir.0.clone(), dir.0.join("blobs")] {
        for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file()) {
            assert!(file.to_str().unwrap().ends_with(".age"), "{}", file.display());
            all.extend_from_slice(file.file_name().unwrap().as_encoded_bytes());
            all.extend(fs::read(&file).unwrap());
        }
    }
    for word in [SECRET, "shop.Stock", "xxxxxxxx", "zzzzzzzz", "GET"] {
        assert!(!all.windows(word.len()).any(|part| part == word.as_bytes()), "{word}");
    }
    let names = |dir: &CaseDir| dir.names().map(str::to_owned).collect::<Vec<_>>();
    assert!(names(&open(vec![])).iter().all(|name| name.len() == 16), "{:?}", names(&open(vec![])));
    // Whoever forgets the key is told, and nothing is added in the open.
    let error = CaseDir::create(&dir.0).unwrap().check_lock().unwrap_err().to_string();
    assert!(error.contains("the cases here are encrypted"), "{error}");
    let error = CaseDir::create(&dir.0).unwrap().locked(Lock::default().closing(vec![own.recipient()])).check_lock();
    assert!(error.unwrap_err().to_string().contains("no key is at hand"));
    assert!(CaseDir::create(&dir.0).unwrap().locked(lock()).check_lock().is_ok());
}

#[test]
fn damage_to_encrypted_files_is_told() {
    let dir = Dir::new("encrypted damage");
    let own = Identity::random().unwrap();
    let cases = make(&dir, Lock::opening(vec![own.clone()], None).closing(vec![own.recipient()]));
    let name = cases.names().next().unwrap().to_owned();
    let file = dir.0.join(format!("{name}.case.json.age"));
    let bytes = fs::read(&file).unwrap();
    for at in [0, 30, 100, 200, bytes.len() / 2, bytes.len() - 1] {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1;
        fs::write(&file, &flipped).unwrap();
        let error = cases.load(&name).unwrap_err().to_string();
        assert!(["damaged", "encrypted for others"].iter().any(|told| error.contains(told)), "byte {at}: {error}");
    }
    fs::write(&file, &bytes).unwrap();
    let blob = dir.blobs().remove(0);
    fs::write(&blob, "x").unwrap();
    let told = cases.load_all().filter(|case| case.as_ref().is_err_and(|error| error.to_string().contains("damaged")));
    assert_eq!(told.count(), 2);
}

#[test]
fn a_passphrase_protects_the_key_of_the_directory() {
    let dir = Dir::new("passphrase");
    let lock = |text: &str| Lock::opening(vec![], Some(Passphrase::new(text.to_owned().into())));
    make(&dir, lock("correct horse").closing_with_key_of(&dir.0).unwrap());
    let cases = CaseDir::open(&dir.0).unwrap();
    let read = cases.clone().locked(lock("correct horse").with_key_of(&dir.0).unwrap());
    assert!(read.load_all().all(|case| case.is_ok()));
    let error = lock("wrong horse").with_key_of(&dir.0).unwrap_err().to_string();
    assert!(error.contains("key.age: it is encrypted with another passphrase"), "{error}");
    assert!(cases.load_all().all(|case| case.is_err_and(|error| error.to_string().contains("--passphrase"))));
}

/// What is read and written comes from the same place, so a file of a newer version is told before anything else is looked at.
#[test]
fn newer_formats_are_told() {
    let dir = Dir::new("newer");
    let cases = make(&dir, Lock::default());
    let newer = |file: &Path, from: &str, to: &str| {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(file, text.replace(from, to)).unwrap();
    };
    newer(&dir.0.join("a.case.json"), "retake-case/3", "retake-case/4");
    newer(&dir.0.join("boot.json"), "retake-boot/3", "retake-boot/4");
    for error in [cases.load("a").unwrap_err(), cases.load_boot("boot").unwrap_err()] {
        let error = error.to_string();
        assert!(error.contains("is newer than this version of Retake; use a newer version of Retake"), "{error}");
    }
    assert!(cases.load("b").is_ok());
}
