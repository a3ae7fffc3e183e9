//! What the README shows of the commands is what they print.

use std::fs;
use std::path::Path;

use retake_e2e::{Stage, retake, shop};

#[test]
fn what_the_readme_shows_is_what_the_commands_print() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let text = fs::read_to_string(readme).expect("the README is there");
    let stage = Stage::new();
    let jar = shop::jar();
    let mut tried = 0;
    // The demo tells its own story, with what it chooses to show.
    let blocks = text.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("\n$ "));
    for example in blocks.flat_map(|block| block.split("\n$ ")) {
        let mut lines = example.lines();
        let command: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
        let ["retake", name @ ("analyze" | "explain"), "shop.jar", ref rest @ ..] = command[..] else { continue };
        // What is written into a file shows nothing here.
        if rest.contains(&"--out") {
            continue;
        }
        let arguments = [name.as_ref(), jar.as_os_str()].into_iter().chain(rest.iter().map(|word| word.as_ref()));
        let printed = retake::run(&stage, arguments).expect(0).out;
        let mut printed = printed.lines().map(words);
        for shown in lines.filter(|line| !line.trim().is_empty() && *line != "...").map(words) {
            assert!(printed.any(|line| line == shown), "`{}` does not print, or not there: {shown}", command.join(" "));
        }
        tried += 1;
    }
    assert!(tried >= 3, "the README shows only {tried} of these commands");
}

/// A line without its columns.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
