//! `sayl/status`: what governs a document, as a client's status bar shows it. See docs/protocol.md.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::status::{self, BundleStatus, ResourceStatus};
use sayl_core::workspace::BundleRole;
use serde::Serialize;
use tower_lsp::ls_types::Uri;

use super::DocumentRequest;
use crate::state::Snapshot;

/// The name of the request.
pub(crate) const METHOD: &str = "sayl/status";

/// What governs it.
#[derive(Debug, Serialize)]
pub(crate) struct StatusResult {
    bundles: Vec<BundleResult>,
    resources: Vec<ResourceResult>,
    /// Why a values file has no bundle: one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Debug, Serialize)]
struct BundleResult {
    name: String,
    role: &'static str,
    /// The files of its schema documents.
    schemas: Vec<Uri>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResourceResult {
    kind: &'static str,
    name: String,
    refers_to: Vec<Referred>,
}

#[derive(Debug, Serialize)]
struct Referred {
    kind: &'static str,
    name: String,
    uri: Option<Uri>,
}

pub(crate) fn status(request: &DocumentRequest, cancel: &CancelToken) -> Result<StatusResult, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let status = status::status(&snapshot.analysis, request.file);
    Ok(StatusResult {
        bundles: status.bundles.into_iter().map(|bundle| bundle_of(&snapshot, bundle)).collect(),
        resources: status.resources.into_iter().map(|resource| resource_of(&snapshot, resource)).collect(),
        reason: status.reason,
    })
}

fn bundle_of(snapshot: &Snapshot, bundle: BundleStatus) -> BundleResult {
    let role = match bundle.role {
        BundleRole::Member => "member",
        BundleRole::DataValuesFile => "dataValuesFile",
        BundleRole::Attached => "attached",
    };
    let schemas = bundle.schemas.into_iter().filter_map(|file| snapshot.uri_of(file)).collect();
    BundleResult { name: bundle.name, role, schemas }
}

fn resource_of(snapshot: &Snapshot, resource: ResourceStatus) -> ResourceResult {
    let refers_to = resource.refers_to.into_iter().map(|(kind, name, file)| {
        let uri = snapshot.uri_of(file);
        Referred { kind: kind.name(), name, uri }
    });
    ResourceResult { kind: resource.kind.name(), name: resource.name, refers_to: refers_to.collect() }
}
