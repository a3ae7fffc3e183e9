//! No panic may cross into the JVM: that would end the service.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Has panics told in the log alone: the service's output belongs to the service.
pub(crate) fn keep_quiet() {
    std::panic::set_hook(Box::new(|panic| match panic.location() {
        // What it says may have a part of the trace in it.
        Some(place) if crate::mask::is_busy() => crate::log::line(&format!("a trace could not be masked: {place}")),
        _ => crate::log::line(&panic.to_string()),
    }));
}

/// Runs `body`; a panic is logged and answered with `otherwise`.
pub(crate) fn fence<T>(what: &str, otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        crate::log::line(&format!("{what} failed and was passed over: {text}"));
        otherwise
    })
}
