const space = /[\t\n\r ]/;
const hex = /^[0-9a-fA-F]{4}$/;
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const wordPattern = /true|false|null/y;

/**
 * The index after the string that begins at `start`; for a faulty string, −1 minus the index of the
 * fault.
 */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') return at + 1;
    if (char < ' ') return -at - 1;
    if (char !== '\\') continue;
    at += 1;
    if (text[at] === 'u') {
      if (!hex.test(text.slice(at + 1, at + 5))) return -at - 1;
      at += 4;
    } else if (!'"\\/bfnrt'.includes(text[at] ?? '?')) return -at - 1;
  }
  return -text.length - 1;
}

/** The index after the scalar at `start`; for a faulty one, −1 minus the index of the fault. */
function scalarEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  for (const pattern of [numberPattern, wordPattern]) {
    pattern.lastIndex = start;
    if (pattern.test(text)) return pattern.lastIndex;
  }
  return -start - 1;
}

/**
 * The index of the first character at which a text stops being JSON (RFC 8259), the length of the
 * text if it ends too early, or null if it is JSON. The errors of `JSON.parse` often have no
 * position. It does not recurse, so depth cannot exhaust the stack.
 */
export function jsonFaultIndex(text: string): number | null {
  const open: string[] = [];
  let expects: 'value' | 'key' | 'colon' | 'comma' = 'value';
  let mayClose = false;
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    const inside = open.at(-1);
    if (space.test(char)) at += 1;
    else if ((char === '}' || char === ']') && (expects === 'comma' || mayClose)) {
      if (inside !== (char === '}' ? '{' : '[')) return at;
      open.pop();
      [expects, mayClose] = ['comma', false];
      at += 1;
    } else if (expects === 'comma' && inside !== undefined && char === ',') {
      [expects, mayClose] = [inside === '{' ? 'key' : 'value', false];
      at += 1;
    } else if (expects === 'colon' && char === ':') {
      expects = 'value';
      at += 1;
    } else if (expects === 'value' && (char === '{' || char === '[')) {
      open.push(char);
      [expects, mayClose] = [char === '{' ? 'key' : 'value', true];
      at += 1;
    } else if (expects === 'value' || (expects === 'key' && char === '"')) {
      const end = scalarEnd(text, at);
      if (end < 0) return -end - 1;
      [expects, mayClose] = [expects === 'key' ? 'colon' : 'comma', false];
      at = end;
    } else return at;
  }
  return open.length === 0 && expects === 'comma' ? null : text.length;
}
