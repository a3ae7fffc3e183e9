//! A listener of Spring AMQP, with a broker that speaks what RabbitMQ speaks.

use retake_model::trace::Event;
use retake_model::value::Value;

use crate::program::{Program, asked, events, invocation, times};

const CONSUME: &str = "com.rabbitmq.client.Channel.basicConsume";
const DECLARE: &str = "com.rabbitmq.client.Channel.queueDeclare";

#[test]
#[ignore = "make proof"]
fn what_a_broker_delivers_is_an_entry() {
    let recorded = Program { directory: "rabbit", class: "letters.Letters", settings: "" }.record();
    let taken = recorded.of("rabbit letters.Letters$Box.take");
    assert_eq!(taken.len(), 40);
    let mut said = Vec::new();
    for trace in &taken {
        let [Value::Text(letter), Value::Handle(channel), Value::Int(tag)] = &invocation(trace).args[..] else {
            panic!("{trace:?}")
        };
        assert_eq!(channel.class, "com.rabbitmq.client.Channel");
        let [time] = times(trace)[..] else { panic!("{trace:?}") };
        said.push(format!("{letter} at {time}"));
        // The time was asked for, a receipt published, and the letter acknowledged.
        let args: Vec<&[Value]> = events(trace).iter().map(|event: &&Event| &event.args[..]).collect();
        let [[], [_, Value::Text(queue), ..], [Value::Int(acknowledged), Value::Bool(false)]] = args[..] else {
            panic!("{trace:?}")
        };
        assert_eq!((queue.as_str(), acknowledged), ("receipts", tag));
    }
    // Outside of requests a channel is recorded as far as a double of it could be asked. What the client does with its own
    // channels is nobody's question.
    let boot: Vec<&str> = recorded.boot.iter().flat_map(asked).collect();
    assert!([CONSUME, DECLARE].iter().all(|name| boot.contains(name)), "{boot:?}");
    assert!(!boot.contains(&"processAsync") && !boot.contains(&"processControlCommand"), "{boot:?}");
    said.sort_unstable();
    assert_eq!(said, recorded.said("a").into_iter().filter(|line| line.contains(" at ")).collect::<Vec<_>>());
}
