// The worker: it holds one instance of the module, and asks it one request after the other.

/** What the module exports. */
interface Exports {
  memory: WebAssembly.Memory;
  sayl_request(length: number): number;
  sayl_answer(): number;
  sayl_answer_text(): number;
}

/** To the worker: the module first, then requests. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; request: unknown };

/** From the worker: an answer, or why the module is of no use any more. */
export type FromWorker = { id: number; answer: unknown } | { id: number; failure: string };

let engine: Exports | undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    engine = new WebAssembly.Instance(data.module).exports as unknown as Exports;
  } else {
    self.postMessage(reply(data.id, data.request));
  }
};

function reply(id: number, request: unknown): FromWorker {
  try {
    return { id, answer: ask(request) };
  } catch (error) {
    // A trap: out of memory, or too many calls within calls.
    return { id, failure: String(error) };
  }
}

function ask(request: unknown): unknown {
  if (engine === undefined) {
    throw new Error("there is no module");
  }
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const start = engine.sayl_request(bytes.length);
  // The memory may have grown, and then it is another buffer.
  new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
  const length = engine.sayl_answer();
  const answer = new Uint8Array(engine.memory.buffer, engine.sayl_answer_text(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}
