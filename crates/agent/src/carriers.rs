//! Places in servers and executors that are no dependencies: where a request comes in, where its bodies pass, where
//! its work moves to another thread, where a constructor opens a file, and where the container initialises something for
//! good.

mod channels;
pub(crate) mod connects;
mod jdk;
mod libraries;
mod once;
mod servers;

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

const BODIES: &[(&str, &str, &str, HookKind, &str)] = &[
    (INPUT, "open", "(Ljava/lang/String;)V", HookKind::Opening, "java.io.FileInputStream.open(Ljava/lang/String;)V"),
    (
        OUTPUT,
        "open",
        "(Ljava/lang/String;Z)V",
        HookKind::Opening,
        "java.io.FileOutputStream.open(Ljava/lang/String;Z)V",
    ),
];

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = Carrier> {
    let body = |(class, method, descriptor, kind, adapter)| Carrier {
        class,
        method,
        descriptor,
        place: Place::Body,
        kind,
        adapter,
    };
    let run = |&(class, method, descriptor, owner): &(_, _, _, &str)| Carrier {
        class,
        method,
        descriptor,
        place: Place::Call { owner: owner.to_owned(), name: "run".to_owned(), descriptor: "()V".to_owned(), nth: 0 },
        kind: HookKind::Adopt,
        adapter: class,
    };
    let handed = jdk::BODIES.iter().chain(libraries::BODIES).chain(channels::BODIES);
    let handed = handed.map(|&(class, method, descriptor, kind)| (class, method, descriptor, kind, class));
    let runs = jdk::RUNS.iter().chain(libraries::RUNS).map(run);
    let once = once::BODIES.iter().copied();
    BODIES.iter().copied().chain(handed).chain(once).map(body).chain(runs).chain(servers::all())
}
