//! Flow: how values move, from one body to the whole program.
//!
//! - [`body`] runs a method body on names instead of values: every local variable and stack slot holds the number of
//!   the instruction that made what is in it.
//! - [`local`] turns that into the edges of one method, asking the rules about every call that leaves the application.
//!   [`build`] puts them together, [`steps`] has the instructions, [`transfer`] those calls,
//!   [`functions`] lambdas and method references, [`reflected`] calls by reflection.
//! - [`narrow`] asks which objects a call may be made on, so that it reaches only what those answer with.
//! - [`graph`] puts the methods together.
//! - [`summary`] works out what goes through each method, to a fixed point over the [`circles`] of recursive ones.
//! - [`slice`] asks from where a set of places is reached, with one witness for each answer; [`reach`] asks the
//!   other way round.
//! - [`effects`] tells what a method changes outside itself.
//! - [`refs`] follows references to shared objects.
//! - [`sets`] keeps each list of targets once.
//!
//! A value has two sides. Its *value* is the number, the text, or which object it is; its *content* is what can be
//! reached through it. Putting the time into a list makes the list's content different every time, not the list.
//! Content is shared by all names of an object, so it also flows backwards, from a copy to what it was copied from.

pub(crate) mod body;
mod build;
mod circles;
pub(crate) mod effects;
mod functions;
pub(crate) mod graph;
pub(crate) mod local;
pub(crate) mod narrow;
pub(crate) mod reach;
mod reflected;
pub(crate) mod refs;
mod sets;
pub(crate) mod slice;
mod steps;
pub(crate) mod summary;
mod transfer;

/// A value in a method: an instruction's result, a parameter, a join. [`NIL`] is a constant.
pub(crate) type Node = u32;

/// No value, or one that is the same every time.
pub(crate) const NIL: Node = 0;

/// One side of a value: `2 * node` is its value, `2 * node + 1` its content.
pub(crate) type Side = u32;

/// The value of a node.
pub(crate) fn value(node: Node) -> Side {
    2 * node
}

/// The content of a node.
pub(crate) fn content(node: Node) -> Side {
    2 * node + 1
}

/// The node of a side.
pub(crate) fn node_of(side: Side) -> Node {
    side / 2
}

/// Whether a side is content.
pub(crate) fn is_content(side: Side) -> bool {
    side % 2 == 1
}
