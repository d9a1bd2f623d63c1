import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type GuidePage, guideDocument, guidePage, type Neighbour } from './guide-page.ts';

/** A file of the site, by its path below the start of it. */
export interface SiteFile {
  type: string;
  bytes: Buffer;
}

const guides = 'docs/guides';
const start = 'index.md';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};
const plainType = 'text/plain; charset=utf-8';

export const typeOf = (path: string): string =>
  types[path.slice(path.lastIndexOf('.') + 1)] ?? plainType;

/** The path on the site of a file of the repository, which has a place there. */
function placeOf(file: string): string | null {
  const name = posix.basename(file);
  if (file.endsWith('.md')) {
    const page = `${name.slice(0, -'.md'.length).toLowerCase()}.html`;
    if (file.startsWith('docs/decisions/')) {
      return name === 'README.md' ? 'decisions.html' : `decision-${page}`;
    }
    return page;
  }
  if (file.startsWith('docs/images/')) return `images/${name}`;
  return /\.\w+$/.test(name) ? `files/${name}.txt` : null;
}

/** Groups of the start page with the guides that they list, in order. */
function groupsOf(text: string): { title: string; files: string[] }[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      files: part
        .split('\n')
        .filter((line) => line.startsWith('- ['))
        .map((line) => line.slice(line.indexOf('](') + 2, line.indexOf('):'))),
    }));
}

/**
 * The guides of a checkout as files of a static site, with what they link to. Links between its files
 * are relative, so that it can lie at any address.
 */
class GuideSite {
  readonly #files = new Map<string, SiteFile>();
  readonly #pages = new Map<string, GuidePage>();
  /** Files of the repository that are on the site or will be. */
  readonly #wanted: string[] = [];

  readonly #root: URL;

  constructor(root: URL) {
    this.#root = root;
  }

  #read(file: string): Buffer {
    return readFileSync(new URL(file, this.#root));
  }

  #add(path: string, bytes: Buffer | string): void {
    this.#files.set(path, { type: typeOf(path), bytes: Buffer.from(bytes) });
  }

  /** Leads a link of a page to the site, and sees to it that its file is there. */
  #target(file: string, href: string): string | null {
    if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href;
    const [path = '', anchor] = href.split('#', 2);
    const named = posix.normalize(posix.join(posix.dirname(file), decodeURI(path)));
    const place = placeOf(named);
    if (place === null) return null;
    if (!this.#wanted.includes(named)) {
      // What the guides name is on the site, and not what that names in turn.
      if (!file.startsWith(`${guides}/`)) return null;
      this.#wanted.push(named);
    }
    return anchor === undefined ? place : `${place}#${anchor}`;
  }

  #searchIndex(): string {
    const entries = [...this.#pages].flatMap(([path, { title, sections }]) =>
      sections.map(({ heading, id, text }) => ({
        ...{ page: title, heading, text },
        href: id === '' ? path : `${path}#${id}`,
      })),
    );
    return JSON.stringify(entries);
  }

  make(): ReadonlyMap<string, SiteFile> {
    const first = `${guides}/${start}`;
    const groups = groupsOf(this.#read(first).toString());
    this.#wanted.push(first, ...groups.flatMap(({ files }) => files.map((f) => `${guides}/${f}`)));
    // Grows while pages are made.
    for (const file of this.#wanted) {
      const place = placeOf(file);
      if (place === null) continue;
      if (!file.endsWith('.md')) {
        this.#add(place, this.#read(file));
        continue;
      }
      const page = guidePage(this.#read(file).toString(), (href) => this.#target(file, href));
      this.#pages.set(place, page);
    }
    const neighbourOf = (path: string): Neighbour => ({
      path,
      title: this.#pages.get(path)?.title ?? '',
    });
    const listed = groups.map(({ title, files }) => ({
      title,
      pages: files.map((file) => neighbourOf(placeOf(`${guides}/${file}`) ?? '')),
    }));
    const order = listed.flatMap(({ pages }) => pages);
    for (const [path, page] of this.#pages) {
      const at = order.findIndex((one) => one.path === path);
      const [before, after] = at < 0 ? [] : [order[at - 1], order[at + 1]];
      this.#add(path, guideDocument(page, { path, groups: listed, before, after }));
    }
    this.#add('search.json', this.#searchIndex());
    const assets = new URL('http/assets/', this.#root);
    for (const name of readdirSync(assets)) this.#add(name, readFileSync(new URL(name, assets)));
    this.#add('icon.svg', this.#read('console/src/icon.svg'));
    return this.#files;
  }
}

/** The checkout that the sources are in. */
const checkout = new URL('../../../', import.meta.url);

/** Makes all files of the site from the guides of a checkout. */
export function guideSite(root: URL = checkout): ReadonlyMap<string, SiteFile> {
  return new GuideSite(root).make();
}
