//! A real browser, without a window: what a page looks like to its script and its reader.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::stage::Stage;

/// Where Chromium is, if it is installed (`scripts/setup.sh --tests`).
fn program() -> PathBuf {
    let found = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].map(PathBuf::from);
    let found = std::env::var_os("CHROMIUM").map(PathBuf::from).into_iter().chain(found).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("there is no Chromium: run scripts/setup.sh --tests, or name it in CHROMIUM"))
}

/// What a browser made of a page.
#[derive(Debug)]
pub struct Opened {
    /// The document when its script had run.
    pub dom: String,
}

impl Opened {
    /// How often a text is in the document.
    pub fn count(&self, text: &str) -> usize {
        self.dom.matches(text).count()
    }

    /// Fails unless the document has all these texts.
    #[track_caller]
    pub fn has(&self, texts: &[&str]) -> &Opened {
        for text in texts {
            let visible = self.visible();
            assert!(visible.contains(text), "`{text}` is not in the page:\n{visible}");
        }
        self
    }

    /// Fails if the document has one of these texts.
    #[track_caller]
    pub fn has_not(&self, texts: &[&str]) -> &Opened {
        for text in texts {
            assert!(!self.visible().contains(text), "`{text}` is in the page");
        }
        self
    }

    /// The document without its data and its scripts, which hold everything anyway.
    pub fn visible(&self) -> String {
        let mut out = String::new();
        let mut rest = self.dom.as_str();
        while let Some(start) = rest.find("<script") {
            out.push_str(&rest[..start]);
            let end = rest[start..].find("</script>").map_or(rest.len(), |end| start + end + "</script>".len());
            rest = &rest[end..];
        }
        out.push_str(rest);
        out
    }
}

/// Opens a page from its file; `fragment` is what stands behind the `#` of its address. Fails if the page complains.
#[track_caller]
pub fn open(stage: &Stage, page: &Path, fragment: &str) -> Opened {
    let address = format!("file://{}#{fragment}", page.display().to_string().replace(' ', "%20"));
    let mut command = Command::new(program());
    command
        // In a container there are no namespaces to make a sandbox of. The page is our own and loads nothing.
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .args(["--enable-logging=stderr", "--log-level=0", "--virtual-time-budget=5000", "--window-size=1400,1000"])
        .arg(format!("--user-data-dir={}", stage.path("browser").display()))
        .args(["--dump-dom", &address]);
    let ended = stage.run("chromium", &mut command).wait().expect(0);
    let complaints: Vec<&str> = ended.err.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(complaints.is_empty(), "the page complains: {complaints:#?}");
    assert!(ended.out.contains("data-ready=\"yes\""), "the script of the page did not come to its end: {ended}");
    Opened { dom: ended.out }
}
