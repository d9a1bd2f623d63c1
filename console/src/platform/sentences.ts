import { said, saidUnder } from './words.ts';

interface Pattern {
  matches: RegExp;
  key: `said.text.${string}`;
}

const read = { of: -1, patterns: [] as readonly Pattern[] };

/** The sentences with values in them, again once more words of the language have come. */
function patternsNow(): readonly Pattern[] {
  const keys = saidUnder('said.text.');
  if (read.of === keys.length) return read.patterns;
  read.of = keys.length;
  read.patterns = keys
    .filter((key) => /\{\w+\}/.test(key))
    .map((key) => {
      const text = key.slice('said.text.'.length).replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
      const source = text.replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)');
      return { key: key as Pattern['key'], matches: new RegExp(`^${source}$`, 's') };
    });
  return read.patterns;
}

function saidOne(sentence: string): string | null {
  const exact = said(`said.text.${sentence}`);
  if (exact !== null) return exact;
  for (const { matches, key } of patternsNow()) {
    const found = matches.exec(sentence)?.groups;
    if (found === undefined) continue;
    const { reason } = found;
    return said(key, reason === undefined ? found : { ...found, reason: ownText(reason) });
  }
  return null;
}

/**
 * A text of the service that has no code, in the language of the reader: each of its sentences is known
 * by its English form (CON-21). null in English, and where one of them is not known.
 */
export function saidText(text: string): string | null {
  const whole = saidOne(text);
  if (whole !== null) return whole;
  const sentences = text.split(/(?<=[.?!]) (?=[A-Z])/).map(saidOne);
  return sentences.includes(null) ? null : sentences.join(' ');
}

/** The same, or the text as it is: of a server elsewhere, or of a person. */
export function ownText(text: string): string {
  return saidText(text) ?? text;
}
