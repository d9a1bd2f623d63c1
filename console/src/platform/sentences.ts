import { valueWords } from './value-words.ts';
import { type SaidKey, said, saidUnder, wordsUnder } from './words.ts';

/** Sentences of any kind, and parts of sentences that are of one kind each. */
type Room =
  | 'said.text.'
  | 'said.subject.'
  | 'said.change.'
  | 'said.if.'
  | 'said.seen.'
  | 'said.starts.'
  | 'said.target.'
  | 'said.yaml.'
  | 'said.money.';

/** A template, cut at its values: `pieces` has one more than `names`. */
interface Pattern {
  pieces: readonly string[];
  names: readonly string[];
  key: SaidKey;
}

const read = new Map<Room, { of: number; patterns: readonly Pattern[] }>();

/** The sentences with values in them, again once more words of the language have come. */
function patternsNow(room: Room): readonly Pattern[] {
  const keys = saidUnder(room);
  const known = read.get(room);
  if (known?.of === keys.length) return known.patterns;
  const patterns = keys
    .filter((key) => /\{\w+\}/.test(key))
    .map((key) => {
      const parts = key.slice(room.length).split(/\{(\w+)\}/);
      const pieces = parts.filter((_, at) => at % 2 === 0);
      const names = parts.filter((_, at) => at % 2 === 1);
      return { key: key as Pattern['key'], pieces, names };
    });
  read.set(room, { of: keys.length, patterns });
  return patterns;
}

/** A condition within another, or a value it met: no quoted text and no group in brackets is cut. */
const uncut: ReadonlySet<string> = new Set(['when', 'also', 'actual', 'seen']);

/** Where what begins at `at` ends: a quoted text, a group in brackets, or a character; -1 if it does not. */
function endOf(text: string, at: number): number {
  if (text[at] === '(') {
    const end = text.indexOf(')', at);
    const inner = text.indexOf('(', at + 1);
    return end < 0 || (inner >= 0 && inner < end) ? -1 : end + 1;
  }
  if (text[at] !== '"') return at + 1;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '"') return end + 1;
  }
  return -1;
}

/** The end of a value that begins at `from` and is followed by `next`, at the end if it is the last; or -1. */
function valueEnd(
  text: string,
  from: number,
  next: { piece: string; isLast: boolean; name: string },
) {
  const { piece, isLast, name } = next;
  const last = text.length - piece.length;
  if (isLast && !text.endsWith(piece)) return -1;
  if (!uncut.has(name)) return isLast ? last : text.indexOf(piece, from + 1);
  for (let at = endOf(text, from); at >= 0 && at <= last; at = endOf(text, at)) {
    if (isLast ? at === last : text.startsWith(piece, at)) return at;
  }
  return -1;
}

/**
 * The values of a sentence that a template makes, each as short as it can be; null for another
 * sentence. Takes no more steps than a few for each character, as no expression with several values
 * would (SEC-26).
 */
function valuesIn(text: string, { pieces, names }: Pattern): [string, string][] | null {
  const [first = ''] = pieces;
  if (!text.startsWith(first)) return null;
  let from = first.length;
  const values: [string, string][] = [];
  for (const [index, name] of names.entries()) {
    const piece = pieces[index + 1] ?? '';
    const end = valueEnd(text, from, { piece, isLast: index === names.length - 1, name });
    if (end <= from) return null;
    const value = text.slice(from, end);
    if (name === 'input' && /[.?!] /.test(value)) return null;
    values.push([name, value]);
    from = end + piece.length;
  }
  return values;
}

const word = /^[a-z]+$/;

/** A text that ends before a quoted name, with the kind of record that it ends with, if any. */
function kindBefore(text: string): { start: string; kind: string | null } {
  const words = text.split(' ');
  const isWord = (back: number) => word.test(words.at(-back) ?? '');
  if (words.at(-1) !== '' || !isWord(2)) return { start: text, kind: null };
  const length = isWord(3) && words.at(-3) !== 'the' ? 2 : 1;
  const kind = words.slice(-1 - length, -1).join(' ');
  const kept = words.slice(0, words.at(-2 - length) === 'the' ? -2 - length : -1 - length);
  return { start: [...kept, ''].join(' '), kind };
}

/** What holds a record, such as `the flow "welcome", the guard "quiet" and 3 more`. */
function holderWords(holders: string): string {
  const parts = holders.split('"');
  const named = parts.map((part, at) => {
    if (at % 2 === 1) return said('said.quoted', { name: part }) ?? `"${part}"`;
    if (at === parts.length - 1) return part;
    const { start, kind } = kindBefore(part);
    return kind === null ? part : `${start}${said(`said.kind.${kind}`) ?? kind} `;
  });
  return named
    .join('')
    .replaceAll(' (archived)', said('said.archived') ?? ' (archived)')
    .replaceAll(
      /(?:,| and) (\d+) more/g,
      (whole, n: string) => said('said.andMore', { n }) ?? whole,
    );
}

/** How values are said that are sentences or names of the service themselves. */
const spoken: Readonly<Record<string, (value: string) => string | null>> = {
  reason: ownText,
  what: ownText,
  kind: (kind) => said(`said.kind.${kind}`) ?? kind,
  input: (name) => wordsUnder(`field.${name}`) ?? name,
  subject: (name) => saidOne(name, 'said.subject.') ?? name,
  wanted: (name) => saidOne(name, 'said.subject.') ?? name,
  given: (value) => saidOne(value, 'said.subject.') ?? value,
  when: conditionText,
  also: conditionText,
  duration: conditionText,
  per: spanText,
  time: spanText,
  seen: (phrase) => saidOne(phrase, 'said.seen.'),
  trace: ownText,
  verdict: (word) => said(`said.verdict.${word}`),
  side: (word) => said(`said.side.${word}`),
  other_side: (word) => said(`said.side.${word}`),
  would: wouldText,
  was: knownChange,
  is: knownChange,
  start: (phrase) => saidOne(phrase, 'said.starts.'),
  other_start: (phrase) => saidOne(phrase, 'said.starts.'),
  goal_target: (phrase) => saidOne(phrase, 'said.target.'),
  interval: codeText,
  yaml: (phrase) => saidOne(phrase, 'said.yaml.') ?? phrase,
  fault: (phrase) => saidOne(phrase, 'said.money.'),
  instead: (phrase) => saidOne(phrase, 'said.money.'),
  handle: (text) => (isHandle(text) ? text : null),
  actual: (value) => said(`said.actual.${value}`) ?? saidOne(value, 'said.subject.') ?? value,
  status: codeText,
  other_status: codeText,
  outcome: codeText,
  other_outcome: codeText,
  branch: (arm) => said(`said.branch.${arm}`) ?? arm,
  weekdays: weekdayText,
  shares: sharesText,
  before: (value) => said(`said.value.${value}`) ?? value,
  after: (value) => said(`said.value.${value}`) ?? value,
  lines: (lines) => lines.split('; ').map(changedText).join('; '),
  holders: holderWords,
};

/** How long something may take; a point in time is as it is. */
function spanText(value: string): string {
  return conditionText(value) ?? value;
}

/** A code of the service, or several with "or" between them. A sentence has no name in its place. */
function codeText(codes: string): string {
  return codes
    .split(' or ')
    .map((code) => valueWords(code))
    .join(said('said.or') ?? ' or ');
}

/** Days of the week; null where one of them is none, and the sentence is another. */
function weekdayText(days: string): string | null {
  const words = days.split(', ').map((day) => said(`said.weekday.${day}`));
  return words.includes(null) ? null : words.join(', ');
}

/** The arms of a split, whose names are in quotes, such as `"A" 50, "none" 50 (holdout)`. */
function sharesText(arms: string): string {
  const holdout = said('said.holdout') ?? 'holdout';
  const parts: string[] = [];
  for (let at = 0; at < arms.length; ) {
    const end = endOf(arms, at);
    if (end < 0) return arms;
    const part = arms.slice(at, end);
    parts.push(part === '(holdout)' ? `(${holdout})` : part);
    at = end;
  }
  return parts.join('');
}

/** What a step does, and behind it why: the last sentence that is known outside quotes. */
function wouldText(text: string): string {
  for (const at of colonsIn(text).toReversed()) {
    const why = saidOne(text.slice(at + 2), 'said.text.');
    const what = why === null ? null : saidOne(text.slice(0, at), 'said.text.');
    if (what !== null) return `${what}: ${why}`;
  }
  return ownText(text);
}

function colonsIn(text: string): number[] {
  const found: number[] = [];
  for (let at = 0; at >= 0 && at < text.length; at = endOf(text, at)) {
    if (text.startsWith(': ', at)) found.push(at);
  }
  return found;
}

/** A step, or the path of a goal: a text that a person wrote has spaces or quotes in its place. */
function isHandle(text: string): boolean {
  return !text.includes(' ') && !text.includes('"');
}

/** null where it is not known, and the sentence around it with it. */
function conditionText(phrase: string): string | null {
  return saidOne(phrase, 'said.if.');
}

function saidOne(sentence: string, room: Room, isOfFile = false): string | null {
  const exact = said(`${room}${sentence}`);
  if (exact !== null) return exact;
  for (const pattern of patternsNow(room)) {
    const found = valuesIn(sentence, pattern);
    if (found === null) continue;
    const values = spokenValues(found, isOfFile);
    if (values !== null) return said(pattern.key, values);
  }
  return null;
}

/** null as soon as one of them is not known, so that no list is tried to its end again and again. */
function spokenValues(found: readonly [string, string][], isOfFile: boolean) {
  const values: Record<string, string> = {};
  for (const [name, value] of found) {
    const say = isOfFile && name === 'input' ? undefined : spoken[name];
    const words = say === undefined ? value : say(value);
    if (words === null) return null;
    values[name] = words;
  }
  return values;
}

/**
 * A text of the service that has no code, in the language of the reader: each of its sentences is known
 * by its English form (CON-21). null in English, and where one of them is not known.
 */
export function saidText(text: string, { isOfFile = false } = {}): string | null {
  // Sentences about a field of a file begin with its name, as it is written there.
  for (const end of [/(?<=[.?!]) (?=[A-Z])/, /(?<=[.?!]) /]) {
    const sentences = text.split(end).map((sentence) => saidOne(sentence, 'said.text.', isOfFile));
    if (!sentences.includes(null)) return sentences.join(' ');
  }
  return saidOne(text, 'said.text.', isOfFile);
}

/** What starts a flow, from the sentence of the service. */
export function startText(text: string): string {
  return saidOne(text, 'said.starts.') ?? text;
}

/** What is wrong with a row of a file, whose columns are called as they are there. */
export function rowText(text: string): string {
  return saidText(text, { isOfFile: true }) ?? text;
}

/** The same, or the text as it is: of a server elsewhere, or of a person. */
export function ownText(text: string): string {
  return saidText(text) ?? text;
}

function knownChange(line: string): string | null {
  return saidOne(line, 'said.change.') ?? saidText(line);
}

/** A line that says what changed in a record. */
export function changedText(line: string): string {
  return knownChange(line) ?? line;
}
