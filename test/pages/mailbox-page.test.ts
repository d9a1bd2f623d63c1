// It starts Chromium.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailboxAddress } from '@postroad/http/mailbox/mailbox-key';
import { mountMailbox } from '@postroad/http/mailbox/mailbox-routes';
import { createHttpServer } from '@postroad/http/server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import { suite } from '../support/test-files.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { findings } from './look-over.ts';

let outboxDir: string;
let running: RunningService;
let chromium: RunningBrowser;
let app: ReturnType<typeof createHttpServer>;
let page: Page;
let url: string;

/** A window at 1280 × 900 (LEFT-14). */
const wide = { width: 1_280, height: 900 };

beforeAll(async () => {
  outboxDir = await mkdtemp(join(tmpdir(), 'postroad-mailbox-page-'));
  running = await startService({ MAIL_PROVIDER: 'outbox', OUTBOX_DIR: outboxDir });
  await running.invoke('update_profile', {
    ...{ timezone: 'Asia/Tokyo', default_from_address: 'Shop <shop@example.com>' },
  });
  for (const name of ['ada', 'bob', 'cleo']) {
    await running.invoke('send_test_email', { email_id: 1, to: `${name}@example.com` });
  }
  await running.service.tick();
  app = createHttpServer(running.service);
  const { service } = running;
  const key = mountMailbox(app, { outboxDir, service, secure: false, baseUrl: null });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  chromium = await startBrowser();
  page = await (await chromium.browser.newContext({ viewport: wide })).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(mailboxAddress(url, key));
});

afterAll(async () => {
  await page?.context().close();
  await chromium?.stop();
  await app?.close();
  await running?.stop();
  await rm(outboxDir, { recursive: true });
});

/** How far an element or the page of a frame scrolls, in pixels. */
const scrolls = (selector: string) =>
  `(() => { const { scrollHeight, clientHeight } = document.querySelector('${selector}'); return scrollHeight - clientHeight; })()`;

it('LEFT-14 shows a whole mail beside the list at 1280 × 900', async () => {
  await page.getByRole('link', { name: /bob@example\.com/ }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByText('Thank you for signing up.', { exact: false }).first().waitFor();
  expect(await page.evaluate(scrolls('html'))).toBe(0);
  const inside = page.frames().find((one) => one.url().endsWith('/html'));
  expect(await inside?.evaluate(scrolls('html'))).toBe(0);
  await page.getByText(/Times in Asia\/Tokyo/).waitFor();
  expect(await page.getByRole('navigation', { name: 'Mails' }).getByRole('link').count()).toBe(3);
});

it('LEFT-14 works by keyboard: search, open, and delete', async () => {
  await page.goto(`${url}/mailbox`);
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('cleo@');
  await page.keyboard.press('Enter');
  await page.getByText('1 found').waitFor();
  await page.getByRole('link', { name: /cleo@example\.com/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('No mail fits here.').waitFor();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByText('2 mails; none of them left this machine').waitFor();
});

/** Colours are the same at each width. */
const schemesAt = (width: number) =>
  suite === 'all' || width === 1_280 ? (['light', 'dark'] as const) : (['light'] as const);

it.each(suite === 'all' ? [1_280, 390, 320] : [1_280, 320])(
  'LEFT-14 axe finds nothing at %i pixels, light and dark',
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const addresses = [
      '/mailbox',
      '/mailbox?q=nobody',
      ...['html', 'text', 'headers'].map((view) => `/mailbox/1?view=${view}`),
    ];
    for (const address of addresses) {
      await page.goto(url + address);
      expect(
        await page.evaluate('document.documentElement.scrollWidth'),
        address,
      ).toBeLessThanOrEqual(width);
      for (const colorScheme of schemesAt(width)) {
        await page.emulateMedia({ colorScheme });
        const colours = colorScheme === 'dark';
        expect(await findings(page, { colours }), `${address}, ${colorScheme}`).toEqual([]);
      }
    }
  },
);

it('LEFT-14 removes all mail behind a second button', async () => {
  await page.setViewportSize(wide);
  await page.goto(`${url}/mailbox`);
  await page.getByText('Delete…').click();
  await page.getByRole('button', { name: 'Delete everything: 2 mails' }).click();
  await page.getByText('No mail yet.').waitFor();
});
