//! How points are called where there is little room.

use retake_model::points::{Changed, Place, Point, Reached, Sink, SinkKind, Write};

use crate::numbers::thousands;
use crate::plain;

/// `shop.Orders`.
pub(super) fn dotted(class: &str) -> String {
    plain(&class.replace('/', "."))
}

/// `Orders`, of `shop/Orders`.
pub(super) fn simple(class: &str) -> String {
    plain(class.rsplit('/').next().unwrap_or(class))
}

/// `Orders.expire:41`, without the package.
pub(super) fn site(class: &str, method: &str, line: Option<u32>) -> String {
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{}.{}{line}", simple(class), plain(method))
}

/// A dependency without what only its full text needs: the types of arguments and fields, and the packages of fields and
/// of what is asked of them. A method that is asked by itself keeps its package, by which people know it.
pub(super) fn dependency(text: &str) -> String {
    let (name, call) = text.split_once('(').map_or((text, ""), |(name, _)| (name, "()"));
    if !call.is_empty() && !name.contains(ARROW) {
        return plain(&format!("{name}{call}"));
    }
    let mut parts = name.split(ARROW);
    let root = parts.next().unwrap_or_default();
    // The names of a cache are whatever people wrote.
    let root = match root.split_once(' ') {
        Some((kind @ ("static" | "bean"), field)) => format!("{kind} {}", member(field)),
        _ => root.to_owned(),
    };
    let asked: String = parts.map(|part| format!("{ARROW}{}", member(part))).collect();
    plain(&format!("{root}{asked}{call}"))
}

/// What stands between a field and what is asked of it.
const ARROW: &str = " -> ";

/// `Stock.counter`, of `shop.Stock.counter:I`.
fn member(text: &str) -> &str {
    let name = text.split_once(':').map_or(text, |(name, _)| name);
    match name.rsplit_once('.') {
        Some((class, _)) => &name[class.rfind('.').map_or(0, |dot| dot + 1)..],
        None => name,
    }
}

/// What is mocked, in words.
pub(super) fn place(point: &Point) -> String {
    let text = match &point.place {
        Place::Body => "the whole method".to_owned(),
        Place::Call { owner, name, nth, .. } => format!("{} call of {}.{name}", ordinal(*nth), dotted(owner)),
        Place::Read { owner, name, nth, .. } => format!("{} read of {}.{name}", ordinal(*nth), dotted(owner)),
        Place::Check { owner, name, nth, .. } => {
            format!("whether there is an object, at the {} read of {}.{name}", ordinal(*nth), dotted(owner))
        }
        Place::Load { nth } => format!("{} array load", ordinal(*nth)),
        Place::Construct { owner, nth, .. } => format!("{} construction of {}", ordinal(*nth), dotted(owner)),
        Place::Reference { owner, name, nth, .. } => {
            format!("what is called by the {} reference to {}.{name}", ordinal(*nth), dotted(owner))
        }
    };
    plain(&text)
}

/// Where the data ends up, in one line.
pub(super) fn ends(point: &Point) -> String {
    match point.path.last() {
        Some(last) if !point.kind.reaches_outside() => {
            let here = last.class == point.class && last.method == point.method;
            let place = match (here, last.line) {
                (true, line) if line == point.line => String::new(),
                (true, Some(line)) => format!(" on line {line}"),
                _ => format!(" in {}", site(&last.class, &last.method, last.line)),
            };
            format!("{}{place}", plain(&last.what))
        }
        _ => match point.place {
            Place::Body => "every call of it".to_owned(),
            _ => "this call".to_owned(),
        },
    }
}

/// What else a mocked thing changes, in words.
pub(super) fn written(write: &Write) -> String {
    match write {
        Write::Argument { index } => format!("its {} argument", ordinal(*index)),
        Write::Field { class, name, .. } => format!("the field {}.{}", dotted(class), plain(name)),
        Write::Static { class, name, .. } => format!("the static field {}.{}", dotted(class), plain(name)),
        Write::Receiver => "the object it is called on".to_owned(),
        Write::Unknown => "something that nobody knows".to_owned(),
    }
}

/// What a value does at a sink, in words.
pub(super) fn sink(sink: &Sink) -> String {
    // The method without what it takes and gives.
    let called = || sink.called.as_deref().map(|name| plain(name.split('(').next().unwrap_or(name)));
    let at = |words: &str, none: &str| called().map_or_else(|| none.to_owned(), |name| format!("{words} {name}"));
    match (sink.what, sink.argument) {
        (SinkKind::Branch, _) => "decides a branch".to_owned(),
        (SinkKind::Return, _) => "is returned".to_owned(),
        (SinkKind::Throw, _) => "is thrown".to_owned(),
        (SinkKind::Request, _) => at("is asked of", "is asked of something outside"),
        (SinkKind::Output, _) => at("leaves through", "leaves the service"),
        (SinkKind::Callback, _) => at("decides what is called by", "decides what is called"),
        (SinkKind::Argument, Some(nth)) => at(&format!("is the {} argument of", ordinal(nth)), "is an argument"),
        (SinkKind::Argument, None) => at("is what is called on by", "is called"),
    }
}

/// How many sinks a point reaches besides those that are told; nothing if there are no more.
pub(super) fn more_sinks(reached: &Reached) -> Option<String> {
    more(reached.sinks.len(), reached.count, reached.more)
}

/// How many methods change what a point depends on besides those that are told; nothing if there are no more.
pub(super) fn more_changes(changed: &Changed) -> Option<String> {
    more(changed.by.len(), changed.count, changed.more)
}

fn more(told: usize, count: u64, perhaps: bool) -> Option<String> {
    match (count.saturating_sub(told as u64), perhaps) {
        (0, false) => None,
        (0, true) => Some("perhaps more".to_owned()),
        (more, false) => Some(format!("{} more", thousands(more))),
        (more, true) => Some(format!("at least {} more", thousands(more))),
    }
}

/// `1st` for 0.
fn ordinal(nth: u16) -> String {
    let number = u32::from(nth) + 1;
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Cuts a text that is too long, in the middle: both ends of a name tell something.
pub(super) fn cut(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count <= width {
        return text.to_owned();
    }
    let head = width / 2 - 1;
    let tail = width - head - 3;
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{start}...{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_people_do() {
        for (nth, expected) in
            [(0, "1st"), (1, "2nd"), (2, "3rd"), (3, "4th"), (10, "11th"), (11, "12th"), (20, "21st")]
        {
            assert_eq!(ordinal(nth), expected);
        }
    }

    #[test]
    fn a_dependency_is_told_by_what_tells_it_from_others() {
        for (full, expected) in [
            ("java.lang.System.nanoTime()J", "java.lang.System.nanoTime()"),
            ("shop.Ids.next()I", "shop.Ids.next()"),
            ("static shop.Stock.counter:I", "static Stock.counter"),
            ("bean shop.Stock$Shelf.all:Ljava/util/Map;", "bean Stock$Shelf.all"),
            ("static shop.Stock.ALL -> java.util.Map.get(Ljava/lang/Object;)V", "static Stock.ALL -> Map.get()"),
            ("static shop.Stock.ALL -> shop.Line.price", "static Stock.ALL -> Line.price"),
            ("static shop.Stock.all -> null", "static Stock.all -> null"),
            ("static shop.Stock.all -> shop.Line.next -> null", "static Stock.all -> Line.next -> null"),
            ("bean shop.Stock.all -> []", "bean Stock.all -> []"),
            ("bean Stock.all -> Main.get()V", "bean Stock.all -> Main.get()"),
            ("cache -> shop.Books.find(J)Lshop/Book;", "cache -> Books.find()"),
            ("cache shop.books:all -> shop.Books.find(J)Lshop/Book;", "cache shop.books:all -> Books.find()"),
            ("static a.", "static a."),
            ("", ""),
        ] {
            assert_eq!(dependency(full), expected);
        }
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(cut("abcdefghij", 10), "abcdefghij");
        assert_eq!(cut("abcdefghijk", 10), "abcd...ijk");
    }
}
