const space = /[\t\n\r ]/;
const hex = /^[0-9a-fA-F]{4}$/;
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const wordPattern = /true|false|null/y;

/** Index after a string that begins at `start`, or minus the index of its fault less one. */
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

/** Index after the scalar at `start`, or minus the index of its fault less one. */
function scalarEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  for (const pattern of [numberPattern, wordPattern]) {
    pattern.lastIndex = start;
    if (pattern.test(text)) return pattern.lastIndex;
  }
  return -start - 1;
}

/**
 * Index of the first character that makes a text no JSON (RFC 8259), the length of the text where
 * it ends too early, or null where it is JSON. `JSON.parse` itself often names no place. Walks
 * without recursion, so depth cannot exhaust the stack.
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
