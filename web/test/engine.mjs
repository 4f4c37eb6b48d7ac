// The module without a browser: Node.js runs it as a page's worker does.

import * as fs from "node:fs";

/** A new instance, as a function from requests to answers. */
export async function load(module) {
  const compiled = await WebAssembly.compile(fs.readFileSync(module));
  const imports = WebAssembly.Module.imports(compiled);
  if (imports.length > 0) {
    throw new Error(`the module imports ${JSON.stringify(imports)}`);
  }
  const { exports } = await WebAssembly.instantiate(compiled);
  const ask = (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const start = exports.sayl_request(bytes.length);
    new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
    const length = exports.sayl_answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.sayl_answer_text(), length)));
  };
  return { ask, memory: () => exports.memory.buffer.byteLength };
}
