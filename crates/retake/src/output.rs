//! What the command writes, and where.

use std::io::{self, IsTerminal, Write};

use retake_report::Style;

/// Says something to whoever runs the command, beside its output.
pub(crate) fn say(message: &str) {
    // When even this cannot be written, there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "retake: {message}");
}

/// What can be shown where `stream` goes.
pub(crate) fn style(stream: &(impl IsTerminal + std::os::fd::AsFd)) -> Style {
    let (term, no_color) = (std::env::var_os("TERM"), std::env::var_os("NO_COLOR"));
    let width =
        rustix::termios::tcgetwinsize(stream).ok().map(|size| usize::from(size.ws_col)).filter(|&width| width > 0);
    Style::detect(stream.is_terminal(), term.as_deref(), no_color.as_deref(), width)
}

/// `1,234,567`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 case`, `2 cases`.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(thousands(number), text);
        }
        assert_eq!((count(1, "case", "cases"), count(2, "case", "cases")), ("1 case".to_owned(), "2 cases".to_owned()));
    }
}
