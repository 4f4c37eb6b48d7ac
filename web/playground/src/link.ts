// The link that holds the state: `#v1=` and, in base64 for addresses, the deflated JSON of it.

/** What the page shows: texts by their paths, and the file that is looked at. */
export interface State {
  files: Record<string, string>;
  open: string;
}

const PREFIX = "#v1=";
/** A link that holds more than so many characters of text is none of ours. */
const MOST = 4_000_000;

export async function toLink(state: State): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return PREFIX + base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The state that a link holds; `undefined` if it is none. Says why one that looks like it cannot be read. */
export async function fromLink(hash: string): Promise<State | undefined> {
  if (!hash.startsWith(PREFIX)) {
    return undefined;
  }
  const base64 = hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const state: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  return checked(state);
}

function checked(state: unknown): State {
  const { files, open } = (state ?? {}) as Partial<Record<keyof State, unknown>>;
  const entries = typeof files === "object" && files !== null ? Object.entries(files) : [];
  if (entries.length === 0 || entries.some(([, text]) => typeof text !== "string")) {
    throw new Error("it holds no files");
  }
  const texts = entries.map(([path, text]): [string, string] => [tidy(path), String(text)]);
  const known = new Map(texts);
  const wanted = typeof open === "string" ? tidy(open) : "";
  return { files: Object.fromEntries(known), open: known.has(wanted) ? wanted : (texts[0]?.[0] ?? "") };
}

/** A path below the folder of the page, without ways out of it. */
export function tidy(path: string): string {
  return path.split("/").filter((part) => part !== "" && part !== "." && part !== "..").join("/");
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return new Uint8Array(await new Blob(chunks).arrayBuffer());
    }
    chunks.push(value);
    length += value.length;
    if (length > MOST) {
      throw new Error("it is too large");
    }
  }
}
