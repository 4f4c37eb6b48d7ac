//! The closed list of problem codes. `docs/problems.md` is generated from it.

use super::Severity;

/// How a code is explained in `docs/problems.md`.
pub struct Explanation {
    /// What it means, in one or two sentences.
    pub meaning: &'static str,
    /// A small text that shows it.
    pub example: &'static str,
    /// What the example is written in, as Markdown names it: `yaml`, `toml`; `diff` of two states, `text` of a command.
    pub language: &'static str,
    /// What to do.
    pub remedy: &'static str,
}

impl Explanation {
    /// As Markdown, without a heading.
    pub fn markdown(&self) -> String {
        let Self { meaning, example, language, remedy } = self;
        format!("{meaning}\n\n```{language}\n{}\n```\n\n**What to do.** {remedy}\n", example.trim_end())
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $severity:ident, $meaning:literal, $example:literal, $remedy:literal;)*) => {
        /// The kind of a problem; its name is stable from the first release.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum Code { $(#[doc = $meaning] $variant,)* }

        impl Code {
            /// Every code, in the order of `docs/problems.md`.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The stable kebab-case name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The severity unless `sayl.toml` says otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity),* }
            }

            /// Meaning, example and remedy.
            pub fn explanation(self) -> Explanation {
                let language = self.language();
                match self { $(Self::$variant => Explanation { meaning: $meaning, example: $example, language, remedy: $remedy }),* }
            }
        }
    };
}

codes! {
    // -- the text and its YAML
    SyntaxError = "syntax-error", Error,
        "The text is not YAML that ytt can load.", "a: [1, 2\n", "Complete or correct the construct at the marked place.";
    InvalidEncoding = "invalid-encoding", Error,
        "The file contains bytes that are not UTF-8 text, or control characters that YAML forbids.", "name: \"a\u{fffd}b\"\n", "Save the file as UTF-8 and remove the marked character.";
    TooDeep = "too-deep", Error,
        "The text is nested more deeply than sayl supports.", "[[[[[[[[…]]]]]]]]\n", "Flatten the structure.";
    FileTooLarge = "file-too-large", Error,
        "The file is larger than the limit.", "[limits]\nmax-file-size = 20\n", "Split the file, or raise `max-file-size` below `[limits]` in `sayl.toml`.";
    UnreadableFile = "unreadable-file", Error,
        "The file cannot be read.", "sayl check missing.yml\n", "Check that the path exists, is a file and may be read.";
    DuplicateKey = "duplicate-key", Error,
        "A map has the same key twice.", "a: 1\na: 2\n", "Remove one of the two, or annotate the second with `#@yaml/map-key-override`. In a plain values file, where there are no annotations, ytt lays the entries over each other where the map is laid over another one, and crashes everywhere else; a merge key (`<<`) counts as the keys that it brings in.";
    UndefinedAlias = "undefined-alias", Error,
        "An alias names an anchor that was not defined above it.", "a: *missing\n", "Define the anchor first, or correct the name.";
    UnusedAnchor = "unused-anchor", Hint,
        "No alias uses an anchor.", "a: &name 1\n", "Use it, or remove it.";
    AmbiguousScalar = "ambiguous-scalar", Hint,
        "This plain scalar has one type in YAML 1.1, which ytt reads, and another in YAML 1.2.", "enabled: yes\n", "Quote it when text is meant, or write `true` or `false`.";
    // -- annotations and template comments
    UnknownComment = "unknown-comment", Error,
        "A comment in a template file starts with neither `#@` nor `#!`.", "#@data/values\n---\n# a note\na: 1\n", "Write `#!` for a comment, `#@` for code or an annotation.";
    AnnotationSyntax = "annotation-syntax", Error,
        "The arguments of an annotation are not Starlark.", "#@schema/title \"App\nname: x\n", "Correct the arguments; they are written as in a function call.";
    TemplateSyntax = "template-syntax", Error,
        "Template code in a `#@` comment is not Starlark.", "#@ x = = 1\n", "Correct the code.";
    TemplateName = "template-name", Error,
        "Template code uses a name that nothing defines.", "#@ port = 80\nport: #@ prot\n", "Correct the name, define it above, or load it.";
    TemplateLoad = "template-load", Error,
        "A file or module cannot be loaded.", "#@ load(\"missing.star\", \"f\")\nname: #@ f()\n", "Correct the path; only `.star`, `.lib.yml` and `.lib.txt` files of the same bundle can be loaded.";
    TemplateFailure = "template-failure", Error,
        "Template code failed when it ran.", "name: #@ \"a\" + 1\n", "Correct the code at the marked place, or what it is given by the calls named beside it.";
    UnknownValue = "unknown-value", Warning,
        "Template code names something that is not there: a data value that no schema declares, a name that a module, a struct or a loaded file does not have, or an argument that a function does not take. It is told from the text alone, for code that does not run with these values, too.", "#@ load(\"@ytt:data\", \"data\")\n#@ if data.values.port > 1024:\nname: #@ data.values.nmae\n#@ end\n", "Correct the name, or declare it in the schema. Code that asks first, with `hasattr` or `in`, is not warned of.";
    UnusedLoad = "unused-load", Hint,
        "A name is loaded, and the file does not use it.", "#@ load(\"@ytt:json\", \"json\")\nname: x\n", "Remove it.";
    UnknownAnnotation = "unknown-annotation", Warning,
        "No annotation has this name, so ytt ignores it silently.", "#@schema/nulable\nname: x\n", "Correct the name.";
    UnknownHeader = "unknown-header", Warning,
        "A document header that looks like a misspelt `@data/values` or `@data/values-schema` has no effect.", "#@data/value-schema\n---\nname: x\n", "Correct the header.";
    AnnotationEdition = "annotation-edition", Warning,
        "The annotation belongs to another edition of the schema language and has no effect under this header.", "#@data/values-schema\n---\n#@schema/doc \"x\"\nname: x\n", "Use the released spelling.";
    RepeatedAnnotation = "repeated-annotation", Warning,
        "The same annotation appears twice on one node; only the last one has an effect.", "#@schema/title \"A\"\n#@schema/title \"B\"\nname: x\n", "Merge the two.";
    DanglingAnnotation = "dangling-annotation", Warning,
        "The annotation comes after the last node, so it attaches to nothing.", "name: x\n#@schema/nullable\n", "Move it above the node that it describes.";
    IgnoredAnnotation = "ignored-annotation", Warning,
        "The annotation has no effect here: it is below a node with `@schema/type any=True`, or is a rule for a value that overlays an existing one.", "#@schema/type any=True\napp:\n  #@schema/title \"A\"\n  name: x\n", "Remove it, or move it to the node with `any=True`. Write rules for declared values in the schema.";
    MisplacedAnnotation = "misplaced-annotation", Error,
        "The annotation is not allowed on this kind of node.", "names:\n#@schema/default \"x\"\n- \"\"\n", "Move it to a node that allows it.";
    AnnotationArguments = "annotation-arguments", Error,
        "The annotation does not take these arguments.", "#@schema/title 5\nname: x\n", "Use the arguments that the annotation takes.";
    // -- schemas
    MixedDocuments = "mixed-documents", Error,
        "A file with schema or data values documents also contains another kind of document.", "#@data/values-schema\n---\na: 1\n---\nb: 2\n", "Move the other documents to a file of their own.";
    UnknownHeaderArgument = "header-arguments", Error,
        "The header of the document does not take these arguments.", "#@data/values foo=1\n---\na: 1\n", "Remove the argument.";
    MixedEditions = "mixed-editions", Error,
        "The schema documents of one bundle have headers of different editions of the schema language.", "#@data/values-schema\n---\na: 1\n---\n#@schema/match data_values=True\n---\nb: 2\n", "Write all schema documents with the same header.";
    SchemaNull = "schema-null", Error,
        "The schema gives no value, so the type cannot be inferred.", "#@data/values-schema\n---\nname:\n", "Give an example value, with `#@schema/nullable` for null by default, or `#@schema/type any=True`.";
    SchemaArrayItems = "schema-array-items", Error,
        "An array in a schema must have exactly one item, which gives the type of all items.", "#@data/values-schema\n---\nnames: []\n", "Give exactly one item.";
    SchemaComputedValue = "schema-computed-value", Error,
        "A schema value is a dict or list from template code, and ytt cannot infer a type from it.", "#@data/values-schema\n---\nports: #@ {\"http\": 80}\n", "Return the value as YAML from a function.";
    SchemaDefaultType = "schema-default-type", Error,
        "The default does not have the type of its node.", "#@schema/default \"x\"\nport: 80\n", "Give a default of the node's type.";
    UnusedValue = "unused-value", Hint,
        "No template reads a value that the schema declares. Nothing is said where templates use `data.values`, or the map that holds the value, as a whole.", "#@data/values-schema\n---\nname: shop\nport: 80\n", "Use it, or remove it. To keep a value for templates that are not here, mark it with `#! sayl-ignore unused-value`.";
    RedundantDefault = "redundant-default", Warning,
        "The default repeats the example value of its node.", "#@schema/match data_values=True\n---\n#@schema/default 80\nport: 80\n", "Remove the annotation.";
    UnstatedDefault = "unstated-default", Hint,
        "An array is empty by default, although the schema shows an item for its type.", "#@schema/match data_values=True\n---\nnames:\n- \"\"\n", "State the default with `#@schema/default []`.";
    SchemaExampleType = "schema-example-type", Error,
        "An example does not have the type of its node.", "#@schema/examples (\"one\", \"x\")\nport: 80\n", "Give an example of the node's type.";
    EvaluationBudget = "evaluation-budget", Error,
        "The template code exceeds the limit on time, memory or depth.", "#@ def f():\n#@   return f()\n#@ end\nname: #@ f()\n", "Make the code end sooner, or raise the limit in the section `evaluation` of `sayl.toml`.";
    NotEvaluated = "not-evaluated", Information,
        "The document contains template code that was not evaluated, so values that depend on it are not checked.", "#@data/values-schema\n---\nport: #@ 8000 + 80\n", "Nothing to do.";
    // -- schemas of OpenChoreo resources
    ShorthandSyntax = "shorthand-syntax", Error,
        "The schema of a field is neither a shorthand, `type | marker=value …`, nor a map of fields.", "f: string | default\n", "Write a type, then `|` and markers with their values.";
    ShorthandType = "shorthand-type", Error,
        "The type of a field does not exist, or is not allowed there.", "f: strng\n", "Use `string`, `integer`, `number`, `boolean`, `[]T`, `map<T>`, or a custom type.";
    CyclicType = "cyclic-type", Error,
        "A custom type contains itself.", "$types:\n  T: {inner: T}\nf: T\n", "Break the cycle; types cannot be recursive.";
    UnknownMarker = "unknown-marker", Error,
        "No marker has this name.", "f: integer | minimun=5\n", "Correct the name; names of annotations for other tools start with `oc:`.";
    RequiredMarker = "required-marker", Error,
        "The marker `required` is of an older version: a field without default is required.", "f: string | required=true\n", "Remove it; give the field a default if it is meant to be optional.";
    MarkerValue = "marker-value", Error,
        "The marker does not take this value.", "f: integer | minimum=few\n", "Give a value that the marker takes.";
    InvalidDefault = "invalid-default", Error,
        "A default does not satisfy its own schema.", "f: integer | minimum=5 default=1\n", "Give a default that the schema allows.";
    JsonSchemaAsFields = "json-schema-as-fields", Error,
        "JSON Schema is used where fields are declared, so its keywords become fields.", "f:\n  type: integer\n  minimum: 1\n", "Write the shorthand, such as `f: integer | minimum=1`.";
    UnsuitableMarker = "unsuitable-marker", Warning,
        "The marker has no effect on values of this type.", "f: string | minimum=5\n", "Remove it, or use the marker for this type, such as `minLength` for text.";
    RepeatedMarker = "repeated-marker", Warning,
        "A marker is given twice; only the last has an effect.", "f: string | default=a default=b\n", "Remove one of the two.";
    ShorthandQuoting = "shorthand-quoting", Warning,
        "A value is not read as it looks: a quote or bracket is never closed, a text keeps its quotes, or a `|` separates nothing.", "f: string | description=it's default=x\n", "Quote the whole value; inside single quotes double them, inside double quotes double the backslash.";
    InvalidPattern = "invalid-pattern", Warning,
        "The pattern is not a regular expression that the platform supports, so no value will satisfy it.", "f: string | pattern=^(?=a)\n", "Write the pattern without lookaround and references, which the dialect (RE2) does not have.";
    ImpossibleBounds = "impossible-bounds", Warning,
        "The bounds of a field contradict each other, or cannot bound anything.", "f: integer | minimum=5 maximum=1\n", "Correct the bounds.";
    ShadowedType = "shadowed-type", Warning,
        "A custom type has the name of a built-in type, so nothing can refer to it.", "$types:\n  string: integer\nf: string\n", "Give it another name.";
    IneffectiveDefault = "ineffective-default", Warning,
        "`$default` at the root of a section has no effect.", "$default: {f: a}\nf: string\n", "Give the fields defaults of their own.";
    SchemaReference = "schema-reference", Error,
        "A `$ref` of an `openAPIV3Schema` leads nowhere.", "type: object\nproperties:\n  f: {$ref: \"#/$defs/Missing\"}\n", "Refer to a definition below `$defs` of the same section.";
    SchemaKeyword = "schema-keyword", Error,
        "A keyword of an `openAPIV3Schema` does not exist, or does not take this argument.", "type: strng\n", "Correct the keyword or its argument.";
    MixedSchemas = "mixed-schemas", Error,
        "One section of a resource is written as `ocSchema`, another as `openAPIV3Schema`.", "kind: Trait\nspec:\n  parameters:\n    ocSchema: {f: string}\n  environmentConfigs:\n    openAPIV3Schema: {type: object}\n", "Write all sections of a resource in the same way.";
    OverlappingKeys = "overlapping-keys", Error,
        "`parameters` and `envOverrides` declare the same key.", "kind: Trait\nspec:\n  schema:\n    parameters: {f: string}\n    envOverrides: {f: string}\n", "Rename one of the two.";
    // -- templates of OpenChoreo resources
    ExpressionSyntax = "expression-syntax", Error,
        "The text in `${…}` is not an expression.", "name: ${metadata.name +}\n", "Correct the expression at the marked place; it is written in CEL.";
    UnclosedExpression = "unclosed-expression", Warning,
        "A `${` is never closed, so it stays text.", "name: ${metadata.name\n", "Add the `}`, or correct the quotes between.";
    UndefinedName = "undefined-name", Error,
        "An expression uses a variable or a field that does not exist.", "replicas: ${parameters.replcas}\n", "Correct the name, or declare it in the schema of its section.";
    UnknownFunction = "unknown-function", Error,
        "An expression calls a function that does not exist.", "name: ${oc_generate(metadata.name)}\n", "Correct the name.";
    ExpressionType = "expression-type", Error,
        "A condition is not a boolean, `forEach` gets neither a list nor a map, or an operator or function gets a value of the wrong type.", "includeWhen: ${parameters.replicas}\n", "Compare, use `has(…)` or `size(…)`, or convert the value: `string(…)`.";
    ArgumentCount = "argument-count", Error,
        "A function in an expression has too few or too many arguments.", "count: ${size(parameters.list, 1)}\n", "Call it as the message shows.";
    MissingLoopVariable = "missing-loop-variable", Error,
        "`forEach` has no `var`.", "forEach: ${parameters.ports}\ntemplate: {}\n", "Add `var` with a name for each item.";
    UnreadExpression = "unread-expression", Warning,
        "An expression stands where none is read, so it stays text.", "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: app}\nspec:\n  schema:\n    apiVersion: v1alpha1\n    kind: App\n    spec: {name: string}\n  resources:\n  - id: config\n    template:\n      apiVersion: v1\n      kind: ConfigMap\n      metadata: {name: \"${schema.spec.name}\"}\n      data:\n        ${schema.spec.name}: a\n", "Make the whole map by one expression.";
    DependencyCycle = "dependency-cycle", Error,
        "Resources depend on each other in a circle, so none of them can be made first.", "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: app}\nspec:\n  schema: {apiVersion: v1alpha1, kind: App}\n  resources:\n  - id: one\n    template:\n      apiVersion: v1\n      kind: ConfigMap\n      metadata: {name: \"${two.metadata.name}-1\"}\n  - id: two\n    template:\n      apiVersion: v1\n      kind: ConfigMap\n      metadata: {name: \"${one.metadata.name}-2\"}\n", "Take one of the names out, for example by giving both what the instance says.";
    ReservedName = "reserved-name", Error,
        "The name is reserved, so neither a resource nor a variable is called so.", "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: app}\nspec:\n  schema: {apiVersion: v1alpha1, kind: App}\n  resources:\n  - id: schema\n    template:\n      apiVersion: v1\n      kind: ConfigMap\n      metadata: {name: a}\n", "Choose another name.";
    UnusedParameter = "unused-parameter", Hint,
        "No template uses the parameter.", "replicas: 1\n", "Use it, or remove it.";
    UnusedDefinition = "unused-definition", Hint,
        "No `$ref` uses a definition of a schema.", "properties: {}\n$defs:\n  Port: {type: integer}\n", "Refer to it, or remove it.";
    // -- values
    RedundantValue = "redundant-value", Hint,
        "A value is what the schema says without it: it equals the default, and no other file sets the key.", "#@data/values\n---\nport: 80\n", "Remove it, unless the file is to name every value.";
    UnknownKey = "unknown-key", Error,
        "The key is not declared in the schema.", "#@data/values\n---\nnam: x\n", "Correct the key, or declare it in the schema.";
    TypeMismatch = "type-mismatch", Error,
        "The value does not have the type that the schema declares.", "#@data/values\n---\nport: \"80\"\n", "Give a value of the declared type.";
    KeyCount = "key-count", Error,
        "A map has too few or too many keys that match a pattern of the schema.", "#@data/values\n---\nlabels: {a: x, b: x}\n", "Add keys, or remove some.";
    SchemaCombination = "schema-combination", Error,
        "The value matches too few or too many of the schemas of `@schema/any-of`, `@schema/all-of` or `@schema/one-of`.", "#@data/values\n---\nsource: {size: 11}\n", "Give a value that matches; the message names the closest schema.";
    OverlayMismatch = "overlay-mismatch", Error,
        "A data values document cannot overlay the value below it.", "#@data/values\n---\nports: {a: 1}\n", "Give the same kind of value, or annotate it with `#@overlay/replace`.";
    RuleViolation = "rule-violation", Error,
        "The final value breaks a validation rule of the schema.", "#@data/values\n---\nport: 0\n", "Give a value that meets the rule.";
    EmptyValue = "empty-value", Error,
        "A value must be set, but is empty. In the older schema editions all text must be set, in the oldest also arrays and numbers.", "#@data/values\n---\ndomain: \"\"\n", "Set the value, or annotate the key in the schema with `#@schema/allow-empty`.";
    RemovedKey = "removed-key", Error,
        "The key was removed: the schema keeps it to say what to do instead.", "#@data/values\n---\nold_domain: x\n", "Follow the remedy, and remove the key.";
    DeprecatedKey = "deprecated-key", Warning,
        "The key is deprecated in the schema.", "#@data/values\n---\nold_name: x\n", "Follow the notice, or remove the key.";
    UnusedLibraryDocument = "unused-library-document", Error,
        "A document addresses a library that the bundle does not evaluate.", "#@library/ref \"@db\"\n#@data/values\n---\na: 1\n", "Correct the library's name, or remove the document.";
    AnnotationInPlainValues = "annotation-in-plain-values", Error,
        "A plain data values file must not hold `#@` comments.", "#@data/values\na: 1\n", "Remove the comments that start with `#@`, or pass the file as a template.";
    // -- OpenChoreo resources and their values
    UnknownField = "unknown-field", Error,
        "Resources of this kind have no such field, so the platform refuses the resource.", "apiVersion: openchoreo.dev/v1alpha1\nkind: Environment\nmetadata: {name: dev}\nspec:\n  isProduktion: true\n", "Correct the name, or remove the field. Where an older version of the platform had it, the message says what it is called now.";
    MissingField = "missing-field", Error,
        "A resource lacks a field that resources of its kind must have.", "apiVersion: openchoreo.dev/v1alpha1\nkind: Environment\nmetadata: {name: dev}\nspec:\n  dataPlaneRef: {name: default}\n", "Give the field.";
    MissingParameter = "missing-parameter", Error,
        "A required parameter is missing: the schema declares it without a default.", "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: web}\nspec:\n  schema:\n    parameters: {port: integer}\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  componentType: deployment/web\n", "Give the parameter.";
    UnknownParameter = "unknown-parameter", Warning,
        "The schema declares no such parameter, so it has no effect.", "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: web}\nspec:\n  schema:\n    parameters: {port: integer}\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  componentType: deployment/web\n  parameters: {port: 80, prot: 81}\n", "Correct the name, or declare it in the schema.";
    UnknownResource = "unknown-resource", Error,
        "A resource refers to another that is not in the workspace. While the workspace holds none of that kind, this is a warning.", "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  componentType: deployment/web\n", "Correct the name or the namespace, or add the resource.";
    DuplicateResource = "duplicate-resource", Error,
        "Two resources of one kind have the same namespace and name.", "apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nmetadata: {name: logs}\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nmetadata: {name: logs}\n", "Rename or remove one of them.";
    WorkloadType = "workload-type", Error,
        "The workload type before the name of a component type is not the one that the type declares, or is missing.", "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: web}\nspec: {workloadType: deployment}\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  componentType: job/web\n", "Write the workload type that the component type declares.";
    RepeatedInstance = "repeated-instance", Error,
        "Two traits of a component have the same `instanceName`.", "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  traits:\n  - {name: logs, instanceName: a}\n  - {name: logs, instanceName: a}\n", "Give each trait of a component a name of its own.";
    UnknownInstance = "unknown-instance", Warning,
        "A binding sets values for a trait that the component does not have.", "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: web}\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  componentType: deployment/web\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: ReleaseBinding\nmetadata: {name: shop-prod}\nspec:\n  owner: {componentName: shop}\n  traitOverrides:\n    logs: {}\n", "Use the `instanceName` of a trait of the component.";
    UnknownPart = "unknown-part", Error,
        "A resource names something of another one that this does not have: an endpoint, an output, a key of a secret, an environment of a pipeline.", "apiVersion: openchoreo.dev/v1alpha1\nkind: SecretReference\nmetadata: {name: db}\nspec:\n  template: {type: Opaque}\n  data: [{secretKey: password, remoteRef: {key: db}}]\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: Workload\nmetadata: {name: shop}\nspec:\n  owner: {projectName: shop, componentName: shop}\n  container:\n    image: shop:1\n    env:\n    - {key: PASSWORD, valueFrom: {secretKeyRef: {name: db, key: pasword}}}\n", "Name one that the other resource has, or add it there.";
    OtherProject = "other-project", Error,
        "Something is said to belong to a project, and belongs to another one.", "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: cart}\nspec:\n  owner: {projectName: shop}\n  componentType: {kind: ClusterComponentType, name: deployment/service}\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: ReleaseBinding\nmetadata: {name: cart-dev}\nspec:\n  owner: {projectName: shops, componentName: cart}\n  environment: development\n", "Name the project that it belongs to, or the resource that is meant.";
    NotAllowed = "not-allowed", Error,
        "A component uses a trait or a workflow that its type does not allow.", "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: web}\nspec: {allowedWorkflows: [build]}\n---\napiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  componentType: deployment/web\n  workflow: {name: other}\n", "Use one that the component type allows, or allow it there.";
    StructuralSchema = "structural-schema", Error,
        "The schema of a definition is not structural, so the API server of Kubernetes refuses it: every value has one type, told in one place.", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: shops.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Shop, plural: shops}\n  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          spec: {}\n", "Correct the schema at the marked place.";
    ResourceStructure = "resource-structure", Error,
        "A resource is not put together as its kind demands.", "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: web}\nspec:\n  workloadType: deployment\n  resources:\n  - id: service\n    template: {apiVersion: v1, kind: Service, metadata: {name: x}}\n", "Correct the resource at the marked place.";
    // -- changes of a schema
    SchemaKeyRemoved = "schema-key-removed", Error,
        "The new schema does not declare a key any more, and refuses values that set it.", " #@data/values-schema\n ---\n name: shop\n-port: 80\n", "Keep the key and deprecate it first, or release the change as a new major version.";
    SchemaKeyRequired = "schema-key-required", Error,
        "The new schema demands a value that the old one did not.", " #@data/values-schema\n ---\n name: shop\n+#@schema/validation min_len=1\n+domain: \"\"\n", "Give it a default that its rules accept, or release the change as a new major version.";
    SchemaTypeNarrowed = "schema-type-narrowed", Error,
        "The new schema refuses types of values that the old one accepts.", " #@data/values-schema\n ---\n-port: \"80\"\n+port: 80\n", "Accept the old type too, or release the change as a new major version.";
    SchemaRuleTightened = "schema-rule-tightened", Error,
        "The new schema has a rule that refuses values that the old one accepts.", " #@data/values-schema\n ---\n-#@schema/validation max=20\n+#@schema/validation max=10\n replicas: 2\n", "Loosen the rule, or release the change as a new major version.";
    SchemaKeysRestricted = "schema-keys-restricted", Error,
        "The new schema refuses keys that are not declared by name, which the old one accepts.", " #@schema/definition data_values=True\n ---\n labels:\n-  #@schema/key allowed=\"any\", expects=\"0+\"\n+  #@schema/key allowed=\"any\", expects=\"1+\"\n   _: \"\"\n", "Accept further keys as before, or release the change as a new major version.";
    SchemaDefaultChanged = "schema-default-changed", Warning,
        "Where no value is given, the new schema puts another one than the old schema.", " #@data/values-schema\n ---\n-port: 8080\n+port: 8443\n", "Say so in the release notes, or keep the default.";
    SchemaKeyDropped = "schema-key-dropped", Warning,
        "The new schema accepts values that set a key, but the key is dropped.", " apiVersion: openchoreo.dev/v1alpha1\n kind: ComponentType\n metadata: {name: web}\n spec:\n   schema:\n     parameters:\n       port: integer | default=80\n-      host: string | default=shop\n", "Say so in the release notes, or keep the key.";
    SchemaUndecided = "schema-undecided", Information,
        "What a change of the schema does cannot be told: template code decides, or sayl found neither a proof nor a document that shows it.", " #@data/values-schema\n ---\n+#@schema/validation (\"not the name of the admin\", lambda name: name != \"admin\")\n name: shop\n", "Look at the change, and at the values that are in use.";
    SchemaKeyAdded = "schema-key-added", Hint,
        "The new schema declares a key that the old one did not.", " #@data/values-schema\n ---\n name: shop\n+port: 80\n", "Nothing has to be done.";
    SchemaWidened = "schema-widened", Hint,
        "The new schema accepts more values than the old one.", " #@data/values-schema\n ---\n-#@schema/validation max=10\n+#@schema/validation max=20\n replicas: 2\n", "Nothing has to be done.";
    SchemaDocsChanged = "schema-docs-changed", Hint,
        "The new schema describes a value otherwise: its title, its description, or whether it is deprecated.", " #@data/values-schema\n ---\n+#@schema/desc \"How many of them run\"\n replicas: 2\n", "Nothing has to be done.";
    // -- comments that silence problems
    InvalidSuppression = "invalid-suppression", Warning,
        "A `sayl-ignore` comment names no code, a code that does not exist, or one that cannot be silenced.", "#@data/values\n---\nname: x #! sayl-ignore: unknown-kye\n", "Correct the code. What says that a file was not read as it stands cannot be silenced: `syntax-error`, `invalid-encoding`, `too-deep`, `file-too-large`, `unreadable-file`, `invalid-flag`, `invalid-config`.";
    UnusedSuppression = "unused-suppression", Hint,
        "A `sayl-ignore` comment silences nothing: there is no problem of that code on its line, or below it.", "#@data/values\n---\nname: x #! sayl-ignore: unknown-key\n", "Remove the code, or the comment.";
    // -- the workspace
    InvalidFlag = "invalid-flag", Error,
        "A data value given as a flag cannot be used.", "sayl check -f schema.yml --data-value-yaml 'port=[80'\n", "Correct the flag.";
    InvalidConfig = "invalid-config", Error,
        "`sayl.toml` cannot be used.", "[[bundle]]\nfile = 1\n", "Correct the marked setting.";
    AmbiguousBundle = "ambiguous-bundle", Information,
        "Several schemas could govern this values file.", "#@data/values\n---\nport: 80\n", "Write a `sayl.toml` that says which files belong together.";
    NoSchema = "no-schema", Information,
        "No schema governs this values file, so nothing is checked.", "#@data/values\n---\na: 1\n", "Add a schema, or a `sayl.toml` that names one.";
    NoBundle = "no-bundle", Information,
        "No schema and no data values are within reach of the template, so it is checked alone: its syntax, its names, and what it gives where it needs no data values.", "#@ load(\"@ytt:data\", \"data\")\nport: #@ data.values.port\n", "List the files that belong together in a `sayl.toml`, or remove the template.";
    UngovernedValues = "ungoverned-values", Information,
        "A plain YAML file is checked against no schema, although one schema near it declares all of its keys.", "name: shop\nport: 8080\n", "Name the schema in the first line of the file, `# sayl: schema=PATH`, or list both in a `sayl.toml`.";
    NotChecked = "not-checked", Error,
        "Something is wrong in another file that this one depends on, so it cannot be checked.", "#@data/values\n---\nports: [80]\n", "Correct the problem in the other file first.";
}

impl Code {
    /// What its example is written in.
    fn language(self) -> &'static str {
        match self {
            Self::InvalidConfig | Self::FileTooLarge => "toml",
            Self::UnreadableFile | Self::InvalidFlag => "text",
            _ if self.is_of_change() => "diff",
            _ => "yaml",
        }
    }

    /// Whether it tells of two states of a schema.
    fn is_of_change(self) -> bool {
        (Self::SchemaKeyRemoved..=Self::SchemaDocsChanged).contains(&self)
    }

    /// Whether the text has no effect, so that editors fade it.
    pub fn is_of_idle_text(self) -> bool {
        matches!(
            self,
            Self::IgnoredAnnotation
                | Self::DanglingAnnotation
                | Self::AnnotationEdition
                | Self::RepeatedAnnotation
                | Self::RedundantDefault
                | Self::RedundantValue
                | Self::UnusedAnchor
                | Self::UnusedLoad
                | Self::UnusedValue
        )
    }

    /// Whether the text is of an older time, so that editors strike it through.
    pub fn is_of_old_text(self) -> bool {
        matches!(self, Self::DeprecatedKey | Self::RemovedKey)
    }

    /// Whether such a mistake keeps ytt from reading a text at all.
    pub fn is_of_reading(self) -> bool {
        matches!(
            self,
            Self::SyntaxError
                | Self::InvalidEncoding
                | Self::TooDeep
                | Self::FileTooLarge
                | Self::UnreadableFile
                | Self::UndefinedAlias
                | Self::AmbiguousScalar
                | Self::InvalidFlag
        )
    }

    /// Whether such a mistake is one of template code: in its text, or found when it runs.
    pub fn is_of_evaluation(self) -> bool {
        matches!(
            self,
            Self::AnnotationSyntax
                | Self::TemplateSyntax
                | Self::TemplateName
                | Self::TemplateLoad
                | Self::TemplateFailure
                | Self::DuplicateKey
                | Self::EvaluationBudget
        )
    }

    /// The code of that kebab-case name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}
