//! Operators of Reactor that take in what several threads emit. Whoever comes last drives the operator on and all that is
//! behind it, so that what runs there is a branch of its own (`RetakeRegion`), named where the operator is made.

use retake_bytecode::access;
use retake_bytecode::read::Class;

use crate::plan::HookKind;

/// The methods that tell of a region. They are known by their names alone: descriptors differ from release to release.
pub(crate) struct Region {
    class: &'static str,
    /// With which it begins.
    made: &'static str,
    /// In which what is behind the operator runs.
    driven: &'static [&'static str],
    /// Whether the order in which things come in is nobody's promise.
    bag: bool,
}

const fn region(class: &'static str, driven: &'static [&'static str]) -> Region {
    Region { class, made: "<init>", driven, bag: false }
}

const fn unordered(class: &'static str, driven: &'static [&'static str]) -> Region {
    Region { class, made: "<init>", driven, bag: true }
}

/// All that packages begin with that have some.
const LIBRARIES: [&str; 2] = ["reactor/core/publisher/", "reactor/netty/"];

const REGIONS: &[Region] = &[
    unordered("reactor/core/publisher/FluxFlatMap$FlatMapMain", &["tryEmitScalar", "tryEmit", "drainLoop"]),
    region("reactor/core/publisher/FluxConcatMap$ConcatMapImmediate", &["drain", "innerNext", "innerError"]),
    region("reactor/core/publisher/FluxConcatMap$ConcatMapDelayed", &["drain", "innerNext", "innerError"]),
    region(
        "reactor/core/publisher/FluxConcatMapNoPrefetch$FluxConcatMapNoPrefetchSubscriber",
        &["onNext", "onError", "onComplete", "innerNext", "innerComplete", "innerError"],
    ),
    region("reactor/core/publisher/FluxMergeSequential$MergeSequentialMain", &["drain"]),
    region("reactor/core/publisher/FluxMergeComparing$MergeOrderedMainProducer", &["drain"]),
    region("reactor/core/publisher/FluxZip$ZipCoordinator", &["drain"]),
    region("reactor/core/publisher/FluxZip$ZipSingleCoordinator", &["next", "error", "complete"]),
    region("reactor/core/publisher/MonoZip$ZipCoordinator", &["signal"]),
    region("reactor/core/publisher/MonoWhen$WhenCoordinator", &["signal"]),
    unordered("reactor/core/publisher/FluxCombineLatest$CombineLatestCoordinator", &["drain"]),
    unordered("reactor/core/publisher/ParallelMergeSequential$MergeSequentialMain", &["onNext", "drainLoop"]),
    region("reactor/core/publisher/MonoCreate$DefaultMonoSink", &["success", "error"]),
    region("reactor/core/publisher/FluxCreate$BaseSink", &["complete", "error"]),
    Region { class: "reactor/core/publisher/FluxCreate$BufferAsyncSink", made: "", driven: &["drain"], bag: false },
    region("reactor/core/publisher/FluxInterval$IntervalRunnable", &["run"]),
    region("reactor/netty/FutureMono$FutureSubscription", &["operationComplete"]),
    Region {
        class: "reactor/netty/channel/FluxReceive",
        made: "startReceiver",
        driven: &["drainReceiver", "terminateReceiver"],
        bag: false,
    },
];

/// The region that a class stands for. Cheap for all others.
pub(crate) fn of(class: &str) -> Option<&'static Region> {
    LIBRARIES.iter().any(|library| class.starts_with(library)).then_some(())?;
    REGIONS.iter().find(|region| region.class == class)
}

impl Region {
    /// What is woven into the class: the method, its descriptor, the kind of hook, and what the runtime is told.
    pub(crate) fn places(&self, bytes: &[u8]) -> Vec<(String, String, HookKind, String)> {
        let Ok(class) = Class::parse(bytes) else { return Vec::new() };
        let mut places = Vec::new();
        for method in class.methods() {
            let (Ok(name), Ok(descriptor)) = (method.name(), method.descriptor()) else { continue };
            let (name, descriptor) = (name.to_str(), descriptor.to_str());
            let kind = match () {
                () if name == self.made => HookKind::Region,
                () if self.driven.contains(&&*name) => HookKind::Driven,
                () => continue,
            };
            if method.access() & (access::STATIC | access::ABSTRACT | access::NATIVE) == 0 {
                let mark = if self.bag { "*" } else { "" };
                let told = format!("{name}{descriptor}{mark}");
                places.push((name.into_owned(), descriptor.into_owned(), kind, told));
            }
        }
        places
    }
}
