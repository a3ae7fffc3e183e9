//! For build servers: JUnit XML, written as a whole at the end.

use std::fmt::Write as _;
use std::io::{self, Write};

use retake_judge::verdict::{Difference, Kind};
use retake_replay::event::{Event, Judged, Skipped, Summary};

use crate::groups::shape;
use crate::{Sink, markup};

/// Writes JUnit XML.
///
/// Of its many dialects this is what build servers agree on. The class of a test is the kind of its entry, because that is
/// what they group by; its name is the case.
#[derive(Debug)]
pub struct Junit<W> {
    out: W,
    cases: Vec<Judged>,
    skipped: Vec<Skipped>,
}

impl<W: Write> Junit<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Junit { out, cases: Vec::new(), skipped: Vec::new() }
    }

    fn document(&mut self, summary: &Summary) -> String {
        self.cases.sort_by_key(|case| case.index);
        let errors = self.cases.iter().filter(|case| is_error(case.verdict.kind)).count();
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let counts = format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{errors}\" skipped=\"{}\" time=\"{:.3}\"",
            summary.total() + self.skipped.len(),
            summary.failed() - errors,
            self.skipped.len(),
            summary.elapsed.as_secs_f64()
        );
        let _ = writeln!(xml, "<testsuites name=\"retake\" {counts}>\n  <testsuite name=\"retake replay\" {counts}>");
        for case in &self.cases {
            write_case(&mut xml, case);
        }
        for skipped in &self.skipped {
            let _ = writeln!(
                xml,
                "    {} time=\"0.000\">\n      <skipped message=\"{}\"/>\n    </testcase>",
                head(&skipped.case, &skipped.entry),
                escape(&skipped.why)
            );
        }
        xml.push_str("  </testsuite>\n</testsuites>\n");
        xml
    }
}

impl<W: Write> Sink for Junit<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Judged(judged) => self.cases.push(judged.brief()),
            Event::Finished(summary) => {
                let document = self.document(summary);
                self.out.write_all(document.as_bytes())?;
                self.out.flush()?;
            }
            Event::Skipped(skipped) => self.skipped.push(skipped.clone()),
            Event::Waiting(_) | Event::Started { .. } | Event::Note(_) => {}
        }
        Ok(())
    }
}

/// Whether there was nothing to compare.
fn is_error(kind: Kind) -> bool {
    matches!(kind, Kind::Error | Kind::Timeout | Kind::Incomplete)
}

fn head(case: &str, entry: &str) -> String {
    format!("<testcase name=\"{}\" classname=\"{}\"", escape(case), escape(&shape(entry)))
}

fn write_case(xml: &mut String, case: &Judged) {
    let _ = write!(xml, "    {} time=\"{:.3}\"", head(&case.case, &case.entry), case.elapsed.as_secs_f64());
    let verdict = &case.verdict;
    if verdict.kind == Kind::Passed && case.tags.is_empty() {
        xml.push_str("/>\n");
        return;
    }
    xml.push_str(">\n");
    if !case.tags.is_empty() {
        let tag = |tag: &String| format!("<property name=\"tag\" value=\"{}\"/>", escape(tag));
        let _ = writeln!(xml, "      <properties>{}</properties>", case.tags.iter().map(tag).collect::<String>());
    }
    if verdict.kind != Kind::Passed {
        let element = if is_error(verdict.kind) { "error" } else { "failure" };
        let first = verdict.differences.first().map(ToString::to_string).or_else(|| verdict.reason.clone());
        let lines: Vec<String> =
            verdict.reason.iter().cloned().chain(verdict.differences.iter().map(ToString::to_string)).collect();
        let _ = writeln!(
            xml,
            "      <{element} type=\"{}\" message=\"{}\">{}</{element}>\n      <system-out>{}</system-out>",
            verdict.kind,
            escape(&first.unwrap_or_default()),
            escape(&lines.join("\n")),
            escape(&said(case))
        );
    }
    xml.push_str("    </testcase>\n");
}

/// Everything that differs, with the two values below each other, as a log shows it.
fn said(case: &Judged) -> String {
    let mut out = format!("{} {}\n", case.verdict.kind, case.entry);
    if let Some(reason) = &case.verdict.reason {
        let _ = writeln!(out, "{reason}");
    }
    for Difference { path, recorded, observed, at, .. } in &case.verdict.differences {
        let at = at.as_ref().map(|at| format!("  ({at})")).unwrap_or_default();
        let _ = writeln!(out, "{path}{at}");
        let side = |value: &Option<String>| value.clone().unwrap_or_else(|| "(nothing)".to_owned());
        let _ = writeln!(out, "  recorded  {}\n  observed  {}", side(recorded), side(observed));
    }
    for note in &case.verdict.notes {
        let _ = writeln!(out, "note: {note}");
    }
    out
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
        let head =
            "<testsuite name=\"retake replay\" tests=\"7\" failures=\"3\" errors=\"1\" skipped=\"1\" time=\"2.500\">";
        assert!(text.contains(head), "{text}");
        assert!(text.contains("<testcase name=\"get-health\" classname=\"GET /health\" time=\"0.012\"/>"), "{text}");
        assert!(
            text.contains("<failure type=\"output-differs\" message=\"status: 201 → 200\">status: 201 → 200</failure>")
        );
        assert!(text.contains("<error type=\"timeout\" message=\"no answer in time (30 s)\">"));
        assert!(text.contains("name=\"get-orders-17\" classname=\"GET /orders/*\""), "{text}");
        assert!(text.contains("request-differs GET /orders/17\u{fffd}[2J\n"), "{text}");
        let pair = "ResultSet.getLong arg 1  (shop.Order:42)\n  recorded  1\n  observed  2\n";
        assert!(text.contains(pair), "{text}");
        let tag = "<properties><property name=\"tag\" value=\"slow &amp; old\"/></properties>";
        assert!(text.contains(tag), "{text}");
        let skipped = "<testcase name=\"post-refunds\" classname=\"POST /refunds\" time=\"0.000\">\n      \
                       <skipped message=\"entry:POST /refunds: new rules\"/>";
        assert!(text.contains(skipped), "{text}");
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
