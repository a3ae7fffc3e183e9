//! The service on SOFABoot (`java/sofaboot`): called over Bolt and over HTTP, it asks a neighbour in its own process and, over
//! Bolt, another one.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_jdks::Jdk;
use retake_jdks::libraries::Libraries;

use crate::process::Running;
use crate::shop;
use crate::stage::Stage;

/// The service as it was built: classes of its own, a neighbour and what it shares with others as jars, and libraries.
#[derive(Clone, Debug)]
pub struct Service {
    java: PathBuf,
    home: OsString,
    /// The class path of the service.
    path: OsString,
    /// The class path of those who call it and whom it calls.
    post: OsString,
}

impl Service {
    /// Builds it in a directory of the stage, with its libraries in another one.
    pub fn build(stage: &Stage, jdk: &Jdk, libraries: &Path) -> Service {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/sofaboot");
        let jars = Libraries::of(&sources.join("libraries.txt"), libraries).all();
        let join = |first: &[&Path]| {
            let first = first.iter().map(|path| path.to_path_buf());
            std::env::join_paths(first.chain(jars.clone())).expect("no path has a colon")
        };
        let compile = |name: &str, file: &str, path: &OsStr| {
            let source = fs::read_to_string(sources.join(name).join(file)).expect("the source is there");
            stage.compile_with(jdk, &["-cp".as_ref(), path], name, file, &source)
        };
        let jar = |classes: &Path| {
            let jar = classes.with_extension("jar");
            let arguments = ["cf".as_ref(), jar.as_os_str(), "-C".as_ref(), classes.as_os_str(), ".".as_ref()];
            stage.start("jar", &jdk.tool("jar"), arguments).wait().expect(0);
            jar
        };
        let copy = |from: &str, to: &Path| {
            fs::create_dir_all(to.parent().expect("it is in a directory")).expect("it can be made");
            fs::copy(sources.join(from), to).expect("the file is there");
        };
        let post = jar(&compile("post", "Post.java", &join(&[])));
        let ledger = compile("ledger", "Ledger.java", &join(&[]));
        copy("ledger/sofa-module.properties", &ledger.join("sofa-module.properties"));
        copy("ledger/META-INF/spring/ledger.xml", &ledger.join("META-INF/spring/ledger.xml"));
        let ledger = jar(&ledger);
        let office = compile("office", "Office.java", &join(&[&post, &ledger]));
        copy("office/office.xml", &office.join("office.xml"));
        copy("office/application.properties", &office.join("application.properties"));
        let mut home = OsString::from("-Duser.home=");
        home.push(stage.path("home"));
        Service { java: jdk.java(), home, path: join(&[&office, &ledger, &post]), post: join(&[&post]) }
    }

    /// What is analysed: its own classes and those of its neighbour, and the libraries.
    pub fn path(&self) -> &OsStr {
        &self.path
    }

    /// How the service is started, to listen at two ports and to call the courier at a third.
    pub fn command(&self, port: u16, bolt: u16, courier: u16) -> Vec<OsString> {
        let mut command = vec![self.java.clone().into(), self.home.clone()];
        let ports = [
            format!("-Dserver.port={port}"),
            format!("-Dsofa.boot.rpc.boltPort={bolt}"),
            format!("-Dcourier.url=127.0.0.1:{courier}"),
        ];
        command.extend(ports.map(OsString::from));
        command.extend(["-cp".into(), self.path.clone(), "office.Office".into()]);
        command
    }

    /// Starts whom it calls; gives where that one listens, too.
    pub fn courier(&self, stage: &Stage) -> (Running, u16) {
        let mut courier = stage.start("courier", &self.java, self.post(&[]));
        let port = shop::port(&courier.line_after("courier ready on "));
        (courier, port)
    }

    /// Starts who calls it over Bolt: ten parcels, unless it is said how many, by how many threads, and how many in a second.
    pub fn sender(&self, stage: &Stage, bolt: u16, more: &[usize]) -> Running {
        let arguments: Vec<String> =
            std::iter::once(bolt.to_string()).chain(more.iter().map(usize::to_string)).collect();
        stage.start("sender", &self.java, self.post(&arguments))
    }

    fn post(&self, arguments: &[String]) -> Vec<OsString> {
        let mut all = vec![self.home.clone(), "-cp".into(), self.post.clone(), "post.Post".into()];
        all.extend(arguments.iter().map(OsString::from));
        all
    }
}
