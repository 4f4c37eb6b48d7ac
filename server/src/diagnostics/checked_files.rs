//! Files that were checked, and of which nothing is held any more but what their problems depend on: as long as that is
//! the same, what the client was told stands.

use std::collections::HashMap;
use std::sync::Arc;

use sayl_core::analysis::Analysis;
use sayl_core::analysis::portions::{Group, ProblemDependencies, ProblemInputs};
use sayl_core::ide::settings::EditorSettings;
use sayl_core::text::FileId;

use crate::state::Snapshot;

/// What is known of files that nobody has open.
#[derive(Default)]
pub(super) struct CheckedFiles {
    /// Files that were checked since others were given up last, with what was read for that.
    checked: HashMap<FileId, ProblemDependencies>,
    /// What the problems of files depend on that were given up; those of a bundle share it.
    inputs: HashMap<FileId, Arc<ProblemInputs>>,
    /// Under these settings.
    config: Arc<EditorSettings>,
}

impl CheckedFiles {
    /// A file was checked.
    pub(super) fn add(&mut self, file: FileId, recorded: ProblemDependencies) {
        self.inputs.remove(&file);
        self.checked.insert(file, recorded);
    }

    /// The nodes of all that was checked are to be given up. Files that lack something are checked again when
    /// everything is looked at.
    pub(super) fn settle(&mut self, analysis: &Analysis) {
        let mut groups: HashMap<Group, Vec<(FileId, ProblemDependencies)>> = HashMap::new();
        for (file, recorded) in self.checked.drain() {
            groups.entry(analysis.group_of(file)).or_default().push((file, recorded));
        }
        for checked in groups.into_values() {
            let (files, recorded): (Vec<FileId>, Vec<ProblemDependencies>) = checked.into_iter().unzip();
            if let Some(inputs) = analysis.inputs(recorded).map(Arc::new) {
                self.inputs.extend(files.into_iter().map(|file| (file, inputs.clone())));
            }
        }
    }

    /// Leaves out the files whose problems are what they were.
    pub(super) fn drop_unchanged(&mut self, snapshot: &Snapshot, files: &mut Vec<FileId>) {
        if self.config != snapshot.config {
            self.inputs.clear();
            self.config = snapshot.config.clone();
        }
        let mut known: HashMap<*const ProblemInputs, bool> = HashMap::new();
        files.retain(|file| {
            let Some(inputs) = self.inputs.get(file).filter(|_| snapshot.open_document(*file).is_none()) else {
                return true;
            };
            !*known.entry(Arc::as_ptr(inputs)).or_insert_with(|| snapshot.analysis.holds(inputs))
        });
    }
}
