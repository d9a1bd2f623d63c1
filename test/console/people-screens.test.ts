// It starts Chromium.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  arrive,
  type ConsoleSite,
  go,
  screenFindings,
  signIn,
  startConsole,
  takeFaults,
} from './console-site.ts';

let site: ConsoleSite;
let page: Page;

async function deliver() {
  while (await site.running.service.tick());
}

beforeAll(async () => {
  site = await startConsole();
  const { invoke } = site.running;
  await invoke('create_field', { key: 'plan', type: 'string' });
  const person = (email: string, first_name: string, tags: string[], plan: string) => ({
    ...{ email, first_name, last_name: 'Weiß' },
    tags,
    fields: { plan },
  });
  await invoke('upsert_people', {
    people: [
      person('ada@north.example', 'Ada', ['grower'], 'gold'),
      person('bob@south.example', 'Bob', ['grower', 'pro'], 'free'),
      person('cat@north.example', 'Cat', [], 'gold'),
    ],
  });
  const email = (await invoke('create_email', {
    ...{ subject: 'Spring, {{ person.first_name }}', title: 'Spring letter' },
    body_markdown: 'Seeds for **{{ person.first_name }}**.',
  })) as { email: { id: number } };
  const definition = {
    trigger: { event: 'asked' },
    nodes: [{ type: 'send_email', email_id: email.email.id }],
  };
  await invoke('create_flow', { key: 'seeds', name: 'Seeds', definition });
  await invoke('activate_flow', { flow_key: 'seeds' });
  page = await site.open('/people');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

const rows = () => page.locator('.people-table tbody tr');

async function shown(...addresses: string[]): Promise<void> {
  await expect.poll(() => rows().locator('th').allTextContents()).toEqual(addresses);
}

describe('SCREEN-04 the list of people', () => {
  it('SCREEN-04 searches by any part, filters, and keeps both in the address', async () => {
    await go(page, '/people?sort=email');
    await shown('ada@north.example', 'bob@south.example', 'cat@north.example');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('orth.ex');
    await shown('ada@north.example', 'cat@north.example');
    await search.fill('weiß');
    await page.getByLabel('Tag', { exact: true }).selectOption('grower');
    await shown('ada@north.example', 'bob@south.example');
    await page.getByRole('status').filter({ hasText: '2 people' }).waitFor();
    await page.reload();
    await shown('ada@north.example', 'bob@south.example');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await shown('ada@north.example', 'bob@south.example', 'cat@north.example');
  });

  it('SCREEN-04 begins on the first screen of a phone, with the filters folded away and counted', async () => {
    await site.running.invoke('record_event', { email: 'ada@north.example', name: 'seen' });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [address, said] of [
      ['/people', 'Filter'],
      ['/people?tag=grower&suppression=none', 'Filter, 2 set'],
      ['/events?name=seen', 'Filter, 1 set'],
      ['/history?resource=flows', 'Filter, 1 set'],
    ] as const) {
      await arrive(page, address);
      await page.locator('summary').getByText(said, { exact: true }).waitFor();
      const first = await page.locator('main table').boundingBox();
      expect(first?.y ?? Number.NaN, address).toBeLessThan(500);
    }
    await arrive(page, '/people');
    await page.locator('summary').getByText('Filter', { exact: true }).click();
    await page.getByLabel('Tag', { exact: true }).selectOption('pro');
    await shown('bob@south.example');
    expect(await screenFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByLabel('Tag', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await rows().filter({ hasText: 'ada@' }).waitFor();
  });

  it('SCREEN-04 chooses columns, own fields too', async () => {
    await page.locator('summary').filter({ hasText: 'Columns' }).click();
    await page.getByLabel('plan', { exact: true }).check();
    await rows().filter({ hasText: 'ada@' }).getByText('gold').waitFor();
    await page.getByLabel('Tags', { exact: true }).uncheck();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('fields.plan');
  });

  it('SCREEN-04 tags everybody who matches, after it said how many they are', async () => {
    await go(page, '/people?q=north');
    await shown('cat@north.example', 'ada@north.example');
    await page.getByRole('button', { name: 'Tag all of them' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tag all of them' });
    await dialog.getByLabel('Add these tags').fill('northern, spring');
    await dialog.getByRole('button', { name: 'What it would do' }).click();
    await dialog.getByText('2 people match now.').waitFor();
    await dialog.getByRole('button', { name: 'Change the tags of 2' }).click();
    await expect
      .poll(async () => {
        await deliver();
        return await dialog.getByRole('status').textContent();
      })
      .toMatch(/^Done\. 2 looked at, 2 changed/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await rows().filter({ hasText: 'cat@' }).getByText('northern').waitFor();
    expect(await site.running.invoke('get_person', { person: 'bob@south.example' })).toMatchObject({
      person: { tags: ['grower', 'pro'] },
    });
  });
});

describe('SCREEN-06 a person', () => {
  it('SCREEN-06 shows facts, tags, consent and a timeline in which mail opens as it looked', async () => {
    await site.running.invoke('record_event', {
      ...{ email: 'ada@north.example', name: 'asked', details: { beds: 6 } },
    });
    await deliver();
    await go(page, '/people?q=ada@');
    await page.getByRole('link', { name: 'ada@north.example' }).click();
    await page.getByRole('heading', { level: 1, name: /^Ada Weiß/ }).waitFor();
    const card = (name: string) => page.getByRole('region', { name });
    await card('Facts').getByText('gold').waitFor();
    await page.getByText('grower').first().waitFor();
    await card('Consent').getByText('Gets mail').waitFor();
    const timeline = card('Timeline').getByRole('listitem');
    await timeline.filter({ hasText: /Did asked.*beds: 6/s }).waitFor();
    await timeline.filter({ hasText: 'Completed the flow Seeds' }).waitFor();
    // To look at a mail is no open of it: the pixel is not loaded.
    const pixel = page.waitForEvent('requestfailed', (request) => request.url().includes('/o/'));
    await timeline
      .filter({ hasText: 'Got “Spring letter”, from Seeds' })
      .getByRole('button', { name: /^Show the mail/ })
      .click();
    const mail = page.getByRole('dialog', { name: 'Spring, Ada' });
    await mail.frameLocator('iframe').getByText('Seeds for Ada.').waitFor();
    expect((await pixel).failure()?.errorText).toMatch(/csp/i);
    expect(takeFaults()).toHaveLength(1);
    await mail.getByRole('button', { name: 'Text' }).click();
    await mail.getByText('Seeds for Ada').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('SCREEN-06 breaks a long time zone between its parts, and no word of it', async () => {
    const { invoke } = site.running;
    await invoke('upsert_people', {
      people: [{ email: 'mia@west.example', timezone: 'America/Mexico_City' }],
    });
    await arrive(page, '/people/mia@west.example');
    await page.getByText('America/Mexico_City', { exact: true }).waitFor();
    const linesOfParts = await page.evaluate(`[...document.querySelectorAll('.facts dd')]
      .filter((one) => one.textContent === 'America/Mexico_City')
      .flatMap((one) => [...one.childNodes])
      .filter((node) => node.nodeType === 3 && /[a-z]/.test(node.data))
      .map((node) => {
        const range = document.createRange();
        range.selectNode(node);
        return range.getClientRects().length;
      })`);
    expect(linesOfParts).toEqual([1, 1]);
  });

  it('CON-01 leads from the sign-in to the mailbox that a visitor was on the way to, and nowhere else', async () => {
    const context = await page.context().browser()?.newContext({ locale: 'en-GB' });
    const visitor = await context?.newPage();
    if (context === undefined || visitor === undefined) throw new Error('There is no browser.');
    for (const [to, path] of [
      ['//other.example/mailbox', '/'],
      ['/mailbox/7', '/mailbox/7'],
    ] as const) {
      await context.clearCookies();
      await visitor.goto(`${site.running.url}/sign-in?to=${encodeURIComponent(to)}`);
      await signIn(visitor, site.running.token);
      await visitor.waitForURL(site.running.url + path);
    }
    await context.close();
  });

  it('CON-07 calls a record that is read by its kind, and never by its number', async () => {
    const one = /\/api\/v1\/emails\/1(?:\?|$)/;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(one, async (route) => {
      await held;
      await route.continue();
    });
    await arrive(page, '/emails/1');
    expect(await page.locator('main h1').textContent()).toBe('Emails');
    answer();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await page.unroute(one);
  });

  it('SCREEN-06 says why a mail did not come, with the fix as a button', async () => {
    await site.running.invoke('update_person', {
      ...{ person: 'bob@south.example', unsubscribed: true },
    });
    await site.running.invoke('record_event', { email: 'bob@south.example', name: 'asked' });
    await deliver();
    await go(page, '/people?q=bob@');
    await page.getByRole('link', { name: 'bob@south.example' }).click();
    const why = page.getByRole('region', { name: 'Why did they not get it?' });
    await why.getByText('No such mail is on its way').waitFor();
    const reason = why
      .getByRole('listitem')
      .filter({ hasText: /unsubscribed/i })
      .first();
    await reason.getByRole('button', { name: 'Resubscribe' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resubscribe' }).click();
    await reason.waitFor({ state: 'detached' });
    expect(await site.running.invoke('get_person', { person: 'bob@south.example' })).toMatchObject({
      person: { unsubscribed_at: null },
    });
    await page.getByRole('region', { name: 'Consent' }).getByText('Gets mail').waitFor();
  });
});

describe('SCREEN-07 the builder of conditions', () => {
  it.each([
    ['segment', '/segments/growers'],
    ['guard', '/guards/growers'],
  ] as const)(
    'SCREEN-07 shows count, sample and time at each part of a %s',
    async (noun, address) => {
      const condition = {
        all: [
          { type: 'has_tag', tag: 'grower' },
          {
            any: [
              { type: 'field', field: 'plan', op: 'equals', value: 'gold' },
              { type: 'has_tag', tag: 'nobody' },
            ],
          },
        ],
      };
      const { invoke } = site.running;
      if (noun === 'segment') {
        await invoke('create_segment', { key: 'growers', name: 'Growers', definition: condition });
      } else await invoke('create_guard', { key: 'growers', name: 'Growers', condition });
      await go(page, address);
      const counts = page.locator('.parts .node-count summary');
      const texts = async () => (await counts.allTextContents()).map((text) => text.split(' (')[0]);
      // The parts come before the group that they are in.
      await expect
        .poll(texts)
        .toEqual(['2 people', '2 people', '0 people', '2 people', '1 person']);
      for (const text of await counts.allTextContents()) expect(text).toMatch(/\d ms$/);
      await counts.first().click();
      await page
        .getByRole('list', { name: 'The newest of them' })
        .first()
        .getByRole('link', { name: 'ada@north.example' })
        .waitFor();
      await page.getByLabel('Tag', { exact: true }).first().selectOption('pro');
      await expect
        .poll(texts)
        .toEqual(['1 person', '2 people', '0 people', '2 people', '0 people']);
    },
  );
});

describe('CONS-07 consents on the person', () => {
  const card = () => page.getByRole('region', { name: 'What they agreed to' });

  it('CONS-07 lists them by time with purpose, source and words, and records one', async () => {
    const { invoke } = site.running;
    const said = { purpose: 'marketing', text: 'Yes, send me seeds.' };
    await invoke('record_consent', {
      ...{ person: 'cat@north.example', kind: 'given', source: 'trade fair', ...said },
      at: '2026-05-04T10:00:00Z',
    });
    await go(page, '/people/cat@north.example');
    await card().getByText('Yes, send me seeds.').waitFor();
    expect(await card().getByRole('listitem').textContent()).toMatch(
      /Given.*Marketing mail.*2026.*trade fair/,
    );
    await card().getByRole('button', { name: 'Record a consent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record a consent' });
    await dialog.getByLabel(/^Kind/).selectOption({ label: 'Withdrawn' });
    await dialog.getByLabel(/^Purpose/).fill('marketing');
    await dialog.getByLabel(/^Source/).fill('by letter');
    expect(await screenFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Record consent' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => card().locator('.badge').allTextContents())
      .toEqual(['Withdrawn', 'Given']);
  });

  it('CONS-07 exports all that is stored about the person as a file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^person.*\.json$/);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      person: { email: string };
      consents: object[];
    };
    expect([exported.person.email, exported.consents.length]).toEqual(['cat@north.example', 2]);
  });

  it('CON-20 keeps a person with a thousand tags and a long address in a narrow window', async () => {
    const tags = Array.from({ length: 1000 }, (_, index) => `tag-${index}`);
    const email = `${'long'.repeat(15)}@${'domain'.repeat(9)}.example`;
    const person = { email, first_name: 'Many', tags };
    await site.running.invoke('upsert_people', { people: [person] });
    await go(page, '/people?q=long');
    const row = page.locator('.people-table tbody tr');
    await row.getByText('992 more').waitFor();
    expect((await row.boundingBox())?.height).toBeLessThan(200);
    await page.setViewportSize({ width: 390, height: 900 });
    await row.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Show all 1,000 tags' }).click();
    await page.getByRole('link', { name: 'tag-999', exact: true }).waitFor();
    const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(tooWide)).toBe(0);
    const gap = "getComputedStyle(document.querySelector('.person .facts')).columnGap";
    expect(Number.parseFloat(await page.evaluate(gap))).toBeGreaterThan(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
