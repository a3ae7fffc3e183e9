//! A service of gRPC: every call is a trace, and what it answers is told to an observer.

use retake_model::trace::{Outcome, Trace};
use retake_model::value::Value;

use crate::program::{Program, Recorded, events, handle_calls, invocation, name_of, times};

#[test]
fn calls_over_grpc_are_entries() {
    let recorded = Program { directory: "grpc", class: "greetings.Greetings", settings: "" }.record_and_replay();
    let greeted = recorded.of("grpc greetings.Greetings$Greeter.greet");
    assert_eq!(greeted.len(), 3 + 1 + 40);
    let mut said = Vec::new();
    for trace in &greeted {
        let [request, Value::Handle(observer)] = &invocation(trace).args[..] else { panic!("{trace:?}") };
        assert_eq!(observer.class, "io.grpc.stub.ServerCallStreamObserver");
        let name = name(request);
        let calls = handle_calls(trace);
        let [time] = times(trace)[..] else {
            // Nobody to greet, so nobody asked for the time.
            assert!(name.is_empty() && calls.len() == 1 && calls[0].starts_with("ServerCallStreamObserver#0.onError("));
            continue;
        };
        said.push(format!("{name} at {time}"));
        assert_eq!(calls.len(), 2, "{calls:?}");
        assert!(
            calls[0].starts_with("ServerCallStreamObserver#0.onNext(")
                && calls[1] == "ServerCallStreamObserver#0.onCompleted()"
        );
    }
    said.sort_unstable();
    let heard: Vec<&str> = [recorded.said("a"), recorded.said("c")].concat();
    assert_eq!(said, heard);
    let [repeated] = recorded.of("grpc greetings.Greetings$Greeter.repeat")[..] else { panic!("{}", recorded.out) };
    let said: Vec<String> = times(repeated).iter().enumerate().map(|(i, time)| format!("b{i} at {time}")).collect();
    assert_eq!(said, recorded.said("b"));
    let methods: Vec<String> =
        handle_calls(repeated).iter().map(|call| call.split('(').next().unwrap_or_default().to_owned()).collect();
    let expected = ["isCancelled", "onNext", "onNext", "onNext", "onCompleted"];
    assert_eq!(methods, expected.map(|method| format!("ServerCallStreamObserver#0.{method}")));
    streams(&recorded);
}

/// What a caller streams belongs to the call: the names as they came, and what was done about each.
fn streams(recorded: &Recorded) {
    let (mut gathered, mut talked) = (Vec::new(), Vec::new());
    for trace in recorded.of("grpc greetings.Greetings$Greeter.gather") {
        let names =
            told(trace, &["told onNext", "told onNext", "told onNext", "told onCompleted", "onNext", "onCompleted"]);
        let [time] = times(trace)[..] else { panic!("{trace:?}") };
        gathered.push(format!("gathered {} at {time}", names.join(" ")));
    }
    let mut all = recorded.of("grpc greetings.Greetings$Greeter.talk");
    // Who leaves ends the call, too.
    let left = all.pop().expect("it was the last");
    let each = ["told onNext", "onNext"];
    assert_eq!(told(left, &[&each[..], &["told onError"]].concat())[0], "f");
    for trace in all {
        let names = told(trace, &[&each[..], &each, &each, &["told onCompleted", "onCompleted"]].concat());
        talked.extend(names.iter().zip(times(trace)).map(|(name, time)| format!("{name} at {time}")));
    }
    for (mut said, heard) in [(gathered, recorded.said("gathered ")), (talked, recorded.said("e"))] {
        said.sort_unstable();
        assert!(!said.is_empty());
        assert_eq!(said, heard);
    }
}

/// The names that a caller told, in order, if these were the calls on both observers: its own and the one that was given back.
fn told(trace: &Trace, expected: &[&str]) -> Vec<String> {
    let Outcome::Returned(Value::Handle(given)) = &invocation(trace).outcome else { panic!("{trace:?}") };
    assert_eq!(given.class, "io.grpc.stub.StreamObserver");
    let (mut names, mut calls) = (Vec::new(), Vec::new());
    for event in events(trace).into_iter().filter(|event| event.target.is_some()) {
        let method = name_of(event);
        if event.target.as_ref() != Some(given) {
            calls.push(method.to_owned());
            continue;
        }
        calls.push(format!("told {method}"));
        names.extend(event.args.iter().filter(|_| method == "onNext").map(name));
    }
    assert_eq!(calls, expected);
    names
}

/// The text in a message of Protocol Buffers, which is recorded as its bytes: a tag, a length, and the text.
fn name(message: &Value) -> String {
    let Value::Typed { class, body } = message else { panic!("{message:?}") };
    assert_eq!(class, "com.google.protobuf.StringValue");
    let Value::Bytes(bytes) = &**body else { panic!("{message:?}") };
    String::from_utf8_lossy(bytes.get(2..).unwrap_or_default()).into_owned()
}
