//! `sayl render`: what ytt prints of a bundle, byte for byte, and the files that it writes. Problems go to standard error,
//! and while there are errors nothing is printed or written.

use std::io::Write as _;

use sayl_core::render::PrintedOutput;
use sayl_core::values::print::{self, PrintFormat};

use super::inspect::{errors, print_problems, status_of};
use super::output_folder::OutputFolder;
use crate::arguments::{RenderArguments, RenderType};
use crate::output::print as print_bytes;
use crate::session::{self, Purpose, Session};
use crate::{ExitStatus, UsageError};

mod profile;

/// What ytt says of text templates where only documents are printed.
const TEXTS_LEFT_OUT: &str = "
Warning: Found Non-YAML templates in input. Non-YAML templates are not rendered to standard output.
If you want to include those results, use the --output-files or --dangerous-emptied-output-directory flag.
";

/// Renders the bundle.
pub(crate) fn run(mut arguments: RenderArguments) -> Result<ExitStatus, UsageError> {
    let looked_at = &mut arguments.looked_at;
    if !looked_at.paths.is_empty() {
        return Err(UsageError("`sayl render` takes the files of a bundle with -f".to_owned()));
    }
    let folder = OutputFolder::of(&looked_at.bundle.folders)?;
    let format = match arguments.output.first() {
        None | Some(RenderType::Yaml) => PrintFormat::Yaml,
        Some(RenderType::Json) => PrintFormat::Json,
        Some(RenderType::Pos) => PrintFormat::Positions,
    };
    if arguments.files_inspect {
        let names = session::given_names(looked_at)?;
        return finish(
            folder.as_ref(),
            &PrintedOutput { documents: print::texts(&names, format), ..PrintedOutput::default() },
        );
    }
    let target = arguments.profile.as_ref().map(|file| profile::ProfileOutput::open(file.as_deref())).transpose()?;
    looked_at.is_profiled = target.is_some();
    looked_at.print = Some(if folder.is_some() { PrintFormat::Files } else { format });
    let (session, report) = Session::start(looked_at, Purpose::Questions)?;
    let blocking: Vec<_> = errors(&report).collect();
    print_problems(&blocking)?;
    if !blocking.is_empty() {
        return Ok(status_of(&report));
    }
    let printed = session.analysis.printed();
    let Some(printed) = printed else {
        return Err(UsageError("the bundle was not rendered to its end".to_owned()));
    };
    let status = finish(folder.as_ref(), &printed)?;
    if let Some(target) = target {
        target.write(&session.analysis.profile().unwrap_or_default(), &session)?;
    }
    Ok(status)
}

/// Prints, or writes files.
fn finish(folder: Option<&OutputFolder>, printed: &PrintedOutput) -> Result<ExitStatus, UsageError> {
    let Some(folder) = folder else {
        print_bytes(printed.documents.as_bytes())?;
        if printed.has_texts {
            let _ = std::io::stderr().write_all(TEXTS_LEFT_OUT.as_bytes());
        }
        return Ok(ExitStatus::Fine);
    };
    folder.write(printed)
}
