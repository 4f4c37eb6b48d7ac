//! What code can use without defining it, in words: global names, the modules that it loads as `@ytt:…`, and what can
//! be called on values. What these do is decided in `template`; a test keeps the tables to what is registered there.

mod encodings;
mod globals;
mod modules;
mod numbers;
mod types;

/// Which editions of the schema language know something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editions {
    /// Released ytt, and so the older editions too.
    All,
    /// The older ones; released ytt ignores it.
    Older,
}

/// A name in words: a function, or a value.
#[derive(Clone, Copy, Debug)]
pub struct NameDoc {
    /// `name` for a value; `name(text, base=None, *rest, *, indent=0)` for a function. Those with `=` can be left out;
    /// those behind a `*` of its own go by their names, all others by their position.
    pub signature: &'static str,
    /// The type of the value, or of what the function gives: a name of [`of_type`], or `any`.
    pub gives: &'static str,
    /// What it is or does, in one or two sentences.
    pub meaning: &'static str,
    /// Which editions have it.
    pub editions: Editions,
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterDoc {
    /// As it stands in the signature: `text`, `base=None`, `*rest`, `**fields`.
    pub label: &'static str,
    /// Whether it is given by its name only.
    pub is_named_only: bool,
}

/// Names that go together: a module, or what values of a type have.
#[derive(Clone, Copy, Debug)]
pub struct MembersDoc {
    /// The name of the module without `@ytt:`, or of the type.
    pub name: &'static str,
    /// What the module is for, or what the values are.
    pub meaning: &'static str,
    /// What is in it.
    pub members: &'static [NameDoc],
    /// Which editions have it.
    pub editions: Editions,
}

/// The names that are there without `load`.
pub fn globals() -> &'static [NameDoc] {
    globals::TABLE
}

/// The name that is there without `load`.
pub fn global(name: &str) -> Option<&'static NameDoc> {
    globals::TABLE.iter().find(|doc| doc.name() == name)
}

/// The modules, sorted by their names.
pub fn modules() -> Vec<&'static MembersDoc> {
    let mut modules: Vec<&MembersDoc> =
        [modules::TABLE, encodings::TABLE, numbers::TABLE].into_iter().flatten().collect();
    modules.sort_by_key(|module| module.name);
    modules
}

/// The module `@ytt:name`.
pub fn module(name: &str) -> Option<&'static MembersDoc> {
    modules().into_iter().find(|module| module.name == name)
}

/// What values of a type have.
pub fn of_type(name: &str) -> Option<&'static MembersDoc> {
    types::TABLE.iter().find(|ty| ty.name == name)
}

impl NameDoc {
    /// The bare name.
    pub fn name(&self) -> &'static str {
        self.signature.split('(').next().unwrap_or_default()
    }

    /// Whether it can be called.
    pub fn is_function(&self) -> bool {
        self.signature.contains('(')
    }

    /// The parameters of a function.
    pub fn parameters(&self) -> Vec<ParameterDoc> {
        let inside = self.signature.split_once('(').map_or("", |(_, inside)| inside.trim_end_matches(')'));
        let mut is_named_only = false;
        let mut parameters = Vec::new();
        for label in inside.split(", ").filter(|label| !label.is_empty()) {
            if label != "*" {
                parameters.push(ParameterDoc { label, is_named_only });
            }
            is_named_only |= label.starts_with('*');
        }
        parameters
    }

    /// The signature behind what the name belongs to, with the type of what it gives: `json.decode(text) -> any`.
    pub fn declaration(&self, holder: Option<&str>) -> String {
        let dot = if holder.is_some() { "." } else { "" };
        let arrow = if self.is_function() { " -> " } else { ": " };
        format!("{}{dot}{}{arrow}{}", holder.unwrap_or_default(), self.signature, self.gives)
    }

    /// Markdown: the declaration and the meaning.
    pub fn markdown(&self, holder: Option<&str>) -> String {
        format!("```python\n{}\n```\n\n{}{}", self.declaration(holder), self.meaning, note(self.editions))
    }

    const fn older(self) -> Self {
        Self { editions: Editions::Older, ..self }
    }
}

impl ParameterDoc {
    /// The bare name.
    pub fn name(&self) -> &'static str {
        let name = self.label.trim_start_matches('*');
        name.split('=').next().unwrap_or(name)
    }

    /// Whether it can be left out.
    pub fn is_optional(&self) -> bool {
        self.label.contains('=') || self.is_rest()
    }

    /// Whether it takes any number of arguments.
    pub fn is_rest(&self) -> bool {
        self.label.starts_with('*')
    }
}

impl MembersDoc {
    /// Finds a member by its name.
    pub fn member(&self, name: &str) -> Option<&'static NameDoc> {
        self.members.iter().find(|member| member.name() == name)
    }

    /// Markdown: how a module is loaded, and what it is for.
    pub fn markdown(&self) -> String {
        let name = self.name;
        format!("```python\nload(\"@ytt:{name}\", \"{name}\")\n```\n\n{}{}", self.meaning, note(self.editions))
    }

    const fn older(self) -> Self {
        Self { editions: Editions::Older, ..self }
    }
}

fn note(editions: Editions) -> &'static str {
    match editions {
        Editions::All => "",
        Editions::Older => "\n\n*Older editions of the schema language only; released ytt does not have it.*",
    }
}

const fn name(signature: &'static str, gives: &'static str, meaning: &'static str) -> NameDoc {
    NameDoc { signature, gives, meaning, editions: Editions::All }
}

const fn members(name: &'static str, meaning: &'static str, members: &'static [NameDoc]) -> MembersDoc {
    MembersDoc { name, meaning, members, editions: Editions::All }
}

#[cfg(test)]
mod tests;
