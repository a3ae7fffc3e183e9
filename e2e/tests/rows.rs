//! A service that uses a database: a build that reads rows in another order, binds parameters in another order, says how it likes
//! its rows fetched or looks at a connection more often is the same; one that asks another question or reads what nobody read
//! before is not.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

/// Each with its answer.
const PATHS: [(&str, &str); 13] = [
    ("/list", "bolt 7 0.25\nscrew 3 0.10\n"),
    ("/nulls", "7 none\nnone new\n3 last\n"),
    (
        "/columns",
        "NAME CHARACTER VARYING\nSTOCK INTEGER\nPRICE DECIMAL\nNOTE CHARACTER VARYING\nPICTURE BINARY LARGE OBJECT\n",
    ),
    ("/picture", "3"),
    ("/scroll", "3screwboltfalse"),
    ("/none", "failed No data is available [2000-240]"),
    ("/between", "true screwtruefalse-1truenull"),
    ("/sell", "true1123505"),
    ("/prices", "[1, 0, 1]"),
    ("/call", "5false"),
    ("/task", "screwbolt"),
    ("/two", "boltfalse"),
    ("/wrong", "failed Table \"NOWHERE\" not found; SQL statement:\nSELECT name FROM nowhere [42102-240]"),
];

/// The same in another way.
const SAME: [(&str, &str); 8] = [
    (
        "said.append(found.getString(\"name\")).append(' ');\n                            said.append(found.getInt(\"stock\")).append(' ');",
        "int stock = found.getInt(\"stock\");\n said.append(found.getString(\"name\")).append(' ').append(stock).append(' ');",
    ),
    // Twice, and the rest of the row not at all.
    (
        "said.append(found.getString(1)).append(found.previous());",
        "found.getString(1); said.append(found.getString(1)).append(found.previous());",
    ),
    (
        "columns.getColumnLabel(i)).append(' ').append(columns.getColumnTypeName(i)).append('\\n')",
        "columns.getColumnLabel(i) + ' ' + columns.getColumnTypeName(i) + '\\n')",
    ),
    // How rows are fetched, and for how long somebody would wait for them.
    (
        "statement.setInt(1, 1);\n                    try",
        "statement.setFetchSize(7); statement.setQueryTimeout(5); statement.setInt(1, 1);\n                    try",
    ),
    // In another order, with another method, and one of them twice.
    (
        "statement.setInt(1, 1);\n                    statement.setLong(2, 5);",
        "statement.setObject(2, 5); statement.setInt(1, 4); statement.setInt(1, 1);",
    ),
    (
        "statement.setString(1, \"bolt\");\n                    statement.setTimestamp(2, new Timestamp(1000));",
        "statement.setTimestamp(2, new Timestamp(1000));\n                    statement.setString(1, \"bolt\");",
    ),
    // More than once, and what follows from what it was told.
    (
        "connection.setAutoCommit(false);",
        "if (connection.getAutoCommit()) connection.setAutoCommit(false); if (connection.getAutoCommit()) said.append(1);",
    ),
    // On the other connection to the same database, which is left open.
    (
        "PreparedStatement statement = connection.prepareStatement(BETWEEN)) {\n                    statement.setInt(1, 7);",
        "PreparedStatement statement = other.prepareStatement(BETWEEN)) {\n                    statement.setInt(1, 7);",
    ),
];

/// Something else, with the request that finds it out and the verdict.
const OTHER: [(&str, &str, &str, &str); 10] = [
    (
        "statement.setInt(1, 1);\n                    try",
        "statement.setInt(1, 2);\n                    try",
        "/list",
        "request-differs",
    ),
    (
        "found.getBigDecimal(\"price\")",
        "found.getBigDecimal(\"price\") + found.getString(\"note\")",
        "/list",
        "new-call",
    ),
    ("found.last();", "found.first();", "/scroll", "new-call"),
    ("SELECT * FROM items\"", "SELECT name FROM items\"", "/columns", "request-differs"),
    ("statement.setLong(2, 5)", "statement.setLong(2, 6)", "/between", "request-differs"),
    ("new Timestamp(1000)", "new Timestamp(1001)", "/sell", "request-differs"),
    (", Statement.RETURN_GENERATED_KEYS", "", "/sell", "request-differs"),
    ("\"nail\"", "\"nut\"", "/prices", "request-differs"),
    ("statement.setInt(2, -5)", "statement.setInt(2, 5)", "/call", "request-differs"),
    ("connection.commit();", "", "/sell", "path-differs"),
];

struct Program {
    jdk: Jdk,
    libraries: Libraries,
    source: String,
}

impl Program {
    fn new() -> Program {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/rows");
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
        let source = fs::read_to_string(home.join("Rows.java")).expect("the source is there");
        Program { jdk: jdk::newest(), libraries: Libraries::of(&home.join("libraries.txt"), &directory), source }
    }

    fn command(&self, build: &Path, arguments: [&str; 2]) -> Vec<OsString> {
        let path = std::iter::once(build.to_owned()).chain(self.libraries.all());
        let path = std::env::join_paths(path).expect("no path has a colon");
        let command: [OsString; 4] = [self.jdk.java().into(), "-cp".into(), path, "rows.Rows".into()];
        command.into_iter().chain(arguments.map(OsString::from)).collect()
    }

    fn build(&self, stage: &Stage, name: &str, change: Option<(&str, &str)>) -> PathBuf {
        let source = change.map_or(self.source.clone(), |(from, to)| self.source.replace(from, to));
        assert_eq!(source == self.source, change.is_none(), "{change:?}");
        stage.compile(&self.jdk, name, "Rows.java", &source)
    }
}

#[test]
fn rows_may_be_read_in_any_order() {
    let (stage, program) = (Stage::new(), Program::new());
    let build = program.build(&stage, "build", None);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let database = format!("jdbc:h2:file:{};AUTO_SERVER=FALSE", stage.path("items").display());

    let fill = program.command(&build, ["fill", &database]);
    stage.start("fill", &program.jdk.java(), &fill[1..]).wait().expect(0);
    let mut recording = retake::record(&stage, &traffic, &program.command(&build, ["0", &database]));
    let port = shop::port(&recording.line_after("rows ready on "));
    for (path, answer) in PATHS {
        assert_eq!(http::get(port, path), answer, "{path}");
    }
    recording.stop().expect(0);
    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], PATHS.len(), "{made}");

    let replay_with = |database: &str, name: &str, change| {
        let build = program.build(&stage, name, change);
        let port = shop::free_port();
        retake::replay(&stage, &cases, port, &[], &program.command(&build, [&port.to_string(), database]))
    };
    let elsewhere = replay_with("jdbc:h2:file:/nowhere/at/all", "elsewhere", None);
    assert_eq!(elsewhere.failing().count(), PATHS.len(), "{}", elsewhere.complaint());
    let replay = |name: &str, change| replay_with(&database, name, change);
    // Nobody opens what is not there.
    fs::remove_file(stage.path("items.mv.db")).expect("the database was a file");
    replay("itself", None).all_passed(PATHS.len());
    for (at, change) in SAME.into_iter().enumerate() {
        replay(&format!("same-{at}"), Some(change)).all_passed(PATHS.len());
    }
    for (at, (from, to, path, verdict)) in OTHER.into_iter().enumerate() {
        let replay = replay(&format!("other-{at}"), Some((from, to)));
        let failing: Vec<_> = replay.failing().map(|case| (case.entry.as_str(), case.verdict.as_str())).collect();
        assert_eq!(failing, [(format!("GET {path}").as_str(), verdict)], "{from}: {}", replay.complaint());
    }
    stage.nothing_left();
}
