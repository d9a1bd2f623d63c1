import { limits } from '../../platform/limits.ts';
import type { CompiledEmail } from '../compile/email.ts';
import { DateFormats } from '../liquid/liquid-date.ts';
import { tookTooLong } from '../liquid/liquid-failure.ts';
import type { Flavour } from '../liquid/liquid-tags.ts';
import { type MailTracking, trackingKey, trackingScope } from '../liquid/tracking-tags.ts';
import type { MergeContext } from '../text/merge-context.ts';
import { closeParts } from '../text/quoted-printable.ts';
import { type CompiledTemplate, optimizedEngine, type TemplateEngine } from './template-engine.ts';
import { type TrackedHtml, trackHtml } from './tracked-html.ts';

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
  /**
   * For sending; decoded, the same as `fill`, but for the pixel and the links where opens and clicks
   * are tracked. Throws as `fill` does.
   */
  fillEncoded(context: MergeContext, tracking?: MailTracking | null): EncodedEmail;
  /** Where the links lead that `MailTracking.clickUrl` counts, by their numbers. */
  trackedUrls(): readonly string[];
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
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A line of a header: values cannot bring line breaks or other controls into it, nor make it endless. */
function headerLine(text: string): string {
  const line = text.replace(controls, ' ').trim();
  if (line.length <= limits.filledLineChars) return line;
  // A surrogate pair that the cut parts goes too.
  return `${line.slice(0, limits.filledLineChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * Renders, and once more where it took too long: time goes by on the clock too while the process
 * waits for its turn, and a mail must not fail for that.
 */
function inTime(template: CompiledTemplate, scope: object): string {
  try {
    return template.render(scope);
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    return template.render(scope, limits.liquidRenderAgainMs);
  }
}

/** What templates are made with; the same owner hands the same formats to all of them. */
export interface TemplateParts {
  engine: TemplateEngine;
  dates: DateFormats;
}

/** What cannot be read here fails where it is filled in, and for that mail alone. */
function trackedOrPlain(html: string): TrackedHtml {
  try {
    return trackHtml(html);
  } catch {
    return { html, urls: [] };
  }
}

/**
 * Prepares a stored compile for filling in, which is the hot path: nothing is parsed, inlined or
 * encoded there but the values. Each form is parsed when it is first asked for.
 */
export function prepareTemplate(
  compiled: CompiledEmail,
  { engine = optimizedEngine, dates = new DateFormats() }: Partial<TemplateParts> = {},
): PreparedTemplate {
  const renderer = (source: string, flavour: Flavour): Render => {
    const template = engine([source], { flavour, dates });
    return (scope) => inTime(template, scope);
  };
  const line = (source: string): Render => {
    if (!source.includes('{{') && !source.includes('{%')) return () => headerLine(source);
    const render = renderer(source, { html: false, encoded: false });
    return (scope) => headerLine(render(scope));
  };
  const subject = once(() => line(compiled.subject));
  const preHeader = once(() => line(compiled.pre_header));
  const both = (encoded: boolean) => {
    const html = once(() => renderer(compiled.html, { html: true, encoded }));
    const text = once(() => renderer(compiled.text, { html: false, encoded }));
    return { html: (scope: object) => html()(scope), text: (scope: object) => text()(scope) };
  };
  const plain = both(false);
  const encoded = both(true);
  const tracked = once(() => trackedOrPlain(compiled.html));
  const trackedHtml = once(() => renderer(tracked().html, { html: true, encoded: true }));
  const scopeOf = (context: MergeContext) => {
    const email = { subject: subject()(context), pre_header: preHeader()(context) };
    return { email, scope: { ...context, email, pre_header: email.pre_header } };
  };
  return {
    fill(context) {
      const { email, scope } = scopeOf(context);
      const { html, text } = plain;
      return { ...email, html: html(scope), text: text(scope) };
    },
    fillEncoded(context, tracking = null) {
      const { email, scope } = scopeOf(context);
      const { html, text } = encoded;
      const pages = [context.unsubscribe_url, context.preferences_url];
      const body =
        tracking === null
          ? html(scope)
          : trackedHtml()({ ...scope, [trackingKey]: trackingScope(tracking, pages) });
      return {
        subject: email.subject,
        html: closeParts(body),
        text: closeParts(text(scope)),
      };
    },
    trackedUrls: () => tracked().urls,
  };
}
