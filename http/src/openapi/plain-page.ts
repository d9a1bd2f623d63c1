import { createHash } from 'node:crypto';
import { escapeHtml } from '@postroad/core/content/text/escape-html';

export interface PlainPage {
  html: string;
  /** Content-Security-Policy that allows only the page's own style. */
  policy: string;
}

const style = `
:root { color-scheme: light dark; --line: #8884; --accent: light-dark(#0f5c5c, #6ecaca); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); } a { color: var(--accent); }
code { font: .875rem/1.5 ui-monospace, monospace; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Policy of pages without scripts, which all have the same style. */
export const plainPolicy: string = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page without scripts, images or remote content; the parts of its body are HTML. */
export function plainPage(title: string, body: readonly string[]): PlainPage {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body>`,
    ...body,
    '</body></html>\n',
  ].join('\n');
  return { html, policy: plainPolicy };
}
