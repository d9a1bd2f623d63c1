import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formCopies } from '@postroad/core/forms/form-copies';
import { pageLanguages } from '@postroad/core/subscribers/pages/page-copy';
import { transaction } from '@postroad/store/platform/transaction';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp, type TestServer } from '../http/http-server.ts';
import { type Calling, calling } from '../service/app/calling.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { suite } from '../support/test-files.ts';
import { fits, lookOver } from './look-over.ts';
import {
  openVisits,
  serveElsewhere,
  type Visit,
  type VisitOptions,
  type Visits,
} from './subscriber-site.ts';

let opened: TestService;
let server: TestServer;
let visits: Visits;
let calls: Calling;
const fields = [
  { name: 'first_name', label: 'First name', type: 'text' as const, required: true },
  { name: 'born', label: 'Day of birth', type: 'date' as const },
  { name: 'seats', label: 'Seats', type: 'number' as const },
  { name: 'plan', label: 'Plan', type: 'select' as const, options: ['Free', 'Pro'] },
  { name: 'tips', label: 'Tips, too', type: 'checkbox' as const },
];

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  server = await startHttp(opened.service);
  visits = await openVisits();
  await calls.call('update_profile', { name: 'Acme Coffee', base_url: server.url });
  await calls.call('create_field', { key: 'born', type: 'date' });
  await calls.call('create_field', { key: 'seats', type: 'number' });
  await calls.call('create_field', { key: 'plan' });
  await calls.call('create_field', { key: 'tips', type: 'boolean' });
  const consent_text = 'I would like the weekly letter. I can leave at any time.';
  await calls.call('create_form', { key: 'letter', name: 'Our letter', fields, consent_text });
});

afterAll(async () => {
  await visits?.stop();
  await server?.stop();
  await opened?.close();
});

async function visit(path: string, options: VisitOptions = {}): Promise<Visit> {
  const visit = await visits.page(options);
  await visit.page.goto(path.startsWith('http') ? path : server.url + path);
  return visit;
}

async function signedUp(email: string): Promise<number> {
  return await transaction(opened.database, {}, async ({ sql }) => {
    const rows = await sql`select from sign_ups where address = ${email}`;
    return rows.length;
  });
}

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  it('FORM-04 the page works by keyboard alone, and axe finds nothing in any state', async () => {
    const { page, close } = await visit('/f/letter', { javaScriptEnabled });
    // axe-core is a script itself, and there is nothing more to see without those of the page.
    const look = javaScriptEnabled ? lookOver : fits;
    await look(page, 'the form');
    await page.getByLabel('Email address').fill('reader@example.com');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Plan').selectOption('Pro');
    await page.getByLabel('Tips, too').check();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/f/letter?done=1');
    expect(await page.locator('h1').textContent()).toBe('Please check your inbox');
    await look(page, 'sent');
    expect(await signedUp('reader@example.com')).toBe(1);
    await close();
  });
});

it('FORM-08 the built-in mail is no wider than a phone, though it shows the whole address', async () => {
  const values = new URLSearchParams({ email: 'phone@example.com', first_name: 'Ada' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = { method: 'POST', url: '/f/letter', headers, payload: values.toString() } as const;
  expect((await server.app.inject(sent)).statusCode).toBe(303);
  await calls.call('move_clock', { advance: { amount: 0, unit: 'minutes' } });
  const dir = opened.config.outboxDir;
  const mails = await Promise.all(
    (await readdir(dir)).map(async (name) => PostalMime.parse(await readFile(join(dir, name)))),
  );
  const mail = mails.find(({ to }) => to?.some(({ address }) => address === 'phone@example.com'));
  expect(mail?.text).toContain('/confirm/');
  const { page, close } = await visits.page({ viewport: { width: 390, height: 844 } });
  // Pages are used again, and the policy of the last one would take the styles of the mail away.
  await page.goto('about:blank');
  await page.setContent(mail?.html ?? '');
  await fits(page, 'the mail');
  await close();
});

it('FORM-04 says what is wrong beside each input, and keeps what was entered', async () => {
  const { page, close } = await visit('/f/letter');
  await page.evaluate("document.querySelector('form').setAttribute('novalidate', '')");
  await page.getByLabel('Email address').fill('not an address');
  await page.getByLabel('Seats').fill('3');
  await page.getByRole('button').click();
  await page.locator('[role=alert]').waitFor();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
  expect(await page.getByLabel('Seats').inputValue()).toBe('3');
  await lookOver(page, 'faults');
  await close();
});

it.each(pageLanguages)('FORM-04 the pages are in %s', async (language) => {
  const { page, close } = await visit('/f/letter', { locale: language });
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect(await page.getByRole('button').textContent()).toBe(formCopies[language].submit);
  // The rules ask nothing of words, but where they lie over each other or are cut off.
  const look = suite === 'all' || language === 'de' ? lookOver : fits;
  await look(page, language);
  await close();
});

it('FORM-04, FORM-12 the pages of links: none, expired, gone', async () => {
  const pages = [
    ['/confirm/nonsense', 'This link does not work'],
    ['/f/nowhere', 'This form is not available'],
  ] as const;
  for (const [path, headline] of pages) {
    const { page, close } = await visit(path);
    expect(await page.locator('h1').textContent()).toBe(headline);
    await lookOver(page, path);
    await close();
  }
});

it('FORM-04 a listed site may frame the page, and no other', async () => {
  const frame = `<iframe src="${server.url}/f/letter" title="Form"></iframe>`;
  const elsewhere = await serveElsewhere({ '/': `<!doctype html><title>x</title>${frame}` });
  const shown = async () => {
    const { page, close } = await visit(elsewhere.url);
    const count = await page.frameLocator('iframe').locator('h1').count();
    await close();
    return count;
  };
  expect(await shown()).toBe(0);
  const { origin } = new URL(elsewhere.url);
  await calls.call('update_form', { form_key: 'letter', allowed_origins: [origin] });
  expect(await shown()).toBe(1);
  await elsewhere.stop();
});

it('FORM-06 the script for other sites sends the form with a proof of work', async () => {
  const body = `<form data-postroad-form="letter"><label>Mail <input name="email" type="email"></label>
    <label>Name <input name="first_name"></label><button>Go</button><output></output></form>
    <script src="${server.url}/f/embed.js"></script>`;
  const elsewhere = await serveElsewhere({ '/': `<!doctype html><title>x</title>${body}` });
  const { origin } = new URL(elsewhere.url);
  await calls.call('update_form', { form_key: 'letter', allowed_origins: [origin] });
  const { page, close } = await visit(elsewhere.url);
  await page.getByLabel('Mail').fill('script@example.com');
  await page.getByLabel('Name').fill('Grace');
  await page.getByRole('button').click();
  await page.getByText('an email with a link is on its way').waitFor();
  expect(await signedUp('script@example.com')).toBe(1);
  await page.route('**/f/letter', (route) => route.abort());
  await page.getByLabel('Mail').fill('away@example.com');
  await page.getByRole('button').click();
  await page.getByText('The sign-up could not be sent. Check your connection').waitFor();
  expect(await page.getByLabel('Mail').inputValue()).toBe('away@example.com');
  await page.route('**/f/letter/challenge', () => undefined);
  const asked = page.waitForRequest('**/f/letter/challenge');
  await page.getByRole('button').click();
  await asked;
  expect(await page.locator('output').textContent()).toBe('');
  await close();
  await elsewhere.stop();
});

it('FORM-06 the script says what is wrong by the labels of the inputs, in the language of the visitor', async () => {
  const body = `<form data-postroad-form="letter"><label>Mail <input name="email"></label>
    <label>Seats <input name="seats"></label><button>Go</button><output></output></form>
    <script src="${server.url}/f/embed.js"></script>`;
  const elsewhere = await serveElsewhere({ '/': `<!doctype html><title>x</title>${body}` });
  const { origin } = new URL(elsewhere.url);
  await calls.call('update_form', { form_key: 'letter', allowed_origins: [origin] });
  const { page, close } = await visit(elsewhere.url, { locale: 'de-DE' });
  await page.getByLabel('Mail').fill('nobody');
  await page.getByLabel('Seats').fill('many');
  await page.getByRole('button').click();
  const { address, error_address, error_number, error_required } = formCopies.de;
  const said = [
    ...[`${address}: ${error_address}`, `First name: ${error_required}`],
    `Seats: ${error_number}`,
  ];
  await page.getByText(said.join(' ')).waitFor();
  await close();
  await elsewhere.stop();
});
