//! A program before it is text: which pieces, in which order. Anything can be taken out of it and it is still one, which
//! is what makes a failing program small.

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its package.
    pub name: String,
    /// What it keeps from call to call: numbers of pieces, and the type of value.
    pub states: Vec<(usize, String)>,
    /// Its methods; one calls only those before it.
    pub methods: Vec<Method>,
}

/// A method: values that come from somewhere, go through pieces and end somewhere; the last one's end returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// The values.
    pub lanes: Vec<Lane>,
    /// The number it is called by, which stays when others are taken out.
    pub number: usize,
}

/// One value's way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Where it comes from.
    pub from: From,
    /// What it goes through.
    pub steps: Vec<Step>,
    /// Where it ends.
    pub end: End,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum From {
    /// A source, by its number.
    Source(usize),
    /// A state of the program.
    State(usize),
    /// The result of a method, by its number.
    Method(usize),
}

/// What a value goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A carrier, by its number.
    Carrier(usize),
    /// A frame, and what is inside it.
    Frame(usize, Vec<Step>),
    /// A method of the program that takes the value as its argument, by its number.
    Method(usize),
}

/// Where a value ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// In a return.
    Return(usize),
    /// Somewhere on the way.
    Drop(usize),
    /// In a state of the program.
    State(usize),
}
