// The module without a browser: Node.js runs it as a page's worker does.

import * as fs from "node:fs";

/** A new instance, as a function from requests to answers. `rest`: the second part of a module that was split. */
export async function load(module, rest) {
  const compiled = await WebAssembly.compile(fs.readFileSync(module));
  const imports = WebAssembly.Module.imports(compiled).filter((it) => rest === undefined || it.module !== "placeholder");
  if (imports.length > 0) {
    throw new Error(`the module imports ${JSON.stringify(imports)}`);
  }
  // What the second part puts something else in place of.
  const missing = new Proxy({}, { get: () => () => { throw new Error("the second part is missing"); } });
  const { exports } = await WebAssembly.instantiate(compiled, { placeholder: missing });
  if (rest !== undefined) {
    await WebAssembly.instantiate(fs.readFileSync(rest), { primary: exports });
  }
  const ask = (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const start = exports.sayl_request(bytes.length);
    new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
    const length = exports.sayl_answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.sayl_answer_text(), length)));
  };
  return { ask, exports };
}
