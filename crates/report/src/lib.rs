//! One stream of events to terminal and JSON.
