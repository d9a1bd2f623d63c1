import { hinted, type Issue } from '../../platform/issue.ts';
import { nearest } from '../../platform/nearest.ts';
import type { ResolvedTheme } from './values.ts';
import { type ThemeVariableName, themeVariablesByName } from './vocabulary.ts';

/** One `{{ theme.… }}` in a text. */
export interface ThemeTag {
  /** As written, braces included. */
  text: string;
  /** Offset of the first brace. */
  start: number;
  /** 1-based. */
  line: number;
  /** The text after `theme.`, split at the dots; empty for a malformed tag. */
  path: string[];
}

export interface ThemeScope {
  /** The theme the layout renders with. */
  theme: ResolvedTheme;
  themesByKey: ReadonlyMap<string, ResolvedTheme>;
}

// Theme keys contain hyphens, so these tags are parsed here and never by Liquid (TAG-06).
const tagPattern = /\{\{-?\s*theme(?![\w-])([^{}]*?)-?\}\}/g;
const pathSource = /^\s*((?:\.\s*[\w-]+\s*)+)$/;

/** Every theme tag in a layout's or component's markup, in order, malformed ones included. */
export function findThemeTags(text: string): ThemeTag[] {
  const tags: ThemeTag[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(tagPattern)) {
    for (; counted < match.index; counted += 1) if (text.charCodeAt(counted) === 10) line += 1;
    const dotted = pathSource.exec(match[1] ?? '')?.[1] ?? '';
    const path = dotted
      .split('.')
      .slice(1)
      .map((part) => part.trim());
    tags.push({ text: match[0], start: match.index, line, path });
  }
  return tags;
}

/** The keys of other themes that a text names (THEME-26). */
export function themeKeysNamedIn(text: string): string[] {
  const keys = findThemeTags(text).flatMap(({ path }) => {
    const [first = '', second] = path;
    return second !== undefined && first !== 'dark' ? [first] : [];
  });
  return [...new Set(keys)];
}

/** An exact name takes precedence over the button shorthand (TAG-05, contract §5.10). */
function variableNamed(name: string): ThemeVariableName | null {
  const exact = themeVariablesByName.get(name);
  if (exact) return exact.name;
  const shorthand = themeVariablesByName.get(name.replace(/^button_/, 'button_primary_'));
  return shorthand?.name ?? null;
}

type Reading = { key: string | null; dark: boolean; variable: string } | null;

function read(path: string[]): Reading {
  const [first = '', second, third] = path;
  if (path.length === 1) return { key: null, dark: false, variable: first };
  if (path.length === 2 && second !== undefined) {
    return first === 'dark'
      ? { key: null, dark: true, variable: second }
      : { key: first, dark: false, variable: second };
  }
  if (path.length === 3 && second === 'dark' && third !== undefined) {
    return { key: first, dark: true, variable: third };
  }
  return null;
}

const identifiers = /^-?[\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}_-][\p{L}\p{N}_-]*)*$/u;

/** Quotes font families that CSS does not accept unquoted, with single quotes. */
function fontCss(stack: string): string {
  if (stack === '') return stack;
  const families = stack.split(',').map((part) => part.trim().replaceAll('"', "'"));
  return families
    .map((family) => (family.startsWith("'") || identifiers.test(family) ? family : `'${family}'`))
    .join(', ');
}

/**
 * A stored value as CSS. Blank headline fonts mean the body font (THEME-32); quotes become single
 * ones, so that a stack also fits in an HTML attribute.
 */
export function themeCss(theme: ResolvedTheme, name: ThemeVariableName, dark = false): string {
  const value = theme[name];
  if (typeof value !== 'string') return dark ? value.dark : value.light;
  if (name === 'headline_font_stack' && value === '') return themeCss(theme, 'body_font_stack');
  return themeVariablesByName.get(name)?.type === 'font' ? fontCss(value) : value;
}

function resolve(tag: ThemeTag, scope: ThemeScope): string | Issue {
  const refuse = (what: string, near: string | null): Issue => {
    const message = `Unknown theme tag ${tag.text} on line ${tag.line}: ${what}`;
    return hinted({ path: '', code: 'unknown_theme_tag', message }, near);
  };
  const reading = read(tag.path);
  if (!reading) {
    return refuse(
      'write {{ theme.<variable> }}, {{ theme.dark.<variable> }} or {{ theme.<theme_key>.<variable> }}.',
      null,
    );
  }
  const { key, dark, variable } = reading;
  const theme = key === null ? scope.theme : scope.themesByKey.get(key);
  if (!theme) {
    if (key === 'dark') return refuse('dark is written once, right before the variable.', null);
    const near = nearest(key ?? '', ['dark', ...scope.themesByKey.keys()]);
    return refuse(`there is no theme "${key}".`, near);
  }
  const name = variableNamed(variable);
  if (!name) {
    const near = nearest(variable, themeVariablesByName.keys());
    return refuse(`there is no theme variable "${variable}".`, near);
  }
  return themeCss(theme, name, dark);
}

/**
 * Replaces theme tags by their values before Liquid reads the text (spec, "Theme tags"; TAG-01 to
 * TAG-08). Unknown tags stay and are reported.
 */
export function resolveThemeTags(
  text: string,
  scope: ThemeScope,
): { text: string; errors: Issue[] } {
  const errors: Issue[] = [];
  let resolved = '';
  let copied = 0;
  for (const tag of findThemeTags(text)) {
    const value = resolve(tag, scope);
    if (typeof value !== 'string') {
      errors.push(value);
      continue;
    }
    resolved += text.slice(copied, tag.start) + value;
    copied = tag.start + tag.text.length;
  }
  return { text: resolved + text.slice(copied), errors };
}
