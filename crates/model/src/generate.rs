//! Makes values, events and cases of every shape for tests, the same ones each time.

use crate::case::{Boot, Call, Case, CaseBranch, CaseEvent, Masked, Origin};
use crate::points::{Kind, Write};
use crate::service::Service;
use crate::trace::{
    Branch, Entry, Event, Exchange, Invocation, Outcome, PointName, Request, Response, Scope, Streams, Trace,
};
use crate::value::{Handle, Value};

pub(crate) struct Generate {
    state: u64,
    /// The composite objects of the event so far.
    objects: u32,
}

impl Generate {
    pub(crate) fn new(seed: u64) -> Self {
        Generate { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, objects: 0 }
    }

    pub(crate) fn number(&mut self, below: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 16) % below
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.number(of.len() as u64) as usize].clone()
    }

    fn many<T>(&mut self, below: u64, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.number(below)).map(|_| make(self)).collect()
    }

    pub(crate) fn text(&mut self) -> String {
        self.pick(&["", "total", "@class", "@@id", "é漢😀", "a\nb\t\"\\", "\u{0}\u{1b}\u{202e}\u{feff}", "x y"])
            .to_owned()
    }

    /// A name of a method, mostly one of a few; some are too long to be listed.
    fn name(&mut self) -> String {
        match self.number(4) {
            0 => self.text(),
            1 => self.pick(&["next()Z", "java.sql.ResultSet"]).to_owned(),
            2 => format!("get{}(I)I", self.number(40)),
            _ => "n".repeat(1000 + self.number(50) as usize),
        }
    }

    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let some: [&[u8]; 8] = [
            b"",
            b"plain\ntext",
            b"\xff\xfe\0",
            b"{\"a\":12.50,\"@b\":[1,{}]}",
            b"{ \"spaced\": 1 }",
            b"[1,\"\\u0041\"]",
            b"12.50",
            b"\xef\xbb\xbfbom",
        ];
        self.pick(&some).to_owned()
    }

    fn handle(&mut self) -> Handle {
        let class = self.pick(&["java.sql.Connection", "java.sql.ResultSet"]).to_owned();
        Handle { id: self.number(9) as u32, boot: self.number(2) == 0, class }
    }

    pub(crate) fn value(&mut self, depth: u32) -> Value {
        let kinds = if depth == 0 { 9 } else { 14 };
        match self.number(kinds) {
            0 => Value::Null,
            1 => Value::Bool(self.number(2) == 0),
            2 => Value::Int(self.pick(&[0, -1, 23, 24, 255, 256, 65_536, i64::MAX, i64::MIN])),
            3 => Value::Float(self.pick(&[
                0.0,
                -0.0,
                1.0,
                12.5,
                1e300,
                5e-324,
                f64::MAX,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN,
                f64::from_bits(0xfff0_0000_0000_0001),
            ])),
            4 => Value::Text(self.text()),
            5 => Value::Bytes(self.bytes()),
            6 => Value::Handle(self.handle()),
            7 => Value::Opaque { class: "a.B$$Lambda/0x1".to_owned(), reason: self.text() },
            8 if self.objects > 0 => Value::Ref(self.number(u64::from(self.objects)) as u32),
            8 => Value::Int(8),
            9 => Value::List(self.many(4, |generate| generate.value(depth - 1))),
            10 => Value::Record(self.many(4, |generate| (generate.text(), generate.value(depth - 1)))),
            11 => {
                self.objects += 1;
                let fields = self.many(4, |generate| (generate.text(), generate.value(depth - 1)));
                Value::Typed { class: "shop.Order".to_owned(), body: Box::new(Value::Record(fields)) }
            }
            12 => {
                self.objects += 1;
                let items = self.many(4, |generate| generate.value(depth - 1));
                Value::Typed { class: "java.util.ArrayList".to_owned(), body: Box::new(Value::List(items)) }
            }
            _ => {
                let before = self.objects;
                let body = match self.value(depth - 1) {
                    // With such a body the object itself would have been counted before what is in it.
                    Value::Record(_) | Value::List(_) => {
                        self.objects = before;
                        Value::Text("12.50".to_owned())
                    }
                    other => other,
                };
                Value::Typed { class: "java.math.BigDecimal".to_owned(), body: Box::new(body) }
            }
        }
    }

    fn question(&mut self) -> (Option<Handle>, Vec<Value>, Outcome) {
        self.objects = 0;
        let target = (self.number(2) == 0).then(|| self.handle());
        let args = self.many(4, |generate| generate.value(3));
        let outcome = match self.number(8) {
            0 => Outcome::Answered,
            1 => Outcome::Unfinished,
            2 => Outcome::Threw(self.value(3)),
            _ => Outcome::Returned(self.value(4)),
        };
        (target, args, outcome)
    }

    pub(crate) fn entry(&mut self) -> Entry {
        match self.number(3) {
            0 => {
                let (_, args, outcome) = self.question();
                let operation = "shop.Greeter.hello(Ljava/lang/String;)V".to_owned();
                Entry::Method(Invocation { kind: "grpc".to_owned(), operation, args, outcome })
            }
            _ => Entry::Http(self.exchange()),
        }
    }

    fn exchange(&mut self) -> Exchange {
        let headers = |generate: &mut Self| generate.many(3, |generate| (generate.text(), generate.text()));
        Exchange {
            request: Request {
                method: "GET".to_owned(),
                target: self.text(),
                headers: headers(self),
                body: self.bytes(),
            },
            response: (self.number(4) > 0).then(|| Response {
                status: self.pick(&[200, 404, 0, 65_535]),
                headers: headers(self),
                body: self.bytes(),
            }),
        }
    }

    fn case_event(&mut self) -> CaseEvent {
        let (target, args, outcome) = self.question();
        CaseEvent {
            dependency: self.text(),
            kind: self.pick(&Kind::ALL),
            target,
            args,
            outcome,
            results: (self.number(4) == 0).then(|| self.number(9) as u32),
            writes: self.many(3, |generate| {
                let to = generate.pick(&[Write::Argument { index: 1 }, Write::Receiver]);
                (to, generate.value(3))
            }),
            at: (self.number(2) == 0).then(|| self.text()),
        }
    }

    fn streams(&mut self) -> Streams {
        self.many(3, |generate| {
            // What passes through a stream counts its objects by itself.
            generate.objects = 0;
            (generate.number(5) as u32, generate.value(3))
        })
    }

    pub(crate) fn case(&mut self) -> Case {
        let mut calls = self.many(3, |generate| Call {
            start: generate.number(5) as u32,
            end: u32::MAX,
            entry: generate.entry(),
            branches: generate.many(3, |generate| CaseBranch {
                path: generate.many(3, |generate| generate.number(3) as u32),
                bag: generate.number(4) == 0,
                events: generate.many(4, Self::case_event),
            }),
            streams: generate.streams(),
        });
        calls.push(Call { entry: self.entry(), ..Call::default() });
        Case {
            id: "get-orders-3f9a12c4".to_owned(),
            tags: self.many(3, Self::text),
            origin: self.origin(),
            recorded: self.pick(&[0, -1, 1_767_225_599_999, i64::MAX, i64::MIN]),
            boot: (self.number(2) == 0).then(|| "boot".to_owned()),
            masked: (self.number(2) == 0)
                .then(|| Masked { key: "3f9a12c4".to_owned(), rules: self.many(2, Self::text) }),
            calls,
        }
    }

    fn origin(&mut self) -> Origin {
        let service = |generate: &mut Self| Service {
            packages: generate.many(3, Self::text),
            starts: generate.many(2, Self::text),
            build: generate.text(),
        };
        Origin {
            service: (self.number(2) == 0).then(|| service(self)),
            behaviour: self.text(),
            seen: self.pick(&[0, 1, u64::MAX]),
        }
    }

    pub(crate) fn boot(&mut self) -> Boot {
        Boot { recorded: 7, events: self.many(5, Self::case_event), streams: self.streams() }
    }

    pub(crate) fn trace(&mut self) -> Trace {
        Trace {
            id: self.number(1 << 40),
            run: (self.number(2) == 0).then(|| self.text()),
            scope: self.pick(&[Scope::Boot, Scope::Request]),
            started: self.pick(&[0, -5, 1_767_225_599_999]),
            entry: (self.number(3) > 0).then(|| self.entry()),
            branches: self.many(3, |generate| Branch {
                path: generate.many(3, |generate| generate.number(70_000) as u32),
                bag: generate.number(4) == 0,
                events: generate.many(4, |generate| {
                    let (target, args, outcome) = generate.question();
                    let point = match generate.number(2) {
                        0 => PointName::Id(generate.number(300) as u32),
                        _ => PointName::Name(generate.name()),
                    };
                    Event {
                        point,
                        of: target.as_ref().filter(|_| generate.number(3) == 0).map(|_| generate.name()),
                        target,
                        args,
                        outcome,
                        results: (generate.number(4) == 0).then(|| generate.number(9) as u32),
                        writes: generate.many(3, |generate| (generate.number(3) as u32, generate.value(3))),
                        at: generate.number(1 << 33),
                        took: generate.number(1 << 33),
                        thread: generate.number(3) as u32,
                        place: (generate.number(3) == 0).then(|| generate.text()),
                    }
                }),
            }),
            threads: self.many(3, Self::text),
            streams: self.streams(),
            incomplete: self.many(2, Self::text),
        }
    }
}
