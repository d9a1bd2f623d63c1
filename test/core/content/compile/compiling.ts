import { inline } from '@css-inline/css-inline-wasm';
import { compileEmail } from '@postroad/core/content/compile/compile';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import type { Compilation, EmailSource } from '@postroad/core/content/compile/email';
import type { LayoutSource } from '@postroad/core/content/compile/layout';
import type { CompileScope } from '@postroad/core/content/components/component';
import { type FilledEmail, prepareTemplate } from '@postroad/core/content/render/template';
import type { MergeContext } from '@postroad/core/content/text/merge-context';
import { resolveTheme } from '@postroad/core/content/themes/values';
// Starts the WebAssembly.
import '@postroad/service/content/compile/inline-css';

export const plainScope: CompileScope = { theme: resolveTheme({}), themesByKey: new Map() };

export const bareLayout: LayoutSource = { html: '<main>{{ content }}</main>', css: '' };

export function inlineCss(html: string): string {
  return inline(html);
}

export function compile(
  email: Partial<EmailSource>,
  layout: LayoutSource = bareLayout,
  scope: CompileScope = plainScope,
): Compilation {
  const whole = { subject: 'Subject', pre_header: '', body_markdown: '', ...email };
  return compileEmail(whole, layout, scope, inlineCss);
}

/** The compiled body between `<main>` and `</main>`. */
export function bodyOf(markdown: string, scope: CompileScope = plainScope): string {
  const { compiled, errors } = compile({ body_markdown: markdown }, bareLayout, scope);
  if (!compiled) throw new Error(JSON.stringify(errors));
  return /<main>([\s\S]*)<\/main>/.exec(compiled.html)?.[1]?.trim() ?? compiled.html;
}

/** The compiled text without the footer. */
export function plainTextFor(markdown: string): string {
  const { compiled, errors } = compile({ body_markdown: markdown });
  if (!compiled) throw new Error(JSON.stringify(errors));
  return compiled.text.slice(0, compiled.text.lastIndexOf('\n\n--\n'));
}

export function contextFor(
  person: Partial<MergeContext['person']> = {},
  details = {},
): MergeContext {
  return {
    now: '2027-03-14T15:09:26Z',
    person: {
      id: 7,
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      timezone: null,
      fields: { plan: 'team', url: 'https://example.com/ada' },
      tags: ['vip', 'beta'],
      ...person,
    },
    event: { name: 'signed_up', details },
    data: null,
    automation: null,
    unsubscribe_url: 'https://mail.example.com/u/token',
    preferences_url: 'https://mail.example.com/p/token',
    mailing_address: '1 Main Street\nSpringfield',
    account: { name: 'Acme', timezone: 'America/New_York' },
  };
}

export function fill(
  email: Partial<EmailSource>,
  context: MergeContext = contextFor(),
  layout: LayoutSource = defaultLayout,
): FilledEmail {
  const { compiled, errors } = compile(email, layout);
  if (!compiled) throw new Error(JSON.stringify(errors));
  return prepareTemplate(compiled).fill(context);
}

/** What a body renders as for the standard person. */
export function renderBody(markdown: string, context: MergeContext = contextFor()): string {
  const { html } = fill({ body_markdown: markdown }, context, bareLayout);
  return /<main>([\s\S]*)<\/main>/.exec(html)?.[1]?.trim() ?? html;
}

/** Elements and attribute names as an HTML5 parser sees them, without text and values. */
export function skeletonOf(html: string): string[] {
  const parsed = inline(html, { inlineStyleTags: false, keepStyleTags: true });
  const parts = parsed.matchAll(
    /<!--[\s\S]*?-->|<(\/?[a-z][^\s/>]*)((?:\s+[^\s=>]+="[^"]*")*)\s*>/gi,
  );
  return Array.from(parts, (part) => {
    if (part[1] === undefined) return 'comment';
    const names = Array.from((part[2] ?? '').matchAll(/\s+([^\s=>]+)="[^"]*"/g), (name) => name[1]);
    return [part[1], ...names.toSorted()].join(' ');
  });
}

export function hrefsOf(html: string): string[] {
  const parsed = inline(html, { inlineStyleTags: false, keepStyleTags: true });
  return Array.from(parsed.matchAll(/\shref="([^"]*)"/g), (match) => match[1] ?? '');
}

export function decodeQuotedPrintable(encoded: string): string {
  const bytes = encoded
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n');
}
