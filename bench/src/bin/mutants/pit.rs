//! The mutants that PIT makes of the service.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use retake_bench::coverage::compile;
use retake_bench::{Result, applications};
use retake_e2e::variant::Example;
use retake_e2e::{Jdk, Stage, orders};

/// It packs a hundred jars, on a machine that may be busy with other things.
const PATIENCE: Duration = Duration::from_secs(900);

/// The packages with the service's business.
const PACKAGES: [&str; 7] = [
    "orders/products",
    "orders/baskets",
    "orders/placing",
    "orders/rates",
    "orders/delivery",
    "orders/stats",
    "orders/errors",
];

/// One mutant.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub(crate) class: String,
    pub(crate) method: String,
    pub(crate) line: u32,
    /// The operator, without the words that all have in common.
    pub(crate) operator: String,
    /// What it does.
    pub(crate) what: String,
    /// A build with it.
    pub(crate) jar: PathBuf,
}

impl Mutant {
    /// Where it is, for people.
    pub(crate) fn place(&self) -> String {
        let class = self.class.rsplit('.').next().unwrap_or_default();
        format!("{class}.{}:{}", self.method, self.line)
    }
}

/// Makes all mutants, and a build without one, which is the first of the pair.
pub(crate) fn make(stage: &Stage, jdk: &Jdk) -> Result<(PathBuf, Vec<Mutant>)> {
    let jars = applications::peer("pit")?;
    let driver = compile(stage, jdk, &jars, "mutants/Mutants.java")?;
    let out = stage.path("mutants");
    std::fs::create_dir(&out)?;
    // Jars of variants look for their libraries here.
    std::os::unix::fs::symlink(orders::built("service-lib"), stage.path("service-lib"))?;
    let pattern = Example::Orders.variants().swap_remove(0).jar;
    let path = std::env::join_paths(jars.iter().chain([&driver]))?;
    let mut arguments: Vec<OsString> = vec!["-cp".into(), path, "mutants.Mutants".into()];
    arguments.extend([orders::built("service/classes"), pattern, out.clone()].map(OsString::from));
    arguments.extend(PACKAGES.map(OsString::from));
    let ended = stage.start("pit", &jdk.java(), arguments).wait_within(PATIENCE).expect(0);
    let mutant = |line: &str| {
        let words: Vec<&str> = line.split('\t').collect();
        let [number, class, method, line, operator, what] = words[..] else {
            return Err(format!("no mutant: {line}").into());
        };
        Ok(Mutant {
            class: class.to_owned(),
            method: method.to_owned(),
            line: line.parse()?,
            operator: operator.replace("Mutator", "").replace("ReturnVals", "Returns").replace('_', " "),
            what: what.to_owned(),
            jar: out.join(format!("{number}.jar")),
        })
    };
    Ok((out.join("0.jar"), ended.out.lines().map(mutant).collect::<Result<_>>()?))
}
