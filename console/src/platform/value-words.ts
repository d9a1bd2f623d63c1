import { language, wordsUnder } from './words.ts';

/** The name of a member as people read it: `people_inside` is "People inside". */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase(language.value) + words.slice(1);
}

/** Where the words of a code are: those of its field, else those of any. */
export function valueKeys(code: string, name: string): string[] {
  const known = code === '\t' ? 'tab' : code;
  return [`value.${name === 'scopes' ? 'scope' : name}.${known}`, `value.${known}`];
}

/** A code that a field takes, such as "sent", as people read it. */
export function valueWords(code: string, name = ''): string {
  for (const key of valueKeys(code, name)) {
    const words = wordsUnder(key);
    if (words !== null) return words;
  }
  return code;
}

/** A code on its own, as in a badge or a cell: with a capital, as the words beside it have. */
export function valueLabel(code: string, name = ''): string {
  return capital(valueWords(code, name));
}

/** Codes on their own, with a capital for all of them: "Read, draft". */
export function valueLabels(codes: readonly string[], name: string): string {
  return capital(codes.map((code) => valueWords(code, name)).join(', '));
}

/** Members whose values are codes of the catalog. */
export const codeNames: ReadonlySet<string> = new Set([
  ...['status', 'kind', 'state', 'run_policy', 'unit', 'delay_unit', 'interval', 'outcome'],
  ...['suppression', 'email_source', 'repeat_mode', 'used_mode', 'holder_type', 'disabled_reason'],
  ...['level', 'severity', 'group', 'metric', 'lane', 'effect', 'left_out', 'surface', 'resource'],
  ...['scope', 'scopes', 'then', 'format', 'other_columns', 'delimiter', 'date_order'],
]);
