//! Which files are sayl's; `workspace::ownership` says what the text of one alone shows of it.

use super::kind::FileKind;
use super::kubernetes;
use super::world::{File, World};

/// Whether a file is sayl's, so that anything is said of it: it plays a part in a bundle, its text is written for ytt or
/// for a platform, or somebody says so. Of all others the server and the command line say nothing.
pub(super) fn is_ours(world: &World, source: File<'_>) -> bool {
    if !world.memberships(source.id).is_empty() {
        return true;
    }
    if world.is_helm_template(source.id) {
        return false;
    }
    let facts = source.facts();
    let is_loaded = || source.kind.is_no_yaml() && !world.readers(source.id).is_empty();
    source.kind == FileKind::Starlark
        || facts.is_template
        || facts.modeline.is_some()
        || source.is_open_as_ytt()
        || is_loaded()
        || source.is_for_platform()
        || kubernetes::is_governed(world, source)
}
