import type { Masks } from '../html/masks.ts';
import { nestingOf } from '../liquid/liquid-source.ts';

const fencePattern = /^ {0,3}(`{3,}|~{3,})/;
const blockMarker = /^(?:#{1,6}\s|>|\||[-*+]\s|\d{1,9}[.)]\s)/;
const branches: ReadonlySet<string> = new Set(['else', 'elsif', 'when']);
const delimiterLike = /^[\s|:]*-[\s|:-]*$/;
const tableDelimiter = /^\|?:?-+:?(?:\|:?-+:?)*\|?$/;

/** The state after the lines read so far. */
interface BlockState {
  fence: string | null;
  comment: boolean;
  table: boolean;
  /** Liquid blocks opened between the rows of the table. */
  tableDepth: number;
  previous: string;
  /** Indentation of the open Liquid blocks: a closing tag takes that of its opening tag. */
  indents: string[];
}

function depthOf(text: string, masks: Masks): number {
  return masks.within(text).reduce((sum, piece) => sum + nestingOf(piece), 0);
}

/** Whether a text opens, closes or divides a Liquid block. */
function dividesBlocks(text: string, masks: Masks): boolean {
  return masks
    .within(text)
    .some((piece) => piece.kind === 'tag' && (nestingOf(piece) !== 0 || branches.has(piece.name)));
}

/** Offsets of the text between the Liquid tags at the beginning and end of a line. */
function middleOf(line: string, masks: Masks): [from: number, to: number] {
  const words = [...line.matchAll(new RegExp(`${masks.mark}\\d+z`, 'g'))];
  let from = /^\s*/.exec(line)?.[0].length ?? 0;
  for (const { 0: word, index } of words) {
    if (line.slice(from, index).trim() !== '' || !masks.isTagsOnly(word)) break;
    from = index + word.length;
  }
  let to = line.length;
  for (const { 0: word, index } of words.toReversed()) {
    const end = index + word.length;
    if (index < from || line.slice(end, to).trim() !== '' || !masks.isTagsOnly(word)) break;
    to = index;
  }
  return [from, to];
}

/**
 * In `{% if vip %}## Heading{% endif %}` the tags get their own lines, otherwise no block could
 * begin. The same for a tag before or after a list item or a table row.
 */
function splitLine(line: string, inTable: boolean, masks: Masks): string[] {
  if (!masks.has(line)) return [line];
  const [from, to] = middleOf(line, masks);
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const middle = line.slice(from, to).trim();
  if (!blockMarker.test(middle) && !(inTable && middle.includes('|'))) return [line];
  const parts = [line.slice(0, from), middle, line.slice(to)].map((part) => part.trim());
  const [before = '', , after = ''] = parts;
  const around = dividesBlocks(before, masks) || depthOf(after, masks) < 0;
  if (!around || depthOf(middle, masks) !== 0) return [line];
  return parts.filter((part) => part !== '').map((part) => indent + part);
}

/** Puts tags around blocks on their own lines. */
function splitLines(source: string, masks: Masks): string[] {
  let inTable = false;
  let previous = '';
  return source.split('\n').flatMap((line) => {
    const delimiter = delimiterLike.test(line) && tableDelimiter.test(line.replace(/\s+/g, ''));
    if (delimiter && previous.includes('|')) inTable = true;
    else if (!line.includes('|') && !masks.isTagsOnly(line)) inTable = false;
    previous = line;
    return splitLine(line, inTable, masks);
  });
}

/** Deep indentation has a meaning only in lists; elsewhere writers indent for readability. */
function indentOf(line: string, state: BlockState, masks: Masks): string {
  const first = masks.within(line)[0];
  const nesting = nestingOf(first);
  if (nesting < 0) return state.indents.pop() ?? '';
  if (branches.has(first?.name ?? '')) return state.indents.at(-1) ?? '';
  const written = /^\s*/.exec(line)?.[0] ?? '';
  const inList = /^\s{4,}\S|^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(state.previous);
  const indent = inList || written.length < 4 ? written : '';
  if (nesting > 0) state.indents.push(indent);
  return indent;
}

function nextContent(lines: string[], from: number, masks: Masks): string {
  let at = from;
  while (at < lines.length && masks.isTagsOnly(lines[at] ?? '')) at += 1;
  return lines[at] ?? '';
}

function tagLine(lines: string[], index: number, state: BlockState, masks: Masks): string {
  const line = lines[index] ?? '';
  if (state.table) {
    const row = nextContent(lines, index + 1, masks).includes('|');
    const depth = depthOf(line, masks);
    if (row || state.tableDepth > 0) {
      state.tableDepth += depth;
      return `|${line.trim()}|`;
    }
    state.table = false;
  }
  const comments = masks.replace(line.trim(), (_, word) => `<!--${word}-->`);
  return indentOf(line, state, masks) + comments;
}

function follow(line: string, state: BlockState): void {
  const fence = fencePattern.exec(line)?.[1];
  if (state.fence !== null) {
    if (fence?.startsWith(state.fence) && line.trim() === fence) state.fence = null;
    return;
  }
  if (fence) state.fence = fence;
  const opened = line.lastIndexOf('<!--');
  const closed = line.lastIndexOf('-->');
  if (opened !== closed) state.comment = opened > closed;
  const bare = line.includes('|') ? line.replace(/\s+/g, '') : '';
  if (tableDelimiter.test(bare) && state.previous.includes('|')) {
    state.table = true;
    state.tableDepth = 0;
  } else if (!line.includes('|')) state.table = false;
  if (line.trim() !== '') state.previous = line;
}

/** `<{{ url }}>` is a URL in angle brackets, not an HTML tag. */
function linkOutputs(line: string, masks: Masks): string {
  if (!line.includes(`<${masks.mark}`)) return line;
  return line.replace(
    new RegExp(`<(${masks.mark}\\d+z)>`, 'g'),
    (whole, word: string, at: number) => {
      const inCode = line.slice(0, at).split('`').length % 2 === 0;
      return inCode || masks.isTagsOnly(word) ? whole : `[${word}](${word})`;
    },
  );
}

/**
 * Prepares markdown with masked Liquid. Lines with only Liquid tags become HTML comments, which are
 * their own blocks, or rows in a table.
 */
export function prepareMarkdown(source: string, masks: Masks): string {
  const lines = splitLines(source, masks);
  const state: BlockState = {
    fence: null,
    comment: false,
    table: false,
    tableDepth: 0,
    previous: '',
    indents: [],
  };
  const prepared = lines.map((line, index) => {
    if (state.fence === null && !state.comment && masks.isTagsOnly(line)) {
      return tagLine(lines, index, state, masks);
    }
    const inFence = state.fence !== null;
    follow(line, state);
    return inFence ? line : linkOutputs(line, masks);
  });
  return prepared.join('\n');
}
