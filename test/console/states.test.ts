// It starts Chromium. With every value (POSTROAD_SUITE=all) it looks at each screen in each state.
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../pages/look-over.ts';
import { suite } from '../support/test-files.ts';
import {
  answerChanged,
  arrive,
  type ConsoleSite,
  emptied,
  screenOnly,
  signIn,
  startConsole,
  takeFaults,
} from './console-site.ts';
import { screens, telling } from './screen-list.ts';

const looked = suite === 'all' ? screens : telling;

let site: ConsoleSite;
let page: Page;
let readerToken: string;

async function layGround({ running: { invoke } }: ConsoleSite): Promise<void> {
  await invoke('create_flow', {
    key: 'trial',
    name: 'Trial',
    definition: {
      trigger: { event: 'trial_began' },
      nodes: [
        {
          name: 'Is a customer',
          type: 'if_else',
          condition: { type: 'has_tag', tag: 'customer' },
          then: [{ name: 'Wait', type: 'delay', duration: { amount: 3, unit: 'days' } }],
          else: [{ name: 'Hello', type: 'send_email', email_id: 1 }],
        },
      ],
    },
  });
  await invoke('activate_flow', { flow_key: 'trial' });
  await invoke('upsert_person', {
    email: 'ada@example.com',
    first_name: 'Ada',
    tags: ['customer', 'early'],
  });
  await invoke('record_event', { email: 'ada@example.com', name: 'trial_began' });
  const definition = { type: 'has_tag', tag: 'customer' } as const;
  await invoke('create_segment', { key: 'everybody', name: 'Everybody', definition });
  await invoke('create_guard', { key: 'quiet', name: 'Quiet', condition: definition });
  await invoke('create_sequence', { name: 'First steps' });
  await invoke('add_sequence_step', { sequence_id: 1, email_source: 'shared', email_id: 1 });
  await invoke('create_broadcast', {
    name: 'Spring letter',
    segment_id: 1,
    email_source: 'scratch',
  });
}

beforeAll(async () => {
  site = await startConsole();
  await layGround(site);
  while (await site.running.service.tick());
  page = await site.open('/');
  const { secret } = (await site.running.invoke('create_token', {
    name: 'Reader',
    scopes: ['read'],
  })) as { secret: string };
  readerToken = secret;
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

/** Widths of a telephone that zooms, of a tablet and of a desk, in pixels (CON-20). */
const widths = [320, 768, 1280];

interface Document {
  documentElement: { scrollWidth: number; clientWidth: number };
}

interface FaultsOptions {
  /** Whether axe-core looks at it 320 wide too. */
  narrow?: boolean | undefined;
  within?: string | undefined;
}

/** What of the page as it is would keep somebody from using it (CON-18, CON-20). */
async function faultsIn(
  one: Page,
  { narrow = suite === 'all', within = screenOnly }: FaultsOptions = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await one.emulateMedia({ colorScheme, forcedColors: 'none' });
    const seen = await findings(one, { within, colours: colorScheme === 'dark' });
    found.push(...seen.map((finding) => `${colorScheme}: ${finding}`));
  }
  const before = one.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of widths) {
    await one.setViewportSize({ width, height: before.height });
    const { scrollWidth, clientWidth } = await one.evaluate(() => {
      const { documentElement } = (globalThis as unknown as { document: Document }).document;
      const { scrollWidth, clientWidth } = documentElement;
      return { scrollWidth, clientWidth };
    });
    if (scrollWidth > clientWidth) found.push(`${scrollWidth} pixels wide of ${width}`);
    if (narrow && width === 320) {
      found.push(...(await findings(one, { within })).map((finding) => `320 wide: ${finding}`));
    }
  }
  await one.setViewportSize(before);
  return found;
}

const isLoading = (one: Page) => one.getByText('Loading…', { exact: true }).first();

/** Loads a page that has read nothing yet, at an address that no screen has. */
async function loadAnew(one: Page): Promise<void> {
  await one.goto(`${site.running.url}/nowhere/at/all`);
  await one.locator('main h1').waitFor();
}

async function visit(one: Page, address: string, { loads = true } = {}): Promise<void> {
  // What opened over the screen before would stay.
  const over = one.locator('dialog[open]');
  if ((await over.count()) > 0) await one.keyboard.press('Escape');
  await over.waitFor({ state: 'detached' });
  await arrive(one, address);
  if (loads) await isLoading(one).waitFor({ state: 'detached' });
}

/** Rows of an answer taken away, as in an account that has none. */
const withoutRows = (route: Route): Promise<void> => answerChanged(route, emptied);

const fault = {
  type: 'about:blank',
  ...{ title: 'Internal error', status: 500, code: 'internal_error' },
  detail: 'Something failed in the service. Its log says what.',
};

interface State extends FaultsOptions {
  answer?: (route: Route) => Promise<void>;
  loads?: boolean;
}

/** States of a screen by what the service answers. */
const states: Readonly<Record<string, State>> = {
  'as it is': { narrow: true, within: 'html' },
  'without rows': { answer: withoutRows },
  'with a fault': {
    answer: (route) =>
      route.fulfill({ status: 500, json: fault, contentType: 'application/problem+json' }),
  },
  'while it loads': { answer: () => new Promise(() => undefined), loads: false },
};

const reads = (url: URL) => url.pathname.startsWith('/api/v1/') && !url.pathname.endsWith('/live');

describe.each(Object.entries(states))(
  'CON-18 CON-20 every screen %s',
  (_state, { answer, loads, ...look }) => {
    beforeAll(async () => {
      if (answer) await page.route(reads, answer);
      await loadAnew(page);
    });
    afterAll(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

    it.each(looked)(
      'CON-18 CON-20 %s: nothing found in light and dark, at 320, 768 and 1280',
      async (address) => {
        await visit(page, address, { loads: loads ?? true });
        expect(await page.locator('h1').count()).toBe(1);
        expect(await faultsIn(page, look)).toEqual([]);
      },
    );
  },
);

/** Signs in on the page with another token. */
async function becomes(token: string): Promise<void> {
  // An answer that still comes would set the cookie again.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(site.running.url);
  await signIn(page, token);
  // The page for signing in has a heading too; leaving it at once would lose the cookie.
  await page.locator('#content h1').waitFor();
}

describe('CON-18 CON-20 every screen for a token that reads', () => {
  beforeAll(() => becomes(readerToken));
  afterAll(() => becomes(site.running.token));

  it.each(looked)('CON-18 CON-20 %s: nothing found', async (address) => {
    await visit(page, address);
    expect(await faultsIn(page)).toEqual([]);
  });
});

const save = (one: Page) => one.getByRole('button', { name: /^(?:Save|Create)$/ }).click();

/** What opens over a screen or is in it after an act; each on another screen than the one before, which is faster. */
const moments: Readonly<
  Record<string, FaultsOptions & { at: string; width?: number; act(one: Page): Promise<unknown> }>
> = {
  'the search': {
    at: '/',
    async act(one) {
      await one.keyboard.press('/');
      await one.getByRole('combobox').fill('welcome');
      await one.getByRole('option').first().waitFor();
    },
  },
  'the list of keys': {
    at: '/flows',
    async act(one) {
      await one.locator('main h1').focus();
      await one.keyboard.press('?');
      await one.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  'the search that found nothing': {
    at: '/',
    async act(one) {
      await one.keyboard.press('Control+k');
      await one.getByRole('combobox').fill('zzzzzz');
      await one.getByText('Nothing has this in its name').waitFor();
    },
  },
  'what a removal would do': {
    at: '/operations/delete_guard?guard_key=quiet',
    async act(one) {
      await one.getByRole('button', { name: 'What it would do' }).click();
      await one.getByText('Look at what it would do').waitFor();
    },
  },
  'the menu of the session': {
    at: '/',
    act: (one) =>
      one
        .getByRole('button', { name: /Signed in as/ })
        .first()
        .click(),
  },
  'a form with problems': {
    at: '/operations/create_segment',
    async act(one) {
      await save(one);
      await one.getByRole('alert').first().waitFor();
    },
  },
  'the menu of a narrow window': {
    at: '/',
    width: 320,
    within: 'html',
    act: (one) => one.getByRole('button', { name: 'Menu' }).click(),
  },
  'a form that the service refuses': {
    at: '/operations/create_tag',
    async act(one) {
      await one.goto(`${site.running.url}/operations/create_segment`);
      await one.getByLabel(/^Key/).fill('Not a key!');
      await one.getByLabel(/^Name/).fill('X');
      await one.getByLabel(/^Definition/).fill('{"type":"nothing"}');
      await save(one);
      await one.getByRole('alert').first().waitFor();
    },
  },
  'stopping all mail': {
    at: '/',
    act: (one) => one.getByRole('button', { name: 'Stop all mail' }).click(),
  },
  'an edit over that of another': {
    at: '/operations/update_guard?guard_key=quiet',
    async act(one) {
      await one.getByLabel(/^Name/).fill(`Mine ${Date.now()}`);
      const labels = [`theirs-${Date.now()}`];
      await site.running.invoke('update_guard', { guard_key: 'quiet', labels });
      await save(one);
      await one.getByText('Somebody else changed this meanwhile').waitFor();
    },
  },
  'filters and columns': {
    at: '/events',
    async act(one) {
      for (const name of ['Filter', 'Columns']) await one.getByText(name, { exact: true }).click();
    },
  },
  'a note that offers to undo': {
    within: 'html',
    at: '/operations/update_guard?guard_key=quiet',
    async act(one) {
      await one.getByLabel(/^Name/).fill(`Undo ${Date.now()}`);
      await save(one);
      await one.getByRole('button', { name: 'Undo' }).first().waitFor();
    },
  },
  'filters that nothing matches': {
    at: '/people?q=nobody-has-this',
    act: (one) => one.getByText('Nothing matches').waitFor(),
  },
  'a step that is edited': {
    at: '/flows/trial?layer=edit&at=nodes%5B0%5D',
    act: (one) => one.locator('.canvas-panel').waitFor(),
  },
  'tags for many': {
    at: '/people',
    act: (one) => one.getByText('Tag all of them').click(),
  },
  'the kinds of a new step': {
    at: '/flows/trial?layer=edit',
    async act(one) {
      await one.getByRole('treeitem').first().focus();
      await one.keyboard.press('Insert');
      await one.getByRole('dialog').waitFor();
    },
  },
  'the answer of an operation': {
    at: '/operations/get_profile',
    async act(one) {
      await one.getByRole('button', { name: 'Show', exact: true }).click();
      await one.getByRole('heading', { name: 'Answer' }).waitFor();
    },
  },
  'the people on a step': {
    at: '/flows/trial?at=nodes%5B0%5D',
    act: (one) => one.locator('.canvas-panel').waitFor(),
  },
  'a record that is not there': {
    at: '/segments/no-such',
    act: (one) =>
      one
        .getByText(/not here|no such|There is no/i)
        .first()
        .waitFor(),
  },
};

describe('CON-18 CON-20 what opens and appears', () => {
  it.each(Object.entries(moments))('CON-18 CON-20 %s: nothing found', async (_what, moment) => {
    const one = page;
    await one.setViewportSize({ width: moment.width ?? 1280, height: 900 });
    await visit(one, moment.at);
    await moment.act(one);
    expect(await faultsIn(one, moment)).toEqual([]);
    await one.setViewportSize({ width: 1280, height: 900 });
  });

  it('CON-18 CON-20 signing in, and what is wrong with it: nothing found', async () => {
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(site.running.url);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await faultsIn(page, { within: 'html' })).toEqual([]);
    await signIn(page, 'wrong-token-of-some-length');
    await page.getByRole('alert').filter({ hasText: /token/i }).waitFor();
    expect(await faultsIn(page, { within: 'html' })).toEqual([]);
    await becomes(site.running.token);
  });
});

/** A name that is not that of the own machine, which the browser is led to the service for. */
const elsewhere = 'http://mail.example.test';

describe('CON-17 a link that was sent', () => {
  it('CON-17 is used up by the press of a button, not by who looks at it', async () => {
    const { url } = (await site.running.invoke('invite_operator', {
      name: 'Grace Hopper',
      scope: 'read',
    })) as { url: string };
    const context = await page.context().browser()?.newContext({ locale: 'en-GB' });
    if (context === undefined) throw new Error('The browser has ended.');
    const sent: string[] = [];
    await context.route(`${elsewhere}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      if (pathname.endsWith('/live')) return route.abort();
      if (route.request().method() === 'POST') sent.push(pathname);
      const answer = await route.fetch({ url: site.running.url + pathname + search });
      await route.fulfill({ response: answer });
    });
    const guest = await context.newPage();
    await guest.goto(`${elsewhere}/sign-in${new URL(url).hash}`);
    await guest.getByText('This link signs you in once').waitFor();
    await guest.getByText('This address is not encrypted').waitFor();
    expect(await faultsIn(guest, { within: 'html' })).toEqual([]);
    expect(sent).toEqual([]);
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest
      .getByRole('button', { name: /Signed in as Grace Hopper/ })
      .first()
      .waitFor();
    expect(sent).toEqual(['/console/session']);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
});

interface Focused {
  at: string;
  seen: boolean;
  /** Whether it has left the page. */
  isOut: boolean;
}

/** Where the focus is, and whether one sees it: an outline, or a shadow around it. */
const focusedNow = `(async () => {
  const one = document.activeElement;
  if (one === null || one === document.body) return { at: 'body', seen: true, isOut: true };
  const shown = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  one.dataset.reached = '';
  const { width, height } = one.getBoundingClientRect();
  const inEditor = one.shadowRoot?.querySelectorAll('.cm-editor') ?? [];
  const inner = [one, ...one.querySelectorAll('span'), ...inEditor];
  // An editor of text marks its focus some frames later.
  for (let frame = 0; frame < 60 && !inner.some(shown); frame += 1) {
    await new Promise(requestAnimationFrame);
  }
  return {
    at: one.outerHTML.slice(0, 120),
    seen: width > 0 && height > 0 && inner.some(shown),
    isOut: false,
  };
})()`;

/** Controls of the screen that Tab did not reach; of radio buttons, one for all. */
const unreached = `[...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, [tabindex="0"])')]
  .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0 && one.type !== 'radio')
  .filter((one) => one.dataset.reached === undefined)
  .map((one) => one.outerHTML.slice(0, 120))`;

/** What of the screen has the focus, if a bar that stays in place lies over it (WCAG 2.4.11). */
const behindBar = `(() => {
  const one = document.activeElement;
  if (one.closest('main') === null) return null;
  const { top, bottom } = one.getBoundingClientRect();
  const isOver = (bar) => {
    const over = bar.getBoundingClientRect();
    return !bar.contains(one) && over.height > 0 && top >= over.top && bottom <= over.bottom;
  };
  return [...document.querySelectorAll('.topbar, .save-bar')].some(isOver) ? one.outerHTML.slice(0, 120) : null;
})()`;

const mostPresses = 400;

describe('CON-19 by keyboard', () => {
  it.each(looked)(
    'CON-19 %s: Tab reaches every control, and one sees where it is',
    async (address) => {
      await visit(page, address);
      await page.locator('main h1').focus();
      const unseen: string[] = [];
      // The navigation is beside the screen, and long.
      for (let presses = 0; presses < mostPresses; presses += 1) {
        await page.keyboard.press('Tab');
        const { at, seen, isOut } = (await page.evaluate(focusedNow)) as Focused;
        if (isOut) break;
        if (!seen) unseen.push(at);
      }
      expect(unseen).toEqual([]);
      expect(await page.evaluate(unreached)).toEqual([]);
    },
  );

  it.each([1280, 390])(
    'CON-19 what has the focus is behind no bar that stays in place, %i px wide',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await visit(page, '/themes/default');
      for (const key of ['Tab', 'Shift+Tab']) {
        if (key === 'Tab') await page.locator('main h1').focus();
        else await page.locator('.save-bar button').first().focus();
        const hidden: unknown[] = [];
        for (let presses = 0; presses < 100; presses += 1) {
          await page.keyboard.press(key);
          hidden.push(await page.evaluate(behindBar));
        }
        expect([key, hidden.filter((one) => one !== null)]).toEqual([key, []]);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  );

  it('CON-19 closes every dialog by Escape, and gives the focus back', async () => {
    await visit(page, '/');
    const opener = page.getByRole('button', { name: /Signed in as/ }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Signed in as/);
  });

  it('CON-19 leaves the focus on the button that saved, though nothing is left to save', async () => {
    await visit(page, '/emails/1');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Preheader' }).click();
    await page.keyboard.type('Seen first');
    await expect.poll(() => save.isDisabled()).toBe(false);
    await save.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Everything is saved').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Save');
    // Off, it does nothing.
    await page.keyboard.press('Enter');
    expect(await page.getByText('Everything is saved').count()).toBe(1);
  });
});

describe('CON-20 forced colours and motion', () => {
  it.each(looked)('CON-20 %s: holds in forced colours', async (address) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await visit(page, address);
    const unmarked =
      await page.evaluate(`[...document.querySelectorAll('main button, main .button')]
      .filter((one) => one.getBoundingClientRect().width > 0)
      .filter((one) => parseFloat(getComputedStyle(one).borderTopWidth) === 0 && !one.closest('.sort, .canvas') && getComputedStyle(one).textDecorationLine === 'none')
      .map((one) => one.outerHTML.slice(0, 100))`);
    expect(unmarked).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  });

  it('CON-20 tells what is chosen where people choose the colours', async () => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const chosen = {
      '/reports': ['.tabs a', 'nav .button'],
      '/emails/1': ['.segmented span'],
    };
    for (const [address, selectors] of Object.entries(chosen)) {
      await visit(page, address);
      for (const selector of selectors) {
        await page.locator(selector).first().waitFor();
        const looks = await page.evaluate(`new Set([...document.querySelectorAll('${selector}')]
          .map((one) => getComputedStyle(one).backgroundColor)).size`);
        expect([selector, looks]).toEqual([selector, 2]);
      }
    }
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  });

  it('CON-20 shows the dots of badges where people choose the colours', async () => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await visit(page, '/flows');
    const colours = await page.evaluate(`[...document.querySelectorAll('.badge .dot')]
      .map((one) => [getComputedStyle(one), getComputedStyle(one.parentElement)])
      .map(([dot, badge]) => dot.backgroundColor === badge.backgroundColor)`);
    expect(colours).toContain(false);
    expect(colours).not.toContain(true);
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  });

  it('CON-20 moves nothing for who asked for less motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const address of telling) {
      await visit(page, address);
      const moving = await page.evaluate(`[...document.querySelectorAll('*')]
        .filter((one) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(one);
          const lasts = (text) => text.split(',').some((part) => parseFloat(part) > 0.01);
          return lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration));
        })
        .map((one) => one.outerHTML.slice(0, 100))`);
      expect(moving, address).toEqual([]);
    }
  });
});
