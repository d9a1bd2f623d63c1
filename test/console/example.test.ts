// It starts Chromium.
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from './console-site.ts';

let site: ConsoleSite;
let page: Page;

/** Five weeks are played meanwhile. */
const loadMs = 110_000;

beforeAll(async () => {
  site = await startConsole();
  page = await site.open('/');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site?.stop());

const banner = (): Locator => page.getByRole('complementary', { name: 'Example' });

it('TOUR-01 a button in an empty account loads the example', async () => {
  const card = page.locator('section.card').filter({ hasText: 'Look around with an example' });
  const button = card.getByRole('button', { name: 'Load the example' });
  await button.waitFor();
  await button.press('Enter');
  await card.getByRole('status').getByText('Five weeks are being played').waitFor();
  await banner().waitFor({ timeout: loadMs });
  await card.waitFor({ state: 'detached' });
  await page.locator('main h1:focus').waitFor();
});

it('TOUR-01 has figures on the screens, and marks what is of the example, there and on no other', async () => {
  await go(page, '/flows');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('New gardeners').getByText('Example', { exact: true }).waitFor();
  expect(await row('signed_up').getByText('Example', { exact: true }).count()).toBe(0);
  await go(page, '/people');
  await row('ada.brook@example.com').getByText('Example', { exact: true }).waitFor();
  for (const [address, name] of [
    ['/emails', 'Renewal reminder'],
    ['/sequences', 'First season'],
    ['/broadcasts', 'Spring letter'],
    ['/segments', 'Growers'],
    ['/themes', 'Larkspur'],
    ['/layouts', 'Letter'],
  ] as const) {
    await go(page, address);
    await row(name).first().getByText('Example', { exact: true }).waitFor();
  }
  await go(page, '/reports');
  await page.getByRole('heading', { level: 1 }).waitFor();
});

it('CON-07 lists subscriptions by whose they are, with status in the words of other screens', async () => {
  await go(page, '/records/subscriptions');
  const row = page.getByRole('row').filter({ hasText: 'otto.reed@example.com' });
  await row.getByRole('cell', { name: 'Active', exact: true }).waitFor();
  await row.getByRole('rowheader').getByRole('link', { name: 'otto.reed@example.com' }).click();
  await page.getByRole('heading', { level: 1, name: 'Otto Reed' }).waitFor();
});

it('SCREEN-06 calls the fields of a person by their names', async () => {
  const facts = page.getByRole('region', { name: 'Facts' });
  await facts.getByText('Size of the plot in m²', { exact: true }).waitFor();
  await go(page, '/people?columns=email,fields.plot_m2');
  await page.getByRole('columnheader', { name: 'Size of the plot in m²' }).waitFor();
});

it('CON-07 says of imports when they were, what came of them and whether they start flows', async () => {
  await go(page, '/records/imports');
  await page.getByRole('cell', { name: 'Done', exact: true }).first().waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    ...['Id', 'Created at', 'Status', 'Rows', 'Created', 'Updated', 'Invalid', 'Reason'],
  ]);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('term').filter({ hasText: 'Starts flows' }).waitFor();
});

it('CON-07 leads from an event to its person, and shows no bare number of her', async () => {
  await go(page, '/events');
  const link = page.getByRole('cell').getByRole('link', { name: 'sara.vale@example.com' });
  await link.first().waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    ...['Name', 'Email', 'Occurred at', 'Details', 'Source'],
  ]);
});

it('TOUR-01 marks no run that has the number of a flow of the example', async () => {
  await go(page, '/operations/list_flow_runs?flow_key=new-gardeners');
  await page.getByRole('rowheader', { name: '2', exact: true }).waitFor();
  expect(await page.getByRole('row').getByText('Example', { exact: true }).count()).toBe(0);
});

it('SCREEN-03 shows the whole trigger of each flow', async () => {
  await go(page, '/flows');
  const triggers = page.locator('.flow-trigger');
  await triggers.first().waitFor();
  const cut = triggers.evaluateAll(
    (all) =>
      (all as unknown as { scrollWidth: number; clientWidth: number }[]).filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ).length,
  );
  expect(await cut).toBe(0);
});

it('TOUR-01 the first event that is still to do is none of the example', async () => {
  await go(page, '/');
  const step = page.getByRole('listitem').filter({ hasText: 'Record the first event' });
  await step.getByText('To do').waitFor();
});

it('CON-22 writes dates as the region of the reader does', async () => {
  for (const [locale, form] of [
    ['en-GB', /^\d{1,2} \w+ \d{4}, \d\d:\d\d$/],
    ['en-US', /^\w+ \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M$/],
  ] as const) {
    const reader = await site.open('/history', { locale });
    expect(await reader.getByRole('main').locator('time').first().textContent()).toMatch(form);
    await reader.context().close();
  }
});

it('CON-21 the history is in the language of the reader', async () => {
  const german = await site.open('/history', { locale: 'de-DE' });
  await german.getByText('Beispielfirma geladen').first().waitFor();
  await german
    .getByText(/^Rundschreiben „Harvest calendar“ \S+/)
    .first()
    .waitFor();
  // Two changes of one operation, the broadcast and its email, do not read alike.
  const told = await german.getByText('„Harvest calendar“').allTextContents();
  expect(new Set(told).size).toBeGreaterThan(1);
  expect(await german.getByText('Created').count()).toBe(0);
});

it('CON-13 a change shows only what it made another, who made it, and its undo', async () => {
  await go(page, '/history');
  await page
    .getByRole('link', { name: 'Changed subject and body of the email "Autumn sale"' })
    .click();
  await page.getByRole('columnheader', { name: 'Before' }).waitFor();
  expect(await page.locator('main tbody th').allTextContents()).toEqual([
    'Subject',
    'Body (Markdown)',
  ]);
  expect(await page.locator('main .lead').textContent()).toMatch(/^Example, /);
  const undo = page.locator('main').getByRole('button', { name: /^Undo/ });
  await undo.waitFor();
  expect(await screenFindings(page)).toEqual([]);
  // What was undone is not offered to be undone again.
  await undo.click();
  await page.getByText('Undone.').waitFor();
  await undo.waitFor({ state: 'detached' });
});

it('CON-13 offers the undo of the last change of a record alone, and puts back what was before an older one', async () => {
  const { invoke } = site.running;
  const segment_key = 'twice';
  const definition = { type: 'has_tag', tag: 'grower' } as const;
  await invoke('create_segment', { key: segment_key, name: 'Zero', definition });
  for (const name of ['One', 'Two']) await invoke('update_segment', { segment_key, name });
  await go(page, '/history?resource=segments&id=twice');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Two').getByRole('button', { name: 'Undo' }).waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: 'Undo' }).count()).toBe(1);
  await row('One').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Put back what was before' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('without what came later').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await dialog.locator('.confirm').click();
  await dialog.waitFor({ state: 'detached' });
  const named = async () =>
    ((await invoke('get_segment', { segment_key })) as OperationOutput<'get_segment'>).segment.name;
  await expect.poll(named).toBe('Zero');
});

it('CON-23 a cancelled broadcast says that no mail of it left', async () => {
  await go(page, '/broadcasts');
  await page.getByRole('link', { name: 'Price change' }).first().click();
  await page.getByText('It was cancelled before any mail left.').waitFor();
});

it('CON-20 keeps in sight who is signed in where a screen is 900 pixels high', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = page.getByRole('button', { name: /^Signed in as/ });
  const box = await menu.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
});

it('CONS-07 makes a form of what visitors read, and leads to what puts it on a site', async () => {
  await go(page, '/forms');
  await page.getByRole('main').getByRole('link', { name: 'Create' }).first().click();
  await page.getByLabel(/^Name/).fill('Garden letter');
  await page.getByLabel(/^Consent text/).fill('Yes, send me the letter once a month.');
  expect(await screenFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the form' }).click();
  await page.getByRole('heading', { level: 1, name: 'Garden letter' }).waitFor();
  await page.getByRole('button', { name: /^Copy/ }).first().waitFor();
});

it('TOUR-01 one click and its question remove all of it', async () => {
  await go(page, '/');
  await banner().getByRole('button', { name: 'Remove the example' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('44 people of it are deleted.').waitFor();
  await dialog
    .getByRole('button', { name: /^(?!Cancel)/ })
    .last()
    .click();
  await banner().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Load the example' }).waitFor();
  await page.locator('main h1:focus').waitFor();
  const { people } = (await site.running.invoke('list_people', {})) as { people: unknown[] };
  expect(people).toEqual([]);
});
