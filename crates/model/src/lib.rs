//! Values, events, traces, cases and points, and their encoding.
