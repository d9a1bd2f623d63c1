import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { root } from '../support/repository.ts';

/** What a browser made of one mail, as far as values must not change it. */
export interface ParsedMail {
  /** Names of elements and attributes, and comments, in the order of the tree, with their depth. */
  skeleton: string;
  /** Protocols of all addresses, as the browser's own URL parser reads them. */
  protocols: string[];
}

/** How one element of a mail is shown; colours as `#rrggbb` or `none`. */
export interface Shown {
  color: string;
  /** Of the nearest element around it that has one. */
  background: string;
  border: string;
}

export interface MailFacts {
  lang: string;
  title: string;
  label: string;
  scrollWidth: number;
  widest: number;
  cardTop: number;
  preHeaderBoxes: number | null;
  headers: number;
  footerLines: number;
  picturesWithoutAlt: number;
  tablesWithoutRoleOrHeading: number;
  emptyParagraphs: number;
}

/** Written in `in-page.mjs`, since the types of a page and of Node exclude each other. */
interface InPage {
  parseMails(sources: string[]): ParsedMail[];
  shownAs(selectors: Record<string, string>): Record<string, Shown>;
  colorsShown(): string[];
  factsOf(): MailFacts;
}

declare const inPage: InPage;

export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const page = await browser.newPage(options);
  await page.addInitScript({ path: join(root, 'test', 'browser', 'in-page.mjs') });
  await page.goto('about:blank');
  return page;
}

/** Parses mails with the browser's parser, in documents that load and run nothing. */
export function parseMails(page: Page, mails: string[]): Promise<ParsedMail[]> {
  return page.evaluate((sources) => inPage.parseMails(sources), mails);
}

/** The first element of each selector. */
export function shownAs(page: Page, selectors: Record<string, string>) {
  return page.evaluate((wanted) => inPage.shownAs(wanted), selectors);
}

/** Every colour that an element of the mail shows, except what is hidden. */
export function colorsShown(page: Page): Promise<string[]> {
  return page.evaluate(() => inPage.colorsShown());
}

export function factsOf(page: Page): Promise<MailFacts> {
  return page.evaluate(() => inPage.factsOf());
}
