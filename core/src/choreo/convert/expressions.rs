//! Names in expressions that v1 writes otherwise.

use crate::cel::parse::parse;
use crate::cel::syntax::{Expression, ExpressionNode, Literal};
use crate::choreo;
use crate::choreo::context::FORMER_NAMES;
use crate::choreo::resource::{self, Resource};
use crate::document::TextDocument;
use crate::schema::to_open_api::apply;
use crate::text::{Edit, Edits, FileId, TextRange};
use crate::values::flow::inside_scalar;
use crate::yaml::ScalarStyle;

/// The text with every expression of its resources as v1 has it.
pub(super) fn renamed(text: &TextDocument) -> String {
    let resources = resource::resources(FileId::NONE, text, &mut resource::ResourceMemo::default());
    let edits = resources.iter().flat_map(|(_, resource)| of_resource(text, resource)).collect();
    apply(text, edits)
}

/// Members that v1 calls otherwise: in workflows or elsewhere, of which variable, the old name and what to write for it.
const MEMBERS: &[(bool, &str, &str, &str)] = &[
    (false, "metadata", "orgName", "metadata.componentNamespace"),
    (true, "metadata", "orgName", "metadata.namespaceName"),
    (true, "metadata", "componentName", "metadata.labels['openchoreo.dev/component']"),
    (true, "metadata", "projectName", "metadata.labels['openchoreo.dev/project']"),
    (false, "dataplane", "publicVirtualHost", "gateway.ingress.external.http.host"),
    (false, "dataplane", "organizationVirtualHost", "gateway.ingress.internal.http.host"),
];

fn of_resource(text: &TextDocument, resource: &Resource) -> Edits {
    let is_workflow = matches!(resource.kind, choreo::ResourceKind::Workflow | choreo::ResourceKind::ClusterWorkflow);
    let mut edits = Edits::new();
    for template in &resource.templates.texts {
        let is_variable = |name: &str| template.scope.find(name).is_some();
        let mut renaming = Renaming { is_workflow, is_variable: &is_variable, found: Vec::new() };
        for (embedded, _) in &template.expressions {
            renaming.expression(&parse(&template.text, embedded.inner).expression);
        }
        let place = |range: TextRange| text.resolve(template.site.place(range));
        let style = template.site.style().unwrap_or(ScalarStyle::Plain);
        let edit = |(range, new): Edit| Some((place(range)?, inside_scalar(style, &new)));
        edits.extend(renaming.found.into_iter().filter_map(edit));
    }
    edits
}

/// Looks for old names in an expression.
struct Renaming<'a> {
    is_workflow: bool,
    /// Whether v1 knows a variable of a name.
    is_variable: &'a dyn Fn(&str) -> bool,
    /// What to write in place of what, in bytes of the text.
    found: Edits,
}

impl Renaming<'_> {
    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionNode::Name(name) if !(self.is_variable)(&name.text) => {
                let new = variable(&name.text).map(|new| (name.range, new.to_owned()));
                self.found.extend(new);
                return;
            }
            // There is one container now, so nothing names it any more.
            ExpressionNode::Member { of, .. } | ExpressionNode::Index { of, .. } if is_containers(of) => {
                self.container(expression, of);
                return;
            }
            ExpressionNode::Member { of, name, .. } => {
                let is_intended = |(is_workflow, root, old, _): &&(bool, &str, &str, &str)| {
                    *is_workflow == self.is_workflow && *old == name.text && is_named(of, root)
                };
                if let Some((.., new)) = MEMBERS.iter().find(is_intended) {
                    self.found.push((expression.range, (*new).to_owned()));
                    return;
                }
            }
            ExpressionNode::Index { of, index, .. } if is_named(of, "configurations") && !is_of_v1(index) => {
                self.found.push((TextRange::new(of.range.end(), expression.range.end()), String::new()));
                return;
            }
            ExpressionNode::Call { target: Some(target), name, arguments } if is_of_container(target) => {
                self.found.extend(former(&name.text).map(|new| (name.range, new.to_owned())));
                if let ([first, ..], [.., last]) = (&arguments[..], &arguments[..]) {
                    self.found.push((TextRange::new(first.range.start(), last.range.end()), String::new()));
                }
                return self.expression(target);
            }
            _ => {}
        }
        expression.kind.children().for_each(|child| self.expression(child));
    }

    /// `workload.containers["main"]`
    fn container(&mut self, expression: &Expression, containers: &Expression) {
        if let ExpressionNode::Member { name, .. } = &containers.kind {
            let range = TextRange::new(name.range.start(), expression.range.end());
            self.found.push((range, "container".to_owned()));
        }
    }
}

/// What v1 calls a variable.
fn variable(name: &str) -> Option<&'static str> {
    let section = match name {
        "envOverrides" => Some("environmentConfigs"),
        "schema" => Some("parameters"),
        _ => None,
    };
    section.or_else(|| former(name))
}

fn former(name: &str) -> Option<&'static str> {
    FORMER_NAMES.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

fn is_named(expression: &Expression, name: &str) -> bool {
    expression.name().is_some_and(|it| it.text == name)
}

fn is_containers(expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionNode::Member { of, name, .. } if name.text == "containers" && is_named(of, "workload"))
}

/// Whether a function is called on what had a part for each container.
fn is_of_container(target: &Expression) -> bool {
    ["configurations", "connections"].iter().any(|name| is_named(target, name))
}

/// Whether an index names a part of configurations, and no container.
fn is_of_v1(index: &Expression) -> bool {
    matches!(&index.kind, ExpressionNode::Literal(Literal::String(Some(text))) if text == "configs" || text == "secrets")
}
