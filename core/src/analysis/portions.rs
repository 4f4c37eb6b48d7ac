//! Very many files, asked about in portions, so that only one portion of them is held in nodes and values at a time.
//!
//! What others ask of a file (what it is to discovery, which resources it holds, what its definitions say, whether it has
//! code) stays known; its nodes and what was derived from them are given up once it has been asked about, and made again
//! from its text, in the same segments, should somebody need them. A file that a bundle is built of stays until the last file of the bundle has been asked about:
//! its schema and its values point into the nodes of it.
//!
//! Of a server nobody knows what it will be asked next. It gives up what no open document needs
//! ([`AnalysisHost::give_up_all_but`]) and keeps, of files that it has checked, what the problems depend on
//! ([`ProblemInputs`]): as long as that is the same, nobody needs to look at them again.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::jobs::JobOf;
use super::subject::Subject;
use super::world::{self, File, World};
use super::{Analysis, AnalysisHost, bundle};
use crate::problem::Problem;
use crate::text::FileId;
use crate::values::fingerprint::Fingerprint;

/// A portion holds so much text, in bytes: nodes and values take some eighty times as much.
pub const PORTION: usize = 512 << 10;

/// Of less text than this everything is held at once, for to read a file again costs time.
pub const LITTLE: usize = 2 << 20;

/// What a file counts for besides its text: what is held of an empty one, divided likewise.
const FILE: usize = 100;

/// Files in portions, in an order that lets bundles end soon.
#[derive(Debug, Default)]
pub struct Portions {
    files: Vec<Vec<FileId>>,
    /// The last portion that needs the nodes of a file, where that is not the one which holds it.
    needed_until: FxHashMap<FileId, usize>,
    /// The last portion with a file of each bundle.
    ends: FxHashMap<usize, usize>,
}

impl Portions {
    /// All files in one.
    pub fn whole(files: Vec<FileId>) -> Self {
        Self { files: vec![files], ..Self::default() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is no file at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The portions one after the other.
    pub fn iter(&self) -> impl Iterator<Item = &[FileId]> {
        self.files.iter().map(Vec::as_slice)
    }
}

impl Analysis {
    /// All files that exist, in portions to [read](Self::read): most of what was read of one can be
    /// [given up](AnalysisHost::give_up) before the next one.
    pub fn portions_to_read(&self) -> Vec<Vec<FileId>> {
        let files = self.existing_files();
        let size = self.size_of_portion(&files);
        self.in_portions(files, size)
    }

    /// Files in portions to ask about.
    pub fn portions(&self, files: Vec<FileId>) -> Portions {
        let size = self.size_of_portion(&files);
        self.portions_of(files, size)
    }

    /// The same in portions of so many bytes. A bundle that is given is one portion: all of it is asked about at once.
    pub(crate) fn portions_of(&self, mut files: Vec<FileId>, size: usize) -> Portions {
        if self.world.is_given() {
            return Portions::whole(files);
        }
        files.sort_by_key(|file| self.bundles_of(*file).min().unwrap_or(usize::MAX));
        let portions = self.in_portions(files, size);
        let mut ends = FxHashMap::default();
        for (portion, files) in portions.iter().enumerate() {
            ends.extend(files.iter().flat_map(|file| self.bundles_of(*file)).map(|bundle| (bundle, portion)));
        }
        let mut needed_until = FxHashMap::default();
        for (index, end) in &ends {
            for file in bundle::foundation(&self.world, self.world.bundle(*index)) {
                let until = needed_until.entry(file).or_insert(*end);
                *until = *end.max(until);
            }
        }
        Portions { files: portions, needed_until, ends }
    }

    fn size_of_portion(&self, files: &[FileId]) -> usize {
        let all: usize = files.iter().map(|file| self.weight(*file)).sum();
        if all <= LITTLE { LITTLE } else { PORTION }
    }

    fn weight(&self, file: FileId) -> usize {
        FILE + self.world.file(file).map_or(0, File::length)
    }

    fn in_portions(&self, files: Vec<FileId>, size: usize) -> Vec<Vec<FileId>> {
        let (mut portions, mut held) = (Vec::new(), size);
        for file in files {
            if held >= size {
                portions.push(Vec::new());
                held = 0;
            }
            held += self.weight(file);
            portions.last_mut().into_iter().for_each(|portion| portion.push(file));
        }
        portions
    }

    fn bundles_of(&self, file: FileId) -> impl Iterator<Item = usize> {
        let layout = self.world.layout();
        let members = layout.memberships(file).iter().map(|(bundle, _)| *bundle);
        members.chain(layout.readers(file).iter().copied())
    }

    /// Wants what the documents of these files, and of their bundles, evaluate to. For whoever has everything evaluated
    /// in any case: asking for problems would say the same, but work out first what can be said without.
    pub fn request_documents(&self, files: &[FileId]) {
        let bundles: FxHashSet<usize> = files.iter().flat_map(|file| self.bundles_of(*file)).collect();
        let files: FxHashSet<FileId> = files.iter().copied().collect();
        for index in bundles {
            bundle::request_documents(&self.world, index, &files);
        }
    }
}

/// What was read to find the problems of a file.
pub struct ProblemDependencies(world::Dependencies);

/// What the problems of some files depend on.
pub struct ProblemInputs(world::RecordedInputs);

/// Files that are read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Those of a bundle, by its index.
    Bundle(usize),
    /// A file that is in no bundle.
    File(FileId),
}

/// What is not to be given up.
pub struct Needed {
    files: FxHashSet<FileId>,
    /// By their indexes.
    bundles: FxHashSet<usize>,
    layout_revision: u64,
}

impl Analysis {
    /// The problems of a file, for whoever asks later whether they are still the same.
    pub fn recorded_problems(&self, file: FileId) -> (Vec<Problem>, ProblemDependencies) {
        let recording = Self { world: self.world.recording() };
        let problems = recording.located_problems(file);
        (problems, ProblemDependencies(recording.world.into_dependencies()))
    }

    /// What the problems of some files depend on; `None` where a reply is missing, or where that was given up since.
    pub fn inputs(&self, recorded: impl IntoIterator<Item = ProblemDependencies>) -> Option<ProblemInputs> {
        self.world.inputs(recorded.into_iter().map(|ProblemDependencies(reads)| reads).collect()).map(ProblemInputs)
    }

    /// Whether problems that depend on these inputs would come out the same.
    pub fn holds(&self, inputs: &ProblemInputs) -> bool {
        self.world.holds(&inputs.0)
    }

    /// A bundle of a file, or the file by itself: what is asked about together is read once.
    pub fn group_of(&self, file: FileId) -> Group {
        self.bundles_of(file).min().map_or(Group::File(file), Group::Bundle)
    }

    /// What it takes to hold what is read of a file and computed of it, in bytes of text. Of one that is held already,
    /// or open, it takes nothing.
    pub fn weight_to_hold(&self, file: FileId) -> usize {
        let is_held = self.world.file(file).is_none_or(|file| file.is_open() || file.holds_nodes());
        if is_held { 0 } else { self.weight(file) }
    }

    /// What open documents need: the files that they depend on, and all of their bundles.
    pub fn needed(&self) -> Needed {
        let open: Vec<FileId> = self.world.files().filter(|file| file.is_open()).map(|file| file.id).collect();
        let bundles: FxHashSet<usize> = open.iter().flat_map(|file| self.bundles_of(*file)).collect();
        let of_bundle = |index: &usize| {
            let bundle = self.world.bundle(*index);
            let sources = bundle.sources.iter().map(|source| source.file);
            sources.chain(bundle.members.iter().chain(&bundle.data_values_files).chain(&bundle.attached).copied())
        };
        let read = open.iter().filter_map(|file| self.inputs([self.recorded_problems(*file).1]));
        let read: Vec<FileId> = read.flat_map(|inputs| inputs.0.texts().collect::<Vec<_>>()).collect();
        let files = bundles.iter().flat_map(of_bundle).chain(read).collect();
        Needed { files, bundles, layout_revision: self.layout_revision() }
    }
}

impl Analysis {
    /// The files whose nodes are held.
    pub fn files_with_nodes(&self) -> FxHashSet<FileId> {
        self.world.files().filter(|file| file.holds_nodes()).map(|file| file.id).collect()
    }
}

impl AnalysisHost {
    /// Gives up what was read of these files and is not needed to find out who belongs together. Nothing may point into
    /// their nodes.
    pub fn give_up(&mut self, files: &[FileId]) {
        let world = self.analysis().world;
        let is_held = |file: &FileId| world.file(*file).is_some_and(File::holds_nodes);
        let held = files.iter().copied().filter(is_held).collect();
        drop(world);
        self.rest(held);
    }

    /// Gives up what only the files of this portion, and of those before, needed.
    pub fn give_up_after(&mut self, portions: &Portions, portion: usize) {
        let is_needed = |file: FileId| portions.needed_until.get(&file).is_some_and(|until| *until > portion);
        self.give_up_unless(is_needed);
        for (index, _) in portions.ends.iter().filter(|(_, end)| **end == portion) {
            self.end_bundle(*index);
        }
    }

    /// Gives up everything else, unless files belong together in another way since that was found out.
    pub fn give_up_all_but(&mut self, needed: &Needed) {
        let analysis = self.analysis();
        if analysis.layout_revision() == needed.layout_revision {
            let bundles = analysis.world.cached_bundles();
            drop(analysis);
            for index in bundles.into_iter().filter(|index| !needed.bundles.contains(index)) {
                self.end_bundle(index);
            }
            self.give_up_unless(|file| needed.files.contains(&file));
        }
    }

    fn give_up_unless(&mut self, is_needed: impl Fn(FileId) -> bool) {
        self.rest(self.analysis().files_with_nodes().into_iter().filter(|file| !is_needed(*file)).collect());
    }

    fn rest(&mut self, files: Vec<FileId>) {
        if !files.is_empty() {
            let world = self.analysis().world;
            for file in &files {
                let parts = world.memberships(*file).iter();
                let jobs = parts.filter_map(|(index, _)| job_of(&world, *index, *file));
                world.forget_documents(jobs.collect());
            }
            drop(world);
            Arc::make_mut(&mut self.world).rest(&files);
        }
    }

    /// Forgets what was computed for a bundle.
    fn end_bundle(&mut self, index: usize) {
        let world = self.analysis().world;
        let files = world.cached_parts(world.bundle_id(index)).into_iter();
        world.forget_documents(files.filter_map(|file| job_of(&world, index, file)).collect());
        drop(world);
        Arc::make_mut(&mut self.world).end_bundle(index);
    }
}

fn job_of(world: &World, index: usize, file: FileId) -> Option<Fingerprint> {
    let job = world.last_result::<JobOf>(Subject::of_part(world.bundle_id(index), file))?;
    job.as_ref().as_ref().map(|job| job.name)
}
