//! The graphs of a file to look at: an outline in Markdown, whose lines lead to the resources, and a page with pictures.

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::mapped_text::{MappedText, TokenOrigin, range_in};
use crate::analysis::Analysis;
use crate::kro::picture::{PictureForm, escaped, picture};
use crate::kro::{CheckedGraph, GraphResource};
use crate::schema::export::documentation::html;
use crate::text::{FileId, Place};
use crate::values::Value;

const STYLE: &str = include_str!("graph/page.css");

/// The graphs of a file.
#[derive(Clone, Debug)]
pub struct GraphView {
    /// What the page is called.
    pub title: String,
    /// The resources of each graph in the order in which they are made, and its picture for Mermaid.
    pub outline: MappedText,
    /// The pictures as a page that needs nothing else.
    pub page: String,
}

/// The graphs of a file; `None` where there is none.
pub fn graph_view(analysis: &Analysis, file: FileId) -> Option<GraphView> {
    let graphs = analysis.graphs(file);
    let titles: Vec<String> = graphs.iter().map(|(_, graph)| title(graph)).collect();
    let (first, _) = titles.split_first()?;
    let mut outline = MappedText::default();
    let mut body = String::new();
    for ((_, graph), title) in graphs.iter().zip(&titles) {
        if !body.is_empty() {
            outline.add_line("", None);
        }
        add_outline(analysis, graph, title, &mut outline);
        let image = picture(graph, PictureForm::Svg);
        let _ = write!(body, "<h1>{}</h1>\n<figure>\n{image}</figure>\n", escaped(title));
    }
    let page = html::page(first, STYLE, None, &body);
    Some(GraphView { title: first.clone(), outline, page })
}

/// The kind that a graph defines, else its own name.
fn title(graph: &CheckedGraph) -> String {
    let own = || graph.graph.manifest.value.field(&["metadata", "name"]).and_then(Value::text);
    let kind = graph.graph.defines.as_ref().map(|of| &of.kind);
    kind.or_else(own).map_or_else(|| "Graph".to_owned(), ToString::to_string)
}

fn add_outline(analysis: &Analysis, checked: &Arc<CheckedGraph>, title: &str, text: &mut MappedText) {
    let origin = |place: Place| Some(TokenOrigin { file: place.file, range: range_in(analysis, place)? });
    let graph = &checked.graph;
    text.add_line(&format!("# {title}"), origin(graph.manifest.kind_place));
    text.add_line("", None);
    for (number, index) in (1..).zip(checked.order.iter().copied()) {
        let resource = &graph.resources[index];
        text.add_line(&format!("{number}. {}", words(checked, index)), origin(resource.id.place));
    }
    let made: FxHashSet<usize> = checked.order.iter().copied().collect();
    for index in (0..graph.resources.len()).filter(|index| !made.contains(index)) {
        let words = format!("- {} (part of a circle, or behind one)", words(checked, index));
        text.add_line(&words, origin(graph.resources[index].id.place));
    }
    text.add_line("", None);
    text.add_line("```mermaid", None);
    picture(checked, PictureForm::Mermaid).lines().for_each(|line| text.add_line(line, None));
    text.add_line("```", None);
}

/// A resource in a few words: what it is, how many there are of it, and behind whom it is made.
fn words(checked: &CheckedGraph, index: usize) -> String {
    let GraphResource { id, value, object, is_list, .. } = &checked.graph.resources[index];
    let kind = checked.graph.resources[index].of().map_or("resource", |of| of.kind.as_str());
    let mut words = format!("`{}`: {kind}", id.name);
    if object.as_ref().is_some_and(|object| object.is_external) {
        words.push_str(", external");
    }
    if *is_list {
        words.push_str(", any number of them");
    }
    if value.entry("includeWhen").is_some() {
        words.push_str(", under a condition");
    }
    let needs = checked.needs(index).into_iter();
    let needs: Vec<String> = needs.map(|other| format!("`{}`", checked.graph.resources[other].id.name)).collect();
    if !needs.is_empty() {
        let _ = write!(words, ", after {}", needs.join(", "));
    }
    words
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::test_support::Fixture;

    #[test]
    fn the_outline_lists_resources_as_they_are_made() {
        let fixture = Fixture::parse(
            "#- /rgd.yml\napiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: app}\nspec:\n  \
             schema: {apiVersion: v1, kind: App, spec: {names: '[]string'}}\n  resources:\n  - id: web\n    template:\n      \
             apiVersion: v1\n      kind: Pod\n      metadata: {name: \"${config.metadata.name}\"}\n  - id: config\n    \
             includeWhen: [\"${size(schema.spec.names) > 0}\"]\n    template: {apiVersion: v1, kind: ConfigMap, metadata: \
             {name: x}}\n  - id: old\n    externalRef: {apiVersion: v1, kind: Secret, metadata: {name: \"${self.x}\"}}\n  \
             - id: a\n    template: {apiVersion: v1, kind: Pod, metadata: {name: \"${b.metadata.name}\"}}\n  - id: b\n    \
             template: {apiVersion: v1, kind: Pod, metadata: {name: \"${a.metadata.name}\"}}\n",
        );
        let analysis = fixture.analysis();
        let file = analysis.files()[0];
        let view = graph_view(&analysis, file).unwrap();
        let text = analysis.document(file).unwrap();
        let origins =
            view.outline.origins.iter().map(|origin| origin.map_or(String::new(), |it| text.slice(it.range).clone()));
        let lines: Vec<String> =
            view.outline.text.lines().zip(origins).map(|(line, origin)| format!("{origin:24}| {line}\n")).collect();
        expect![[r#"
            ResourceGraphDefinition | # App
                                    | 
            config                  | 1. `config`: ConfigMap, under a condition
            web                     | 2. `web`: Pod, after `config`
            old                     | 3. `old`: Secret, external
            a                       | - `a`: Pod, after `b` (part of a circle, or behind one)
            b                       | - `b`: Pod, after `a` (part of a circle, or behind one)
                                    | 
                                    | ```mermaid
                                    | flowchart TD
                                    |   n0["web<br/>Pod"]
                                    |   n1["config<br/>ConfigMap"]
                                    |   style n1 stroke-dasharray: 6 4
                                    |   n2(["old<br/>Secret"])
                                    |   n3["a<br/>Pod"]
                                    |   n4["b<br/>Pod"]
                                    |   n1 --> n0
                                    |   n4 --> n3
                                    |   n3 --> n4
                                    | ```
        "#]]
        .assert_eq(&lines.concat());
        assert!(view.page.contains("<h1>App</h1>\n<figure>\n<svg "), "{}", view.page);
    }
}
