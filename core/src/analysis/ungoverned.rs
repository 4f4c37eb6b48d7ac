//! Plain files that nothing governs, although one schema within reach declares all of their keys: most of them were
//! meant to be data values.

use super::bundle;
use super::kind::FileKind;
use super::world::{File, World};
use crate::problem::{Code, Problem};
use crate::schema::SchemaNode;
use crate::template::function::NoFunctions;
use crate::text::{Place, TextRange};
use crate::values::Key;
use crate::yaml::{NodeKind, Stream};

/// Where more schemas than this are within reach, nobody can tell which one was meant.
const MOST_CANDIDATES: usize = 32;

/// The bundle (by index) whose schema alone declares every key at the top of a plain file.
pub(super) fn by(world: &World, source: File<'_>) -> Option<usize> {
    let candidates = world.nearest(source.path.parent()?).filter(|it| it.len() <= MOST_CANDIDATES)?;
    let document = source.document().filter(|_| source.kind == FileKind::Yaml)?;
    let keys = keys(document.stream())?;
    let declares = |index: &&usize| {
        let schema = bundle::compiled(world, **index).schema.clone();
        schema.is_some_and(|schema| keys.iter().all(|key| declares(&schema.root, key)))
    };
    let mut declaring = candidates.iter().filter(declares);
    declaring.next().filter(|_| declaring.next().is_none()).copied()
}

/// What is said of such a file.
pub(super) fn problem(world: &World, source: File<'_>) -> Option<Problem> {
    let schema = bundle::compiled(world, by(world, source)?).schema.clone()?;
    let place = Place::absolute(source.id, TextRange::default());
    let message = "No schema governs this file, so it is not checked";
    let problem = Problem::new(Code::UngovernedValues, place, message);
    let problem = problem.related(schema.root.declared, "this schema declares all of its keys");
    Some(problem.hint("name the schema in a comment, `# sayl: schema=PATH`, or list both in a `sayl.toml`"))
}

/// The keys at the top of a text that is one map of text keys.
fn keys(stream: &Stream) -> Option<Vec<String>> {
    let [document] = stream.documents.as_slice() else { return None };
    let mapping = document.root().mapping()?;
    let key = |node: &NodeKind| match node {
        NodeKind::Scalar(scalar) => Some(scalar.text.to_string()),
        _ => None,
    };
    let keys: Option<Vec<String>> = mapping.entries().map(|entry| key(&entry.get().key.kind)).collect();
    keys.filter(|keys| !keys.is_empty())
}

fn declares(root: &SchemaNode, key: &str) -> bool {
    root.ty.mapping().is_some_and(|map| map.field(&Key::String(key.into()), &NoFunctions).is_some())
}
