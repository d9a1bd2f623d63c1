/** The length of a text without the line ends at its end. */
export function beforeLineEnds(text: string): number {
  let end = text.length;
  while (end >= 2 && text.startsWith('\r\n', end - 2)) end -= 2;
  return end;
}
