/** Characters that break lines, are invisible, or reverse adjacent text. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/** Any text as one visible line of at most `chars` characters. */
export function oneLine(text: string, chars: number): string {
  const line = text
    .slice(0, 4 * chars)
    .toWellFormed()
    .replace(unseen, ' ')
    .trim();
  const points = [...line];
  return points.length <= chars ? line : `${points.slice(0, chars - 1).join('')}…`;
}
