//! Class files: fast reading for analysis, editing and writing for weaving.
