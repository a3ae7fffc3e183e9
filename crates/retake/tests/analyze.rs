//! `retake analyze` and `retake explain` on a service of one class, and on the next build of it.

#![allow(missing_docs)]

mod common;

use std::process::{Command, Output};

use common::{Scratch, retake};
use serde_json::Value;

const OLD: &str = "package shop;
public class Orders {
    static int counter;
    public static boolean late() {
        return System.currentTimeMillis() > 5;
    }
    public static int next() {
        return counter++;
    }
    public static void main(String[] arguments) {
        if (late() || next() > 3) System.exit(1);
    }
}
";

/// The clock is asked on another line, and chance instead of the counter.
const NEW: &str = "package shop;
public class Orders {
    // A line more.
    public static boolean late() {

        return System.currentTimeMillis() > 5;
    }
    public static int next() {
        return (int) (Math.random() * 6);
    }
    public static void main(String[] arguments) {
        if (late() || next() > 3) System.exit(1);
    }
}
";

/// Compiles a build of the service; gives the directory of its classes.
fn build(scratch: &Scratch, name: &str, source: &str) -> String {
    let classes = scratch.path(name);
    std::fs::create_dir_all(&classes).expect("writable");
    let file = scratch.write("Orders.java", source);
    let output = Command::new(retake_jdks::newest().javac())
        .arg("-g")
        .arg("-d")
        .arg(&classes)
        .arg(file)
        .output()
        .expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    classes.to_str().expect("text").to_owned()
}

fn run(scratch: &Scratch, arguments: &[&str], code: i32) -> Output {
    let output = retake(scratch, arguments).output().expect("it runs");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn text(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn sources(points: &Value) -> Vec<&str> {
    let points = points.as_array().expect("points");
    points.iter().map(|point| point["source"].as_str().expect("text")).collect()
}

#[test]
fn the_next_build_is_compared() {
    let scratch = Scratch::new("baseline");
    let (old, new) = (build(&scratch, "old", OLD), build(&scratch, "new", NEW));
    let file = scratch.path("old.json");
    let file = file.to_str().expect("text");
    run(&scratch, &["analyze", &old, "--format", "json", "--out", file], 0);

    let same = run(&scratch, &["analyze", &old, "--baseline", file], 0);
    assert_eq!(text(&same), "no point is added or removed\n");

    let changed = run(&scratch, &["analyze", &new, "--baseline", file, "--format", "json"], 1);
    let changes = json(&changed);
    assert_eq!(sources(&changes["added"]), ["java.lang.Math.random()D"]);
    assert_eq!(sources(&changes["removed"]), ["static shop.Orders.counter:I"]);
    assert_eq!(changes["moved"][0]["was"]["line"], 5);
    assert_eq!(changes["moved"][0]["point"]["line"], 6);

    let told = run(&scratch, &["analyze", &new, "--baseline", file], 1);
    assert!(text(&told).ends_with("1 point added, 1 removed; 1 is on another line\n"), "{}", text(&told));
    let page = run(&scratch, &["analyze", &new, "--baseline", file, "--format", "html"], 1);
    let said = "Compared with the build before: 1 point added, 1 removed; 1 is on another line.";
    assert!(text(&page).contains(said) && text(&page).contains("id=\"gone"), "{}", text(&page));
}

#[test]
fn programs_get_nothing_but_the_result() {
    let scratch = Scratch::new("quiet");
    let service = build(&scratch, "classes", OLD);
    let said = |format: &str| {
        let output = run(&scratch, &["analyze", &service, "--format", format], 0);
        String::from_utf8(output.stderr).expect("text")
    };
    for format in ["json", "sarif"] {
        assert_eq!(said(format), "", "{format}");
    }
    // What is wrong with what the user said is not for the program alone.
    let expected = "retake: warning: no class starts with shoop; check the packages that were given\n";
    for (command, format) in [("analyze", "json"), ("analyze", "sarif"), ("calls", "json")] {
        let scoped = [command, &service, "--scope", "shop", "--scope", "shoop", "--format", format];
        let output = run(&scratch, &scoped, 0);
        assert_eq!(std::str::from_utf8(&output.stderr), Ok(expected), "{command} {format}");
        json(&output);
    }
    for format in ["text", "html"] {
        let lines = said(format);
        let steps: Vec<&str> = lines.lines().map(|line| line.trim_start_matches("retake: ")).collect();
        assert_eq!(steps[..2], ["reading files", "modelling 1 class"], "{lines}");
        assert!(
            steps.last().is_some_and(|last| last.starts_with("analysed 1 class: 1 entry, 2 points in ")),
            "{lines}"
        );
    }
}

#[test]
fn a_point_is_explained() {
    let scratch = Scratch::new("explain");
    let service = build(&scratch, "classes", OLD);
    let file = scratch.path("points.json");
    let file = file.to_str().expect("text");
    run(&scratch, &["analyze", &service, "--format", "json", "--out", file], 0);
    let expected = "the time (java.lang.System.currentTimeMillis) decides a branch in shop.Orders.late (Orders.java:5)";
    for arguments in [
        ["explain", &service, "currentTimeMillis"],
        ["explain", &service, "Orders.late"],
        ["explain", file, "Orders.java:5"],
        ["analyze", &service, "--explain=Orders.late:5"],
    ] {
        let output = run(&scratch, &arguments, 0);
        assert!(text(&output).contains(expected), "{arguments:?}: {}", text(&output));
        assert!(text(&output).contains("    Orders.java:5  decides a branch\n"), "{}", text(&output));
    }
    // A class path is as good as its parts.
    let path = format!("{service}:{service}");
    let output = run(&scratch, &["explain", &path, "counter", "--format", "json"], 0);
    assert_eq!(sources(&json(&output)["points"]), ["static shop.Orders.counter:I"]);
}

#[test]
fn a_line_of_the_list_means_something() {
    let scratch = Scratch::new("list");
    let service = build(&scratch, "classes", OLD);
    let file = scratch.path("retake.toml");
    let config = file.to_str().expect("text");
    let add = |pattern: &str, more: &[&str], code: i32| {
        let arguments: Vec<&str> =
            ["points", "add", pattern, &service, "--config", config].iter().chain(more).copied().collect();
        String::from_utf8(run(&scratch, &arguments, code).stderr).expect("text")
    };
    let said = add("shop.Orders.nex", &[], 2);
    assert!(said.contains("shop.Orders.nex means no call or method of this service, and was not added"), "{said}");
    let said = add("shop.Orders.main", &["--exclude"], 2);
    assert!(said.contains("shop.Orders.main means no point of this service, and was not added"), "{said}");
    assert!(!file.exists());
    let said = add("shop.Orders.late", &["--exclude"], 0);
    assert!(said.contains(", which means 1 point less\n"), "{said}");
    let said = add("shop.Orders.next", &[], 0);
    assert!(said.contains(", which means 1 call site or method\n"), "{said}");
}

#[test]
fn points_are_written_for_code_hosts_and_browsers() {
    let scratch = Scratch::new("formats");
    let service = build(&scratch, "classes", OLD);
    let root = scratch.path("src");
    std::fs::create_dir_all(root.join("shop")).expect("writable");
    std::fs::write(root.join("shop/Orders.java"), OLD).expect("writable");
    let root = root.to_str().expect("text");
    let other = scratch.path("other");
    std::fs::create_dir_all(&other).expect("writable");
    let other = other.to_str().expect("text");

    let arguments = ["analyze", &service, "--format", "sarif", "--source-root", other, "--source-root", root];
    let sarif = json(&run(&scratch, &arguments, 0));
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(results.len(), 2);
    assert_eq!(place["artifactLocation"]["uri"], format!("file://{root}/shop/Orders.java"));
    assert_eq!(place["region"]["startLine"], 5);
    let sarif = json(&run(&scratch, &["analyze", &service, "--format", "sarif", "--source-root", other], 0));
    let run_of = &sarif["runs"][0];
    assert_eq!(run_of["results"].as_array().map(Vec::len), Some(0), "no file is invented");
    let notes = run_of["invocations"][0]["toolExecutionNotifications"].as_array().expect("notes");
    let told = "2 points are in no source file that is here: in libraries, most likely";
    assert!(notes.iter().any(|note| note["message"]["text"] == told), "{notes:?}");

    let page = run(&scratch, &["analyze", &service, "--format", "html"], 0);
    assert!(text(&page).starts_with("<!doctype html>") && text(&page).ends_with("</html>\n"), "{}", text(&page));
    assert!(text(&page).contains("<h1>classes</h1>"), "{}", text(&page));

    let both = retake(&scratch, ["analyze", &service, "--format", "html", "--explain", "0"]).output().expect("it runs");
    assert!(common::refused(&both).contains("--explain writes text or JSON"));
}
