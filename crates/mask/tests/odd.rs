//! Texts that nobody would write: whatever comes, masking does not fail, keeps lengths, and gives the same again.

#![allow(missing_docs, clippy::unwrap_used)]

use retake_mask::{Key, Masker, Rules};
use retake_model::mask::MaskSettings;
use retake_model::value::Value;

/// What odd texts are made of.
const PARTS: &[&str] = &[
    "{\"a\":\"",
    "\"}",
    "\\\"",
    "\\u00e9",
    "\\",
    "[1,",
    "]",
    "ada@example.org",
    "é@é.éé",
    "4111 1111 1111 1111",
    "DE89370400440532013000",
    "%40",
    "%",
    "%C3%A9",
    "a=b&c=",
    "; ",
    "=",
    "Bearer ",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
    "YWRhQGV4YW1wbGUub3Jn",
    "61646140",
    "<a b='",
    "'>",
    "</a>",
    "+49 30 1234567",
    "(415) 555-0123",
    "203.0.113.7",
    "2001:db8::1:2",
    "password: ",
    "é",
    "日本",
    "\u{0}",
    "\n",
    " ",
    "://a:b@",
    "-----BEGIN PRIVATE KEY-----",
    "078-05-1120",
    "Müller",
    "ß",
    "İ",
    "١٢٣",
    "𝔸",
    "sk_live_",
    "token=",
    "null",
    ".",
    "-",
    "9",
    "firstName",
];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

#[test]
fn whatever_comes_is_masked_to_the_same_length() {
    let rules = Rules::new(&MaskSettings::default()).unwrap();
    let mut masker = Masker::new(rules, Key::new(b"a key for tests only".to_vec()).unwrap());
    let mut random = Random(88_172_645_463_325_252);
    for _ in 0..400 {
        let text: String = (0..1 + random.below(8)).map(|_| PARTS[random.below(PARTS.len())]).collect();
        let mut bytes = text.clone().into_bytes();
        let at = random.below(bytes.len());
        bytes[at] = random.below(256) as u8;
        let named = Value::Record(vec![("password".to_owned(), Value::Text(text.clone()))]);
        let pieces = Value::List(bytes.chunks(5).map(|piece| Value::Bytes(piece.to_vec())).collect());
        for value in [Value::Text(text.clone()), named, Value::Bytes(bytes), pieces] {
            let (mut once, mut again) = (value.clone(), value.clone());
            masker.value(&mut once);
            masker.value(&mut again);
            assert_eq!(once, again, "{value:?}");
            assert_eq!(length(&once), length(&value), "{value:?} {once:?}");
        }
    }
}

fn length(value: &Value) -> usize {
    let mut length = 0;
    value.walk(&mut |value| match value {
        Value::Bytes(bytes) => length += bytes.len(),
        Value::Text(text) => length += text.len(),
        _ => {}
    });
    length
}
