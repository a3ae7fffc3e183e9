//! Places in a call, as rules name them.

use std::fmt;

use serde::{Deserialize, Deserializer, de};

/// A place in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Slot {
    /// The object.
    This,
    /// Of the object only which one it is, not what is in it.
    ThisValue,
    /// An argument, not counting the object.
    Argument(u16),
    /// Every argument.
    Arguments,
    Result,
}

impl TryFrom<String> for Slot {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let argument = |text: &str| text.strip_prefix("arg").and_then(|number| number.parse().ok()).map(Slot::Argument);
        match text.trim() {
            "this" => Ok(Slot::This),
            "this.value" => Ok(Slot::ThisValue),
            "args" => Ok(Slot::Arguments),
            "result" => Ok(Slot::Result),
            text => argument(text)
                .ok_or_else(|| format!("`{text}` is no place in a call; write this, args, arg0, arg1, … or result")),
        }
    }
}

/// That data goes from one place to another: `arg0 -> result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Flow(pub(crate) Slot, pub(crate) Slot);

impl TryFrom<String> for Flow {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let Some((from, to)) = text.split_once("->") else {
            return Err(format!("`{text}` does not say from where to where; write `arg0 -> result`"));
        };
        Ok(Flow(Slot::try_from(from.to_string())?, Slot::try_from(to.to_string())?))
    }
}

/// The arguments that a sink is about: a number, `"all"` or `"this"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sunk(pub(crate) Slot);

impl Default for Sunk {
    fn default() -> Self {
        Sunk(Slot::Arguments)
    }
}

impl<'de> Deserialize<'de> for Sunk {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Sunk;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of an argument from 0, \"all\" or \"this\"")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Sunk, E> {
                let argument = u16::try_from(number).map(|number| Sunk(Slot::Argument(number)));
                argument.map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Sunk, E> {
                match text {
                    "all" => Ok(Sunk(Slot::Arguments)),
                    "this" => Ok(Sunk(Slot::This)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
