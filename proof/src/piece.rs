//! Pieces of Java that programs are made up from, read from the files in `pieces/`.
//!
//! ```text
//! == list-get 2
//! take List<T>
//! give T
//! T $r = $x.get(0);
//! ```
//!
//! A piece has a name, how likely it is (1 if it does not say), the type it takes (in `$x`) and the type it gives (in
//! `$r`), and its statements. `T` is any type. Any other `$name` is a variable of the piece's own. After a line `members`
//! come members of the program's main class that the piece needs. Of what kind a piece is, its file says:
//!
//! - `sources`: take nothing, give something that is different every time, or is not (`clean`).
//! - `carriers`: take one value, give another that depends on it, or does not.
//! - `frames`: do something around other pieces, which stand at `$body` and give `$inner`, of type `U`.
//! - `ends`: take a value and return something; `drops` take one and go on.
//! - `states`: keep a value; the statements before `read` write `$x`, those behind it give `$r`. `$first` is a value of type
//!   `T` to begin with.
//!
//! A line `known REASON` says that the analysis is known not to be sound there, and why; such pieces are left out unless
//! asked for.

use std::sync::OnceLock;

use crate::types::Type;

/// A piece.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// Its name, unique among its kind.
    pub name: String,
    /// How likely it is.
    pub weight: usize,
    /// The oldest release of Java that knows it.
    pub since: u32,
    /// Why the analysis is not sound there yet.
    pub known: Option<String>,
    /// What it takes.
    pub take: Option<Type>,
    /// What it gives.
    pub give: Option<Type>,
    /// Its statements.
    pub code: String,
    /// Of a state, the statements that read it.
    pub read: String,
    /// Members that it needs.
    pub members: String,
}

/// All pieces by kind.
#[derive(Debug)]
pub struct Pieces {
    /// Where values come from.
    pub sources: Vec<Piece>,
    /// What values go through.
    pub carriers: Vec<Piece>,
    /// What stands around others.
    pub frames: Vec<Piece>,
    /// What ends a method.
    pub ends: Vec<Piece>,
    /// What ends a value, and not the method.
    pub drops: Vec<Piece>,
    /// What keeps values from one call to the next.
    pub states: Vec<Piece>,
}

/// The pieces.
pub fn all() -> &'static Pieces {
    static ALL: OnceLock<Pieces> = OnceLock::new();
    ALL.get_or_init(|| Pieces {
        sources: parse(include_str!("../pieces/sources.txt")),
        carriers: parse(include_str!("../pieces/carriers.txt")),
        frames: parse(include_str!("../pieces/frames.txt")),
        ends: parse(include_str!("../pieces/ends.txt")),
        drops: parse(include_str!("../pieces/drops.txt")),
        states: parse(include_str!("../pieces/states.txt")),
    })
}

fn parse(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut members = false;
    let mut read = false;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix("== ") {
            let mut words = header.split_whitespace();
            let name = words.next().unwrap_or_default().to_string();
            let weight = words.next().map_or(1, |weight| weight.parse().unwrap_or(1));
            let since = words.next().map_or(17, |release| release.parse().unwrap_or(17));
            pieces.push(Piece { name, weight, since, ..Piece::default() });
            (members, read) = (false, false);
            continue;
        }
        let Some(piece) = pieces.last_mut() else { continue };
        match line.trim() {
            "" => {}
            "members" => members = true,
            "read" => read = true,
            _ if !members && line.starts_with("known ") => piece.known = Some(line[6..].to_string()),
            _ if !members && line.starts_with("take ") => piece.take = Some(Type::parse(&line[5..])),
            _ if !members && line.starts_with("give ") => piece.give = Some(Type::parse(&line[5..])),
            _ => {
                let part = match (members, read) {
                    (true, _) => &mut piece.members,
                    (false, true) => &mut piece.read,
                    (false, false) => &mut piece.code,
                };
                part.push_str(line);
                part.push('\n');
            }
        }
    }
    pieces
}
