//! The documentation of one schema in every form.

use expect_test::{Expect, expect};

use super::*;
use crate::test_support::Fixture;

fn documentation(text: &str) -> Vec<SchemaDoc> {
    let fixture = Fixture::parse(&format!("#- /schema.yml\n{text}"));
    let analysis = fixture.analysis();
    let file = analysis.file(&fixture.files[0].path).expect("the schema is loaded");
    vec![SchemaDoc::of_data_values(&analysis.schema(file, 0).expect("it compiles"))]
}

const SCHEMA: &str = r#"
#@data/values-schema
#@schema/title "Web app"
#@schema/desc "All of it.\n\nSee https://a.example/x_y."
---
db:
  #@schema/desc "Port of `host`"
  #@schema/validation min=1, max=65535
  #@schema/examples ("Postgres", 5432), ("", 3306)
  port: 5432
  #@schema/nullable
  #@schema/deprecated "Use `user`."
  user_name: ""
#@schema/title "Names of hosts"
#@schema/default ["a.example"]
hosts:
- ""
pools:
- size: 1
#@schema/type any=True
a.b/c: {x: 1}
"#;

#[track_caller]
fn check(printed: &str, expected: Expect) {
    expected.assert_eq(printed);
}

#[test]
fn yaml_has_the_shape_of_the_specification() {
    check(
        &yaml::yaml(&documentation(SCHEMA)),
        expect![[r#"
        schema:
          name: data/values
          title: Web app
          documentation: |-
            All of it.

            See https://a.example/x_y.
          fields:
          - name: db
            title: Db
            type: map
            fields:
            - name: port
              title: Port
              documentation: Port of `host`
              type: integer
              default: 5432
              example:
              - value: 5432
                description: Postgres
              - value: 3306
                description: null
              validation:
              - at least 1
              - at most 65535
            - name: user_name
              title: User name
              type: string or null
              default: null
              deprecated: Use `user`.
          - name: hosts
            title: Names of hosts
            type: array of string
            default:
            - a.example
          - name: pools
            title: Pools
            type: array of map
            default: []
            fields:
            - name: size
              title: Size
              type: integer
              default: 1
          - name: a.b/c
            title: A b c
            type: any
            default:
              x: 1
    "#]],
    );
}

#[test]
fn markdown_has_a_table_for_each_map() {
    check(
        &markdown::markdown(&documentation(SCHEMA)),
        expect![[r##"
        # Web app (`data/values`)

        All of it.

        See <https://a.example/x_y>.

        | Key | Type | Default | Description |
        | --- | --- | --- | --- |
        | [`db`](#db) | map |  |  |
        | <a id="hosts"></a>`hosts` | array of string | `["a.example"]` | **Names of hosts** |
        | [`pools`](#pools) | array of map | `[]` |  |
        | <a id="[&#34;a.b/c&#34;]"></a>`["a.b/c"]` | any | `{x: 1}` |  |

        ## <a id="db"></a>`db`

        map

        | Key | Type | Default | Description |
        | --- | --- | --- | --- |
        | <a id="db.port"></a>`port` | integer | `5432` | Port of `host`<br>Must be: at least 1; at most 65535<br>Examples: `5432` (Postgres), `3306` |
        | <a id="db.user_name"></a>`user_name` | string or null | `null` | **Deprecated.** Use `user`. |

        ## <a id="pools"></a>`pools`

        array of map, default `[]`

        | Key | Type | Default | Description |
        | --- | --- | --- | --- |
        | <a id="pools[].size"></a>`size` | integer | `1` |  |
    "##]],
    );
}

/// The part of the page that the schema makes.
fn main_part(page: &str) -> &str {
    let start = page.find("<section").expect("it has a section");
    &page[start..page.find("</main>").expect("it has a main part")]
}

#[test]
fn a_page_has_an_entry_for_each_key() {
    check(
        main_part(&html::html("Web app", &documentation(SCHEMA))),
        expect![[r##"
            <section class="schema">
            <h1>Web app <small>data/values</small></h1>
            <p>All of it.</p>
            <p>See <a href="https://a.example/x_y" rel="noopener noreferrer">https://a.example/x_y</a>.</p>
            <ul class="keys">
            <li class="key" id="db"><details open><summary class="head"><code class="name">db</code><a class="link" href="#db" aria-label="Link to db">#</a> <span class="type">map</span></summary>
            <ul class="keys">
            <li class="key" id="db.port"><div class="head"><code class="name"><span class="parents">db.</span>port</code><a class="link" href="#db.port" aria-label="Link to db.port">#</a> <span class="type">integer</span> <span class="default"><span class="word">default</span> <code>5432</code></span></div>
            <p>Port of <code>host</code></p>
            <dl><dt>Must be</dt><dd>at least 1</dd><dd>at most 65535</dd></dl>
            <dl><dt>Examples</dt><dd><code>5432</code> <span class="word">Postgres</span></dd><dd><code>3306</code></dd></dl>
            </li>
            <li class="key outdated" id="db.user_name"><div class="head"><code class="name"><span class="parents">db.</span>user_name</code><a class="link" href="#db.user_name" aria-label="Link to db.user_name">#</a> <span class="type">string or null</span> <span class="default"><span class="word">default</span> <code>null</code></span> <span class="mark deprecated">deprecated</span></div>
            <p class="notice"><strong>Deprecated.</strong> Use <code>user</code>.</p>
            </li>
            </ul>
            </details></li>
            <li class="key" id="hosts"><div class="head"><code class="name">hosts</code><a class="link" href="#hosts" aria-label="Link to hosts">#</a> <span class="type">array of string</span> <span class="default"><span class="word">default</span> <code>[&quot;a.example&quot;]</code></span></div>
            <p class="title">Names of hosts</p>
            </li>
            <li class="key" id="pools"><details open><summary class="head"><code class="name">pools</code><a class="link" href="#pools" aria-label="Link to pools">#</a> <span class="type">array of map</span> <span class="default"><span class="word">default</span> <code>[]</code></span></summary>
            <ul class="keys">
            <li class="key" id="pools[].size"><div class="head"><code class="name"><span class="parents">pools[].</span>size</code><a class="link" href="#pools%5B%5D.size" aria-label="Link to pools[].size">#</a> <span class="type">integer</span> <span class="default"><span class="word">default</span> <code>1</code></span></div>
            </li>
            </ul>
            </details></li>
            <li class="key" id="[&quot;a.b/c&quot;]"><div class="head"><code class="name">[&quot;a.b/c&quot;]</code><a class="link" href="#%5B%22a.b/c%22%5D" aria-label="Link to [&quot;a.b/c&quot;]">#</a> <span class="type">any</span> <span class="default"><span class="word">default</span> <code>{x: 1}</code></span></div>
            </li>
            </ul>
            </section>
        "##]],
    );
}

/// Markup, quotes, bars, backticks and line breaks, wherever a schema can hold them.
const HOSTILE: &str = r#"
#@data/values-schema
#@schema/title "</title><script>alert(1)</script>"
---
#@schema/title "</code>|<b>"
#@schema/desc "<img src=x onerror=alert(2)> | `a|b` ``` \n# no heading\n- no item\n1. none [x](javascript:alert(3)) *a* http://a.example/\"onclick=\"alert(4)"
#@schema/examples ("\" onload=\"x", "`` | </pre>")
#@schema/validation ("<i>|</i>", lambda value: True)
"<script>alert(5)</script> ' \" | `\n": "</code></pre><script>alert(6)</script>\n```"
#@schema/deprecated "<u>|"
"*~": 1
"#;

#[test]
fn hostile_text_is_text_on_a_page() {
    let page = html::html("<b>", &documentation(HOSTILE));
    check(
        main_part(&page),
        expect![[r##"
            <section class="schema">
            <h1>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; <small>data/values</small></h1>
            <ul class="keys">
            <li class="key" id="[&quot;&lt;script&gt;alert(5)&lt;/script&gt;_&#39;_\&quot;_|_`\n&quot;]"><div class="head"><code class="name">[&quot;&lt;script&gt;alert(5)&lt;/script&gt; &#39; \&quot; | `\n&quot;]</code><a class="link" href="#%5B%22%3Cscript%3Ealert%285%29%3C/script%3E_%27_%5C%22_%7C_%60%5Cn%22%5D" aria-label="Link to [&quot;&lt;script&gt;alert(5)&lt;/script&gt; &#39; \&quot; | `\n&quot;]">#</a> <span class="type">string</span></div>
            <p class="title">&lt;/code&gt;|&lt;b&gt;</p>
            <p>&lt;img src=x onerror=alert(2)&gt; | <code>a|b</code> ```
            # no heading
            - no item
            1. none [x](javascript:alert(3)) *a* <a href="http://a.example/" rel="noopener noreferrer">http://a.example/</a>&quot;onclick=&quot;alert(4)</p>
            <dl><dt>Default</dt><dd><pre tabindex="0"><code>|-
              &lt;/code&gt;&lt;/pre&gt;&lt;script&gt;alert(6)&lt;/script&gt;
              ```</code></pre></dd></dl>
            <dl><dt>Must be</dt><dd>&lt;i&gt;|&lt;/i&gt;</dd></dl>
            <dl><dt>Examples</dt><dd><code>&quot;`` | &lt;/pre&gt;&quot;</code> <span class="word">&quot; onload=&quot;x</span></dd></dl>
            </li>
            <li class="key outdated" id="[&quot;*~&quot;]"><div class="head"><code class="name">[&quot;*~&quot;]</code><a class="link" href="#%5B%22*~%22%5D" aria-label="Link to [&quot;*~&quot;]">#</a> <span class="type">integer</span> <span class="default"><span class="word">default</span> <code>1</code></span> <span class="mark deprecated">deprecated</span></div>
            <p class="notice"><strong>Deprecated.</strong> &lt;u&gt;|</p>
            </li>
            </ul>
            </section>
        "##]],
    );
    let scripts = page.matches("<script").count();
    assert_eq!((scripts, page.matches("<style").count(), page.matches("<img").count()), (1, 1, 0));
}

#[test]
fn hostile_text_is_text_in_markdown() {
    check(
        &markdown::markdown(&documentation(HOSTILE)),
        expect![[r##"
        # &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; (`data/values`)

        | Key | Type | Default | Description |
        | --- | --- | --- | --- |
        | <a id="[&#34;&#60;script&#62;alert(5)&#60;/script&#62;_&#39;_&#92;&#34;_&#124;_&#96;&#92;n&#34;]"></a>`` ["<script>alert(5)</script> ' \" \| `\n"] `` | string | ```` "</code></pre><script>alert(6)</script>\n```" ```` | **&lt;/code&gt;\|&lt;b&gt;**<br>&lt;img src=x onerror=alert(2)&gt; \| `a\|b` \`\`\` \# no heading \- no item 1\. none \[x\](javascript:alert(3)) \*a\* <http://a.example/>"onclick="alert(4)<br>Must be: &lt;i&gt;\|&lt;/i&gt;<br>Examples: ``` "`` \| </pre>" ``` (" onload="x) |
        | <a id="[&#34;&#42;~&#34;]"></a>`["*~"]` | integer | `1` | **Deprecated.** &lt;u&gt;\| |
    "##]],
    );
}

#[test]
fn keys_are_told_in_words() {
    assert_eq!(key_in_words("static_ip"), "Static ip");
    assert_eq!(key_in_words("a.b/c"), "A b c");
    assert_eq!(step(&Key::String("b.c".into())), "[\"b.c\"]");
    assert_eq!(step(&Key::String("*".into())), "[\"*\"]");
    assert_eq!(step(&Key::Int(1.into())), "[1]");
}

#[test]
fn links_of_several_schemas_differ() {
    let schema = Schema {
        edition: crate::schema::Edition::OpenChoreo,
        root: std::sync::Arc::new(SchemaNode::unknown(crate::text::Place::NOWHERE)),
    };
    let doc = SchemaDoc::of_section("Trait", "my disk", "parameters", &schema);
    assert_eq!(doc.heading(), "Trait my disk: parameters");
    assert_eq!(doc.anchor("a[\"b\"]"), "Trait/my_disk/parameters.a[\"b\"]");
    assert_eq!(doc.link("a[\"b\"]"), "#Trait/my_disk/parameters.a%5B%22b%22%5D");
}

#[test]
fn functions_of_rules_say_what_they_say_of_themselves() {
    let docs = documentation(
        r#"
#! Whether a port is `free`:
#! nobody <b>else</b> listens there.
#@ def is_free(port): return port != 80
#@data/values-schema
---
#@schema/validation ("a free port", is_free), when=lambda v: v > 0
port: 8080
"#,
    );
    check(
        &yaml::yaml(&docs),
        expect![[r#"
        schema:
          name: data/values
          fields:
          - name: port
            title: Port
            type: integer
            default: 8080
            validation:
            - a free port (under a condition)
            functions:
            - name: is_free
              documentation: |-
                Whether a port is `free`:
                nobody <b>else</b> listens there.
    "#]],
    );
    check(
        &markdown::markdown(&docs),
        expect![[r##"
        # Schema of `data/values`

        | Key | Type | Default | Description |
        | --- | --- | --- | --- |
        | <a id="port"></a>`port` | integer | `8080` | Must be: a free port (under a condition)<br>`is_free`: Whether a port is `free`: nobody &lt;b&gt;else&lt;/b&gt; listens there. |
    "##]],
    );
    check(
        main_part(&html::html("Web app", &docs)),
        expect![[r##"
        <section class="schema">
        <h1>data/values</h1>
        <ul class="keys">
        <li class="key" id="port"><div class="head"><code class="name">port</code><a class="link" href="#port" aria-label="Link to port">#</a> <span class="type">integer</span> <span class="default"><span class="word">default</span> <code>8080</code></span></div>
        <dl><dt>Must be</dt><dd>a free port (under a condition)</dd></dl>
        <dl><dt><code>is_free</code></dt><dd>Whether a port is <code>free</code>:
        nobody &lt;b&gt;else&lt;/b&gt; listens there.</dd></dl>
        </li>
        </ul>
        </section>
    "##]],
    );
}
