//! The tables.

use retake_bench::figures::{machine, median};
use retake_bench::measured::{End, Measured};
use serde_json::Value;

use crate::peers::Compared;
use crate::{LONGEST, Row};

const MEGA: f64 = 1e6;

pub(crate) fn print(rows: &[Row], rounds: usize) {
    println!("# Analysing real applications\n");
    println!(
        "`retake analyze FILES --scope … --format json` on applications as they are published, with `--no-cache`."
    );
    println!(
        "{rounds} rounds in which the analysis and the floor take turns, medians. CPU is the processor time of the whole"
    );
    println!("process, user and system, on all processors; the machine is shared, so time on the wall says less.\n");
    sizes(rows);
    costs(rows);
    again(rows);
    counts(rows);
    println!("\n{}.", machine());
    println!("Made with `cargo run --release -p retake-bench --bin analyze` after `make build`.");
}

fn sizes(rows: &[Row]) {
    println!("## What there is\n");
    println!("*Lines* are those that line tables name: lines with code. *Own* are those of the packages in");
    println!(
        "`bench/analyze/applications.txt`. Of the class files that are there, *not loaded* are those that no JVM would load:"
    );
    println!(
        "`package-info` and `module-info`, those *behind* another of the same name, and those *elsewhere* than class loaders"
    );
    println!("look. *Left out* are classes that the analysis could not read.\n");
    println!(
        "| application | archives, MB | classes | classes, MB | own classes | lines | own lines | info | behind | elsewhere | left out |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for row in rows {
        let analysed = row.counts["classes"].as_f64().unwrap_or(0.0);
        // Whatever the analysis does not count and does not name would show here.
        let missing = row.there("all", "classes") - analysed;
        println!(
            "| {} | {:.0} | {} | {:.1} | {} | {} | {} | {} | {} | {} | {missing} |",
            row.application.name,
            row.census["packed"].as_f64().unwrap_or(0.0) / MEGA,
            row.counts["classes"],
            row.there("all", "bytes") / MEGA,
            row.there("own", "classes"),
            thousands(row.there("all", "lines")),
            thousands(row.there("own", "lines")),
            row.census["unused"]["info"],
            row.census["unused"]["behind"],
            row.census["unused"]["elsewhere"],
        );
    }
    for (row, text) in rows.iter().flat_map(|row| row.left_out.iter().map(move |text| (row, text))) {
        println!("\n{}: {text}", row.application.name);
    }
}

fn costs(rows: &[Row]) {
    println!("\n## What it costs\n");
    println!(
        "The *floor* inflates every class with libdeflate and looks at every instruction, and does nothing else; it is a"
    );
    println!(
        "process too. Lines are a second of processor time; *waited* are own lines a second on the wall, and *floor's* as many as"
    );
    println!(
        "the floor would come to, because libraries have to be read. *Memory* is the most the process had, and in brackets how"
    );
    println!("many times the bytes of the classes that is.\n");
    println!(
        "| application | CPU s | on the wall s | floor, CPU s | floors | lines/s | own lines/s | waited | floor's | memory, MB |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut total = [0.0; 5];
    for row in rows {
        let of = |runs: &[Measured], figure: fn(&Measured) -> f64| median(&runs.iter().map(figure).collect::<Vec<_>>());
        let (processor, floor) = (row.processor(), of(&row.floor, |run| run.processor));
        let (lines, own) = (row.there("all", "lines"), row.there("own", "lines"));
        let memory = of(&row.analysis, |run| run.memory as f64);
        let wall = of(&row.analysis, |run| run.wall);
        for (sum, figure) in total.iter_mut().zip([processor, wall, floor, lines, own]) {
            *sum += figure;
        }
        println!(
            "| {} | {processor:.2} | {wall:.2} | {floor:.2} | **{:.1}** | {} | {} | {} | {} | {:.0} ({:.1}) |",
            row.application.name,
            row.above_floor(),
            thousands(lines / processor),
            thousands(own / processor),
            thousands(own / wall),
            thousands(own / floor),
            memory / MEGA,
            memory / row.there("all", "bytes"),
        );
    }
    let [processor, wall, floor, lines, own] = total;
    println!(
        "| all of them | {processor:.2} | {wall:.2} | {floor:.2} | **{:.1}** | {} | {} | {} | {} | |",
        processor / floor,
        thousands(lines / processor),
        thousands(own / processor),
        thousands(own / wall),
        thousands(own / floor)
    );
}

fn again(rows: &[Row]) {
    println!("\n## A second time\n");
    println!(
        "The same without `--no-cache`, in the same rounds, when another run had kept what it learned of the libraries. *Less the"
    );
    println!(
        "floor* is the time of the first table without its floor: what takes no longer has nothing left to read. The documents are"
    );
    println!("the same, byte for byte.\n");
    println!(
        "| application | first, CPU s | again, CPU s | less the floor, s | again : first | lines/s | own lines/s | memory, MB | kept, MB |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut total = [0.0; 5];
    for row in rows {
        let of = |runs: &[Measured], figure: fn(&Measured) -> f64| median(&runs.iter().map(figure).collect::<Vec<_>>());
        let [first, warm, floor] = [&row.analysis, &row.warm, &row.floor].map(|runs| of(runs, |run| run.processor));
        let (lines, own) = (row.there("all", "lines"), row.there("own", "lines"));
        for (sum, figure) in total.iter_mut().zip([first, warm, floor, lines, own]) {
            *sum += figure;
        }
        println!(
            "| {} | {first:.2} | {warm:.2} | {:.2} | **{:.2}** | {} | {} | {:.0} | {:.0} |",
            row.application.name,
            first - floor,
            warm / first,
            thousands(lines / warm),
            thousands(own / warm),
            of(&row.warm, |run| run.memory as f64) / MEGA,
            row.kept as f64 / MEGA,
        );
    }
    let [first, warm, floor, lines, own] = total;
    println!(
        "| all of them | {first:.2} | {warm:.2} | {:.2} | **{:.2}** | {} | {} | | |",
        first - floor,
        warm / first,
        thousands(lines / warm),
        thousands(own / warm)
    );
}

/// Begins the table of peers.
pub(crate) fn peers() {
    println!("\n## Beside peers\n");
    println!(
        "The same applications in the same run, with `--peers`, one run each: a call graph by class hierarchy from the main method on, and a"
    );
    println!(
        "taint analysis from the paper's Table 1 whose entries are all methods of the application's own packages. Both of"
    );
    println!(
        "them are given the JDK's classes too, for which retake comes with rules. A run is stopped after {} s on the wall; of",
        LONGEST.as_secs()
    );
    println!(
        "one that was, the times are at least those it had used, and the ratio is at least that. *times* is the processor"
    );
    println!("time of the peer by that of `retake analyze`, which does the whole analysis and no call graph alone.\n");
    println!("| application | peer | CPU s | on the wall s | memory, MB | end | times |");
    println!("| --- | --- | ---: | ---: | ---: | --- | ---: |");
}

/// A row of it.
pub(crate) fn peer(found: &Compared) {
    let (end, least) = match found.run.end {
        End::Well => ("well", ""),
        End::Failed => ("failed", ""),
        End::Stopped => ("stopped", "≥ "),
    };
    println!(
        "| {} | {} | {least}{:.1} | {least}{:.1} | {:.0} | {end} | **{least}{:.0}** |",
        found.application,
        found.peer,
        found.run.processor,
        found.run.wall,
        found.run.memory as f64 / MEGA,
        found.run.processor / found.ours
    );
}

fn counts(rows: &[Row]) {
    println!("\n## What it finds\n");
    println!(
        "As the paper counts: points of internal (#I), external (#E) and system (#S) dependencies, those of the list (#W), all"
    );
    println!(
        "(#T), methods outside the JDK that are invoked (#C). Then what its Figure 10 shows of system dependencies (found;"
    );
    println!(
        "kept by looking at one method; kept by looking at several) and its Figure 11 of internal ones (found; with something that"
    );
    println!("modifies them; kept).\n");
    println!(
        "| application | #I | #E | #S | #W | #T | #C | T/C | system: found | intra | inter | internal: found | modified | kept |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let paths = [
        "/points/internal",
        "/points/external",
        "/points/system",
        "/points/listed",
        "/points/total",
        "/methods_invoked",
        "/points_per_method_invoked",
        "/system/found",
        "/system/kept_intra",
        "/system/kept_inter",
        "/internal/found",
        "/internal/modified",
        "/internal/kept",
    ];
    for row in rows {
        let cells = paths.map(|path| match row.counts.pointer(path) {
            Some(Value::Number(number)) if number.is_f64() => format!("{:.2}", number.as_f64().unwrap_or(f64::NAN)),
            Some(found) => found.to_string(),
            None => "?".to_owned(),
        });
        println!("| {} | {} |", row.application.name, cells.join(" | "));
    }
}

/// A number with a mark every three digits.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
