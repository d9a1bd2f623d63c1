/** One `import` or `export … from`, static or dynamic. */
export interface Import {
  specifier: string;
  /** Imports only types, so it does not exist at run time. */
  typeOnly: boolean;
  line: number;
}

/** After one of these characters a slash begins a regular expression; after others it divides. */
const beforePattern = /(?:^|[(,=:[!&|?{};+\-*%~^<>\n]|\b(?:return|typeof|case|in|of|do|else))\s*$/;

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** The end of the comment, string or regular expression that begins at `start`. */
function literalEnd(text: string, start: number, close: string): number {
  let inClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '\n' && close !== '`') return at;
    else if (close === '/' && char === '[') inClass = true;
    else if (close === '/' && char === ']') inClass = false;
    else if (char === close && !inClass) return at + 1;
  }
  return text.length;
}

/** The end of the `${…}` expression whose brace opens at `start`. */
function expressionEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '{') depth += 1;
    else if (char === '}' && --depth === 0) return at + 1;
    else if (char === "'" || char === '"') at = literalEnd(text, at, char) - 1;
    else if (char === '`') at = templateEnd(text, at) - 1;
  }
  return text.length;
}

function templateEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return at + 1;
    else if (text[at] === '$' && text[at + 1] === '{') at = expressionEnd(text, at + 1) - 1;
  }
  return text.length;
}

/** Blanks the text of a template literal and keeps the code of its expressions. */
function maskTemplate(template: string): string {
  let masked = '`';
  for (let at = 1; at < template.length - 1; at += 1) {
    if (template[at] === '$' && template[at + 1] === '{') {
      const end = expressionEnd(template, at + 1);
      masked += `  ${mask(template.slice(at + 2, end - 1), true)} `;
      at = end - 1;
    } else if (template[at] === '\\') {
      masked += blank(template.slice(at, at + 2));
      at += 1;
    } else masked += blank(template[at] ?? '');
  }
  return `${masked}\``;
}

function commentEnd(text: string, start: number): number {
  const close = text[start + 1] === '/' ? '\n' : '*/';
  const end = text.indexOf(close, start + 2);
  return end === -1 ? text.length : end + (close === '\n' ? 0 : 2);
}

function mask(text: string, strings: boolean): string {
  let masked = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    const next = text[at + 1];
    let end = at + 1;
    if (char === '/' && (next === '/' || next === '*')) {
      end = commentEnd(text, at);
      masked += blank(text.slice(at, end));
    } else if (char === '`') {
      end = templateEnd(text, at);
      const template = text.slice(at, end);
      masked += strings ? maskTemplate(template) : template;
    } else if (
      char === "'" ||
      char === '"' ||
      (char === '/' && beforePattern.test(masked.slice(-40)))
    ) {
      end = literalEnd(text, at, char);
      const literal = text.slice(at, end);
      masked += strings ? char + blank(literal.slice(1, -1)) + literal.slice(-1) : literal;
    } else masked += char;
    at = end;
  }
  return masked;
}

/** Most rules look at every file of the project, and the files of a process share what they made. */
function remembering(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const made = known.get(text) ?? work(text);
    known.set(text, made);
    return made;
  };
}

/** Blanks comments; every character keeps its index. */
export const withoutComments = remembering((text) => mask(text, false));

/** Blanks comments and the contents of strings and patterns. */
export const codeOnly = remembering((text) => mask(text, true));

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

const names = String.raw`(?:[\w$]+|\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})`;
const fromPattern = new RegExp(
  String.raw`\b(?:import|export)\s+(type\s+)?(${names}(?:\s*,\s*${names})?)\s*from\s*['"]([^'"]+)['"]`,
  'g',
);

/** Whether each name between braces is marked `type`. */
function namesTypesOnly(clause: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(clause)?.[1];
  const listed = inner?.split(',').map((name) => name.trim()) ?? [];
  return inner !== undefined && listed.every((name) => name === '' || name.startsWith('type '));
}

/** The imports of a file, in no particular order; code quoted in a string does not count. */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text);
  const bare = codeOnly(text);
  const found: Import[] = [];
  const add = (index: number, specifier: string, typeOnly: boolean) => {
    if (bare[index] !== code[index]) return;
    found.push({ specifier, typeOnly, line: lineAt(code, index) });
  };
  for (const match of code.matchAll(fromPattern)) {
    const typeOnly = match[1] !== undefined || namesTypesOnly(match[2] ?? '');
    add(match.index, match[3] ?? '', typeOnly);
  }
  for (const match of code.matchAll(/\bimport\s*\(?\s*['"]([^'"]+)['"]/g)) {
    add(match.index, match[1] ?? '', false);
  }
  return found;
}
