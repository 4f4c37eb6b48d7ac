// Static files as a host of static files serves them: below a path, compressed once, nothing else.

import * as fs from "node:fs";
import * as http from "node:http";
import * as path from "node:path";
import * as zlib from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
/** Where the pages are below the host. */
export const PREFIX = "/some/path/";

export async function serve(folder) {
  const names = fs.readdirSync(folder).filter((name) => !name.endsWith(".br"));
  const compressed = new Map(names.map((name) => [name, compressedFile(path.join(folder, name))]));
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const name = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) || "index.html" : undefined;
    const bytes = compressed.get(name);
    if (bytes === undefined) {
      response.writeHead(404).end();
    } else {
      response.writeHead(200, { "content-type": TYPES[path.extname(name)], "content-encoding": "br", "cache-control": "no-store" }).end(bytes);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}${PREFIX}`, stop: () => server.close() };
}

/** What lies beside a file for this, else the file as servers compress it for each request. */
function compressedFile(file) {
  if (fs.existsSync(`${file}.br`)) {
    return fs.readFileSync(`${file}.br`);
  }
  return zlib.brotliCompressSync(fs.readFileSync(file), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } });
}
