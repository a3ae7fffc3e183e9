//! Files of cases as they are met in a repository: one for each behaviour, encrypted, damaged, of another service.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::{Recording, Stage, jdk, retake, shop, verdicts};

const REQUESTS: u32 = 60;

/// The files of cases in a directory, in order.
fn cases(directory: &Path) -> Vec<PathBuf> {
    let is_case = |path: &PathBuf| path.to_string_lossy().contains(".case.json");
    let mut files: Vec<PathBuf> =
        fs::read_dir(directory).expect("it was made").flatten().map(|file| file.path()).filter(is_case).collect();
    files.sort();
    files
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for file in fs::read_dir(from).expect("it was made").flatten() {
        match file.path().is_dir() {
            true => copy(&file.path(), &to.join(file.file_name())),
            false => drop(fs::copy(file.path(), to.join(file.file_name())).expect("writable")),
        }
    }
}

fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).expect("a text");
    assert!(text.contains(from), "{text}");
    fs::write(file, text.replace(from, to)).expect("writable");
}

/// The stock tool.
fn age(stage: &Stage, program: &str, arguments: &[&OsStr]) -> String {
    stage.start(program, Path::new(program), arguments).wait().expect(0).out
}

#[test]
fn cases_are_consolidated_encrypted_and_damaged() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let recording = Recording::make(&stage, &jdk, REQUESTS);
    let replay = |cases: &Path, more: &[&OsStr]| {
        let other = Recording { cases: cases.to_owned(), ..recording.clone() };
        other.replay(&stage, &shop::jar(), more)
    };
    consolidated(&stage, &recording, &replay);
    encrypted(&stage, &recording, &replay);
    damaged(&stage, &recording, &replay);
}

type Replay<'a> = &'a dyn Fn(&Path, &[&OsStr]) -> verdicts::Replay;

/// One case of each behaviour, and nothing twice.
fn consolidated(stage: &Stage, recording: &Recording, replay: Replay<'_>) {
    let directory = stage.path("behaviours");
    let (_, made) = retake::cases_with(stage, &recording.traffic, &directory, &[]);
    let behaviours = made["behaviours"].as_u64().expect("a number");
    assert_eq!((&made["requests"], &made["cases"]), (&REQUESTS.into(), &behaviours.into()), "{made}");
    assert!(behaviours > 3 && behaviours < u64::from(REQUESTS), "{made}");
    let seen: u64 = cases(&directory)
        .iter()
        .map(|file| {
            let case: serde_json::Value = serde_json::from_slice(&fs::read(file).expect("there")).expect("JSON");
            case["seen"].as_u64().expect("a number")
        })
        .sum();
    assert_eq!(seen, u64::from(REQUESTS));
    let (_, again) = retake::cases_with(stage, &recording.traffic, &directory, &[]);
    assert_eq!((&again["known"], &again["cases"]), (&behaviours.into(), &0.into()), "{again}");
    let finished = replay(&directory, &[]);
    finished.ended.clone().expect(0);
    assert_eq!(finished.verdicts.len() as u64, behaviours);
}

/// For recipients and with a passphrase, in both directions with the stock tool.
fn encrypted(stage: &Stage, recording: &Recording, replay: Replay<'_>) {
    let key = stage.path("key.txt");
    age(stage, "age-keygen", &["-o".as_ref(), key.as_ref()]);
    let recipient = age(stage, "age-keygen", &["-y".as_ref(), key.as_ref()]);
    let directory = stage.path("for a recipient");
    let options: [&OsStr; 2] = ["--recipient".as_ref(), recipient.trim().as_ref()];
    let (_, made) = retake::cases_with(stage, &recording.traffic, &directory, &options);
    let all = replay(&directory, &["--identity".as_ref(), key.as_ref()]);
    all.ended.clone().expect(0);
    assert_eq!(made["cases"], all.verdicts.len(), "{made}");
    let none = replay(&directory, &[]);
    none.ended.expect(2).says(&["no key is at hand", "--identity"]);
    // The tool opens what was encrypted here, and what it encrypts is replayed.
    let file = cases(&directory).remove(0);
    let text = age(stage, "age", &["-d".as_ref(), "-i".as_ref(), key.as_ref(), file.as_ref()]);
    let case: serde_json::Value = serde_json::from_str(&text).expect("a case");
    let id = case["id"].as_str().expect("a name");
    let theirs = stage.path("by the tool");
    let closed = theirs.join(format!("{id}.case.json.age"));
    fs::create_dir_all(&theirs).expect("writable");
    let plain = recording.cases.join(format!("{id}.case.json"));
    let arguments: [&OsStr; 5] =
        ["-r".as_ref(), recipient.trim().as_ref(), "-o".as_ref(), closed.as_ref(), plain.as_ref()];
    age(stage, "age", &arguments);
    fs::copy(recording.cases.join("boot.json"), theirs.join("boot.json")).expect("there is one");
    let one = replay(&theirs, &["--identity".as_ref(), key.as_ref()]);
    one.ended.clone().expect(0);
    assert_eq!(one.verdicts.len(), 1);

    let passphrase = stage.write("passphrase", "correct horse\n");
    let options: [&OsStr; 2] = ["--passphrase-file".as_ref(), passphrase.as_ref()];
    let directory = stage.path("with a passphrase");
    retake::cases_with(stage, &recording.traffic, &directory, &options);
    replay(&directory, &options).ended.expect(0);
    let wrong = stage.write("wrong", "wrong horse\n");
    let refused = replay(&directory, &["--passphrase-file".as_ref(), wrong.as_ref()]);
    refused.ended.expect(2).says(&["key.age", "another passphrase"]);
}

/// Each bad file is told, the others run, and the exit code says that not all passed.
fn damaged(stage: &Stage, recording: &Recording, replay: Replay<'_>) {
    let directory = stage.path("damaged");
    copy(&recording.cases, &directory);
    let files = cases(&directory);
    let [flipped, newer, other, locked, ..] = files.as_slice() else { panic!("{files:?}") };
    edit(flipped, "\"status\": ", "\"status\": 1");
    edit(newer, "retake-case/3", "retake-case/4");
    edit(other, "\"packages\": [\"shop\"]", "\"packages\": [\"bank\"]");
    let text = fs::read_to_string(other).expect("a text");
    if let Some(line) = text.lines().find(|line| line.contains("\"starts\"")) {
        let starts = line.split("\"starts\": [").nth(1).and_then(|rest| rest.split(']').next()).expect("a list");
        edit(other, starts, "\"bank.Main\"");
    }
    let arguments: [&OsStr; 2] = ["reseal".as_ref(), directory.as_ref()];
    // What was flipped by accident is sealed too; whoever seals says that all is as it should be.
    let before = fs::read(flipped).expect("there");
    retake::run(stage, arguments).expect(1).says(&["is newer than this version"]);
    fs::write(flipped, before).expect("writable");
    age(stage, "age-keygen", &["-o".as_ref(), stage.path("other.txt").as_ref()]);
    let recipient = age(stage, "age-keygen", &["-y".as_ref(), stage.path("other.txt").as_ref()]);
    let closed = locked.with_extension("json.age");
    let arguments: [&OsStr; 5] =
        ["-r".as_ref(), recipient.trim().as_ref(), "-o".as_ref(), closed.as_ref(), locked.as_ref()];
    age(stage, "age", &arguments);
    fs::remove_file(locked).expect("it was there");

    let finished = replay(&directory, &[]);
    let name = |file: &Path| file.file_name().expect("it has one").to_string_lossy().into_owned();
    let ended = finished.ended.expect(1).says(&["4 files cannot be used; the others run"]);
    for (file, told) in [
        (flipped.as_path(), "its seal is broken"),
        (newer, "use a newer version of Retake"),
        (other, "the case is of another service, bank"),
        (&closed, "no key is at hand"),
    ] {
        let told = ended.err.lines().find(|line| line.contains(&name(file)) && line.contains(told));
        assert!(told.is_some(), "nothing is said of {}: {ended}", file.display());
    }
    assert_eq!(finished.verdicts.len(), REQUESTS as usize - 4);
    assert!(finished.verdicts.iter().all(verdicts::Verdict::passed), "{ended}");
    // Nobody is forced to believe what a file says of itself.
    let one = replay(other, &["--any-service".as_ref()]);
    one.ended.expect(0);
    replay(other, &[]).ended.expect(2).says(&["another service, bank", "--any-service"]);
}
