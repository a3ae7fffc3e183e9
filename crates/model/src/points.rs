//! What the analysis found: entries, points with their reasons, and the handle types, as one document.
//!
//! The document (`retake-points/1`) is the analysis's whole output and the agent's whole plan. Class names in it are
//! internal names (`java/lang/String`), because that is what class files, rules and the agent compare.

use serde::{Deserialize, Serialize};

/// The format this version writes.
pub const FORMAT: &str = "retake-points/1";

/// The whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// [`FORMAT`].
    pub format: String,
    /// Prefixes of internal class names that count as application code; sinks count only there.
    pub scope: Vec<String>,
    /// Operations that traffic calls on the service.
    pub entries: Vec<Entry>,
    /// Where dependencies are recorded and answered. `id` is the position in this list.
    pub points: Vec<Point>,
    /// Types whose objects answer calls instead of being copied, most specific first.
    pub handles: Vec<HandleType>,
    /// What was found and not made a point, and why.
    pub ruled_out: Vec<RuledOut>,
    /// How much was read and found.
    pub counts: Counts,
    /// What could not be read or resolved, in words.
    pub warnings: Vec<String>,
}

/// An operation that traffic calls on the service.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Entry {
    /// `servlet` or `jdk-http`.
    pub kind: String,
    /// The class that holds the operation.
    pub class: String,
    /// The method that traffic reaches.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// URL patterns, where the class says them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
}

/// What a point depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Time, random numbers, the host.
    System,
    /// Fields that outlive a request.
    Internal,
    /// Databases, other services, files, brokers.
    External,
}

/// A place where a dependency is recorded and, in replay, answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// The position in [`Points::points`].
    pub id: u32,
    /// What it depends on.
    pub kind: Kind,
    /// The name of the dependency, the same in every build: `java.lang.System.currentTimeMillis()J`,
    /// `static shop.Stock.counter:I`, `static shop.Stock.CACHE -> java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;`.
    pub dependency: String,
    /// The class that holds the point.
    pub class: String,
    /// The method that holds the point.
    pub method: String,
    /// The descriptor of that method.
    pub descriptor: String,
    /// The source line of the point, if the class file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Where in the method it is.
    pub place: Place,
    /// The rule that made it a source.
    pub rule: String,
    /// How the value goes from the source to where it changes behaviour.
    pub why: Vec<Step>,
}

/// Where in its method a point is. `nth` counts from 0 over the instructions of the method that name the same target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "at")]
pub enum Place {
    /// The whole body.
    Body,
    /// A call.
    Call {
        /// The class named by the instruction.
        owner: String,
        /// The method named by the instruction.
        name: String,
        /// Its descriptor.
        descriptor: String,
        /// Which of several.
        nth: u16,
    },
    /// The read of a field.
    Read {
        /// The class named by the instruction.
        owner: String,
        /// The field named by the instruction.
        name: String,
        /// Its type.
        descriptor: String,
        /// Which of several.
        nth: u16,
    },
    /// The read of an array element.
    Load {
        /// Which of all array loads of the method.
        nth: u16,
    },
    /// The construction of an object, whose fields are recorded after the constructor ran.
    Construct {
        /// The class of the object.
        owner: String,
        /// The descriptor of the constructor.
        descriptor: String,
        /// Which of several.
        nth: u16,
    },
}

/// One step of a value's way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The class.
    pub class: String,
    /// The method.
    pub method: String,
    /// The source line, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What happens there, in words.
    pub what: String,
}

/// An interface or class whose objects answer calls instead of being copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandleType {
    /// The type, an internal name.
    pub name: String,
    /// The classes whose public methods are its calls.
    pub implementers: Vec<String>,
}

/// Something that looked like a dependency and is none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuledOut {
    /// The dependency.
    pub dependency: String,
    /// Where it is: a class, or a class and a method.
    pub at: String,
    /// Why it does not matter.
    pub why: String,
}

/// How much was read and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Classes read.
    pub classes: u64,
    /// Classes in scope.
    pub application_classes: u64,
    /// Methods in scope.
    pub application_methods: u64,
    /// Distinct methods invoked from application code.
    pub methods_invoked: u64,
    /// Reads of system state found, and kept.
    pub system_found: u64,
    /// Of these, kept as points.
    pub system_kept: u64,
    /// Static fields found.
    pub internal_found: u64,
    /// Of these, with a modifier.
    pub internal_modified: u64,
    /// Of these, kept.
    pub internal_kept: u64,
    /// External points.
    pub external: u64,
}
