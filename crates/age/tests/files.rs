//! Files that come back, and files that must not.
#![allow(missing_docs, clippy::unwrap_used)]

use retake_age::{Access, Error, Identity, NotAKey, Passphrase, Recipient, decrypt, encrypt};

fn passphrase(text: &str) -> Passphrase {
    Passphrase::new(text.to_owned().into())
}

#[test]
fn what_is_encrypted_comes_back() {
    let (one, two, other) = (Identity::random().unwrap(), Identity::random().unwrap(), Identity::random().unwrap());
    let recipients = [one.recipient(), two.recipient()];
    for length in [0, 1, 100, 65_535, 65_536, 65_537, 131_072, 200_000] {
        let bytes: Vec<u8> = (0..length).map(|n: u32| (n * 31 % 251) as u8).collect();
        let closed = encrypt(&bytes, &Access::Recipients(&recipients)).unwrap();
        for identity in [&one, &two] {
            let keys = [other.clone(), identity.clone()];
            assert_eq!(decrypt(&closed, &keys, None).unwrap().as_slice(), bytes);
        }
        assert_eq!(decrypt(&closed, std::slice::from_ref(&other), None).unwrap_err(), Error::NoKey);
        assert_eq!(decrypt(&closed, &[], Some(&passphrase("x"))).unwrap_err(), Error::NoKey);
    }
    assert_eq!(encrypt(b"x", &Access::Recipients(&[])).unwrap_err(), Error::Nobody);
    assert_eq!(decrypt(b"{}", &[], None).unwrap_err(), Error::NotEncrypted);
}

#[test]
fn passphrases_open_what_they_closed() {
    let closed = encrypt(b"secret", &Access::Passphrase(&passphrase("correct horse"))).unwrap();
    assert_eq!(decrypt(&closed, &[], Some(&passphrase("correct horse"))).unwrap().as_slice(), b"secret");
    assert_eq!(decrypt(&closed, &[], Some(&passphrase("wrong horse"))).unwrap_err(), Error::WrongPassphrase);
    let identity = Identity::random().unwrap();
    assert_eq!(decrypt(&closed, &[identity], None).unwrap_err(), Error::NeedsPassphrase);
    let text = String::from_utf8_lossy(&closed);
    assert!(text.lines().nth(1).unwrap().ends_with(" 18"), "{text}");
    // A file must not make a machine work for hours.
    let greedy = text.lines().next().unwrap().to_owned() + "\n-> scrypt bBjlhJVYZeE4aqUdmtRHfw 40\n";
    let greedy = format!("{greedy}{}\n--- {}\n", "A".repeat(43), "A".repeat(43));
    assert_eq!(decrypt(greedy.as_bytes(), &[], Some(&passphrase("x"))).unwrap_err(), Error::TooMuchWork);
}

/// Nothing is given out of a file of which a bit was changed, that was cut, or that has something behind its end.
#[test]
fn every_change_is_noticed() {
    let identity = [Identity::random().unwrap()];
    let bytes = vec![7; 70_000];
    let closed = encrypt(&bytes, &Access::Recipients(&[identity[0].recipient()])).unwrap();
    let places = (0..400).chain([65_000, 65_936, 65_937, 66_000, closed.len() - 1]);
    for at in places {
        let mut changed = closed.clone();
        changed[at] ^= 1;
        assert!(decrypt(&changed, &identity, None).is_err(), "byte {at}");
    }
    for length in (0..400).chain([closed.len() - 1, closed.len() - 4480, closed.len() - 4464]) {
        assert!(decrypt(&closed[..length], &identity, None).is_err(), "{length} bytes");
    }
    let longer = [closed.as_slice(), &[0; 20]].concat();
    assert!(decrypt(&longer, &identity, None).is_err());
}

#[test]
fn keys_are_read_and_refused() {
    let identity = Identity::random().unwrap();
    let secret = identity.secret_text();
    assert!(secret.starts_with("AGE-SECRET-KEY-1"));
    let file = format!("# created: today\n\n{}\n", *secret);
    assert_eq!(Identity::list(&file).unwrap()[0].recipient(), identity.recipient());
    let text = identity.recipient().to_string();
    assert_eq!(text.parse::<Recipient>(), Ok(identity.recipient()));
    assert_eq!(Recipient::list(&format!("#\n{text}\n{text}")).unwrap().len(), 2);
    assert_eq!(Recipient::list("# a\n\nage1nonsense").unwrap_err(), (3, NotAKey::Unknown));
    for (key, why) in [
        (secret.as_str(), NotAKey::IsIdentity),
        ("ssh-ed25519 AAAA", NotAKey::OtherKind),
        ("age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t", NotAKey::OtherKind),
        ("bob", NotAKey::Unknown),
        ("", NotAKey::Unknown),
    ] {
        assert_eq!(key.parse::<Recipient>(), Err(why), "{key}");
    }
    assert_eq!(Identity::list(&text).unwrap_err(), (1, NotAKey::Unknown));
    // What is shown of a key when something is logged.
    let shown = format!("{identity:?} {:?}", passphrase("correct horse"));
    assert!(!shown.contains(secret.as_str()) && !shown.contains("horse"), "{shown}");
}
