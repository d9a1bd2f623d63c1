/** Length of a text in UTF-8, in octets. */
export function octets(text: string): number {
  let count = text.length;
  // By code units, since a string for each character would cost more than the rest of an event.
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    count += unit < 0x800 ? 1 : 2;
    // A pair of surrogates is two units and four octets.
    if ((text.codePointAt(at) ?? unit) > 0xffff) at += 1;
  }
  return count;
}

/** Whether a text has more octets in UTF-8; short ones need not be counted. */
export function hasMoreOctets(text: string, most: number): boolean {
  return text.length * 3 > most && octets(text) > most;
}

/**
 * Whether a text has more characters, counted as JSON Schema counts them: an emoji is one character,
 * though it has two code units.
 */
export function hasMoreCharacters(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > most * 2 || Array.from(text).length > most;
}
