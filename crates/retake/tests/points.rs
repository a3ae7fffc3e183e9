//! `retake points add` and `retake.toml`, from the command line.

mod common;

use std::path::Path;
use std::process::Output;

use common::{Scratch, refused, retake};

fn add(scratch: &Scratch, arguments: &[&str]) -> Output {
    let arguments = ["points", "add"].iter().chain(arguments);
    retake(scratch, arguments).current_dir(scratch.path("")).output().expect("it runs")
}

#[track_caller]
fn says(output: &Output, words: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains(words), "{text}");
}

fn content(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

#[test]
fn lines_are_added_once() {
    let scratch = Scratch::new("add");
    let file = scratch.path("retake.toml");
    says(&add(&scratch, &["com.acme.Ids.next*"]), "added com.acme.Ids.next* to retake.toml:1");
    says(&add(&scratch, &["com.acme.Log.*(int,String)", "--exclude", "--why", "quiet"]), "retake.toml:4");
    let before = content(&file);
    says(&add(&scratch, &["com.acme.Log.*(int, String)", "--exclude"]), "retake.toml:4 has");
    let text = refused(&add(&scratch, &["com.acme.Log.*(int, String)"]));
    assert!(text.contains("retake.toml:4 excludes") && text.contains("take that out first"), "{text}");
    assert_eq!(content(&file), before);

    // A list that is shared counts too.
    scratch.write("shared.toml", "[[points.include]]\nmethod = 'a.B.c'\n");
    let own = scratch.write("own.toml", "[points]\nlists = ['shared.toml']\n");
    says(&add(&scratch, &["a.B.c", "--config", "own.toml"]), "shared.toml:1 has");
    says(&add(&scratch, &["a.B.d", "--at", "method", "--config", "own.toml"]), "own.toml:4");
    assert!(content(&own).ends_with("method = \"a.B.d\"\nat = \"method\"\n"));
}

#[test]
fn what_is_wrong_changes_nothing() {
    let scratch = Scratch::new("add-wrong");
    assert!(refused(&add(&scratch, &["next"])).contains("names no class"));
    assert!(refused(&add(&scratch, &["com.acme.Ids"])).contains("write com.acme.Ids.* for all of them"));
    assert!(refused(&add(&scratch, &["a.B.c", "no/such.jar"])).contains("no/such.jar"));
    assert!(!scratch.path("retake.toml").exists());
    let file = scratch.write("retake.toml", "[point]\nx = 1\n[[points.include]]\nmethod = 'x'\n");
    let text = refused(&add(&scratch, &["a.B.c"]));
    assert!(text.contains("retake.toml:1: ") && text.contains("retake.toml:4: "), "{text}");
    assert_eq!(content(&file), "[point]\nx = 1\n[[points.include]]\nmethod = 'x'\n");
    // Every command that reads settings says the same.
    let run = |arguments: &[&str]| {
        let output = retake(&scratch, arguments).current_dir(scratch.path("")).output().expect("it runs");
        refused(&output)
    };
    for command in
        [&["analyze", "app.jar"][..], &["calls", "app.jar"], &["analyze", "app.jar", "--config", "retake.toml"]]
    {
        assert!(run(command).contains("retake.toml:4: "), "{command:?}");
    }
    assert!(run(&["analyze", "app.jar", "--config", "none.toml"]).contains("none.toml does not exist"));
}
