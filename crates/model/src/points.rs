//! What the analysis found: entries, points with their reasons, and the handle types, as one document.
//!
//! The document (`retake-points/2`) is the analysis's whole output and the agent's whole plan. Here class names are
//! internal (`java/lang/String`), because that is what class files, rules and the agent compare. As written they are
//! dotted (`java.lang.String`), because that is what people and their tools compare.

mod read;
pub(crate) mod recorded;
mod wire;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use read::NotPoints;

/// The format this version writes.
pub const FORMAT: &str = "retake-points/2";

/// The whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// [`FORMAT`].
    pub format: String,
    /// Prefixes of class names that count as application code; sinks count only there.
    #[serde(with = "wire::dotted_list")]
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
    /// Classes that the application names and nobody delivered.
    #[serde(default, with = "wire::dotted_list", skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The checksums of the classes that hold points or entries, so that points are not used for another build.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub build: BTreeMap<String, String>,
    /// What could not be read or resolved, in words.
    pub warnings: Vec<String>,
}

/// An operation that traffic calls on the service.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Entry {
    /// What calls it: `servlet`, `spring-web`, `dubbo`, `kafka`, `schedule`, `main`.
    pub kind: String,
    /// The class that holds the operation.
    #[serde(with = "wire::dotted")]
    pub class: String,
    /// The method that traffic reaches.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// URL patterns, topics or queues that lead to it, where the service says them.
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
    /// What a person listed.
    Listed,
}

impl Kind {
    /// All of them, in the order in which they are counted and shown.
    pub const ALL: [Kind; 4] = [Kind::System, Kind::Internal, Kind::External, Kind::Listed];

    /// The word for it in documents.
    pub fn name(self) -> &'static str {
        match self {
            Kind::System => "system",
            Kind::Internal => "internal",
            Kind::External => "external",
            Kind::Listed => "listed",
        }
    }

    /// Whether it may reach outside the process, so that replay must never run it for real. Of what a person listed
    /// nothing else is known.
    pub fn reaches_outside(self) -> bool {
        matches!(self, Kind::External | Kind::Listed)
    }
}

/// A place where a dependency is recorded and, in replay, answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "wire::Point", try_from = "wire::Point")]
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
    pub line: Option<u32>,
    /// Where in the method it is.
    pub place: Place,
    /// The rule that made it a source.
    pub rule: String,
    /// What the dependency is and what it reaches, in one sentence.
    pub reason: String,
    /// How the value goes from the source to where it changes behaviour.
    pub path: Vec<Step>,
    /// Everything that the value reaches.
    pub reached: Reached,
    /// What the mocked thing changes outside itself, besides what it returns.
    pub writes: Vec<Write>,
    /// Who changes what it depends on, if that is in the service.
    pub changed: Changed,
}

impl Point {
    /// Whether it lies in a class with one of these prefixes.
    pub fn is_within(&self, scope: &[String]) -> bool {
        scope.iter().any(|prefix| self.class.starts_with(prefix.as_str()))
    }
}

/// Where in its method a point is. `nth` counts from 0 over the instructions of the method that name the same target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The read of a field of which the code asks whether it refers to anything, or to what. Recorded are the object's class
    /// and the objects it is made of, and nothing that is in them.
    Check {
        /// The class named by the instruction.
        owner: String,
        /// The field named by the instruction.
        name: String,
        /// Its type.
        descriptor: String,
        /// Which of the reads of this field.
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
    /// What a method reference calls or constructs, whoever calls the reference.
    Reference {
        /// The class named by the reference.
        owner: String,
        /// The method named by the reference, `<init>` for a constructor.
        name: String,
        /// Its descriptor.
        descriptor: String,
        /// Which of several.
        nth: u16,
    },
}

/// What a mocked thing changes outside itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "what")]
pub enum Write {
    /// What is in an argument.
    Argument {
        /// Which, from 0, not counting the object that is called.
        index: u16,
    },
    /// A field of objects.
    Field {
        /// The class that declares it.
        #[serde(with = "wire::dotted")]
        class: String,
        /// Its name.
        name: String,
        /// Its type.
        descriptor: String,
    },
    /// A static field.
    Static {
        /// The class that declares it.
        #[serde(with = "wire::dotted")]
        class: String,
        /// Its name.
        name: String,
        /// Its type.
        descriptor: String,
    },
    /// What is in the object that is called.
    Receiver,
    /// Something; nobody knows what.
    Unknown,
}

/// One step of a value's way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The class.
    #[serde(with = "wire::dotted")]
    pub class: String,
    /// The method.
    pub method: String,
    /// The name of the source file, without a directory, if the class file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The source line, if the class file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What happens there, in words.
    pub what: String,
}

/// Who changes what a point depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Some of the places that change it, those that set it first.
    pub by: Vec<Step>,
    /// How many there are.
    pub count: u64,
    /// Whether there may be more. What is shared by everything is not followed to its end.
    pub more: bool,
}

/// Where a point's value changes what the service does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The nearest sinks, nearest first.
    pub sinks: Vec<Sink>,
    /// How many there are.
    pub count: u64,
    /// Whether there may be more. A value that goes everywhere is not followed to its end.
    pub more: bool,
}

/// A place where a value changes what the service does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sink {
    /// What the value does there.
    pub what: SinkKind,
    /// The class.
    #[serde(with = "wire::dotted")]
    pub class: String,
    /// The method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The name of the source file, without a directory, if the class file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The source line, if the class file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What it is passed to: `java.io.Writer.write(Ljava/lang/String;)V`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// As which argument, from 0; nothing for the object that is called, and where that does not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argument: Option<u16>,
}

/// What a value does where it changes what the service does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SinkKind {
    /// It decides a branch.
    Branch,
    /// It is what the method gives.
    Return,
    /// It is thrown.
    Throw,
    /// It is asked of something outside.
    Request,
    /// It leaves the service.
    Output,
    /// It decides whether something of the application is called.
    Callback,
    /// It is an argument that the user calls a sink.
    Argument,
}

/// An interface or class whose objects answer calls instead of being copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandleType {
    /// The type.
    #[serde(with = "wire::dotted")]
    pub name: String,
    /// The classes whose public methods are its calls.
    #[serde(with = "wire::dotted_list")]
    pub implementers: Vec<String>,
    /// Whether whoever has such an object got it at a point, or from another handle, wherever in the process that was. A class
    /// of which none was given is then the library at work below one that was.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
}

/// Something that looked like a dependency and is none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuledOut {
    /// What it looked like.
    pub kind: Kind,
    /// The name of the dependency.
    #[serde(rename = "source")]
    pub dependency: String,
    /// The class that holds it.
    #[serde(with = "wire::dotted")]
    pub class: String,
    /// The method that reads it; none for a field that is ruled out as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The descriptor of that method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<String>,
    /// The source line, if the class file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Why it does not matter.
    pub reason: String,
}

/// How much was read and found. The letters are those of Table 2 of the paper.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "wire::Counts", from = "wire::Counts")]
pub struct Counts {
    /// Classes read.
    pub classes: u64,
    /// Classes in scope.
    pub application_classes: u64,
    /// Methods in scope.
    pub application_methods: u64,
    /// Distinct methods outside the JDK that application code invokes (#C).
    pub methods_invoked: u64,
    /// What the refinement of system dependencies left (Figure 10).
    pub system: SystemCounts,
    /// What the refinement of internal dependencies left (Figure 11).
    pub internal: InternalCounts,
    /// The points by kind.
    pub points: PointCounts,
}

/// Places that ask for time, chance or the host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemCounts {
    /// Found.
    pub found: u64,
    /// Kept, because the value matters in the method that asks.
    pub kept_intra: u64,
    /// Kept, because the value matters in another method than the one that asks.
    pub kept_inter: u64,
}

/// Fields that outlive a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InternalCounts {
    /// Found.
    pub found: u64,
    /// Of those found, with something that modifies them.
    pub modified: u64,
    /// Of those found, kept: they are modified, or different in every process, and matter.
    pub kept: u64,
}

/// Points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointCounts {
    /// #I.
    pub internal: u64,
    /// #E.
    pub external: u64,
    /// #S.
    pub system: u64,
    /// #W, of the list.
    pub listed: u64,
    /// #T, all of them.
    pub total: u64,
    /// How many of all lie in libraries: where those reach outside the process for the service.
    #[serde(default)]
    pub in_libraries: u64,
}

impl Counts {
    /// How many points of the application there are for each method that it invokes (#T/#C), to four digits behind the
    /// point.
    pub fn points_per_method_invoked(&self) -> f64 {
        let own = self.points.total.saturating_sub(self.points.in_libraries);
        match self.methods_invoked {
            0 => 0.0,
            invoked => (own as f64 / invoked as f64 * 1e4).round() / 1e4,
        }
    }
}

impl PointCounts {
    /// Counts points. The prefixes in `scope` are the application's.
    pub fn of(points: &[Point], scope: &[String]) -> PointCounts {
        let count = |kind| points.iter().filter(|point| point.kind == kind).count() as u64;
        PointCounts {
            internal: count(Kind::Internal),
            external: count(Kind::External),
            system: count(Kind::System),
            listed: count(Kind::Listed),
            total: points.len() as u64,
            in_libraries: points.iter().filter(|point| !point.is_within(scope)).count() as u64,
        }
    }
}

#[cfg(test)]
mod tests;
