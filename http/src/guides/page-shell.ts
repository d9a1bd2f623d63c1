import { escapeHtml } from '@postroad/core/content/text/escape-html';

interface Shell {
  title: string;
  /** The way to the folder of styles and scripts. */
  assets: string;
  /** Names of more styles and scripts there, `.css` and `.js` each. */
  more?: string;
  brand: { name: string; href: string };
  /** Where the parts that are searched are listed; null if they are parts of the page itself. */
  search: { label: string; index: string | null };
  /** Pages or parts beside the text, as HTML. */
  list: { label: string; all: string; html: string };
  /** Parts of the text, as HTML. */
  main: readonly string[];
}

/** A document with a search, a list of what there is and a text, which is whole without scripts. */
export function pageShell({ title, assets, more, brand, search, list, main }: Shell): string {
  const at = escapeHtml(assets);
  const index = search.index === null ? '' : ` data-index="${escapeHtml(search.index)}"`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="icon" href="${at}icon.svg"><link rel="stylesheet" href="${at}guide.css">`,
    more === undefined
      ? ''
      : `<link rel="stylesheet" href="${at}${more}.css"><script src="${at}${more}.js" type="module"></script>`,
    `<script src="${at}search.js" type="module"></script></head><body>`,
    '<a class="skip" href="#text">Skip to the text</a>',
    `<header><a class="brand" href="${escapeHtml(brand.href)}"><img src="${at}icon.svg" alt="" width="28" height="28">${escapeHtml(brand.name)}</a>`,
    `<form role="search"${index} hidden><label for="q">${escapeHtml(search.label)}</label>`,
    '<input id="q" name="q" type="search" autocomplete="off" placeholder="Search"></form></header>',
    '<section id="found" aria-label="Results" aria-live="polite" hidden></section>',
    `<div class="columns"><nav aria-label="${escapeHtml(list.label)}"><details><summary>${escapeHtml(list.all)}</summary>${list.html}</details><div class="all">${list.html}</div></nav>`,
    `<main id="text">${main[0] ?? ''}`,
    ...main.slice(1),
    '</main></div></body></html>\n',
  ].join('\n');
}
