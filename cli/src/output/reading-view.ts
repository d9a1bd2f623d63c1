import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { cellOf, isOneValue } from './cell.ts';
import { repeatsAnother, table } from './table.ts';
import { screenLine, screenText, widthOf } from './terminal-width.ts';

/** Records deeper than this are rare and are read as JSON. */
const deepest = 4;

/** Text on a narrower screen is read in lines that are too long for it. */
const narrowest = 20;

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  if (isObject(value)) return Object.values(value).every(isEmpty);
  return value === null || value === undefined || value === '';
}

/** Breaks a line at its spaces; a longer word stays whole, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > Math.max(width, narrowest)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function isLine(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => !isObject(entry) && isLine(entry));
  if (isObject(value)) return isOneValue(value);
  return typeof value !== 'string' || !value.trimEnd().includes('\n');
}

function lineOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return cellOf(typeof value === 'string' ? value.trimEnd() : value);
}

/** Names and values in two columns, long values on several lines. */
function pairs(entries: readonly [string, unknown][], columns: number): string[] {
  const names = entries.map(([name]) => screenLine(name));
  const widths = names.map(widthOf).filter((width) => width <= Math.max(narrowest, columns / 2));
  const wide = Math.max(2, ...widths) + 2;
  return entries.flatMap(([, value], index) => {
    const name = names[index] ?? '';
    const lines = wrap(lineOf(value), columns - wide);
    const blank = ' '.repeat(wide);
    // A long name has a line of its own.
    if (widthOf(name) + 2 > wide) return [name, ...lines.map((line) => blank + line)];
    const [first = '', ...rest] = lines;
    return [name + ' '.repeat(wide - widthOf(name)) + first, ...rest.map((line) => blank + line)];
  });
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

function section(value: unknown, columns: number, depth: number): string[] {
  if (typeof value === 'string') return screenText(value.trimEnd()).split('\n');
  if (isObject(value) && depth < deepest) return members(value, columns, depth + 1);
  if (Array.isArray(value) && value.every(isObject)) {
    return table(value, columns).trimEnd().split('\n');
  }
  return screenText(JSON.stringify(value, null, 2)).split('\n');
}

/** First what fits on a line, then tables and records, then texts. */
function members(record: JsonObject, columns: number, depth: number): string[] {
  const filled = Object.entries(record).filter(
    ([name, value]) => !isEmpty(value) && !repeatsAnother(record, name),
  );
  const short = filled.filter(([, value]) => isLine(value));
  const long = filled.filter(([, value]) => !isLine(value));
  const isText = ([, value]: [string, unknown]) => typeof value === 'string';
  const sections = [...long.filter((one) => !isText(one)), ...long.filter(isText)];
  const parts = sections.map(([name, value]) => [
    screenLine(name),
    ...indented(section(value, columns - 2, depth)),
  ]);
  const blocks = [...(short.length > 0 ? [pairs(short, columns)] : []), ...parts];
  return blocks.flatMap((block, index) => (index === 0 || depth > 1 ? block : ['', ...block]));
}

/**
 * An answer to be read by a person: the names of its members, which --json takes, and their values.
 * What is empty is left out.
 */
export function readingView(answer: unknown, columns: number): string {
  if (!isObject(answer)) return `${lineOf(answer)}\n`;
  const filled = Object.entries(answer).filter(([, value]) => !isEmpty(value));
  const [only] = filled;
  const record = filled.length === 1 && only && isObject(only[1]) ? only[1] : answer;
  return `${members(record, columns, 1).join('\n')}\n`;
}
