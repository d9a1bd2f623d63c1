import type { CompiledEmail } from './compile.ts';
import { engines } from './liquid.ts';
import { parseLiquid } from './liquid-source.ts';
import type { MergeContext } from './merge-context.ts';
import { quicken } from './quick-template.ts';
import { closeParts } from './quoted-printable.ts';

export interface FilledEmail {
  /** One line without control characters. */
  subject: string;
  pre_header: string;
  html: string;
  text: string;
}

/** Subject as text, both bodies quoted-printable: ASCII, CRLF, lines of at most 76 characters. */
export interface EncodedEmail {
  subject: string;
  html: string;
  text: string;
}

/** A compiled email, parsed; filling in does nothing but put values in place. */
export interface PreparedTemplate {
  /** For previews. Throws LiquidJS's RenderError where the template fails on these values. */
  fill(context: MergeContext): FilledEmail;
  /** For sending; decoded, the same as `fill`. Throws as `fill` does. */
  fillEncoded(context: MergeContext): EncodedEmail;
}

type Render = (scope: object) => string;

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What header injection is made of, and what no header takes: Unicode's line ends too. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A line of a header: values cannot bring line breaks or other controls into it. */
function headerLine(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}

function lineRenderer(source: string): Render {
  if (!source.includes('{{') && !source.includes('{%')) return () => headerLine(source);
  const templates = parseLiquid(engines.text, source);
  return (scope) => headerLine(String(engines.text.renderSync(templates, scope)));
}

function bodyRenderer(source: string, html: boolean, encoded: boolean): Render {
  const engine = html
    ? encoded
      ? engines.encodedHtml
      : engines.html
    : encoded
      ? engines.encodedText
      : engines.text;
  const templates = quicken(parseLiquid(engine, source), source, { html, encoded });
  return (scope) => String(engine.renderSync(templates, scope));
}

/**
 * Prepares a stored compile for filling in, which is the hot path: nothing is parsed, inlined or
 * encoded there but the values. Each form is parsed when it is first asked for.
 */
export function prepareTemplate(compiled: CompiledEmail): PreparedTemplate {
  const subject = once(() => lineRenderer(compiled.subject));
  const preHeader = once(() => lineRenderer(compiled.pre_header));
  const both = (encoded: boolean) => ({
    html: bodyRenderer(compiled.html, true, encoded),
    text: bodyRenderer(compiled.text, false, encoded),
  });
  const plain = once(() => both(false));
  const encoded = once(() => both(true));
  const scopeOf = (context: MergeContext) => {
    const email = { subject: subject()(context), pre_header: preHeader()(context) };
    return { email, scope: { ...context, email, pre_header: email.pre_header } };
  };
  return {
    fill(context) {
      const { email, scope } = scopeOf(context);
      const { html, text } = plain();
      return { ...email, html: html(scope), text: text(scope) };
    },
    fillEncoded(context) {
      const { email, scope } = scopeOf(context);
      const { html, text } = encoded();
      return {
        subject: email.subject,
        html: closeParts(html(scope)),
        text: closeParts(text(scope)),
      };
    },
  };
}
