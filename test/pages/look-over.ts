import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../support/repository.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const inPage = readFileSync(join(root, 'test', 'pages', 'in-page.mjs'), 'utf8');

/** Written in `in-page.mjs`, since the types of a page and of Node contradict each other. */
interface InPage {
  misfits(): string[];
  skeleton(): string;
}

interface WithAxe {
  axe: { run(context: unknown, options: object): Promise<AxeResults> };
}

/** Nothing of these pages plays sound, and no rule in use reads style sheets, which axe-core copies for it. */
const preload = false;

/** Rules of WCAG 2.2 AA, and the best practices of axe-core. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Those of them that look at colours: the others answer the same in light and dark. */
const ofColours = ['color-contrast', 'link-in-text-block'];

export interface Look {
  /** Whether it is the colours alone that are looked at. */
  colours?: boolean;
  /** A selector of the parts to look at. */
  within?: string;
}

/** What axe-core finds in the page as it is. */
export async function findings(
  page: Page,
  { colours = false, within = 'html' }: Look = {},
): Promise<string[]> {
  // The policy of the page blocks all scripts except the debugger's.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
  const options = { runOnly: colours ? ofColours : tags, resultTypes: ['violations'], preload };
  return await page.evaluate(
    async ([parts, values]) => {
      const { violations } = await (globalThis as unknown as WithAxe).axe.run(parts, values);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [within, options] as const,
  );
}

/** Elements that are too small to hit, or wider than the page. */
async function misfits(page: Page): Promise<string[]> {
  await page.evaluate(inPage);
  return await page.evaluate(() => (globalThis as unknown as InPage).misfits());
}

/** Names of all elements and their attributes, in the order of the tree. */
export async function skeletonOf(page: Page): Promise<string> {
  await page.evaluate(inPage);
  return await page.evaluate(() => (globalThis as unknown as InPage).skeleton());
}

/** Everything is within reach on a desk, at the width that is set, and as narrow as WCAG 2.2 asks (1.4.10). */
export async function fits(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of new Set([1280, 320, before?.width ?? 320])) {
    await page.setViewportSize({ width, height: before?.height ?? 640 });
    expect(await misfits(page), `${state}, ${width} wide`).toEqual([]);
  }
}

/** The same, and axe-core finds nothing in light and dark. */
export async function lookOver(page: Page, state: string): Promise<void> {
  await fits(page, state);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const colours = colorScheme === 'dark';
    expect(await findings(page, { colours }), `${state}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
