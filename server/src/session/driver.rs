//! Reads the files of a headless run and asks about each, on all processors, and has evaluated what answers lack.
//!
//! Where nothing but a report is wanted, that goes portion by portion (`sayl_core::analysis::portions`), and what was
//! read and derived of a portion is given up before the next one. What stays of a file is its text, its path, and what
//! others ask about it.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use sayl_core::analysis::portions::Portions;
use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::problem::Problem;
use sayl_core::template::job::Limits;
use sayl_core::text::FileId;
use sayl_core::workspace::ValueFlag;

use super::Purpose;
use crate::paths::Paths;
use crate::report::counts::Counts;
use crate::report::{Findings, Report};
use crate::waiting_bar::WaitingBar;
use crate::worker::pool::WorkerPool;

/// Who asks, and who evaluates.
pub(super) struct EvaluationDriver {
    host: AnalysisHost,
    /// The latest snapshot.
    pub(super) analysis: Analysis,
    pool: Arc<WorkerPool>,
    purpose: Purpose,
}

/// Reads every file as far as it must be known who belongs together.
pub(super) fn read_all(host: &mut AnalysisHost, purpose: Purpose, is_requested: &(dyn Fn(&Path) -> bool + Sync)) {
    let analysis = host.analysis();
    let portions = analysis.portions_to_read();
    let stays = !matches!(purpose, Purpose::Report(_)) || portions.len() == 1;
    drop(analysis);
    for files in portions {
        let analysis = host.analysis();
        files.par_iter().for_each(|file| analysis.read(*file, is_requested));
        drop(analysis);
        if !stays {
            host.give_up(&files);
        }
    }
}

impl EvaluationDriver {
    pub(super) fn new(
        mut host: AnalysisHost,
        pool: Arc<WorkerPool>,
        purpose: Purpose,
        is_requested: &(dyn Fn(&Path) -> bool + Sync),
    ) -> Self {
        host.set_evaluation_limits(Limits::default());
        read_all(&mut host, purpose, is_requested);
        Self { analysis: host.analysis(), host, pool, purpose }
    }

    /// Asks about files. Nobody else holds a snapshot meanwhile: it would hold on to all that is read.
    pub(super) fn report(
        mut self,
        requested: &[FileId],
        paths: &Paths,
        flags: &[ValueFlag],
        counts: Counts,
    ) -> (Analysis, Report) {
        self.read_resources(requested);
        let portions = match self.purpose {
            Purpose::Report(_) => self.analysis.portions(requested.to_vec()),
            Purpose::Inspection(_) | Purpose::Questions => Portions::whole(requested.to_vec()),
        };
        let bar = WaitingBar::new("Checking", Some(requested.len()));
        let mut findings = Findings::new(self.purpose.details());
        for (portion, files) in portions.iter().enumerate() {
            let problems = self.settle(files, &bar);
            findings.add(&self.analysis, paths, flags, &problems);
            if portion + 1 < portions.len() {
                drop(problems);
                self.host.give_up_after(&portions, portion);
                self.analysis = self.host.analysis();
            }
        }
        self.pool.dismiss();
        let number = requested.iter().filter(|file| **file != FileId::NONE).count();
        (self.analysis, findings.report(number, counts))
    }

    /// Reads which resources there are, where any file that is asked about holds some.
    fn read_resources(&mut self, requested: &[FileId]) {
        if requested.iter().any(|file| !self.analysis.resources(*file).is_empty()) {
            if matches!(self.purpose, Purpose::Report(_)) {
                self.host.limit_to(requested);
                self.analysis = self.host.analysis();
            }
            let held = self.analysis.files_with_nodes();
            for mut files in self.analysis.portions_to_read() {
                files.par_iter().for_each(|file| self.analysis.read_resources(*file));
                if matches!(self.purpose, Purpose::Report(_)) {
                    files.retain(|file| !held.contains(file));
                    self.host.give_up(&files);
                    self.analysis = self.host.analysis();
                }
            }
        }
    }

    /// Asks for the problems of files and evaluates their template code, round by round: what one evaluation gives shows
    /// what else is wanted.
    fn settle(&mut self, files: &[FileId], bar: &WaitingBar) -> Vec<Arc<Vec<Problem>>> {
        self.analysis.request_documents(files);
        let (mut answered, mut problems) = (HashSet::new(), None);
        loop {
            let mut wanted = self.analysis.pending_requests();
            // What is wanted again in spite of a reply would be wanted for ever.
            wanted.retain(|(name, _)| answered.insert(*name));
            if let Some(problems) = problems.take_if(|_| wanted.is_empty()) {
                return problems;
            }
            let check_texts = || files.par_iter().for_each(|file| self.analysis.check_text(*file));
            let is_first = problems.is_none();
            let meanwhile: Option<&dyn Fn()> = if is_first && !wanted.is_empty() { Some(&check_texts) } else { None };
            let replies = self.pool.answer_all(&wanted, &self.analysis, &|| bar.show(), meanwhile);
            self.host.add_replies(replies);
            self.analysis = self.host.analysis();
            problems = Some(self.problems_of(files, &|| {
                if is_first {
                    bar.step();
                }
            }));
        }
    }

    /// Asks for the problems of files, several at a time.
    fn problems_of(&self, files: &[FileId], step: &(dyn Fn() + Sync)) -> Vec<Arc<Vec<Problem>>> {
        let ask = |file: &FileId| {
            let problems = self.analysis.problems(*file);
            step();
            problems
        };
        self.analysis.request_output();
        if files.len() > 1 { files.par_iter().map(ask).collect() } else { files.iter().map(ask).collect() }
    }
}
