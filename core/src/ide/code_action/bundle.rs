//! Which schema governs a values file, said in its first line or in a `sayl.toml`.

use std::path::{Component, Path, PathBuf};

use super::{CodeAction, ProblemSite};
use crate::text::{Place, TextRange, TextSize};
use crate::workspace::{Bundle, CONFIG_NAME};

/// More bundles than this are not offered one by one.
const MOST: usize = 8;

/// For each bundle in question: the file itself says so, or a `sayl.toml` does.
pub(super) fn choose(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let layout = site.analysis.layout();
    let ungoverned = site.analysis.could_govern(site.file).map(|index| vec![index]);
    let in_question = layout.ambiguous.get(&site.file).or(ungoverned.as_ref());
    let is_known = |index: &usize| in_question.is_none_or(|candidates| candidates.contains(index));
    let all = layout.bundles.iter().enumerate().filter(|(index, bundle)| is_known(index) && bundle.is_ordinary());
    let edge = site.analysis.edge_around(site.analysis.path(site.file));
    let is_in_project = |root: &&Path| edge.is_none_or(|edge| root.starts_with(edge));
    let roots = all.filter_map(|(_, bundle): (_, &Bundle)| bundle.root.as_deref()).filter(is_in_project);
    let roots: Vec<&Path> = roots.take(MOST).collect();
    let has_modeline = site.analysis.document(site.file).is_some_and(has_modeline);
    let said_here = roots.iter().filter(|_| !has_modeline).filter_map(|root| modeline(site, root));
    said_here.chain(roots.iter().filter(|_| !has_modeline).filter_map(|root| configured(site, root))).collect()
}

/// A `sayl.toml` that makes the folder of a template a bundle.
pub(super) fn declare_folder(site: &ProblemSite<'_>) -> Option<CodeAction> {
    let folder = site.analysis.path(site.file).parent()?;
    let name = folder.file_name().map_or_else(|| "main".to_owned(), |name| name.to_string_lossy().into_owned());
    let text = format!("[[bundle]]\nname = {name:?}\nfiles = [\".\"]\n");
    let title = format!("Make this folder a bundle in `{CONFIG_NAME}`");
    let is_there = site.analysis.file(&folder.join(CONFIG_NAME)).is_some();
    (!is_there).then(|| CodeAction { title, new_file: Some((folder.join(CONFIG_NAME), text)), ..CodeAction::default() })
}

fn has_modeline(document: &crate::document::TextDocument) -> bool {
    let head = document.rope().line(0).to_string();
    crate::workspace::modeline::schema_of(&head).is_some()
}

fn modeline(site: &ProblemSite<'_>, root: &Path) -> Option<CodeAction> {
    let path = relative(site.analysis.path(site.file).parent()?, root)?;
    if path.contains(char::is_whitespace) {
        return None;
    }
    let hash = if site.document.stream().is_template { "#!" } else { "#" };
    let start = site.place(TextRange::empty(TextSize::new(0)));
    Some(CodeAction::new(
        format!("Check it with the schema in `{path}`"),
        start,
        format!("{hash} sayl: schema={path}\n"),
    ))
}

/// A bundle of the schema's folder and the file, in the nearest `sayl.toml` above both, or a new one.
fn configured(site: &ProblemSite<'_>, root: &Path) -> Option<CodeAction> {
    let file = site.analysis.path(site.file);
    let shared = file.ancestors().skip(1).find(|folder| root.starts_with(folder))?;
    let config = shared.ancestors().find_map(|folder| Some((folder, site.analysis.file(&folder.join(CONFIG_NAME))?)));
    let folder = config.map_or(shared, |(folder, _)| folder);
    let (root, values) = (relative(folder, root)?, relative(folder, file)?);
    let name = file.file_stem()?.to_string_lossy().into_owned();
    let text = format!("[[bundle]]\nname = {name:?}\nfiles = [{root:?}, {values:?}]\n");
    let title = format!("Put it together with `{root}` in `{CONFIG_NAME}`");
    let action = CodeAction { title, ..CodeAction::default() };
    match config {
        None => Some(CodeAction { new_file: Some((folder.join(CONFIG_NAME), text)), ..action }),
        Some((_, config)) => {
            let end = TextSize::try_from(site.analysis.document(config)?.len()).ok()?;
            let place = Place::absolute(config, TextRange::empty(end));
            Some(CodeAction { edits: vec![(place, format!("\n{text}"))], ..action })
        }
    }
}

/// A path as seen from a folder, with `/`.
fn relative(folder: &Path, path: &Path) -> Option<String> {
    let shared = path.ancestors().find(|ancestor| folder.starts_with(ancestor))?;
    let up = folder.strip_prefix(shared).ok()?.components().map(|_| Component::ParentDir);
    let relative: PathBuf = up.chain(path.strip_prefix(shared).ok()?.components()).collect();
    let parts: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    Some(if parts.is_empty() { ".".to_owned() } else { parts.join("/") })
}
