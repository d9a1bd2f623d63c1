import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { root } from '../support/repository.ts';

/** The parts of a parsed mail that values must not change. */
export interface ParsedMail {
  /** Names of elements and attributes, and comments, in the order of the tree, with their depth. */
  skeleton: string;
  /** Protocols of all addresses, as the URL parser of the browser reads them. */
  protocols: string[];
}

/** The appearance of one element of a mail; colours as `#rrggbb` or `none`. */
export interface Shown {
  color: string;
  /** Of the nearest surrounding element that has one. */
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

/** Written in `in-page.mjs`, since the types of a page and of Node contradict each other. */
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

/** Every colour that an element of the mail shows, except hidden ones. */
export function colorsShown(page: Page): Promise<string[]> {
  return page.evaluate(() => inPage.colorsShown());
}

export function factsOf(page: Page): Promise<MailFacts> {
  return page.evaluate(() => inPage.factsOf());
}
