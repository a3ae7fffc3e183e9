//! What is written is read, and nothing else is.

#![allow(clippy::unwrap_used)]

use rustc_hash::FxHashMap;

use super::*;

fn draft() -> Draft {
    let spot = |start| Spot { start, length: 20, deflated: true, size: 40, checksum: 0x1234_5678 };
    let class = Role::Class { name: "a/B", application: true };
    let resource = Role::Resource { path: "beans.xml", application: false };
    let entries = [(class, 0, spot(30)), (resource, 11, spot(80))];
    Draft {
        manifest: Manifest::parse("Main-Class: a.B\nMulti-Release: true\n"),
        groups: vec!["a".to_string()],
        entries: entries.iter().map(|(role, release, spot)| Drafted::new(role, *release, *spot).unwrap()).collect(),
    }
}

fn outline() -> Outline<'static> {
    let [object, runnable, note, list] =
        [&b"java/lang/Object"[..], b"java/lang/Runnable", b"a/Note", b"[\xc0\x80"].map(Utf8::new);
    Outline {
        access: 0x21,
        major: 61,
        minor: 0,
        superclass: Some(object),
        interfaces: vec![runnable],
        notes: vec![note],
        names: vec![object, list],
    }
}

fn written() -> Vec<u8> {
    let class = Seen { outline: Some(outline()), content: Some(b"class") };
    let resource = Seen { outline: None, content: Some(b"<beans/>") };
    draft().write(&FxHashMap::from_iter([(0, class), (1, resource)]))
}

#[test]
fn what_is_written_is_read() {
    let digest = Digest::read(written()).unwrap();
    assert!(digest.manifest.is_multi_release());
    assert_eq!(digest.groups, ["a"]);
    let [class, resource] = &digest.entries[..] else { panic!("{digest:?}") };
    assert_eq!(digest.role(class), Role::Class { name: "a/B", application: true });
    assert_eq!(digest.role(resource), Role::Resource { path: "beans.xml", application: false });
    assert_eq!((class.release, resource.release, resource.spot.start), (0, 11, 80));
    assert_eq!(digest.outline(class.outline.clone().unwrap()).unwrap(), outline());
    assert_eq!(digest.content(class).unwrap()[..], *b"class");
    assert_eq!((resource.outline.is_none(), &digest.content(resource).unwrap()[..]), (true, &b"<beans/>"[..]));
    // An entry that nobody saw is there too.
    let unseen = Digest::read(draft().write(&FxHashMap::default())).unwrap();
    assert!(unseen.entries.iter().all(|entry| entry.outline.is_none() && unseen.content(entry).is_none()));
}

/// What another version wrote must not be taken for what this one writes: who changes the form changes the number of
/// the format too, and then this.
#[test]
fn the_form_has_a_number() {
    let form = written();
    let checksum = form.last_chunk::<CHECKSUM>().unwrap();
    assert_eq!((super::super::cache::FORMAT, u32::from_be_bytes(*checksum)), (2, 0x16db_672e));
}

#[test]
fn what_is_damaged_is_no_digest() {
    let good = written();
    for at in 0..good.len() {
        assert!(Digest::read(good[..at].to_vec()).is_none(), "{at}");
        let mut wrong = good.clone();
        wrong[at] ^= 0x10;
        assert!(Digest::read(wrong).is_none(), "{at}");
    }
}
