//! What becomes of cases: nothing sensitive is left in any rendering, and nothing harmless changes.

#![allow(missing_docs, clippy::unwrap_used)]

use retake_mask::{Audit, Key, Masker, Rules};
use retake_model::case::{Boot, Call, Case, CaseBranch, CaseEvent};
use retake_model::mask::{MASKED, MaskSettings, RuleText};
use retake_model::points::Kind;
use retake_model::trace::{Entry, Exchange, Outcome, Request, Response};
use retake_model::value::Value;

fn masker(settings: &MaskSettings) -> Masker {
    Masker::new(Rules::new(settings).unwrap(), Key::new(b"a key for tests only".to_vec()).unwrap())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn masked(value: Value) -> Value {
    let mut value = value;
    masker(&MaskSettings::default()).value(&mut value);
    value
}

fn masked_text(value: &str) -> String {
    match masked(text(value)) {
        Value::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

fn record(fields: &[(&str, Value)]) -> Value {
    Value::Record(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            out.push(if place <= group.len() {
                char::from(LETTERS[(bits >> (18 - 6 * place) & 63) as usize])
            } else {
                '='
            });
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

/// The one rendering that all others are checked against.
const MAIL: &str = "ada.lovelace@example.org";

#[test]
fn a_value_has_one_pseudonym_in_every_rendering() {
    let pseudonym = masked_text(MAIL);
    assert_ne!(pseudonym, MAIL);
    assert!(pseudonym.ends_with(".org") && pseudonym.contains('@'), "{pseudonym}");
    let wrap: &[&dyn Fn(&str) -> String] = &[
        &|mail| format!("to {mail}, please"),
        &|mail| mail.to_uppercase(),
        &|mail| mail.replace('@', "%40"),
        &|mail| format!("/customers/{}?sort=asc", mail.replace('@', "%40")),
        &|mail| format!("a=1&mail={}&b=2", mail.replace('@', "%40")),
        &|mail| format!(r#"{{"a": [1.50, "{mail}"]}}"#),
        &|mail| format!(r#"{{"inner": "{{\"mail\": \"{mail}\"}}"}}"#),
        &|mail| format!(r#"{{"{mail}": 1}}"#),
        &|mail| base64(mail.as_bytes()),
        &|mail| format!("data:text/plain;base64,{}", base64(format!("hello {mail}!").as_bytes())),
        &|mail| base64(format!(r#"{{"x":"{mail}"}}"#).as_bytes()),
        &|mail| hex(mail.as_bytes()),
        &|mail| hex(&utf16(mail)),
        &|mail| format!("insert into t values ('{mail}', 17)"),
        &|mail| format!("<a><b c='{mail}'>{mail}</b></a>"),
        &|mail| format!(r#"failed for {{"mail":"{mail}"}} at once"#),
    ];
    for (number, wrap) in wrap.iter().enumerate() {
        assert_eq!(masked_text(&wrap(MAIL)), wrap(&pseudonym), "rendering {number}");
    }
    assert_eq!(masked(Value::Bytes(utf16(MAIL))), Value::Bytes(utf16(&pseudonym)));
    let characters = |text: &str| Value::Typed {
        class: "[C".to_owned(),
        body: Box::new(Value::List(text.encode_utf16().map(|unit| Value::Int(i64::from(unit))).collect())),
    };
    assert_eq!(masked(characters(MAIL)), characters(&pseudonym));
    // Between bytes that are no text.
    let binary = |text: &str| [&[0x0a, text.len() as u8][..], text.as_bytes(), &[0xff, 0, 1]].concat();
    assert_eq!(masked(Value::Bytes(binary(MAIL))), Value::Bytes(binary(&pseudonym)));
}

#[test]
fn numbers_and_texts_of_a_card_agree() {
    let Value::Int(number) = masked(Value::Int(4_111_111_111_111_111)) else { panic!() };
    let grouped = masked_text("4111 1111 1111 1111");
    assert_eq!(grouped.replace(' ', ""), number.to_string());
    assert_eq!(masked_text(r#"{"n":4111111111111111}"#), format!(r#"{{"n":{number}}}"#));
}

#[test]
fn what_is_found_across_pieces_is_replaced() {
    let whole = format!(r#"{{"mail":"{MAIL}"}}"#);
    let pieces = Value::List(whole.as_bytes().chunks(7).map(|piece| Value::Bytes(piece.to_vec())).collect());
    let Value::List(changed) = masked(pieces) else { panic!() };
    let joined: Vec<u8> = changed
        .iter()
        .flat_map(|piece| if let Value::Bytes(bytes) = piece { bytes.clone() } else { panic!() })
        .collect();
    assert_eq!(String::from_utf8(joined).unwrap(), masked_text(&whole));
    let texts = Value::List(vec![text("x ada.love"), text("lace@example.org y")]);
    let Value::List(changed) = masked(texts) else { panic!() };
    let joined: String =
        changed.iter().map(|piece| if let Value::Text(text) = piece { text.as_str() } else { "" }).collect();
    assert!(!joined.contains("lovelace@"), "{joined}");
}

fn event(dependency: &str, args: Vec<Value>, returned: Value) -> CaseEvent {
    CaseEvent {
        dependency: dependency.to_owned(),
        kind: Kind::External,
        target: None,
        args,
        outcome: Outcome::Returned(returned),
        writes: Vec::new(),
        results: None,
        at: None,
    }
}

fn case(request: Request, events: Vec<CaseEvent>, response: &str) -> Case {
    let response = Response { status: 200, headers: Vec::new(), body: response.as_bytes().to_vec() };
    let entry = Entry::Http(Exchange { request, response: Some(response) });
    let branches = vec![CaseBranch { events, ..CaseBranch::default() }];
    Case { id: "a".to_owned(), calls: vec![Call { end: 1, entry, branches, ..Call::default() }], ..Case::default() }
}

fn request(target: &str, headers: &[(&str, &str)], body: &str) -> Request {
    Request {
        method: "POST".to_owned(),
        target: target.to_owned(),
        headers: headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        body: body.as_bytes().to_vec(),
    }
}

/// A case with sensitive values in it that only one place tells, each also standing where nothing tells.
fn sensitive() -> Case {
    case(
        request(
            "/customers/Lovelace?token=tkn-55aa77bb",
            &[
                ("Authorization", "Bearer abcDEF123456"),
                ("Cookie", "theme=dark; SESSION=s3ss10nValue"),
                ("Accept", "*/*"),
            ],
            r#"{"firstName":"Ada","lastName":"Lovelace","phone":4930123456,"pin":"4711","password":"pa55 word!"}"#,
        ),
        vec![
            event(
                "java.sql.Connection.prepareStatement(Ljava/lang/String;)Ljava/sql/PreparedStatement;",
                vec![text("select * from c where n = 'LOVELACE' and t = 'tkn-55aa77bb'")],
                Value::Null,
            ),
            event(
                "java.sql.ResultSet.getString(Ljava/lang/String;)Ljava/lang/String;",
                vec![text("last_name")],
                text("Byron"),
            ),
            event(
                "shop.Gate.check(Ljava/lang/String;)V",
                vec![text("s3ss10nValue"), text("abcDEF123456")],
                text("ok Byron"),
            ),
            event("shop.Clock.now()J", vec![], Value::Int(1_767_225_600_000)),
        ],
        r#"{"greeting":"Dear Ada Lovelace, call +49 30 123456","order":17}"#,
    )
}

#[test]
fn what_is_found_in_one_place_is_replaced_everywhere_in_the_case() {
    let mut masker = masker(&MaskSettings::default());
    let mut cases = [sensitive()];
    let audit = masker.set(&mut cases, std::iter::empty());
    let written = cases[0].to_text();
    for secret in [
        "Ada",
        "Lovelace",
        "LOVELACE",
        "Byron",
        "tkn-55aa77bb",
        "abcDEF",
        "s3ss10n",
        "4930123456",
        "30 123456",
        "4711",
        "pa55",
        "word!",
    ] {
        assert!(!written.contains(secret), "{secret} in {written}");
        assert!(!format!("{audit:?}").contains(secret), "{secret} in the audit");
    }
    for harmless in [
        "/customers/",
        "?token=",
        "Bearer ",
        "theme=dark",
        "*/*",
        "1767225600000",
        "select * from c where n = '",
        "Dear ",
        "\"order\": 17",
    ] {
        assert!(written.contains(harmless), "{harmless} is not in {written}");
    }
    let said = cases[0].masked.clone().unwrap();
    assert_eq!(said.key, masker.key_id());
    assert_eq!(said.rules, ["name", "password", "phone", "token"]);
    assert_eq!(Case::from_text(&written).unwrap(), cases[0]);
    let found = |rule: &str, path: &str| audit.masked.get(&(rule.to_owned(), path.to_owned())).copied();
    assert_eq!(found("name", "request.body.lastName"), Some(1), "{audit:?}");
    assert_eq!(found("token", "request.Authorization"), Some(1));
    assert_eq!(found("name", "ResultSet.last_name"), Some(1));
}

#[test]
fn what_a_service_has_of_its_own_is_left_open_where_it_asks() {
    let mut properties = record(&[("user", text("shop")), ("password", text("of-the-database"))]);
    let connect = "java.sql.Driver.connect(Ljava/lang/String;Ljava/util/Properties;)Ljava/sql/Connection;";
    let mut boot = Boot {
        events: vec![event(connect, vec![text("jdbc:shop"), properties.clone()], Value::Null)],
        ..Boot::default()
    };
    let call = event(
        "shop.Mail.send(Ljava/lang/String;)V",
        vec![text("ada@example.org"), text("from shop@example.com")],
        Value::Null,
    );
    let mut cases = [case(request("/?mail=ada@example.org", &[], ""), vec![call], "")];
    masker(&MaskSettings::default()).set(&mut cases, std::iter::once(&mut boot));
    let masked = |rule: &str| Value::Opaque { class: MASKED.to_owned(), reason: rule.to_owned() };
    if let Value::Record(fields) = &mut properties {
        fields[1].1 = masked("password");
    }
    assert_eq!(boot.events[0].args, [text("jdbc:shop"), properties]);
    let asked = &cases[0].calls[0].branches[0].events[0].args;
    assert_eq!(asked[0], text(&masked_text("ada@example.org")));
    assert_eq!(asked[1], masked("mail"));
    assert_eq!(Boot::from_text(&boot.to_text()).unwrap(), boot);
}

#[test]
fn the_same_key_gives_the_same_case_and_another_key_another() {
    let mask = |key: &[u8]| {
        let mut masker = Masker::new(Rules::new(&MaskSettings::default()).unwrap(), Key::new(key.to_vec()).unwrap());
        let mut cases = [sensitive()];
        masker.set(&mut cases, std::iter::empty());
        cases[0].to_text()
    };
    assert_eq!(mask(b"one key for tests"), mask(b"one key for tests"));
    assert_ne!(mask(b"one key for tests"), mask(b"two keys for tests"));
}

/// Values that services have in great number and that nobody needs to hide.
const HARMLESS: &[&str] = &[
    "order 1767225600000 of 2026-11-18",
    "2026-11-18T10:11:12.123Z",
    "Wed, 18 Nov 2026 10:11:12 GMT",
    "12:30:45",
    "1.2.3",
    "12.50",
    "5f0f5a3e-9d2b-4a6e-8f2b-2b6d3c1e9a10",
    "4111111111111112",
    "ORD-2026-000123",
    "SKU 978-3-16-148410-0",
    "SELECT id, total FROM orders WHERE id = ?",
    "application/json; charset=utf-8",
    "gzip, deflate, br",
    "Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.6099.71 Safari/537.36",
    "http://127.0.0.1:8080/orders/17?page=2&size=20",
    "java.lang.IllegalStateException: no order 17",
    "com.acme.shop.Orders$Line",
    "{\"id\":17,\"total\":12.50,\"lines\":[{\"sku\":\"A-1\",\"count\":3}],\"name\":\"Blue chair\",\"status\":\"PAID\"}",
    "W/\"0815-abc\"",
    "max-age=3600",
    "postgresql",
    "jdbc:postgresql://localhost:5432/shop",
    "0.0.0.0",
    "::1",
    "version 10.2.3.4",
    "100%",
    "a+b=c",
    "x=1&y=2",
    "true",
    "null",
    "EUR",
    "iPhone 15 Pro",
    "Unit 42",
    "The quick brown fox",
    "2001",
    "123456789",
    "1234567890123",
    "0815-4711",
    "DE",
    "de_DE",
    "+5",
    "(1)",
    "3 + 4",
    "SGVsbG8sIHdvcmxkIQ==",
    "48656c6c6f2c20776f726c64",
    "<order id='17'><total>12.50</total></order>",
    "/api/v1/orders/17/lines/3",
];

fn count_changed(audit: &mut Audit) -> Vec<String> {
    let mut masker = masker(&MaskSettings::default());
    let mut changed = Vec::new();
    for harmless in HARMLESS {
        let mut value = text(harmless);
        masker.value(&mut value);
        if value != text(harmless) {
            changed.push(format!("{harmless} -> {value:?}"));
        }
    }
    for number in
        (0..4_000i64).map(|number| number * 7919 + 1).chain((0..500).map(|day| 1_767_225_600_000 + day * 86_400_000))
    {
        let mut value = Value::Int(number);
        masker.value(&mut value);
        if value != Value::Int(number) {
            changed.push(number.to_string());
        }
    }
    *audit = masker.audit();
    changed
}

#[test]
fn harmless_values_do_not_change() {
    let mut audit = Audit::default();
    let changed = count_changed(&mut audit);
    assert!(changed.is_empty(), "{} harmless values changed: {changed:#?}", changed.len());
}

#[test]
fn own_rules_go_first_and_paths_can_be_kept() {
    let settings = MaskSettings {
        off: vec!["mail".to_owned()],
        keep: vec!["**.support.**".to_owned()],
        rule: vec![
            RuleText { name: "badge".to_owned(), fields: vec!["badge".to_owned()], ..RuleText::default() },
            RuleText { name: "staff".to_owned(), pattern: Some(r"\bS-(\d{5})\b".to_owned()), ..RuleText::default() },
            RuleText { name: "typed".to_owned(), types: vec!["com.acme.Secret".to_owned()], ..RuleText::default() },
        ],
    };
    let mut masker = masker(&settings);
    let typed = Value::Typed {
        class: "com.acme.Secret".to_owned(),
        body: Box::new(record(&[("a", text("plainly")), ("b", text("hidden"))])),
    };
    let mut value = record(&[
        ("badge", text("X77")),
        ("note", text("see S-12345 of ada@example.org")),
        ("support", record(&[("phone", text("+49 30 1234567"))])),
        ("typed", typed),
    ]);
    masker.value(&mut value);
    let shown = format!("{value:?}");
    for secret in ["X77", "12345 ", "plainly", "hidden"] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
    }
    for kept in ["see S-", "ada@example.org", "+49 30 1234567"] {
        assert!(shown.contains(kept), "{kept} not in {shown}");
    }
}

#[test]
fn what_only_looks_sensitive_is_told() {
    let mut masker = masker(&MaskSettings::default());
    let mut value = record(&[("ref", text("9999999999999995")), ("etag", text("Zm9vYmFyMTIzNDU2Nzg5MGFiY2Rl0A"))]);
    let before = value.clone();
    masker.value(&mut value);
    assert_eq!(value, before);
    let audit = masker.audit();
    let rules: Vec<&str> = audit.suspects.keys().map(|(rule, _)| rule.as_str()).collect();
    assert_eq!(rules, ["long-token", "number-with-check-digit"]);
}

#[test]
fn a_signed_token_stays_one() {
    let claims = base64(br#"{"sub":"17","email":"ada.lovelace@example.org","exp":1767225600}"#).replace('=', "");
    let token = format!("eyJhbGciOiJIUzI1NiJ9.{claims}.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg");
    let changed = masked_text(&format!("token {token} was refused"));
    let changed = changed.strip_prefix("token ").unwrap().strip_suffix(" was refused").unwrap();
    let parts: Vec<&str> = changed.split('.').collect();
    assert_eq!(parts.len(), 3);
    assert_eq!(parts[0], "eyJhbGciOiJIUzI1NiJ9");
    assert_eq!(changed.len(), token.len());
    assert_ne!(parts[1], claims);
    assert_ne!(parts[2], "c2lnbmF0dXJlLW9mLXRoZS10b2tlbg");
}
