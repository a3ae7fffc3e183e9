package sample;

import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.trace.Span;

class Traces {
    void telemetry(io.opentelemetry.api.trace.Tracer tracer) {
        Span span = tracer.spanBuilder("work").startSpan();
        span.setAttribute("at", System.currentTimeMillis());
        span.end();
    }

    String telemetryId() {
        return Span.current().getSpanContext().getTraceId();
    }

    void brave(brave.Tracer tracer) {
        tracer.nextSpan().tag("at", "" + System.currentTimeMillis()).start().finish();
    }

    String braveId(brave.Tracer tracer) {
        return tracer.currentSpan().context().traceIdString();
    }

    String micrometerId(Tracer tracer) {
        return tracer.currentSpan().context().traceId();
    }

    String sleuthId(org.springframework.cloud.sleuth.Tracer tracer) {
        return tracer.currentSpan().context().spanId();
    }

    String openTracingId(io.opentracing.Span span) {
        span.setTag("at", System.currentTimeMillis());
        return span.context().toTraceId();
    }
}
