import { hinted, type Issue } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import {
  type ColorValue,
  type ThemeVariable,
  type ThemeVariableName,
  themeVariablesByName,
  themeVocabulary,
} from './vocabulary.ts';

/** The values that a theme stores: only the variables that were set. */
export type ThemeValues = Partial<Record<ThemeVariableName, ColorValue | string>>;

/** Every variable with its value or default; tags and buttons use it. */
export type ResolvedTheme = Record<ThemeVariableName, ColorValue | string>;

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const length = /^(-?(?:\d{1,5}(?:\.\d{1,15})?|\.\d{1,15}))(px|rem|em|%)?$/i;
const lengthProblem =
  'A length is a number from -99999 to 99999, and px, rem, em or %; a bare number is pixels.';
const quotedFamily = /^(["'])[\p{L}\p{N}][\p{L}\p{N} ._&+-]*\1$/u;
/** Also with digits and signs; `themeCss` quotes those that CSS does not accept unquoted. */
const plainFamily = /^-?[\p{L}\p{N}_][\p{L}\p{N} ._&+-]*$/u;

type Parsed = { value: ColorValue | string } | { problem: string; fix?: string };

function writeBoth(light: string, dark: string): string {
  return `Write both, as {"light": "${light}", "dark": "${dark}"}.`;
}

function parseColor(input: unknown): Parsed {
  const shape = 'A color is an object {light, dark} of two hex strings such as "#2563eb".';
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const one = typeof input === 'string' ? input.trim() : '';
    return { problem: shape, ...(hex.test(one) && { fix: writeBoth(one, one) }) };
  }
  const halves = new Map<string, unknown>(Object.entries(input));
  for (const key of halves.keys()) {
    if (key !== 'light' && key !== 'dark')
      return { problem: `${shape} "${key}" is not part of it.` };
  }
  const parsed: ColorValue = { light: '', dark: '' };
  for (const half of ['light', 'dark'] as const) {
    const value = halves.get(half);
    const text = typeof value === 'string' ? value.trim() : '';
    if (!hex.test(text)) {
      const problem = `The ${half} value must be hex: #rgb, #rgba, #rrggbb or #rrggbbaa.`;
      // The value at fault is a part of the one that the path names.
      return { problem, fix: writeBoth('#2563eb', '#94c6ff') };
    }
    parsed[half] = text;
  }
  return { value: parsed };
}

function parseLength(input: unknown): Parsed {
  const problem = lengthProblem;
  if (typeof input !== 'string' && typeof input !== 'number') return { problem };
  const match = length.exec(String(input).trim());
  const amount = match?.[1];
  if (amount === undefined) return { problem };
  return { value: `${amount}${(match?.[2] ?? 'px').toLowerCase()}` };
}

function parseFont(input: unknown, variable: ThemeVariable): Parsed {
  if (typeof input !== 'string') return { problem: 'A font is a font stack given as a string.' };
  const text = input.trim();
  if (text === '') {
    return variable.default === ''
      ? { value: '' }
      : { problem: 'Name at least one font family, for example "Georgia, serif".' };
  }
  if (text.length > limits.fontStackChars) {
    return { problem: `A font stack has at most ${limits.fontStackChars} characters.` };
  }
  for (const part of text.split(',')) {
    const family = part.trim();
    if (!quotedFamily.test(family) && !plainFamily.test(family)) {
      return {
        problem:
          'A font stack is a list of family names with commas between them, for example "Exo 2", Georgia, serif; a name is letters, digits, spaces and . _ & + -.',
      };
    }
  }
  return { value: text };
}

function parseValue(input: unknown, variable: ThemeVariable): Parsed {
  if (variable.type === 'color') return parseColor(input);
  if (variable.type === 'length') return parseLength(input);
  return parseFont(input, variable);
}

function unknownVariable(name: string): Issue {
  const message = `"${name}" is not a theme variable.`;
  const fix =
    name === 'accent'
      ? 'Send accent beside variables: a new theme takes its colors from it.'
      : `Write a variable of describe_schema theme in place of variables.${name}.`;
  const issue = { path: `variables.${name}`, code: 'unknown_variable', message, fix };
  return hinted(issue, nearest(name, themeVariablesByName.keys()));
}

/**
 * Reads the `variables` of a theme write (spec, "Theme"; THEME-17 to THEME-23). `errors` have paths
 * such as `variables.link_color`; with any error nothing may be stored. The grammars allow no value
 * that could end a CSS declaration, an HTML attribute or a `<style>`, or open a Liquid tag.
 */
export function parseThemeVariables(input: unknown): {
  values: ThemeValues;
  errors: Issue[];
} {
  const values: ThemeValues = {};
  const errors: Issue[] = [];
  if (input === undefined) return { values, errors };
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const message = 'variables is an object of variable name to value.';
    return { values, errors: [{ path: 'variables', code: 'invalid_type', message }] };
  }
  for (const [name, given] of Object.entries(input)) {
    if (errors.length >= limits.issuesListedMax) break;
    const variable = themeVariablesByName.get(name);
    if (!variable) {
      errors.push(unknownVariable(name));
      continue;
    }
    const parsed = parseValue(given, variable);
    if ('value' in parsed) values[variable.name] = parsed.value;
    else {
      const path = `variables.${name}`;
      const { problem, fix } = parsed;
      const code = `invalid_${variable.type}`;
      errors.push({ path, code, message: problem, ...(fix !== undefined && { fix }) });
    }
  }
  return { values, errors };
}

/** Every vocabulary variable: the set value, or the default (THEME-10). */
export function resolveTheme(values: ThemeValues): ResolvedTheme {
  const entries = themeVocabulary.map((variable) => {
    const value = values[variable.name] ?? variable.default;
    return [variable.name, typeof value === 'string' ? value : { ...value }];
  });
  return Object.fromEntries(entries);
}

function sameValue(one: ColorValue | string, other: ColorValue | string): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.light === other.light && one.dark === other.dark;
}

export function sameTheme(one: ResolvedTheme, other: ResolvedTheme): boolean {
  return one === other || themeVocabulary.every(({ name }) => sameValue(one[name], other[name]));
}
