//! Wiring: what frameworks are told about the service in annotations and configuration files, and no instruction says.

pub(crate) mod documents;
pub(crate) mod web;
pub(crate) mod xml;
