// It starts Chromium.
import { type OperationOutput, operationNames } from '@postroad/core/catalog/catalog';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HookReceiver, openHookReceiver } from '../support/hook-receiver.ts';
import { suite } from '../support/test-files.ts';
import {
  arrive,
  type ConsoleSite,
  go,
  headingOf,
  screenFindings,
  signIn,
  startConsole,
  takeFaults,
} from './console-site.ts';

/** What the test of the focus uses of a page. */
interface Dom {
  document: { activeElement: unknown; querySelector(selector: string): Parent };
  MutationObserver: new (
    seen: () => void,
  ) => { observe(of: Parent, options: { childList: boolean; subtree: boolean }): void };
  hadFocus: Promise<boolean>;
}

interface Parent {
  querySelector(selector: string): object | null;
}

let site: ConsoleSite;
let page: Page;
let german: Page;
let receiver: HookReceiver;

beforeAll(async () => {
  receiver = await openHookReceiver();
  site = await startConsole({ WEBHOOK_ALLOW: '127.0.0.1' });
  await site.running.invoke('record_event', {
    email: 'ada@example.com',
    name: 'signed_up',
    person: { first_name: 'Ada' },
  });
  await site.running.invoke('create_segment', {
    ...{ key: 'everybody', name: 'Everybody' },
    definition: { type: 'email', op: 'contains', value: '@' },
  });
  page = await site.open('/');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(async () => {
  await site.stop();
  await receiver.close();
});

it('shows an email as it looks, with everything about it', async () => {
  await go(page, '/emails/1');
  const preview = page.getByRole('region', { name: 'As it looks' });
  await page
    .getByRole('region', { name: 'In an inbox' })
    .getByText('Three things to try in your first five minutes.')
    .waitFor();
  await preview
    .frameLocator('iframe')
    .getByText('Thank you for signing up.', { exact: false })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Send a test' }).waitFor();
  expect(await screenFindings(page)).toEqual([]);
});

it('LANG-03 shows an email in each of its languages', async () => {
  const { email } = (await site.running.invoke('create_email', {
    ...{ title: 'Polyglot', subject: 'Hello', body_markdown: 'In English' },
    translations: { de: { subject: 'Hallo', body_markdown: 'Auf Deutsch' } },
  })) as OperationOutput<'create_email'>;
  await go(page, `/emails/${email.id}`);
  const inbox = page.getByRole('region', { name: 'In an inbox' });
  await inbox.getByText('Hello', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'German', exact: true }).check();
  await inbox.getByText('Hallo', { exact: true }).waitFor();
  expect(await screenFindings(page)).toEqual([]);
});

it('CON-07 shows what a row holds in words, not as JSON', async () => {
  const { invoke } = site.running;
  const details = { beds: 7, crop: 'kale' };
  await invoke('record_event', { email: 'ada@example.com', name: 'planted', details });
  await invoke('create_component', { key: 'card', name: 'Card', html: '<b>Card</b>' });
  await go(page, '/events');
  await page.getByRole('cell', { name: 'beds: 7, crop: kale' }).waitFor();
  await go(page, '/components');
  const row = page.getByRole('row', { name: /^Card / });
  await row.waitFor();
  expect(await row.textContent()).not.toContain('{');
});

it('CON-07 leads from the people of a segment to each of them', async () => {
  await go(page, '/operations/list_segment_people?segment_key=everybody');
  await page.getByRole('link', { name: 'ada@example.com' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
  await page.waitForURL(/\/people\/\d+$/);
});

it('CON-07 offers the steps of the flow for a run that is moved, which its list leads to', async () => {
  const { invoke } = site.running;
  const wait = { type: 'delay', duration: { amount: 1, unit: 'days' } };
  const nodes = [
    { ...wait, name: 'A night' },
    { ...wait, name: 'Another night' },
  ];
  await invoke('create_flow', {
    ...{ key: 'nights', name: 'Nights' },
    definition: { trigger: { event: 'slept' }, nodes },
  });
  await invoke('activate_flow', { flow_key: 'nights' });
  await invoke('record_event', { email: 'ada@example.com', name: 'slept' });
  await site.running.service.tick();
  await go(page, '/operations/list_flow_runs?flow_key=nights');
  await page.getByRole('heading', { level: 1, name: 'Runs', exact: true }).waitFor();
  const row = page.getByRole('row', { name: /ada@example\.com.*A night/ });
  // The flow is called by its name, and numbers that lead on are below their head.
  await page.locator('main').getByRole('link', { name: 'Nights', exact: true }).waitFor();
  const head = page.getByRole('columnheader', { name: 'Id', exact: true });
  expect(await head.getAttribute('class')).not.toContain('number');
  await row.getByRole('rowheader').getByRole('link').click();
  await page.locator('main').getByRole('link', { name: 'Runs' }).click();
  await page.waitForURL(/\/operations\/list_flow_runs\?flow_key=nights$/);
  await row.getByRole('rowheader').getByRole('link').click();
  await page.getByRole('link', { name: 'Move', exact: true }).click();
  const choice = page.getByLabel(/^Step/);
  await choice.getByRole('option', { name: 'Another night' }).waitFor({ state: 'attached' });
  expect(await choice.getByRole('option').allTextContents()).toEqual([
    ...['Choose…', 'A night', 'Another night'],
  ]);
  expect(await screenFindings(page)).toEqual([]);
});

it.each([
  ['/records/runs', '/flows', 'Flows'],
  ['/records/report?by=email', '/reports?by=email', 'Reports'],
  ['/records/backups', '/operations/get_backups', /backup/i],
  ['/records/webhook-endpoints', '/webhooks-out', 'Webhook endpoints'],
  ['/records/emails', '/emails', 'Emails'],
])('CON-07 leads from %s to the screen of it, %s', async (address, there, heading) => {
  await arrive(page, '/segments');
  await go(page, address);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  expect(page.url()).toBe(site.running.url + there);
});

it('CON-07 writes choices and lists of codes with a capital, as cells are', async () => {
  await site.running.invoke('create_token', { name: 'Two rights', scopes: ['read', 'draft'] });
  await arrive(page, '/tokens');
  await page.getByRole('row', { name: /^Two rights Read, / }).waitFor();
  await arrive(page, '/records/subscriptions?status=active');
  const status = page.locator('search').getByLabel('Status');
  const shown = await status.getByRole('option').allTextContents();
  expect(shown.filter((text) => !/^\p{Lu}/u.test(text))).toEqual([]);
});

it('CANVAS-05 says in words of the canvas what a flow without steps lacks', async () => {
  const definition = { trigger: { event: 'slept' }, nodes: [] };
  await site.running.invoke('create_flow', { key: 'bare', definition });
  await go(page, '/flows/bare?layer=edit&at=trigger');
  await page.getByText('Add a step, for example “Send an email”.').waitFor({ state: 'attached' });
});

it('CON2-01 begins a new layout as the built-in one, and leads to its editor', async () => {
  await go(page, '/layouts');
  await page.locator('main').getByRole('link', { name: 'Create', exact: true }).click();
  await page.getByLabel(/^Name/).fill('Quiet');
  expect(await screenFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create and change it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Quiet' }).waitFor();
  const layout_id = Number(/\/layouts\/(\d+)$/.exec(page.url())?.[1]);
  const { template } = (await site.running.invoke('get_layout', {
    layout_id,
  })) as OperationOutput<'get_layout'>;
  const { html, css } = defaultLayout;
  expect({ html: template.html, css: template.css }).toEqual({ html, css });
});

it('CON2-01 shows the text of an email while the code of its editor is on its way', async () => {
  const { email } = (await site.running.invoke('get_email', {
    email_id: 1,
  })) as OperationOutput<'get_email'>;
  const body = email.body_markdown;
  const slow = await site.open('/');
  let arrived = () => {};
  const mayArrive = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await slow.route('**/code-mirror-*', async (route) => {
    await mayArrive;
    await route.continue();
  });
  await go(slow, '/emails/1');
  const editor = slow.locator('.editor.of-markdown');
  await editor.and(slow.locator('[aria-busy="true"]')).waitFor();
  expect(await editor.textContent()).toBe(body);
  arrived();
  await editor.and(slow.locator('[aria-busy="false"]')).waitFor();
  expect(await editor.locator('.cm-content').textContent()).toContain(body.split('\n')[0]);
  await slow.close();
});

it('STAGE-02, STAGE-04, STAGE-06 shows a draft that waits beside an email, publishes one and drops one', async () => {
  const { invoke } = site.running;
  const { email } = (await invoke('create_email', {
    ...{ title: 'Spring', subject: 'Spring', body_markdown: 'It is here.' },
  })) as OperationOutput<'create_email'>;
  const key = { email_id: email.id };
  await go(page, `/emails/${email.id}`);
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
  const waits = page.getByRole('region', { name: 'A draft waits' });
  expect(await waits.count()).toBe(0);
  await invoke('save_email_draft', { ...key, subject: 'Spring at last' });
  // It is there without a reload.
  await waits
    .getByRole('row', { name: /Subject/ })
    .getByText('Spring at last')
    .waitFor();
  await waits.getByText('As the mail would look').click();
  await waits.frameLocator('iframe').getByText('It is here.').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await waits.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await waits.waitFor({ state: 'detached' });
  expect(await invoke('get_email', key)).toMatchObject({ email: { subject: 'Spring at last' } });

  await invoke('save_email_draft', { ...key, subject: 'Summer' });
  await invoke('update_email', { ...key, pre_header: 'Look out' });
  await waits.getByText('The email changed since the draft was begun').waitFor();
  expect(await waits.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
  await waits.getByRole('button', { name: 'Drop the draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Drop the draft' }).click();
  await waits.waitFor({ state: 'detached' });
  expect(await invoke('get_email', key)).toMatchObject({ email: { subject: 'Spring at last' } });
});

it('HOOK-08 says which types there are where one is refused that nothing is like', async () => {
  await go(page, '/operations/create_webhook_endpoint');
  await page.getByLabel(/^URL/).fill(`${receiver.url}/bogus`);
  await page.getByLabel(/^Events/).fill('person.bogus');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page
    .locator('.fault')
    .getByText(/Name one of person\.\*, person\./)
    .waitFor();
});

it('CON-07 shows details under the names that programs gave them', async () => {
  const details = { name: 'oak', external_id: 'tree_1' };
  await site.running.invoke('record_event', { email: 'ada@example.com', name: 'felled', details });
  await go(page, '/events');
  await page.getByRole('cell', { name: 'name: oak, external_id: tree_1' }).waitFor();
  await go(page, '/records/event-types');
  await page.getByRole('cell', { name: 'name: string, external_id: string' }).waitFor();
});

it('EXP-03 shows the variants of a broadcast as figures', async () => {
  const copy = async (title: string) => {
    const words = { title, subject: title, body_markdown: 'Hello' };
    const made = await site.running.invoke('create_email', words);
    return (made as OperationOutput<'create_email'>).email.id;
  };
  const variants = [
    { name: 'Short', email_id: await copy('Short one'), weight: 1 },
    { name: 'Long', email_id: await copy('Long one'), weight: 1 },
  ];
  const { broadcast } = (await site.running.invoke('create_broadcast', {
    ...{ name: 'Which one', variants },
  })) as OperationOutput<'create_broadcast'>;
  await go(page, `/broadcasts/${broadcast.id}`);
  const card = page.getByRole('region', { name: 'Comparison of the variants' });
  await card.getByRole('link', { name: 'Short' }).waitFor();
  expect(await card.getByRole('row').count()).toBe(3);
  expect(await screenFindings(page)).toEqual([]);
});

it('CONS-07 lists messages, and shows one with its status, its mail and a button to cancel it', async () => {
  await site.running.invoke('send_message', {
    ...{ to: 'ada@example.com', subject: 'Your receipt', body_markdown: 'Paid in full.' },
    send_at: '2040-01-01T09:00:00Z',
  });
  await go(page, '/records/messages');
  await page.getByRole('link', { name: 'Your receipt' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your receipt' }).waitFor();
  await page.locator('.screen-head').getByText('scheduled').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  // Nothing was handed over that could be shown.
  expect(await page.getByRole('button', { name: 'Open the mail' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel the message' }).click();
  await page.getByRole('dialog').locator('.confirm').click();
  await page
    .locator('.screen-head')
    .getByText('canceled')
    .or(page.locator('.screen-head').getByText('cancelled'))
    .waitFor();
});

it('CONS-07 says in the timeline of a person that a message was sent, and leads to it', async () => {
  await go(page, '/people/ada%40example.com');
  const entry = page.getByRole('link', { name: '“Your receipt” was cancelled, as a message' });
  expect(await entry.getAttribute('href')).toMatch(/^\/records\/messages\/\d+$/);
  await entry.click();
  await page.getByRole('heading', { level: 1, name: 'Your receipt' }).waitFor();
});

it('SCREEN-08 shows webhooks with what failed or waits, and CONS-07 delivers it again', async () => {
  await go(page, '/queue?status=delivery');
  const card = page.locator('section.card').filter({
    has: page.getByRole('heading', { name: 'Webhooks', exact: true }),
  });
  await card.getByText('There is no endpoint.').waitFor();
  expect(await card.getByRole('link', { name: 'Make an endpoint' }).getAttribute('href')).toBe(
    '/operations/create_webhook_endpoint',
  );
  const { invoke, service } = site.running;
  for (const [key, status] of [
    ['closed', 410],
    ['slow', 503],
  ] as const) {
    receiver.answers.set(`/${key}`, { status });
    const url = `${receiver.url}/${key}`;
    await invoke('create_webhook_endpoint', { key, url, events: ['email.bounced'] });
    await invoke('test_webhook_endpoint', { webhook_endpoint: key });
  }
  await service.tick();
  await page.reload();
  const entry = (key: string) =>
    card.locator('.hooks > li').filter({ has: page.getByRole('link', { name: `/${key}` }) });
  await entry('closed').getByText('Off').waitFor();
  await entry('closed').getByText('The program answered 410: it is gone.').waitFor();
  await entry('closed')
    .getByText(/Failed.*webhook\.test.*1 attempt · answered 410/)
    .waitFor();
  // An endpoint that is off gets nothing.
  expect(
    await entry('closed')
      .getByRole('button', { name: /^Replay/ })
      .count(),
  ).toBe(0);
  await entry('slow')
    .getByText(/Waiting.*webhook\.test.*1 attempt · answered 503 · next attempt/)
    .waitFor();
  expect(await entry('slow').getByRole('button').count()).toBe(0);
  expect(await screenFindings(page)).toEqual([]);
  receiver.answers.delete('/closed');
  await entry('closed')
    .getByRole('button', { name: /^Switch on/ })
    .click();
  await entry('closed').getByText('On', { exact: true }).waitFor();
  await entry('closed').getByRole('button', { name: 'Replay: webhook.test' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 delivery is sent to the endpoint.').waitFor();
  await dialog.locator('.confirm').click();
  await entry('closed').getByText('waiting').waitFor();
  await service.tick();
  await page.reload();
  await entry('closed').getByText('Nothing failed and nothing waits.').waitFor();
  // Also what got through is delivered again, from the list of all of them.
  await entry('closed').getByRole('link', { name: 'All deliveries' }).click();
  await page.getByRole('heading', { level: 1, name: 'Deliveries', exact: true }).waitFor();
  const row = page.getByRole('row', { name: /^webhook\.test Delivered .* answered 2\d\d/ });
  await row.waitFor();
  expect(await page.getByLabel(/^(?:Limit|Cursor|Fields)/).count()).toBe(0);
  expect(await screenFindings(page)).toEqual([]);
  await row.getByRole('button', { name: 'Replay: webhook.test' }).click();
  await page.getByRole('dialog').locator('.confirm').click();
  await page.getByRole('row', { name: /^webhook\.test Waiting / }).waitFor();
  await page.goBack();
  await entry('closed')
    .getByRole('link', { name: `${receiver.url}/closed` })
    .click();
  await page.waitForURL(/\/records\/webhook-endpoints\/closed$/);
});

it('CON-07 says that the test clock runs, and moves it without JSON', async () => {
  const now = async () =>
    ((await site.running.invoke('get_clock', {})) as OperationOutput<'get_clock'>).now;
  const before = Date.parse(await now());
  await go(page, '/people');
  await page.getByText('On the test clock, time passes only when it is moved.').waitFor();
  await page.getByRole('link', { name: 'Move the clock' }).click();
  const advance = page.getByRole('group', { name: /^Advance/ });
  await advance.getByLabel('Amount').fill('2');
  await advance.getByLabel('Unit').selectOption('Minutes');
  expect(await screenFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'What it would do' }).click();
  await page.getByRole('dialog').locator('.confirm').click();
  await expect.poll(async () => Date.parse(await now()) - before).toBe(120_000);
});

it('CON-06 heads a form with a whole part of its summary, not cut within a quotation', async () => {
  await go(page, '/operations/retry_parked_runs');
  const whole = 'Let parked runs of a flow, or of a step of it, continue as "Runs: retry" does';
  await page.getByRole('heading', { level: 1, name: whole, exact: true }).waitFor();
});

it('CONS-07 shows the page of a form, follows what is saved, and has what puts it on a site', async () => {
  const { invoke } = site.running;
  await invoke('create_form', {
    ...{ key: 'letter', name: 'Our letter', consent_text: 'One letter a month.' },
    fields: [
      { name: 'first_name', label: 'First name', type: 'text', required: true },
      { name: 'last_name', label: 'Kind', type: 'select', options: ['Salt & "<b>'] },
    ],
  });
  await go(page, '/forms/letter');
  const frame = page.frameLocator('iframe[title="Page of the form “Our letter”"]');
  await frame.getByLabel(/First name/).waitFor();
  await frame.getByText('One letter a month.').waitFor();
  expect(await page.locator('iframe.form-frame').getAttribute('sandbox')).toBe('');
  expect(await page.getByRole('textbox', { name: 'The address of the page' }).inputValue()).toBe(
    `${site.running.url}/f/letter`,
  );
  expect(await page.getByRole('textbox', { name: 'A link to the page' }).inputValue()).toBe(
    `<a href="${site.running.url}/f/letter">Our letter</a>`,
  );
  const script = await page
    .getByLabel(/with our script/)
    .first()
    .inputValue();
  expect(script).toContain('<form data-postroad-form="letter">');
  expect(script).toContain('<input name="first_name" required type="text" />');
  expect(script).toContain('<option>Salt &amp; &#34;&lt;b&gt;</option></select>');
  expect(script).toContain(`<script src="${site.running.url}/f/embed.js"></script>`);
  await page.getByText('The fields work only on sites that are allowed').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await invoke('update_form', { form_key: 'letter', consent_text: 'Two letters a month.' });
  await frame.getByText('Two letters a month.').waitFor();
  await invoke('update_form', { form_key: 'letter', enabled: false });
  await page.getByText('The form is off').waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await frame.getByText('Two letters a month.').waitFor();
  // The name of its event is nowhere to be seen before somebody signed up.
  await page.getByRole('link', { name: 'Begin a flow with it' }).click();
  await page.getByRole('heading', { level: 1, name: 'New flow' }).waitFor();
  const event = page.getByLabel('Starts when this event comes');
  expect(await event.inputValue()).toBe('signed_up_by_form');
});

it('CONS-07 has messages, forms and webhooks in the navigation', async () => {
  for (const [name, path] of [
    ['Messages', '/records/messages'],
    ['Forms', '/forms'],
    ['Webhook endpoints', '/webhooks-out'],
  ] as const) {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await link.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await link.getAttribute('aria-current')).toBe('page');
  }
  // A form belongs to the list of what it makes; fields have no list in the navigation.
  for (const [address, marked] of [
    ['/operations/create_webhook_endpoint', 'Webhook endpoints'],
    ['/operations/create_layout', 'Layouts'],
    ['/operations/create_field', 'All operations'],
    ['/records/fields', 'All operations'],
    ['/records/webhook-endpoints/none', 'Webhook endpoints'],
    ['/records/sends', 'Queue'],
    ['/records/runs/1', 'Flows'],
    ['/events', 'All operations'],
    ['/tokens', 'Settings'],
  ] as const) {
    await page.goto(site.running.url + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
    expect(await current.allTextContents(), address).toEqual([marked]);
  }
});

/** In `npm test` every tenth: `fields.test.ts` compares the fields of all of them with the contract. */
const shownOperations = operationNames.filter((_, index) => suite === 'all' || index % 10 === 0);

/** Screens whose names are in the navigation. */
const screens = [
  ...['/', '/flows', '/sequences', '/broadcasts', '/queue', '/people', '/segments', '/guards'],
  ...['/emails', '/layouts', '/components', '/themes', '/reports', '/history', '/settings'],
  ...[
    '/operations',
    '/queue?status=delivery',
    '/queue?status=failed',
    '/operations/create_segment',
  ],
  ...['/people/1', '/flows/welcome', '/emails/1', '/tokens', '/events', '/nowhere'],
];

describe('CON-14 signing in', () => {
  it('CON-14 takes a token once for a cookie that no script reads, and says what is wrong', async () => {
    const other = await site.open('/flows');
    const [cookie] = await other.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await other.goto(`${site.running.url}/sign-in#a-code-that-is-not-needed`);
    await other.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await go(other, '/flows');
    await other.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
    await other.context().clearCookies();
    await other.reload();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    // By keyboard alone: the field has the focus at once, and the button keeps it (CON-19).
    await other.keyboard.type('wrong-token-of-some-length');
    await other.keyboard.press('Tab');
    await other.keyboard.press('Enter');
    await other.getByRole('alert').filter({ hasText: /token/i }).waitFor();
    expect(await other.evaluate('document.activeElement.textContent')).toBe('Sign in');
    await signIn(other, site.running.token);
    await other.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
    await other.context().close();
  });

  it('CON-14 signs out everywhere', async () => {
    german = await site.open('/', { locale: 'de-DE' });
    await page
      .getByRole('button', { name: /Signed in as/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await german.reload();
    await german.getByRole('heading', { name: 'Anmelden' }).waitFor();
    for (const left of [page, german]) await signIn(left, site.running.token);
  });
});

describe('every screen', () => {
  /** Pixels by which a page is wider than its window. */
  const tooWide = (one: Page) =>
    one.evaluate(() => {
      const { document } = globalThis as unknown as {
        document: { documentElement: { scrollWidth: number; clientWidth: number } };
      };
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });

  it.each(screens)(
    'finds nothing with axe at %s, in light and dark, and fits 320 pixels and 768',
    async (address) => {
      await arrive(page, address);
      await page.getByText('Loading…').first().waitFor({ state: 'detached' });
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.title()).toMatch(/ · Postroad$/);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const colours = colorScheme === 'dark';
        expect(await screenFindings(page, { colours }), colorScheme).toEqual([]);
      }
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        // Pictures are drawn again some frames after the window has its width.
        await expect.poll(() => tooWide(page), { message: `${width} wide` }).toBeLessThanOrEqual(0);
      }
    },
  );

  it('CON-20 fits 320, 390 and 460 pixels in German, whose conditions and figures have long names', async () => {
    for (const width of [320, 390, 460]) {
      await german.setViewportSize({ width, height: 900 });
      for (const [address, part] of [
        ['/segments/new', '.part-kind, .add-part'],
        ['/guards/new', '.part-kind, .add-part'],
        ['/reports', '.figure-cards > button'],
      ] as const) {
        await go(german, address);
        await german.locator(part).first().waitFor();
        expect(await tooWide(german), `${address} ${width} wide`).toBeLessThanOrEqual(0);
      }
    }
  });

  it('CON-20 shows every tab on a phone in German, cut by nothing', async () => {
    await german.setViewportSize({ width: 390, height: 844 });
    for (const address of ['/queue', '/reports', '/settings']) {
      await go(german, address);
      await german.locator('.tabs [aria-current]').waitFor();
      const cut = `[...document.querySelectorAll('.tabs a')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)`;
      expect(await german.evaluate(cut), address).toEqual([]);
    }
  });

  it('CON-20 keeps words inside of their boxes in German, whose words are long', async () => {
    for (const width of [320, 390, 1280]) {
      await german.setViewportSize({ width, height: 900 });
      for (const [address, box] of [
        ['/reports', '.figure-cards > button'],
        ['/themes/1', '.theme-value .label, .theme-value .hint'],
      ] as const) {
        await go(german, address);
        await german.locator(box).first().waitFor();
        const spilt = `[...document.querySelectorAll(${JSON.stringify(box)})]
          .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`;
        expect(await german.evaluate(spilt), `${address} ${width} wide`).toEqual([]);
      }
    }
    await german.setViewportSize({ width: 1280, height: 900 });
  });

  it('CON-20 shows the chosen tab at 320 pixels, however far right it is', async () => {
    for (const narrow of [page, german]) {
      await narrow.setViewportSize({ width: 320, height: 900 });
      for (const address of ['/settings?part=other', '/queue?status=delivery', '/queue']) {
        await go(narrow, address);
        const strip = narrow.locator('nav.tabs');
        const chosen = strip.locator('[aria-current]');
        await chosen.waitFor();
        const [outer, inner] = [await strip.boundingBox(), await chosen.boundingBox()];
        const where = `${address} in ${narrow === page ? 'English' : 'German'}`;
        expect(inner?.x, where).toBeGreaterThanOrEqual((outer?.x ?? 0) - 1);
        const [end, border] = [inner, outer].map((box) => (box ? box.x + box.width : 0));
        expect(end, where).toBeLessThanOrEqual((border ?? 0) + 1);
      }
      await narrow.setViewportSize({ width: 1280, height: 900 });
    }
  });
});

it('CON-21 says what the provider lacks in German on Now', async () => {
  await go(german, '/');
  const list = german.locator('.checklist');
  await list.getByText('kein Mailanbieter eingestellt').waitFor();
  expect(await list.textContent()).not.toMatch(/\b(?:the|is|No|every)\b/);
});

it('CON-06 CON-07 has a form for every operation of the catalog', async () => {
  for (const name of shownOperations) {
    await arrive(page, `/operations/${name}`);
    await page.locator('main form').waitFor();
    const title = await headingOf(page);
    expect(title, name).not.toBe('No such address');
  }
});

describe('by keyboard', () => {
  it('CON-19 has the focus at the heading as soon as a screen is there, and moves it no later', async () => {
    await go(page, '/');
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await page.evaluate(() => {
      const { document, MutationObserver } = globalThis as unknown as Dom;
      const main = document.querySelector('main');
      const heading = () => main.querySelector('h1[tabindex]');
      const before = heading();
      Object.assign(globalThis, {
        hadFocus: new Promise((resolve) => {
          new MutationObserver(() => {
            if (heading() === before || heading() === null) return;
            resolve(document.activeElement === heading());
          }).observe(main, { childList: true, subtree: true });
        }),
      });
    });
    await go(page, '/flows/new');
    await page.getByRole('heading', { level: 1, name: 'New flow' }).waitFor();
    const had = await page.evaluate(() => (globalThis as unknown as Dom).hadFocus);
    expect(had).toBe(true);
  });

  it('finds a person, a record and an action, and goes there', async () => {
    await go(page, '/');
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    for (const [key, words, heading] of [
      ['/', 'ada@', /Ada|ada@example.com/],
      ['Control+k', 'welcome', /Welcome/],
      ['/', 'create guard', /Create a guard/],
    ] as const) {
      await page.locator('main h1').focus();
      await page.keyboard.press(key);
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type(words);
      await page.getByRole('option', { selected: true }).filter({ hasText: heading }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
  });

  it('lists its keys and goes to a screen by two letters', async () => {
    await page.locator('main h1').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  });
});

describe('two people', () => {
  it('CON-12 shows both sides of an edit over another and merges them', async () => {
    await site.running.invoke('create_guard', {
      key: 'quiet',
      name: 'Quiet',
      condition: { type: 'has_tag', tag: 'quiet' },
    });
    await go(page, '/operations/update_guard?guard_key=quiet');
    await page.getByLabel(/^Name/).fill('Mine');
    await site.running.invoke('update_guard', { guard_key: 'quiet', labels: ['theirs'] });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    const after = await site.running.invoke('get_guard', { guard_key: 'quiet' });
    expect(after).toMatchObject({ guard: { name: 'Mine', labels: ['theirs'] } });
  });

  it('CON-13 undoes a change', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    const after = await site.running.invoke('get_guard', { guard_key: 'quiet' });
    expect(after).toMatchObject({ guard: { name: 'Quiet', labels: ['theirs'] } });
  });
});

describe('CON-08 what a token may', () => {
  it('CON-08 CON-24 shows the dry run of a removal before it is done', async () => {
    await go(page, '/operations/delete_guard?guard_key=quiet');
    const { guard } = (await site.running.invoke('get_guard', { guard_key: 'quiet' })) as {
      guard: { name: string };
    };
    // What is deleted is named on the page and in the dialog.
    await page.getByRole('main').getByRole('link', { name: guard.name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'What it would do' }).click();
    await page.getByRole('dialog').getByText(guard.name, { exact: true }).waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Look at what it would do').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await site.running.invoke('get_guard', { guard_key: 'quiet' })).toBeTruthy();
  });

  it('CON-08 gives a token that reads no buttons to change anything', async () => {
    const { secret } = (await site.running.invoke('create_token', {
      name: 'Reader',
      scopes: ['read'],
    })) as { secret: string };
    const reader = await site.open('/flows', { token: secret });
    expect(await reader.getByRole('link', { name: 'Create' }).count()).toBe(0);
    // Faster than the script of the first screen arrives.
    await go(reader, '/');
    await go(reader, '/operations/create_guard');
    await reader.getByText('your token needs the scope').waitFor();
    await go(reader, '/');
    await reader.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await reader.getByText('What changed, and who did it').waitFor();
    expect(await reader.getByRole('button', { name: 'Stop all mail' }).count()).toBe(0);
    await reader.context().close();
  });
});

it('CON-08 offers a token that drafts the undo of drafts, and of nothing that it may not undo', async () => {
  const { secret } = (await site.running.invoke('create_token', {
    name: 'Drafter',
    scopes: ['draft'],
  })) as { secret: string };
  const drafter = await site.open('/layouts/1', { token: secret });
  await drafter.locator('.versions li').first().waitFor();
  expect(await drafter.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  const { broadcast } = (await site.running.invoke('create_broadcast', {
    ...{ name: 'Undone', email_source: 'scratch' },
  })) as { broadcast: { id: number } };
  await go(drafter, `/history?resource=broadcasts&id=${broadcast.id}`);
  await drafter.getByRole('button', { name: /^Undo: .*Undone/ }).waitFor();
  await drafter.context().close();
});

it('CON-10 shows what others change without a reload', async () => {
  await go(page, '/guards');
  await page.getByRole('link', { name: 'Quiet' }).first().waitFor();
  await site.running.invoke('update_guard', { guard_key: 'quiet', name: 'Quiet people' });
  await page.getByRole('link', { name: 'Quiet people' }).first().waitFor();
});

it('speaks German to a browser that does, and says its zone', async () => {
  await arrive(german, '/flows');
  expect(await headingOf(german)).toBe('Abläufe');
  await german
    .getByText(/^Zeiten in /)
    .first()
    .waitFor();
});
