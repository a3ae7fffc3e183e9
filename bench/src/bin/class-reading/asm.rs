//! ASM, which reads classes in a JVM of its own as long as it is asked to.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use retake_bench::rounds::Outcome;
use retake_bench::{Result, applications};
use retake_e2e::jdk;

/// How often all classes are read before it counts, so that the compiler has seen everything.
pub(crate) const WARM: usize = 10;

pub(crate) struct Asm {
    child: RefCell<Child>,
    asked: RefCell<ChildStdin>,
    told: RefCell<BufReader<ChildStdout>>,
    room: std::path::PathBuf,
}

impl Asm {
    /// Starts it with these classes, and warms it up.
    pub(crate) fn start(classes: &[&[u8]]) -> Result<Self> {
        let (path, jdk) = (applications::peer("asm")?, jdk::newest());
        let room = std::env::temp_dir().join(format!("retake-bench-{}", std::process::id()));
        std::fs::create_dir_all(&room)?;
        let mut bytes = Vec::new();
        for class in classes {
            bytes.extend((class.len() as u32).to_be_bytes());
            bytes.extend(*class);
        }
        std::fs::write(room.join("classes"), bytes)?;
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/peers/AsmReading.java");
        let path = std::env::join_paths(path.iter().chain([&room]))?;
        let compiled = Command::new(jdk.javac()).arg("-d").arg(&room).arg("-cp").arg(&path).arg(source).status()?;
        if !compiled.success() {
            return Err("the driver of ASM does not compile".into());
        }
        let mut command = Command::new(jdk.java());
        command.arg("-cp").arg(path).arg("peers.AsmReading").arg(room.join("classes"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(asked), Some(told)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the JVM has no input and output".into());
        };
        let told = RefCell::new(BufReader::new(told));
        let asm = Asm { child: RefCell::new(child), asked: RefCell::new(asked), told, room };
        for _ in 0..WARM {
            asm.try_round()?;
        }
        Ok(asm)
    }

    /// Reads all classes once.
    pub(crate) fn round(&self) -> Outcome {
        self.try_round().unwrap_or_else(|error| panic!("ASM: {error}"))
    }

    fn try_round(&self) -> Result<Outcome> {
        let mut asked = self.asked.borrow_mut();
        asked.write_all(b"\n")?;
        asked.flush()?;
        let mut line = String::new();
        self.told.borrow_mut().read_line(&mut line)?;
        let mut numbers = line.split_whitespace().map(str::parse::<u64>);
        let (Some(Ok(spent)), Some(Ok(failures)), Some(Ok(sum))) = (numbers.next(), numbers.next(), numbers.next())
        else {
            return Err(format!("it said {line:?}").into());
        };
        Ok(Outcome { failures: failures as usize, sum, spent: Some(Duration::from_nanos(spent)) })
    }
}

impl Drop for Asm {
    fn drop(&mut self) {
        let _ = self.child.borrow_mut().kill();
        let _ = self.child.borrow_mut().wait();
        let _ = std::fs::remove_dir_all(&self.room);
    }
}
