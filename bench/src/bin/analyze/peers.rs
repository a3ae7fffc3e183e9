//! What others need for a part of it: SootUp and Tai-e build a call graph by class hierarchy, Tai-e follows taint.

use std::path::{Path, PathBuf};
use std::process::Command;

use retake_bench::measured::{self, End, Measured};
use retake_bench::{Result, applications, archives};
use retake_e2e::{Jdk, jdk};

use crate::{LONGEST, Row};

/// A small, a middle and a large application, with the class of each that has the main method.
const APPLICATIONS: [(&str, &str); 3] = [
    ("wiremock", "wiremock.Run"),
    ("tika-server", "org.apache.tika.server.core.TikaServerCli"),
    ("conductor-server", "com.netflix.conductor.Conductor"),
];

/// How much memory a peer may take.
const HEAP: &str = "-Xmx8g";

/// A peer's run on an application.
pub(crate) struct Compared {
    pub(crate) application: &'static str,
    pub(crate) peer: &'static str,
    pub(crate) run: Measured,
    /// The processor time of our analysis.
    pub(crate) ours: f64,
}

/// Runs all peers on those applications that were measured.
pub(crate) fn compare(rows: &[Row], tell: impl Fn(Compared)) -> Result<()> {
    let stand = Stand::set_up()?;
    for (name, main) in APPLICATIONS {
        let Some(row) = rows.iter().find(|row| row.application.name == name) else { continue };
        let mut path = Vec::new();
        for file in row.application.paths() {
            path.extend(archives::unfold(&file, &stand.room.join(name))?);
        }
        let service = Service { main, path, scope: row.application.scope.join(",") };
        let runs = [
            ("SootUp 2.0.0, class hierarchy", stand.sootup(&service)?),
            ("Tai-e 0.5.2, class hierarchy", stand.tai_e(&service, "cg=algorithm:cha")?),
            ("Tai-e 0.5.2, taint", stand.tai_e(&service, &taint())?),
        ];
        for (peer, mut command) in runs {
            eprintln!("{name}: {peer}");
            let run = measured::run(command.current_dir(&stand.room), LONGEST)?;
            if run.end == End::Failed {
                let lines: Vec<&str> = run.out.lines().chain(run.err.lines()).collect();
                eprintln!("{}", lines[lines.len().saturating_sub(20)..].join("\n"));
            }
            tell(Compared { application: name, peer, run, ours: row.processor() });
        }
    }
    Ok(std::fs::remove_dir_all(&stand.room)?)
}

/// What a peer is given.
struct Service {
    /// The class with the main method.
    main: &'static str,
    path: Vec<PathBuf>,
    /// The packages of its own, with commas between them.
    scope: String,
}

/// What peers are run with.
struct Stand {
    jdk: Jdk,
    room: PathBuf,
    sootup: Vec<PathBuf>,
    tai_e: Vec<PathBuf>,
    /// Our small drivers of them, compiled.
    drivers: PathBuf,
}

impl Stand {
    fn set_up() -> Result<Self> {
        let (sootup, tai_e) = (applications::peer("sootup")?, applications::peer("tai-e")?);
        let room = std::env::temp_dir().join(format!("retake-bench-{}", std::process::id()));
        let drivers = room.join("drivers");
        std::fs::create_dir_all(&drivers)?;
        // Both of them know the classes of this release.
        let jdk = jdk::oldest();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/peers");
        let mut command = Command::new(jdk.javac());
        command.arg("-d").arg(&drivers).arg("-cp").arg(std::env::join_paths(sootup.iter().chain(&tai_e))?);
        command.args(["SootUpCalls.java", "TaieEntries.java"].map(|file| source.join(file)));
        crate::well(&mut command)?;
        Ok(Stand { jdk, room, sootup, tai_e, drivers })
    }

    fn java(&self, peer: &[PathBuf], service: &Service) -> Result<Command> {
        let mut command = Command::new(self.jdk.java());
        command.arg(HEAP).arg(format!("-Dpeers.scope={}", service.scope));
        command.arg("-cp").arg(std::env::join_paths([&self.drivers].into_iter().chain(peer))?);
        Ok(command)
    }

    fn sootup(&self, service: &Service) -> Result<Command> {
        let mut command = self.java(&self.sootup, service)?;
        command.arg("peers.SootUpCalls").arg(service.main).args(&service.path);
        Ok(command)
    }

    /// Tai-e with one of its analyses.
    fn tai_e(&self, service: &Service, analysis: &str) -> Result<Command> {
        let mut command = self.java(&self.tai_e, service)?;
        // The classes of the running JVM are those of the JDK, and what is missing is not fatal.
        command.args(["pascal.taie.Main", "-pp", "-ap", "-m", service.main, "-a", analysis, "--output-dir"]);
        command.arg(self.room.join("tai-e")).args(service.path.iter().flat_map(|entry| [Path::new("-acp"), entry]));
        Ok(command)
    }
}

fn taint() -> String {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("analyze/tai-e-taint.yml");
    format!("pta=cs:ci;plugins:[peers.TaieEntries];taint-config:{}", sources.display())
}
