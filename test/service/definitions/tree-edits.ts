import type { Chance } from '../../support/chance.ts';

export type Tree = Record<string, string>;

/** A tree with one to three random edits, and what they were. */
export function editedTree(chance: Chance, tree: Tree): { files: Tree; edits: string[] } {
  const files = { ...tree };
  const edits: string[] = [];
  for (let left = 1 + chance.below(3); left > 0; left -= 1) {
    const path = chance.one(Object.keys(files));
    edits.push(editFile(chance, files, path));
  }
  return { files, edits };
}

/** Removes, copies, moves or rewrites a file. */
function editFile(chance: Chance, files: Tree, path: string): string {
  const text = files[path] ?? '';
  const beside = (suffix: string) => path.replace(/\/([^/]+)(\.\w+)$/, `/$1-${suffix}$2`);
  switch (chance.below(14)) {
    case 0:
      delete files[path];
      return `remove ${path}`;
    case 1:
      files[beside('b')] = text;
      return `copy ${path}`;
    case 2:
      delete files[path];
      files[beside('c')] = text;
      return `move ${path}`;
    case 3:
      files[beside('d')] = asNewRecord(text);
      return `new record as ${path}`;
    default:
      files[path] = path.endsWith('.json') ? editedJson(chance, text) : editedText(chance, text);
      return `edit ${path}`;
  }
}

/** The same under another key and without its id. */
function asNewRecord(text: string): string {
  return text
    .replaceAll(/"key": "([^"]+)"/g, '"key": "$1-d"')
    .replace(/^key: (.+)$/m, 'key: $1-d')
    .replace(/"id": \d+,?\s*/, '')
    .replace(/^id: \d+\n/m, '');
}

function editedJson(chance: Chance, text: string): string {
  return `${JSON.stringify(editedValue(chance, JSON.parse(text)), null, 2)}\n`;
}

function editedValue(chance: Chance, value: unknown): unknown {
  if (Array.isArray(value)) return editedList(chance, value);
  if (typeof value === 'object' && value !== null) return editedObject(chance, value);
  if (typeof value === 'number') return chance.one([value + 1, 0, -1, value * 2, 1.5]);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return chance.one([null, 'a', 1]);
  return chance.one([`${value} x`, value.toUpperCase(), '', 'Größe', value.slice(1), `${value}2`]);
}

function editedList(chance: Chance, value: readonly unknown[]): unknown[] {
  if (value.length === 0) return chance.happens(0.5) ? ['vip'] : [];
  const copy = [...value];
  const at = chance.below(copy.length);
  switch (chance.below(5)) {
    case 0:
      copy.splice(at, 1);
      break;
    case 1:
      copy.splice(at, 0, structuredClone(copy[at]));
      break;
    case 2:
      copy.reverse();
      break;
    default:
      copy[at] = editedValue(chance, copy[at]);
  }
  return copy;
}

function editedObject(chance: Chance, value: object): object {
  const copy: Record<string, unknown> = { ...value };
  const keys = Object.keys(copy);
  if (keys.length === 0) return copy;
  const key = chance.one(keys);
  switch (chance.below(12)) {
    case 0:
      delete copy[key];
      break;
    case 1:
      copy[`${key}x`] = copy[key];
      break;
    case 2:
      copy[key] = chance.one([null, 1, 'x', true, [], {}]);
      break;
    default:
      copy[key] = editedValue(chance, copy[key]);
  }
  return copy;
}

function editedText(chance: Chance, text: string): string {
  const lines = text.split('\n');
  const at = chance.below(lines.length);
  switch (chance.below(8)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, lines[at] ?? '');
      break;
    case 2:
      lines[at] = `${lines[at]} more`;
      break;
    case 3:
      lines.splice(at, 0, 'Hello {{ person.first_name }}');
      break;
    case 4:
      lines.splice(at, 0, 'A **line** with [a link](https://example.com/)');
      break;
    case 5:
      return text.replaceAll('\n', '\r\n');
    case 6:
      return `\ufeff${text}`;
    default:
      lines.push('', 'The end {{ event.total | money }}');
  }
  return lines.join('\n');
}
