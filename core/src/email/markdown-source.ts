import { nestingOf, type Placeholders } from './placeholders.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const BLOCK_MARKER = /^(?:#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s)/;
const TABLE_DELIMITER = /^\|?:?-+:?(?:\|:?-+:?)*\|?$/;

/** Where the lines stand that were read so far. */
interface Place {
  fence: string | null;
  comment: boolean;
  table: boolean;
  /** Liquid blocks opened between the rows of the table. */
  tableDepth: number;
  previous: string;
  /** Indentation of the Liquid blocks that stand open: what closes one stands where it began. */
  indents: string[];
}

function depthOf(text: string, hidden: Placeholders): number {
  return hidden.within(text).reduce((sum, piece) => sum + nestingOf(piece), 0);
}

/** `{% if vip %}## Heading{% endif %}`: the tags get lines of their own, or no block could begin. */
function splitLine(line: string, hidden: Placeholders): string[] {
  if (!line.trimStart().startsWith(hidden.mark)) return [line];
  const tagWord = (match: RegExpMatchArray) => hidden.isTagsOnly(match[0]);
  const words = [...line.matchAll(new RegExp(`${hidden.mark}\\d+z`, 'g'))];
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  let from = indent.length;
  for (const word of words) {
    if (line.slice(from, word.index).trim() !== '' || !tagWord(word)) break;
    from = word.index + word[0].length;
  }
  let to = line.length;
  for (const word of words.toReversed()) {
    const end = word.index + word[0].length;
    if (word.index < from || line.slice(end, to).trim() !== '' || !tagWord(word)) break;
    to = word.index;
  }
  const [before, middle, after] = [
    line.slice(0, from),
    line.slice(from, to).trim(),
    line.slice(to),
  ];
  if (before.trim() === '' || !BLOCK_MARKER.test(middle)) return [line];
  if (depthOf(before, hidden) < 1 || depthOf(middle, hidden) !== 0) return [line];
  return [indent + before.trim(), indent + middle, indent + after.trim()].filter(
    (part) => part.trim() !== '',
  );
}

/** Deep indentation means something only in a list; elsewhere writers indent for their own eyes. */
function indentOf(line: string, place: Place, hidden: Placeholders): string {
  const first = hidden.within(line)[0];
  const nesting = nestingOf(first);
  const branch = first?.name === 'else' || first?.name === 'elsif' || first?.name === 'when';
  if (nesting < 0) return place.indents.pop() ?? '';
  if (branch) return place.indents.at(-1) ?? '';
  const written = /^\s*/.exec(line)?.[0] ?? '';
  const inList = /^\s{4,}\S|^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(place.previous);
  const indent = inList || written.length < 4 ? written : '';
  if (nesting > 0) place.indents.push(indent);
  return indent;
}

function nextContent(lines: string[], from: number, hidden: Placeholders): string {
  let at = from;
  while (at < lines.length && hidden.isTagsOnly(lines[at] ?? '')) at += 1;
  return lines[at] ?? '';
}

function tagLine(lines: string[], index: number, place: Place, hidden: Placeholders): string {
  const line = lines[index] ?? '';
  if (place.table) {
    const row = nextContent(lines, index + 1, hidden).includes('|');
    const depth = depthOf(line, hidden);
    if (row || place.tableDepth > 0) {
      place.tableDepth += depth;
      return `|${line.trim()}|`;
    }
    place.table = false;
  }
  const comments = hidden.replace(line.trim(), (_, word) => `<!--${word}-->`);
  return indentOf(line, place, hidden) + comments;
}

function follow(line: string, place: Place): void {
  const fence = FENCE.exec(line)?.[1];
  if (place.fence !== null) {
    if (fence?.startsWith(place.fence) && line.trim() === fence) place.fence = null;
    return;
  }
  if (fence) place.fence = fence;
  const opened = line.lastIndexOf('<!--');
  const closed = line.lastIndexOf('-->');
  if (opened !== closed) place.comment = opened > closed;
  const bare = line.includes('|') ? line.replace(/\s+/g, '') : '';
  if (TABLE_DELIMITER.test(bare) && place.previous.includes('|')) {
    place.table = true;
    place.tableDepth = 0;
  } else if (!line.includes('|')) place.table = false;
  if (line.trim() !== '') place.previous = line;
}

/** `<{{ url }}>` is an address in angle brackets, and no tag named by a value. */
function linkOutputs(line: string, hidden: Placeholders): string {
  if (!line.includes(`<${hidden.mark}`)) return line;
  return line.replace(
    new RegExp(`<(${hidden.mark}\\d+z)>`, 'g'),
    (whole, word: string, at: number) => {
      const inCode = line.slice(0, at).split('`').length % 2 === 0;
      return inCode || hidden.isTagsOnly(word) ? whole : `[${word}](${word})`;
    },
  );
}

/**
 * Prepares markdown whose Liquid is hidden. Lines that hold nothing but Liquid tags become HTML
 * comments, which are blocks of their own, or rows where they stand in a table.
 */
export function prepareMarkdown(source: string, hidden: Placeholders): string {
  const lines = source.split('\n').flatMap((line) => splitLine(line, hidden));
  const place: Place = {
    fence: null,
    comment: false,
    table: false,
    tableDepth: 0,
    previous: '',
    indents: [],
  };
  const prepared = lines.map((line, index) => {
    if (place.fence === null && !place.comment && hidden.isTagsOnly(line)) {
      return tagLine(lines, index, place, hidden);
    }
    const inFence = place.fence !== null;
    follow(line, place);
    return inFence ? line : linkOutputs(line, hidden);
  });
  return prepared.join('\n');
}
