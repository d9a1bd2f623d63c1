import type { PageLanguage } from '@postroad/core/subscribers/pages/page-copy';
import { html, type Markup, nothing, raw } from './html.ts';
import { pageScript } from './page-script.ts';

export interface PageParts {
  language: PageLanguage;
  /** The title of the page, without the sender. */
  title: string;
  /** The sender's name; empty if unknown. */
  sender: string;
  buttonColor: string;
  body: Markup;
  /** Whether a form may redirect to the operator's own URL (SUB-21). */
  redirectsOffSite: boolean;
  /** Who may show the page in a frame besides itself; nobody, not even itself, where it is left out. */
  framedBy?: readonly string[];
}

/** The HTML of a page, with its style sheet as text. The console draws the same to preview it. */
export function pageMarkup(parts: PageParts, style: string): string {
  const { language, sender, body, framedBy } = parts;
  const title = sender === '' ? parts.title : `${parts.title} · ${sender}`;
  const initial = [...sender][0] ?? '';
  const head = html`<header class="sender"><span aria-hidden="true">${initial.toUpperCase()}</span>${sender}</header>`;
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="${framedBy === undefined ? 'no-referrer' : 'same-origin'}">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
${sender === '' ? nothing : head}
<main class="card">
${body}
</main>
<script>${raw(pageScript)}</script>
</body>
</html>
`;
  return page.text;
}
