import { limits } from '../../platform/limits.ts';
import type { CompiledEmail } from '../compile/email.ts';
import { footerWords } from '../compile/mail-footer.ts';
import { unaddressedKey } from '../liquid/checked-address.ts';
import { DateFormats } from '../liquid/liquid-date.ts';
import type { Flavour } from '../liquid/liquid-tags.ts';
import { type MailTracking, trackingKey, trackingScope } from '../liquid/tracking-tags.ts';
import type { MergeContext } from '../text/merge-context.ts';
import { closeParts } from '../text/quoted-printable.ts';
import {
  optimizedEngine,
  type RenderTime,
  type TemplateEngine,
  type TimeLimit,
  timeLimit,
} from './template-engine.ts';
import { type TrackedHtml, trackHtml } from './tracked-html.ts';

export interface FilledEmail {
  /** One line without control characters. */
  subject: string;
  pre_header: string;
  html: string;
  text: string;
  /** The links whose address came out empty, each as the email has it. */
  unaddressed: readonly string[];
}

/** Subject as text, both bodies quoted-printable: ASCII, CRLF, lines of at most 76 characters. */
export interface EncodedEmail {
  subject: string;
  html: string;
  text: string;
  /** As in `FilledEmail`. */
  unaddressed: readonly string[];
}

/** A compiled email, parsed; rendering only inserts values. */
export interface PreparedTemplate {
  /**
   * For previews, all of it in one time, by default `limits.liquidRenderMs`. Throws LiquidJS's
   * RenderError if the template fails on these values.
   */
  fill(context: MergeContext, time?: RenderTime): FilledEmail;
  /** For sending. Decoded, it equals `fill`, except for the pixel and tracked links. Throws like `fill`. */
  fillEncoded(
    context: MergeContext,
    tracking?: MailTracking | null,
    time?: RenderTime,
  ): EncodedEmail;
  /** Targets of the links behind `MailTracking.clickUrl`, by number. */
  trackedUrls(): readonly string[];
  /** The targets with Liquid, as the author wrote them. */
  trackedTemplates(): readonly string[];
}

type Render = (scope: object, limit: TimeLimit) => string;

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Characters for header injection, and others that headers refuse, including Unicode line ends. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A header line: values cannot add line breaks or other controls, nor make it too long. */
function headerLine(text: string): string {
  const line = text.replace(controls, ' ').trim();
  if (line.length <= limits.filledLineChars) return line;
  // Drops a surrogate pair that the cut divides.
  return `${line.slice(0, limits.filledLineChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The parts of templates; one owner passes the same formats to all of them. */
export interface TemplateParts {
  engine: TemplateEngine;
  dates: DateFormats;
}

const usualTime: RenderTime = { ms: limits.liquidRenderMs };

const englishFooter = { unsubscribe: 'Unsubscribe', preferences: 'Email preferences' };

/** Markup that cannot be scanned fails when it is rendered, for that mail only. */
function trackedOrPlain(html: string): TrackedHtml {
  try {
    return trackHtml(html);
  } catch {
    return { html, urls: [], templates: [] };
  }
}

/**
 * Prepares a stored compile for rendering, which is the hot path: only values remain to be inserted
 * and encoded. Each form is parsed on first use.
 */
export function prepareTemplate(
  compiled: CompiledEmail,
  { engine = optimizedEngine, dates = new DateFormats() }: Partial<TemplateParts> = {},
): PreparedTemplate {
  const renderer = (source: string, flavour: Flavour): Render => {
    const template = engine([source], { flavour, dates });
    return (scope, limit) => template.render(scope, limit);
  };
  const line = (source: string): Render => {
    if (!source.includes('{{') && !source.includes('{%')) return () => headerLine(source);
    const render = renderer(source, { html: false, encoded: false });
    return (scope, limit) => headerLine(render(scope, limit));
  };
  const subject = once(() => line(compiled.subject));
  const preHeader = once(() => line(compiled.pre_header));
  const both = (encoded: boolean) => ({
    html: once(() => renderer(compiled.html, { html: true, encoded })),
    text: once(() => renderer(compiled.text, { html: false, encoded })),
  });
  const plain = both(false);
  const encoded = both(true);
  const tracked = once(() => trackedOrPlain(compiled.html));
  const trackedHtml = once(() => renderer(tracked().html, { html: true, encoded: true }));
  const footer = footerWords(compiled.language, englishFooter);
  const texts = { unsubscribe_text: footer.unsubscribe, preferences_text: footer.preferences };
  const scopeOf = (context: MergeContext, limit: TimeLimit) => {
    const { language = '' } = compiled;
    const said = language === '' ? context : { ...context, email: { language } };
    const email = {
      subject: subject()(said, limit),
      pre_header: preHeader()(said, limit),
      language,
    };
    const unaddressed = new Set<string>();
    const values = { ...context, email, pre_header: email.pre_header, ...texts };
    return { email, unaddressed, scope: { ...values, [unaddressedKey]: unaddressed } };
  };
  return {
    fill(context, time = usualTime) {
      const [html, text] = [plain.html(), plain.text()];
      subject();
      preHeader();
      const limit = timeLimit(time);
      const { email, unaddressed, scope } = scopeOf(context, limit);
      const parts = { html: html(scope, limit), text: text(scope, limit) };
      const { subject: line, pre_header } = email;
      return { subject: line, pre_header, ...parts, unaddressed: [...unaddressed] };
    },
    fillEncoded(context, tracking = null, time = usualTime) {
      // Parsed before the time begins: a process would otherwise find the first mail of each email slow.
      const html = tracking === null ? encoded.html() : trackedHtml();
      const text = encoded.text();
      subject();
      preHeader();
      const limit = timeLimit(time);
      const { email, unaddressed, scope } = scopeOf(context, limit);
      const pages = [context.unsubscribe_url, context.preferences_url];
      const tracked = tracking && { [trackingKey]: trackingScope(tracking, pages) };
      const body = html({ ...scope, ...tracked }, limit);
      return {
        subject: email.subject,
        html: closeParts(body),
        text: closeParts(text(scope, limit)),
        unaddressed: [...unaddressed],
      };
    },
    trackedUrls: () => tracked().urls,
    trackedTemplates: () => tracked().templates,
  };
}
