//! The JVMTI edge.
