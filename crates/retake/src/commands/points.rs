//! `retake points`: the list of points that a person keeps.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use retake_analyze::{MethodPattern, Request, Settings};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

use crate::OK;
use crate::analysis::{Said, analyse};
use crate::config;
use crate::failure::Failure;
use crate::options::AboutOptions;
use crate::output::{count, say};

/// Keep the list of points that no rule finds, and of those that are none
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake points add 'com.acme.Ids.next*'
  retake points add 'com.acme.Log.*' --exclude --why 'nobody reads it again'")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Add a line to the list in `retake.toml`
    #[command(after_help = "Examples:
  retake points add 'com.acme.Ids.next*'             # every call is a point
  retake points add 'com.acme.Ids.next(int)' app.jar # how many are there?
  retake points add 'com.acme.**' --at method        # whoever calls them
  retake points add 'shop.Stock.count' --exclude --why 'for the log only'

A pattern is a class and a method, both with `*` where anything may stand, and `**` for any packages. Parameters, where they \
matter, are written as in Java.")]
    Add {
        /// Which methods: `com.acme.Ids.next*(int, String)`
        #[arg(value_name = "METHOD")]
        pattern: MethodPattern,
        /// The service, to say what the line means in it: a jar, a war, directories of classes, or of jars (`lib/*`)
        #[arg(value_name = "PATH")]
        path: Vec<PathBuf>,
        /// They are no points, nor is anything in them, whatever the rules say
        #[arg(long)]
        exclude: bool,
        /// Where to record: at each call, or in the method itself
        #[arg(long, value_enum, default_value_t, conflicts_with = "exclude")]
        at: At,
        /// Why, for those who read the list later
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
        #[command(flatten)]
        about: AboutOptions,
    },
}

/// Where a listed method is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum At {
    /// At each call in application code.
    #[default]
    Call,
    /// In its body.
    Method,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let Command::Add { pattern, path, exclude, at, why, about } = args.command;
    if let Some(class) = pattern.looks_like_class() {
        return Err(Failure::new(format!(
            "{pattern} looks like a class, and a line of the list names methods; write {class}.* for all of them, or \
             {class}.<init> for its constructors"
        )));
    }
    let file = about.config();
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::file("read", file, &error)),
    };
    let before = load(file, &text)?;
    if let Some(line) = before.line_of(&pattern) {
        return match line.excludes == exclude {
            true => {
                say(&format!("{line} has {pattern} already"));
                Ok(OK)
            }
            false => {
                let says = if line.excludes { "excludes" } else { "includes" };
                Err(Failure::new(format!("{line} {says} {pattern}; take that out first")))
            }
        };
    }
    let text = add(&text, &pattern, exclude, at, why.as_deref())
        .map_err(|what| Failure::new(format!("{}: {what}", file.display())))?;
    let settings = load(file, &text)?;
    let Some(line) = settings.line_of(&pattern).map(|line| line.to_string()) else {
        return Err(Failure::new(format!("{pattern} cannot be written to {}", file.display())));
    };
    // Before the file is changed, because a path may be wrong.
    let means = match path.is_empty() {
        true => None,
        false => {
            let nothing = |what| {
                Failure::new(format!(
                    "{pattern} means {what} of this service, and was not added; correct it, or leave the path out to \
                     add it nevertheless"
                ))
            };
            Some(means(about.request_with(path, settings), &line, exclude)?.map_err(nothing)?)
        }
    };
    fs::write(file, text).map_err(|error| Failure::file("written", file, &error))?;
    let means = means.map(|means| format!(", which means {means}")).unwrap_or_default();
    say(&format!("added {pattern} to {line}{means}"));
    Ok(OK)
}

/// Puts a method on the list of a file, whose every call is a point then, and says so.
pub(crate) fn include(file: &Path, pattern: &MethodPattern, why: &str) -> Result<(), Failure> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::file("read", file, &error)),
    };
    if let Some(line) = load(file, &text)?.line_of(pattern) {
        say(&format!("{line} has {pattern} already"));
        return Ok(());
    }
    let text = add(&text, pattern, false, At::Call, Some(why))
        .map_err(|what| Failure::new(format!("{}: {what}", file.display())))?;
    let line = load(file, &text)?.line_of(pattern).map(|line| line.to_string()).unwrap_or_default();
    fs::write(file, text).map_err(|error| Failure::file("written", file, &error))?;
    say(&format!("added {pattern} to {line}"));
    Ok(())
}

fn load(file: &Path, text: &str) -> Result<Settings, Failure> {
    let read = |path: &Path| if path == file { Ok(text.to_string()) } else { fs::read_to_string(path) };
    Settings::load(file, &read).map_err(config::wrong)
}

/// What a line of the list means for a service; what it does not mean if that is nothing.
fn means(request: Request, line: &str, exclude: bool) -> Result<Result<String, &'static str>, Failure> {
    let points = analyse(&request, Said::Steps)?;
    let rule = format!("({line})");
    Ok(match exclude {
        true => {
            let out = points.ruled_out.iter().filter(|out| out.reason.contains(&rule)).count();
            if out == 0 { Err("no point") } else { Ok(format!("{} less", count(out as u64, "point", "points"))) }
        }
        false => {
            let listed = points.points.iter().filter(|point| point.rule == line).count();
            match listed {
                0 => Err("no call or method"),
                listed => Ok(count(listed as u64, "call site or method", "call sites or methods")),
            }
        }
    })
}

/// The file with one line more; everything else in it stays as it is.
fn add(text: &str, pattern: &MethodPattern, exclude: bool, at: At, why: Option<&str>) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| error.to_string())?;
    let mut line = Table::new();
    line.insert("method", value(pattern.to_string()));
    if at == At::Method {
        line.insert("at", value("method"));
    }
    if let Some(why) = why {
        line.insert("why", value(why));
    }
    if !text.is_empty() {
        line.decor_mut().set_prefix("\n");
    }
    let points = document.entry("points").or_insert_with(|| {
        let mut points = Table::new();
        points.set_implicit(true);
        Item::Table(points)
    });
    let name = if exclude { "exclude" } else { "include" };
    let points = points.as_table_like_mut().ok_or("`points` is no table")?;
    match points.entry(name).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new())) {
        Item::ArrayOfTables(lines) => lines.push(line),
        Item::Value(toml_edit::Value::Array(lines)) => lines.push(line.into_inline_table()),
        _ => return Err(format!("`points.{name}` is no list")),
    }
    Ok(document.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, exclude: bool, why: Option<&str>, after: &str) {
        let pattern: MethodPattern = "com.acme.Ids.next*(*)".parse().expect("a pattern");
        assert_eq!(add(before, &pattern, exclude, At::Call, why).as_deref(), Ok(after));
    }

    #[test]
    fn a_line_is_added_and_the_rest_stays() {
        check("", false, None, "[[points.include]]\nmethod = \"com.acme.Ids.next*(*)\"\n");
        check(
            "# ours\n[analyze]\nscope = [ 'shop' ]  # all of it\n",
            true,
            Some("a \"b\""),
            "# ours\n[analyze]\nscope = [ 'shop' ]  # all of it\n\n[[points.exclude]]\n\
             method = \"com.acme.Ids.next*(*)\"\nwhy = 'a \"b\"'\n",
        );
        check(
            "[points]\nlists = []\n\n[[points.include]]\nmethod = 'a.B.c' # one\n\n[[source]]\nmethod = 'a.B.d'\n",
            false,
            None,
            "[points]\nlists = []\n\n[[points.include]]\nmethod = 'a.B.c' # one\n\n[[points.include]]\n\
             method = \"com.acme.Ids.next*(*)\"\n\n[[source]]\nmethod = 'a.B.d'\n",
        );
        check(
            "points.include = [{ method = 'a.B.c' }]\n",
            false,
            None,
            "points.include = [{ method = 'a.B.c' }, { method = \"com.acme.Ids.next*(*)\" }]\n",
        );
    }
}
