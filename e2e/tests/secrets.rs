//! Secrets stay in: sensitive values of twelve kinds pass through everything that a service depends on, in every rendering, and none of
//! them is in any file that was written; once masked in the agent, once when cases are made. What is harmless stays as it is, and
//! the masked cases replay.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::http::send;
use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::random::Random;
use retake_e2e::{Jdk, Stage, jdk, retake, shop};
use retake_model::case::{Boot, Case};
use retake_model::trace::Trace;
use retake_model::value::Value;
use retake_store::Traffic;

/// So many customers with one value of each kind.
const CUSTOMERS: usize = 17;
const KEY: &str = "the key of a test, 32 bytes long";
/// These give something back in renderings that no library would.
const LISTED: &str = "
[[points.include]]
method = \"secrets.Secrets$Vault.*\"
at = \"method\"
";

/// What a customer is made of.
struct Customer {
    order: String,
    note: String,
    sensitive: Vec<(&'static str, String)>,
}

impl Customer {
    fn make(random: &mut Random, number: usize) -> Customer {
        let mut digits =
            |length: usize| -> String { (0..length).map(|_| char::from(b'0' + random.below(10) as u8)).collect() };
        let card = with_luhn(&format!("4{}", digits(14)));
        let card = card.as_bytes().chunks(4).map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(" ");
        let account = format!("3704004405{}", digits(8));
        let (phone, ssn) = (format!("+4930{}", digits(7)), format!("21{}-4{}-1{}", digits(1), digits(1), digits(3)));
        let (session, born) = (digits(12), format!("19{:02}-0{}-1{}", 50 + number, 1 + number % 9, number % 10));
        let address = format!("203.0.113.{}", 20 + number);
        let mut letters =
            |length: usize| -> String { (0..length).map(|_| char::from(b'a' + random.below(26) as u8)).collect() };
        let capital = |text: String| text[..1].to_uppercase() + &text[1..];
        let (first, last) = (capital(letters(7)), capital(letters(9)));
        let sensitive = vec![
            ("firstName", first.clone()),
            ("lastName", last.clone()),
            ("email", format!("{}.{}@{}.org", letters(6), last, letters(8))),
            ("phone", phone),
            ("card", card),
            ("ssn", ssn),
            ("iban", format!("DE{:02}{account}", 98 - mod97(&format!("{account}131400")))),
            ("password", format!("{}!{}", letters(6), letters(5))),
            ("apiKey", format!("sk_live_{}{}", letters(14), session)),
            ("session", format!("{}{session}", letters(4))),
            ("birthDate", born),
            ("address", address),
        ];
        Customer {
            order: format!("ORD-2026-{:05}", 10 * number + 3),
            note: format!("blue chair, {number} of 20, 12.50 EUR"),
            sensitive,
        }
    }

    fn get(&self, name: &str) -> &str {
        self.sensitive.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    fn body(&self) -> String {
        let inner: Vec<String> = ["card", "ssn", "iban", "birthDate", "password"]
            .iter()
            .map(|name| format!("\\\"{name}\\\":\\\"{}\\\"", self.get(name)))
            .collect();
        let outer: Vec<String> = ["firstName", "lastName", "email", "phone", "apiKey"]
            .iter()
            .map(|name| format!("\"{name}\":\"{}\"", self.get(name)))
            .collect();
        format!(
            "{{{},\"orderId\":\"{}\",\"note\":\"{}\",\"more\":\"{{{}}}\"}}",
            outer.join(","),
            self.order,
            self.note,
            inner.join(",")
        )
    }

    fn request(&self, path: &str) -> String {
        let (body, phone) = (self.body(), self.get("phone").replace('+', "%2B"));
        format!(
            "POST {path}?phone={phone}&page=2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer {}\r\nCookie: theme=dark; SESSION={}\r\n\
             X-Forwarded-For: {}\r\nX-Order: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.get("apiKey"),
            self.get("session"),
            self.get("address"),
            self.order,
            body.len()
        )
    }

    /// What the service reads in pieces.
    fn journal(&self) -> String {
        format!("{} {} of {} paid with {}", self.order, self.get("email"), self.get("lastName"), self.get("card"))
    }
}

fn with_luhn(digits: &str) -> String {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let digit = u32::from(digit - b'0');
            if place % 2 == 0 { digit * 2 / 10 + digit * 2 % 10 } else { digit }
        })
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

fn mod97(digits: &str) -> u32 {
    digits.bytes().fold(0, |rest, digit| (rest * 10 + u32::from(digit - b'0')) % 97)
}

struct Program {
    jdk: Jdk,
    libraries: Libraries,
    build: PathBuf,
    database: String,
    journals: PathBuf,
    settings: PathBuf,
    key: PathBuf,
}

impl Program {
    fn new(stage: &Stage, customers: &[Customer]) -> Program {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
        let source = fs::read_to_string(home.join("secrets/Secrets.java")).expect("the source is there");
        let jdk = jdk::newest();
        let journals = stage.path("journals");
        fs::create_dir(&journals).expect("the directory is new");
        for customer in customers {
            fs::write(journals.join(format!("{}.journal", customer.order)), customer.journal()).expect("there is room");
        }
        let program = Program {
            build: stage.compile(&jdk, "build", "Secrets.java", &source),
            libraries: Libraries::of(&home.join("rows/libraries.txt"), &directory),
            database: format!("jdbc:h2:file:{};AUTO_SERVER=FALSE", stage.path("customers").display()),
            settings: stage.write("retake.toml", LISTED),
            key: stage.write("mask.key", KEY),
            jdk,
            journals,
        };
        let fill = program.command("fill");
        stage.start("fill", &program.jdk.java(), &fill[1..]).wait().expect(0);
        program
    }

    fn command(&self, first: &str) -> Vec<OsString> {
        let path = std::iter::once(self.build.clone()).chain(self.libraries.all());
        let path = std::env::join_paths(path).expect("no path has a colon");
        let command: [OsString; 4] = [self.jdk.java().into(), "-cp".into(), path, "secrets.Secrets".into()];
        let rest: [OsString; 3] = [first.into(), (&self.database).into(), (&self.journals).into()];
        command.into_iter().chain(rest).collect()
    }

    fn mask(&self) -> [&OsStr; 3] {
        ["--mask".as_ref(), "--mask-key".as_ref(), self.key.as_ref()]
    }

    /// Records one request for each customer, and one more that derives something.
    fn record(&self, stage: &Stage, customers: &[Customer], traffic: &Path, more: &[&OsStr]) {
        let settings: [&OsStr; 5] =
            ["record".as_ref(), "--out".as_ref(), traffic.as_ref(), "--config".as_ref(), self.settings.as_ref()];
        let command = self.command("0");
        let command = command.iter().map(OsString::as_os_str);
        let arguments = settings.into_iter().chain(more.iter().copied()).chain(["--".as_ref()]).chain(command);
        let mut recording = stage.start("record", &retake::path(), arguments);
        let port = shop::port(&recording.line_after("secrets ready on "));
        for customer in customers {
            let answer = send(port, &customer.request("/customer"));
            assert!(answer.contains(&customer.order) && !answer.contains("\"failed\""), "{answer}");
            for (name, value) in
                customer.sensitive.iter().filter(|(name, _)| ["lastName", "iban", "password"].contains(name))
            {
                assert!(answer.contains(value.as_str()), "the service does not pass on {name}: {answer}");
            }
        }
        let answer = send(port, &customers[0].request("/last"));
        assert!(answer.contains("\"last\""), "{answer}");
        let ended = recording.stop().expect(0);
        assert!(!ended.err.contains(KEY) && !ended.out.contains(KEY));
    }

    fn cases(&self, stage: &Stage, traffic: &Path, cases: &Path, more: &[&OsStr]) -> serde_json::Value {
        let arguments: [&OsStr; 10] = [
            "cases".as_ref(),
            traffic.as_ref(),
            "--out".as_ref(),
            cases.as_ref(),
            "--config".as_ref(),
            self.settings.as_ref(),
            "--format".as_ref(),
            "json".as_ref(),
            "--keep".as_ref(),
            "all".as_ref(),
        ];
        let ended = retake::run(stage, arguments.into_iter().chain(more.iter().copied())).expect(0);
        serde_json::from_str(&ended.out).expect("it is JSON")
    }

    /// Replays masked cases: every one passes, but those whose service derives what no mask foresees.
    fn replay(&self, stage: &Stage, cases: &Path) -> (usize, Vec<String>) {
        let port = shop::free_port();
        let config: [&OsStr; 2] = ["--config".as_ref(), self.settings.as_ref()];
        let replay = retake::replay(stage, cases, port, &config, &self.command(&port.to_string()));
        let failing = replay
            .failing()
            .map(|verdict| format!("{} {}", verdict.entry.split('?').next().unwrap_or(""), verdict.verdict));
        (replay.verdicts.len(), failing.collect())
    }
}

/// Everything that files say, decoded as far as it goes: what is in them as it is, their traces and cases flattened, and what is
/// base64 or hex in those.
fn said(paths: &[&Path]) -> Vec<Vec<u8>> {
    let mut said = Vec::new();
    for path in paths {
        let mut files = Vec::new();
        gather(path, &mut files);
        for file in files {
            let bytes = fs::read(&file).unwrap_or_default();
            if file.extension().is_some_and(|extension| extension == "rtk") {
                for segment in Traffic::open(&file).expect("it is traffic").segments() {
                    let segment = segment.expect("it can be read");
                    said.push(format!("{:?}", segment.header).into_bytes());
                    segment.each(|trace| flatten_trace(&trace, &mut said)).expect("it can be read");
                }
            } else if let Ok(text) = std::str::from_utf8(&bytes) {
                if let Ok(case) = Case::from_text(text) {
                    said.push(format!("{case:?}").into_bytes());
                    case.calls
                        .iter()
                        .flat_map(|call| call.events())
                        .flat_map(|event| event.values())
                        .for_each(|value| flatten(value, &mut said));
                    case.calls.iter().flat_map(|call| &call.streams).for_each(|(_, value)| flatten(value, &mut said));
                    for exchange in case.calls.iter().filter_map(|call| call.entry.exchange()) {
                        said.push(exchange.request.body.clone());
                        said.extend(exchange.response.iter().map(|response| response.body.clone()));
                    }
                }
                if let Ok(boot) = Boot::from_text(text) {
                    boot.events.iter().flat_map(|event| event.values()).for_each(|value| flatten(value, &mut said));
                }
            }
            said.push(file.display().to_string().into_bytes());
            said.push(bytes);
        }
    }
    said
}

fn gather(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| gather(&entry.path(), files)),
        Err(_) => files.push(path.to_owned()),
    }
}

fn flatten_trace(trace: &Trace, said: &mut Vec<Vec<u8>>) {
    said.push(format!("{trace:?}").into_bytes());
    if let Some(exchange) = trace.entry.as_ref().and_then(|entry| entry.exchange()) {
        said.push(exchange.request.body.clone());
        said.extend(exchange.response.iter().map(|response| response.body.clone()));
    }
    trace
        .branches
        .iter()
        .flat_map(|branch| &branch.events)
        .flat_map(|event| event.values())
        .for_each(|value| flatten(value, said));
    trace.streams.iter().for_each(|(_, value)| flatten(value, said));
}

fn flatten(value: &Value, said: &mut Vec<Vec<u8>>) {
    value.walk(&mut |value| match value {
        Value::Text(text) => said.push(text.clone().into_bytes()),
        Value::Bytes(bytes) => said.push(bytes.clone()),
        Value::Int(number) => said.push(number.to_string().into_bytes()),
        Value::List(items) => {
            // Letters one by one, and pieces one after the other.
            let letters = items
                .iter()
                .filter_map(|item| if let Value::Int(unit) = item { u32::try_from(*unit).ok() } else { None });
            said.push(letters.filter_map(char::from_u32).collect::<String>().into_bytes());
            let mut joined = Vec::new();
            for item in items {
                match item {
                    Value::Bytes(bytes) => joined.extend(bytes),
                    Value::Text(text) => joined.extend(text.bytes()),
                    _ => {}
                }
            }
            said.push(joined);
        }
        _ => {}
    });
}

/// All renderings of a value that are looked for, in small letters.
fn renderings(value: &str) -> Vec<Vec<u8>> {
    let mut plain = vec![value.to_owned(), value.replace('+', "%2b").replace('@', "%40")];
    if value.chars().filter(char::is_ascii_digit).count() >= 8 {
        plain.push(value.chars().filter(char::is_ascii_alphanumeric).collect());
    }
    let mut all = Vec::new();
    for text in plain {
        all.push(text.to_lowercase().into_bytes());
        all.push(text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>().into_bytes());
        all.push(text.encode_utf16().flat_map(u16::to_be_bytes).map(|byte| byte.to_ascii_lowercase()).collect());
        all.push(text.encode_utf16().flat_map(u16::to_le_bytes).map(|byte| byte.to_ascii_lowercase()).collect());
        for shift in 0..3 {
            // What base64 makes of it wherever it begins, without the letters that its neighbours have a share in.
            let padded = ["x".repeat(shift), text.clone()].concat();
            let packed = base64(padded.as_bytes());
            let (from, to) = ((shift * 4).div_ceil(3), packed.len() - if padded.len() % 3 == 0 { 0 } else { 4 });
            if to > from + 6 {
                all.push(packed[from..to].to_lowercase().into_bytes());
            }
        }
    }
    all
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

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    let Some(first) = needle.first() else { return false };
    let mut rest = haystack;
    while let Some(at) = rest.iter().position(|byte| byte == first) {
        if rest[at..].starts_with(needle) {
            return true;
        }
        rest = &rest[at + 1..];
    }
    false
}

/// Which of the sensitive values are in what was said.
fn found(customers: &[Customer], said: &[Vec<u8>]) -> Vec<String> {
    let small: Vec<Vec<u8>> = said.iter().map(|text| text.to_ascii_lowercase()).collect();
    let mut found = Vec::new();
    for (number, customer) in customers.iter().enumerate() {
        for (name, value) in &customer.sensitive {
            let seen = renderings(value).iter().any(|form| small.iter().any(|text| contains(text, form)));
            if seen {
                found.push(format!("{name} of customer {number}: {value}"));
            }
        }
    }
    found
}

/// How many harmless values are not there any more.
fn changed(customers: &[Customer], said: &[Vec<u8>]) -> Vec<String> {
    let harmless = customers.iter().flat_map(|customer| [customer.order.clone(), customer.note.clone()]);
    let fixed = [
        "theme=dark",
        "page=2",
        "INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?)",
        "no way in for Bearer ",
        "\\\"count\\\":3",
    ];
    harmless
        .chain(fixed.map(str::to_owned))
        .filter(|value| !said.iter().any(|text| contains(text, value.as_bytes())))
        .collect()
}

#[test]
fn no_secret_is_in_any_file() {
    let stage = Stage::new();
    let mut random = Random::new(5);
    let customers: Vec<Customer> = (0..CUSTOMERS).map(|number| Customer::make(&mut random, number)).collect();
    let planted: usize = customers.iter().map(|customer| customer.sensitive.len()).sum();
    assert!(planted >= 200);
    let program = Program::new(&stage, &customers);

    // Masked when cases are made: the traffic has everything, which shows that the search finds it.
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    program.record(&stage, &customers, &traffic, &[]);
    let clear = found(&customers, &said(&[&traffic]));
    assert_eq!(clear.len(), planted, "the search does not find what is there");
    let made = program.cases(&stage, &traffic, &cases, &program.mask());
    assert_eq!(made["cases"], CUSTOMERS + 1, "{made}");
    assert!(made["mask"]["masked"].as_array().is_some_and(|masked| !masked.is_empty()), "{made}");
    let logs: Vec<PathBuf> = fs::read_dir(stage.path("."))
        .expect("it is there")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "out" || extension == "err"))
        .collect();
    let mut places: Vec<&Path> = logs.iter().map(PathBuf::as_path).collect();
    let temporary = stage.path("tmp");
    places.extend([cases.as_path(), temporary.as_path()]);
    check("in cases", &customers, planted, &said(&places));
    let (all, failing) = program.replay(&stage, &cases);
    println!("masked in cases: {} of {all} cases replay; {failing:?}", all - failing.len());
    assert!(failing.iter().all(|case| case.starts_with("POST /last")), "{failing:?}");

    // Masked in the agent: nothing leaves the process.
    fs::remove_file(stage.path("customers.mv.db")).expect("the database was a file");
    let fill = program.command("fill");
    stage.start("fill", &program.jdk.java(), &fill[1..]).wait().expect(0);
    let (traffic, cases) = (stage.path("masked-traffic"), stage.path("masked-cases"));
    program.record(&stage, &customers, &traffic, &program.mask());
    let made = program.cases(&stage, &traffic, &cases, &[]);
    assert_eq!(made["cases"], CUSTOMERS + 1, "{made}");
    check("in the agent", &customers, planted, &said(&[&traffic, &cases, &temporary]));
    let (all, failing) = program.replay(&stage, &cases);
    println!("masked in the agent: {} of {all} cases replay; {failing:?}", all - failing.len());
    assert!(failing.iter().all(|case| case.starts_with("POST /last")), "{failing:?}");
    stage.nothing_left();
}

fn check(how: &str, customers: &[Customer], planted: usize, said: &[Vec<u8>]) {
    let left = found(customers, said);
    let changed = changed(customers, said);
    println!(
        "masked {how}: {} of {planted} sensitive values left, {} harmless values changed",
        left.len(),
        changed.len()
    );
    assert!(left.is_empty(), "{left:#?}");
    assert!(changed.is_empty(), "{changed:#?}");
    assert!(!said.iter().any(|text| contains(text, KEY.as_bytes())), "the key is in a file");
}
