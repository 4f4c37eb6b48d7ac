//! Where the time of rendering goes: line by line as a table, or with the calls that led there as a flame graph.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use inferno::flamegraph::{self, Options};
use sayl_core::template::profile::{Cost, Profile, StackFrame};

use crate::UsageError;
use crate::output::OutputWriter;
use crate::session::Session;

/// How many lines the table has at most.
const MOST_LINES: usize = 50;

/// Where a profile goes.
pub(super) enum ProfileOutput {
    /// Standard error, as a table.
    Terminal,
    /// A file, as a table.
    Table(OutputWriter),
    /// A file, as a flame graph.
    Graph(OutputWriter),
}

impl ProfileOutput {
    /// The file, a flame graph if it is called `.svg`. A mistyped folder is said before anything is rendered.
    pub(super) fn open(file: Option<&Path>) -> Result<Self, UsageError> {
        let Some(file) = file else { return Ok(Self::Terminal) };
        let output = OutputWriter::open(Some(file))?;
        let is_graph = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        Ok(if is_graph { Self::Graph(output) } else { Self::Table(output) })
    }

    /// Writes the profile.
    pub(super) fn write(self, profile: &Profile, session: &Session) -> Result<(), UsageError> {
        let (mut output, bytes) = match self {
            Self::Terminal => {
                let _ = io::stderr().write_all(table(profile, session).as_bytes());
                return Ok(());
            }
            Self::Table(output) => (output, table(profile, session).into_bytes()),
            Self::Graph(output) => (output, graph(profile, session)?),
        };
        let printed = output.write_all(&bytes);
        output.finish(printed)
    }
}

/// The lines that took most come first.
fn table(profile: &Profile, session: &Session) -> String {
    let mut lines = profile.lines();
    lines.sort_by_cached_key(|(frame, own, _)| {
        (std::cmp::Reverse((own.nanoseconds, own.steps)), place(frame, session), frame.function.clone())
    });
    let all = lines.iter().fold(0, |sum, (_, own, _)| sum + own.nanoseconds);
    let mut table = format!("{:>10} {:>4} {:>10} {:>10}  line\n", "own ms", "%", "total ms", "steps");
    for (frame, own, total) in lines.iter().take(MOST_LINES) {
        let share = own.nanoseconds * 100 / all.max(1);
        let (own_time, total_time) = (milliseconds(*own), milliseconds(*total));
        let line = name(frame, session);
        let _ = writeln!(table, "{own_time:>10.3} {share:>4} {total_time:>10.3} {:>10}  {line}", own.steps);
    }
    if let Some(more) = lines.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
        let _ = writeln!(table, "and {more} more lines");
    }
    table
}

/// A picture of all calls: the wider a line, the longer it took.
fn graph(profile: &Profile, session: &Session) -> Result<Vec<u8>, UsageError> {
    let mut stacks: Vec<String> = Vec::new();
    for (index, node) in profile.nodes.iter().enumerate() {
        let callers: Vec<&StackFrame> = profile.callers(index).map(|caller| &caller.frame).collect();
        let frames = callers.into_iter().rev().chain([&node.frame]);
        let names: Vec<String> = frames.map(|frame| name(frame, session).replace(';', ",")).collect();
        stacks.push(format!("{} {}", names.join(";"), node.cost.nanoseconds));
    }
    if stacks.is_empty() {
        stacks.push("no template code ran 1".to_owned());
    }
    stacks.sort_unstable();
    let mut options = Options::default();
    options.title.replace_range(.., "sayl render");
    options.count_name.replace_range(.., "µs");
    options.name_type.replace_range(.., "Line:");
    options.factor = 0.001;
    let mut picture = Vec::new();
    let drawn = flamegraph::from_lines(&mut options, stacks.iter().map(String::as_str), &mut picture);
    drawn.map_err(|error| UsageError(format!("the flame graph: {error}")))?;
    Ok(picture)
}

fn milliseconds(cost: Cost) -> f64 {
    Duration::from_nanos(cost.nanoseconds).as_secs_f64() * 1e3
}

/// `config/names.lib.yml:2 labels`
fn name(frame: &StackFrame, session: &Session) -> String {
    let place = place(frame, session);
    if frame.function.is_empty() { place } else { format!("{place} {}", frame.function) }
}

fn place(frame: &StackFrame, session: &Session) -> String {
    format!("{}:{}", session.paths.shown(session.analysis.path(frame.file)), frame.line + 1)
}
