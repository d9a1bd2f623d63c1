import type { AddressInfo } from 'node:net';
import { operationNames } from '@postroad/core/catalog/catalog';
import { createHttpServer } from '@postroad/http/server';
import { createLog } from '@postroad/service/platform/log';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../pages/look-over.ts';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import { suite } from '../support/test-files.ts';
import { createFakeService } from './fake-service.ts';

// @slow: it starts Chromium.

let browser: RunningBrowser;
let app: ReturnType<typeof createHttpServer>;
let url: string;

beforeAll(async () => {
  app = createHttpServer(createFakeService(), { log: createLog('silent') });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.stop();
  await app.close();
});

/** What makes the page wider than the window. */
const wide = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest('pre, .wide'))
    .map((one) => one.outerHTML.slice(0, 120))`;

/**
 * Two hundred operations that are closed look alike, and axe-core takes seconds for them, so that
 * `npm test` looks at the first of each kind: with the same elements and classes in the line that shows,
 * of which one is the method.
 */
async function takeAlikeAway(page: Page): Promise<void> {
  if (suite === 'all') return;
  await page.evaluate(`{
    const seen = new Set();
    for (const one of document.querySelectorAll('main details:not([open])')) {
      const shown = [...one.querySelectorAll(':scope > summary, :scope > summary *')];
      const kind = shown.map(({ tagName, className }) => tagName + '.' + className).join();
      if (seen.has(kind)) one.remove();
      seen.add(kind);
    }
  }`);
}

/** 390 has the layout of 320, and the whole page was looked at 1280 wide in light before. */
const looks = ([320, 390, 1280] as const)
  .flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const])
  .filter(([width, colorScheme]) => {
    const seen = width === 390 || (width === 1280 && colorScheme === 'light');
    return suite === 'all' || !seen;
  });

it('TOUR-03 has every operation and what holds for all of them in one page, under a strict policy', async () => {
  const { body, headers } = await app.inject({ url: '/docs' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(body).not.toMatch(
    /<script(?! src="docs\/guide\/\w+\.js" type="module"><\/script>)|<style|\son\w+=|style="/,
  );
  expect(operationNames.filter((name) => !body.includes(`<code>${name}</code>`))).toEqual([]);
  for (const part of ['authentication', 'scopes', 'asking-a-person-first', 'errors', 'limits']) {
    expect(body.split(` id="${part}"`), part).toHaveLength(2);
  }
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !ids.includes(id ?? '') && id !== 'text')).toEqual([]);
});

it('TOUR-03 leads only to pages that there are, with the headings that links name', async () => {
  const { body } = await app.inject({ url: '/docs' });
  const links = [...body.matchAll(/ (?:href|src)="([^"#]+)(?:#([^"]+))?"/g)];
  const headings = new Map<string, Set<string>>();
  for (const [, path = '', id] of links) {
    const address = new URL(path, `${url}/docs`).pathname;
    const named = headings.get(address) ?? new Set();
    headings.set(address, id === undefined ? named : named.add(id));
  }
  headings.delete('/');
  expect(headings.size).toBeGreaterThan(3);
  for (const [address, ids] of headings) {
    const answer = await app.inject({ url: address });
    expect(answer.statusCode, address).toBe(200);
    for (const id of ids) expect(answer.body).toContain(` id="${id}"`);
  }
});

it('TOUR-03 is read without scripts, and a link to an operation opens it', async () => {
  const context = await browser.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${url}/docs`);
  await page.getByText('All parts').click();
  await page.getByRole('link', { name: 'Authentication', exact: true }).first().click();
  await page.getByText('Authorization: Bearer <token>').waitFor();
  await page.getByRole('link', { name: 'create_token' }).click();
  await page.locator('#create_token').getByText('Parameters').waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);
  await context.close();
});

it('TOUR-03 finds operations by name, path, summary and field, by keyboard', async () => {
  const page = await browser.browser.newPage();
  await page.goto(`${url}/docs`);
  await page.getByRole('searchbox').waitFor();
  const found = page.getByRole('region', { name: 'Results' });
  const first = found.getByRole('link').first();
  for (const [words, name] of [
    ['record_event', 'record_event'],
    ['record event', 'record_event'],
    ['POST people tag', 'tag_person'],
    ['/api/v1/broadcasts/{broadcast_id}/pause', 'pause_broadcast'],
    ['pre_header body_markdown', 'create_email'],
  ] as const) {
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill(words);
    await found.getByRole('link', { name: new RegExp(`^${name}:`) }).waitFor();
  }
  await page.getByRole('searchbox').fill('pause_broadcast');
  await first.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#pause_broadcast$/);
  await page.locator('#pause_broadcast').getByText('Answer 200').first().waitFor();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill('no such words');
  await found.getByText('Nothing has all of these words.').waitFor();
  await page.keyboard.press('Escape');
  await found.waitFor({ state: 'hidden' });
  await page.getByRole('searchbox').fill('pause_broadcast');
  await first.waitFor();
  await takeAlikeAway(page);
  expect(await findings(page, { within: suite === 'all' ? 'html' : '#found' })).toEqual([]);
  await page.close();
});

it('TOUR-03 holds at 320, 390 and 1280, in light and dark at AA contrast, closed and open', async () => {
  const page = await browser.browser.newPage();
  await page.goto(`${url}/docs#record_event`);
  await page.locator('#record_event').getByText('Parameters').waitFor();
  for (const name of ['get_flow', 'delete_person', 'create_email']) {
    await page.goto(`${url}/docs#${name}`);
    await page
      .locator(`#${name}`)
      .getByText(/Answer 20/)
      .first()
      .waitFor();
  }
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(wide), `${width} wide`).toEqual([]);
  }
  await takeAlikeAway(page);
  expect(await findings(page)).toEqual([]);
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const colours = colorScheme === 'dark';
    expect(await findings(page, { colours }), `${width}, ${colorScheme}`).toEqual([]);
  }
  await page.close();
});
