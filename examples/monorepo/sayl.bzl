"""sayl_test: checks YAML against the schemas that govern it. It sees only its srcs and deps."""

_SCRIPT = """#!/bin/sh
status=0
{sayl} --check --files-from {list} {flags} {srcs} || status=$?
# The same for whatever shows Bazel's results.
if [ -n "${{XML_OUTPUT_FILE:-}}" ]; then
  {sayl} --check --files-from {list} {flags} --format junit --output-file "$XML_OUTPUT_FILE" {srcs} || true
fi
exit "$status"
"""

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _sayl_test_impl(ctx):
    files = depset(ctx.files.srcs, transitive = [depset(ctx.files.deps)])
    list = ctx.actions.declare_file(ctx.label.name + ".files")
    ctx.actions.write(list, "".join([file.short_path + "\n" for file in files.to_list()]))
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, is_executable = True, content = _SCRIPT.format(
        sayl = _quoted(ctx.executable._sayl.short_path),
        list = _quoted(list.short_path),
        flags = " ".join([_quoted(flag) for flag in ctx.attr.flags]),
        srcs = " ".join([_quoted(file.short_path) for file in ctx.files.srcs]),
    ))
    runfiles = ctx.runfiles(files = [list, ctx.executable._sayl], transitive_files = files)
    return [DefaultInfo(executable = script, runfiles = runfiles)]

sayl_test = rule(
    implementation = _sayl_test_impl,
    test = True,
    attrs = {
        "srcs": attr.label_list(allow_files = True, mandatory = True, doc = "What is checked."),
        "deps": attr.label_list(allow_files = True, doc = "What it depends on: schemas, modules, sayl.toml."),
        "flags": attr.string_list(doc = "Further arguments, such as --deny and warnings."),
        "_sayl": attr.label(default = "//tools:sayl", executable = True, cfg = "exec", allow_single_file = True),
    },
)
