//! The document as it is written, where that is not how it is held.

use serde::{Deserialize, Serialize};

use super::{Changed, InternalCounts, Kind, Place, PointCounts, Reached, Sink, Step, SystemCounts, Write};

/// A class name: internal in memory, dotted as written.
pub(super) mod dotted {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn write(name: &str) -> String {
        name.replace('/', ".")
    }

    pub(super) fn read(name: &str) -> String {
        name.replace('.', "/")
    }

    pub(crate) fn serialize<S: Serializer>(name: &str, serializer: S) -> Result<S::Ok, S::Error> {
        write(name).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        Ok(read(&String::deserialize(deserializer)?))
    }
}

/// Several class names.
pub(super) mod dotted_list {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::dotted;

    pub(crate) fn serialize<S: Serializer>(names: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(names.iter().map(|name| dotted::write(name)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        Ok(names.iter().map(|name| dotted::read(name)).collect())
    }
}

/// Where in its method a point is, in one word. All but the whole method have a member of the same name that says more.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Placement {
    Method,
    Call,
    Read,
    Check,
    Load,
    Construct,
    Reference,
}

/// A point.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Point {
    id: u32,
    kind: Kind,
    source: String,
    #[serde(with = "dotted")]
    class: String,
    method: String,
    descriptor: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    placement: Placement,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<Member>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read: Option<Member>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    check: Option<Member>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    load: Option<Load>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    construct: Option<Member>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<Member>,
    rule: String,
    reason: String,
    path: Vec<Step>,
    #[serde(default)]
    sinks: Vec<Sink>,
    #[serde(default)]
    sinks_count: u64,
    #[serde(default, skip_serializing_if = "is_false")]
    sinks_more: bool,
    writes: Vec<Write>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed_by: Vec<Step>,
    #[serde(default, skip_serializing_if = "is_zero")]
    changed_by_count: u64,
    #[serde(default, skip_serializing_if = "is_false")]
    changed_by_more: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// An instruction that names a method or a field.
#[derive(Debug, Serialize, Deserialize)]
struct Member {
    #[serde(with = "dotted")]
    owner: String,
    name: String,
    descriptor: String,
    nth: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

/// An instruction that reads an array element.
#[derive(Debug, Serialize, Deserialize)]
struct Load {
    nth: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

impl From<super::Point> for Point {
    fn from(point: super::Point) -> Self {
        let line = point.line;
        let (mut call, mut read, mut check, mut load) = (None, None, None, None);
        let (mut construct, mut reference) = (None, None);
        let placement = match point.place {
            Place::Body => Placement::Method,
            Place::Call { owner, name, descriptor, nth } => {
                call = Some(Member { owner, name, descriptor, nth, line });
                Placement::Call
            }
            Place::Read { owner, name, descriptor, nth } => {
                read = Some(Member { owner, name, descriptor, nth, line });
                Placement::Read
            }
            Place::Check { owner, name, descriptor, nth } => {
                check = Some(Member { owner, name, descriptor, nth, line });
                Placement::Check
            }
            Place::Load { nth } => {
                load = Some(Load { nth, line });
                Placement::Load
            }
            Place::Construct { owner, descriptor, nth } => {
                construct = Some(Member { owner, name: "<init>".to_owned(), descriptor, nth, line });
                Placement::Construct
            }
            Place::Reference { owner, name, descriptor, nth } => {
                reference = Some(Member { owner, name, descriptor, nth, line });
                Placement::Reference
            }
        };
        Point {
            id: point.id,
            kind: point.kind,
            source: point.dependency,
            class: point.class,
            method: point.method,
            descriptor: point.descriptor,
            line,
            placement,
            call,
            read,
            check,
            load,
            construct,
            reference,
            rule: point.rule,
            reason: point.reason,
            path: point.path,
            sinks: point.reached.sinks,
            sinks_count: point.reached.count,
            sinks_more: point.reached.more,
            writes: point.writes,
            changed_by: point.changed.by,
            changed_by_count: point.changed.count,
            changed_by_more: point.changed.more,
        }
    }
}

impl TryFrom<Point> for super::Point {
    type Error = String;

    fn try_from(point: Point) -> Result<Self, String> {
        let missing = |name: &str| format!("point {} has the placement `{name}` and no member `{name}`", point.id);
        let place = match point.placement {
            Placement::Method => Place::Body,
            Placement::Call => {
                let Member { owner, name, descriptor, nth, .. } = point.call.ok_or_else(|| missing("call"))?;
                Place::Call { owner, name, descriptor, nth }
            }
            Placement::Read => {
                let Member { owner, name, descriptor, nth, .. } = point.read.ok_or_else(|| missing("read"))?;
                Place::Read { owner, name, descriptor, nth }
            }
            Placement::Check => {
                let Member { owner, name, descriptor, nth, .. } = point.check.ok_or_else(|| missing("check"))?;
                Place::Check { owner, name, descriptor, nth }
            }
            Placement::Load => Place::Load { nth: point.load.ok_or_else(|| missing("load"))?.nth },
            Placement::Construct => {
                let Member { owner, descriptor, nth, .. } = point.construct.ok_or_else(|| missing("construct"))?;
                Place::Construct { owner, descriptor, nth }
            }
            Placement::Reference => {
                let Member { owner, name, descriptor, nth, .. } =
                    point.reference.ok_or_else(|| missing("reference"))?;
                Place::Reference { owner, name, descriptor, nth }
            }
        };
        Ok(super::Point {
            id: point.id,
            kind: point.kind,
            dependency: point.source,
            class: point.class,
            method: point.method,
            descriptor: point.descriptor,
            line: point.line,
            place,
            rule: point.rule,
            reason: point.reason,
            path: point.path,
            reached: Reached { sinks: point.sinks, count: point.sinks_count, more: point.sinks_more },
            writes: point.writes,
            changed: Changed { by: point.changed_by, count: point.changed_by_count, more: point.changed_by_more },
        })
    }
}

/// The counts, with what follows from them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Counts {
    classes: u64,
    application_classes: u64,
    application_methods: u64,
    methods_invoked: u64,
    system: SystemCounts,
    internal: InternalCounts,
    points: PointCounts,
    #[serde(default)]
    points_per_method_invoked: f64,
}

impl From<super::Counts> for Counts {
    fn from(counts: super::Counts) -> Self {
        Counts {
            points_per_method_invoked: counts.points_per_method_invoked(),
            classes: counts.classes,
            application_classes: counts.application_classes,
            application_methods: counts.application_methods,
            methods_invoked: counts.methods_invoked,
            system: counts.system,
            internal: counts.internal,
            points: counts.points,
        }
    }
}

impl From<Counts> for super::Counts {
    fn from(counts: Counts) -> Self {
        super::Counts {
            classes: counts.classes,
            application_classes: counts.application_classes,
            application_methods: counts.application_methods,
            methods_invoked: counts.methods_invoked,
            system: counts.system,
            internal: counts.internal,
            points: counts.points,
        }
    }
}
