#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use retake_model::control::{Control, Limits, Sample, Span};
use retake_model::policy::Policy;

use super::*;

/// Loads `retake.toml` of a few files.
fn load(files: &[(&str, &str)]) -> Result<Settings, Vec<String>> {
    let files: BTreeMap<PathBuf, &str> = files.iter().map(|(path, text)| (PathBuf::from(path), *text)).collect();
    let read = |path: &Path| {
        files.get(path).map(|text| text.to_string()).ok_or(io::Error::new(io::ErrorKind::NotFound, "no such file"))
    };
    let path = files.keys().find(|path| path.ends_with("retake.toml")).unwrap();
    Settings::load(path, &read).map_err(|problems| problems.iter().map(Problem::to_string).collect())
}

#[test]
fn everything_there_is() {
    let settings = load(&[
        (
            "app/retake.toml",
            r#"
            rules = ["rules/acme.toml"]
            [analyze]
            scope = ["shop"]
            release = 17
            builtin = false
            [points]
            lists = ["../shared/points.toml"]
            [[points.include]]
            method = "com.acme.Ids.next*(*)"
            why = "numbers"
            [[points.include]]
            method = "com.acme.Clock.now"
            at = "method"
            [[points.exclude]]
            field = "shop.Stock.counter"
            [[source]]
            method = "com.acme.Ids.fill(byte[])"
            argument = 0
            direct = true
            [[sink]]
            method = "com.acme.Db.query"
            argument = 1
            [[sink]]
            branch = true
            [[transfer]]
            class = "com.acme.Box"
            methods = ["get"]
            flow = ["this -> result"]
            "#,
        ),
        ("shared/points.toml", "[points]\nlists = ['more.toml']\n[[points.exclude]]\nmethod = 'shop.Log.*'"),
        ("shared/more.toml", "[[points.include]]\nmethod = 'com.acme.More.one'"),
        ("app/rules/acme.toml", "kind = 'external'\n[[external]]\nmethod = 'com.acme.Db.*'\nat = 'call'"),
    ])
    .unwrap();
    assert_eq!((settings.scope, settings.release, settings.builtin), (vec!["shop".to_string()], Some(17), false));
    let told = |listed: &[Listed]| -> Vec<String> {
        listed
            .iter()
            .map(|line| format!("{}:{} {} {} {}", line.at.0, line.at.1, line.pattern, line.body, line.field))
            .collect()
    };
    assert_eq!(
        told(&settings.include),
        [
            "app/retake.toml:9 com.acme.Ids.next*(*) false false",
            "app/retake.toml:12 com.acme.Clock.now true false",
            "shared/more.toml:1 com.acme.More.one false false",
        ]
    );
    assert_eq!(
        told(&settings.exclude),
        ["app/retake.toml:15 shop.Stock.counter false true", "shared/points.toml:3 shop.Log.* false false"]
    );
    assert_eq!(settings.include[0].why.as_deref(), Some("numbers"));
    let files: Vec<&str> = settings.rules.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(files, ["app/rules/acme.toml", "app/retake.toml"]);
    let own = &settings.rules[1].1;
    assert_eq!(
        (own.source[0].class.as_str(), &own.source[0].methods[..]),
        ("com/acme/Ids", &["fill(byte[])".to_string()][..])
    );
    assert_eq!(own.transfer[0].class, "com/acme/Box");
}

#[test]
fn nothing_is_everything_as_usual() {
    let settings = load(&[("retake.toml", "")]).unwrap();
    assert!(settings.builtin && settings.scope.is_empty() && settings.include.is_empty());
}

/// What is wrong in a file, told line by line.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found = load(&[("retake.toml", text)]).unwrap_err();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{expected} is not {found}");
    }
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    check(
        "[analyze]\nscopes = []\nbuiltin = 1\nrelease = 7\n[point]\n[[points.include]]\nmethod = 'next'\nmetod = 'x'\n\
         [[points.include]]\nat = 'call'\n[[points.exclude]]\n",
        &[
            "retake.toml:2: there is no `scopes` here; did you mean `scope`?",
            "retake.toml:3: invalid type: integer `1`, expected a boolean",
            "retake.toml:4: 7 is no release of Java",
            "retake.toml:5: there is no `point` here; did you mean `points`?",
            "retake.toml:7: `next` names no class",
            "retake.toml:8: there is no `metod` here; did you mean `method`?",
            "retake.toml:9: `method` is missing; add it",
            "retake.toml:11: an exclusion has either a `method` or a `field`",
        ],
    );
    check("[[points.exclude]]\nwhy = 'x'", &["retake.toml:1: an exclusion has either a `method` or a `field`"]);
    check("a = \nb = \n", &["retake.toml:1: ", "retake.toml:2: "]);
    check("builtin = false", &["retake.toml:1: there is no `builtin` here; put it into `[analyze]`"]);
}

#[test]
fn what_is_recorded() {
    let settings = load(&[(
        "retake.toml",
        "[record]\nshare = 0.5\nper_second = 2\nforce = 'x-take'\nfor = '10m'\ncpu = '5%'\n[[record.entry]]\nname = '/health'\nshare = 0",
    )]);
    let record = settings.unwrap().record;
    let expected = Control {
        sample: Sample { share: "50%".parse().unwrap(), rate: Some("2".parse().unwrap()) },
        entries: vec![("/health".parse().unwrap(), Sample { share: "0".parse().unwrap(), rate: None })],
        force: "x-take".to_owned(),
        lasting: Some(Span { ms: 600_000 }),
        limits: Limits { cpu: Some("0.05".parse().unwrap()), ..Limits::default() },
        ..Control::default()
    };
    assert_eq!(record, expected);
    assert_eq!(load(&[("retake.toml", "[record]")]).unwrap().record, Control::default());
}

#[test]
fn what_becomes_of_new_calls() {
    let text = "[replay]\non_new_call = 'answer-nearest'\n[[replay.dependency]]\nname = 'com.acme.*'\non_new_call = 'passthrough'";
    let replay = load(&[("retake.toml", text)]).unwrap().replay.policies;
    assert_eq!(replay.of("com.acme.Rates.of()J"), Policy::Passthrough);
    assert_eq!(replay.of("com.other.Rates.of()J"), Policy::AnswerNearest);
    assert_eq!(load(&[("retake.toml", "")]).unwrap().replay.policies.of("com.acme.Rates.of()J"), Policy::Fail);
    check(
        "[replay]\non_new_call = 'ignore'\n[[replay.dependency]]\nname = ''\non_new_call = 'fail'\n[[replay.dependency]]\nname = 'a'\n",
        &[
            "retake.toml:2: `ignore` is no policy; write fail, passthrough or answer-nearest",
            "retake.toml:4: a dependency is missing",
            "retake.toml:6: `on_new_call` is missing; add it",
        ],
    );
}

#[test]
fn all_that_is_wrong_with_what_is_recorded_is_told() {
    check(
        "[record]\nshare = '200%'\nper_second = -1\nonly = 'a b'\nforce = ''\nwindows = ['Mon', 'Monday', '1-2']\nzone = 'a b'\n\
         for = 10\nrequests = 'many'\ncpu = []\nmemory = '1 KiB'\ndisk = 'much'\nsegments = '1 MiB'\n\
         [[record.entry]]\nname = 'GET orders'\n[[record.entry]]\nshare = 1\n",
        &[
            "retake.toml:2: `200%` is no share",
            "retake.toml:3: `-1` is no number of requests a second",
            "retake.toml:4: `a b` is no header",
            "retake.toml:5: `` is no name of a header",
            "retake.toml:6: `1-2` is no time to record at",
            "retake.toml:6: `Monday` is no time to record at",
            "retake.toml:7: `a b` is no time zone",
            "retake.toml:8: `10` is no length of time",
            "retake.toml:9: invalid type: string \"many\", expected u64",
            "retake.toml:10: invalid type: sequence, expected a text or a number",
            "retake.toml:11: 1 KiB is too little; write 1 MiB or more",
            "retake.toml:12: `much` is no size",
            "retake.toml:13: there is no `segments` here; did you mean `segment`?",
            "retake.toml:15: `GET orders` is no entry",
            "retake.toml:16: `name` is missing; add it",
        ],
    );
}

#[test]
fn own_rules_are_checked_like_the_rest() {
    check(
        "[[source]]\nmethod = 'a.B.c(int'\n[[source]]\ndirect = true\n[[source]]\nmethod = 'a.B.c'\nclass = 'a.B'\n\
         [[source]]\nmethod = 'a.B.c'\nargument = 'one'\nresult = false\n[[transfer]]\nmethod = 'a.B.c'\n\
         flow = ['this -> nowhere']\n[[sink]]\nmethod = 'a.B.c'\nargument = 'some'\n[[sink]]\nbranch = 1\n\
         [[external]]\nmethod = 'a.B.c'\nat = 'home'\n[[sink]]\nmethod = 1\n",
        &[
            "retake.toml:2: `(int` has no closing parenthesis",
            "retake.toml:3: this source names no method",
            "retake.toml:6: `method` and `class` say the same",
            "retake.toml:10: `argument` is the number of an argument",
            "retake.toml:11: `result` is `true` or left out",
            "retake.toml:14: `nowhere` is no place in a call",
            "retake.toml:17: invalid value: string \"some\", expected the number of an argument",
            "retake.toml:19: invalid type: integer `1`, expected a boolean",
            "retake.toml:22: unknown variant `home`",
            "retake.toml:24: a method is written as a text",
        ],
    );
}

#[test]
fn other_files_are_named_where_they_are_wrong() {
    let found = load(&[
        (
            "a/retake.toml",
            "rules = ['none.toml', 'bad.toml']\n[points]\nlists = [\n  '../b/one.toml',\n  '../b/none.toml',\n]",
        ),
        ("b/one.toml", "[points]\nlists = ['two.toml']\n[[points.include]]\nmethod = '!'"),
        ("b/two.toml", "[points]\nlists = ['./one.toml']\n[analyze]"),
        ("a/bad.toml", "\n[[sourc]]"),
    ])
    .unwrap_err();
    let expected = [
        "a/bad.toml:2: there is no `sourc` here; did you mean `source`?",
        "a/retake.toml:1: a/none.toml cannot be read: no such file",
        "a/retake.toml:5: b/none.toml cannot be read",
        "b/one.toml:4: ",
        "b/two.toml:2: b/one.toml names itself",
        "b/two.toml:3: there is no `analyze` here; there is `points`",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn a_circle_of_lists_is_told() {
    let found = load(&[
        ("retake.toml", "[points]\nlists = ['one.toml']"),
        ("one.toml", "[points]\nlists = ['two.toml']"),
        ("two.toml", "[points]\n\nlists = ['one.toml']"),
    ])
    .unwrap_err();
    assert_eq!(found, ["two.toml:3: one.toml names itself, directly or through others; take it out of the circle"]);
    // Two ways to the same list are no circle.
    load(&[
        ("retake.toml", "[points]\nlists = ['one.toml', 'two.toml']"),
        ("one.toml", "[points]\nlists = ['two.toml']"),
        ("two.toml", "[[points.include]]\nmethod = 'a.B.c'"),
    ])
    .unwrap();
}

#[test]
fn the_documented_file_is_understood() {
    let page = include_str!("../../../../docs/settings.md");
    let example = page.split("<!-- example: settings -->\n```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let settings = load(&[
        ("app/retake.toml", example),
        ("app/rules/acme.toml", "[[source]]\nclass = 'com/acme/Ids'\nmethods = ['*', '!close']"),
        ("shared/points.toml", ""),
    ]);
    let settings = settings.unwrap();
    assert_eq!((settings.include.len(), settings.exclude.len(), settings.rules.len()), (2, 2, 2));
    let record = &settings.record;
    assert_eq!((record.entries.len(), record.windows.len(), record.requests), (2, 3, Some(10_000)));
    assert!(record.only.is_some() && record.limits.cpu.is_some() && record.limits.disk.is_some());
    let rules = &settings.rules[1].1;
    assert_eq!((rules.source.len(), rules.sink.len(), rules.transfer.len(), rules.external.len()), (2, 2, 1, 1));
}

#[test]
fn lists_are_followed_only_so_far() {
    for text in ["[points]\nlists = ['x/a.toml']", "[points]\nlists = ['x/a.toml', 'y/a.toml']"] {
        let problems = Settings::load(Path::new("retake.toml"), &|_| Ok(text.to_string())).unwrap_err();
        assert!(problems.iter().all(|problem| problem.what.contains("too many lists")), "{problems:?}");
    }
}

#[test]
fn what_is_replayed() {
    let text = "[replay]\nfail_if = 'failed>1%'\n[[replay.skip]]\ncases = 'entry:POST /refunds'\nwhy = 'new rules'\n\
                [[replay.skip]]\ncases = 'tag:gone'\n";
    let replay = load(&[("retake.toml", text)]).unwrap().replay;
    let written = |text: &str, line: u32| Written { text: text.to_owned(), at: format!("retake.toml:{line}") };
    assert_eq!(replay.fail_if, Some(written("failed>1%", 2)));
    let skip = |cases, why: Option<&str>| SkipSetting { cases, why: why.map(str::to_owned) };
    let skips = [skip(written("entry:POST /refunds", 4), Some("new rules")), skip(written("tag:gone", 7), None)];
    assert_eq!(replay.skip, skips);
    assert_eq!(load(&[("retake.toml", "[replay]")]).unwrap().replay, ReplaySettings::default());
    assert!(load(&[("retake.toml", "[replay]\nskips = 1")]).is_err());
}
