// It starts Chromium.
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeProvider } from '../../support/fake-provider.ts';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from '../console-site.ts';

const provider = fakeProvider();
let site: ConsoleSite;
let page: Page;
let emailId: number;

const body = 'Hello {{ person.first_name }}, you chose {{ event.details.plan }}.';

beforeAll(async () => {
  site = await startConsole({}, { provider });
  const { invoke } = site.running;
  const details = { plan: 'pro' };
  for (const first_name of ['Ada', 'Bob']) {
    const email = `${first_name.toLowerCase()}@example.com`;
    await invoke('record_event', { email, name: 'chosen', details, person: { first_name } });
  }
  await invoke('create_component', { key: 'notice', html: '<p>Notice of {{ title }}</p>' });
  await invoke('create_field', { key: 'shoe_size', name: 'Shoe size' });
  const words = { title: 'Plans', subject: 'Your plan', body_markdown: body };
  const { email } = (await invoke('create_email', words)) as OperationOutput<'create_email'>;
  emailId = email.id;
  page = await site.open(`/emails/${emailId}`);
  page.setDefaultTimeout(20_000);
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

const preview = () => page.getByRole('region', { name: 'As it looks' });
const mail = () => preview().frameLocator('iframe');
const editor = (name: RegExp) => page.getByRole('textbox', { name });

/** Types at the end of a text, as a person does. */
async function typeAtEnd(name: RegExp, text: string): Promise<void> {
  await editor(name).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** How wide the screen is in a window of a width; more than that scrolls sideways. */
async function widthAt(width: number): Promise<number> {
  await page.setViewportSize({ width, height: 900 });
  return await page.evaluate<number>('document.documentElement.scrollWidth');
}

const bodyOf = async () => {
  const { email } = (await site.running.invoke('get_email', {
    email_id: emailId,
  })) as OperationOutput<'get_email'>;
  return email.body_markdown;
};

async function anew(): Promise<void> {
  const drop = page.getByRole('button', { name: 'Drop the edits' });
  if ((await drop.count()) > 0) await drop.click();
}

describe('CON2-01 the editor of emails', () => {
  // Also before a further try.
  beforeEach(anew);

  it('CON2-01 shows the mail as it is typed, as anybody and after any event', async () => {
    await mail().getByText('you chose .').waitFor();
    await typeAtEnd(/^Body/, '\n\nAnd more.');
    await mail().getByText('And more.').waitFor();
    await preview().getByText('As whom, and after which event').click();
    await preview().getByLabel('Person').fill('bob@example.com');
    await mail().getByText('Hello Bob', { exact: false }).waitFor();
    await preview().getByLabel('Event', { exact: true }).fill('chosen');
    await preview().getByLabel('Details of the event').fill('{"plan": "gold"}');
    await mail().getByText('you chose gold.', { exact: false }).waitFor();
    await anew();
  });

  it('CON2-01 says where nobody is there to preview as, and finds no fault in the text', async () => {
    const message = 'There is nobody to preview as. Add a person first.';
    const errors = [{ path: 'person_id', code: 'nobody_to_preview_as', message }];
    const problem = { title: 'Validation failed', status: 422, code: 'validation_failed', errors };
    await page.route('**/api/v1/emails/*/preview', (route) =>
      route.fulfill({ status: 422, json: { ...problem, detail: `person_id: ${message}` } }),
    );
    await page.reload();
    const region = preview();
    await region.getByText('there is nobody yet', { exact: false }).waitFor();
    await region.getByLabel('Person').fill('first@example.com');
    await page.unroute('**/api/v1/emails/*/preview');
    await region.getByRole('button', { name: 'Add first@example.com' }).click();
    await region.getByText('as first@example.com').waitFor();
    expect(await page.locator('.cm-lint-marker').count()).toBe(0);
    await page.goto(`${site.running.url}/emails/${emailId}`);
  });

  it('CON2-01 shows a problem at its line while typing, and leads there', async () => {
    await typeAtEnd(/^Body/, '\n\n{{ person.frst_name ');
    await page.locator('.cm-lint-marker-warning').waitFor();
    const problem = page.getByRole('button', { name: /^Line 3, column 1: there is no variable/ });
    await problem.click();
    expect(await editor(/^Body/).evaluate((element) => element.matches(':focus'))).toBe(true);
    await anew();
    await typeAtEnd(/^Subject/, ' {% if %}');
    await page.locator('.editor-issues .bad').waitFor();
    await preview().getByText('This is the mail before the last change').waitFor();
    expect(await editor(/^Subject/).getAttribute('aria-invalid')).toBe('true');
    expect(await screenFindings(page)).toEqual([]);
    await anew();
    await problem.waitFor({ state: 'detached' });
  });

  it('CON2-01 completes variables, fields, tags, filters and components', async () => {
    const offered = async (text: string, name: string) => {
      await anew();
      await typeAtEnd(/^Body/, text);
      const option = page.getByRole('option', { name }).first();
      // Names that came after the last key are offered by the key that asks for them.
      await expect
        .poll(
          async () => {
            if (!(await option.isVisible())) await page.keyboard.press('Control+Space');
            return await option.isVisible();
          },
          { interval: 300 },
        )
        .toBe(true);
      await page.keyboard.press('Escape');
    };
    await offered(' {{ person.fi', 'person.first_name');
    await offered(' {{ person.fields.', 'person.fields.shoe_size');
    await offered(' {{ event.details.', 'event.details.plan');
    await offered(' {{ person.email | up', 'upcase');
    await offered(' {% but', 'button');
    await offered(' {% component "no', 'notice');
    await anew();
    await typeAtEnd(/^Body/, '\n\n{% component "no');
    await page.getByRole('option', { name: 'notice' }).click();
    await expect.poll(() => editor(/^Body/).textContent()).toContain('{% component "notice"');
    await anew();
  });

  it('CON2-01 shows it light and dark, at 360 and 800 px, as text and as source', async () => {
    const inMail = (what: string) =>
      mail()
        .locator('body')
        .evaluate((_, code) => new Function(`return ${code}`)() as unknown, what);
    const ground = () => inMail('getComputedStyle(document.body).backgroundColor');
    const width = () => inMail('document.documentElement.clientWidth');
    await mail().getByText('Hello', { exact: false }).first().waitFor();
    const light = await ground();
    await preview().getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(ground).not.toBe(light);
    await preview().getByRole('radio', { name: '800 px' }).check();
    await expect.poll(width).toBe(800);
    await preview().getByRole('radio', { name: '360 px' }).check();
    await expect.poll(width).toBe(360);
    await preview().getByRole('radio', { name: 'Text' }).check();
    await preview().getByText('Unsubscribe: http', { exact: false }).waitFor();
    await preview().getByRole('radio', { name: 'Source' }).check();
    await preview().getByText('<!doctype html>', { exact: false }).waitFor();
    await preview().getByRole('radio', { name: 'Picture' }).check();
  });
});

describe('CON2-04 the screen of an email', () => {
  it('CON-19 takes the keys of shortcuts as text, such as the slash of a picture', async () => {
    await go(page, `/emails/${emailId}`);
    await editor(/^Subject/).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' g?/gh');
    await editor(/^Subject/)
      .getByText('g?/gh')
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Drop the edits' }).click();
  });

  it('CON2-04 writes, previews, saves, tests and undoes by the keyboard alone', async () => {
    await go(page, '/emails');
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
    await go(page, `/emails/${emailId}`);
    await editor(/^Subject/).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(', {{ person.first_name');
    await page.keyboard.press('Escape');
    const inbox = page.getByRole('region', { name: 'In an inbox' });
    await inbox.getByText(/^Your plan, \w+$/).waitFor();
    await page.locator('.editor-issues').waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await page.keyboard.type('In short');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Bye.');
    await inbox.getByText('In short').waitFor();
    await mail().getByText('Bye.', { exact: false }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Everything is saved').waitFor();
    await expect.poll(bodyOf).toBe(`${body} Bye.`);
    await page.getByRole('button', { name: 'Send a test' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('To', { exact: true }).focus();
    await page.keyboard.type('me@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const doIt = page.locator('.confirm').and(page.locator(':enabled'));
    await doIt.press('Enter');
    await page.getByRole('dialog').getByText('Accepted by', { exact: false }).waitFor();
    expect(provider.messages.at(-1)?.to).toBe('me@example.com');
    expect(await screenFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page
      .getByRole('region', { name: 'What changed' })
      .getByRole('button', { name: /^Undo/ })
      .first()
      .press('Enter');
    await expect.poll(bodyOf).toBe(body);
  });

  it('CON2-04 shows where it is used, what is queued, figures and links', async () => {
    const { invoke, service } = site.running;
    const nodes = [{ type: 'delay', duration: { amount: 1, unit: 'days' } }];
    await invoke('create_flow', {
      ...{ key: 'plans', name: 'Plans sold' },
      definition: {
        trigger: { event: 'sold' },
        nodes: [...nodes, { type: 'send_email', email_id: emailId }],
      },
    });
    while (await service.tick());
    await page
      .getByRole('region', { name: 'Used by' })
      .getByRole('link', { name: /^Plans sold/ })
      .waitFor();
    const figures = page.getByRole('region', { name: 'Figures' });
    await figures.getByText('Sent', { exact: true }).waitFor();
    await figures.getByText('No mail of it is queued.').waitFor();
    expect(await widthAt(320)).toBe(320);
    expect(await widthAt(1280)).toBe(1280);
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CON2-04 writes a translation, and saves it with the email', async () => {
    await page.getByRole('button', { name: 'Add a language' }).click();
    const language = page.getByRole('combobox', { name: 'Language', exact: true });
    await language.fill('Gibberish');
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByText('No language has this name.').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await language.fill('german');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'German', exact: true }).waitFor();
    await editor(/^Subject/).fill('Ihr Tarif');
    await page.getByRole('region', { name: 'In an inbox' }).getByText('Ihr Tarif').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect
      .poll(() => site.running.invoke('get_email', { email_id: emailId }))
      .toMatchObject({
        email: { subject: 'Your plan', translations: { de: { subject: 'Ihr Tarif' } } },
      });
  });
});

it('CON-11 shows both sides of an edit of an email that met another, and loses neither', async () => {
  await go(page, '/emails');
  await go(page, `/emails/${emailId}`);
  await page.getByRole('radio', { name: 'Original' }).waitFor();
  await typeAtEnd(/^Body/, ' Mine.');
  await mail().getByText('Mine.', { exact: false }).waitFor();
  await site.running.invoke('update_email', {
    ...{ email_id: emailId, subject: 'Theirs', body_markdown: 'Theirs' },
  });
  await page.keyboard.press('Control+s');
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
  await conflict.getByRole('cell', { name: 'Theirs', exact: true }).waitFor();
  await conflict.getByRole('button', { name: 'Keep yours' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(bodyOf).toBe(`${body} Mine.`);
  expect(await site.running.invoke('get_email', { email_id: emailId })).toMatchObject({
    email: { subject: 'Theirs' },
  });
});

it('CON2-04 shows the subject in an inbox before the first preview is there', async () => {
  await site.running.invoke('update_email', {
    ...{ email_id: emailId, subject: 'Written', body_markdown: 'As it is.' },
  });
  await go(page, '/emails');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/preview', async (route) => {
    await held;
    await route.continue();
  });
  await go(page, `/emails/${emailId}`);
  const inbox = page.getByRole('region', { name: 'In an inbox' });
  await inbox.getByText('Written').waitFor();
  goOn();
  await mail().getByText('As it is.').waitFor();
  await page.unroute('**/preview');
});

it('CON-12 saves a translation beside one that somebody else added meanwhile, and keeps both', async () => {
  await site.running.invoke('update_email', { email_id: emailId, translations: {} });
  await go(page, '/emails');
  await go(page, `/emails/${emailId}`);
  // The screen shows at first what it read before.
  await page.getByRole('radio', { name: 'German', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add a language' }).click();
  await page.getByLabel('Language', { exact: true }).fill('de');
  await page.getByRole('button', { name: 'Add a language' }).click();
  await page.getByRole('radio', { name: 'German', exact: true }).waitFor();
  await editor(/^Subject/).fill('Ihr Tarif');
  await page.getByRole('region', { name: 'In an inbox' }).getByText('Ihr Tarif').waitFor();
  await site.running.invoke('update_email', {
    ...{ email_id: emailId, translations: { fr: { subject: 'Votre formule' } } },
  });
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
  // The French is not at odds with the German, so it is on neither side.
  expect(await conflict.getByText('Votre formule').count()).toBe(0);
  await conflict.getByRole('button', { name: 'Keep yours' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect
    .poll(() => site.running.invoke('get_email', { email_id: emailId }))
    .toMatchObject({
      email: {
        translations: { de: { subject: 'Ihr Tarif' }, fr: { subject: 'Votre formule' } },
      },
    });
});
