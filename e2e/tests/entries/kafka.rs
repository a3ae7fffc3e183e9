//! Listeners of Spring for Apache Kafka and a consumer that polls by itself, with a real broker.

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::process::wait_for;
use retake_e2e::{Running, Stage, jdk, shop};
use retake_model::trace::{Event, Outcome, Trace};
use retake_model::value::Value;

use crate::program::{Program, asked, events, invocation, text, times};

/// How many readings are sent.
const COUNT: usize = 20;

/// What a listener asks that has a producer of its own.
const ASKED: [&str; 3] =
    ["java.lang.System.currentTimeMillis", "org.apache.kafka.clients.producer.KafkaProducer.send", "acknowledge"];

const SETTINGS: &str = "[[entry]]\nmethod = \"readings.Readings$Reader.next\"\nkind = \"poll\"\n";

#[test]
#[ignore = "make proof"]
fn what_kafka_delivers_is_an_entry() {
    let stage = Stage::new();
    let broker = Broker::start(&stage);
    let program = Program { directory: "kafka", class: "readings.Readings", settings: SETTINGS };
    let recorded = program.record_on(&stage, &[format!("-Dbroker=127.0.0.1:{}", broker.port).into()]);
    broker.process.stop();

    let values = recorded.of("kafka readings.Readings$Station.value");
    let mut said: Vec<String> = values.iter().map(|trace| value(trace)).collect();
    said.sort_unstable();
    assert_eq!(said, recorded.said("value "));
    assert_eq!(said.len(), COUNT);

    let records = recorded.of("kafka readings.Readings$Station.record");
    let mut said: Vec<String> = records.iter().map(|trace| record(trace)).collect();
    said.sort_unstable();
    assert_eq!(said, recorded.said("record "));

    // How many come at once is for the broker to say.
    let mut said = Vec::new();
    for trace in recorded.of("kafka readings.Readings$Station.batch") {
        let [records, Value::Handle(_)] = &invocation(trace).args[..] else { panic!("{trace:?}") };
        let [time] = times(trace)[..] else { panic!("{trace:?}") };
        assert_eq!(asked(trace), ASKED);
        said.extend(elements(records).iter().map(|record| format!("batch {} at {time}", reading(record))));
    }
    said.sort_unstable();
    assert_eq!(said, recorded.said("batch "));

    // What was polled is a copy: whoever polled found it whole.
    let mut said = 0;
    for trace in recorded.of("poll readings.Readings$Reader.next") {
        assert_eq!(asked(trace), ["org.apache.kafka.clients.consumer.KafkaConsumer.poll"]);
        let Outcome::Returned(found) = &invocation(trace).outcome else { panic!("{trace:?}") };
        let polled = format!("{:?}", events(trace)[0].outcome);
        for line in elements(found) {
            let Value::Text(line) = line else { panic!("{trace:?}") };
            let (_, reading) = line.split_once(' ').expect("offset and value");
            assert!(polled.contains(&format!("Text({reading:?})")), "{reading} is not in {polled}");
            said += 1;
        }
    }
    assert_eq!(said, COUNT);

    // A container that polls for its listeners is at work; what it polled are the entries.
    let polls = recorded.boot.iter().flat_map(|trace| asked(trace)).filter(|name| name.ends_with(".poll")).count();
    assert_eq!(polls, 0);
}

/// What a listener that gets the value must have said.
fn value(trace: &Trace) -> String {
    let [Value::Text(value), Value::Text(key), Value::Handle(_)] = &invocation(trace).args[..] else {
        panic!("{trace:?}")
    };
    assert_eq!(asked(trace), [ASKED[0], "org.springframework.kafka.core.KafkaTemplate.send", ASKED[2]]);
    let [time] = times(trace)[..] else { panic!("{trace:?}") };
    format!("value {key} {value} at {time} kept at {}", kept(trace, events(trace)[1]))
}

/// What a listener that gets the whole record must have said.
fn record(trace: &Trace) -> String {
    let [record, Value::Handle(_)] = &invocation(trace).args[..] else { panic!("{trace:?}") };
    assert_eq!(asked(trace), ASKED);
    let [time] = times(trace)[..] else { panic!("{trace:?}") };
    let kept = kept(trace, events(trace)[1]);
    format!("record {} at {time} from {} kept at {kept}", reading(record), number(record, "offset"))
}

/// A record in short.
fn reading(record: &Value) -> String {
    format!("{} {}", text(record, "key").expect("it has one"), text(record, "value").expect("it has one"))
}

/// Where the broker keeps what was sent, as the future said that the send gave.
fn kept(trace: &Trace, send: &Event) -> i64 {
    let Outcome::Returned(Value::Handle(future)) = &send.outcome else { panic!("{send:?}") };
    let (_, passed) = trace.streams.iter().find(|(id, _)| *id == future.id).expect("it was followed");
    number(passed, "offset")
}

/// The number in a field, or in one in a field.
fn number(value: &Value, field: &str) -> i64 {
    fn find(value: &Value, field: &str) -> Option<i64> {
        match value {
            Value::Typed { body, .. } => find(body, field),
            Value::List(items) => items.iter().find_map(|item| find(item, field)),
            Value::Record(fields) => fields.iter().find_map(|(name, value)| match value {
                Value::Int(number) if name == field => Some(*number),
                value => find(value, field),
            }),
            _ => None,
        }
    }
    find(value, field).unwrap_or_else(|| panic!("no {field} in {value:?}"))
}

/// The elements of a collection.
fn elements(value: &Value) -> &[Value] {
    match value {
        Value::Typed { body, .. } => elements(body),
        Value::List(items) => items,
        other => panic!("not a collection: {other:?}"),
    }
}

/// A broker in a process of its own, with nothing in it.
struct Broker {
    process: Running,
    port: u16,
}

impl Broker {
    fn start(stage: &Stage) -> Broker {
        let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/kafka/broker.txt");
        let jars = Libraries::of(&list, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries"));
        let path = std::env::join_paths(jars.all()).expect("no path has a colon");
        let (port, controller) = (shop::free_port(), shop::free_port());
        let settings = format!(
            "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:{controller}\n\
             listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}\n\
             advertised.listeners=PLAINTEXT://127.0.0.1:{port}\ncontroller.listener.names=CONTROLLER\n\
             listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT\nlog.dirs={}\n\
             offsets.topic.replication.factor=1\noffsets.topic.num.partitions=1\n\
             transaction.state.log.replication.factor=1\ntransaction.state.log.min.isr=1\n\
             group.initial.rebalance.delay.ms=0\n",
            stage.path("broker").display()
        );
        let settings: PathBuf = stage.write("broker.properties", settings);
        let java = |class: &str, more: &[&str]| {
            let start: [OsString; 4] = ["-Xmx256m".into(), "-cp".into(), path.clone(), class.into()];
            let more = more.iter().map(OsString::from).chain([settings.clone().into()]);
            stage.start("broker", &jdk::oldest().java(), start.into_iter().chain(more))
        };
        java("kafka.tools.StorageTool", &["format", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c"]).wait().expect(0);
        let process = java("kafka.Kafka", &[]);
        let listens = || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok();
        wait_for(|| format!("the broker does not listen:\n{}", process.err()), listens);
        Broker { process, port }
    }
}
