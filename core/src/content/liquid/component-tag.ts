import { mergeVariables } from '../text/merge-context.ts';
import { splitLiquid } from './liquid-source.ts';
import { readTagArguments } from './tag-arguments.ts';

/**
 * One argument of `{% component %}`: an expression that keeps its type, or text made of `parts`,
 * where an output has braces.
 */
export type ComponentArgument =
  | { name: string; expression: string }
  | { name: string; parts: string[] };

const whole = /^\{%-?[ \t\r\n]*component[ \t\r\n]*(["'])([a-z0-9_-]+)\1(.*?)-?%\}$/s;
const named = /\{%-?[ \t\r\n]*component[ \t\r\n]*(["'])([a-z0-9_-]+)\1/g;
const argumentPattern = /^\s*(["'])[a-z0-9_-]+\1(.*)$/s;
const literal = /^(?:-?\d+(?:\.\d+)?|true|false|nil)$/;
const address = /^(?:https?:\/\/|mailto:|tel:)/i;
const pathSource = /^[A-Za-z_][\w-]*(?:\.[\w-]+|\[[^\]]*\])*$/;

/** Variables of every mail cannot be overridden by arguments. */
const reserved: ReadonlySet<string> = new Set([
  'content',
  'forloop',
  'theme',
  ...mergeVariables.map(({ name }) => name.split('.')[0] ?? ''),
]);

const componentExample = '{% component "notice" title:"Hello" %}';

/** The keys of component tags in a text, in order, also inside comments. */
export function componentKeysNamedIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(named), (match) => match[2] ?? ''))];
}

/** Key and arguments of a whole tag; null if it has no quoted key. */
export function readComponentTag(text: string): { key: string; args: string } | null {
  const match = whole.exec(text);
  return match ? { key: match[2] ?? '', args: (match[3] ?? '').trim() } : null;
}

/** The arguments of a parsed tag after its key. Throws if there is no key. */
export function argumentsBehindKey(args: string): string {
  const match = argumentPattern.exec(args);
  if (match) return match[2] ?? '';
  throw new Error(`a component is named by its key in quotes, as in ${componentExample}`);
}

/**
 * Parses the arguments of a component: quoted text with outputs, or unquoted a URL, a number,
 * `true`, `false`, `nil` or a variable. Throws an Error with a sentence.
 */
export function parseComponentArguments(source: string): ComponentArgument[] {
  return readTagArguments(source, 'a component', componentExample).map(({ name, text, quoted }) => {
    if (reserved.has(name)) {
      throw new Error(`an argument cannot be named ${name}, which every mail knows already`);
    }
    if (quoted || address.test(text) || text.includes('{{')) {
      return { name, parts: splitLiquid(text).map((piece) => piece.text) };
    }
    if (literal.test(text) || pathSource.test(text)) return { name, expression: text };
    throw new Error(`"${text}" in a component must be in quotes, as in ${componentExample}`);
  });
}
