//! What several commands take: which service, and which points of it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use retake_analyze::{ReplaySettings, Request, Settings, class_path, classes, differs};
use retake_host::java;
use retake_model::control::Control;
use retake_model::mask::MaskSettings;
use retake_model::points::{NotPoints, Points};
use retake_model::settings;

use crate::analysis::{Said, analyse};
use crate::failure::Failure;
use crate::output::count;
use crate::workdir::WorkDir;
use crate::{agent, cache, config};

/// How to write what was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// What is to be known of a service besides its code.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AboutOptions {
    /// A package that is application code with those in it, wherever it is: `shop` or `shop.*`; can be given several times
    #[arg(long, value_name = "PACKAGE")]
    scope: Vec<String>,

    /// The release of Java that the service runs on, for jars that have code for several; without, the newest
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..100))]
    release: Option<u16>,

    /// The file of settings; without, `retake.toml` in the current directory, if there is one
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Read all libraries anew, and keep nothing of what was learned of them for the next analysis
    #[arg(long)]
    no_cache: bool,
}

impl AboutOptions {
    /// What to analyse.
    pub(crate) fn request(&self, path: Vec<PathBuf>) -> Result<Request, Failure> {
        Ok(self.request_with(path, config::load(self.config.as_deref())?))
    }

    /// What to analyse, with settings that are not in a file yet.
    pub(crate) fn request_with(&self, path: Vec<PathBuf>, settings: Settings) -> Request {
        let cache = if self.no_cache { None } else { cache::directory() };
        let path = class_path(&path);
        Request { path, scope: self.scope.clone(), release: self.release, settings, cache }
    }

    /// The file of settings, whether it is there or not.
    pub(crate) fn config(&self) -> &Path {
        self.config.as_deref().unwrap_or(Path::new(config::NAME))
    }
}

/// Which points a service has.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PointsOptions {
    /// The points of the service, as `retake analyze --format json` wrote them; without, the service is analysed first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["app", "scope", "release", "config", "no_cache"])]
    points: Option<PathBuf>,

    /// What to analyse: a jar, a war, a directory of classes or of jars (`lib/*`), a class path; without, what the command
    /// names
    #[arg(long, value_name = "PATH")]
    app: Vec<PathBuf>,

    #[command(flatten)]
    about: AboutOptions,
}

/// The service and its points.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ServiceOptions {
    #[command(flatten)]
    points: PointsOptions,

    /// The command that starts the service
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// A service that is ready to be started with an agent in it.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) command: Vec<OsString>,
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) points: Points,
    pub(crate) log: PathBuf,
}

/// What the command of a service says that it consists of.
pub(crate) fn named(command: &[OsString]) -> Vec<PathBuf> {
    java::class_path(command, std::env::var_os("CLASSPATH").as_deref())
}

impl Prepared {
    /// Puts the agent into the command that starts a service with these points. `settings` says what the agent is there for;
    /// the rest of them is filled in here.
    pub(crate) fn new(
        points: Points,
        command: &[OsString],
        directory: &WorkDir,
        settings: settings::Settings,
    ) -> Result<Prepared, Failure> {
        let library = agent::library(directory)?;
        let json = serde_json::to_vec(&points).map_err(Failure::new)?;
        let log = directory.file("agent.log");
        let settings =
            settings::Settings { points: directory.write("points.json", &json)?, log: log.clone(), ..settings };
        let json = serde_json::to_vec_pretty(&settings).map_err(Failure::new)?;
        let option = directory.write("settings.json", &json)?;
        let inherited = java::inherited_options();
        let (command, env) = java::with_agent(command, &library, &option, inherited.as_deref());
        Ok(Prepared { command, env, points, log })
    }
}

impl Format {
    /// What is said of an analysis beside a result in this format.
    pub(crate) fn said(self) -> Said {
        match self {
            Format::Text => Said::Steps,
            Format::Json => Said::Nothing,
        }
    }
}

impl ServiceOptions {
    /// The points of the service, and what is said of it.
    pub(crate) fn points(&self) -> &PointsOptions {
        &self.points
    }

    /// The command that starts the service.
    pub(crate) fn command(&self) -> &[OsString] {
        &self.command
    }

    /// Finds the points, and puts the agent into the command.
    pub(crate) fn prepare(&self, directory: &WorkDir, settings: settings::Settings) -> Result<Prepared, Failure> {
        self.points.prepare(&self.command, directory, settings)
    }
}

impl PointsOptions {
    /// Finds the points, and puts the agent into the command that starts a service. `settings` says what the agent is there for;
    /// the rest of them is filled in here.
    pub(crate) fn prepare(
        &self,
        command: &[OsString],
        directory: &WorkDir,
        settings: settings::Settings,
    ) -> Result<Prepared, Failure> {
        Prepared::new(self.find(|| named(command))?, command, directory, settings)
    }

    /// What the file of settings says of which requests are recorded.
    pub(crate) fn control(&self) -> Result<Control, Failure> {
        Ok(config::load(self.about.config.as_deref())?.record)
    }

    /// What the file of settings says of what is sensitive.
    pub(crate) fn mask(&self) -> Result<MaskSettings, Failure> {
        Ok(config::load(self.about.config.as_deref())?.mask)
    }

    /// What the file of settings says of which cases are replayed.
    pub(crate) fn replay(&self) -> Result<ReplaySettings, Failure> {
        Ok(config::load(self.about.config.as_deref())?.replay)
    }

    /// The checksums of the application's classes in a build; without a path, in the one that a command starts.
    pub(crate) fn classes(&self, path: &[PathBuf], command: &[OsString]) -> Result<BTreeMap<String, String>, Failure> {
        let inherited = std::env::var_os("CLASSPATH");
        let path = match (path, self.app.as_slice()) {
            ([], []) => java::class_path(command, inherited.as_deref()),
            ([], app) => app.to_vec(),
            (path, _) => path.to_vec(),
        };
        classes(&self.about.request(path)?).map_err(Failure::new)
    }

    /// Reads the points, or has the service analysed; `named` is what its command says that it consists of.
    pub(crate) fn find(&self, named: impl FnOnce() -> Vec<PathBuf>) -> Result<Points, Failure> {
        if let Some(file) = &self.points {
            let points = read_points(file)?;
            self.check(&points, file, named())?;
            return Ok(points);
        }
        let path = if self.app.is_empty() { named() } else { self.app.clone() };
        if path.is_empty() {
            return Err(Failure::new(
                "the command does not tell what the service consists of; name its jar or its classes with --app, or \
                 its points with --points",
            ));
        }
        analyse(&self.about.request(path)?, Said::Result)
    }
}

impl PointsOptions {
    /// Refuses points of another build. Where nobody says what the service consists of, the agent tells what it does not find.
    fn check(&self, points: &Points, file: &Path, path: Vec<PathBuf>) -> Result<(), Failure> {
        if path.is_empty() {
            return Ok(());
        }
        let differing = differs(points, &self.about.request_with(path, Settings::default())).map_err(Failure::new)?;
        let Some(first) = differing.first() else { return Ok(()) };
        let more = match differing.len() - 1 {
            0 => String::new(),
            more => format!(", and {}", count(more as u64, "class more differs", "classes more differ")),
        };
        let why = format!("these are the points of another build: {first}{more}");
        Err(Failure::new(format!(
            "{}: {why}; analyse this one with `retake analyze`, or leave --points out",
            file.display()
        )))
    }
}

/// Reads a points document.
pub(crate) fn read_points(file: &Path) -> Result<Points, Failure> {
    let bytes = fs::read(file).map_err(|error| Failure::file("read", file, &error))?;
    let wrong = |why: NotPoints| {
        let what = match why {
            NotPoints::Format(_) => why.to_string(),
            NotPoints::Malformed(_) => format!("it is not a points document: {why}; write one"),
        };
        let path = file.display();
        Failure::new(format!("{path}: {what} with `retake analyze app.jar --format json --out points.json`"))
    };
    Points::read(&bytes).map_err(wrong)
}
