//! What a terminal can show.

use std::ffi::OsStr;

/// How to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to use colours.
    pub colour: bool,
    /// Whether a line can be written over, for progress.
    pub live: bool,
    /// How many columns there are.
    pub width: usize,
}

/// Something to stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// It is fine.
    Good,
    /// It is not.
    Bad,
    /// It matters less.
    Dim,
    /// It matters more.
    Strong,
}

impl Style {
    /// For a file, a pipe or a terminal of which nothing is known.
    pub const PLAIN: Style = Style { colour: false, live: false, width: 100 };

    /// For a terminal, or what is none. `term` and `no_color` are the variables `TERM` and `NO_COLOR`.
    pub fn detect(is_terminal: bool, term: Option<&OsStr>, no_color: Option<&OsStr>, width: Option<usize>) -> Style {
        let able = is_terminal && term.is_none_or(|term| !term.is_empty() && term != "dumb");
        let colour = able && no_color.is_none_or(OsStr::is_empty);
        Style { colour, live: able, width: width.unwrap_or(Style::PLAIN.width).max(40) }
    }

    /// The text in a colour, if there are colours.
    pub fn paint(&self, colour: Colour, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let code = match colour {
            Colour::Good => "32",
            Colour::Bad => "1;31",
            Colour::Dim => "2",
            Colour::Strong => "1",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obeys_the_environment() {
        let some = |text: &'static str| Some(OsStr::new(text));
        let check = |terminal, term, no_color, colour, live| {
            let style = Style::detect(terminal, term, no_color, None);
            assert_eq!((style.colour, style.live), (colour, live), "{terminal} {term:?} {no_color:?}");
        };
        check(true, some("xterm"), None, true, true);
        check(true, some("xterm"), some("1"), false, true);
        check(true, some("xterm"), some(""), true, true);
        check(true, some("dumb"), None, false, false);
        check(false, some("xterm"), None, false, false);
        assert_eq!(Style::PLAIN.paint(Colour::Bad, "x"), "x");
        assert_eq!(Style { colour: true, ..Style::PLAIN }.paint(Colour::Good, "x"), "\u{1b}[32mx\u{1b}[0m");
    }
}
