//! A document that has something of everything.

use retake_model::points::{
    Changed, Counts, Entry, FORMAT, HandleType, InternalCounts, Kind, Place, Point, PointCounts, Points, Reached,
    RuledOut, Sink, SinkKind, Step, SystemCounts, Write,
};

fn step(class: &str, method: &str, line: Option<u32>, what: &str) -> Step {
    let file = class.rsplit('/').next().and_then(|name| name.split('$').next());
    Step {
        class: class.to_owned(),
        method: method.to_owned(),
        file: file.map(|name| format!("{name}.java")),
        line,
        what: what.to_owned(),
    }
}

fn call(owner: &str, name: &str, descriptor: &str, nth: u16) -> Place {
    Place::Call { owner: owner.to_owned(), name: name.to_owned(), descriptor: descriptor.to_owned(), nth }
}

fn point(kind: Kind, dependency: &str, place: Place, rule: &str, reason: &str, path: Vec<Step>) -> Point {
    let first = &path[0];
    Point {
        id: 0,
        kind,
        dependency: dependency.to_owned(),
        class: first.class.clone(),
        method: first.method.clone(),
        descriptor: "()V".to_owned(),
        line: first.line,
        place,
        rule: rule.to_owned(),
        reason: reason.to_owned(),
        path,
        reached: Reached::default(),
        writes: Vec::new(),
        changed: Changed::default(),
    }
}

fn sink(what: SinkKind, class: &str, method: &str, line: u32) -> Sink {
    let Step { class, method, file, .. } = step(class, method, None, "");
    let (descriptor, line) = ("()V".to_owned(), Some(line));
    Sink { what, class, method, descriptor, file, line, called: None, argument: None }
}

/// The document.
pub(super) fn document() -> Points {
    let late = sink(SinkKind::Branch, "shop/Clock", "late", 9);
    let written = Sink {
        called: Some("java.io.Writer.write(Ljava/lang/String;)V".to_owned()),
        argument: Some(1),
        ..sink(SinkKind::Argument, "shop/Orders", "tell", 60)
    };
    let time = point(
        Kind::System,
        "java.lang.System.currentTimeMillis()J",
        call("java/lang/System", "currentTimeMillis", "()J", 0),
        "jdk-time",
        "the time (java.lang.System.currentTimeMillis) decides a branch in shop.Clock.late (Clock.java:9)",
        vec![
            step("shop/Orders", "expire", Some(41), "java.lang.System.currentTimeMillis()J is different every time"),
            step("shop/Orders", "expire", Some(42), "is passed to shop.Clock.late"),
            step("shop/Clock", "late", Some(9), "decides a branch"),
        ],
    );
    let time = Point { reached: Reached { sinks: vec![late, written], count: 3, more: false }, ..time };
    let shuffle = Point {
        writes: vec![Write::Argument { index: 0 }, Write::Receiver],
        ..point(
            Kind::System,
            "java.util.Collections.shuffle(Ljava/util/List;)V",
            call("java/util/Collections", "shuffle", "(Ljava/util/List;)V", 1),
            "jdk-random",
            "chance (java.util.Collections.shuffle) is returned in shop.Orders.expire (Orders.java)",
            vec![
                step(
                    "shop/Orders",
                    "expire",
                    None,
                    "java.util.Collections.shuffle(Ljava/util/List;)V is different every time",
                ),
                step("shop/Orders", "expire", None, "is returned"),
            ],
        )
    };
    let next = sink(SinkKind::Return, "shop/Stock$Shelf", "next", 7);
    let counter = point(
        Kind::Internal,
        "static shop.Stock.counter:I",
        Place::Read { owner: "shop/Stock".to_owned(), name: "counter".to_owned(), descriptor: "I".to_owned(), nth: 0 },
        "static-field",
        "what is in static shop.Stock.counter is returned in shop.Stock$Shelf.next (Stock.java:7)",
        vec![
            step("shop/Stock$Shelf", "next", Some(7), "static shop.Stock.counter:I may have changed since"),
            step("shop/Stock$Shelf", "next", Some(7), "is returned"),
        ],
    );
    let set = vec![step("shop/Stock", "take", Some(12), "sets it"), step("shop/Stock", "reset", None, "sets it")];
    let counter = Point {
        reached: Reached { sinks: vec![next], count: 1, more: false },
        changed: Changed { by: set, count: 5, more: false },
        ..counter
    };
    let pool = point(
        Kind::External,
        "javax.sql.DataSource.getConnection()Ljava/sql/Connection;",
        Place::Body,
        "jdbc",
        "a database (javax.sql.DataSource.getConnection) is asked in com.pool.Pool.getConnection (Pool.java:94)",
        vec![step("com/pool/Pool", "getConnection", Some(94), "implements javax.sql.DataSource.getConnection")],
    );
    let listed = point(
        Kind::Listed,
        "com.legacy.Client.<init>(I)V",
        Place::Construct { owner: "com/legacy/Client".to_owned(), descriptor: "(I)V".to_owned(), nth: 2 },
        "retake.toml",
        "com.legacy.Client.<init> is on the list, in shop.Legacy.call (Legacy.java:3)",
        vec![step("shop/Legacy", "call", Some(3), "com.legacy.Client.<init>(I)V is on the list")],
    );
    let mut points = vec![time, shuffle, counter, pool, listed];
    for (id, point) in points.iter_mut().enumerate() {
        point.id = id as u32;
    }
    let scope = vec!["shop/".to_owned()];
    Points {
        format: FORMAT.to_owned(),
        scope: scope.clone(),
        entries: vec![Entry {
            kind: "servlet".to_owned(),
            class: "shop/Orders".to_owned(),
            method: "doGet".to_owned(),
            descriptor: "()V".to_owned(),
            paths: vec!["/orders/*".to_owned(), "/o".to_owned()],
        }],
        handles: vec![HandleType {
            name: "java/sql/Connection".to_owned(),
            implementers: vec!["com/pool/Connection".to_owned(), "org/h2/jdbc/JdbcConnection".to_owned()],
            given: true,
        }],
        ruled_out: vec![
            RuledOut {
                kind: Kind::System,
                dependency: "java.lang.System.nanoTime()J".to_owned(),
                class: "shop/Orders".to_owned(),
                method: Some("expire".to_owned()),
                descriptor: Some("()V".to_owned()),
                line: Some(50),
                reason: "it reaches no branch, result or output".to_owned(),
            },
            RuledOut {
                kind: Kind::Internal,
                dependency: "static shop.Rates.table:Ljava/util/Map;".to_owned(),
                class: "shop/Rates".to_owned(),
                method: None,
                descriptor: None,
                line: None,
                reason: "nothing changes it once its class is initialised".to_owned(),
            },
        ],
        counts: Counts {
            classes: 1812,
            application_classes: 9,
            application_methods: 61,
            methods_invoked: 140,
            system: SystemCounts { found: 3, kept_intra: 1, kept_inter: 1 },
            internal: InternalCounts { found: 4, modified: 2, kept: 1 },
            points: PointCounts::of(&points, &scope),
        },
        points,
        missing: vec!["org/far/Client".to_owned()],
        build: std::collections::BTreeMap::new(),
        warnings: vec!["class shop/Broken was left out: the file is cut".to_owned()],
    }
}
