/** One `name:value` of our own tags. `quoted` text may contain Liquid outputs. */
export interface TagArgument {
  name: string;
  text: string;
  quoted: boolean;
}

const namePattern = /(?:\s*,)?\s*([A-Za-z_]\w*)\s*:\s*/y;
const quotedPattern = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy;
/** Where the words of a label end: before the next argument, with what separates it, or a quote. */
const wordsEnd = /["'{}]|(?:(?<!\s)\s+(?:,\s*)?|,\s*)[A-Za-z_]\w*\s*:/g;
const barePattern = /(?:\{\{.*?\}\}|[^\s{]|\{(?!\{))+/sy;

/** An unquoted label of several words, as in the specification; '' if there is none. */
function wordsAt(source: string, at: number): string {
  wordsEnd.lastIndex = at;
  const words = source.slice(at, wordsEnd.exec(source)?.index).trimEnd();
  return /\s/.test(words) && !source.startsWith('{', at + words.length) ? words : '';
}

/**
 * Parses `name:value` pairs separated by blanks or commas, each name once. Throws an Error whose
 * message says what is wrong; `tag` is the name of the tag in it, as in `a button`.
 */
export function readTagArguments(source: string, tag: string, example: string): TagArgument[] {
  const read: TagArgument[] = [];
  const names = new Set<string>();
  let at = 0;
  while (source.slice(at).trim().replace(/^,$/, '') !== '') {
    namePattern.lastIndex = at;
    const name = namePattern.exec(source)?.[1];
    if (name === undefined) {
      const rest = source.slice(at).trim().slice(0, 40);
      if (/^["']/.test(rest))
        throw new Error(`${tag} needs a name before ${rest}, as in ${example}`);
      throw new Error(`${tag} cannot read "${rest}"; put text in quotes, as in ${example}`);
    }
    if (names.has(name)) throw new Error(`${tag} has one ${name}, not two`);
    names.add(name);
    at = namePattern.lastIndex;
    quotedPattern.lastIndex = at;
    barePattern.lastIndex = at;
    const quoted = quotedPattern.exec(source);
    if (quoted) {
      at = quotedPattern.lastIndex;
      const text = (quoted[1] ?? quoted[2] ?? '').replace(/\\(["'\\])/g, '$1');
      read.push({ name, text, quoted: true });
      continue;
    }
    const bare = (name === 'label' && wordsAt(source, at)) || (barePattern.exec(source)?.[0] ?? '');
    at += bare.length;
    if (bare === '') throw new Error(`${tag} has no value for ${name}, as in ${example}`);
    read.push({ name, text: bare.endsWith(',') ? bare.slice(0, -1) : bare, quoted: false });
  }
  return read;
}
