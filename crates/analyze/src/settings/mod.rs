//! What a person says about a service, in `retake.toml`: what is application code, what is a point although no rule says
//! so, what is none although a rule does, rules of their own, what of the traffic is recorded and replayed, and what becomes
//! of new calls in replay.
//!
//! This reads texts; whoever calls it reads files.

mod known;
mod own;
mod read;
mod record;
mod replay;

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

use retake_model::control::Control;
use retake_model::mask::MaskSettings;
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

pub(crate) use own::OwnRule;
pub use read::Problem;

use crate::rules::{File, MethodPattern};
use read::Text;
use record::Record;
use replay::Replay;
pub use replay::{ReplaySettings, SkipSetting, Written};

/// What a file of settings says, with the files that it names.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Prefixes of class names that are application code.
    pub scope: Vec<String>,
    /// The file and the lines that they are in.
    pub(crate) scope_at: (String, Vec<u32>),
    /// The release of Java that the service runs on, for jars that have several.
    pub release: Option<u16>,
    /// Whether the built-in rules say what is a source, a sink and an external dependency. What they know of types and of
    /// how data passes through methods is always used.
    pub builtin: bool,
    /// What of the traffic is recorded.
    pub record: Control,
    /// What is sensitive, besides what the built-in rules say.
    pub mask: MaskSettings,
    /// What is replayed, what a call gets then that the recording has not, and what fails a run.
    pub replay: ReplaySettings,
    pub(crate) include: Vec<Listed>,
    pub(crate) exclude: Vec<Listed>,
    /// Own rules, by the name of their file.
    pub(crate) rules: Vec<(String, Arc<File>)>,
    /// Those of them that name classes.
    pub(crate) own: Vec<OwnRule>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            scope: Vec::new(),
            scope_at: Default::default(),
            release: None,
            builtin: true,
            record: Control::default(),
            mask: MaskSettings::default(),
            replay: ReplaySettings::default(),
            include: Vec::new(),
            exclude: Vec::new(),
            rules: Vec::new(),
            own: Vec::new(),
        }
    }
}

/// A line of the list.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) pattern: MethodPattern,
    /// Whether the body of the method is meant, rather than its calls.
    pub(crate) body: bool,
    /// Whether a field is meant.
    pub(crate) field: bool,
    /// Whether it is in a list that several services share.
    pub(crate) shared: bool,
    /// Why it is on the list, in the words of who put it there.
    pub(crate) why: Option<String>,
    /// The file and the line.
    pub(crate) at: (String, u32),
}

/// The whole file, without the tables of rules.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Document {
    analyze: Analyze,
    mask: MaskSettings,
    points: Points,
    record: Record,
    replay: Replay,
    rules: Vec<Spanned<PathBuf>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Analyze {
    scope: Vec<Spanned<String>>,
    release: Option<Release>,
    builtin: bool,
}

impl Default for Analyze {
    fn default() -> Self {
        Analyze { scope: Vec::new(), release: None, builtin: true }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "u16")]
struct Release(u16);

impl TryFrom<u16> for Release {
    type Error = String;

    fn try_from(release: u16) -> Result<Self, String> {
        match release {
            8..=99 => Ok(Release(release)),
            _ => Err(format!("{release} is no release of Java; write 8, 11, 17, 21 or another")),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Points {
    include: Vec<Spanned<Include>>,
    exclude: Vec<Spanned<Exclude>>,
    lists: Vec<Spanned<PathBuf>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Include {
    method: MethodPattern,
    #[serde(default)]
    at: At,
    why: Option<String>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum At {
    #[default]
    Call,
    Method,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exclude {
    method: Option<MethodPattern>,
    field: Option<MethodPattern>,
    why: Option<String>,
}

/// What a shared list has.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct List {
    points: Points,
}

/// Lists in lists are not followed farther than this: a link can make a directory endless.
const DEEPEST: usize = 32;

/// No more files than this are read.
const MOST: usize = 1000;

/// The keys that are not rules.
const SETTINGS: [&str; 6] = ["analyze", "mask", "points", "record", "replay", "rules"];

impl Settings {
    /// Reads a file of settings and the files that it names, all of them through `read`. Paths in a file are relative to
    /// it.
    pub fn load(path: &Path, read: &dyn Fn(&Path) -> io::Result<String>) -> Result<Settings, Vec<Problem>> {
        let mut loading =
            Loading { read, settings: Settings::default(), problems: Vec::new(), open: Vec::new(), done: Vec::new() };
        match read(path) {
            Ok(text) => loading.document(path, &text),
            Err(error) => {
                let what = format!("it cannot be read: {error}; check the path");
                loading.problems.push(Problem { file: name(path), line: 1, what });
            }
        }
        loading.problems.sort();
        loading.problems.dedup();
        if loading.problems.is_empty() { Ok(loading.settings) } else { Err(loading.problems) }
    }
}

impl Settings {
    /// The scope for people, each with the file and the line that it is in.
    pub(crate) fn told_scope(&self) -> Vec<String> {
        let (file, lines) = &self.scope_at;
        let told = |(nth, name): (usize, &String)| match lines.get(nth) {
            Some(line) => format!("{name} ({file}:{line})"),
            None => name.clone(),
        };
        self.scope.iter().enumerate().map(told).collect()
    }

    /// The line of the list that has this very pattern.
    pub fn line_of(&self, pattern: &MethodPattern) -> Option<Line<'_>> {
        let include = self.include.iter().map(|line| (line, false));
        let mut lines = include.chain(self.exclude.iter().map(|line| (line, true)));
        let (line, excludes) = lines.find(|(line, _)| line.pattern == *pattern && !line.field)?;
        Some(Line { file: &line.at.0, line: line.at.1, excludes })
    }
}

/// Where a pattern is on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'s> {
    /// The file.
    pub file: &'s str,
    /// The line, from 1.
    pub line: u32,
    /// Whether it says what is no point.
    pub excludes: bool,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

struct Loading<'r> {
    read: &'r dyn Fn(&Path) -> io::Result<String>,
    settings: Settings,
    problems: Vec<Problem>,
    /// The lists that are being read, each named by the one before.
    open: Vec<PathBuf>,
    done: Vec<PathBuf>,
}

impl Loading<'_> {
    fn document(&mut self, path: &Path, text: &str) {
        let mut text = Text::new(name(path), text);
        if let Some(mut table) = text.table() {
            let mut rules = DeTable::new();
            for (key, value) in std::mem::take(&mut table) {
                if SETTINGS.contains(&&**key.get_ref()) {
                    table.insert(key, value)
                } else {
                    rules.insert(key, value)
                };
            }
            self.settings.own.extend(own::normalise(&mut text, &mut rules, false));
            let (document, rules) = (text.read::<Document>(table, &[]), text.read::<File>(rules, &SETTINGS));
            if let Some(document) = document {
                let scope = document.analyze.scope;
                let lines = scope.iter().map(|name| text.line(name.span().start)).collect();
                self.settings.scope_at = (text.file.clone(), lines);
                self.settings.scope = scope.into_iter().map(Spanned::into_inner).collect();
                self.settings.release = document.analyze.release.map(|release| release.0);
                self.settings.builtin = document.analyze.builtin;
                self.settings.record = document.record.into();
                self.settings.mask = document.mask;
                self.settings.replay =
                    document.replay.settings(|offset| format!("{}:{}", text.file, text.line(offset)));
                self.open.push(clean(path));
                self.points(path, &mut text, document.points);
                for named in &document.rules {
                    self.rules(path, &mut text, named);
                }
            }
            self.settings.rules.extend(rules.map(|rules| (text.file.clone(), Arc::new(rules))));
        }
        self.problems.append(&mut text.problems);
    }

    fn points(&mut self, path: &Path, text: &mut Text<'_>, points: Points) {
        let shared = self.open.len() > 1;
        for include in points.include {
            let at = (text.file.clone(), text.line(include.span().start));
            let Include { method, at: place, why } = include.into_inner();
            let listed = Listed { pattern: method, body: place == At::Method, field: false, shared, why, at };
            self.settings.include.push(listed);
        }
        for exclude in points.exclude {
            let start = exclude.span().start;
            let at = (text.file.clone(), text.line(start));
            let (pattern, field, why) = match exclude.into_inner() {
                Exclude { method: Some(method), field: None, why } => (method, false, why),
                Exclude { method: None, field: Some(field), why } => (field, true, why),
                _ => {
                    text.wrong(start, "an exclusion has either a `method` or a `field`; write one of them");
                    continue;
                }
            };
            self.settings.exclude.push(Listed { pattern, body: false, field, shared, why, at });
        }
        for named in points.lists {
            let Some((found, content)) = self.open(path, text, &named) else { continue };
            let mut inner = Text::new(name(&found), &content);
            if let Some(list) = inner.table().and_then(|table| inner.read::<List>(table, &[])) {
                self.open.push(found.clone());
                self.points(&found, &mut inner, list.points);
                self.open.pop();
            }
            self.done.push(found);
            self.problems.append(&mut inner.problems);
        }
    }

    fn rules(&mut self, path: &Path, text: &mut Text<'_>, named: &Spanned<PathBuf>) {
        let Some((found, content)) = self.open(path, text, named) else { return };
        let mut inner = Text::new(name(&found), &content);
        if let Some(mut table) = inner.table() {
            self.settings.own.extend(own::normalise(&mut inner, &mut table, true));
            let rules = inner.read::<File>(table, &[]);
            self.settings.rules.extend(rules.map(|rules| (inner.file.clone(), Arc::new(rules))));
        }
        self.done.push(found);
        self.problems.append(&mut inner.problems);
    }

    /// Reads a file that another names. One that was read already is not read again.
    fn open(&self, path: &Path, text: &mut Text<'_>, named: &Spanned<PathBuf>) -> Option<(PathBuf, String)> {
        let found = clean(&path.parent().unwrap_or(Path::new("")).join(named.get_ref()));
        if self.open.contains(&found) {
            let what = format!("{} names itself, directly or through others; take it out of the circle", name(&found));
            text.wrong(named.span().start, what);
            return None;
        }
        if self.done.contains(&found) {
            return None;
        }
        if self.open.len() > DEEPEST || self.done.len() >= MOST {
            text.wrong(named.span().start, "too many lists name lists to follow them all; name them here instead");
            return None;
        }
        match (self.read)(&found) {
            Ok(content) => Some((found, content)),
            Err(error) => {
                let what =
                    format!("{} cannot be read: {error}; check the path, it is relative to this file", name(&found));
                text.wrong(named.span().start, what);
                None
            }
        }
    }
}

/// The path without detours, so that a file has one name.
fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if clean.file_name().is_some() => drop(clean.pop()),
            _ => clean.push(component),
        }
    }
    clean
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests;
