import { joinPath } from '../json-value.ts';
import { invalid } from '../refusal.ts';

/** A whole number in JSON of which a double keeps other digits. */
export interface RoundedNumber {
  path: string;
  text: string;
  kept: number;
}

/** An object or a list that is open, and where in it the next value is. */
interface Level {
  isList: boolean;
  /** The index in a list; in an object, where the string of the key begins. */
  at: number;
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;

/** Numbers of fewer characters are below 2^53. */
const exactChars = 15;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a character can be in a number after its first one. */
function isInNumber(char: string): boolean {
  return '0123456789.eE+-'.includes(char);
}

function stringEnd(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at - 1;
    while (json.charCodeAt(before) === backslash) before -= 1;
    if ((at - 1 - before) % 2 === 0) return at + 1;
  }
  return json.length;
}

function numberEnd(json: string, start: number): number {
  let end = start + 1;
  while (end < json.length && isInNumber(json[end] ?? '')) end += 1;
  return end;
}

/** What a double keeps of a whole number where that has other digits; null where it has the same. */
function keptOf(text: string): number | null {
  const isWhole = !['.', 'e', 'E'].some((char) => text.includes(char));
  const kept = Number(text);
  if (!isWhole || !Number.isFinite(kept) || String(kept) === text) return null;
  return BigInt(text) === BigInt(kept) ? null : kept;
}

/** The path of the value at an index of a text that is JSON. */
function pathAt(json: string, index: number): string {
  const levels: Level[] = [];
  let stringAt = 0;
  for (let at = 0; at < index; at = json[at] === '"' ? stringEnd(json, at) : at + 1) {
    const char = json[at];
    const inside = levels.at(-1);
    if (char === '"') stringAt = at;
    else if (char === '{' || char === '[') levels.push({ isList: char === '[', at: 0 });
    else if (char === '}' || char === ']') levels.pop();
    else if (char === ':' && inside) inside.at = stringAt;
    else if (char === ',' && inside?.isList) inside.at += 1;
  }
  return joinPath(
    levels.map(({ isList, at }) =>
      isList ? at : String(JSON.parse(json.slice(at, stringEnd(json, at)))),
    ),
  );
}

/**
 * The first whole number of a text that is JSON which is rounded as it is read, such as an id of 64
 * bits: it would be kept as the id of something else. Fractions are near enough by their nature, and
 * what is too large for a double is found in the value.
 */
export function roundedNumber(json: string): RoundedNumber | null {
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at);
    if (code === quote) at = stringEnd(json, at);
    else if (code === minus || isDigit(code)) {
      const end = numberEnd(json, at);
      if (end - at > exactChars) {
        const text = json.slice(at, end);
        const kept = keptOf(text);
        if (kept !== null) return { path: pathAt(json, at), text, kept };
      }
      at = end;
    } else at += 1;
  }
  return null;
}

/** What to say of such a number. */
export function roundedMessage({ text, kept }: RoundedNumber): string {
  return `The number ${text} has more digits than JSON numbers keep here: it would become ${BigInt(kept)}. Send it as text, in quotes.`;
}

/** A text that is one number of which a double keeps other digits; null where it keeps the same. */
export function roundedText(text: string): RoundedNumber | null {
  const kept = keptOf(text);
  return kept === null ? null : { path: '', text, kept };
}

/**
 * Reads JSON that holds the value of `name`; without a name it holds all arguments. Throws SyntaxError
 * for text that is no JSON, and a 422 for a number that would be kept as another one.
 */
export function readExactJson(text: string, name = ''): unknown {
  const value: unknown = JSON.parse(text);
  const rounded = roundedNumber(text);
  if (rounded === null) return value;
  const { path } = rounded;
  const isMember = name !== '' && path !== '' && !path.startsWith('[');
  const whole = `${name}${isMember ? '.' : ''}${path}`;
  throw invalid([{ path: whole, code: 'number_invalid', message: roundedMessage(rounded) }]);
}
