import { escapeHtml } from '@postroad/core/content/text/escape-html';
import MarkdownIt, { type Token } from 'markdown-it';
import { pageShell } from './page-shell.ts';

/** A part of a page under a heading, for the search. */
export interface GuideSection {
  heading: string;
  /** The id of its heading; empty before the first one below the title. */
  id: string;
  text: string;
}

export interface GuidePage {
  title: string;
  /** The page without its title, as HTML. */
  html: string;
  sections: GuideSection[];
}

/** Where a link of a page leads to on the site; null where the site does not have it. */
export type LinkTarget = (href: string) => string | null;

const markdown = new MarkdownIt({ html: false });

/** The id that a heading has where repositories are read, which links of guides name. */
function slugOf(heading: string, taken: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  const before = taken.get(slug) ?? 0;
  taken.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

const textOf = (token: Token | undefined): string =>
  (token?.children ?? [token])
    .map((part) => (part?.type === 'softbreak' ? ' ' : (part?.content ?? '')))
    .join('');

function placeHeadings(tokens: readonly Token[]): void {
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open')
      token.attrSet('id', slugOf(textOf(tokens[index + 1]), taken));
  }
}

/** Leads links and images to the site; the words of a link to what it does not have stay. */
function placeLinks(tokens: readonly Token[], target: LinkTarget): void {
  for (const { children } of tokens) {
    if (children === null) continue;
    let isGone = false;
    const kept = children.filter((part) => {
      if (part.type === 'image') {
        part.attrSet('src', target(String(part.attrGet('src'))) ?? '');
        part.attrSet('loading', 'lazy');
      }
      if (part.type === 'link_close') return !isGone;
      if (part.type !== 'link_open') return true;
      const to = target(String(part.attrGet('href')));
      isGone = to === null;
      if (to !== null) part.attrSet('href', to);
      return !isGone;
    });
    children.splice(0, children.length, ...kept);
  }
}

function sectionsOf(tokens: readonly Token[], title: string): GuideSection[] {
  const sections: GuideSection[] = [{ heading: title, id: '', text: '' }];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag !== 'h1') {
      const heading = textOf(tokens[index + 1]);
      sections.push({ heading, id: String(token.attrGet('id')), text: '' });
    } else if (['inline', 'fence'].includes(token.type)) {
      const of = sections.at(-1);
      const words = textOf(token);
      if (of !== undefined && of.heading !== words) of.text = `${of.text} ${words}`.trim();
    }
  }
  return sections;
}

/** Makes a page of a text in Markdown that begins with its title. */
export function guidePage(source: string, target: LinkTarget): GuidePage {
  const tokens = markdown.parse(source, {});
  placeHeadings(tokens);
  placeLinks(tokens, target);
  const title = tokens[0]?.tag === 'h1' ? textOf(tokens[1]) : '';
  if (title === '') throw new Error('A guide begins with its title.');
  const html = markdown.renderer
    .render(tokens.slice(3), markdown.options, {})
    // Wide tables scroll by themselves, also by keyboard.
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
  return { title, html, sections: sectionsOf(tokens, title) };
}

export interface Neighbour {
  path: string;
  title: string;
}

interface Around {
  path: string;
  /** Titles of the list of guides with their pages. */
  groups: readonly { title: string; pages: readonly Neighbour[] }[];
  before: Neighbour | undefined;
  after: Neighbour | undefined;
}

const navigation = ({ path, groups }: Around) =>
  groups
    .map(({ title, pages }) => {
      const entries = pages.map((page) => {
        const here = page.path === path ? ' aria-current="page"' : '';
        return `<li><a href="${escapeHtml(page.path)}"${here}>${escapeHtml(page.title)}</a></li>`;
      });
      return `<p class="group">${escapeHtml(title)}</p><ul>${entries.join('')}</ul>`;
    })
    .join('');

const step = (to: Neighbour | undefined, rel: 'prev' | 'next') =>
  to === undefined
    ? '<span></span>'
    : `<a rel="${rel}" href="${escapeHtml(to.path)}">${escapeHtml(to.title)}</a>`;

/** The whole document of a page, which is read without scripts. */
export function guideDocument({ title, html }: GuidePage, around: Around): string {
  return pageShell({
    title: `${title} · Postroad guide`,
    assets: '',
    brand: { name: 'Postroad guide', href: 'index.html' },
    search: { label: 'Search the guide', index: 'search.json' },
    list: { label: 'Guides', all: 'All guides', html: navigation(around) },
    main: [
      `<h1>${escapeHtml(title)}</h1>${html}`,
      `<nav class="steps" aria-label="Before and after">${step(around.before, 'prev')}${step(around.after, 'next')}</nav>`,
    ],
  });
}
