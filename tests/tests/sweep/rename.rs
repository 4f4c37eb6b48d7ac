//! Rename: whatever can be renamed takes another name and its own again, and every byte is as it was.

use std::collections::{BTreeMap, HashSet};

use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::ide::document_highlight::document_highlights;
use sayl_core::ide::rename::{RenameRefusal, prepare_rename, rename};
use sayl_core::render::request::Runner;
use sayl_core::text::{FileId, Place, TextRange, TextSize};

use crate::worlds::World;

/// Replacements by file, each by position.
type EditsByFile = BTreeMap<FileId, Vec<(TextRange, String)>>;

pub(crate) fn run(world: &World) -> Vec<String> {
    let mut session = EditorHost::new(world);
    let mut faults = Vec::new();
    for (file, range) in session.names() {
        if session.done.contains(&(file, range.start())) {
            continue;
        }
        if let Err(fault) = session.there_and_back(file, range.start()) {
            faults.push(format!("{} at byte {}: {fault}", session.path(file), u32::from(range.start())));
            session = EditorHost { done: session.done, ..EditorHost::new(world) };
        }
    }
    faults
}

/// A world whose files are open in an editor.
struct EditorHost {
    host: AnalysisHost,
    runner: Runner,
    version: i32,
    /// Where names stand that were renamed already.
    done: HashSet<(FileId, TextSize)>,
}

impl EditorHost {
    fn new(world: &World) -> Self {
        let mut host = world.fixture.host();
        for file in &world.fixture.files {
            host.open(&file.path, &file.text, 1, false);
        }
        let session = Self { host, runner: Runner::new(), version: 1, done: HashSet::new() };
        sayl_core::test_support::settle(&session.host.analysis(), &mut Runner::new());
        session
    }

    fn path(&self, file: FileId) -> String {
        self.host.analysis().path(file).display().to_string()
    }

    /// Every name that is connected to something, in the order of files and text.
    fn names(&self) -> Vec<(FileId, TextRange)> {
        let analysis = self.host.analysis();
        let mut names = Vec::new();
        for file in analysis.files() {
            let length = analysis.document(file).map_or(0, |document| document.len() as u32);
            let mut offset = 0;
            while offset < length {
                let highlights = document_highlights(&analysis, file, offset.into());
                let own = highlights.iter().map(|it| it.range).find(|range| range.contains(offset.into()));
                names.extend(own.map(|range| (file, range)));
                offset = own.map_or(offset + 1, |range| range.end().into());
            }
        }
        names
    }

    /// Gives what stands at an offset another name, and then its own again.
    fn there_and_back(&mut self, file: FileId, offset: TextSize) -> Result<(), String> {
        let analysis = self.settled(file, offset);
        let Some(Ok(renameable)) = prepare_rename(&analysis, file, offset) else { return Ok(()) };
        let Some(there) = another_name(&analysis, file, offset, &renameable.name)? else { return Ok(()) };
        let before = texts(&analysis, &there);
        let places = there.iter().flat_map(|(file, edits)| edits.iter().map(|(range, _)| (*file, range.start())));
        self.done.extend(places);
        self.apply(&there);
        let moved = moved(there.get(&file).map(Vec::as_slice).unwrap_or_default(), renameable.range.start());
        let analysis = self.settled(file, moved);
        let back = match rename(&analysis, file, moved, &renameable.name) {
            Some(Ok(edits)) => by_file(edits),
            Some(Err(RenameRefusal(why))) => {
                return Err(format!("`{}` cannot get its name back: {why}", renameable.name));
            }
            None => return Err(format!("there is no name any more where `{}` stood", renameable.name)),
        };
        self.apply(&back);
        let after = texts(&self.host.analysis(), &there);
        let same_files = there.keys().eq(back.keys());
        if before == after && same_files {
            return Ok(());
        }
        Err(format!("`{}` was changed at {there:?}, and back at {back:?}", renameable.name))
    }

    fn apply(&mut self, edits: &EditsByFile) {
        self.version += 1;
        for (file, edits) in edits {
            let last_first: Vec<_> = edits.iter().rev().cloned().collect();
            self.host.edit(*file, &last_first, self.version);
        }
    }

    /// A snapshot that lacks no evaluation to say what stands at an offset.
    fn settled(&mut self, file: FileId, offset: TextSize) -> Analysis {
        let analysis = self.host.analysis();
        loop {
            let _ = prepare_rename(&analysis, file, offset);
            let wanted = analysis.pending_requests();
            if wanted.is_empty() {
                return analysis;
            }
            for (wish, request) in wanted {
                analysis.add_reply(wish, self.runner.answer(&request));
            }
        }
    }
}

/// The edits of the first name that is free; none where the kind of symbol takes none of them.
fn another_name(
    analysis: &Analysis,
    file: FileId,
    offset: TextSize,
    name: &str,
) -> Result<Option<EditsByFile>, String> {
    for new in [format!("{name}x9"), format!("x9{name}"), "x9".to_owned()] {
        match rename(analysis, file, offset, &new) {
            Some(Ok(edits)) => return Ok(Some(by_file(edits))),
            Some(Err(_)) => {}
            None => return Err(format!("`{name}` could be renamed, but is not")),
        }
    }
    Ok(None)
}

fn by_file(edits: Vec<(Place, String)>) -> EditsByFile {
    let mut files = EditsByFile::new();
    for (place, new) in edits {
        files.entry(place.file).or_default().push((place.range, new));
    }
    for edits in files.values_mut() {
        edits.sort_by_key(|(range, _)| range.start());
    }
    files
}

fn texts(analysis: &Analysis, edits: &EditsByFile) -> Vec<String> {
    let text = |file: &FileId| analysis.document(*file).map(|document| document.rope().to_string()).unwrap_or_default();
    edits.keys().map(text).collect()
}

/// Where an offset is after edits, each of which stands behind it, at it or before it.
fn moved(edits: &[(TextRange, String)], offset: TextSize) -> TextSize {
    let before = edits.iter().filter(|(range, _)| range.end() <= offset && range.start() < offset);
    before.fold(offset, |at, (range, new)| at - range.len() + TextSize::of(new.as_str()))
}
