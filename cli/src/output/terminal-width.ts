/**
 * Characters that a terminal acts on, and those that turn the order of text around. What people send
 * in must not move the cursor or look like something else on the operator's screen.
 */
const acting = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function escaped(character: string): string {
  if (character === '\n' || character === '\t') return character;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Text that is safe to show on a terminal; line ends and tabs stay. */
export function screenText(text: string): string {
  return text.replace(acting, escaped);
}

/** The same on one line. */
export function screenLine(text: string): string {
  return screenText(text.replace(/\r?\n|\r|\t/g, ' '));
}

/** Shown two columns wide by most terminals: wide and fullwidth (Unicode TR11), and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** Shown over what stands before them, or not at all. */
const flat = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

const plain = /^[\x20-\x7e]*$/;

/** What a reader takes for one character, with all that belongs to it. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function columnsOf(character: string): number {
  if (flat.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

function charactersOf(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment);
}

/** Columns of a terminal that a line takes. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  return charactersOf(text).reduce((width, character) => width + columnsOf(character), 0);
}

/** A line in at most `width` columns; where it is longer, its end is a sign that it goes on. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let left = width - 1;
  const kept: string[] = [];
  for (const character of charactersOf(text)) {
    left -= columnsOf(character);
    if (left < 0) break;
    kept.push(character);
  }
  return `${kept.join('')}…`;
}
