//! Places in servers and executors that are no dependencies: where a request comes in, where its bodies pass, where
//! its work moves to another thread, where a constructor opens a file, and where the container initialises something for
//! good.

use retake_weave::Place;

use crate::plan::HookKind;

/// One such place.
pub(crate) struct Carrier {
    pub(crate) class: &'static str,
    pub(crate) method: &'static str,
    pub(crate) descriptor: &'static str,
    pub(crate) place: Place,
    pub(crate) kind: HookKind,
    pub(crate) adapter: &'static str,
}

const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
const TASK: &str = "java/util/concurrent/ForkJoinTask";
const ADAPTER: &str = "org/apache/catalina/connector/CoyoteAdapter";
const WRAPPER: &str = "org/apache/catalina/core/StandardWrapper";
const SERVICE: &str = "(Lorg/apache/coyote/Request;Lorg/apache/coyote/Response;)V";
const READ: &str = "(Lorg/apache/tomcat/util/net/ApplicationBufferHandler;)I";
const EXCHANGE: &str = "(Lcom/sun/net/httpserver/HttpExchange;)V";
const SINK: &str = "sun/net/httpserver/PlaceholderOutputStream";
const SOURCE: &str = "sun/net/httpserver/LeftOverInputStream";

const BODIES: &[(&str, &str, &str, HookKind, &str)] = &[
    (ADAPTER, "service", SERVICE, HookKind::Entry, "tomcat"),
    ("org/apache/coyote/Request", "doRead", READ, HookKind::BodyIn, "tomcat"),
    ("org/apache/coyote/Response", "doWrite", "(Ljava/nio/ByteBuffer;)V", HookKind::BodyOut, "tomcat"),
    (WRAPPER, "loadServlet", "()Ljakarta/servlet/Servlet;", HookKind::Boot, "tomcat"),
    (WRAPPER, "loadServlet", "()Ljavax/servlet/Servlet;", HookKind::Boot, "tomcat"),
    ("com/sun/net/httpserver/Filter$Chain", "doFilter", EXCHANGE, HookKind::Entry, "jdk"),
    (SINK, "write", "(I)V", HookKind::BodyOut, "jdk"),
    (SINK, "write", "([B)V", HookKind::BodyOut, "jdk"),
    (SINK, "write", "([BII)V", HookKind::BodyOut, "jdk"),
    (SOURCE, "read", "()I", HookKind::BodyIn, "jdk"),
    (SOURCE, "read", "([BII)I", HookKind::BodyIn, "jdk"),
    (POOL, "execute", "(Ljava/lang/Runnable;)V", HookKind::Fork, "executor"),
    (POOL, "reject", "(Ljava/lang/Runnable;)V", HookKind::Reject, "executor"),
    ("java/util/concurrent/ForkJoinPool", "execute", "(Ljava/lang/Runnable;)V", HookKind::Fork, "fork-join pool"),
    (INPUT, "open", "(Ljava/lang/String;)V", HookKind::Opening, "java.io.FileInputStream.open(Ljava/lang/String;)V"),
    (
        OUTPUT,
        "open",
        "(Ljava/lang/String;Z)V",
        HookKind::Opening,
        "java.io.FileOutputStream.open(Ljava/lang/String;Z)V",
    ),
    // The descriptor changed between the releases; the one that is not there is not woven.
    (TASK, "doExec", "()I", HookKind::Adopt, "fork-join pool"),
    (TASK, "doExec", "()V", HookKind::Adopt, "fork-join pool"),
];

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = Carrier> {
    let bodies = BODIES.iter().map(|&(class, method, descriptor, kind, adapter)| Carrier {
        class,
        method,
        descriptor,
        place: Place::Body,
        kind,
        adapter,
    });
    let run = Carrier {
        class: POOL,
        method: "runWorker",
        descriptor: "(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V",
        place: Place::Call {
            owner: "java/lang/Runnable".to_owned(),
            name: "run".to_owned(),
            descriptor: "()V".to_owned(),
            nth: 0,
        },
        kind: HookKind::Adopt,
        adapter: "executor",
    };
    bodies.chain([run])
}
