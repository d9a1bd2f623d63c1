import { type ButtonStyle, buttonStyles } from '../theme/vocabulary.ts';

/** The arguments of one `{% button %}`; label and url are Liquid sources without markup. */
export interface ButtonArguments {
  label: string;
  url: string;
  style: ButtonStyle;
}

const KNOWN: ReadonlySet<string> = new Set(['label', 'url', 'style']);
const NAME = /\s*,?\s*([A-Za-z_]\w*)\s*:\s*/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy;
const BARE = /(?:\{\{.*?\}\}|[^\s{]|\{(?!\{))+/sy;
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
const PATH = /^[A-Za-z_][\w-]*(?:\.[\w-]+|\[[^\]]*\])*$/;

const EXAMPLE = '{% button label:"Open" url:"https://example.com" %}';

function readBare(name: string, token: string): string {
  const text = token.endsWith(',') ? token.slice(0, -1) : token;
  if (ADDRESS.test(text) || text.includes('{{')) return text;
  if (name === 'style') return text;
  if (!PATH.test(text)) {
    throw new Error(`"${text}" in a button must stand in quotes, as in ${EXAMPLE}`);
  }
  return `{{ ${text} }}`;
}

function readAll(source: string): Map<string, string> {
  const values = new Map<string, string>();
  let at = 0;
  while (source.slice(at).trim().replace(/^,$/, '') !== '') {
    NAME.lastIndex = at;
    const name = NAME.exec(source)?.[1];
    if (name === undefined) {
      const rest = source.slice(at).trim().slice(0, 40);
      throw new Error(`a button cannot read "${rest}"; put text in quotes, as in ${EXAMPLE}`);
    }
    if (!KNOWN.has(name)) throw new Error(`a button has label, url and style, not "${name}"`);
    if (values.has(name)) throw new Error(`a button has one ${name}, not two`);
    at = NAME.lastIndex;
    QUOTED.lastIndex = at;
    BARE.lastIndex = at;
    const quoted = QUOTED.exec(source);
    if (quoted) {
      at = QUOTED.lastIndex;
      values.set(name, (quoted[1] ?? quoted[2] ?? '').replace(/\\(["'\\])/g, '$1'));
    } else {
      const bare = BARE.exec(source)?.[0] ?? '';
      at += bare.length;
      values.set(name, readBare(name, bare));
    }
  }
  return values;
}

/**
 * Reads what stands behind `button` in the tag (spec, "Theme", rule 5; TAG-09). Quoted text may
 * hold Liquid outputs; a bare word is a variable, a bare web address is itself. Throws an Error
 * whose message says what is wrong.
 */
export function parseButtonArguments(source: string): ButtonArguments {
  const values = readAll(source);
  const label = values.get('label')?.trim() ?? '';
  const url = values.get('url')?.trim() ?? '';
  if (label === '') throw new Error(`a button needs a label, as in ${EXAMPLE}`);
  if (url === '') throw new Error(`a button needs a url, as in ${EXAMPLE}`);
  const wanted = values.get('style') ?? 'primary';
  const style = buttonStyles.find((known) => known === wanted);
  if (!style)
    throw new Error(`the style of a button is ${buttonStyles.join(', ')}, not "${wanted}"`);
  return { label, url, style };
}
