//! Broken input: an error each time, never a panic or an endless loop.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod common;

use common::handmade::{body, class_of, nops};
use common::{classes_named, handmade, touch};
use retake_bytecode::edit::{ClassFile, Insn, Node};
use retake_bytecode::jimage::Image;
use retake_bytecode::read::Class;
use retake_bytecode::{ErrorKind, opcode};

/// A few classes with many features, the one made by hand first.
fn samples() -> Vec<Vec<u8>> {
    let mut samples = vec![handmade::everything().encode().unwrap()];
    samples.extend(classes_named(&[
        "java/lang/Object.class",
        "java/lang/Enum.class",
        "java/util/function/Function.class",
        "java/lang/FunctionalInterface.class",
        "java/util/Optional.class",
        "java/lang/runtime/ObjectMethods.class",
    ]));
    assert!(samples.len() > 4);
    samples
}

#[test]
fn a_class_cut_anywhere_is_an_error() {
    for class in samples() {
        for end in 0..class.len() {
            assert!(Class::parse(&class[..end]).is_err(), "read at {end} of {}", class.len());
            assert!(ClassFile::decode(&class[..end]).is_err(), "decoded at {end} of {}", class.len());
        }
        assert!(Class::parse(&[&class[..], &[0]].concat()).is_err());
        assert!(ClassFile::decode(&[&class[..], &[0]].concat()).is_err());
    }
}

/// Two counts stand behind every body; no instruction may take them for operands.
#[test]
fn the_last_instruction_ends_with_its_body() {
    for size in 1..=5 {
        let bytes = class_of(body(nops(size).collect(), 0)).encode().unwrap();
        let at = {
            let class = Class::parse(&bytes).unwrap();
            class.methods().next().unwrap().attributes().named("Code").unwrap().offset() + 8
        };
        for op in 0..=255 {
            let mut bytes = bytes.clone();
            bytes[at] = op;
            let class = Class::parse(&bytes).unwrap();
            let code = class.methods().next().unwrap().code().unwrap().unwrap();
            assert_eq!(code.bytes().len(), size);
            let mut shown = Vec::new();
            let end: retake_bytecode::Result<()> = code.each(|pc, insn| {
                shown.push((pc, insn));
                Ok(())
            });
            let steps: Vec<_> = code.instructions().collect();
            let all = shown.into_iter().map(Ok).chain(end.clone().err().map(Err));
            assert_eq!(steps, all.collect::<Vec<_>>(), "opcode {op}");
            match opcode::length(op) {
                0 => assert!(steps[0].is_err(), "opcode {op}"),
                length if length > size => {
                    let error = end.unwrap_err();
                    assert_eq!((error.kind(), error.offset()), (&ErrorKind::Truncated, Some(at)), "opcode {op}");
                }
                length => assert_eq!(steps.len(), 1 + size - length, "opcode {op}"),
            }
        }
    }
}

#[test]
fn whoever_sees_instructions_may_stop() {
    let bytes = class_of(body(nops(9).collect(), 0)).encode().unwrap();
    let class = Class::parse(&bytes).unwrap();
    let code = class.methods().next().unwrap().code().unwrap().unwrap();
    #[derive(Debug, PartialEq)]
    struct Enough(u32);
    impl From<retake_bytecode::Error> for Enough {
        fn from(error: retake_bytecode::Error) -> Self {
            panic!("{error}")
        }
    }
    assert_eq!(code.each(|pc, _| if pc < 4 { Ok(()) } else { Err(Enough(pc)) }), Err(Enough(4)));
}

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize
    }
}

#[test]
fn flipped_bytes_do_no_harm() {
    let samples = samples();
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let (mut read, mut decoded, mut written) = (0, 0, 0);
    for round in 0..60_000 {
        let mut class = samples[round % samples.len()].clone();
        for _ in 0..1 + numbers.next() % 3 {
            let at = numbers.next() % class.len();
            class[at] = match numbers.next() % 4 {
                0 => 0,
                1 => 0xff,
                2 => class[at] ^ 1 << (numbers.next() % 8),
                _ => numbers.next() as u8,
            };
        }
        read += usize::from(Class::parse(&class).and_then(|class| touch(&class)).is_ok());
        let Ok(form) = ClassFile::decode(&class) else { continue };
        decoded += 1;
        let Ok(bytes) = form.encode() else { continue };
        written += 1;
        // Whatever could be decoded and written is what it was, but for the padding of switches.
        assert_eq!(bytes.len(), class.len());
        assert!(bytes == class || has_switch(&form), "round {round}");
        assert_eq!(ClassFile::decode(&bytes).unwrap().encode().unwrap(), bytes, "round {round}");
    }
    println!("{read} read, {decoded} decoded, {written} written");
    assert!(read > 1000 && written > 1000 && decoded < 60_000);
}

fn has_switch(class: &ClassFile) -> bool {
    let mut nodes = class.methods.iter().filter_map(|method| method.code()).flat_map(|code| &code.nodes);
    nodes.any(|node| matches!(node, Node::Insn(Insn::TableSwitch { .. } | Insn::LookupSwitch { .. })))
}

#[test]
fn noise_is_no_class() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20_000 {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
        bytes.extend((0..numbers.next() % 200).map(|_| (numbers.next() % 22) as u8));
        let _ = Class::parse(&bytes).and_then(|class| touch(&class));
        let _ = ClassFile::decode(&bytes).and_then(|class| class.encode());
    }
}

/// An image with one resource of three bytes, in either byte order; compressed by the means whose name starts there.
fn image(little: bool, means: Option<u32>) -> Vec<u8> {
    let texts = b"\0java.base\0java/lang\0Object\0class\0zip\0";
    let word = |number: u32| if little { number.to_le_bytes() } else { number.to_be_bytes() };
    let long = |number: u64| if little { number.to_le_bytes() } else { number.to_be_bytes() };
    let mut content = b"abc".to_vec();
    if let Some(means) = means {
        // In front of what is deflated are two bytes, behind it four.
        content = [&[0x78, 0x9c][..], b"deflated", &[0; 4]].concat();
        let (length, size) = (long(content.len() as u64), long(3));
        let header = [&word(0xcafe_fafa)[..], &length, &size, &word(means), &word(0), &[1]].concat();
        content.splice(0..0, header);
    }
    let compressed = if means.is_some() { content.len() as u8 } else { 0 };
    let locations = [1 << 3, 1, 2 << 3, 11, 3 << 3, 21, 4 << 3, 28, 6 << 3, compressed, 7 << 3 | 1, 0, 3, 0];
    let mut bytes = Vec::new();
    for number in [0xcafe_dada, 1 << 16, 0, 1, 1, locations.len() as u32, texts.len() as u32, 0, 0] {
        bytes.extend(word(number));
    }
    bytes.extend(locations);
    bytes.extend(texts);
    bytes.extend(content);
    bytes
}

/// Where the name of the means is that are known.
const ZIP: u32 = 34;

#[test]
fn images_are_read_in_either_byte_order() {
    for little in [false, true] {
        let bytes = image(little, None);
        let resource = Image::parse(&bytes).unwrap().resources().next().unwrap().unwrap();
        assert!(resource.module == "java.base" && resource.is_class());
        assert_eq!((resource.path().as_str(), resource.bytes), ("java/lang/Object.class", &b"abc"[..]));
        assert_eq!(resource.inflated, None);
        let bytes = image(little, Some(ZIP));
        let resource = Image::parse(&bytes).unwrap().resources().next().unwrap().unwrap();
        assert_eq!((resource.bytes, resource.inflated), (&b"deflated"[..], Some(3)));
        assert_eq!(&bytes[resource.at..][..8], b"deflated");
        let error = Image::parse(&image(little, Some(ZIP - 6))).unwrap().resources().next().unwrap().unwrap_err();
        assert!(error.to_string().contains("compressed"), "{error}");
    }
}

#[test]
fn an_image_cut_or_flipped_anywhere_does_no_harm() {
    for means in [None, Some(ZIP)] {
        cut_and_flip(&image(true, means));
    }
}

fn cut_and_flip(whole: &[u8]) {
    let read = |bytes: &[u8]| Image::parse(bytes).is_ok_and(|image| image.resources().all(|found| found.is_ok()));
    assert!(read(whole));
    for end in 0..whole.len() {
        assert!(!read(&whole[..end]), "{end}");
    }
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.to_vec();
            bytes[at] ^= 1 << bit;
            read(&bytes);
        }
    }
}
