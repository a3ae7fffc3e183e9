//! A case and an event in, an answer out; a case and a trace in, a verdict out.
