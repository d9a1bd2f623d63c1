/**
 * Control characters of a terminal, and those that change the direction of text. Text from
 * subscribers must not move the cursor or disguise itself on the operator's screen.
 */
const controlCharacters = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function escaped(character: string): string {
  if (character === '\n' || character === '\t') return character;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes text for a terminal; line ends, also those of CSV and of mail, and tabs stay. */
export function screenText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controlCharacters, escaped);
}

/** The same on one line. */
export function screenLine(text: string): string {
  return screenText(text.replace(/\r?\n|\r|\t/g, ' '));
}

/**
 * Characters that most terminals show two columns wide: wide and fullwidth (Unicode TR11), and
 * emoji.
 */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** Characters without a width: combining and format characters. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

const plain = /^[\x20-\x7e]*$/;

/** Made when it is needed: that takes as long as a short command. */
let segmenter: Intl.Segmenter | null = null;

function columnsOf(character: string): number {
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Splits text into graphemes: what readers see as single characters. */
function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The width of a line in terminal columns. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  return graphemesOf(text).reduce((width, character) => width + columnsOf(character), 0);
}

/** Cuts a line to at most `width` columns, with an ellipsis at the end. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let left = width - 1;
  const kept: string[] = [];
  for (const character of graphemesOf(text)) {
    left -= columnsOf(character);
    if (left < 0) break;
    kept.push(character);
  }
  return `${kept.join('')}…`;
}
