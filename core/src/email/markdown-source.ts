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
}

function depthOf(text: string, hidden: Placeholders): number {
  return hidden.within(text).reduce((sum, piece) => sum + nestingOf(piece), 0);
}

/** `{% if vip %}## Heading{% endif %}`: the tags get lines of their own, or no block could begin. */
function splitLine(line: string, hidden: Placeholders): string[] {
  if (!line.trimStart().startsWith(hidden.mark)) return [line];
  const words = [...line.matchAll(new RegExp(`${hidden.mark}\\d+z`, 'g'))];
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  let from = indent.length;
  for (const word of words) {
    if (line.slice(from, word.index).trim() !== '') break;
    from = word.index + word[0].length;
  }
  let to = line.length;
  for (const word of words.toReversed()) {
    const end = word.index + word[0].length;
    if (word.index < from || line.slice(end, to).trim() !== '') break;
    to = word.index;
  }
  const [before, middle, after] = [
    line.slice(0, from),
    line.slice(from, to).trim(),
    line.slice(to),
  ];
  const tags = (text: string) => text.trim() === '' || hidden.isTagsOnly(text);
  if (before.trim() === '' || !BLOCK_MARKER.test(middle) || !tags(before) || !tags(after))
    return [line];
  if (depthOf(before, hidden) < 1 || depthOf(middle, hidden) !== 0) return [line];
  return [indent + before.trim(), indent + middle, indent + after.trim()].filter(
    (part) => part.trim() !== '',
  );
}

function asComments(line: string, hidden: Placeholders, keepIndent: boolean): string {
  const indent = keepIndent ? (/^\s*/.exec(line)?.[0] ?? '') : '';
  return indent + hidden.replace(line.trim(), (_, word) => `<!--${word}-->`);
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
  const inList = /^\s{4,}\S|^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(place.previous);
  return asComments(line, hidden, inList || !/^\s{4}/.test(line));
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

/**
 * Prepares markdown whose Liquid is hidden. Lines that hold nothing but Liquid tags become HTML
 * comments, which are blocks of their own, or rows where they stand in a table.
 */
export function prepareMarkdown(source: string, hidden: Placeholders): string {
  const lines = source.split('\n').flatMap((line) => splitLine(line, hidden));
  const place: Place = { fence: null, comment: false, table: false, tableDepth: 0, previous: '' };
  const prepared = lines.map((line, index) => {
    if (place.fence === null && !place.comment && hidden.isTagsOnly(line)) {
      return tagLine(lines, index, place, hidden);
    }
    follow(line, place);
    return line;
  });
  // `<{{ url }}>` is an address in angle brackets, and no tag named by a value.
  const autolink = new RegExp(`<(${hidden.mark}\\d+z)>`, 'g');
  return prepared.join('\n').replace(autolink, '[$1]($1)');
}
