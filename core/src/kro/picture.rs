//! The picture of a graph: its resources in layers, each below those that it depends on, in SVG, for Graphviz, and for
//! Mermaid.

use std::fmt::Write as _;

use super::CheckedGraph;

/// A form of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureForm {
    /// An image.
    Svg,
    /// For Graphviz.
    Dot,
    /// For Mermaid.
    Mermaid,
}

/// What is drawn of a graph.
struct Drawing {
    /// The kind that it defines.
    title: String,
    boxes: Vec<DrawnBox>,
    /// From whom to whom.
    arrows: Vec<(usize, usize)>,
}

struct DrawnBox {
    id: String,
    kind: String,
    /// Whether there are any number of it.
    is_list: bool,
    /// Whether it is there without the graph.
    is_external: bool,
    /// Whether it may be left out.
    is_conditional: bool,
}

impl Drawing {
    fn of(checked: &CheckedGraph) -> Self {
        let graph = &checked.graph;
        let title = graph.defines.as_ref().map_or_else(|| "instance".to_owned(), |of| of.kind.to_string());
        let boxes = graph.resources.iter().map(|resource| DrawnBox {
            id: resource.id.name.to_string(),
            kind: resource.of().map(|of| of.kind.to_string()).unwrap_or_default(),
            is_list: resource.is_list,
            is_external: resource.object.as_ref().is_some_and(|object| object.is_external),
            is_conditional: resource.value.entry("includeWhen").is_some(),
        });
        let arrows =
            (0..graph.resources.len()).flat_map(|to| checked.needs(to).into_iter().map(move |from| (from, to)));
        Self { title, boxes: boxes.collect(), arrows: arrows.collect() }
    }

    /// How many resources stand above each one; those of circles stand where they are listed.
    fn layers(&self, order: &[usize]) -> Vec<usize> {
        let mut layers = vec![0; self.boxes.len()];
        let mut above: Vec<Vec<usize>> = vec![Vec::new(); self.boxes.len()];
        for (from, to) in &self.arrows {
            above[*to].push(*from);
        }
        for index in order {
            layers[*index] = above[*index].iter().map(|from| layers[*from] + 1).max().unwrap_or(0);
        }
        layers
    }
}

/// Draws a graph.
pub fn picture(checked: &CheckedGraph, form: PictureForm) -> String {
    let drawing = Drawing::of(checked);
    match form {
        PictureForm::Svg => svg(&drawing, &checked.order),
        PictureForm::Dot => dot(&drawing),
        PictureForm::Mermaid => mermaid(&drawing),
    }
}

fn dot(drawing: &Drawing) -> String {
    let mut text = format!("digraph \"{}\" {{\n  node [shape=box, fontname=\"sans-serif\"];\n", drawing.title);
    for (index, it) in drawing.boxes.iter().enumerate() {
        let style = match (it.is_external, it.is_conditional) {
            (true, _) => ", style=dotted",
            (false, true) => ", style=dashed",
            (false, false) => "",
        };
        let lines = if it.is_list { ", peripheries=2" } else { "" };
        let label = format!("{}\\n{}", quoted(&it.id), quoted(&it.kind));
        let _ = writeln!(text, "  n{index} [label=\"{label}\"{style}{lines}];");
    }
    for (from, to) in &drawing.arrows {
        let _ = writeln!(text, "  n{from} -> n{to};");
    }
    text + "}\n"
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn mermaid(drawing: &Drawing) -> String {
    let mut text = "flowchart TD\n".to_owned();
    for (index, it) in drawing.boxes.iter().enumerate() {
        let label = format!("{}<br/>{}", escaped(&it.id), escaped(&it.kind));
        let (open, close) = match (it.is_list, it.is_external) {
            (true, _) => ("[[", "]]"),
            (false, true) => ("([", "])"),
            (false, false) => ("[", "]"),
        };
        let _ = writeln!(text, "  n{index}{open}\"{label}\"{close}");
        if it.is_conditional {
            let _ = writeln!(text, "  style n{index} stroke-dasharray: 6 4");
        }
    }
    for (from, to) in &drawing.arrows {
        let _ = writeln!(text, "  n{from} --> n{to}");
    }
    text
}

/// The size of a box, and the room between boxes, in pixels.
const WIDTH: usize = 180;
const HEIGHT: usize = 48;
const GAP: usize = 24;
const LAYER_GAP: usize = 56;
const MARGIN: usize = 16;

fn svg(drawing: &Drawing, order: &[usize]) -> String {
    let layers = drawing.layers(order);
    let places = places(drawing, &layers);
    let right = places.iter().map(|(x, _)| x + WIDTH).max().unwrap_or(WIDTH + MARGIN) + MARGIN;
    let bottom = places.iter().map(|(_, y)| y + HEIGHT).max().unwrap_or(HEIGHT + MARGIN) + MARGIN;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{right}\" height=\"{bottom}\" viewBox=\"0 0 {right} {bottom}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>{}</title>\n\
         <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"#888\"/></marker></defs>\n",
        escaped(&drawing.title)
    );
    for (from, to) in &drawing.arrows {
        let ((x1, y1), (x2, y2)) = (places[*from], places[*to]);
        let (x1, y1, x2) = (x1 + WIDTH / 2, y1 + HEIGHT, x2 + WIDTH / 2);
        let (below, above) = (y1 + LAYER_GAP / 2, y2.saturating_sub(LAYER_GAP / 2));
        let _ = writeln!(
            text,
            "<path class=\"arrow\" d=\"M{x1} {y1}C{x1} {below} {x2} {above} {x2} {y2}\" fill=\"none\" stroke=\"#888\" \
             marker-end=\"url(#arrow)\"/>"
        );
    }
    for (it, (x, y)) in drawing.boxes.iter().zip(&places) {
        draw_box(it, (*x, *y), &mut text);
    }
    text + "</svg>\n"
}

fn draw_box(it: &DrawnBox, (x, y): (usize, usize), text: &mut String) {
    let style = match (it.is_external, it.is_conditional) {
        (true, _) => " stroke-dasharray=\"2 3\"",
        (false, true) => " stroke-dasharray=\"6 4\"",
        (false, false) => "",
    };
    let frame = format!("width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\" class=\"box\" stroke=\"#447\"");
    if it.is_list {
        let _ = writeln!(text, "<rect x=\"{}\" y=\"{}\" {frame} fill=\"#eef\"/>", x + 4, y + 4);
    }
    let _ = writeln!(text, "<rect x=\"{x}\" y=\"{y}\" {frame} fill=\"#f7f8ff\"{style}/>");
    let middle = x + WIDTH / 2;
    let (first, second) = (y + 20, y + 38);
    let _ = writeln!(
        text,
        "<text class=\"id\" x=\"{middle}\" y=\"{first}\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"#224\">{}</text>\
         <text class=\"kind\" x=\"{middle}\" y=\"{second}\" text-anchor=\"middle\" fill=\"#557\">{}</text>",
        escaped(&shortened(&it.id)),
        escaped(&shortened(&it.kind))
    );
}

/// Longer names do not fit into a box.
const LONGEST: usize = 24;

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// Where each box stands: each layer in the middle, its boxes near the middle of what they depend on.
fn places(drawing: &Drawing, layers: &[usize]) -> Vec<(usize, usize)> {
    let depth = layers.iter().max().map_or(0, |deepest| deepest + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); depth];
    for (index, layer) in layers.iter().enumerate() {
        rows[*layer].push(index);
    }
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); layers.len()];
    for (from, to) in &drawing.arrows {
        above[*to].push(*from);
    }
    let mut columns = vec![0; layers.len()];
    for row in &mut rows {
        let middle = |index: usize| {
            let columns: Vec<usize> = above[index].iter().map(|from| columns[*from]).collect();
            columns.iter().sum::<usize>() * 2 / columns.len().max(1)
        };
        let mut sorted: Vec<(usize, usize)> = row.iter().map(|index| (middle(*index), *index)).collect();
        sorted.sort_unstable();
        *row = sorted.into_iter().map(|(_, index)| index).collect();
        for (column, index) in row.iter().enumerate() {
            columns[*index] = column;
        }
    }
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut places = vec![(0, 0); layers.len()];
    for (layer, row) in rows.iter().enumerate() {
        let start = MARGIN + (widest - row.len()) * (WIDTH + GAP) / 2;
        for (column, index) in row.iter().enumerate() {
            places[*index] = (start + column * (WIDTH + GAP), MARGIN + layer * (HEIGHT + LAYER_GAP));
        }
    }
    places
}

/// Text for XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
