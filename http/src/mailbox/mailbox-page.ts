import { createHash } from 'node:crypto';
import { signInForMailbox } from '@postroad/core/account/console-addresses';
import {
  type MailDetails,
  type MailKind,
  type MailOrigin,
  type MailPage,
  type MailSummary,
  mailKinds,
} from '@postroad/service/app/mailbox';
import { type PlainPage, plainPage } from '../openapi/plain-page.ts';
import { html, type Markup, nothing, raw } from '../pages/html.ts';
import { type MailboxQuery, mailboxQuery } from './mailbox-query.ts';

const style = `
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --accent: #1d4ed8; --quiet: #555; --page: #fff; --ink: #16181c; }
@media (prefers-color-scheme: dark) { :root { --accent: #94c6ff; --quiet: #b5b5b5; --page: #16181c; --ink: #eceef1; } }
* { box-sizing: border-box; }
body { font: 15px/1.4 system-ui, sans-serif; max-width: 120rem; margin: 0 auto; padding: 0 1rem 1rem; color: var(--ink); background: var(--page); }
h1 { font-size: 1.15rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:focus { position: static; width: auto; height: auto; clip-path: none; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 0; }
header form { display: flex; flex-wrap: wrap; gap: .5rem; flex: 1 1 20rem; align-items: center; }
input, select, button, summary { font: inherit; min-height: 2.25rem; padding: .25rem .6rem; border: 1px solid var(--line); border-radius: 6px; }
input, select, button { background: var(--page); color: var(--ink); }
input { flex: 1 1 10rem; min-width: 0; }
button, summary { cursor: pointer; }
summary { list-style: none; display: inline-flex; align-items: center; }
details { position: relative; }
details[open] > form { position: absolute; right: 0; z-index: 1; display: grid; gap: .5rem; padding: .75rem; width: max-content; max-width: calc(100vw - 2rem); background: var(--page); border: 1px solid var(--line); border-radius: 6px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
ul { list-style: none; margin: 0; padding: 0; }
.quiet { color: var(--quiet); font-size: .85rem; margin: .25rem 0; }
.list { border-top: 1px solid var(--line); padding: .25rem 0; }
.list li a { display: grid; padding: .45rem .5rem; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; }
.list li a:hover, .list li a[aria-current] { background: var(--soft); }
.list li a[aria-current] { box-shadow: inset 3px 0 var(--accent); }
.list span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.list .subject { font-weight: 600; }
.pages { display: flex; gap: 1rem; flex-wrap: wrap; padding: .5rem; }
.pages a, .views a { display: inline-block; padding: .2rem 0; min-height: 24px; }
.mail { border-top: 1px solid var(--line); display: flex; flex-direction: column; gap: .3rem; padding-top: .5rem; min-width: 0; }
.views { display: flex; gap: .1rem 1rem; flex-wrap: wrap; align-items: center; }
.views [aria-current] { font-weight: 600; text-decoration: none; color: inherit; }
.views form { margin-left: auto; }
.facts { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; font-size: .85rem; }
.facts div { display: flex; gap: .4rem; min-width: 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.headers { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .1rem 1rem; margin: 0; font-size: .9rem; }
iframe { width: 100%; height: 80vh; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); padding: 1rem; border-radius: 6px; margin: 0; }
@media (min-width: 60rem) {
  body { height: 100vh; display: grid; grid-template-rows: auto minmax(0, 1fr); }
  .columns { display: grid; grid-template-columns: minmax(18rem, 24rem) minmax(0, 1fr); gap: 1rem; min-height: 0; }
  .list, .body { overflow: auto; }
  .mail { min-height: 0; }
  .body { flex: 1; min-height: 12rem; }
  iframe { display: block; height: 100%; }
}
@media (max-width: 59.99rem) {
  .one .list, .one header > form, .one header > details, .none .mail { display: none; }
  .pages a, .views a, input, select, button, summary { min-height: 44px; }
  .headers { grid-template-columns: 1fr; }
  .headers dd { margin-bottom: .4rem; }
}
`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Policy of the mailbox pages: no scripts; a mail is shown in a sandboxed frame. */
export const mailboxPolicy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** What the page has besides the mail that is open. */
export interface MailList extends MailPage {
  query: MailboxQuery;
  /** The time zone of the account. */
  zone: string;
}

const refreshSeconds = 4;

const kindNames: Readonly<Record<MailKind, string>> = {
  flow: 'Flow',
  sequence: 'Sequence',
  broadcast: 'Broadcast',
  message: 'Message',
  other: 'Test or confirmation',
};

const count = (number: number) => number.toLocaleString('en');
const mailsOf = (number: number) => (number === 1 ? '1 mail' : `${count(number)} mails`);

function originName({ kind, sourceId }: MailOrigin): string {
  return sourceId === null ? kindNames[kind] : `${kindNames[kind]} ${sourceId}`;
}

/** A moment of a mail in the zone of the account; as it is written where nobody can read it. */
function shownDate(date: string, timeZone: string): Markup {
  const at = Date.parse(date);
  if (Number.isNaN(at)) return html`${date}`;
  const shape = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  const shown = new Intl.DateTimeFormat('en-GB', shape).format(at);
  return html`<time datetime="${new Date(at).toISOString()}">${shown}</time>`;
}

interface Frame {
  title: string;
  heading: Markup;
  /** Where the addresses of the mailbox begin, seen from the page. */
  root: '' | '../';
  refresh: boolean;
  list: MailList;
  /** The mail that is open. */
  open: { id: number; body: Markup } | null;
}

function searchForm(root: string, { query }: MailList): Markup {
  const options = mailKinds.map(
    (kind) =>
      html`<option value="${kind}"${query.kind === kind ? raw(' selected') : nothing}>${kindNames[kind]}</option>`,
  );
  const kept = (['email', 'source'] as const).map((name) => {
    const id = name === 'email' ? query.emailId : query.sourceId;
    return id === null ? nothing : html`<input type="hidden" name="${name}" value="${String(id)}">`;
  });
  const isNarrowed = mailboxQuery({ ...query, below: null }) !== '';
  return html`<form method="get" action="${root}mailbox" role="search">
<label class="hidden" for="q">Recipient, subject or text</label>
<input id="q" type="search" name="q" value="${query.text}" placeholder="Recipient, subject or text">
<label class="hidden" for="kind">Sent by</label>
<select id="kind" name="kind"><option value="">Everything</option>${options}</select>${kept}
<button>Search</button>${isNarrowed ? html` <a href="${root}mailbox">Show all</a>` : nothing}
</form>`;
}

function removal({ root, list }: Frame): Markup {
  const { mails, total, newest, query } = list;
  if (total === 0) return nothing;
  const back = mailboxQuery({ ...query, below: null });
  const ids = mails.map(({ id }) => id).join(',');
  const shown =
    mails.length === 0
      ? nothing
      : html`<button name="ids" value="${ids}">Delete the ${mailsOf(mails.length)} in this list</button>`;
  return html`<details><summary>Delete…</summary><form method="post" action="${root}mailbox/delete${back}">
${shown}<button name="all" value="${String(newest)}">Delete everything: ${mailsOf(total)}</button>
</form></details>`;
}

function narrowedTo({ emailId, sourceId, kind }: MailboxQuery): Markup {
  const of = [
    ...(sourceId === null ? [] : [`of ${kind ?? 'source'} ${sourceId}`]),
    ...(emailId === null ? [] : [`of email ${emailId}`]),
  ];
  return of.length === 0 ? nothing : html`<p class="quiet">Only mail ${of.join(' and ')}.</p>`;
}

function summary({ mails, total, read, next, query }: MailList): string {
  const isNarrowed = mailboxQuery({ ...query, below: null }) !== '';
  if (!isNarrowed)
    return `${total === 1 ? 'One mail' : mailsOf(total)}; none of them left this machine`;
  const from = next === null && query.below === null ? `all ${count(total)}` : mailsOf(read);
  return `${count(mails.length)} found, looking at ${from}`;
}

/** The link that has the list refresh itself, or stops that; only the newest of all mail does. */
function refreshLink({ root, list, open, refresh }: Frame): Markup {
  if (open !== null || mailboxQuery(list.query) !== '') return nothing;
  return refresh
    ? html` <a href="${root}mailbox">Stop refreshing</a>`
    : html` <a href="${root}mailbox?live=1">Refresh by itself</a>`;
}

function listOf(frame: Frame): Markup {
  const { root, list, open } = frame;
  const { mails, next, query, zone } = list;
  const row = ({
    id,
    to,
    subject,
    date,
    ...origin
  }: MailSummary) => html`<li><a href="${root}mailbox/${String(id)}${mailboxQuery(query)}"${id === open?.id ? raw(' aria-current="page"') : nothing}><span>${to}</span><span class="subject">${subject || '(no subject)'}</span><span class="quiet">${shownDate(date, zone)} · ${originName(origin)}</span></a></li>
`;
  const older =
    next === null
      ? nothing
      : html`<a href="${root}mailbox${mailboxQuery({ ...query, below: next })}">${mails.length === 0 ? 'Look at older mail' : 'Older'}</a>`;
  const newest =
    query.below === null
      ? nothing
      : html`<a href="${root}mailbox${mailboxQuery({ ...query, below: null })}">Newest</a>`;
  const nobody = list.total === 0 ? 'No mail yet.' : 'No mail fits here.';
  return html`<nav class="list" aria-label="Mails">
<p class="quiet">${summary(list)}. Times in ${zone}.${refreshLink(frame)}</p>${narrowedTo(query)}
${mails.length === 0 ? html`<p>${nobody}</p>` : html`<ul>${mails.map(row)}</ul>`}
${next === null && query.below === null ? nothing : html`<div class="pages">${newest}${older}</div>`}
</nav>`;
}

function page(frame: Frame): string {
  const { title, heading, root, list, open } = frame;
  const refresh = frame.refresh
    ? html`<meta http-equiv="refresh" content="${String(refreshSeconds)}">`
    : nothing;
  const home =
    open === null ? heading : html`<a href="${root}mailbox${mailboxQuery(list.query)}">Mailbox</a>`;
  const mail =
    open === null
      ? html`<p class="quiet">${list.mails.length === 0 ? '' : 'Choose a mail to read it here.'}</p>`
      : html`${heading}${open.body}`;
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
<body class="${open === null ? 'none' : 'one'}">
<header>${open === null ? nothing : html`<a class="hidden skip" href="#mail">Skip to the mail</a>`}${home}
${searchForm(root, list)}
${removal(frame)}</header>
<main class="columns">
${listOf(frame)}
<article class="mail" id="mail" tabindex="-1">${mail}</article>
</main>
</body>
</html>
`.text;
}

/**
 * The list of mail in the outbox. It refreshes itself to show new mail where somebody asks for it: a
 * page that changes under its reader is not usable by everybody (WCAG 2.2.1).
 */
export function mailListPage(list: MailList, refresh: boolean): string {
  const heading = html`<h1>Mailbox</h1>`;
  return page({ title: 'Mailbox', heading, root: '', list, open: null, refresh });
}

interface RefusedPage {
  title: string;
  detail: string;
  /** Whether signing in to the console would open it. */
  isSignedOut: boolean;
  /** What was asked for, which the addresses of the links are seen from. */
  path: string;
}

/** The page for a browser that may not see the mailbox, or asks for a mail that is not there. */
export function refusalPage({ title, detail, isSignedOut, path }: RefusedPage): PlainPage {
  const up = '../'.repeat(path.split('/').length - 2) || './';
  const on = isSignedOut
    ? html`<p><a href="${up}${signInForMailbox(path).slice(1)}">Sign in to the console</a>, which then opens this page.</p>`
    : html`<p><a href="${up}mailbox">The mailbox</a></p>`;
  const words = isSignedOut ? 'You are not signed in' : title;
  const heading = html`<h1>${words}</h1>
<p>${detail}</p>`;
  return plainPage(`${words} · Mailbox`, [heading.text, on.text]);
}

export type MailView = 'html' | 'text' | 'headers';

function shown(mail: MailDetails, view: MailView, images: boolean): Markup {
  if (view === 'text')
    return html`<div class="body" tabindex="0" role="region" aria-label="Text of the mail"><pre>${mail.text}</pre></div>`;
  if (view === 'headers') {
    const rows = mail.headers.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
    return html`<div class="body" tabindex="0" role="region" aria-label="Headers of the mail"><dl class="headers">${rows}</dl></div>`;
  }
  const address = `${mail.id}/html${images ? '?images=1' : ''}`;
  return html`<div class="body"><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" title="The mail" src="${address}"></iframe></div>`;
}

function originLinks({ kind, emailId, sourceId }: MailDetails): Markup {
  const to = (narrowed: Partial<MailboxQuery>, label: string) =>
    html`<a href="../mailbox${mailboxQuery({ text: '', kind: null, emailId: null, sourceId: null, below: null, ...narrowed })}">${label}</a>`;
  const source =
    sourceId === null
      ? to({ kind }, kindNames[kind])
      : to({ kind, sourceId }, originName({ kind, emailId, sourceId }));
  const email =
    emailId === null
      ? nothing
      : html`<div><dt>Email</dt><dd>${to({ emailId }, String(emailId))}</dd></div>`;
  return html`<div><dt>Sent by</dt><dd>${source}</dd></div>${email}`;
}

/**
 * The page of one mail, beside the list. Remote images are loaded only on request, since a tracking
 * pixel would count an open.
 */
export function mailPage(
  mail: MailDetails,
  list: MailList,
  view: MailView,
  images: boolean,
): string {
  const { id, from, to, date, subject } = mail;
  const kept = mailboxQuery(list.query);
  const at = (more: string) => `${id}${kept === '' ? '?' : `${kept}&`}${more}`;
  const link = (name: MailView, label: string) =>
    html`<a href="${at(`view=${name}`)}"${name === view ? raw(' aria-current="page"') : nothing}>${label}</a>`;
  const pictures =
    view === 'html' && !images ? html`<a href="${at('images=1')}">Load pictures</a>` : nothing;
  const fact = (name: string, value: Markup) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const body = html`<dl class="facts">${fact('From', html`${from}`)}${fact('To', html`${to}`)}${fact('Date', shownDate(date, list.zone))}${originLinks(mail)}</dl>
<div class="views">${link('html', 'HTML')}${link('text', 'Text')}${link('headers', 'Headers')}<a href="${String(id)}/source">Source</a>${pictures}<form method="post" action="../mailbox/delete${kept}"><button name="ids" value="${String(id)}">Delete</button></form></div>
${shown(mail, view, images)}`;
  const title = subject || 'Mail';
  const heading = html`<h1>${subject || '(no subject)'}</h1>`;
  return page({ title, heading, root: '../', refresh: false, list, open: { id, body } });
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
