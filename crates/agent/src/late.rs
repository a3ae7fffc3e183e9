//! Places that matter only where the agent came after the service had started: a method that never returns is never entered
//! again, so nothing can be woven into the frames of it that run.

use retake_weave::Place;

use crate::carriers::Carrier;
use crate::plan::HookKind;

const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";

/// The loop of a pool's worker: where it comes for its next task, where it is about to run one, and where it ends. One that was
/// waiting for a task when the agent came is not seen to get it, and is seen to be about to run it.
const WORKERS: [(&str, &str); 3] = [
    ("getTask", "()Ljava/lang/Runnable;"),
    ("beforeExecute", "(Ljava/lang/Thread;Ljava/lang/Runnable;)V"),
    ("processWorkerExit", "(Ljava/util/concurrent/ThreadPoolExecutor$Worker;Z)V"),
];

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = Carrier> {
    WORKERS.into_iter().map(|(method, descriptor)| Carrier {
        class: POOL,
        method,
        descriptor,
        place: Place::Body,
        kind: HookKind::Next,
        adapter: "executor",
    })
}
