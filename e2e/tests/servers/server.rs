//! The servers: which program starts the service on each, and with which libraries.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Jdk, Stage, jdk};

/// A server and its libraries.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    /// Its name and release, and the list of its libraries.
    pub(crate) name: &'static str,
    /// The class that starts it.
    class: &'static str,
    /// What the sources call otherwise on it.
    names: Names,
    /// Whether Spring comes along.
    spring: bool,
}

type Names = &'static [(&'static str, &'static str)];
const JAKARTA: Names = &[];
const JAVAX: Names = &[("jakarta.servlet", "javax.servlet")];
const EE_8: Names = &[("jakarta.servlet", "javax.servlet"), ("jetty.ee10", "jetty.ee8")];
const EE_9: Names = &[("jetty.ee10", "jetty.ee9")];
const EE_11: Names = &[("jetty.ee10", "jetty.ee11")];

const fn server(name: &'static str, class: &'static str, names: Names) -> Server {
    Server { name, class, names, spring: false }
}

pub(crate) const TOMCAT_10: Server = server("tomcat-10.1", "OnTomcat", JAKARTA);
pub(crate) const JETTY_12: Server = server("jetty-12", "OnJetty12", JAKARTA);
pub(crate) const UNDERTOW: Server = server("undertow-2.3", "OnUndertow", JAKARTA);

/// All of them.
pub(crate) const ALL: &[Server] = &[
    server("tomcat-9", "OnTomcat", JAVAX),
    TOMCAT_10,
    server("tomcat-11", "OnTomcat", JAKARTA),
    server("jetty-9.4", "OnJetty", JAVAX),
    server("jetty-11", "OnJetty", JAKARTA),
    JETTY_12,
    server("jetty-12-ee8", "OnJetty12", EE_8),
    server("jetty-12-ee9", "OnJetty12", EE_9),
    server("jetty-12.1", "OnJetty12", EE_11),
    server("undertow-2.2", "OnUndertow", JAVAX),
    UNDERTOW,
];

impl Server {
    /// The same with Spring.
    pub(crate) fn with_spring(&self) -> Server {
        Server { spring: true, ..self.clone() }
    }

    /// The classes of the service on it.
    pub(crate) fn compile(&self, stage: &Stage) -> PathBuf {
        let read = |class: &str| {
            let source = fs::read_to_string(home().join(format!("{class}.java"))).expect("the source is there");
            self.names.iter().fold(source, |source, (name, here)| source.replace(name, here))
        };
        let write = |class: &str| stage.write(&format!("{class}.java"), read(class));
        let mut sources = vec![write("Web")];
        if self.spring {
            sources.push(write("Mvc"));
        }
        let libraries = self.libraries();
        let mut options: Vec<&OsStr> = vec!["-cp".as_ref(), &libraries];
        options.extend(sources.iter().map(|source| source.as_os_str()));
        stage.compile_with(&jdk(), &options, "build", &format!("{}.java", self.class), &read(self.class))
    }

    /// The command that starts it with a servlet; port 0 picks a free one.
    pub(crate) fn command(&self, build: &Path, servlet: &str, port: u16) -> Vec<OsString> {
        let mut path = OsString::from(build);
        path.push(":");
        path.push(self.libraries());
        let class = format!("web.{}", self.class);
        vec![jdk().java().into(), "-cp".into(), path, class.into(), port.to_string().into(), servlet.into()]
    }

    fn libraries(&self) -> OsString {
        let lists = [Some(self.name), self.spring.then_some("spring")];
        let fetched = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
        let jars = lists
            .into_iter()
            .flatten()
            .flat_map(|list| Libraries::of(&home().join(format!("{list}.txt")), &fetched).all());
        std::env::join_paths(jars).expect("no path has a colon")
    }
}

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("java/servers")
}

/// What all of the servers and Spring run on.
fn jdk() -> Jdk {
    jdk::all().into_iter().find(|jdk| jdk.release() >= 17).expect("there is a JDK of release 17 or later")
}
