import { type ButtonStyle, buttonStyles } from '../themes/vocabulary.ts';
import { readTagArguments } from './tag-arguments.ts';

/** The arguments of one `{% button %}`; label and url are Liquid sources without markup. */
export interface ButtonArguments {
  label: string;
  url: string;
  style: ButtonStyle;
}

const knownNames: ReadonlySet<string> = new Set(['label', 'url', 'style']);
const address = /^(?:https?:\/\/|mailto:|tel:)/i;
const pathSource = /^[A-Za-z_][\w-]*(?:\.[\w-]+|\[[^\]]*\])*$/;

const word = /^[A-Za-z_]\w*$/;

const example = '{% button label:"Open" url:"https://example.com" %}';

function readBare(name: string, text: string): string {
  if (address.test(text) || text.includes('{{')) return text;
  if (name === 'style') return text;
  // `label:Open` means the word, unless a variable has that name.
  if (name === 'label' && word.test(text)) return `{{ ${text} | default: "${text}" }}`;
  if (name === 'label' && /\s/.test(text)) return text;
  if (!pathSource.test(text)) {
    throw new Error(`"${text}" in a button must be in quotes, as in ${example}`);
  }
  return `{{ ${text} }}`;
}

function readAll(source: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, text, quoted } of readTagArguments(source, 'a button', example)) {
    if (!knownNames.has(name)) throw new Error(`a button has label, url and style, not "${name}"`);
    values.set(name, quoted ? text : readBare(name, text));
  }
  return values;
}

/**
 * Parses the arguments of a `button` tag (spec, "Theme", rule 5; TAG-09). Quoted text may contain
 * Liquid outputs. An unquoted word is a variable or, for a missing one in a label, the word itself;
 * unquoted URLs and labels of several words are literal. Throws an Error whose message says what is
 * wrong.
 */
export function parseButtonArguments(source: string): ButtonArguments {
  const values = readAll(source);
  const label = values.get('label')?.trim() ?? '';
  const url = values.get('url')?.trim() ?? '';
  if (label === '') throw new Error(`a button needs a label, as in ${example}`);
  if (url === '') throw new Error(`a button needs a url, as in ${example}`);
  const wanted = values.get('style') ?? 'primary';
  const style = buttonStyles.find((known) => known === wanted);
  if (!style)
    throw new Error(`the style of a button is ${buttonStyles.join(', ')}, not "${wanted}"`);
  return { label, url, style };
}
