import type { Issue } from '../../platform/issue.ts';
import { expandButtons } from '../components/button.ts';
import { type CompileScope, type ComponentUse, expandComponents } from '../components/component.ts';
import { componentWarnings } from '../components/component-warnings.ts';
import type { Masks } from '../html/masks.ts';
import { sanitizeHtml } from '../html/sanitize-html.ts';
import { resolveThemeTags, type ThemeScope } from '../themes/theme-tags.ts';
import type { ButtonStyle } from '../themes/vocabulary.ts';
import { type Findings, withErrors, withWarnings } from './rules.ts';

/** The markup of a body or layout during a compile. */
export interface MarkupState extends Findings {
  readonly scope: CompileScope;
  /** The field for errors in the markup. */
  readonly field: string;
  readonly masks: Masks;
  /** With its Liquid masked. */
  readonly html: string;
  /** Content of its extracted `<style>` elements, Liquid masked. */
  readonly css: string;
  /** The components that its tags used. */
  readonly uses: readonly ComponentUse[];
  readonly usedButtons: ReadonlySet<ButtonStyle>;
}

/** Resolves theme tags and reports each unknown one with its line (TAG-07). */
export function applyTheme(
  source: string,
  field: string,
  scope: ThemeScope,
): { text: string; errors: Issue[] } {
  const { text, errors } = resolveThemeTags(source.replace(/\r\n?/g, '\n'), scope);
  return {
    text,
    errors: errors.map((error) => ({ ...error, path: field })),
  };
}

/** Errors of a text's components, under the field of the text. */
export function componentErrors(errors: readonly Issue[], field: string): Issue[] {
  return errors.map((error) => ({ ...error, path: field }));
}

/** Replaces masked components by their markup, in which Liquid stays masked. */
export function placeComponents<State extends MarkupState>(state: State): State {
  return { ...state, html: expandComponents(state.html, state.masks) };
}

/** Replaces masked buttons by HTML in the colours of the theme. */
export function placeButtons<State extends MarkupState>(state: State): State {
  const { html, used, masks } = expandButtons(state.html, state.scope.theme, state.masks);
  return { ...state, html, masks, usedButtons: new Set([...state.usedButtons, ...used]) };
}

/** Makes the markup safe to parse and extracts its styles. */
export function sanitize<State extends MarkupState>(state: State): State {
  const { html, css, problems, masks } = sanitizeHtml(state.html, state.masks);
  const found = problems.map((message) => ({ path: state.field, code: 'invalid_html', message }));
  return withErrors({ ...state, html, css, masks }, found);
}

/** Warns of variables in components that neither a mail nor an argument provides. */
export function warnOfComponents<State extends MarkupState>(state: State): State {
  return withWarnings(state, componentWarnings(state.uses));
}
