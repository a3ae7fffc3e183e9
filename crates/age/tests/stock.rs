//! The stock tool reads what this writes, and this reads what the stock tool writes.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use retake_age::{Access, Identity, Passphrase, Recipient, decrypt, encrypt};

struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let path = std::env::temp_dir().join(format!("retake-age-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Dir(path)
    }

    fn run(&self, program: &str, args: &[&str]) -> Vec<u8> {
        let output = Command::new(program).args(args).current_dir(&self.0).stdin(Stdio::null()).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}; run scripts/setup.sh --tests"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    /// Runs the tool at a terminal of its own, because it asks nobody else for a passphrase, and types it twice.
    fn type_in(&self, command: &str, passphrase: &str) {
        let mut script = Command::new("script");
        script.args(["-q", "-e", "-c", command, "/dev/null"]).current_dir(&self.0);
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut typed = child.stdin.take().unwrap();
        typed.write_all(format!("{passphrase}\n{passphrase}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        drop(typed);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn identities(file: &Path) -> Vec<Identity> {
    Identity::list(&fs::read_to_string(file).unwrap()).unwrap()
}

const SIZES: [usize; 5] = [0, 1, 65_536, 65_537, 300_000];

fn bytes(size: usize) -> Vec<u8> {
    (0..size).map(|n| (n * 31 % 251) as u8).collect()
}

#[test]
fn recipients_both_ways() {
    let dir = Dir::new("recipients");
    dir.run("age-keygen", &["-o", "key.txt"]);
    let identity = identities(&dir.file("key.txt"));
    let recipient = String::from_utf8(dir.run("age-keygen", &["-y", "key.txt"])).unwrap();
    assert_eq!(identity[0].recipient().to_string(), recipient.trim());
    // A key made here is one for the tool, too.
    let own = Identity::random().unwrap();
    fs::write(dir.file("own.txt"), own.secret_text().as_bytes()).unwrap();
    assert_eq!(dir.run("age-keygen", &["-y", "own.txt"]), format!("{}\n", own.recipient()).into_bytes());
    let recipients: Vec<Recipient> = vec![own.recipient(), recipient.trim().parse().unwrap()];
    for size in SIZES {
        let plain = bytes(size);
        fs::write(dir.file("ours.age"), encrypt(&plain, &Access::Recipients(&recipients)).unwrap()).unwrap();
        for key in ["key.txt", "own.txt"] {
            assert_eq!(dir.run("age", &["-d", "-i", key, "ours.age"]), plain, "{size} bytes");
        }
        fs::write(dir.file("plain"), &plain).unwrap();
        let others = own.recipient().to_string();
        dir.run("age", &["-e", "-r", recipient.trim(), "-r", &others, "-o", "theirs.age", "plain"]);
        let theirs = fs::read(dir.file("theirs.age")).unwrap();
        assert_eq!(decrypt(&theirs, &identity, None).unwrap().as_slice(), plain, "{size} bytes");
    }
}

#[test]
fn passphrases_both_ways() {
    let dir = Dir::new("passphrases");
    let passphrase = Passphrase::new("correct horse battery".to_owned().into());
    fs::write(dir.file("ours.age"), encrypt(b"from here", &Access::Passphrase(&passphrase)).unwrap()).unwrap();
    dir.type_in("age -d -o opened ours.age", "correct horse battery");
    assert_eq!(fs::read(dir.file("opened")).unwrap(), b"from here");
    fs::write(dir.file("plain"), "from there").unwrap();
    dir.type_in("age -e -p -o theirs.age plain", "correct horse battery");
    let theirs = fs::read(dir.file("theirs.age")).unwrap();
    assert_eq!(decrypt(&theirs, &[], Some(&passphrase)).unwrap().as_slice(), b"from there");
}
