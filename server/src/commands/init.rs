//! `sayl init`: writes a `sayl.toml` for what is in a folder, or a new resource of a type. It changes no file that is there.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use sayl_core::analysis::AnalysisHost;
use sayl_core::cancel::CancelToken;
use sayl_core::choreo::installed::is_default;
use sayl_core::choreo::scaffold::{scaffold, type_names, types_of};
use sayl_core::choreo::{Catalog, DEFAULT_NAMESPACE, Resource, ResourceKind};
use sayl_core::problem::nearest;
use sayl_core::text::FileId;
use sayl_core::workspace::CONFIG_NAME;
use sayl_core::workspace::discovery::normalized;
use sayl_core::workspace::load::load;
use sayl_core::workspace::proposal::proposal;

use crate::arguments::{InitArguments, SessionArguments};
use crate::disk::{DEFAULT_LIMIT, Disk};
use crate::output::print;
use crate::session::{Purpose, Session};
use crate::{ExitStatus, UsageError};

/// Words for kinds of resources that have a type.
const KINDS: &[(&str, ResourceKind)] =
    &[("component", ResourceKind::Component), ("resource", ResourceKind::Resource), ("project", ResourceKind::Project)];

/// Writes a `sayl.toml`, or a new resource.
pub(crate) fn run(arguments: &InitArguments) -> Result<ExitStatus, UsageError> {
    let InitArguments { folder, of_type, name, output_file } = arguments;
    let kind = KINDS.iter().find(|(word, _)| folder.as_os_str() == *word).map(|(_, kind)| *kind);
    match (kind, of_type) {
        (Some(kind), Some(ty)) => new_resource(kind, ty, name.as_deref(), output_file.as_deref()),
        (Some(kind), None) if !folder.is_dir() => {
            let types = types(&whole_project()?, kind);
            let mut names: Vec<&str> =
                types.iter().filter_map(|(_, ty)| Some(ty.name.as_ref()?.name.as_str())).collect();
            names.sort_unstable();
            names.dedup();
            Err(UsageError(format!("init needs a type: {}", names.join(", "))))
        }
        (None, Some(_)) => Err(UsageError("init takes one folder".to_owned())),
        (_, None) => new_config(folder),
    }
}

/// Prints a new resource of a type, or writes it.
fn new_resource(
    kind: ResourceKind,
    ty: &str,
    name: Option<&str>,
    file: Option<&Path>,
) -> Result<ExitStatus, UsageError> {
    let session = whole_project()?;
    let types = types(&session, kind);
    // `ClusterComponentType/service` says which one, `deployment/service` is how a component writes it.
    let (before, wanted) = ty.rsplit_once('/').unwrap_or(("", ty));
    let of_kind = ResourceKind::from_name(before);
    let is_requested = |ty: &Resource| {
        ty.name.as_ref().is_some_and(|name| name.name == wanted) && of_kind.is_none_or(|kind| ty.kind == kind)
    };
    let found = types.iter().find(|(_, ty)| is_requested(ty));
    let made = found.and_then(|(file, ty)| scaffold(ty, name, &session.analysis.catalog(*file)));
    let scaffold = made.ok_or_else(|| {
        let names = types.iter().filter_map(|(_, ty)| Some(ty.name.as_ref()?.name.as_str()));
        let hint = nearest(wanted, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        UsageError(format!("There is no type `{ty}` for a {}{hint}", kind.name()))
    })?;
    match file {
        Some(path) => {
            write_new(path, &scaffold.text)?;
            println!("Wrote {}.", path.display());
            Ok(ExitStatus::Fine)
        }
        None => print(scaffold.text.as_bytes()),
    }
}

/// The project that this folder belongs to.
fn whole_project() -> Result<Session, UsageError> {
    Session::start(&SessionArguments::default(), Purpose::Questions).map(|(session, _)| session)
}

/// The types that a resource of a kind may have: those of the project in the order of files, then those of every
/// installation; each with a file of the project that it is for.
fn types(session: &Session, kind: ResourceKind) -> Vec<(FileId, Arc<Resource>)> {
    let analysis = &session.analysis;
    let of_file =
        |file: &FileId| analysis.resources(*file).iter().map(|(_, ty)| (*file, ty.clone())).collect::<Vec<_>>();
    let own = session.requested.iter().flat_map(of_file).filter(|(_, ty)| types_of(kind).contains(&ty.kind));
    let mut types: Vec<(FileId, Arc<Resource>)> = own.collect();
    let file = session.requested.first().copied().unwrap_or(FileId::NONE);
    let catalog = analysis.catalog(file);
    let names = type_names(kind, &DEFAULT_NAMESPACE.into(), &catalog);
    let installed = names.iter().filter_map(|name| catalog.resource(name)).filter(|it| is_default(it));
    types.extend(installed.map(|ty| (file, ty)));
    types
}

/// Writes the file and says what it declares.
fn new_config(folder: &Path) -> Result<ExitStatus, UsageError> {
    let failed = |error: std::io::Error| UsageError(format!("{}: {error}", folder.display()));
    let absolute = normalized(&std::env::current_dir().map_err(failed)?.join(folder));
    if !absolute.is_dir() {
        return Err(UsageError(format!("{}: there is no such folder", folder.display())));
    }
    let disk = Disk::discovering(DEFAULT_LIMIT);
    let files = load(&disk, std::slice::from_ref(&absolute), &|_| {}, &CancelToken::new()).unwrap_or_default();
    let mut host = AnalysisHost::new(Arc::new(disk));
    host.load(files);
    let analysis = host.analysis();
    let text = proposal(analysis.layout(), &|file| analysis.path(file), &absolute);
    write_new(&absolute.join(CONFIG_NAME), &text)?;
    let bundles = text.matches("[[bundle]]").count();
    let bundles = if bundles == 1 { "1 bundle".to_owned() } else { format!("{bundles} bundles") };
    println!("Wrote {} with {bundles}.", folder.join(CONFIG_NAME).display());
    Ok(ExitStatus::Fine)
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str) -> Result<(), UsageError> {
    let written = OpenOptions::new().write(true).create_new(true).open(path);
    written.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => UsageError(format!("{} is there already; nothing was changed", path.display())),
        _ => UsageError(format!("{} cannot be written: {error}", path.display())),
    })
}
