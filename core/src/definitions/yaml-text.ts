import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { quoted } from '../condition/json.ts';
import { limits } from '../limits.ts';
import { FileFault } from './file-fault.ts';
import type { FileEntry, FileNode } from './file-tree.ts';

function fault(code: string, offset: number, message: string, fix: string): FileFault {
  return new FileFault(code, offset, message, fix);
}

function malformed(offset: number, reason: string): FileFault {
  const message = `This is not YAML: ${reason.split('\n', 1)[0]?.replace(/ at line .*$/, '')}`;
  return fault('yaml_malformed', offset, message, 'Correct the YAML at this place.');
}

const tooDeep = (offset: number) =>
  fault(
    'too_deep',
    offset,
    `YAML may be nested ${limits.jsonDepth} levels deep at most.`,
    'Take levels out of it.',
  );

function keyOf(node: unknown, offset: number): string {
  if (isScalar(node) && !node.anchor && !node.tag) {
    const { value, source } = node;
    if (typeof value === 'string') return value;
    if (source !== undefined && source !== '') return source;
  }
  throw malformed(offset, 'A key has to be one word or a text in quotes.');
}

function entriesOf(pairs: readonly { key: unknown; value: unknown }[], depth: number): FileEntry[] {
  const seen = new Set<string>();
  return pairs.map(({ key: keyNode, value }) => {
    const offset = (keyNode as Node | null)?.range?.[0] ?? 0;
    const key = keyOf(keyNode, offset);
    if (seen.has(key)) {
      const message = `The key ${quoted(key)} stands twice.`;
      throw fault('key_duplicate', offset, message, 'Keep one of the two.');
    }
    seen.add(key);
    return { key, offset, value: nodeOf(value, offset, depth + 1) };
  });
}

function nodeOf(node: unknown, near: number, depth: number): FileNode {
  if (node === null || node === undefined) return { kind: 'scalar', offset: near, value: null };
  const offset = (node as Node).range?.[0] ?? near;
  if (isAlias(node)) {
    const message = 'Aliases (*name) are not read here.';
    throw fault('yaml_alias', offset, message, 'Write the value out.');
  }
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  if (anchor) {
    const message = 'Anchors (&name) are not read here.';
    throw fault('yaml_alias', offset, message, 'Take the anchor out.');
  }
  if (tag) throw fault('yaml_tag', offset, 'Tags (!name) are not read here.', 'Take the tag out.');
  if (depth > limits.jsonDepth) throw tooDeep(offset);
  if (isMap(node)) return { kind: 'map', offset, entries: entriesOf(node.items, depth) };
  if (isSeq(node)) {
    const items = node.items.map((item) => nodeOf(item, offset, depth + 1));
    return { kind: 'list', offset, items };
  }
  const value = isScalar(node) ? node.value : undefined;
  const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (!plain) throw malformed(offset, 'A value of this kind is not read here.');
  return { kind: 'scalar', offset, value: value as string | number | boolean | null };
}

function parsed(text: string) {
  try {
    const options = { uniqueKeys: false, logLevel: 'silent', prettyErrors: false } as const;
    return parseAllDocuments(text, {
      ...options,
      version: '1.2',
      schema: 'core',
      lineCounter: new LineCounter(),
    });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(0);
    throw malformed(0, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads one document of YAML 1.2 as JSON could hold it: without anchors, aliases, tags and
 * keys that stand twice. Throws FileFault; the size is for the caller to bound.
 */
export function readYaml(text: string): FileNode {
  const documents = parsed(text);
  const [first, second] = Array.isArray(documents) ? documents : [];
  if (first === undefined) return { kind: 'map', offset: 0, entries: [] };
  const [error] = first.errors;
  if (error) {
    // The parser walks by recursion, and tells of an exhausted stack as of a fault.
    if (/call stack/.test(error.message)) throw tooDeep(error.pos[0]);
    throw malformed(error.pos[0], error.message);
  }
  if (second) {
    const offset = second.range?.[0] ?? 0;
    throw malformed(offset, 'a second document begins here.');
  }
  const [warning] = first.warnings;
  if (warning) throw malformed(warning.pos[0], warning.message);
  return nodeOf(first.contents, 0, 1);
}
