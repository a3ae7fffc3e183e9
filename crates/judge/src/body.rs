//! Bodies.
