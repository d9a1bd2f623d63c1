import type { Token } from 'markdown-it';
import { type Issue, meant } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { unescapeHtml } from '../text/escape-html.ts';
import { scanHtml } from '../text/html-scanner.ts';
import { positionWords } from '../text/position-words.ts';
import { isSafeUrl } from '../text/safe-url.ts';
import type { Masks } from './masks.ts';

/** The attributes that hold addresses, by element; the links are followed, the others are shown. */
const attributes: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['img', 'src'],
]);

/** Characters of an address that a message repeats. */
const mostShown = 60;

const wholeAddress = /^(?:[a-z][a-z0-9+.-]*:|#)/i;
const mailbox = /^[^\s@/]+@[^\s@/]+$/;
const host = /^(?:www\.|(?:[\w-]+\.)+[a-z]{2,}(?:[/?#]|$))/i;
const file = /^[^/?#]*\.(?:html?|php|aspx?|pdf|txt|md|zip|docx?|png|jpe?g|gif|svg|webp)(?:[?#]|$)/i;

/** What was meant by an address without a scheme, if that is plain. */
function wholeOf(address: string, isLink: boolean): string | null {
  if (mailbox.test(address)) return `mailto:${address}`;
  if (address.startsWith('//')) return `https:${address}`;
  // A picture is rather a file than a site.
  return isLink && host.test(address) && !file.test(address) ? `https://${address}` : null;
}

/** The text that warnings are about, with the path of its field. */
export interface WarnedText {
  path: string;
  source: string;
}

/** What is before an address in a text, from the likeliest on. */
const openings = ['](', '"', "'", ''];

/** Where an address begins in a text; -1 for one that is in a component, or of which nothing is written. */
function placeOf(address: string, source: string): number {
  if (address === '') return source.indexOf(']()') + 1 || -1;
  const found = openings.map(
    (before) => [source.indexOf(before + address), before.length] as const,
  );
  const [at, past] = found.find(([offset]) => offset >= 0) ?? [-1, 0];
  return at < 0 ? at : at + past;
}

/** A sentence behind the place of what it is about, if that is in the text. */
function placed({ source }: WarnedText, at: number, sentence: string): string {
  return at < 0
    ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
    : `${positionWords(source, at)}: ${sentence}`;
}

function sentenceFor(address: string, isLink: boolean): string {
  if (isLink && address === '') return 'a link has no address, so it leads nowhere in a mail.';
  if (address === '') return 'an image has no address, so no mail shows it.';
  return isLink
    ? `the link "${address}" is not a whole address, so it leads nowhere in a mail.`
    : `the image "${address}" is not a whole address, so no mail shows it.`;
}

/** Links and images whose address a mail program cannot follow, once each; Liquid may make any. */
export function addressWarnings(html: string, masks: Masks, text: WarnedText): Issue[] {
  const found = new Map<string, Issue>();
  for (const part of scanHtml(html)) {
    if (found.size === limits.issuesListedMax) break;
    if (part.kind !== 'tag' || part.closing) continue;
    const name = attributes.get(part.name);
    const attribute = part.attributes.find((one) => one.name.toLowerCase() === name);
    if (attribute === undefined) continue;
    const value = unescapeHtml(attribute.value ?? '').trim();
    if (masks.has(value.slice(0, value.search(/[/.?#]|$/))) || wholeAddress.test(value)) continue;
    const isLink = part.name !== 'img';
    const written = masks.restore(value);
    const sentence = sentenceFor(written.slice(0, mostShown), isLink);
    const message = placed(text, placeOf(written, text.source), sentence);
    const fix = 'Write the whole address, with https:// and the name of the site.';
    const issue: Issue = { path: text.path, code: 'address_not_whole', message, fix };
    found.set(message, meant(issue, wholeOf(written, isLink)));
  }
  return [...found.values()];
}

const unreadLink = /\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/** Links in markdown that it did not read as such, so that people see their brackets. */
export function unreadLinkWarnings(
  { markdown, tokens }: { markdown: string; tokens: readonly Token[] },
  masks: Masks,
  text: WarnedText,
): Issue[] {
  // An address in the text, as of "[Read](https://example.com/a b)", became a link of its own.
  const shownOf = ({ type, content }: Token) =>
    type === 'text' ? content : /^link_/.test(type) ? '' : '\n';
  const texts = tokens.map(({ children }) => (children ?? []).map(shownOf).join(''));
  const found = new Set(texts.flatMap((shown) => shown.match(unreadLink) ?? []));
  // With a backslash before its bracket it is meant as it is.
  const listed = [...found].slice(0, limits.issuesListedMax);
  const meantAsLinks = listed.filter((link) => markdown.includes(link));
  return meantAsLinks.map((link) => {
    const written = masks.restore(link);
    const address = /\(([^)]*)/.exec(written)?.[1] ?? '';
    const reason = isSafeUrl(address, false)
      ? 'An address holds no spaces; write them as %20.'
      : 'An address begins with https, http, mailto or tel.';
    const sentence = `"${written.slice(0, mostShown)}" is not a link that can be read, so people see it as it is written.`;
    const message = placed(text, text.source.indexOf(written), sentence);
    return { path: text.path, code: 'link_unread', message, fix: reason };
  });
}
