//! A provider of Dubbo, called over Dubbo's own protocol.

use retake_model::trace::Outcome;
use retake_model::value::Value;

use crate::program::{Program, invocation, text, times};

#[test]
#[ignore = "make proof"]
fn calls_over_dubbo_are_entries() {
    let recorded = Program { directory: "dubbo", class: "rooms.Rooms", settings: "" }.record_and_replay();
    let booked = recorded.of("dubbo rooms.Rooms$Hotel.book");
    assert_eq!(booked.len(), 3 + 1 + 40);
    let mut said = Vec::new();
    for trace in &booked {
        let [request, Value::Int(nights)] = &invocation(trace).args[..] else { panic!("{trace:?}") };
        let guest = text(request, "guest").expect("there is one");
        match &invocation(trace).outcome {
            Outcome::Returned(receipt) => {
                let [time] = times(trace)[..] else { panic!("{trace:?}") };
                assert_eq!(text(receipt, "guest"), Some(guest));
                said.push(format!("{guest} at {time}"));
            }
            Outcome::Threw(full) => {
                assert_eq!((guest, *nights), ("b", 31));
                assert_eq!(text(full, "detailMessage"), Some("b stays too long"));
                said.push("refused: b stays too long".to_owned());
            }
            other => panic!("{other:?}"),
        }
    }
    said.sort_unstable();
    let heard: Vec<&str> = [recorded.said("a"), recorded.said("c"), recorded.said("refused")].concat();
    assert_eq!(said, heard);
    let [free] = recorded.of("dubbo rooms.Rooms$Hotel.free")[..] else { panic!("{}", recorded.out) };
    assert_eq!(times(free).len(), 1);
}
