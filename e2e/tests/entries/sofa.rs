//! A provider of SOFARPC, called over Bolt. A program exports it in code, and no file says so.

use retake_model::trace::Outcome;
use retake_model::value::Value;

use crate::program::{Program, invocation, text, times};

#[test]
fn calls_over_bolt_are_entries() {
    let recorded = Program { directory: "sofa", class: "parcels.Parcels", settings: "" }.record_and_replay();
    let sent = recorded.of("sofa parcels.Parcels$Office.send");
    assert_eq!(sent.len(), 3 + 1 + 40);
    let mut said = Vec::new();
    for trace in &sent {
        let [parcel, Value::Float(weight)] = &invocation(trace).args[..] else { panic!("{trace:?}") };
        let to = text(parcel, "to").expect("there is one");
        match &invocation(trace).outcome {
            Outcome::Returned(label) => {
                let [time] = times(trace)[..] else { panic!("{trace:?}") };
                assert_eq!(text(label, "to"), Some(to));
                said.push(format!("{to} at {time}"));
            }
            Outcome::Threw(refused) => {
                assert!(to == "b" && *weight > 31.5);
                assert_eq!(text(refused, "detailMessage"), Some("b is too heavy"));
                said.push("refused: b is too heavy".to_owned());
            }
            other => panic!("{other:?}"),
        }
    }
    said.sort_unstable();
    let heard: Vec<&str> = [recorded.said("a"), recorded.said("c"), recorded.said("refused")].concat();
    assert_eq!(said, heard);
}
