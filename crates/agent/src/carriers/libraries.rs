//! Where libraries move work to other threads in a way of their own. Most use the executors of the JDK.

use crate::plan::HookKind;

const LOOP: &str = "io/netty/util/concurrent/SingleThreadEventExecutor";
const TIMED: &str = "io/netty/util/concurrent/AbstractScheduledEventExecutor";
const LATER: &str = "(Lio/netty/util/concurrent/ScheduledFutureTask;)Lio/netty/util/concurrent/ScheduledFuture;";
const PROMISE: &str = "io/netty/util/concurrent/PromiseTask";
const RUNNABLE: &str = "(Ljava/lang/Runnable;)V";
const WORKER: &str = "(Ljava/util/concurrent/ScheduledExecutorService;Lreactor/core/Disposable$Composite;\
                      Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)Lreactor/core/Disposable;";

/// Hooks around bodies.
pub(super) const BODIES: &[(&str, &str, &str, HookKind)] = &[
    (LOOP, "addTask", RUNNABLE, HookKind::Fork),
    (LOOP, "doStartThread", "()V", HookKind::Boot),
    (TIMED, "schedule", LATER, HookKind::Fork),
    ("io/netty/util/concurrent/AbstractEventExecutor", "safeExecute", RUNNABLE, HookKind::Adopt),
    ("io/netty/util/concurrent/AbstractEventExecutor", "runTask", RUNNABLE, HookKind::Adopt),
    (PROMISE, "runTask", "()Ljava/lang/Object;", HookKind::Adopt),
    (PROMISE, "cancel", "(Z)Z", HookKind::Reject),
    ("io/netty/util/concurrent/ScheduledFutureTask", "cancel", "(Z)Z", HookKind::Reject),
    ("reactor/core/scheduler/Schedulers", "workerSchedule", WORKER, HookKind::Serial),
];

/// The calls with which handed-over work begins: class, method, descriptor, and the class that is called.
pub(super) const RUNS: &[(&str, &str, &str, &str)] = &[
    ("io/netty/util/concurrent/DefaultEventExecutor", "run", "()V", "java/lang/Runnable"),
    ("reactor/core/scheduler/WorkerTask", "call", "()Ljava/lang/Void;", "java/lang/Runnable"),
];
