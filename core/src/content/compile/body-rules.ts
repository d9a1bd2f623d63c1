import { maskSource } from '../components/component.ts';
import { addressWarnings, unreadLinkWarnings } from '../html/address-warnings.ts';
import { checkAndSplitLiquid, checkLiquid } from '../liquid/check-liquid.ts';
import { splitLiquid } from '../liquid/liquid-source.ts';
import { renderMarkdown } from '../markdown/markdown.ts';
import { plainTextOf } from '../markdown/plain-text.ts';
import { checkNesting } from './check-nesting.ts';
import type { CompileState } from './compile-state.ts';
import { prepareLayout } from './layout.ts';
import { applyTheme, componentErrors } from './markup-rules.ts';
import { withErrors, withWarnings } from './rules.ts';

/** Resolves the theme tags of the body. */
export function applyBodyTheme(state: CompileState): CompileState {
  const { text, errors } = applyTheme(state.email.body_markdown, state.field, state.scope);
  return withErrors({ ...state, body: text }, errors);
}

/** Parses subject, pre-header and body as Liquid. */
export function checkSources(state: CompileState): CompileState {
  const { email, body } = state;
  const subject = checkLiquid(email.subject, 'subject');
  const preHeader = checkLiquid(email.pre_header, 'pre_header');
  const { pieces, ...found } = checkAndSplitLiquid(body, state.field);
  const findings = [subject, preHeader, found];
  return withErrors(
    withWarnings(
      { ...state, pieces },
      findings.flatMap(({ warnings }) => warnings),
    ),
    findings.flatMap(({ errors }) => errors),
  );
}

/** Prepares the layout with other placeholders if the body contains their mark. */
export function avoidMark(state: CompileState): CompileState {
  const { layout, body } = state;
  if (!layout.masks.has(body.toLowerCase())) return state;
  const { prepared } = prepareLayout(layout.source, layout.scope, [body]);
  return prepared === null ? state : { ...state, layout: prepared, masks: prepared.masks };
}

/** Masks Liquid and components, so that markdown and HTML leave them alone. */
export function maskBody(state: CompileState): CompileState {
  const { body: source, pieces, scope } = state;
  const masked = maskSource({ source, pieces: pieces ?? splitLiquid(source) }, scope, state.masks);
  const { text: markdown, masks, uses } = masked;
  const next = { ...state, markdown, masks, uses, tagOrder: masks.tagOrder(markdown) };
  return withErrors(next, componentErrors(masked.errors, state.field));
}

export function readMarkdown(state: CompileState): CompileState {
  const { tokens, html } = renderMarkdown(state.markdown, state.masks);
  return { ...state, tokens, html };
}

/** Renders the plain-text part. */
export function writeText(state: CompileState): CompileState {
  return { ...state, text: plainTextOf(state.tokens, state.masks) };
}

/** Refuses a text in which markdown moved Liquid tags so that they no longer match. */
export function checkText(state: CompileState): CompileState {
  const { text, tagOrder } = state.text;
  return tagOrder === state.tagOrder ? state : withErrors(state, checkNesting(text, 'text'));
}

/** Warns of links that lead nowhere, of images that nobody sees, and of what looks like a link and is none. */
export function warnOfLinks(state: CompileState): CompileState {
  const text = { path: state.field, source: state.body };
  const unread = unreadLinkWarnings(state, state.masks, text);
  return withWarnings(state, [...unread, ...addressWarnings(state.html, state.masks, text)]);
}
