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

/** Code points, which is what most scripts show one column wide. */
export function widthOf(text: string): number {
  return [...text].length;
}

export function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}
