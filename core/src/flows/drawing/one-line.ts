/** What breaks lines, hides, or turns the text beside it around. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/** A text as one visible line of so many characters at most, whatever it holds. */
export function oneLine(text: string, chars: number): string {
  const line = text
    .slice(0, 4 * chars)
    .toWellFormed()
    .replace(unseen, ' ')
    .trim();
  const points = [...line];
  return points.length <= chars ? line : `${points.slice(0, chars - 1).join('')}…`;
}
