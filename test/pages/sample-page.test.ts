import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../support/repository.ts';
import { lookOver } from './look-over.ts';
import { openSubscriberSite, type SubscriberSite, serveElsewhere } from './subscriber-site.ts';

const sample = readFileSync(join(root, 'docs', 'samples', 'unsubscribe-page.html'), 'utf8');

let site: SubscriberSite;
let elsewhere: { url: string; stop(): Promise<void> };

beforeAll(async () => {
  site = await openSubscriberSite();
  const page = sample.replace('https://mail.example.com', site.server.url);
  elsewhere = await serveElsewhere({ '/bye': page });
  const settings = { 'sending.unsubscribe_page_url': `${elsewhere.url}/bye` };
  await site.call('update_settings', { settings });
});
afterAll(async () => {
  await site?.stop();
  await elsewhere?.stop();
});

const heading = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name });

it('SUB-29, SUB-04, SUB-08, SUB-21 is where people land, tells why they left and takes them back', async () => {
  const ada = await site.newcomer();
  const status = async () => (await site.call('get_person', { person: ada.email })).person;
  const { page, complaints, close } = await site.page({ viewport: { width: 360, height: 740 } });
  await page.goto(ada.link);
  await button(page, 'Unsubscribe').click();
  await heading(page, 'You are unsubscribed');
  expect(page.url()).toBe(`${elsewhere.url}/bye?token=${ada.token}`);
  expect(await status()).toMatchObject({ unsubscribed: true, reason: null });
  await lookOver(page, 'sample, unsubscribed');
  await page.getByLabel('They are not relevant to me').check();
  await button(page, 'Send').click();
  await button(page, 'Send').waitFor({ state: 'hidden' });
  expect(await status()).toMatchObject({ unsubscribed: true, reason: 'not_relevant' });
  await button(page, 'Resubscribe').click();
  await heading(page, 'Unsubscribe?');
  expect((await status()).unsubscribed).toBe(false);
  await lookOver(page, 'sample, subscribed');
  await page.getByLabel('I get too many emails').check();
  await button(page, 'Unsubscribe').click();
  await heading(page, 'You are unsubscribed');
  expect(await status()).toMatchObject({ unsubscribed: true, reason: 'too_frequent' });
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  await close();
});

it.each(['', '?token=', '?token=abc', '?token=%2e%2e%2f%2e%2e'])(
  'TOKEN-05 reports a link that does not work plainly: %j',
  async (query) => {
    const { page, close } = await site.page();
    await page.goto(`${elsewhere.url}/bye${query}`);
    await heading(page, 'This link does not work');
    expect(await page.locator('button:visible').count()).toBe(0);
    await close();
  },
);

it('offers to try again where the service cannot be reached', async () => {
  const { token } = await site.newcomer();
  const { page, close } = await site.page();
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${elsewhere.url}/bye?token=${token}`);
  await heading(page, 'That did not work');
  await page.unroute('**/api/**');
  await button(page, 'Try again').click();
  await heading(page, 'Unsubscribe?');
  await close();
});
