// Addresses of the editor and paths of the engine, there and back.

export class Paths {
  private readonly uris = new Map<string, string>();

  /** The path of an address. Where two of them differ in their scheme or authority alone, the path says so. */
  of(uri: string): string {
    const [, scheme, authority, path] = /^([^:]+):(?:\/\/([^/]*))?\/?([^?#]*)/.exec(uri) ?? ["", "", "", uri];
    const plain = `/${decodeURIComponent(path ?? "")}`;
    const other = this.uris.get(plain);
    const own = other === undefined || other === uri ? plain : `/${scheme}/${authority ?? ""}${plain}`;
    this.uris.set(own, uri);
    return own;
  }

  /** The address of a path; of one that nobody named, it is beside the others. */
  uri(path: string): string {
    return this.uris.get(path) ?? this.beside(path);
  }

  private beside(path: string): string {
    const [known, uri] = [...this.uris].find(([known, uri]) => uri.endsWith(encoded(known))) ?? ["", ""];
    return known === "" ? `file://${encoded(path)}` : uri.slice(0, uri.length - encoded(known).length) + encoded(path);
  }
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
