//! `sayl graph`: the resources of graphs, and who depends on whom, as a picture.

use std::io::Write as _;

use sayl_core::kro::picture::{PictureForm, picture};

use crate::arguments::{GraphArguments, PictureType, SessionArguments};
use crate::output::OutputWriter;
use crate::session::{Purpose, Session};
use crate::{ExitStatus, UsageError};

/// Prints the picture of each graph. Of images one is printed, for two are no image.
pub(crate) fn run(arguments: &GraphArguments) -> Result<ExitStatus, UsageError> {
    let mut output = OutputWriter::open(arguments.output_file.as_deref())?;
    let looked_at = SessionArguments { paths: arguments.paths.clone(), ..SessionArguments::default() };
    let (session, _) = Session::start(&looked_at, Purpose::Questions)?;
    let form = match arguments.output {
        PictureType::Svg => PictureForm::Svg,
        PictureType::Dot => PictureForm::Dot,
        PictureType::Mermaid => PictureForm::Mermaid,
    };
    let graphs: Vec<_> = session.requested.iter().flat_map(|file| session.analysis.graphs(*file).to_vec()).collect();
    if graphs.is_empty() {
        return Err(UsageError("there is no ResourceGraphDefinition in what is named".to_owned()));
    }
    if graphs.len() > 1 && form == PictureForm::Svg {
        return Err(UsageError("-o svg draws one graph, and there are several".to_owned()));
    }
    let pictures: Vec<String> = graphs.iter().map(|(_, graph)| picture(graph, form)).collect();
    let printed = output.write_all(pictures.join("\n").as_bytes());
    output.finish(printed)?;
    Ok(ExitStatus::Fine)
}
