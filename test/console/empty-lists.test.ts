// It starts Chromium.

import { nounAddress } from '@postroad/console/operations/record-address';
import { de } from '@postroad/console/words/de';
import { en } from '@postroad/console/words/en';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { suite } from '../support/test-files.ts';
import {
  answerChanged,
  arrive,
  type ConsoleSite,
  emptied,
  go,
  screenFindings,
  startConsole,
  takeFaults,
} from './console-site.ts';

const lists = operationNames
  .filter((name) => name.startsWith('list_'))
  .map((name) => {
    const { noun, verb, path } = operationNamed(name);
    const given = new URLSearchParams(
      Object.fromEntries(pathParameters(path).map((parameter) => [parameter, '1'])),
    );
    return verb === 'list'
      ? { name, of: noun, path, address: nounAddress(noun) }
      : { name, of: name, path, address: `/operations/${name}?${given}` };
  });

/** Screens with a list that is not that of a noun. */
const others = ['/history', '/reports', '/people?q=nobody', '/events?name=nothing'].concat(
  ['holding', 'sending', 'uncertain', 'failed'].map((status) => `/queue?status=${status}`),
);

let site: ConsoleSite;
let page: Page;
let german: Page;

const isList = (path: string) => (url: URL) =>
  new RegExp(`^(?:/api(?:/v\\d+)?)?${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(url.pathname);

/** Answers as an account does that has nothing, also for what comes with the starter content. */
async function answerEmpty(route: Route): Promise<void> {
  const request = route.request();
  if (request.method() !== 'GET' || request.resourceType() === 'document') {
    return route.fallback();
  }
  const { pathname } = new URL(request.url());
  const list = lists.find(({ path }) => isList(path)(new URL(request.url())));
  if (list === undefined && !/\/report$/.test(pathname)) return route.fallback();
  await answerChanged(route, emptied, { inPlaceOfFault: { rows: [] } });
}

beforeAll(async () => {
  site = await startConsole();
  page = await site.open('/operations');
  german = await site.open('/operations', { locale: 'de-DE' });
  for (const one of [page, german]) await one.route('**/*', answerEmpty);
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(async () => {
  for (const one of [page, german]) await one?.unrouteAll({ behavior: 'ignoreErrors' });
  await site?.stop();
});

/** Goes to a screen whose list is empty; answers its empty state. */
async function emptyAt(one: Page, address: string) {
  await arrive(one, address);
  const empty = one.locator('main .empty');
  // A screen may read again what it waits for beside its list.
  await expect
    .poll(async () => [
      await empty.count(),
      await empty.locator('a.button, button').count(),
      await empty.locator('figure').count(),
    ])
    .toEqual([1, 1, 1]);
  expect(await empty.locator('figure > :not(figcaption)').textContent()).toMatch(/.{20}/s);
  return empty;
}

const wordOf = (words: object, key: string) => (words as Record<string, string>)[key];

/** In `npm test` every fifth in German: `empty-words.test.ts` compares the words of all. */
const languagesOf = (list: (typeof lists)[number]) =>
  suite === 'all' || lists.indexOf(list) % 5 === 0
    ? ([
        [page, en],
        [german, de],
      ] as const)
    : ([[page, en]] as const);

describe('lists of an empty account', () => {
  /** Where the buttons of the lists lead, by their names. */
  const buttons = new Map<string, string>();

  it.each(lists)('$name: what it is, one button and one example', async (list) => {
    for (const [one, words] of languagesOf(list)) {
      const empty = await emptyAt(one, list.address);
      expect(await empty.locator('h2 + p').textContent()).toBe(wordOf(words, `empty.${list.of}`));
      const to = await empty.locator('a.button').getAttribute('href');
      buttons.set(list.name, to ?? '');
    }
  });

  it.each(others)('%s: what it is, one button and one example', async (address) => {
    const empty = await emptyAt(page, address);
    expect(await empty.locator('h2 + p').textContent()).toMatch(/.{20}/);
  });

  it('leads with each button to a screen that is there', async () => {
    expect(buttons.size).toBe(lists.length);
    for (const address of new Set(buttons.values())) {
      await arrive(page, address);
      await page.waitForURL(site.running.url + address);
      expect(await page.getByText(en['unknown.title']).count(), address).toBe(0);
    }
  });

  it('is sound and fits at 320 pixels, light and dark', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    for (const address of ['/flows', '/events', '/people', '/queue', '/people?q=nobody']) {
      await emptyAt(page, address);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const colours = colorScheme === 'dark';
        expect(await screenFindings(page, { colours }), address).toEqual([]);
      }
      const wide = 'document.documentElement.scrollWidth';
      expect(await page.evaluate(wide), address).toBeLessThanOrEqual(320);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('cards of an empty account', () => {
  /** The empty cards of a screen, with the buttons and examples in each. */
  async function cardsAt(one: Page, address: string, count: number) {
    await go(one, address);
    const empty = one.locator('main .nothing');
    await expect.poll(() => empty.count(), { message: address }).toBe(count);
    for (const card of await empty.all()) {
      expect(await card.locator('p').first().textContent()).toMatch(/.{20}/);
      expect(await card.locator('.nothing-example').textContent()).toMatch(/.{12}/);
      const around = card.locator(
        'xpath=ancestor::*[self::section or self::aside or self::div[contains(@class, "card")]][1]',
      );
      const buttons = around.locator('a.button, button:not(.panel-head *)');
      const message = (await card.textContent()) ?? '';
      await expect.poll(() => buttons.count(), { message }).toBe(1);
    }
    return empty;
  }

  beforeAll(async () => {
    const { invoke } = site.running;
    await invoke('upsert_person', { email: 'nora@example.com' });
    const definition = { type: 'has_tag', tag: 'customer' };
    await invoke('create_segment', { key: 'buyers', name: 'Buyers', definition });
    const bare = { trigger: { event: 'began' }, nodes: [] };
    await invoke('create_flow', { key: 'bare', name: 'Bare', definition: bare });
  });

  const screens = [
    ['/', 6],
    ['/queue?status=delivery', 3],
    ['/people/nora@example.com', 2],
    ['/segments/buyers', 1],
    ['/flows/welcome?at=nodes%5B0%5D', 1],
    ['/flows/welcome?layer=difference&from=current&to=draft', 1],
  ] as const;

  it.each(screens)(
    'CON-23 %s: each says what it is, with one button and one example',
    async (address, count) => {
      for (const one of [page, german]) await cardsAt(one, address, count);
    },
  );

  it('CON-23 teaches in a flow without steps, and in a timeline without entries', async () => {
    for (const address of ['/flows/bare?layer=edit', '/people/nora@example.com']) {
      await emptyAt(page, address);
    }
  });

  it('CON-23 is sound and fits at 320 pixels, light and dark', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    for (const [address, count] of screens) {
      await cardsAt(page, address, count);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const colours = colorScheme === 'dark';
        expect(await screenFindings(page, { colours }), address).toEqual([]);
      }
      const wide = 'document.documentElement.scrollWidth';
      expect(await page.evaluate(wide), address).toBeLessThanOrEqual(320);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
