//! The table of what is built in, in `docs/rules.md`, says what the files say.

#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use common::samples;
use retake_analyze::Settings;
use toml::Value;

const BEGIN: &str = "<!-- what is built in, written by a test -->\n";
const END: &str = "<!-- until here -->\n";

/// The first sentence of what a file says of itself.
fn theme(text: &str) -> String {
    let comment = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    let words = comment.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let end = words.find(". ").map_or(words.len(), |at| at + 1);
    words[..end].to_string()
}

fn table() -> String {
    let mut table = String::from("| file | what it is about | kind | rules |\n| --- | --- | --- | --- |\n");
    for (name, file) in samples::rules() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(format!("{name}.toml"));
        let theme = theme(&fs::read_to_string(path).unwrap());
        assert!(!theme.is_empty(), "{name}.toml does not say at its top what it is about");
        let kind = file.get("kind").and_then(Value::as_str).unwrap_or("–");
        let count = |key: &str| file.get(key).and_then(Value::as_array).map_or(0, Vec::len);
        let kinds = ["source", "generator", "external", "handle", "transfer", "pure", "reads", "remembers", "output"];
        let rules: Vec<String> = kinds
            .iter()
            .map(|key| (key, count(key)))
            .filter(|found| found.1 > 0)
            .map(|(key, n)| format!("{n} {key}"))
            .collect();
        let rules = if rules.is_empty() { "types".to_string() } else { rules.join(", ") };
        let _ = writeln!(table, "| `{name}` | {} | {kind} | {rules} |", theme.replace('|', "\\|"));
    }
    table
}

#[test]
fn the_table_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    let table = table();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    assert!(found == table, "docs/rules.md is not what the rules say: UPDATE_EXPECT=1 writes it again");
}

/// What the page tells people to write is understood.
#[test]
fn the_example_is_settings() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md")).unwrap();
    let (_, rest) = text.split_once("```toml\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let read = Settings::load(Path::new("retake.toml"), &|_| Ok(example.to_string()));
    assert!(read.is_ok(), "{:?}", read.err());
}
