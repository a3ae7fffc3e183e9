//! Texts and bytes: takes their layers off, asks the rules and what was learned, and puts the layers back on.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::audit::{Audit, LEARNED};
use crate::layer::{self, Base64, Hex, Token, Utf16};
use crate::learned::Learned;
use crate::letters::fold_text;
use crate::pseudonym::Pseudonyms;
use crate::rules::{Rules, squashed};

/// Layers in layers are not followed farther than this.
const DEEPEST: usize = 8;
/// So many documents are looked for inside one text.
const EMBEDDED: usize = 32;
/// What is shorter is nothing by itself.
const SHORTEST: usize = 6;
/// So many paths are remembered with what rules say of them.
const REMEMBERED: usize = 20_000;
/// Words before a credential that say of what kind it is.
const SCHEMES: &[&str] = &["bearer", "basic", "digest", "token", "apikey", "negotiate"];
/// What stands in the place of a value and is none.
const NOTHING: &[&str] = &["null", "true", "false", "none", "undefined", "n/a", "nil"];

/// What the rules say of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Under {
    /// Nothing: what is there must be found.
    Nothing,
    /// What is there is sensitive, by this rule.
    Rule(usize),
    /// What is there stays.
    Kept,
}

/// What is done with what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It is learned, of inputs alone.
    Inputs,
    /// It is learned.
    All,
    /// It is replaced.
    Replace,
}

/// Where a value is, for rules and for people.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// Names as rules compare them.
    names: Vec<String>,
    /// Names as they are written.
    written: Vec<String>,
}

/// Finds and replaces.
pub(crate) struct Engine {
    pub(crate) rules: Rules,
    pub(crate) pseudonyms: Pseudonyms,
    pub(crate) learned: Learned,
    /// What the inputs alone told.
    pub(crate) told: Learned,
    pub(crate) stage: Stage,
    /// Whether this is what the service asked, which an input must have told it; or it has it of its own.
    pub(crate) asked: bool,
    /// The rule that found something there which the service has of its own.
    pub(crate) own: Option<usize>,
    pub(crate) audit: Audit,
    /// The rules that replaced something since this was emptied.
    pub(crate) hit: BTreeSet<usize>,
    pub(crate) place: Place,
    said: HashMap<Vec<String>, Under>,
}

/// Something to be put in the place of what is there.
struct Change {
    at: Range<usize>,
    to: String,
}

impl Engine {
    pub(crate) fn new(rules: Rules, pseudonyms: Pseudonyms) -> Self {
        Engine {
            rules,
            pseudonyms,
            learned: Learned::default(),
            told: Learned::default(),
            stage: Stage::Replace,
            asked: false,
            own: None,
            audit: Audit::default(),
            hit: BTreeSet::new(),
            place: Place::default(),
            said: HashMap::new(),
        }
    }

    /// Does something at a place below this one, with what the rules say of it.
    pub(crate) fn at<T>(&mut self, name: &str, under: Under, act: impl FnOnce(&mut Self, Under) -> T) -> T {
        self.place.names.push(squashed(name));
        self.place.written.push(name.to_owned());
        let under = self.under(under);
        let done = act(self, under);
        self.place.names.pop();
        self.place.written.pop();
        done
    }

    fn learning(&self) -> bool {
        self.stage != Stage::Replace
    }

    /// What the rules say of the place, below one of which they say `above`.
    fn under(&mut self, above: Under) -> Under {
        if above == Under::Kept {
            return above;
        }
        let said = match self.said.get(&self.place.names) {
            Some(said) => *said,
            None => {
                let path = &self.place.names;
                let kept = self.rules.keep.iter().any(|pattern| pattern.fits(path));
                let rule = self.rules.rules.iter().position(|rule| !rule.suspect && rule.names(path));
                let said = if kept { Under::Kept } else { rule.map_or(Under::Nothing, Under::Rule) };
                if self.said.len() >= REMEMBERED {
                    self.said.clear();
                }
                self.said.insert(path.clone(), said);
                said
            }
        };
        match (said, above) {
            (Under::Nothing, Under::Rule(rule)) if self.rules.rules[rule].deep => above,
            _ => said,
        }
    }

    /// The place for people. A name that may be a value itself is not told.
    fn path(&self) -> String {
        let shown = |name: &String| {
            let is_name = name.len() <= 64
                && name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.$".contains(&byte));
            if is_name && self.learned.find(name).is_empty() { name.clone() } else { "*".to_owned() }
        };
        self.place.written.iter().map(shown).collect::<Vec<_>>().join(".")
    }

    fn note(&mut self, rule: Option<usize>) {
        if !self.learning() {
            let name = rule.map_or(LEARNED, |rule| self.rules.rules[rule].name.as_str());
            let (name, path) = (name.to_owned(), self.path());
            self.audit.masked(&name, path);
            self.hit.extend(rule);
        }
    }

    /// What a text becomes; none if it stays.
    pub(crate) fn text(&mut self, text: &str, under: Under, depth: usize) -> Option<String> {
        if under == Under::Kept || text.trim().is_empty() || depth > DEEPEST {
            return None;
        }
        if let Some((tokens, end)) = layer::tokens(text).filter(|(_, end)| text[*end..].trim().is_empty()) {
            return self.json(&text[..end], &tokens, under, depth).map(|changed| changed + &text[end..]);
        }
        if let Under::Rule(rule) = under {
            return match layer::percent_decoded(text) {
                Some(plain) => {
                    let changed = self.whole(&plain, rule, depth)?;
                    Some(layer::percent_encoded(text, &plain, &changed))
                }
                None => self.whole(text, rule, depth),
            };
        }
        if let Some(values) = layer::xml_values(text) {
            let mut changes = Vec::new();
            for (name, at) in values {
                let changed = self.at(&name, under, |this, under| this.text(&text[at.clone()], under, depth + 1));
                changes.extend(changed.map(|to| Change { at, to }));
            }
            // What stands between the values is markup, in which nothing is called anything.
            let changed = applied(text, changes);
            let plain = self.plain(changed.as_deref().unwrap_or(text), depth, true);
            return plain.or(changed);
        }
        if let Some(pairs) = layer::pairs(text) {
            return self.pairs(text, pairs, under, depth);
        }
        if let Some(plain) = layer::percent_decoded(text) {
            let changed = self.text(&plain, under, depth + 1)?;
            return Some(layer::percent_encoded(text, &plain, &changed));
        }
        self.plain(text, depth, false)
    }

    /// What a text of which the rules say that it is sensitive becomes.
    fn whole(&mut self, text: &str, rule: usize, depth: usize) -> Option<String> {
        let value = text.trim();
        let folded = fold_text(value);
        if value.is_empty() || NOTHING.contains(&folded.as_str()) || self.rules.rules[rule].keep.contains(&folded) {
            return None;
        }
        let at = text.len() - text.trim_start().len()..text.trim_end().len();
        if let Some((scheme, rest)) =
            value.split_once(' ').filter(|(scheme, _)| SCHEMES.contains(&fold_text(scheme).as_str()))
        {
            let changed = self.whole(rest, rule, depth)?;
            return spliced(text, at, &format!("{scheme} {changed}"));
        }
        if layer::jwt_parts(value).is_some() {
            self.note(Some(rule));
            let to = self.jwt(value, depth)?;
            return spliced(text, at, &to);
        }
        let packed = Base64::all(value).into_iter().find(|packed| packed.at == (0..value.len()));
        if let Some(packed) = packed.filter(|_| depth < DEEPEST)
            && let Some(inside) = layer::as_text(&packed.bytes)
        {
            let parts: Vec<String> = inside
                .split(':')
                .map(|part| self.whole(part, rule, depth + 1).unwrap_or_else(|| part.to_owned()))
                .collect();
            return spliced(text, at, &packed.write(parts.join(":").as_bytes())).filter(|_| !self.learning());
        }
        self.learn(value);
        self.note(Some(rule));
        if self.learning() {
            return None;
        }
        if self.asked && !self.told.has(value) {
            self.own = Some(rule);
        }
        let to = self.pseudonyms.of(value);
        spliced(text, at, &to)
    }

    fn learn(&mut self, value: &str) {
        if self.learning() {
            self.learned.learn(value);
        }
    }

    /// A signed token: what it says of persons, and a signature that nobody made.
    fn jwt(&mut self, token: &str, depth: usize) -> Option<String> {
        let [head, claims, signature] = layer::jwt_parts(token)?;
        self.learn(token);
        let said = String::from_utf8(layer::url_decode(claims)?).ok()?;
        let changed = self.at("jwt", Under::Nothing, |this, under| this.text(&said, under, depth + 1));
        if self.learning() {
            return None;
        }
        let claims = changed.map_or_else(|| claims.to_owned(), |changed| layer::url_encode(changed.as_bytes()));
        let signature = layer::url_decode(signature)?;
        let signature = layer::url_encode(&self.pseudonyms.signature(&signature));
        Some(format!("{head}.{claims}.{signature}"))
    }

    fn json(&mut self, text: &str, tokens: &[Token], under: Under, depth: usize) -> Option<String> {
        let mut changes = Vec::new();
        // A document that is a single text is as sensitive as what it stands for; one with members is told member by member.
        for token in tokens {
            let written = &text[token.at.clone()];
            let to = self.down(&token.path, under, &mut |this, under| {
                if token.is_name {
                    let name = layer::unescaped(written)?;
                    let changed = this.plain(&name, depth + 1, false)?;
                    layer::escaped(written, &changed)
                } else if token.is_text {
                    let said = layer::unescaped(written)?;
                    let changed = this.text(&said, under, depth + 1)?;
                    layer::escaped(written, &changed)
                } else {
                    this.number(written, under)
                }
            });
            changes.extend(to.map(|to| Change { at: token.at.clone(), to }));
        }
        applied(text, changes)
    }

    fn down<T>(&mut self, path: &[String], under: Under, act: &mut dyn FnMut(&mut Self, Under) -> T) -> T {
        match path.split_first() {
            None => act(self, under),
            Some((name, rest)) => self.at(name, under, |this, under| this.down(rest, under, act)),
        }
    }

    fn pairs(
        &mut self,
        text: &str,
        pairs: Vec<(Range<usize>, Range<usize>)>,
        under: Under,
        depth: usize,
    ) -> Option<String> {
        let mut changes = Vec::new();
        for (name, at) in pairs {
            let written = &text[at.clone()];
            // In forms a space is a plus.
            let spaced = if written.contains('%') || written.contains('@') || !written.starts_with('+') {
                written.replace('+', " ")
            } else {
                written.to_owned()
            };
            let name = layer::percent_decoded(&text[name.clone()]).unwrap_or_else(|| text[name.clone()].to_owned());
            let changed = self.at(&name, under, |this, under| {
                this.text(&spaced, under, depth + 1).or_else(|| this.text(written, under, depth + 1))
            });
            let to = changed.map(|changed| {
                let restored = changed.chars().zip(written.chars());
                restored.map(|(new, old)| if old == '+' && new == ' ' { '+' } else { new }).collect()
            });
            changes.extend(to.map(|to| Change { at, to }));
        }
        applied(text, changes)
    }

    /// What a number becomes, as it is written.
    pub(crate) fn number(&mut self, written: &str, under: Under) -> Option<String> {
        let digits = written.strip_prefix('-').unwrap_or(written);
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        match under {
            Under::Kept => None,
            Under::Rule(rule) if digits.len() > 1 => self.whole(digits, rule, DEEPEST),
            _ if digits.len() < SHORTEST => None,
            _ => self.plain(digits, DEEPEST, false),
        }
        .map(|changed| format!("{}{changed}", if digits.len() < written.len() { "-" } else { "" }))
    }

    /// What a text in pieces becomes, as far as a learned value, or one that rules find, begins in one piece and ends in another.
    pub(crate) fn known_across(&mut self, whole: &str, lengths: &[usize]) -> Option<String> {
        let mut borders = Vec::new();
        let mut at = 0;
        for length in lengths {
            at += length;
            borders.push(at);
        }
        let crosses = |at: &Range<usize>| borders.iter().any(|border| at.start < *border && *border < at.end);
        let mut changes = Vec::new();
        self.found(whole, DEEPEST, &mut changes);
        changes.retain(|change| crosses(&change.at));
        if !self.learning() {
            for at in self.learned.find(whole) {
                if crosses(&at) && free(&changes, &at) {
                    let to = self.pseudonyms.of(&whole[at.clone()]);
                    self.note(None);
                    changes.push(Change { at, to });
                }
            }
        }
        applied(whole, changes)
    }

    /// A text of which the rules say nothing: what is found in it. `known`: only what was learned elsewhere.
    fn plain(&mut self, text: &str, depth: usize, known: bool) -> Option<String> {
        let mut changes: Vec<Change> = Vec::new();
        if !known {
            // What is in a document is called something there; a signed token is more than the base64 it is made of.
            self.documents(text, depth, &mut changes);
            self.found(text, depth, &mut changes);
            self.packed(text, depth, &mut changes);
        }
        if !self.learning() {
            let mut known_here = self.learned.find(text);
            known_here.sort_by_key(|at| (std::cmp::Reverse(at.len()), at.start));
            for at in known_here {
                if free(&changes, &at) {
                    let to = match layer::jwt_parts(&text[at.clone()]) {
                        Some(_) => self.jwt(&text[at.clone()], depth),
                        None => Some(self.pseudonyms.of(&text[at.clone()])),
                    };
                    if let Some(to) = to {
                        self.note(None);
                        changes.push(Change { at, to });
                    }
                }
            }
            if !known {
                self.suspects(text, &changes);
            }
        }
        applied(text, changes)
    }

    /// What rules find by itself in a text.
    fn found(&mut self, text: &str, depth: usize, changes: &mut Vec<Change>) {
        if text.len() < SHORTEST {
            return;
        }
        let mut hits: Vec<(Range<usize>, usize)> = Vec::new();
        let mut folded = None;
        for (number, rule) in self.rules.rules.iter().enumerate().filter(|(_, rule)| !rule.suspect) {
            if let Some(find) = rule.find {
                hits.extend(find(text).into_iter().map(|at| (at, number)));
            }
            if let Some(pattern) = &rule.pattern {
                let folded: &String = folded.get_or_insert_with(|| fold_text(text));
                if rule.near.is_empty() || rule.near.iter().any(|word| folded.contains(word.as_str())) {
                    let group = usize::from(pattern.captures_len() > 1);
                    let found = pattern.captures_iter(text).filter_map(|found| found.get(group).map(|at| at.range()));
                    hits.extend(found.map(|at| (at, number)));
                }
            }
        }
        // What is found as a larger thing is that.
        hits.sort_by_key(|(at, _)| (std::cmp::Reverse(at.len()), at.start));
        for (at, rule) in hits {
            if !at.is_empty()
                && free(changes, &at)
                && let Some(to) = self.whole(&text[at.clone()], rule, depth)
            {
                changes.push(Change { at, to });
            }
        }
    }

    /// Documents inside a text.
    fn documents(&mut self, text: &str, depth: usize, changes: &mut Vec<Change>) {
        if depth >= DEEPEST {
            return;
        }
        let mut tries = 0;
        let mut next = 0;
        for (at, _) in text.match_indices(['{', '[']) {
            let inside = text[at + 1..].trim_start().starts_with(['"', '{', '[']);
            if at < next || !inside || tries >= EMBEDDED {
                continue;
            }
            tries += 1;
            let Some((tokens, length)) = layer::tokens(&text[at..]) else { continue };
            next = at + length;
            if let Some(to) = self.json(&text[at..next], &tokens, Under::Nothing, depth + 1) {
                changes.push(Change { at: at..next, to });
            }
        }
    }

    /// What is written inside a text in base64 or hex.
    fn packed(&mut self, text: &str, depth: usize, changes: &mut Vec<Change>) {
        if depth >= DEEPEST {
            return;
        }
        for packed in Base64::all(text) {
            if free(changes, &packed.at)
                && let Some(bytes) = self.bytes_in(&packed.bytes, depth + 1)
            {
                changes.push(Change { at: packed.at.clone(), to: packed.write(&bytes) });
            }
        }
        for packed in Hex::all(text) {
            if free(changes, &packed.at)
                && let Some(bytes) = self.bytes_in(&packed.bytes, depth + 1)
            {
                changes.push(Change { at: packed.at.clone(), to: packed.write(&bytes) });
            }
        }
    }

    fn bytes_in(&mut self, bytes: &[u8], depth: usize) -> Option<Vec<u8>> {
        if let Some(text) = layer::as_text(bytes) {
            return self.text(text, Under::Nothing, depth).map(String::into_bytes);
        }
        let wide = Utf16::read(bytes)?;
        self.text(&wide.text, Under::Nothing, depth).map(|changed| wide.write(&changed))
    }

    fn suspects(&mut self, text: &str, changes: &[Change]) {
        for rule in self.rules.rules.iter().filter(|rule| rule.suspect) {
            let mut count = rule.find.map_or(0, |find| find(text).iter().filter(|at| free(changes, at)).count());
            if let Some(pattern) = &rule.pattern {
                count += pattern.find_iter(text).filter(|found| free(changes, &found.range())).count();
            }
            if count > 0 {
                let path = self.path();
                self.audit.suspect(&rule.name, path, count as u64);
            }
        }
    }

    /// What bytes become; none if they stay. Those that are no text may hold texts.
    pub(crate) fn bytes(&mut self, bytes: &[u8], under: Under) -> Option<Vec<u8>> {
        if let Some(text) = layer::as_text(bytes) {
            return self.text(text, under, 0).map(String::into_bytes);
        }
        if let Some(wide) = Utf16::read(bytes) {
            return self.text(&wide.text, under, 0).map(|changed| wide.write(&changed));
        }
        let mut out = bytes.to_vec();
        let mut any = false;
        for at in runs(bytes) {
            if let Some(changed) = self.bytes_in(&bytes[at.clone()], 1).filter(|changed| changed.len() == at.len()) {
                out[at].copy_from_slice(&changed);
                any = true;
            }
        }
        any.then_some(out)
    }
}

/// The texts in bytes that are none: runs of plain letters, and of letters of two bytes.
fn runs(bytes: &[u8]) -> Vec<Range<usize>> {
    const SHORTEST: usize = 6;
    let plain = |byte: u8| (b' '..=b'~').contains(&byte) || byte >= 0x80;
    let mut runs = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let wide = (0..2).find_map(|lead: usize| {
            let pairs = bytes[at..]
                .chunks_exact(2)
                .take_while(|pair| (b' '..=b'~').contains(&pair[1 - lead]) && pair[lead] == 0);
            Some(pairs.count() * 2).filter(|length| *length >= 2 * SHORTEST)
        });
        if let Some(length) = wide {
            runs.push(at..at + length);
            at += length;
            continue;
        }
        let length = bytes[at..].iter().take_while(|byte| plain(**byte)).count();
        if length >= SHORTEST {
            // The length that a format writes before a text may look like a letter of it.
            let lead = usize::from(usize::from(bytes[at]) < length && !bytes[at].is_ascii_alphabetic());
            let lead = if usize::from(bytes[at]) == length - 1 { 1 } else { lead };
            for part in valid(&bytes[at + lead..at + length]) {
                runs.push(at + lead + part.start..at + lead + part.end);
            }
        }
        at += length.max(1);
    }
    runs
}

/// The parts of bytes that are UTF-8.
fn valid(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        let length = chunk.valid().len();
        if length > 0 {
            parts.push(at..at + length);
        }
        at += length + chunk.invalid().len();
    }
    parts
}

fn free(changes: &[Change], at: &Range<usize>) -> bool {
    changes.iter().all(|change| change.at.end <= at.start || at.end <= change.at.start)
}

fn spliced(text: &str, at: Range<usize>, to: &str) -> Option<String> {
    Some(format!("{}{to}{}", &text[..at.start], &text[at.end..]))
}

fn applied(text: &str, mut changes: Vec<Change>) -> Option<String> {
    changes.sort_by_key(|change| change.at.start);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for change in changes {
        if change.at.start < done {
            continue;
        }
        out.push_str(&text[done..change.at.start]);
        out.push_str(&change.to);
        done = change.at.end;
    }
    if done == 0 {
        return None;
    }
    out.push_str(&text[done..]);
    debug_assert_eq!(out.len(), text.len(), "a mask keeps lengths");
    (out != text).then_some(out)
}
