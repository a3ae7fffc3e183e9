//! Values and names in a few words, for people.

use retake_model::value::{Handle, Value};

/// No shown value is much longer than this.
const LONGEST: usize = 72;

/// A value on one line, shortened.
pub fn value(value: &Value) -> String {
    value_within(value, LONGEST)
}

/// A value on one line, shortened to about so many characters.
pub fn value_within(value: &Value, longest: usize) -> String {
    let mut out = Out { text: String::new(), most: 4 * longest };
    put(value, &mut out, 0);
    cut_to(&out.text, longest)
}

/// A text in quotes, on one line, shortened.
pub fn text(text: &str) -> String {
    let mut out = Out { text: String::new(), most: 4 * LONGEST };
    put_text(text, &mut out);
    cut(&out.text)
}

/// A handle by its type and number.
pub fn handle(handle: &Handle) -> String {
    let scope = if handle.boot { "boot " } else { "" };
    format!("{scope}{}#{}", simple(&handle.class), handle.id)
}

/// A dependency without descriptors: `java.sql.PreparedStatement.setLong`, `static shop.Stock.counter`.
pub fn dependency(name: &str) -> String {
    let parts = name.split(" -> ").map(|part| {
        let end = part.find('(').or_else(|| part.rfind(':')).unwrap_or(part.len());
        &part[..end]
    });
    parts.collect::<Vec<_>>().join(" -> ")
}

/// Shortens what is too long and says by how much.
pub(crate) fn cut(shown: &str) -> String {
    cut_to(shown, LONGEST)
}

fn cut_to(shown: &str, longest: usize) -> String {
    let count = shown.chars().count();
    if count <= longest {
        return shown.to_owned();
    }
    let most = longest.saturating_sub(8);
    let kept: String = shown.chars().take(most).collect();
    format!("{kept}… ({} more characters)", count - most)
}

/// A text that is being made. What will be cut off anyway is not worth making, so it stops after `most` bytes.
struct Out {
    text: String,
    most: usize,
}

impl Out {
    fn is_full(&self) -> bool {
        self.text.len() > self.most
    }

    fn push(&mut self, c: char) {
        self.text.push(c);
    }

    fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

/// `Order` of `shop.model.Order`.
fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

fn put(value: &Value, out: &mut Out, depth: usize) {
    if out.is_full() {
        return;
    }
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(bool) => out.push_str(if *bool { "true" } else { "false" }),
        Value::Int(int) => out.push_str(&int.to_string()),
        Value::Float(float) => out.push_str(&format!("{float:?}")),
        Value::Text(text) => put_text(text, out),
        Value::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) if !text.chars().any(|c| c.is_control() && !c.is_whitespace()) => put_text(text, out),
            _ => out.push_str(&format!("{} bytes", bytes.len())),
        },
        Value::Ref(id) => out.push_str(&format!("(object {id} again)")),
        Value::Handle(named) => out.push_str(&handle(named)),
        Value::Opaque { class, .. } => out.push_str(&format!("({class})")),
        _ if depth > 8 => out.push('…'),
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                put(item, out, depth + 1);
                if out.is_full() {
                    return;
                }
            }
            out.push(']');
        }
        Value::Record(fields) => {
            out.push('{');
            for (index, (name, field)) in fields.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                out.push_str(name);
                out.push_str(": ");
                put(field, out, depth + 1);
                if out.is_full() {
                    return;
                }
            }
            out.push('}');
        }
        Value::Typed { class, body } => {
            if !class.starts_with("java.") && !class.starts_with('[') {
                out.push_str(simple(class));
                out.push(' ');
            }
            put(body, out, depth + 1);
        }
    }
}

fn put_text(text: &str, out: &mut Out) {
    out.push('"');
    for c in text.chars().take(out.most) {
        match c {
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    let rest = text.chars().count().saturating_sub(out.most);
    // The count of what is cut stays true without copying it all.
    if rest > 0 {
        out.push('…');
    }
    out.push('"');
}
