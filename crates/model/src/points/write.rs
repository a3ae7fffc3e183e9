//! What a mocked thing changes, as one line of text.

use std::fmt;
use std::str::FromStr;

use super::Write;

impl fmt::Display for Write {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let member = |f: &mut fmt::Formatter<'_>, what: &str, class: &str, name: &str, descriptor: &str| {
            write!(f, "{what} {}.{name}:{descriptor}", class.replace('/', "."))
        };
        match self {
            Write::Argument { index } => write!(f, "argument {index}"),
            Write::Field { class, name, descriptor } => member(f, "field", class, name, descriptor),
            Write::Static { class, name, descriptor } => member(f, "static", class, name, descriptor),
            Write::Receiver => write!(f, "receiver"),
            Write::Unknown => write!(f, "unknown"),
        }
    }
}

impl FromStr for Write {
    type Err = ();

    fn from_str(text: &str) -> Result<Write, ()> {
        match text.split_once(' ') {
            None if text == "receiver" => Ok(Write::Receiver),
            None if text == "unknown" => Ok(Write::Unknown),
            Some(("argument", index)) => index.parse().map(|index| Write::Argument { index }).map_err(|_| ()),
            Some((what @ ("field" | "static"), member)) => {
                let (name, descriptor) = member.split_once(':').ok_or(())?;
                let (class, name) = name.rsplit_once('.').ok_or(())?;
                let (class, name, descriptor) = (class.replace('.', "/"), name.to_owned(), descriptor.to_owned());
                Ok(match what {
                    "field" => Write::Field { class, name, descriptor },
                    _ => Write::Static { class, name, descriptor },
                })
            }
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Write;

    #[test]
    fn what_is_written_comes_back() {
        let member = || ("shop/Rates$Inner".to_owned(), "last".to_owned(), "[Ljava/lang/String;".to_owned());
        let (class, name, descriptor) = member();
        let field = Write::Field { class, name, descriptor };
        let (class, name, descriptor) = member();
        let fixed = Write::Static { class, name, descriptor };
        assert_eq!(field.to_string(), "field shop.Rates$Inner.last:[Ljava/lang/String;");
        for write in [field, fixed, Write::Argument { index: 3 }, Write::Receiver, Write::Unknown] {
            assert_eq!(write.to_string().parse(), Ok(write));
        }
        for nothing in ["", "argument", "argument x", "field", "field a", "static a:I", "receiver 1"] {
            assert_eq!(nothing.parse::<Write>(), Err(()), "{nothing}");
        }
    }
}
