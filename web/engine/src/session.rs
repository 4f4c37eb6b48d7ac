//! The state between requests, and who answers each of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::cancel::CancelToken;
use sayl_core::document::TextDocument;
use sayl_core::ide::completion::completion;
use sayl_core::ide::data_values::data_values;
use sayl_core::ide::definition::definition;
use sayl_core::ide::document_highlight::document_highlights;
use sayl_core::ide::document_symbol::document_symbols;
use sayl_core::ide::formatting::{formatting, on_type_formatting};
use sayl_core::ide::graph::graph_view;
use sayl_core::ide::hover::hover;
use sayl_core::ide::linked_editing_range::linked_editing_ranges;
use sayl_core::ide::references::references;
use sayl_core::ide::rename::{prepare_rename, rename};
use sayl_core::ide::rendered::{rendered, saved};
use sayl_core::ide::schema_docs::schema_docs;
use sayl_core::ide::settings::EditorSettings;
use sayl_core::ide::signature_help::signature_help;
use sayl_core::ide::type_definition::type_definition;
use sayl_core::problem::Code;
use sayl_core::render::request::Runner;
use sayl_core::schema::export::documentation::html::html;
use sayl_core::template::job::Limits;
use sayl_core::text::{FileId, TextSize};
use sayl_core::workspace::load::load;
use serde::Serialize;
use serde_json::Value;

use crate::files::Files;
use crate::place::{self, Position};
use crate::protocol::{Options, Request, TextEdit};
use crate::{answers, beside};

/// Everything lies below it.
const ROOT: &str = "/";

/// How often what was evaluated may ask for further evaluations.
const MOST_ROUNDS: usize = 100;

/// The files, and what is known of them.
pub(crate) struct WebSession {
    files: Arc<Files>,
    host: AnalysisHost,
    runner: Runner,
    settings: EditorSettings,
    version: i32,
    /// The documentation of what was offered last.
    offered: Vec<Option<String>>,
}

impl Default for WebSession {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

/// What template code may use here: heap and stack are those of the module, and nobody keeps the time.
fn limits(steps: u64) -> Limits {
    Limits { steps, heap_bytes: 128 << 20, call_depth: 500, ..Limits::default() }
}

impl WebSession {
    fn new(options: Options) -> Self {
        let files = Arc::new(Files::default());
        let mut host = AnalysisHost::new(files.clone());
        host.set_folders(vec![PathBuf::from(ROOT)]);
        if options.evaluates {
            host.set_evaluation_limits(limits(options.steps));
        }
        if options.links {
            host.set_address_of(|path| Some(place::address(path)));
        }
        let settings = EditorSettings::default();
        Self { files, host, runner: Runner::new(), settings, version: 0, offered: Vec::new() }
    }

    /// Does what is asked.
    pub(crate) fn answer(&mut self, request: Request) -> Value {
        match request {
            Request::Start(options) => *self = Self::new(options),
            Request::Settings { settings } => return self.configure(&settings),
            Request::Files { files } => self.write(files),
            Request::Open { path, text, is_ytt } => {
                self.version += 1;
                self.host.open(Path::new(&path), &text, self.version, is_ytt);
            }
            Request::Edit { path, edits } => self.edit(&path, edits),
            Request::Close { path } => {
                let file = self.host.analysis().file(Path::new(&path));
                if let Some(file) = file {
                    self.host.close(file);
                }
            }
            other => return self.look(other),
        }
        Value::Null
    }

    /// Answers what changes nothing.
    fn look(&mut self, request: Request) -> Value {
        let settings = self.settings.clone();
        match request {
            Request::Problems { early: true } => json(answers::problems(&self.host.analysis(), &settings)),
            Request::Problems { .. } => self.settled(|analysis| json(answers::problems(analysis, &settings))),
            Request::Fixes { path, range } => {
                self.of_file(&path, |analysis, file, _| answers::fixes(analysis, file, range, &settings))
            }
            Request::FixAll { path } => self.of_file(&path, |analysis, file, _| answers::fix_all(analysis, file)),
            Request::Documentation { index } => json(self.offered.get(index)),
            Request::Explain { code } => json(Code::from_name(&code).map(answers::page_of)),
            Request::WorkspaceSymbols { query } => self.settled(|analysis| json(beside::names(analysis, &query))),
            Request::Symbols { path } => self.of_file(&path, |analysis, file, document| {
                answers::symbols(document, document_symbols(analysis, file, settings.max_symbols).symbols)
            }),
            Request::Hints { path, range } => self
                .of_file(&path, |analysis, file, document| beside::hints(analysis, file, document, range, &settings)),
            Request::Lenses { path } => {
                self.of_file(&path, |analysis, file, document| beside::lenses(analysis, file, document, &settings))
            }
            Request::Values { path } => self.of_file(&path, |analysis, file, _| {
                data_values(analysis, file).map(|values| answers::values(analysis, file, &values))
            }),
            Request::Rendered { path } => self.of_file(&path, |analysis, file, _| {
                rendered(analysis, file).output.map(|rendered| answers::rendered(analysis, &rendered))
            }),
            Request::RenderedSaved { path } => json(self.rendered_saved(&path)),
            Request::Status { path } => self.of_file(&path, |analysis, file, _| beside::governing(analysis, file)),
            Request::SchemaDocs { path } => self.of_file(&path, |analysis, file, _| {
                schema_docs(analysis, file).map(|docs| beside::page(&html(&docs.title, &docs.schemas)))
            }),
            Request::Graph { path } => {
                self.of_file(&path, |analysis, file, _| graph_view(analysis, file).map(|view| beside::page(&view.page)))
            }
            other => self.look_at_place(other),
        }
    }

    /// Answers about places in a file.
    fn look_at_place(&mut self, request: Request) -> Value {
        match request {
            Request::Hover { path, position } => self.at(&path, position, |analysis, file, offset| {
                hover(analysis, file, offset).map(|hover| answers::hover(analysis, file, hover))
            }),
            Request::Completion { path, position } => self.complete(&path, position),
            Request::Signature { path, position } => self.at(&path, position, |analysis, file, offset| {
                signature_help(analysis, file, offset).map(beside::signature)
            }),
            Request::Definition { path, position } => self.at(&path, position, |analysis, file, offset| {
                answers::definitions(analysis, file, definition(analysis, file, offset))
            }),
            Request::TypeDefinition { path, position } => self.at(&path, position, |analysis, file, offset| {
                answers::definitions(analysis, file, type_definition(analysis, file, offset))
            }),
            Request::References { path, position, declarations } => {
                self.at(&path, position, |analysis, file, offset| {
                    answers::references(analysis, references(analysis, file, offset, declarations))
                })
            }
            Request::PrepareRename { path, position } => self.at(&path, position, |analysis, file, offset| {
                prepare_rename(analysis, file, offset).map(|name| answers::renameable(analysis, file, name))
            }),
            Request::Rename { path, position, name } => self.at(&path, position, |analysis, file, offset| {
                rename(analysis, file, offset, &name).map(|edits| answers::renamed(analysis, edits))
            }),
            Request::Lens { path, position, kind } => {
                self.at(&path, position, |analysis, file, offset| beside::lens(analysis, file, offset, &kind))
            }
            other => self.look_at_text(other),
        }
    }

    /// Answers about the text of a file.
    fn look_at_text(&mut self, request: Request) -> Value {
        match request {
            Request::Highlights { path, position } => self.of_file(&path, |analysis, file, document| {
                let at = place::offset(document, position);
                beside::highlights(document, document_highlights(analysis, file, at))
            }),
            Request::LinkedRanges { path, position } => self.of_file(&path, |analysis, file, document| {
                let at = place::offset(document, position);
                beside::ranges(document, linked_editing_ranges(analysis, file, at))
            }),
            Request::SelectionRanges { path, positions } => {
                self.of_file(&path, |analysis, file, document| beside::selections(analysis, file, document, &positions))
            }
            Request::Folds { path } => self.of_file(&path, beside::folds),
            Request::Links { path } => self.of_file(&path, beside::links),
            Request::Tokens { path, range } => {
                self.of_file(&path, |analysis, file, document| beside::tokens(analysis, file, document, range))
            }
            Request::Format { path, range, style } => self.of_file(&path, |analysis, file, document| {
                let range = range.map(|range| place::bytes(document, range));
                let edits = formatting(analysis, file, range, &style.into()).unwrap_or_default();
                answers::edits(document, edits)
            }),
            Request::FormatLine { path, position, style } => self.of_file(&path, |analysis, file, document| {
                let at = place::offset(document, position);
                answers::edits(document, on_type_formatting(analysis, file, at, &style.into()))
            }),
            _ => Value::Null,
        }
    }

    /// Takes settings; the answer is what is wrong in them. What template code may use is not theirs to say here.
    fn configure(&mut self, settings: &Value) -> Value {
        let (settings, complaints) = EditorSettings::read(settings);
        self.host.set_all_yaml(settings.all_yaml);
        self.settings = settings;
        json(complaints)
    }

    /// Whoever writes files may have written any number of them, so what belongs together is looked at anew.
    fn write(&mut self, files: BTreeMap<String, Option<String>>) {
        let mut removed = Vec::new();
        for (path, text) in files {
            let path = PathBuf::from(path);
            self.files.set(path.clone(), text.as_deref());
            removed.extend(text.is_none().then_some(path));
        }
        self.host.remove(&removed);
        // Nobody cancels it, so it does not end before it is done.
        if let Ok(files) = load(&*self.files, &[PathBuf::from(ROOT)], &|_| {}, &CancelToken::new()) {
            self.host.load(files);
        }
    }

    fn edit(&mut self, path: &str, edits: Vec<TextEdit>) {
        for TextEdit { range, text } in edits {
            let analysis = self.host.analysis();
            let Some(file) = analysis.file(Path::new(path)) else { return };
            let Some(document) = analysis.document(file) else { return };
            self.version += 1;
            let bytes = place::bytes(document, range);
            drop(analysis);
            self.host.edit(file, &[(bytes, text)], self.version);
        }
    }

    fn complete(&mut self, path: &str, position: Position) -> Value {
        let mut offered = Vec::new();
        let items = self.of_file_settled(path, |analysis, file, document| {
            let offset = place::offset(document, position);
            let mut items = completion(analysis, file, offset);
            offered = items.iter_mut().map(|item| item.documentation.take()).collect();
            answers::completions(document, offset, items)
        });
        self.offered = offered;
        json(items)
    }

    /// What a file is rendered to as it was written; `None` where something is wrong.
    fn rendered_saved(&mut self, path: &str) -> Option<String> {
        let analysis = self.host.analysis();
        let file = analysis.file(Path::new(path))?;
        let request = analysis.saved_preview(file, &*self.files)?;
        self.runner.take_in(&request, analysis.laid_out(&request));
        saved(&self.runner.answer(&request), file)
    }

    /// Answers about a place in a file of sayl's.
    fn at<T: Serialize>(
        &mut self,
        path: &str,
        position: Position,
        mut ask: impl FnMut(&Analysis, FileId, TextSize) -> T,
    ) -> Value {
        self.of_file(path, |analysis, file, document| ask(analysis, file, place::offset(document, position)))
    }

    fn of_file<T: Serialize>(&mut self, path: &str, ask: impl FnMut(&Analysis, FileId, &TextDocument) -> T) -> Value {
        json(self.of_file_settled(path, ask))
    }

    fn of_file_settled<T>(
        &mut self,
        path: &str,
        mut ask: impl FnMut(&Analysis, FileId, &TextDocument) -> T,
    ) -> Option<T> {
        self.settled(|analysis| {
            let file = analysis.file(Path::new(path))?;
            Some(ask(analysis, file, analysis.own_document(file)?))
        })
    }

    /// Asks, evaluates what the answer lacked, and asks again, until it lacks nothing.
    fn settled<T>(&mut self, mut ask: impl FnMut(&Analysis) -> T) -> T {
        let analysis = self.host.analysis();
        for _ in 0..MOST_ROUNDS {
            let answer = ask(&analysis);
            let pending = analysis.pending_requests();
            if pending.is_empty() {
                return answer;
            }
            for (name, request) in pending {
                self.runner.take_in(&request, analysis.laid_out(&request));
                analysis.add_reply(name, self.runner.answer(&request));
            }
        }
        ask(&analysis)
    }
}

fn json(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}
