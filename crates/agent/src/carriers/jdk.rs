//! Where the JDK moves work to other threads. Names and descriptors are those of several releases: what a release has not
//! got is not woven. No hook stands in `Thread`: new threads are told of by the JVM (`RetakeThreads`).

use crate::plan::HookKind;

const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
const TIMED_POOL: &str = "java/util/concurrent/ScheduledThreadPoolExecutor";
const JOIN_POOL: &str = "java/util/concurrent/ForkJoinPool";
const JOIN_TASK: &str = "java/util/concurrent/ForkJoinTask";
const SUBMIT: &str = "(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;";
const POOL_SUBMIT: &str = "(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;";
const DELAYED_SUBMIT: &str = "(Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;)Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;";
const FUTURE: &str = "java/util/concurrent/CompletableFuture";
/// Whatever a stage is made of, it is a future.
macro_rules! future {
    ($arguments:literal) => {
        concat!("(", $arguments, ")Ljava/util/concurrent/CompletableFuture;")
    };
}

const FIRE: &str = future!("I");
const COMPLETION: &str = "(Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletableFuture;Ljava/util/concurrent/CompletableFuture;)V";
const TIMEOUT: &str = future!("JLjava/util/concurrent/TimeUnit;");
const VALUE_TIMEOUT: &str = future!("Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;");
const PIPELINE: &str = "java/util/stream/AbstractPipeline";
const VIRTUAL: &str = "(Ljava/util/concurrent/Executor;Ljava/lang/String;ILjava/lang/Runnable;)Ljava/lang/Thread;";
const THREAD: &str = "(Ljava/lang/Thread;)V";
/// Hooks around bodies.
pub(super) const BODIES: &[(&str, &str, &str, HookKind)] = &[
    (POOL, "execute", "(Ljava/lang/Runnable;)V", HookKind::Fork),
    (POOL, "reject", "(Ljava/lang/Runnable;)V", HookKind::Reject),
    (POOL, "addWorker", "(Ljava/lang/Runnable;Z)Z", HookKind::Boot),
    (TIMED_POOL, "delayedExecute", "(Ljava/util/concurrent/RunnableScheduledFuture;)V", HookKind::Fork),
    ("java/util/concurrent/FutureTask", "cancel", "(Z)Z", HookKind::Reject),
    (JOIN_POOL, "externalSubmit", SUBMIT, HookKind::Fork),
    (JOIN_POOL, "lazySubmit", SUBMIT, HookKind::Fork),
    (JOIN_POOL, "poolSubmit", POOL_SUBMIT, HookKind::Fork),
    (JOIN_POOL, "scheduleDelayedTask", DELAYED_SUBMIT, HookKind::Fork),
    (JOIN_POOL, "createWorker", "()Z", HookKind::Boot),
    (JOIN_TASK, "fork", "()Ljava/util/concurrent/ForkJoinTask;", HookKind::Fork),
    (JOIN_TASK, "doExec", "()I", HookKind::Adopt),
    (JOIN_TASK, "doExec", "()V", HookKind::Adopt),
    (JOIN_TASK, "cancel", "(Z)Z", HookKind::Reject),
    ("java/util/Timer", "<init>", "(Ljava/lang/String;)V", HookKind::Boot),
    ("java/util/Timer", "<init>", "(Ljava/lang/String;Z)V", HookKind::Boot),
    ("java/util/Timer", "sched", "(Ljava/util/TimerTask;JJ)V", HookKind::Fork),
    ("java/util/TimerTask", "cancel", "()Z", HookKind::Reject),
    ("java/lang/ThreadBuilders", "newVirtualThread", VIRTUAL, HookKind::Boot),
    ("jdk/internal/vm/ThreadContainer", "onStart", THREAD, HookKind::Fork),
    ("jdk/internal/vm/ThreadContainer", "onExit", THREAD, HookKind::End),
    ("jdk/internal/vm/SharedThreadContainer", "onStart", THREAD, HookKind::Fork),
    ("jdk/internal/vm/SharedThreadContainer", "onExit", THREAD, HookKind::End),
    ("jdk/internal/vm/ThreadContainers$RootContainer$TrackingRootContainer", "onStart", THREAD, HookKind::Fork),
    ("jdk/internal/vm/ThreadContainers$RootContainer$TrackingRootContainer", "onExit", THREAD, HookKind::End),
    ("jdk/internal/vm/ThreadContainers$RootContainer$CountingRootContainer", "onStart", THREAD, HookKind::Fork),
    ("jdk/internal/vm/ThreadContainers$RootContainer$CountingRootContainer", "onExit", THREAD, HookKind::End),
    ("jdk/internal/misc/ThreadFlock$ThreadContainerImpl", "onStart", THREAD, HookKind::Fork),
    ("jdk/internal/misc/ThreadFlock$ThreadContainerImpl", "onExit", THREAD, HookKind::End),
    ("java/util/concurrent/CompletableFuture$DelayedExecutor", "execute", "(Ljava/lang/Runnable;)V", HookKind::Relay),
    (FUTURE, "orTimeout", TIMEOUT, HookKind::Boot),
    (FUTURE, "completeOnTimeout", VALUE_TIMEOUT, HookKind::Boot),
    (FUTURE, "uniApplyStage", future!("Ljava/util/concurrent/Executor;Ljava/util/function/Function;"), HookKind::Stage),
    (
        FUTURE,
        "uniAcceptStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/function/Consumer;"),
        HookKind::Stage,
    ),
    (FUTURE, "uniRunStage", future!("Ljava/util/concurrent/Executor;Ljava/lang/Runnable;"), HookKind::Stage),
    (
        FUTURE,
        "uniWhenCompleteStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/function/BiConsumer;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "uniHandleStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/function/BiFunction;"),
        HookKind::Stage,
    ),
    (FUTURE, "uniExceptionallyStage", future!("Ljava/util/function/Function;"), HookKind::Stage),
    (
        FUTURE,
        "uniExceptionallyStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/function/Function;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "uniComposeStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/function/Function;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "uniComposeExceptionallyStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/function/Function;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "biApplyStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/util/function/BiFunction;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "biAcceptStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/util/function/BiConsumer;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "biRunStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/lang/Runnable;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "orApplyStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/util/function/Function;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "orAcceptStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/util/function/Consumer;"),
        HookKind::Stage,
    ),
    (
        FUTURE,
        "orRunStage",
        future!("Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/lang/Runnable;"),
        HookKind::Stage,
    ),
    ("java/util/concurrent/CompletableFuture$UniCompletion", "<init>", COMPLETION, HookKind::Written),
    ("java/util/concurrent/CompletableFuture$UniCompletion", "claim", "()Z", HookKind::Claim),
    ("java/util/concurrent/CompletableFuture$UniApply", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$UniAccept", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$UniRun", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$UniWhenComplete", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$UniHandle", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$UniExceptionally", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$UniCompose", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$UniComposeExceptionally", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$BiApply", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$BiAccept", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$BiRun", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$OrApply", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$OrAccept", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$OrRun", "tryFire", FIRE, HookKind::Fire),
    ("java/util/concurrent/CompletableFuture$AsyncSupply", "run", "()V", HookKind::Adopt),
    ("java/util/concurrent/CompletableFuture$AsyncRun", "run", "()V", HookKind::Adopt),
    (PIPELINE, "evaluate", "(Ljava/util/stream/TerminalOp;)Ljava/lang/Object;", HookKind::Share),
    (PIPELINE, "evaluateToArrayNode", "(Ljava/util/function/IntFunction;)Ljava/util/stream/Node;", HookKind::Share),
];

/// The calls with which handed-over work begins: class, method, descriptor, and the class that is called.
pub(super) const RUNS: &[(&str, &str, &str, &str)] = &[
    (POOL, "runWorker", "(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V", "java/lang/Runnable"),
    ("java/util/TimerThread", "mainLoop", "()V", "java/util/TimerTask"),
];

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use retake_bytecode::jimage::Image;
    use retake_bytecode::read::Class;

    use super::{BODIES, RUNS};

    /// What a release has not got of what is named for the JDK. Whatever else is missing has another name there, and
    /// context is lost.
    fn absent(release: u16) -> BTreeSet<&'static str> {
        let virtual_threads = [
            "java/lang/ThreadBuilders.newVirtualThread",
            "jdk/internal/misc/ThreadFlock$ThreadContainerImpl.onExit",
            "jdk/internal/misc/ThreadFlock$ThreadContainerImpl.onStart",
            "jdk/internal/vm/SharedThreadContainer.onExit",
            "jdk/internal/vm/SharedThreadContainer.onStart",
            "jdk/internal/vm/ThreadContainer.onExit",
            "jdk/internal/vm/ThreadContainer.onStart",
            "jdk/internal/vm/ThreadContainers$RootContainer$CountingRootContainer.onExit",
            "jdk/internal/vm/ThreadContainers$RootContainer$CountingRootContainer.onStart",
            "jdk/internal/vm/ThreadContainers$RootContainer$TrackingRootContainer.onExit",
            "jdk/internal/vm/ThreadContainers$RootContainer$TrackingRootContainer.onStart",
            "java/util/concurrent/ForkJoinPool.lazySubmit",
            "java/util/concurrent/ForkJoinPool.poolSubmit",
        ];
        let before_21 = virtual_threads.into_iter().filter(|_| release < 21);
        let before_12 = [
            "java/util/concurrent/CompletableFuture$UniComposeExceptionally.tryFire",
            "java/util/concurrent/CompletableFuture.uniComposeExceptionallyStage",
        ];
        let before_12 = before_12.into_iter().filter(|_| release < 12);
        let before_25 = (release < 25).then_some("java/util/concurrent/ForkJoinPool.scheduleDelayedTask");
        before_12.chain(before_21).chain(before_25).collect()
    }

    #[test]
    fn every_release_has_the_carriers_that_it_needs() {
        let named: BTreeSet<(&str, &str, &str)> =
            (BODIES.iter().map(|&(class, method, descriptor, _)| (class, method, descriptor)))
                .chain(RUNS.iter().map(|&(class, method, descriptor, _)| (class, method, descriptor)))
                .collect();
        let mut unseen = named.clone();
        for jdk in retake_jdks::runtimes() {
            let methods = methods(&jdk, &named.iter().map(|&(class, ..)| class).collect());
            let is_there = |&&(class, method, descriptor): &&(&str, &str, &str)| {
                methods.get(class).is_some_and(|known| known.contains(&format!("{method}{descriptor}")))
            };
            let there: Vec<_> = named.iter().filter(is_there).collect();
            there.iter().for_each(|carrier| {
                unseen.remove(*carrier);
            });
            // One of the descriptors of a method is enough.
            let there: BTreeSet<String> = there.iter().map(|(class, method, _)| format!("{class}.{method}")).collect();
            let all: BTreeSet<String> = named.iter().map(|(class, method, _)| format!("{class}.{method}")).collect();
            let missing: BTreeSet<&str> = all.difference(&there).map(String::as_str).collect();
            assert_eq!(missing, absent(jdk.release()), "JDK {}", jdk.version);
        }
        let newest = retake_jdks::newest().release();
        assert!(unseen.is_empty() || newest < 25, "in none of the JDKs: {unseen:?}");
    }

    /// The methods of some classes of a JDK.
    fn methods(jdk: &retake_jdks::Jdk, wanted: &BTreeSet<&str>) -> BTreeMap<String, BTreeSet<String>> {
        let bytes = std::fs::read(jdk.image()).expect("a JDK has an image of its modules");
        let image = Image::parse(&bytes).expect("it can be read");
        let mut found = BTreeMap::new();
        for resource in image.resources().map(|resource| resource.expect("it can be read")) {
            let path = resource.path();
            let Some(name) = path.strip_suffix(".class").filter(|name| wanted.contains(name)) else { continue };
            let mut room = vec![0; resource.inflated.unwrap_or_default()];
            let content = match resource.inflated {
                Some(_) => {
                    let inflated = libdeflater::Decompressor::new().deflate_decompress(resource.bytes, &mut room);
                    inflated.expect("it can be inflated");
                    &room
                }
                None => resource.bytes,
            };
            let class = Class::parse(content).expect("it is a class");
            let mut methods = BTreeSet::new();
            for method in class.methods() {
                let name = method.name().expect("it has a name").to_str().into_owned();
                methods.insert(name + &method.descriptor().expect("and a type").to_str());
            }
            found.insert(name.to_owned(), methods);
        }
        found
    }
}
