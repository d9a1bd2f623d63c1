// It starts Chromium.
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeDns } from '../support/fake-dns.ts';
import { type FakeProvider, fakeProvider } from '../support/fake-provider.ts';
import {
  answerFor,
  type Greeter,
  lateMail,
  mailOfEveryKind,
  startGreeter,
} from './console-mail.ts';
import { type ConsoleSite, go, startConsole, takeFaults } from './console-site.ts';

const texts: Record<string, string[]> = {};
const provider: FakeProvider = fakeProvider();
provider.answer = answerFor;
let greeter: Greeter;
let site: ConsoleSite;
let page: Page;

/** On the real clock, by which work can be late; only the tests work. */
beforeAll(async () => {
  greeter = await startGreeter();
  const env = { TEST_CLOCK: '', SMTP_URL: greeter.url, LOG_LEVEL: 'silent' };
  site = await startConsole(env, { provider, resolver: fakeDns({ texts }) });
  page = await site.open('/');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(async () => {
  await site.stop();
  await greeter.stop();
});

const card = (title: string | RegExp): Locator =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name: title }) });

describe('SCREEN-01 what is to be done until real mail leaves', () => {
  const open = (step: RegExp) =>
    card(/^Until real mail leaves/)
      .getByRole('listitem')
      .filter({ hasText: step })
      .filter({ hasText: 'To do' });
  const done = (count: number) =>
    page.getByRole('heading', { name: `Until real mail leaves: ${count} of 7 done` }).waitFor();

  it('SCREEN-01 counts as done nothing that a token may not look at', async () => {
    const { secret } = (await site.running.invoke('create_token', {
      name: 'Reader',
      scope: 'read',
    })) as { secret: string };
    const reader = await site.open('/', { token: secret });
    await reader.getByRole('heading', { name: 'Until real mail leaves: 0 of 7 done' }).waitFor();
    const unknown = reader.getByRole('listitem').filter({ hasText: 'Not known' });
    await expect.poll(() => unknown.count()).toBe(2);
    await unknown.filter({ hasText: /mail provider/ }).waitFor();
    await reader.close();
  });

  it('SCREEN-01 asks for the time zone where the account shows another clock than the browser', async () => {
    const { invoke } = site.running;
    const zone = (text: RegExp) =>
      card(/^Until real mail leaves/)
        .getByRole('listitem')
        .filter({ hasText: text });
    await go(page, '/');
    await open(/time zone/)
      .getByText('It is America/New_York, where it is ')
      .waitFor();
    await invoke('update_profile', { timezone: 'Europe/Lisbon' });
    await zone(/Done.*time zone.*Europe\/Lisbon/).waitFor();
    await invoke('update_profile', { timezone: 'America/New_York' });
    await open(/time zone/).waitFor();
  });

  it('SCREEN-01 lists sender, domain, provider, postal address, test mail and first event, and ends by itself', async () => {
    const { invoke } = site.running;
    await done(0);
    const steps = [
      ...([/SPF, DKIM, DMARC/, /mail provider/, /test mail/, /first event/] as const),
      ...([/who sends/, /time zone/, /postal address/] as const),
    ];
    for (const step of steps) {
      expect(await open(step).getByRole('link').getAttribute('href'), String(step)).toMatch(/^\//);
    }
    // What is asked for has a field of its own there, with the value that it has now.
    for (const [step, field] of [
      ...([
        [/who sends/, 'Default from address'],
        [/time zone/, 'Time zone'],
      ] as const),
      [/postal address/, 'Postal address'],
    ] as const) {
      await go(page, '/');
      await open(step).getByRole('link').click();
      await page.getByRole('main').getByLabel(field, { exact: true }).waitFor();
    }
    await go(page, '/');
    await open(/mail provider/)
      .getByText('does not greet')
      .waitFor();
    await invoke('update_profile', { default_from_address: 'Shop <hello@shop.example>' });
    await done(1);
    await invoke('update_settings', { settings: { 'sending.mailing_address': 'Road 1, Town' } });
    await done(2);
    Object.assign(texts, {
      'shop.example': ['v=spf1 -all'],
      '_dmarc.shop.example': ['v=DMARC1; p=none'],
    });
    greeter.isOpen = true;
    await page.getByRole('button', { name: 'Check again' }).click();
    await done(4);
    await invoke('send_test_email', { email_id: 1, to: 'me@shop.example' });
    await done(5);
    await invoke('record_event', { email: 'ada@example.com', name: 'signed_up' });
    // Mail leaves whatever the zone is.
    await page
      .getByRole('heading', { name: /^Until real mail leaves/ })
      .waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Late, and why' }).waitFor();
  });
});

describe('SCREEN-02 what happens now', () => {
  beforeAll(() => mailOfEveryKind(site.running));

  const figure = (label: string) =>
    page.locator('.figure-box').filter({ hasText: label }).locator('dd');
  const row = (title: string, text: RegExp) =>
    card(title).getByRole('listitem').filter({ hasText: text });

  it('SCREEN-02 shows mails a minute, the queue by status and by reason', async () => {
    await go(page, '/');
    await expect
      .poll(
        async () => {
          await site.running.service.tick();
          return await figure('Sent in the last minute').textContent();
        },
        { timeout: 15_000, interval: 300 },
      )
      .not.toBe('0');
    for (const [label, count] of [
      ...([
        ['On hold', '3'],
        ['Uncertain', '2'],
      ] as const),
      ['Failed in 24 hours', '3'],
    ] as const) {
      await figure(label).getByText(count, { exact: true }).waitFor();
    }
    await row('On hold, by reason', /2.*Flow is paused/).waitFor();
    await row('On hold, by reason', /1.*Outside its send window.*goes at/).waitFor();
  });

  it('SCREEN-02 groups failures by the answer of the provider, and shows parked runs', async () => {
    const failed = 'Failed in 24 hours, by the answer of the provider';
    await row(failed, /2.*550 5\.1\.1.*User unknown/).waitFor();
    await row(failed, /1.*552 5\.2\.2 The mailbox is full/).waitFor();
    await row('Parked runs', /3.*Trial/)
      .getByRole('link')
      .click();
    await page
      .getByText(/no longer in the definition/)
      .first()
      .waitFor();
    expect(await page.locator('main tbody tr').count()).toBe(3);
    await page.goBack();
  });

  it('SCREEN-02 says what is late and why, and what changed and who did it', async () => {
    await lateMail(site.running);
    await go(page, '/');
    await row('Late, and why', /3.*Mail.*due since/).waitFor();
    await row('Late, and why', /1.*tried again.*ECONNREFUSED/).waitFor();
    await row('What changed, and who did it', /Activated the flow "Calls".*test, /).waitFor();
  });

  it('SCREEN-02 stops all mail and lets it go, with a banner while nothing is sent', async () => {
    const banner = page.getByRole('status').filter({ hasText: 'No mail leaves' });
    // Mail is late, and in the last minute nothing was handed over.
    await banner.getByText(/Nothing was handed over.*3 mails are due since/).waitFor();
    await page.getByRole('button', { name: 'Stop all mail' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill('A wrong price');
    // The button says what it does, not that something is saved.
    await page.getByRole('dialog').getByRole('button', { name: 'Stop all mail' }).click();
    await banner.getByText(/Stopped by .*: A wrong price/).waitFor();
    expect(await site.running.invoke('get_sending', {})).toMatchObject({
      sending: { state: 'held' },
    });
    await row('On hold, by reason', /Sending is held: A wrong price.*let go again/).waitFor();
    await page.getByRole('button', { name: 'Let mail go again' }).click();
    // One dialog, which says at once what leaves.
    await page
      .getByRole('dialog')
      .getByText(/mails? go(?:es)? out at once/)
      .waitFor();
    await page.locator('.confirm', { hasText: 'Let mail go again' }).click();
    await page.getByRole('button', { name: 'Stop all mail' }).waitFor();
    expect(await site.running.invoke('get_sending', {})).toMatchObject({
      sending: { state: 'running' },
    });
  });
});

it('SCREEN-01 says where mail is prepared that it is stopped, or has no sender, and leads to the cause', async () => {
  const { invoke } = site.running;
  const notice = page.getByRole('complementary', { name: 'Mail reaches nobody' });
  await invoke('hold_sending', { reason: 'A wrong price' });
  await go(page, '/broadcasts/new');
  await notice.getByText('All mail is stopped').waitFor();
  expect(await notice.getByRole('link').getAttribute('href')).toBe('/queue');
  await invoke('release_sending', {});
  await notice.waitFor({ state: 'detached' });
  const { profile } = (await invoke('get_profile', {})) as OperationOutput<'get_profile'>;
  const { default_from_address } = profile;
  await invoke('update_profile', { default_from_address: 'hello@localhost' });
  await notice.getByText('No sender address is set yet').waitFor();
  await notice.getByRole('link', { name: 'Set the sender' }).waitFor();
  await invoke('update_profile', { default_from_address });
  await notice.waitFor({ state: 'detached' });
});

describe('queue and delivery (SCREEN-08)', () => {
  const reason = (text: RegExp) =>
    card('By reason').getByRole('listitem').filter({ hasText: text });
  const mail = (text: RegExp) => page.locator('main tbody tr').filter({ hasText: text });

  it('shows holds by reason, with when they open', async () => {
    await go(page, '/queue?status=holding');
    await reason(/2.*Flow is paused.*when the flow is activated again/).waitFor();
    await reason(/1.*Outside its send window.*goes at \d+ \w+ \d{4}/).waitFor();
    await mail(/Your receipt.*ada@example\.com.*Flow is paused/).waitFor();
  });

  it('sends uncertain mail again or closes it, each after it was asked', async () => {
    await go(page, '/queue?status=uncertain');
    const choose = async (address: string, choice: RegExp) => {
      await mail(new RegExp(address)).getByRole('button', { name: choice }).click();
      await page.getByRole('dialog').locator('.confirm').click();
      await mail(new RegExp(address)).waitFor({ state: 'detached' });
    };
    await choose('eve@maybe.example', /^Close without sending/);
    const all = page.getByRole('button', { name: /^(?:Close all|Send all again)$/ });
    await expect.poll(() => all.count()).toBe(2);
    // What failed is on a tab of its own, and stays there.
    await page.getByRole('button', { name: 'Send all again' }).click();
    const told = page.getByRole('dialog').getByRole('listitem');
    await told.first().waitFor();
    expect(await told.allTextContents()).toEqual([
      '1 mail is tried again.',
      '1 of them may arrive a second time.',
    ]);
    await page.getByRole('dialog').locator('.confirm').click();
    await page.getByText('Nothing here now').first().waitFor();
    await expect.poll(() => all.count()).toBe(0);
    const sends = async (person: string) =>
      (await site.running.invoke('list_sends', { person })) as { sends: { status: string }[] };
    expect((await sends('eve@maybe.example')).sends[0]?.status).toBe('canceled');
    expect((await sends('tom@maybe.example')).sends[0]?.status).toBe('scheduled');
  });

  it('CON-21 heads the columns of failed mail in German', async () => {
    const german = await site.open('/queue?status=failed', { locale: 'de-DE' });
    const heads = german.locator('.queue-mail thead th');
    await heads.first().waitFor();
    expect(await heads.allTextContents()).toEqual([
      ...['E-Mail', 'Person', 'Letzter Fehler', 'Beendet am', 'Aktionen'],
    ]);
    await german.getByText('Spalten', { exact: true }).click();
    await german.getByLabel('Aktionen', { exact: true }).waitFor();
    await german.close();
  });

  it('SCREEN-08 shows failures by reason and how many there are, and sends those of one again', async () => {
    await go(page, '/queue?status=failed');
    await reason(/2.*550 5\.1\.1/).waitFor();
    const tab = page.getByRole('navigation').getByRole('link', { name: /^Failed/ });
    expect(await tab.textContent()).toBe('Failed 3');
    await reason(/1.*The mailbox is full/)
      .getByRole('button', { name: /^Retry/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Look at what it would do').waitFor();
    await dialog.locator('.confirm').click();
    await reason(/The mailbox is full/).waitFor({ state: 'detached' });
    expect(await reason(/550 5\.1\.1/).count()).toBe(1);
    expect(await tab.textContent()).toBe('Failed 2');
  });

  it('shows the provider, what is wrong with the domain, and bounces by domain', async () => {
    await go(page, '/queue?status=delivery');
    const checks = card('Checks of provider, domain and service').getByRole('listitem');
    await checks.filter({ hasText: /Fine.*SMTP server 127\.0\.0\.1:\d+ answers/ }).waitFor();
    await checks.filter({ hasText: /Fine.*SPF: shop\.example has a record/ }).waitFor();
    await checks.filter({ hasText: /Look.*DKIM: mail is not signed here/ }).waitFor();
    await page
      .getByRole('table', { name: 'Mail by provider, last 30 days' })
      .getByRole('row', { name: /^fake/ })
      .waitFor();
    await page
      .getByRole('table', { name: 'Bounces and complaints by domain, last 30 days' })
      .getByRole('row', { name: /^gone\.example 2 0 0 .*User unknown/ })
      .waitFor();
  });
});
