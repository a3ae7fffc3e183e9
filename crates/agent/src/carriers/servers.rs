//! Where servers take requests in, come back to them, let bodies pass and are done; and where they hand work to other threads
//! in a way of their own. Names and descriptors are those of several releases: what a release has not got is not woven.

use retake_weave::Place;

use super::Carrier;
use crate::plan::HookKind;

const TOMCAT: &str = "tomcat";
const TOMCAT_ADAPTER: &str = "org/apache/catalina/connector/CoyoteAdapter";
const TOMCAT_SERVICE: &str = "(Lorg/apache/coyote/Request;Lorg/apache/coyote/Response;)V";
const TOMCAT_AGAIN: &str =
    "(Lorg/apache/coyote/Request;Lorg/apache/coyote/Response;Lorg/apache/tomcat/util/net/SocketEvent;)Z";
const TOMCAT_READ: &str = "(Lorg/apache/tomcat/util/net/ApplicationBufferHandler;)I";
const TOMCAT_ASYNC: &str = "org/apache/catalina/core/AsyncContextImpl";
const TOMCAT_ENDPOINT: &str = "org/apache/tomcat/util/net/AbstractEndpoint";
const TOMCAT_SOCKET: &str =
    "(Lorg/apache/tomcat/util/net/SocketWrapperBase;Lorg/apache/tomcat/util/net/SocketEvent;Z)Z";
const WRAPPER: &str = "org/apache/catalina/core/StandardWrapper";

const JDK: &str = "jdk";
const EXCHANGE: &str = "(Lcom/sun/net/httpserver/HttpExchange;)V";
const SINK: &str = "sun/net/httpserver/PlaceholderOutputStream";
const SOURCE: &str = "sun/net/httpserver/LeftOverInputStream";

const JETTY: &str = "jetty";
const CHANNEL: &str = "org/eclipse/jetty/server/HttpChannel";
const SEND: &str =
    "(Lorg/eclipse/jetty/http/MetaData$Response;Ljava/nio/ByteBuffer;ZLorg/eclipse/jetty/util/Callback;)Z";
const SCHEDULE: &str = "scheduleDispatch";
const HOLDER: &str = "initServlet";

const JETTY_12: &str = "jetty-12";
const HANDLE: &str =
    "(Lorg/eclipse/jetty/server/Request;Lorg/eclipse/jetty/server/Response;Lorg/eclipse/jetty/util/Callback;)Z";
const WRITE: &str = "(ZLjava/nio/ByteBuffer;Lorg/eclipse/jetty/util/Callback;)V";
const COMPLETE_STREAM: &str = "(Lorg/eclipse/jetty/server/HttpStream;Ljava/lang/Throwable;)V";

const UNDERTOW: &str = "undertow";
const CONNECTORS: &str = "io/undertow/server/Connectors";
const ROOT: &str = "(Lio/undertow/server/HttpHandler;Lio/undertow/server/HttpServerExchange;)V";
const SINK_CHANNEL: &str = "io/undertow/channels/DetachableStreamSinkChannel";
const SOURCE_CHANNEL: &str = "io/undertow/channels/DetachableStreamSourceChannel";
const UNDERTOW_ASYNC: &str = "io/undertow/servlet/spec/AsyncContextImpl";
const UNDERTOW_CONTEXT: &str = "io/undertow/servlet/spec/ServletContextImpl";
const BUFFER: &str = "(Ljava/nio/ByteBuffer;)I";
const BUFFERS: &str = "([Ljava/nio/ByteBuffer;)J";
const SOME_BUFFERS: &str = "([Ljava/nio/ByteBuffer;II)J";

const RUNNABLE: &str = "(Ljava/lang/Runnable;)V";

/// Hooks around bodies.
const BODIES: &[(&str, &str, &str, HookKind, &str)] = &[
    (TOMCAT_ADAPTER, "service", TOMCAT_SERVICE, HookKind::Entry, TOMCAT),
    (TOMCAT_ADAPTER, "asyncDispatch", TOMCAT_AGAIN, HookKind::Again, TOMCAT),
    (TOMCAT_ASYNC, "fireOnComplete", "()V", HookKind::Again, TOMCAT),
    (TOMCAT_ASYNC, "start", RUNNABLE, HookKind::Relay, TOMCAT),
    (TOMCAT_ENDPOINT, "processSocket", TOMCAT_SOCKET, HookKind::Boot, TOMCAT),
    ("org/apache/coyote/Request", "doRead", TOMCAT_READ, HookKind::BodyIn, TOMCAT),
    ("org/apache/coyote/Response", "doWrite", "(Ljava/nio/ByteBuffer;)V", HookKind::BodyOut, TOMCAT),
    (WRAPPER, "loadServlet", "()Ljakarta/servlet/Servlet;", HookKind::Boot, TOMCAT),
    (WRAPPER, "loadServlet", "()Ljavax/servlet/Servlet;", HookKind::Boot, TOMCAT),
    ("com/sun/net/httpserver/Filter$Chain", "doFilter", EXCHANGE, HookKind::Entry, JDK),
    (SINK, "write", "(I)V", HookKind::BodyOut, JDK),
    (SINK, "write", "([B)V", HookKind::BodyOut, JDK),
    (SINK, "write", "([BII)V", HookKind::BodyOut, JDK),
    (SOURCE, "read", "()I", HookKind::BodyIn, JDK),
    (SOURCE, "read", "([BII)I", HookKind::BodyIn, JDK),
    (CHANNEL, "handle", "()Z", HookKind::Entry, JETTY),
    (CHANNEL, "onCompleted", "()V", HookKind::Complete, JETTY),
    (CHANNEL, "sendResponse", SEND, HookKind::BodyOut, JETTY),
    ("org/eclipse/jetty/server/HttpInput", "read", "([BII)I", HookKind::BodyIn, JETTY),
    ("org/eclipse/jetty/server/HttpChannelState", SCHEDULE, "()V", HookKind::Boot, JETTY),
    ("org/eclipse/jetty/server/AsyncContextState$1", "run", "()V", HookKind::Adopt, JETTY),
    ("org/eclipse/jetty/servlet/ServletHolder", HOLDER, "()V", HookKind::Boot, JETTY),
    ("org/eclipse/jetty/server/Server", "handle", HANDLE, HookKind::Entry, JETTY_12),
    (
        "org/eclipse/jetty/server/internal/HttpChannelState$ChannelRequest",
        "read",
        "()Lorg/eclipse/jetty/io/Content$Chunk;",
        HookKind::BodyIn,
        JETTY_12,
    ),
    ("org/eclipse/jetty/server/internal/HttpChannelState$ChannelResponse", "write", WRITE, HookKind::BodyOut, JETTY_12),
    (
        "org/eclipse/jetty/server/internal/HttpChannelState$HandlerInvoker",
        "completeStream",
        COMPLETE_STREAM,
        HookKind::Complete,
        JETTY_12,
    ),
    ("io/undertow/server/HttpServerExchange", "invokeExchangeCompleteListeners", "()V", HookKind::Complete, UNDERTOW),
    (SINK_CHANNEL, "write", BUFFER, HookKind::BodyOut, UNDERTOW),
    (SINK_CHANNEL, "write", BUFFERS, HookKind::BodyOut, UNDERTOW),
    (SINK_CHANNEL, "write", SOME_BUFFERS, HookKind::BodyOut, UNDERTOW),
    (SINK_CHANNEL, "writeFinal", BUFFER, HookKind::BodyOut, UNDERTOW),
    (SINK_CHANNEL, "writeFinal", BUFFERS, HookKind::BodyOut, UNDERTOW),
    (SINK_CHANNEL, "writeFinal", SOME_BUFFERS, HookKind::BodyOut, UNDERTOW),
    (SINK_CHANNEL, "transferFrom", "(Ljava/nio/channels/FileChannel;JJ)J", HookKind::BodyOut, UNDERTOW),
    (
        SINK_CHANNEL,
        "transferFrom",
        "(Lorg/xnio/channels/StreamSourceChannel;JLjava/nio/ByteBuffer;)J",
        HookKind::BodyOut,
        UNDERTOW,
    ),
    (SOURCE_CHANNEL, "read", BUFFER, HookKind::BodyIn, UNDERTOW),
    (SOURCE_CHANNEL, "read", BUFFERS, HookKind::BodyIn, UNDERTOW),
    (SOURCE_CHANNEL, "read", SOME_BUFFERS, HookKind::BodyIn, UNDERTOW),
    (SOURCE_CHANNEL, "transferTo", "(JJLjava/nio/channels/FileChannel;)J", HookKind::BodyIn, UNDERTOW),
    (
        SOURCE_CHANNEL,
        "transferTo",
        "(JLjava/nio/ByteBuffer;Lorg/xnio/channels/StreamSinkChannel;)J",
        HookKind::BodyIn,
        UNDERTOW,
    ),
    (UNDERTOW_ASYNC, "onAsyncComplete", "()V", HookKind::Again, UNDERTOW),
    (UNDERTOW_ASYNC, "onAsyncTimeout", "()V", HookKind::Again, UNDERTOW),
    (UNDERTOW_ASYNC, "onAsyncError", "(Ljava/lang/Throwable;)V", HookKind::Again, UNDERTOW),
    (UNDERTOW_ASYNC, "processAsyncTask", "()V", HookKind::Boot, UNDERTOW),
    ("io/undertow/servlet/spec/AsyncContextImpl$4", "run", "()V", HookKind::Adopt, UNDERTOW),
    (
        UNDERTOW_CONTEXT,
        "invokeOnWritePossible",
        "(Lio/undertow/server/HttpServerExchange;Ljakarta/servlet/WriteListener;)V",
        HookKind::Again,
        UNDERTOW,
    ),
    (
        UNDERTOW_CONTEXT,
        "invokeOnWritePossible",
        "(Lio/undertow/server/HttpServerExchange;Ljavax/servlet/WriteListener;)V",
        HookKind::Again,
        UNDERTOW,
    ),
    (
        UNDERTOW_CONTEXT,
        "invokeOnDataAvailable",
        "(Lio/undertow/server/HttpServerExchange;Ljakarta/servlet/ReadListener;)V",
        HookKind::Again,
        UNDERTOW,
    ),
    (
        UNDERTOW_CONTEXT,
        "invokeOnDataAvailable",
        "(Lio/undertow/server/HttpServerExchange;Ljavax/servlet/ReadListener;)V",
        HookKind::Again,
        UNDERTOW,
    ),
    (
        UNDERTOW_CONTEXT,
        "invokeOnAllDataRead",
        "(Lio/undertow/server/HttpServerExchange;Ljakarta/servlet/ReadListener;)V",
        HookKind::Again,
        UNDERTOW,
    ),
    (
        UNDERTOW_CONTEXT,
        "invokeOnAllDataRead",
        "(Lio/undertow/server/HttpServerExchange;Ljavax/servlet/ReadListener;)V",
        HookKind::Again,
        UNDERTOW,
    ),
    ("io/undertow/servlet/core/ManagedServlet$DefaultInstanceStrategy", "start", "()V", HookKind::Boot, UNDERTOW),
];

/// The servlets of one release of Jakarta EE on Jetty 12.
macro_rules! servlets {
    ($release:literal) => {
        [
            (concat!("org/eclipse/jetty/", $release, "/servlet/ServletChannel"), "handle", "()V", HookKind::Again),
            (concat!("org/eclipse/jetty/", $release, "/servlet/ServletChannelState"), SCHEDULE, "()V", HookKind::Boot),
            (concat!("org/eclipse/jetty/", $release, "/servlet/AsyncContextState"), "start", RUNNABLE, HookKind::Relay),
            (
                concat!("org/eclipse/jetty/", $release, "/servlet/AsyncContextState"),
                "lambda$start$0",
                RUNNABLE,
                HookKind::Adopt,
            ),
            (concat!("org/eclipse/jetty/", $release, "/servlet/ServletHolder"), HOLDER, "()V", HookKind::Boot),
        ]
    };
}

/// The same of older releases, which are what Jetty 11 was, put inside.
macro_rules! nested_servlets {
    ($release:literal) => {
        [
            (concat!("org/eclipse/jetty/", $release, "/nested/HttpChannel"), "handle", "()Z", HookKind::Again),
            (concat!("org/eclipse/jetty/", $release, "/nested/HttpChannelState"), SCHEDULE, "()V", HookKind::Boot),
            (concat!("org/eclipse/jetty/", $release, "/nested/AsyncContextState$1"), "run", "()V", HookKind::Adopt),
            (concat!("org/eclipse/jetty/", $release, "/servlet/ServletHolder"), HOLDER, "()V", HookKind::Boot),
        ]
    };
}

const ON_JETTY_12: [&[(&str, &str, &str, HookKind)]; 4] =
    [&servlets!("ee10"), &servlets!("ee11"), &nested_servlets!("ee8"), &nested_servlets!("ee9")];

/// Hooks around calls: where they stand, and what is called there.
type Called = (&'static str, &'static str, &'static str);
const CALLS: &[(&str, &str, &str, Called, HookKind, &str)] = &[
    (
        "org/apache/catalina/core/AsyncContextImpl$RunnableWrapper",
        "run",
        "()V",
        ("java/lang/Runnable", "run", "()V"),
        HookKind::Adopt,
        TOMCAT,
    ),
    (
        "org/eclipse/jetty/server/AsyncContextState",
        "start",
        RUNNABLE,
        ("org/eclipse/jetty/server/HttpChannel", "execute", RUNNABLE),
        HookKind::Relay,
        JETTY,
    ),
    (
        "org/eclipse/jetty/ee8/nested/AsyncContextState",
        "start",
        RUNNABLE,
        ("org/eclipse/jetty/ee8/nested/HttpChannel", "execute", RUNNABLE),
        HookKind::Relay,
        JETTY_12,
    ),
    (
        "org/eclipse/jetty/ee9/nested/AsyncContextState",
        "start",
        RUNNABLE,
        ("org/eclipse/jetty/ee9/nested/HttpChannel", "execute", RUNNABLE),
        HookKind::Relay,
        JETTY_12,
    ),
    (
        CONNECTORS,
        "executeRootHandler",
        ROOT,
        ("io/undertow/server/HttpHandler", "handleRequest", "(Lio/undertow/server/HttpServerExchange;)V"),
        HookKind::Entry,
        UNDERTOW,
    ),
    (
        UNDERTOW_ASYNC,
        "start",
        RUNNABLE,
        ("java/util/concurrent/Executor", "execute", RUNNABLE),
        HookKind::Relay,
        UNDERTOW,
    ),
];

/// All of them.
pub(super) fn all() -> impl Iterator<Item = Carrier> {
    let servlets = ON_JETTY_12.into_iter().flatten();
    let servlets = servlets.map(|&(class, method, descriptor, kind)| (class, method, descriptor, kind, JETTY_12));
    let bodies = BODIES.iter().copied().chain(servlets).map(|(class, method, descriptor, kind, adapter)| Carrier {
        class,
        method,
        descriptor,
        place: Place::Body,
        kind,
        adapter,
    });
    let calls = CALLS.iter().map(|&(class, method, descriptor, (owner, name, called), kind, adapter)| Carrier {
        class,
        method,
        descriptor,
        place: Place::Call { owner: owner.to_owned(), name: name.to_owned(), descriptor: called.to_owned(), nth: 0 },
        kind,
        adapter,
    });
    bodies.chain(calls)
}
