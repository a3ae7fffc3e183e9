//! Options that say which requests are recorded, and what that may cost. They go before `[record]` of the file of settings.

use std::str::FromStr;

use retake_model::control::{
    Control, EntryPattern, HeaderIs, LEAST_MEMORY, LEAST_SEGMENT, Rate, Sample, Share, Size, Span, Window, Zone,
    header_name, size_from,
};

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which requests, and what they may cost")]
pub(super) struct ControlOptions {
    /// Record a share of the requests, `10%` or `0.1`; or of those of one entry, `POST /orders/**=100%`, `/health=0`,
    /// `com.acme.Inbox.take=50%`; can be given several times
    #[arg(long, value_name = "[ENTRY=]SHARE")]
    sample: Vec<Of<Share>>,

    /// Record no more requests of each entry than so many a second; or of one entry; can be given several times
    #[arg(long, value_name = "[ENTRY=]N")]
    per_second: Vec<Of<Rate>>,

    /// Record only requests with this header: `X-Debug`, or `X-Tenant: beta-*`
    #[arg(long, value_name = "HEADER")]
    only_header: Option<HeaderIs>,

    /// Record requests with this header whatever is said of samples; without, `retake-record`
    #[arg(long, value_name = "NAME", value_parser = header_name)]
    force_header: Option<String>,

    /// Record only at these times: `Mon-Fri 09:00-17:30`, `Sat,Sun`, `22:00-02:00`; can be given several times
    #[arg(long, value_name = "TIMES")]
    window: Vec<Window>,

    /// The time zone of --window: `Europe/Berlin`, `+02:00`; without, UTC
    #[arg(long, value_name = "ZONE")]
    zone: Option<Zone>,

    /// End the recording after so long, `30s`, `10m` or `1h30m`; the service goes on
    #[arg(long = "for", value_name = "TIME")]
    lasting: Option<Span>,

    /// End the recording after so many requests; the service goes on
    #[arg(long, value_name = "N")]
    requests: Option<u64>,

    /// Take fewer requests when recording costs more than this share of the CPU time that the service's process uses
    #[arg(long, value_name = "SHARE")]
    max_cpu: Option<Share>,

    /// Memory for traces that are being made or wait to be written; without, `192 MiB`
    #[arg(long, value_name = "SIZE", value_parser = |text: &str| size_from(LEAST_MEMORY, text))]
    max_memory: Option<Size>,

    /// Take no more requests while the directory of traffic is so large: `10 GiB`
    #[arg(long, value_name = "SIZE")]
    max_disk: Option<Size>,

    /// Take no more requests while no more than this is free on its disk
    #[arg(long, value_name = "SIZE")]
    min_free: Option<Size>,

    /// Begin another file of traffic when one is so large; without, `64 MiB`
    #[arg(long, value_name = "SIZE", value_parser = |text: &str| size_from(LEAST_SEGMENT, text))]
    segment_size: Option<Size>,
}

/// A setting of one entry, or of all that have none of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Of<T> {
    entry: Option<EntryPattern>,
    setting: T,
}

impl<T: FromStr<Err = String>> FromStr for Of<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.rsplit_once('=') {
            Some((entry, setting)) => Ok(Of { entry: Some(entry.parse()?), setting: setting.parse()? }),
            None => Ok(Of { entry: None, setting: text.parse()? }),
        }
    }
}

impl ControlOptions {
    /// What is recorded: as a file says, unless an option says otherwise.
    pub(super) fn over(&self, mut control: Control) -> Control {
        let mut own = Vec::new();
        for Of { entry, setting } in &self.sample {
            sample(&mut control, &mut own, entry.as_ref()).share = *setting;
        }
        for Of { entry, setting } in &self.per_second {
            sample(&mut control, &mut own, entry.as_ref()).rate = Some(*setting);
        }
        own.append(&mut control.entries);
        control.entries = own;
        control.only = self.only_header.clone().or(control.only);
        control.force = self.force_header.clone().unwrap_or(control.force);
        if !self.window.is_empty() {
            control.windows.clone_from(&self.window);
        }
        control.zone = self.zone.clone().unwrap_or(control.zone);
        control.lasting = self.lasting.or(control.lasting);
        control.requests = self.requests.or(control.requests);
        let limits = &mut control.limits;
        limits.cpu = self.max_cpu.or(limits.cpu);
        limits.memory = self.max_memory.unwrap_or(limits.memory);
        limits.disk = self.max_disk.or(limits.disk);
        limits.free = self.min_free.or(limits.free);
        limits.segment = self.segment_size.unwrap_or(limits.segment);
        control
    }
}

/// The sample of an entry, which goes before those of the file; or of all others.
fn sample<'c>(
    control: &'c mut Control,
    own: &'c mut Vec<(EntryPattern, Sample)>,
    entry: Option<&EntryPattern>,
) -> &'c mut Sample {
    let Some(entry) = entry else { return &mut control.sample };
    let at = own.iter().position(|(known, _)| known == entry).unwrap_or_else(|| {
        let known = control.entries.iter().position(|(known, _)| known == entry);
        own.push(known.map_or_else(|| (entry.clone(), Sample::default()), |at| control.entries.remove(at)));
        own.len() - 1
    });
    &mut own[at].1
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        control: ControlOptions,
    }

    fn over(flags: &[&str], control: &Control) -> Result<Control, String> {
        let flags = Flags::try_parse_from(["record"].iter().chain(flags)).map_err(|error| error.to_string())?;
        Ok(flags.control.over(control.clone()))
    }

    #[test]
    fn options_go_before_the_file() {
        let read = |text: &str| text.parse::<EntryPattern>().expect("an entry");
        let share = |text: &str| text.parse::<Share>().expect("a share");
        let file = Control {
            sample: Sample { share: share("50%"), rate: None },
            entries: vec![(read("/a"), Sample::default()), (read("/b"), Sample { share: share("0"), rate: None })],
            requests: Some(7),
            ..Control::default()
        };
        assert_eq!(over(&[], &file).as_ref(), Ok(&file));
        let flags = [
            "--sample",
            "10%",
            "--sample",
            "/b=100%",
            "--sample",
            "GET /c=0.5",
            "--per-second",
            "/b=2",
            "--for",
            "10m",
        ];
        let control = over(&flags, &file).expect("right");
        assert_eq!(control.sample.share, share("10%"));
        let entries: Vec<(&str, Share)> =
            control.entries.iter().map(|(entry, sample)| (entry.pattern.as_str(), sample.share)).collect();
        assert_eq!(entries, [("/b", Share::ALL), ("/c", share("50%")), ("/a", Share::ALL)]);
        assert!(control.entries[0].1.rate.is_some() && control.entries[1].1.rate.is_none());
        assert_eq!((control.requests, control.lasting), (Some(7), Some(Span { ms: 600_000 })));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (flags, said) in [
            (["--sample", "200%"], "`200%` is no share"),
            (["--sample", "orders=1"], "`orders` is no entry"),
            (["--per-second", "0"], "`0` is no number of requests a second"),
            (["--window", "noon"], "`noon` is no time to record at"),
            (["--for", "10"], "`10` is no length of time"),
            (["--max-memory", "1 KiB"], "1 KiB is too little"),
            (["--max-disk", "much"], "`much` is no size"),
        ] {
            let error = over(&flags, &Control::default()).expect_err("wrong");
            assert!(error.contains(said), "{error}");
        }
    }
}
