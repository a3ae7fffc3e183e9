//! Recording a service that runs: the agent is loaded into it, and leaves it as it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use retake_host::attach::{CannotAttach, Jvm};
use retake_host::{Interrupts, last_lines};
use retake_model::control::Control;
use retake_model::policy::Policies;
use retake_model::settings::{Mode, Settings};

use super::line::{Line, State};
use super::show::Show;
use super::until::Until;
use crate::agent::{self, VERSION};
use crate::failure::Failure;
use crate::mask::MaskOptions;
use crate::options::PointsOptions;
use crate::output::{count, say};
use crate::workdir::WorkDir;

/// How long the agent may take to weave what is loaded.
const WEAVING: Duration = Duration::from_secs(120);
/// How long the agent may take to leave: open requests, the classes, the last writes.
const LEAVING: Duration = Duration::from_secs(60);
/// What an agent that refused has said is here after this long.
const LAST_WORD: Duration = Duration::from_secs(2);
/// How often a waiting command looks.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// What is wanted.
pub(super) struct Asked<'a> {
    pub(super) pid: u32,
    /// The directory that traffic goes to.
    pub(super) out: &'a Path,
    pub(super) points: &'a PointsOptions,
    pub(super) verify: bool,
    pub(super) control: &'a Control,
    pub(super) mask: &'a MaskOptions,
}

/// Records until somebody asks to stop or the service ends.
pub(super) fn record(asked: &Asked<'_>, show: &mut Show, interrupts: &Interrupts) -> Result<(), Failure> {
    let Asked { pid, out, points, verify, control, mask } = *asked;
    let rules = points.mask()?;
    let jvm = Jvm::check(pid).map_err(failure)?;
    let place = Place::choose(&jvm)?;
    let library = place.library(&jvm)?;
    let traffic = place.traffic(&jvm, out)?;
    let points = points.find(|| jvm.class_path())?;
    let json = serde_json::to_vec(&points).map_err(Failure::new)?;
    let line = Line::listen(&place.directory.file("s"), mask.for_agent(&rules)?)?;
    place.own(&jvm, "s")?;
    let inside = |name: &str| jvm.inside(&place.directory.file(name));
    let settings = Settings {
        version: VERSION.to_owned(),
        mode: Mode::Record,
        points: jvm.inside(&place.directory.write("points.json", &json)?),
        log: inside("agent.log"),
        out: Some(jvm.inside(&traffic)),
        socket: Some(inside("s")),
        verify,
        control: control.clone(),
        mask: mask.mask.then_some(rules),
        policies: Policies::default(),
        watch: false,
    };
    let json = serde_json::to_vec_pretty(&settings).map_err(Failure::new)?;
    let option = jvm.inside(&place.directory.write("settings.json", &json)?);
    let log = place.directory.file("agent.log");
    if interrupts.any() {
        return Err(Failure::Interrupted(interrupts.last()));
    }

    let loaded = jvm.load(&library, &option, interrupts);
    let known = |state: &State| !matches!(state, State::Here);
    let stop = || interrupts.any() || !jvm.runs();
    let begun = match loaded {
        Ok(()) => line.wait(WEAVING, known, stop),
        // What the agent said of it is clearer than what the JVM makes of that.
        Err(error) => match line.wait(LAST_WORD, |state| matches!(state, State::Failed(_)), stop) {
            Some(State::Failed(why)) => Some(State::Failed(why)),
            _ => return Err(failure(error)),
        },
    };
    match begun {
        Some(State::Records) => {}
        Some(State::Failed(why)) => return Err(Failure::new(format!("process {pid} is not recorded: {why}"))),
        _ if interrupts.any() => {}
        _ if !jvm.runs() => return Err(Failure::new(format!("process {pid} has ended"))),
        _ => return Err(Failure::new(format!("the agent in process {pid} did not begin to record"))),
    }
    if line.first() == Some(State::Records) {
        let woven = count(line.counts().woven, "class", "classes");
        show.say(&format!("recording process {pid}: {woven} woven; Ctrl-C ends it"));
    }
    let mut until = Until::new(control);
    let mut reached = None;
    while !stop() && line.first() == Some(State::Records) && reached.is_none() {
        line.ask();
        interrupts.sleep(LOOK_EVERY);
        show.counts(&line.counts());
        reached = until.reached(&line);
    }
    show.clear();
    if let Some(why) = reached {
        show.say(&why);
    }
    line.detach();
    let left = line.wait(LEAVING, |state| !matches!(state, State::Here | State::Records), || !jvm.runs());
    super::tell_log(&last_lines(&log, super::LOG_LINES));
    match left {
        _ if !jvm.runs() => say(&format!("process {pid} has ended")),
        Some(State::Left) => {
            let counts = line.counts();
            if counts.still_woven > 0 {
                let classes = count(counts.still_woven, "class", "classes");
                say(&format!("{classes} of process {pid} could not be turned back; their hooks are off"));
            }
            if verify {
                let classes = count(counts.compared, "class", "classes");
                let changed = match counts.changed {
                    0 => "every method is what it was before".to_owned(),
                    more => format!("{} other code than before", count(more, "class has", "classes have")),
                };
                say(&format!("compared {classes} of process {pid}: {changed}"));
            }
        }
        _ => say(&format!(
            "process {pid} did not say that it is as it was before; its hooks are off when nobody listens"
        )),
    }
    place.bring(&traffic, out)
}

/// Whether two files have the same bytes.
fn is_same(one: &Path, other: &Path) -> bool {
    let size = |path| fs::metadata(path).map(|found| found.len()).ok();
    size(one).is_some()
        && size(one) == size(other)
        && matches!((fs::read(one), fs::read(other)), (Ok(a), Ok(b)) if a == b)
}

fn failure(error: CannotAttach) -> Failure {
    match error {
        CannotAttach::Interrupted => Failure::Interrupted(2),
        other => Failure::new(other),
    }
}

/// Where the command and the agent meet. What the JVM cannot see where the command has it, because it has another root
/// directory or another user, is put into its own directory of temporary files.
struct Place {
    directory: WorkDir,
    foreign: bool,
}

impl Place {
    fn choose(jvm: &Jvm) -> Result<Place, Failure> {
        let own = rustix::process::geteuid().as_raw() == jvm.owner().0;
        let directory = WorkDir::create()?;
        if own && jvm.sees(directory.path()) {
            return Ok(Place { directory, foreign: false });
        }
        let directory = WorkDir::create_in(&jvm.outside(Path::new("/tmp")), jvm.owner())?;
        Ok(Place { directory, foreign: true })
    }

    /// The library as the JVM sees it.
    fn library(&self, jvm: &Jvm) -> Result<PathBuf, Failure> {
        let library = agent::library(&self.directory)?;
        // The same library at another place would be another one to the JVM, and find its classes taken.
        if let Some(known) = jvm.libraries().into_iter().find(|known| is_same(&jvm.outside(known), &library)) {
            return Ok(known);
        }
        if !self.foreign && jvm.sees(&library) && !library.starts_with(self.directory.path()) {
            return Ok(library);
        }
        Ok(jvm.inside(&agent::library_for(&jvm.outside(Path::new("/tmp")), &library)?))
    }

    /// Where the agent writes.
    fn traffic(&self, jvm: &Jvm, out: &Path) -> Result<PathBuf, Failure> {
        if !self.foreign && jvm.sees(out) {
            return Ok(out.to_owned());
        }
        let path = self.directory.file("traffic");
        fs::create_dir(&path).map_err(|error| Failure::file("made", &path, &error))?;
        self.own(jvm, "traffic")?;
        Ok(path)
    }

    /// Gives a file to whoever runs the JVM.
    fn own(&self, jvm: &Jvm, name: &str) -> Result<(), Failure> {
        let (path, (user, group)) = (self.directory.file(name), jvm.owner());
        if !self.foreign {
            return Ok(());
        }
        std::os::unix::fs::lchown(&path, Some(user), Some(group))
            .map_err(|error| Failure::file("given away", &path, &error))
    }

    /// Brings what the agent wrote to where it was wanted.
    fn bring(&self, traffic: &Path, out: &Path) -> Result<(), Failure> {
        if traffic == out {
            return Ok(());
        }
        let entries = fs::read_dir(traffic).map_err(|error| Failure::file("read", traffic, &error))?;
        for file in entries.flatten() {
            let to = out.join(file.file_name());
            fs::copy(file.path(), &to).map_err(|error| Failure::file("written", &to, &error))?;
        }
        Ok(())
    }
}
