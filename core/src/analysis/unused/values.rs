//! Declared values that no template reads.
//!
//! Every chain that begins with `data.values` is followed, through names, loops and functions. What is handed on to
//! where it is not followed counts as read with all that is in it, and so does what rules look at. Nothing is said
//! where some code cannot be read or templates are found that may belong to the schema, though no bundle says so.

use rustc_hash::FxHashSet;

use crate::analysis::Analysis;
use crate::analysis::bundle::{self, has_errors};
use crate::analysis::names::{DataValueReading, ReadingsCollector};
use crate::analysis::subject::Subject;
use crate::analysis::world::{File, IsSame, Query, World};
use crate::problem::{Code, Problem};
use crate::schema::{RuleKind, SchemaNode, When};
use crate::template::job::LIBRARIES;
use crate::text::Place;
use crate::values::Key;
use crate::workspace::{Bundle, BundleRole, SourcePath};

pub(super) fn problems(world: &World, source: File<'_>) -> Vec<Problem> {
    let bundles = world
        .memberships(source.id)
        .iter()
        .filter(|(index, role)| *role == BundleRole::Member && world.bundle(*index).schemas.contains(&source.id));
    // Of several bundles with the same schema, each may read something else.
    let mut unread: Option<Vec<(Place, String)>> = None;
    for (index, _) in bundles {
        let here = world.get::<UnreadValues>(Subject::of_bundle(world.bundle_id(*index)));
        unread = Some(match unread {
            None => here.0.iter().filter(|(place, _)| place.file == source.id).cloned().collect(),
            Some(before) => before.into_iter().filter(|it| here.0.contains(it)).collect(),
        });
    }
    let problem = |(place, path)| Problem::new(Code::UnusedValue, place, format!("No template reads `{path}`"));
    unread.unwrap_or_default().into_iter().map(problem).collect()
}

/// The values of a bundle that nothing reads: where each is declared, and its path.
struct UnreadValues(Vec<(Place, String)>);

impl Query for UnreadValues {
    type Output = Self;
    type IncrementalState = ();

    fn compute(world: &World, subject: Subject, _: Option<&Self>, (): &mut ()) -> Self {
        let index = subject.bundle_id().and_then(|bundle| world.index_of(bundle));
        Self(index.map(|index| find(world, index)).unwrap_or_default())
    }
}

fn find(world: &World, index: usize) -> Vec<(Place, String)> {
    let bundle = world.bundle(index);
    let compiled = bundle::compiled(world, index);
    let is_known =
        !bundle.is_library && !bundle.is_alone && world.limits().is_some() && !has_errors(&compiled.problems);
    let Some(schema) = compiled.usable_schema().filter(|_| is_known && is_readable(world, bundle)) else {
        return Vec::new();
    };
    let mut used = Used::default();
    // Most bundles without templates end at the code, before all of the schema is looked at.
    if !used.by_code(world, index) || !used.by_rules(&schema.root) {
        return Vec::new();
    }
    let mut unread = Vec::new();
    used.collect_unread(&schema.root, "", &mut unread);
    if !unread.is_empty() && !bundle.is_given && *world.get::<ReadWithoutSchema>(Subject::whole()) {
        return Vec::new();
    }
    unread
}

/// Whether all files of a bundle are there, and their code can be read.
fn is_readable(world: &World, bundle: &Bundle) -> bool {
    bundle.sources.iter().all(|source| {
        let Some(file) = world.file(source.file).filter(|file| file.exists() && !file.is_unreadable()) else {
            return false;
        };
        let is_broken =
            |file: File<'_>| file.kind.is_yaml() && file.document().is_some_and(|it| has_errors(&it.stream().problems));
        let is_clear = || world.code_names(source.file).is_none_or(|names| names.unread.is_none());
        source.marks.file_type.is_none() && (!file.code().is_there || !is_broken(file) && is_clear())
    })
}

/// Whether a template that no schema governs reads data values: it may be given together with any schema.
struct ReadWithoutSchema;

impl Query for ReadWithoutSchema {
    type Output = bool;
    type IncrementalState = ();

    fn compute(world: &World, _: Subject, _: Option<&bool>, (): &mut ()) -> bool {
        let bundles = world.layout().bundles.iter().filter(|bundle| bundle.schemas.is_empty() && !bundle.is_library);
        let mut files = bundles.flat_map(|bundle| &bundle.sources).filter_map(|source| world.file(source.file));
        files.any(|file| file.shared_text().is_some_and(|text| text.contains("@ytt:data")))
    }

    const IS_SAME: Option<IsSame<bool>> = Some(|old, new| old == new);
}

/// What the code of one file of a bundle reads; `None` if it reads nothing.
struct ReadByFile(Option<Used>);

impl Query for ReadByFile {
    type Output = Self;
    type IncrementalState = ();

    fn compute(world: &World, subject: Subject, _: Option<&Self>, (): &mut ()) -> Self {
        let index = subject.bundle_id().and_then(|bundle| world.index_of(bundle));
        let schema = index.and_then(|index| bundle::compiled(world, index).usable_schema());
        let (Some(schema), Some(file)) = (schema, subject.file_id()) else { return Self(None) };
        let analysis = Analysis { world: world.clone() };
        let readings = ReadingsCollector::of_schema(&analysis, &schema).readings(file);
        let mut used = Used::default();
        for reading in &readings {
            used.by_reading(reading);
        }
        Self((!readings.is_empty()).then_some(used))
    }
}

/// What is read.
#[derive(Default)]
struct Used(FxHashSet<Place>);

impl Used {
    /// Notes what rules look at; false if that may be anything.
    fn by_rules(&mut self, node: &SchemaNode) -> bool {
        let looks_around = |when: &When| match when {
            When::Always => false,
            When::Function(function, _) => function.parameters != Some(1),
            When::Unevaluated => true,
        };
        let looks_inside = |kind: &RuleKind| {
            matches!(
                kind,
                RuleKind::Function { .. }
                    | RuleKind::Predicate { .. }
                    | RuleKind::Unevaluated(_)
                    | RuleKind::OneNotNull(_)
                    | RuleKind::OneOf(_)
            )
        };
        if node.rules.iter().any(|rule| looks_around(&rule.when)) {
            return false;
        }
        if node.rules.iter().any(|rule| looks_inside(&rule.kind) || !matches!(rule.when, When::Always)) {
            node.ty.inner().for_each(|inner| self.whole(inner));
        }
        node.ty.inner().all(|inner| self.by_rules(inner))
    }

    /// Notes what the code of a bundle reads; false if it reads nothing.
    fn by_code(&mut self, world: &World, index: usize) -> bool {
        // A library has data values of its own.
        let is_own = |source: &&SourcePath| !source.path.split('/').any(|folder| folder == LIBRARIES);
        let has_code = |source: &&SourcePath| world.file(source.file).is_some_and(|file| file.code().is_there);
        let mut is_any = false;
        for source in world.bundle(index).sources.iter().filter(is_own).filter(has_code) {
            let read = world.get::<ReadByFile>(Subject::of_part(world.bundle_id(index), source.file));
            if let Some(read) = &read.0 {
                is_any = true;
                self.0.extend(&read.0);
            }
        }
        is_any
    }

    /// Notes what one place in code reads.
    fn by_reading(&mut self, reading: &DataValueReading<'_>) {
        self.0.extend(reading.nodes().iter().map(|node| node.declared));
        // A map may be there for the question whether it is. What is not there may be meant to be any key.
        let looked_at = || reading.nodes().last().filter(|_| reading.is_looked_at());
        if let Some(node) = reading.used_whole().or_else(looked_at).or_else(|| reading.missing_in()) {
            self.whole(node);
        }
    }

    /// Notes a node and all that is in it.
    fn whole(&mut self, node: &SchemaNode) {
        self.0.insert(node.declared);
        node.ty.inner().for_each(|inner| self.whole(inner));
    }

    fn collect_unread(&self, node: &SchemaNode, path: &str, unread: &mut Vec<(Place, String)>) {
        if let Some(item) = node.ty.item() {
            self.collect_unread(item, &format!("{path}[]"), unread);
        }
        for (key, field) in node.ty.mapping().into_iter().flat_map(|ty| &ty.fields) {
            let Key::String(name) = key else { continue };
            let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
            if field.deprecated.is_some() || field.removed.is_some() {
                continue;
            }
            if self.0.contains(&field.declared) {
                self.collect_unread(field, &path, unread);
            } else {
                unread.push((field.declared, path));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::analysis::AnalysisHost;
    use crate::template::job::Limits;
    use crate::test_support::Fixture;

    const BUNDLE: &str = r#"
#- /app/schema.yml
#@data/values-schema
---
port: 0
host: ""
#- /app/values.yml
#@data/values
---
port: 1
#- /app/port.yml
#@ load("@ytt:data", "data")
port: #@ data.values.port
#- /app/host.yml
#@ load("@ytt:data", "data")
host: #@ data.values.host
"#;

    /// What is kept of a bundle, and what of the files with code in it.
    fn results(host: &AnalysisHost) -> (Arc<UnreadValues>, [Arc<ReadByFile>; 2]) {
        let analysis = host.analysis();
        let file = |path: &str| analysis.file(Path::new(path)).unwrap();
        let bundle = analysis.world.bundle_id(analysis.world.memberships(file("/app/schema.yml"))[0].0);
        let read = ["/app/port.yml", "/app/host.yml"].map(|path| Subject::of_part(bundle, file(path)));
        let read = read.map(|part| analysis.world.get::<ReadByFile>(part));
        (analysis.world.get::<UnreadValues>(Subject::of_bundle(bundle)), read)
    }

    fn open(host: &mut AnalysisHost, path: &str, text: &str) {
        host.open(Path::new(path), text, 1, false);
    }

    #[test]
    fn an_edit_finds_anew_what_its_own_file_reads() {
        let mut host = Fixture::parse(BUNDLE).host();
        host.set_evaluation_limits(Limits::default());
        open(&mut host, "/app/values.yml", "#@data/values\n---\nport: 1\n");
        let (unread, [port, name]) = results(&host);
        assert_eq!(unread.0, []);
        open(&mut host, "/app/values.yml", "#@data/values\n---\nport: 2\n");
        assert!(Arc::ptr_eq(&results(&host).0, &unread), "values without code read nothing");
        open(&mut host, "/app/port.yml", "#@ load(\"@ytt:data\", \"data\")\nport: #@ 1\n");
        let (less, [port_now, name_now]) = results(&host);
        assert!(!Arc::ptr_eq(&port_now, &port) && Arc::ptr_eq(&name_now, &name));
        assert_eq!(less.0.iter().map(|(_, path)| path.as_str()).collect::<Vec<_>>(), ["port"]);
    }
}
