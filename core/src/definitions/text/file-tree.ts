/** The values of JSON and YAML with their positions. */
export type FileNode =
  | { kind: 'scalar'; offset: number; value: string | number | boolean | null }
  | { kind: 'list'; offset: number; items: FileNode[] }
  | { kind: 'map'; offset: number; entries: FileEntry[] };

export interface FileEntry {
  key: string;
  offset: number;
  value: FileNode;
}

/** The JSON value of a node; a key `__proto__` stays a key. */
export function jsonOf(node: FileNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(jsonOf);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, jsonOf(value)]));
}

/**
 * The offset of a path such as `nodes[0].then[1].tag`, or of its last existing part. Keys may
 * contain dots. Null if not even the first part exists.
 */
export function offsetAt(node: FileNode, path: string): number | null {
  if (path === '') return node.offset;
  if (node.kind === 'map') {
    const rest = path.startsWith('.') ? path.slice(1) : path;
    const entry = node.entries
      .filter(({ key }) => rest === key || rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`))
      .sort((a, b) => b.key.length - a.key.length)[0];
    if (entry === undefined) return null;
    return offsetAt(entry.value, rest.slice(entry.key.length)) ?? entry.offset;
  }
  const index = /^\[(\d{1,9})\]/.exec(path);
  const item = node.kind === 'list' && index ? node.items[Number(index[1])] : undefined;
  if (index === null || item === undefined) return null;
  return offsetAt(item, path.slice(index[0].length)) ?? item.offset;
}
