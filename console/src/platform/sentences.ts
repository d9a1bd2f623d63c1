import { said, saidUnder, wordsUnder } from './words.ts';

/** Sentences of any kind, what they are about, lines that say what changed in a record, and conditions. */
type Room = 'said.text.' | 'said.subject.' | 'said.change.' | 'said.if.';

/** A condition within another: no quoted text and no group in brackets is cut. */
const whole = String.raw`(?:"(?:[^"\\]|\\.)*"|\([^()]*\)|[^"(])+?`;

interface Pattern {
  matches: RegExp;
  key: `said.${string}`;
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
      const text = key.slice(room.length).replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
      const source = text
        .replaceAll('{input}', '(?<input>(?:(?![.?!] ).)+?)')
        .replaceAll(/\{(when|also)\}/g, (_, name: string) => `(?<${name}>${whole})`)
        .replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)');
      return { key: key as Pattern['key'], matches: new RegExp(`^${source}$`, 's') };
    });
  read.set(room, { of: keys.length, patterns });
  return patterns;
}

/** What holds a record, such as `the flow "welcome", the guard "quiet" and 3 more`. */
function holderWords(holders: string): string {
  return holders
    .replaceAll(
      /(?:(?:the )?([a-z]+(?: [a-z]+)?) )?"([^"]*)"/g,
      (whole, kind: string | undefined, name) => {
        const named = said('said.quoted', { name });
        if (named === null) return whole;
        return kind === undefined ? named : `${said(`said.kind.${kind}`) ?? kind} ${named}`;
      },
    )
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
  before: (value) => said(`said.value.${value}`) ?? value,
  after: (value) => said(`said.value.${value}`) ?? value,
  lines: (lines) => lines.split('; ').map(changedText).join('; '),
  holders: holderWords,
};

/** null where it is not known, and the sentence around it with it. */
function conditionText(phrase: string): string | null {
  return saidOne(phrase, 'said.if.');
}

function saidOne(sentence: string, room: Room, isOfFile = false): string | null {
  const exact = said(`${room}${sentence}`);
  if (exact !== null) return exact;
  for (const { matches, key } of patternsNow(room)) {
    const found = matches.exec(sentence)?.groups;
    if (found === undefined) continue;
    const values = Object.entries(found).map(([name, value]) => {
      const say = isOfFile && name === 'input' ? undefined : spoken[name];
      return [name, say === undefined ? value : say(value)];
    });
    if (values.some(([, value]) => value === null)) continue;
    return said(key, Object.fromEntries(values));
  }
  return null;
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

/** What is wrong with a row of a file, whose columns are called as they are there. */
export function rowText(text: string): string {
  return saidText(text, { isOfFile: true }) ?? text;
}

/** The same, or the text as it is: of a server elsewhere, or of a person. */
export function ownText(text: string): string {
  return saidText(text) ?? text;
}

/** A line that says what changed in a record. */
export function changedText(line: string): string {
  return saidOne(line, 'said.change.') ?? ownText(line);
}
