import { createHash } from 'node:crypto';
import type { MailDetails, MailSummary } from '@postroad/service/app/mailbox';
import { html, type Markup, nothing, raw } from '../pages/html.ts';

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2563eb; }
@media (prefers-color-scheme: dark) { :root { --accent: #94c6ff; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; margin: .5rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
ul { list-style: none; margin: 0; padding: 0; }
li a { display: grid; grid-template-columns: 14rem 1fr; gap: 0 1rem; padding: .6rem .25rem; border-top: 1px solid var(--line); color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: var(--soft); }
li span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
li .subject { font-weight: 600; }
li .date { grid-column: 2; font-size: .85rem; opacity: .75; }
nav { display: flex; gap: 1rem; margin: .75rem 0; flex-wrap: wrap; }
nav [aria-current] { font-weight: 600; text-decoration: none; color: inherit; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .5rem 0; font-size: .9rem; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 75vh; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); padding: 1rem; border-radius: 6px; }
@media (max-width: 40rem) { li a { grid-template-columns: 1fr; } li .date { grid-column: 1; } }
`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Policy of the mailbox pages: no scripts; a mail is shown in a sandboxed frame. */
export const mailboxPolicy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function page(title: string, body: Markup, refreshSeconds: number | null = null): string {
  const refresh =
    refreshSeconds === null
      ? nothing
      : html`<meta http-equiv="refresh" content="${String(refreshSeconds)}">`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
${refresh}
<title>${title} · Postroad</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text;
}

interface MailList {
  mails: MailSummary[];
  total: number;
  next: number | null;
}

const refreshSeconds = 4;

/** The list of mail in the outbox. Its first page refreshes itself to show new mail. */
export function mailListPage({ mails, total, next }: MailList, first: boolean): string {
  const rows = mails.map(
    ({ id, to, subject, date }) =>
      html`<li><a href="mailbox/${String(id)}"><span>${to}</span><span class="subject">${subject || '(no subject)'}</span><span class="date">${date}</span></a></li>
`,
  );
  const empty = html`<p>No mail yet.</p>`;
  const older =
    next === null ? nothing : html`<nav><a href="mailbox?below=${String(next)}">Older</a></nav>`;
  const body = html`<h1>Mailbox</h1>
<p>${total === 1 ? 'One mail' : `${total} mails`}; none of them left this machine</p>
${mails.length === 0 ? empty : html`<ul>${rows}</ul>`}
${older}`;
  return page('Mailbox', body, first ? refreshSeconds : null);
}

export type MailView = 'html' | 'text' | 'headers';

function shown(mail: MailDetails, view: MailView, images: boolean): Markup {
  if (view === 'text') return html`<pre>${mail.text}</pre>`;
  if (view === 'headers') {
    const rows = mail.headers.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
    return html`<dl>${rows}</dl>`;
  }
  const address = `${mail.id}/html${images ? '?images=1' : ''}`;
  return html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" title="The mail" src="${address}"></iframe>`;
}

/**
 * The page of one mail. Remote images are loaded only on request, since a tracking pixel would
 * count an open.
 */
export function mailPage(mail: MailDetails, view: MailView, images: boolean): string {
  const { id, from, to, date, subject } = mail;
  const link = (name: MailView, label: string) =>
    name === view
      ? html`<a href="${String(id)}?view=${name}" aria-current="page">${label}</a>`
      : html`<a href="${String(id)}?view=${name}">${label}</a>`;
  const pictures =
    view === 'html' && !images ? html`<a href="${String(id)}?images=1">Load pictures</a>` : nothing;
  const body = html`<nav><a href="../mailbox">Mailbox</a></nav>
<h1>${subject || '(no subject)'}</h1>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd><dt>Date</dt><dd>${date}</dd></dl>
<nav>${link('html', 'HTML')}${link('text', 'Text')}${link('headers', 'Headers')}<a href="${String(id)}/source">Source</a>${pictures}</nav>
${shown(mail, view, images)}`;
  return page(subject || 'Mail', body);
}

/**
 * Policy of the framed mail: an origin of its own, no scripts, no remote content unless requested.
 */
export function mailHtmlPolicy(images: boolean): string {
  return [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${images ? ' https: http:' : ''}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Makes links of a mail open in a new tab, not in the frame. */
export function framedMail(markup: string): string {
  const base = '<base target="_blank">';
  const head = /<head\b[^<>]*>/i.exec(markup);
  if (head === null) return base + markup;
  const index = head.index + head[0].length;
  return markup.slice(0, index) + base + markup.slice(index);
}
