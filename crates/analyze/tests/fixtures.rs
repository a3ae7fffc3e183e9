//! Small programs with the points they must give, one file of Java beside one of expectations.

mod common;

macro_rules! fixtures {
    ($($test:ident: $name:literal,)*) => {
        $(
            #[test]
            fn $test() {
                common::check($name);
            }
        )*
    };
}

fixtures! {
    time: "Time",
    chance: "Chance",
    collections: "Collections",
    fields: "Fields",
    calls: "Calls",
    lambdas: "Lambdas",
    functions: "Functions",
    lazy: "Lazy",
    statics: "Statics",
    web: "Web",
    outside: "Outside",
    known: "Known",
    callbacks: "Callbacks",
    hidden: "Hidden",
    shared: "Shared",
    references: "References",
    reflection: "Reflection",
    receivers: "Receivers",
    identity: "Identity",
    states: "States",
    cursors: "Cursors",
    misses: "Misses",
    excess: "Excess",
}
