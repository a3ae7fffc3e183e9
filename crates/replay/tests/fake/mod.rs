//! A service with an agent in it, both made up: it speaks the agent's side of the line, and does to each request what
//! the request's path asks for.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retake_model::case::{Boot, Call};
use retake_model::cbor::{Reader, Writer};
use retake_model::channel::{self, BOOT, CASE, HELLO, NOTE, OBSERVED, TAKEN};
use retake_model::trace::{Branch, Entry, Event, Exchange, Outcome, PointName, Response, Trace};

/// Where the service listens; set in the environment of the process that is the service.
pub(crate) const PORT: &str = "FAKE_SERVICE_PORT";
/// Where the agent calls in.
pub(crate) const SOCKET: &str = "FAKE_SERVICE_SOCKET";
/// What the agent calls itself.
pub(crate) const VERSION: &str = "FAKE_SERVICE_VERSION";

struct Service {
    line: Mutex<UnixStream>,
    cases: Mutex<HashMap<String, Exchange>>,
    /// How many requests are inside at this moment, and how many were at most.
    inside: Mutex<(usize, usize)>,
}

/// Runs until it is killed.
pub(crate) fn serve() {
    let variable = |name| std::env::var(name).expect("the test sets it");
    let mut line = UnixStream::connect(variable(SOCKET)).expect("the command listens");
    channel::send(&mut line, HELLO, variable(VERSION).as_bytes()).expect("it takes it");
    let (kind, boot) = channel::receive(&mut line).expect("it answers");
    assert_eq!(kind, BOOT);
    Boot::from_text(std::str::from_utf8(&boot).expect("text")).expect("a boot document");
    let listener = TcpListener::bind(format!("127.0.0.1:{}", variable(PORT))).expect("the port is free");
    let mut incoming = line.try_clone().expect("a socket");
    let service = Arc::new(Service { line: Mutex::new(line), cases: Mutex::default(), inside: Mutex::default() });
    let taking = Arc::clone(&service);
    std::thread::spawn(move || {
        while let Ok((CASE, message)) = channel::receive(&mut incoming) {
            taking.take(&message);
        }
        std::process::exit(0);
    });
    for stream in listener.incoming().flatten() {
        let service = Arc::clone(&service);
        std::thread::spawn(move || while service.request(&stream) {});
    }
}

impl Service {
    fn say(&self, kind: u8, payload: &[u8]) {
        channel::send(&mut *self.line.lock().expect("no panic"), kind, payload).expect("the command listens");
    }

    fn take(&self, message: &[u8]) {
        let end = message.iter().position(|&byte| byte == 0).expect("two parts");
        let (name, call) = (&message[..end], &message[end + 1..]);
        let call = Call::decode(&mut Reader::new(call)).expect("a call");
        let run = std::str::from_utf8(name).expect("text").to_owned();
        self.cases.lock().expect("no panic").insert(run, call.entry.exchange().expect("over HTTP").clone());
        self.say(TAKEN, name);
    }

    /// One request; whether the connection stays open.
    fn request(&self, stream: &TcpStream) -> bool {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        if reader.read_line(&mut line).is_err() || line.is_empty() {
            return false;
        }
        let path = line.split(' ').nth(1).expect("a target").to_owned();
        let (mut run, mut length) = (None, 0);
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).expect("a header");
            let Some((name, value)) = header.trim().split_once(": ") else { break };
            match name.to_ascii_lowercase().as_str() {
                "retake-run" => run = Some(value.to_owned()),
                "content-length" => length = value.parse().expect("a number"),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("the body");
        let Some(run) = run else { return answer(stream, 200, b"ready") };
        let entry = self.cases.lock().expect("no panic").remove(&run).expect("the case came before the request");
        assert_eq!(entry.request.body, body, "the body is the recorded one");
        self.act(stream, &path, run, entry)
    }

    fn act(&self, stream: &TcpStream, path: &str, run: String, entry: Exchange) -> bool {
        let mut response = entry.response.clone().expect("recorded");
        match path {
            "/crash" => std::process::exit(7),
            "/hang" => std::thread::sleep(Duration::from_secs(60)),
            "/close" => return false,
            "/silent" => return answer(stream, response.status, &response.body),
            "/status" => response.status = 500,
            "/note" => self.say(NOTE, b"something to know"),
            "/together" => response.body = self.together().to_string().into_bytes(),
            _ => {}
        }
        let asked = if path == "/asks" { vec![question()] } else { Vec::new() };
        self.observe(run, &entry, response.clone(), asked);
        answer(stream, response.status, &response.body) && path != "/closes-after"
    }

    /// Waits a moment for company, and says how many requests were inside at most.
    fn together(&self) -> usize {
        let mut inside = self.inside.lock().expect("no panic");
        inside.0 += 1;
        inside.1 = inside.1.max(inside.0);
        drop(inside);
        for _ in 0..100 {
            if self.inside.lock().expect("no panic").1 >= 2 {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut inside = self.inside.lock().expect("no panic");
        inside.0 -= 1;
        inside.1
    }

    fn observe(&self, run: String, entry: &Exchange, response: Response, events: Vec<Event>) {
        let trace = Trace {
            run: Some(run),
            entry: Some(Entry::Http(Exchange { response: Some(response), ..entry.clone() })),
            branches: vec![Branch { events, ..Branch::default() }],
            ..Trace::default()
        };
        let mut writer = Writer::default();
        trace.encode(&mut writer);
        self.say(OBSERVED, &writer.bytes);
    }
}

/// Something that no case has recorded.
fn question() -> Event {
    Event {
        point: PointName::Name("shop.Rates.of()J".to_owned()),
        target: None,
        of: None,
        args: Vec::new(),
        outcome: Outcome::Answered,
        results: None,
        writes: Vec::new(),
        at: 0,
        took: 0,
        thread: 0,
        place: None,
    }
}

fn answer(mut stream: &TcpStream, status: u16, body: &[u8]) -> bool {
    let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(&[head.as_bytes(), body].concat()).is_ok()
}
