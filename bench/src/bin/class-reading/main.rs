//! How fast class files are read, decoded and written, beside peers, on every class of a JDK.
//!
//! `cargo run --release -p retake-bench --bin class-reading [JAVA_HOME] [ROUNDS]`
#![allow(clippy::print_stdout)]

mod asm;
mod ours;
mod peers;

use std::path::Path;

use asm::Asm;
use retake_bench::Result;
use retake_bench::rounds::{self, Contender, Outcome};
use retake_bytecode::jimage::Image;
use retake_e2e::{Jdk, jdk};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let jdk = match arguments.next() {
        Some(home) => Jdk::at(Path::new(&home)).ok_or_else(|| format!("{home} is no JDK"))?,
        None => jdk::newest(),
    };
    let count = arguments.next().map_or(Ok(15), |rounds| rounds.parse())?;

    let modules = std::fs::read(jdk.image())?;
    let mut classes = Vec::new();
    for resource in Image::parse(&modules)?.resources() {
        let resource = resource?;
        if resource.is_class() {
            classes.push(resource.bytes);
        }
    }
    let bytes: usize = classes.iter().map(|class| class.len()).sum();
    let classes = &classes[..];

    // Both add up the same lengths and positions: if they differ, they do not do the same work.
    if let Some(class) =
        classes.iter().find(|class| peers::noak(class).is_some_and(|sum| ours::like_noak(class) != Some(sum)))
    {
        return Err(format!("retake and noak read a class of {} bytes differently", class.len()).into());
    }

    type Work = fn(&[u8]) -> Option<u64>;
    let rows: [(&str, Work); 7] = [
        ("**retake**, what noak is asked for", ours::like_noak),
        ("noak 0.7.0", peers::noak),
        ("**retake**, everything", ours::everything),
        ("**retake**, into the editable form", ours::decode),
        ("ristretto_classfile 0.31.0, `from_slice`", peers::ristretto),
        ("**retake**, into the editable form and back", ours::decode_encode),
        ("ristretto_classfile 0.31.0, `from_slice` and `to_bytes`", peers::ristretto_round_trip),
    ];
    let asm = Asm::start(classes)?;
    let contenders = rows.map(|(name, work)| Contender { name, work: Box::new(move || on_all(classes, work)) });
    let mut contenders: Vec<Contender<'_>> = contenders.into_iter().collect();
    contenders.push(Contender { name: "ASM 9.9, a visitor of everything, warm", work: Box::new(|| asm.round()) });
    let times = rounds::run(&contenders, count);

    println!("# Reading class files\n");
    println!("Every class of JDK {}: {} classes, {:.1} MB.", jdk.version, classes.len(), bytes as f64 / 1e6);
    println!(
        "{count} rounds in which the contenders take turns, {}, medians. `failures` are classes",
        rounds::clock_name()
    );
    println!("that a contender could not read, or (where it writes) did not write as they were.\n");
    println!("| contender | MB/s | ms | time, first row = 1 | failures |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (contender, time) in contenders.iter().zip(&times) {
        let seconds = time.median().as_secs_f64();
        println!(
            "| {} | {:.0} | {:.0} | {:.2} | {} |",
            contender.name,
            bytes as f64 / 1e6 / seconds,
            seconds * 1e3,
            time.ratio(&times[0]),
            time.outcome.failures
        );
    }
    println!(
        "\nMedians of the rounds' ratios. Reading what noak is asked for is {:.1} times as fast as noak. Reading everything is",
        times[1].ratio(&times[0])
    );
    println!(
        "{:.1} times as fast as ristretto, which makes objects of it, and {:.1} times as fast as ASM. Decoding into the editable",
        times[4].ratio(&times[2]),
        times[7].ratio(&times[2])
    );
    println!(
        "form is {:.1} times, and decoding and writing {:.1} times as fast as ristretto.\n",
        times[4].ratio(&times[3]),
        times[6].ratio(&times[5])
    );
    println!(
        "What noak is asked for: names and descriptors of all members, every attribute but `LineNumberTable`, which"
    );
    println!(
        "it cannot read, every instruction, and for every instruction that names a field, a method or a class its owner,"
    );
    println!(
        "name and descriptor. Everything is that and what ASM shows its visitor: superclass and interfaces, every row of"
    );
    println!(
        "every table, exception handlers, what `ldc` loads, call sites with their arguments, the cases of switches."
    );
    println!(
        "Texts are lent from the bytes; ASM makes a string of each once for a class; ristretto makes one of every text,"
    );
    println!(
        "and leaves the pool indexes in instructions as they are. ASM runs in a JVM of its own, which has read all classes"
    );
    println!("{} times before and then takes turns with the others.\n", asm::WARM);
    println!("Made with `cargo run --release -p retake-bench --bin class-reading`.");
    Ok(())
}

fn on_all(classes: &[&[u8]], work: fn(&[u8]) -> Option<u64>) -> Outcome {
    let mut outcome = Outcome::default();
    for class in classes {
        match work(class) {
            Some(sum) => outcome.sum = outcome.sum.wrapping_add(sum),
            None => outcome.failures += 1,
        }
    }
    outcome
}
