//! For build servers: JUnit XML, written as a whole at the end.

use std::fmt::Write as _;
use std::io::{self, Write};

use retake_judge::verdict::Kind;
use retake_replay::event::{Event, Judged, Summary};

use crate::{Sink, markup};

/// Writes JUnit XML.
#[derive(Debug)]
pub struct Junit<W> {
    out: W,
    cases: Vec<Judged>,
}

impl<W: Write> Junit<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Junit { out, cases: Vec::new() }
    }

    fn document(&mut self, summary: &Summary) -> String {
        self.cases.sort_by_key(|case| case.index);
        let errors = self.cases.iter().filter(|case| is_error(case.verdict.kind)).count();
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let counts = format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{errors}\" time=\"{:.3}\"",
            summary.total(),
            summary.failed() - errors,
            summary.elapsed.as_secs_f64()
        );
        let _ = writeln!(xml, "<testsuites {counts}>\n  <testsuite name=\"retake\" {counts}>");
        for case in &self.cases {
            write_case(&mut xml, case);
        }
        xml.push_str("  </testsuite>\n</testsuites>\n");
        xml
    }
}

impl<W: Write> Sink for Junit<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Judged(judged) => self.cases.push(judged.clone()),
            Event::Finished(summary) => {
                let document = self.document(summary);
                self.out.write_all(document.as_bytes())?;
                self.out.flush()?;
            }
            Event::Waiting(_) | Event::Started { .. } | Event::Note(_) => {}
        }
        Ok(())
    }
}

/// Whether there was nothing to compare.
fn is_error(kind: Kind) -> bool {
    matches!(kind, Kind::Error | Kind::Timeout | Kind::Incomplete)
}

fn write_case(xml: &mut String, case: &Judged) {
    let (name, entry) = (escape(&case.case), escape(&case.entry));
    let _ =
        write!(xml, "    <testcase name=\"{name}\" classname=\"{entry}\" time=\"{:.3}\"", case.elapsed.as_secs_f64());
    let verdict = &case.verdict;
    if verdict.kind == Kind::Passed {
        xml.push_str("/>\n");
        return;
    }
    let element = if is_error(verdict.kind) { "error" } else { "failure" };
    let first = verdict.differences.first().map(ToString::to_string).or_else(|| verdict.reason.clone());
    let lines: Vec<String> =
        verdict.reason.iter().cloned().chain(verdict.differences.iter().map(ToString::to_string)).collect();
    let _ = writeln!(
        xml,
        ">\n      <{element} type=\"{}\" message=\"{}\">{}</{element}>\n    </testcase>",
        verdict.kind,
        escape(&first.unwrap_or_default()),
        escape(&lines.join("\n"))
    );
}

/// A text inside XML. What XML cannot hold at all is replaced.
fn escape(text: &str) -> String {
    markup::escape(text, |c, out| out.push(if matches!(c, '\n' | '\t') { c } else { '\u{fffd}' }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::replay;

    #[test]
    fn writes_a_document() {
        let mut out = Vec::new();
        let mut sink = Junit::new(&mut out);
        replay().iter().for_each(|event| sink.event(event).expect("memory takes all"));
        let text = String::from_utf8(out).expect("text");
        let head = "<testsuite name=\"retake\" tests=\"6\" failures=\"3\" errors=\"1\" time=\"2.500\">";
        assert!(text.contains(head), "{text}");
        assert!(text.contains("<testcase name=\"get-health\" classname=\"GET /health\" time=\"0.012\"/>"), "{text}");
        assert!(
            text.contains("<failure type=\"output-differs\" message=\"status: 201 → 200\">status: 201 → 200</failure>")
        );
        assert!(text.contains("<error type=\"timeout\" message=\"no answer in time (30 s)\">"));
        assert!(text.contains("classname=\"GET /orders/17\u{fffd}[2J\""));
        let order: Vec<usize> = ["get-health", "post-customers-1", "get-orders-17", "get-rates"]
            .map(|name| text.find(&format!("name=\"{name}\"")).expect("it is there"))
            .to_vec();
        assert!(order.is_sorted());
    }

    #[test]
    fn escapes() {
        assert_eq!(escape("a<b>&\"c\"\u{1}"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}");
    }
}
