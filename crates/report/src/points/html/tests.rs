//! The page is well-formed, alone, complete without a script, and shows what others wrote as text.

use super::*;
use crate::points::testing::document;

/// The names of the elements, in order; checks that each is closed by its own end.
fn elements(page: &str) -> Vec<String> {
    const VOID: [&str; 5] = ["meta", "input", "br", "wbr", "!doctype"];
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let tag = &rest[start + 1..];
        let end = tag.find('>').unwrap_or_else(|| panic!("an element without an end: {}", &tag[..tag.len().min(60)]));
        let (inside, behind) = (&tag[..end], &tag[end + 1..]);
        let name = inside.split([' ', '\n']).next().unwrap_or_default().to_owned();
        rest = behind;
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name), "before {}", &rest[..rest.len().min(80)]),
            None if VOID.contains(&name.as_str()) => {}
            // Inside these, `<` is not markup.
            None if name == "style" || name == "script" => {
                rest = &rest[rest.find(&format!("</{name}>")).unwrap_or_default()..];
                open.push(name.clone());
            }
            None => open.push(name.clone()),
        }
        all.push(name);
    }
    assert_eq!(open, Vec::<String>::new());
    all
}

fn page() -> String {
    html(&document(), "shop.jar", "0.1.0", None)
}

#[test]
fn it_is_well_formed_and_alone() {
    let page = page();
    elements(&page);
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
}

#[test]
fn everything_is_there_without_a_script() {
    let whole = page();
    let page = whole.split("<script>").next().unwrap_or_default();
    let document = document();
    for point in &document.points {
        assert!(page.contains(&format!("id=\"p{}\"", point.id)));
        for text in std::iter::once(&point.reason).chain(point.path.iter().map(|step| &step.what)) {
            assert!(page.contains(&escape(text)), "{text}");
        }
    }
    for text in [
        "<code>shop.Clock.late</code> · <code>Clock.java:9</code>",
        "nothing changes it once its class is initialised",
        "<code>/orders/*</code>",
        "the file is cut",
        "<b>5</b><span>total</span><small>4 in the application, 2.9 % of 140 methods invoked outside the JDK",
        "those that matter because they change or are different in every process",
        "style=\"width:33.33%\"",
        "its 1st argument, the object it is called on",
        "com.pool.Connection<br>org.h2.jdbc.JdbcConnection",
        "is the 2nd argument of java.io.Writer.write<span><code>shop.Orders.tell</code> · <code>Orders.java:60</code>",
        "<li>1 more</li>",
        "<dt>changed by</dt><dd><code>shop.Stock.take</code> · <code>Stock.java:12</code>: sets it<br>",
        "<code>Stock.java</code>: sets it<br>3 more</dd>",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn what_others_wrote_is_no_markup() {
    let kinds = |page: &str| elements(page).into_iter().collect::<BTreeSet<String>>();
    let plain = kinds(&page());
    let evil = "</style></script><img src=x onerror='alert(1)'>\"&\u{0}".to_owned();
    let mut points = document();
    for point in &mut points.points {
        point.dependency.clone_from(&evil);
        point.method.clone_from(&evil);
        point.descriptor.clone_from(&evil);
        point.rule.clone_from(&evil);
        point.reason.clone_from(&evil);
        point.class = format!("{}{evil}", point.class);
        for step in &mut point.path {
            step.class.clone_from(&evil);
            step.method.clone_from(&evil);
            step.file = Some(evil.clone());
            step.what.clone_from(&evil);
        }
        for by in &mut point.changed.by {
            by.class.clone_from(&evil);
            by.method.clone_from(&evil);
            by.file = Some(evil.clone());
            by.what.clone_from(&evil);
        }
        for sink in &mut point.reached.sinks {
            sink.class.clone_from(&evil);
            sink.method.clone_from(&evil);
            sink.file = Some(evil.clone());
            sink.called = sink.called.as_ref().map(|_| evil.clone());
        }
    }
    for out in &mut points.ruled_out {
        out.dependency.clone_from(&evil);
        out.class.clone_from(&evil);
        out.reason.clone_from(&evil);
        out.method = out.method.as_ref().map(|_| evil.clone());
    }
    points.entries[0].paths = vec![evil.clone(); 2];
    points.entries[0].class.clone_from(&evil);
    points.handles[0].implementers = vec![evil.clone(); 2];
    points.warnings = vec![evil.clone()];
    points.scope = vec![evil.clone()];
    points.format.clone_from(&evil);
    let page = html(&points, &evil, &evil, None);
    assert_eq!(kinds(&page), plain);
    assert!(!page.contains('\0') && !page.contains("<img"));
}

/// A sheet cuts off what is wider than it, so whatever has names in it must break them.
#[test]
fn names_break_on_a_narrow_page() {
    for selector in [".body", ".what", ".path span", "td", "h1", "h3", "code, .name", ".warnings ul"] {
        let rule = STYLE.lines().find(|line| line.starts_with(&format!("{selector} {{"))).unwrap_or_default();
        assert!(rule.contains("overflow-wrap: anywhere"), "{selector}: {rule}");
    }
}

#[test]
fn what_is_new_and_gone_is_marked() {
    let (mut old, new) = (document(), document());
    old.points[0].method = "before".to_owned();
    let page = html(&new, "shop.jar", "0.1.0", Some(&Changes::between(&old, &new)));
    elements(&page);
    assert_eq!(page.matches("<span class=\"new\">").count(), 1);
    assert!(page.contains("id=\"gone0\""));
    assert!(page.contains("Compared with the build before: 1 point added, 1 removed."));
    let same = html(&new, "shop.jar", "0.1.0", Some(&Changes::between(&new, &new)));
    assert!(same.contains("Compared with the build before: no point is added or removed."));
}
