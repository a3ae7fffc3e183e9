//! `retake calls`: the call sites of an application, and what each may reach.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use retake_model::calls::{CallSite, FORMAT};

use crate::OK;
use crate::failure::Failure;
use crate::options::{AboutOptions, Format};
use crate::output::{check, warn};

/// List every call of a service's own code with the methods it may reach
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake calls app.jar
  retake calls target/classes 'target/lib/*' --scope shop
  retake calls app.jar --format json --out calls.json

A call reaches the methods that objects of the named type answer with, if something makes such objects; lambdas, method \
references and constant names in reflection count. Methods of the JDK are told only if the JDK is named too.")]
pub(crate) struct Args {
    /// A jar, a war, directories of classes, or of jars (`lib/*`); or a class path of these (`app.jar:lib/*`)
    #[arg(required = true, value_name = "PATH")]
    path: Vec<PathBuf>,

    #[command(flatten)]
    about: AboutOptions,

    /// How to write the calls
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// The file to write to, instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let request = args.about.request(args.path)?;
    check(args.out.as_deref())?;
    let mut out = Out { path: args.out, writer: None };
    let mut first = true;
    let mut failed = None;
    // Call by call: all of them at once may be more than fits into memory.
    let warnings = retake_analyze::calls(&request, &|_| {}, &mut |site| {
        let written = out.writer().and_then(|out| match args.format {
            Format::Text => Ok(text(out, site)?),
            Format::Json => Ok(json(out, site, first)?),
        });
        first = false;
        failed = written.err();
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .map_err(Failure::new)?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    let out = out.writer()?;
    match args.format {
        Format::Text => {
            for warning in warnings {
                writeln!(out, "warning: {warning}")?;
            }
        }
        Format::Json => {
            warn(&warnings);
            let head = if first { head() } else { String::new() };
            let warnings = serde_json::to_string(&warnings).map_err(Failure::new)?;
            writeln!(out, "{head}\n], \"warnings\": {warnings}}}")?;
        }
    }
    out.flush()?;
    Ok(OK)
}

/// Where the calls go; a file is made only once there is something to write.
struct Out {
    path: Option<PathBuf>,
    writer: Option<Box<dyn Write>>,
}

impl Out {
    fn writer(&mut self) -> Result<&mut Box<dyn Write>, Failure> {
        let writer: Box<dyn Write> = match (self.writer.take(), &self.path) {
            (Some(writer), _) => writer,
            (None, Some(path)) => {
                let file = File::create(path).map_err(|error| Failure::file("written", path, &error))?;
                Box::new(BufWriter::new(file))
            }
            (None, None) => Box::new(BufWriter::new(io::stdout())),
        };
        Ok(self.writer.insert(writer))
    }
}

fn head() -> String {
    format!("{{\"format\": \"{FORMAT}\", \"calls\": [")
}

fn json(out: &mut dyn Write, site: &CallSite<'_>, first: bool) -> io::Result<()> {
    out.write_all(if first { head() } else { ",".to_string() }.as_bytes())?;
    out.write_all(b"\n")?;
    serde_json::to_writer(out, site).map_err(io::Error::from)
}

fn text(out: &mut dyn Write, site: &CallSite<'_>) -> io::Result<()> {
    let line = site.line.map(|line| format!(":{line}")).unwrap_or_default();
    let declared = &site.declared;
    writeln!(out, "{}.{}{line}  {}.{}{}", site.class, site.method, declared.owner, declared.name, declared.descriptor)?;
    for target in site.targets {
        writeln!(out, "    {}.{}{}", target.class, target.method, target.descriptor)?;
    }
    Ok(())
}
