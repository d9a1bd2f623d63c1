/** The beginning of a formula in a spreadsheet: an operator, or white space that hides one. */
const startsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/u;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/u;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function guardCell(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text;
}

/** Reverses `guardCell`; leaves unguarded text as it is. */
export function unguardCell(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}

/** One line of CSV (RFC 4180), with its line end. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? quote(cell) : cell));
  return `${quoted.join(',')}\r\n`;
}

function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

const needsJson = /[,;"[\]]|^\s|\s$/;

/** Tags in one cell: separated by semicolons, or as a JSON list if a tag contains a separator. */
export function joinTags(tags: readonly string[]): string {
  return tags.some((tag) => needsJson.test(tag)) ? JSON.stringify(tags) : tags.join(';');
}

/** The tags of a cell; without a `separator`, commas and semicolons separate. */
export function splitTags(cell: string, separator: string | null): string[] {
  const text = cell.trim();
  // Mailchimp puts each tag into quotes.
  const json = text.startsWith('[') ? text : text.startsWith('"') ? `[${text}]` : null;
  const list = json === null ? null : jsonList(json);
  if (list) return list.map((tag) => tag.trim()).filter((tag) => tag !== '');
  const parts = separator === null ? cell.split(/[,;]/) : cell.split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function jsonList(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    return isList ? value : null;
  } catch {
    return null;
  }
}
