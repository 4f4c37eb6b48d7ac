//! `sayl render`: what ytt prints of a bundle, byte for byte. Problems go to standard error, and while there are errors
//! nothing is printed.

use std::io::Write as _;

use sayl_core::values::print::Format;

use super::inspect::{hindrances, print_problems, status_of};
use crate::arguments::{RenderArguments, RenderType};
use crate::output::print;
use crate::session::{Purpose, Session};
use crate::{Status, UsageError};

/// Said of text templates where only documents are printed.
const TEXTS_LEFT_OUT: &str = "
Warning: Found Non-YAML templates in input. Non-YAML templates are not rendered to standard output.
If you want to include those results, use the --output-files or --dangerous-emptied-output-directory flag.
";

/// Renders the bundle.
pub(crate) fn run(mut arguments: RenderArguments) -> Result<Status, UsageError> {
    let looked_at = &mut arguments.looked_at;
    if !looked_at.paths.is_empty() {
        return Err(UsageError("`sayl render` takes the files of a bundle with -f".to_owned()));
    }
    looked_at.print = Some(match arguments.output.first() {
        None | Some(RenderType::Yaml) => Format::Yaml,
        Some(RenderType::Json) => Format::Json,
    });
    let (session, report) = Session::start(looked_at, Purpose::Questions)?;
    let hindrances = hindrances(&report, |_| false);
    print_problems(&hindrances)?;
    if !hindrances.is_empty() {
        return Ok(status_of(&report));
    }
    let Some(printed) = session.analysis.printed() else {
        return Err(UsageError("the bundle was not rendered to its end".to_owned()));
    };
    print(printed.documents.as_bytes())?;
    if printed.has_texts {
        let _ = std::io::stderr().write_all(TEXTS_LEFT_OUT.as_bytes());
    }
    Ok(Status::Fine)
}
