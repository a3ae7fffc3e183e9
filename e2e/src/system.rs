//! PostgreSQL and Redis as the system's packages have them (`scripts/setup.sh --tests` installs them): processes of a test's
//! own, with data directories in its stage, on loopback.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::Signal;

use crate::process::{Running, wait_for};
use crate::shop::{free_port, is_closed};
use crate::stage::Stage;

/// The user, the password and the database.
const NAME: &str = "orders";

/// A running server.
#[derive(Debug)]
pub struct Server {
    running: Running,
    ending: Signal,
    /// Where it listens.
    pub port: u16,
}

impl Server {
    /// An empty PostgreSQL with a database, a user and a password, all `orders`, in a directory of this name.
    pub fn postgres(stage: &Stage, directory: &str) -> Server {
        Server::postgres_on(stage, directory, free_port())
    }

    /// The same on a port that is known to be free.
    pub fn postgres_on(stage: &Stage, directory: &str, port: u16) -> Server {
        let data = stage.path(directory);
        let password = stage.write("password", NAME);
        fs::create_dir(&data).unwrap_or_else(|error| panic!("{}: {error}", data.display()));
        let user = Unprivileged::find();
        user.owns(&data);
        user.owns(&password);
        let mut initdb = user.command("initdb");
        initdb.args(["--username", NAME, "--auth", "scram-sha-256", "--encoding", "UTF8", "--no-sync"]);
        initdb.args([OsStr::new("--locale"), "C".as_ref(), "--pwfile".as_ref(), password.as_ref(), data.as_ref()]);
        stage.run("initdb", &mut initdb).wait().expect(0);
        let mut postgres = user.command("postgres");
        postgres.arg("-D").arg(&data).args(["-p", &port.to_string(), "-h", "127.0.0.1"]);
        // What is lost with a crash is lost with the test, too.
        postgres.args(["-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "max_connections=50"]);
        let running = stage.run("postgres", &mut postgres);
        ready(&running, |running| running.err().contains("ready to accept connections"));
        let mut createdb = user.command("createdb");
        createdb.env("PGPASSWORD", NAME);
        createdb.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-U", NAME, NAME]);
        stage.run("createdb", &mut createdb).wait().expect(0);
        // By default it would wait until its last client is gone.
        Server { running, ending: Signal::INT, port }
    }

    /// An empty Redis.
    pub fn redis(stage: &Stage) -> Server {
        let port = free_port();
        let mut redis = Command::new(found("redis-server"));
        redis.args(["--bind", "127.0.0.1", "--port", &port.to_string(), "--save", "", "--appendonly", "no"]);
        let running = stage.run("redis", &mut redis);
        ready(&running, |running| running.out().contains("eady to accept connections"));
        Server { running, ending: Signal::TERM, port }
    }

    /// Ends it, and makes sure that nobody listens any more.
    pub fn stop(self) {
        self.running.signal(self.ending);
        self.running.wait();
        assert!(is_closed(self.port), "somebody still listens on port {}", self.port);
    }
}

fn ready(running: &Running, is_ready: impl Fn(&Running) -> bool) {
    let missing = || format!("it is not ready:\n{}\n{}", running.out(), running.err());
    wait_for(missing, || is_ready(running).then_some(()));
}

/// A user that PostgreSQL runs as: it refuses to be root.
struct Unprivileged(Option<(u32, u32)>);

impl Unprivileged {
    fn find() -> Unprivileged {
        if !rustix::process::geteuid().is_root() {
            return Unprivileged(None);
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let user = users.lines().find_map(|line| {
            let mut fields = line.split(':');
            (fields.next() == Some("postgres")).then_some(())?;
            Some((fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?))
        });
        assert!(user.is_some(), "there is no user `postgres` to run PostgreSQL as: run scripts/setup.sh --tests");
        Unprivileged(user)
    }

    fn owns(&self, path: &Path) {
        if let Some((user, group)) = self.0 {
            chown(path, Some(user), Some(group)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(found(name));
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command
    }
}

/// A program of the packages. Debian keeps those of PostgreSQL apart, by version; the newest is taken.
fn found(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> =
        fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    places.sort_by_key(|place| place.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok()));
    let places = places.iter().rev().map(|place| place.join("bin")).chain(std::env::split_paths(&path));
    let found = places.map(|place| place.join(name)).find(|program| program.is_file());
    found.unwrap_or_else(|| panic!("there is no {name}: run scripts/setup.sh --tests"))
}
