//! Points documents for the same service with its points somewhere else: whole methods, as the paper on mocking points has them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use retake_bench::Result;
use retake_e2e::{Stage, orders, points};
use retake_model::points::{Kind, Place, Point, PointCounts, Points};
use serde_json::Value;

/// How the analysis says that a call of a mapper is no point, because the database is recorded below it.
const BELOW: &str = "what it reaches is recorded below it, by jdbc";

/// Where the application's points are. Those in libraries stay where they are: most of them are whole methods anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    /// Where the analysis puts them: the call, the read, the check.
    Site,
    /// Each method that holds a point is one, as a whole.
    Method,
    /// And so is each method that calls a mapper (section 3.3.1 of the paper).
    Mapper,
    /// The same, but for the methods that traffic calls, whose points are sites.
    BelowEntries,
}

/// A method: class, name and descriptor.
pub(crate) type Method = (String, String, String);

/// A points document.
#[derive(Debug)]
pub(crate) struct Document {
    /// The file; none if the analysis makes it.
    pub(crate) path: Option<PathBuf>,
    /// The application's methods that are mocked as a whole.
    pub(crate) whole: BTreeSet<Method>,
    /// Those that hold sites.
    pub(crate) sites: BTreeSet<Method>,
    /// The application's points.
    pub(crate) points: usize,
}

impl Placement {
    pub(crate) const ALL: [Placement; 4] =
        [Placement::Site, Placement::Method, Placement::Mapper, Placement::BelowEntries];

    /// What the table calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Placement::Site => "call site",
            Placement::Method => "method",
            Placement::Mapper => "method, mappers",
            Placement::BelowEntries => "method, below entries",
        }
    }

    /// The document for it.
    pub(crate) fn document(self, stage: &Stage) -> Result<Document> {
        let analysed = read(points::analyse(stage, &orders::jar()).1)?;
        if self == Placement::Site {
            return Ok(Document::of(&analysed, None));
        }
        let wanted = self.methods(&analysed)?;
        // The analysis is told which methods, so that it says of each what the method changes besides what it gives.
        let mut settings = String::new();
        for (class, method, _) in &wanted {
            let class = class.replace('/', ".");
            writeln!(settings, "[[points.include]]\nmethod = \"{class}.{method}\"\nat = \"method\"\n")?;
        }
        let settings = stage.write("methods.toml", settings);
        let mut listed =
            read(points::analyse_with(stage, &orders::jar(), &["--config".as_ref(), settings.as_ref()]).1)?;
        let whole: BTreeSet<Method> = listed
            .points
            .iter()
            .filter(|point| is_listed(point))
            .map(holder)
            .filter(|at| wanted.contains(at))
            .collect();
        listed.points.retain(|point| match is_listed(point) {
            // A name means all methods that are called so.
            true => whole.contains(&holder(point)),
            false => !whole.contains(&holder(point)),
        });
        for (id, point) in listed.points.iter_mut().enumerate() {
            point.id = id as u32;
        }
        listed.counts.points = PointCounts::of(&listed.points, &listed.scope);
        let path = stage.write("placed.json", serde_json::to_vec(&listed)?);
        Ok(Document::of(&listed, Some(path)))
    }

    /// The methods to mock.
    fn methods(self, analysed: &Points) -> Result<BTreeSet<Method>> {
        let own = analysed.points.iter().filter(|point| point.is_within(&analysed.scope));
        let mut methods: BTreeSet<Method> = own.map(holder).collect();
        if self != Placement::Method {
            let called = analysed.ruled_out.iter().filter(|out| out.reason.contains(BELOW));
            let callers: Vec<Method> = called
                .filter_map(|out| Some((out.class.clone(), out.method.clone()?, out.descriptor.clone()?)))
                .collect();
            if callers.is_empty() {
                return Err("the analysis tells of no method that calls a mapper".into());
            }
            methods.extend(callers);
        }
        if self == Placement::BelowEntries {
            for entry in &analysed.entries {
                methods.remove(&(entry.class.clone(), entry.method.clone(), entry.descriptor.clone()));
            }
        }
        Ok(methods)
    }
}

impl Document {
    fn of(points: &Points, path: Option<PathBuf>) -> Document {
        let own: Vec<&Point> = points.points.iter().filter(|point| point.is_within(&points.scope)).collect();
        let holders = |whole: bool| {
            own.iter().filter(|point| (point.place == Place::Body) == whole).map(|point| holder(point)).collect()
        };
        Document { path, whole: holders(true), sites: holders(false), points: own.len() }
    }
}

fn is_listed(point: &Point) -> bool {
    point.kind == Kind::Listed && point.place == Place::Body
}

fn holder(point: &Point) -> Method {
    (point.class.clone(), point.method.clone(), point.descriptor.clone())
}

fn read(document: Value) -> Result<Points> {
    Ok(Points::read(&serde_json::to_vec(&document)?).map_err(|error| error.to_string())?)
}
