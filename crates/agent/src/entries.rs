//! Which entries of the points document are recorded as calls of a method.

use retake_model::points::Entry;

/// What a server carries. Its requests are recorded where the server takes them in, with everything around the method.
const OVER_HTTP: &[&str] =
    &["actuator", "graphql", "jax-rs", "jdk-http", "servlet", "spring-messaging", "spring-web", "websocket"];

/// What the service does of its own accord, or calls itself. That is background work, not traffic.
const OWN_ACCORD: &[&str] = &["elastic-job", "event", "main", "power-job", "quartz", "schedule", "timer", "xxl-job"];

/// Whether a framework brings traffic straight to this method.
pub(crate) fn is_method(entry: &Entry) -> bool {
    let kind = entry.kind.as_str();
    !OVER_HTTP.contains(&kind) && !OWN_ACCORD.contains(&kind) && !entry.method.starts_with('<')
}

/// What the runtime is told of it: what calls it, and the method with its class and descriptor.
pub(crate) fn name(entry: &Entry) -> String {
    format!("{} {}.{}{}", entry.kind.replace(' ', "-"), entry.class.replace('/', "."), entry.method, entry.descriptor)
}
