// It starts Chromium.
import { readFileSync } from 'node:fs';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  answerChanged,
  type ConsoleSite,
  go,
  screenFindings,
  startConsole,
  takeFaults,
} from './console-site.ts';

let site: ConsoleSite;
let page: Page;
let broadcast: number;

const people = ['ada', 'bob', 'cyd', 'dan', 'eve', 'flo'];

async function deliver() {
  while (await site.running.service.tick());
}

const card = (name: string) => page.getByRole('region', { name, exact: true });

beforeAll(async () => {
  site = await startConsole();
  const { invoke } = site.running;
  const tagged = people.map((name, index) => ({
    email: `${name}@example.com`,
    tags: ['reader', ...(index < 2 ? ['early'] : [])],
  }));
  await invoke('upsert_people', { people: tagged });
  await invoke('update_person', { person: 'flo@example.com', unsubscribed: true });
  for (const [key, tag] of [
    ['readers', 'reader'],
    ['early-birds', 'early'],
  ] as const) {
    const definition = { type: 'has_tag', tag } as const;
    await invoke('create_segment', { key, name: `The ${key}`, definition });
  }
  const email = (await invoke('create_email', {
    ...{ title: 'Spring', subject: 'Spring is here' },
    body_markdown: '[Seeds](https://www.example.com/seeds) and more.',
  })) as OperationOutput<'create_email'>;
  const made = (await invoke('create_broadcast', {
    ...{ name: 'Spring letter', segment: 'readers', emails_per_hour: 60 },
    ...{ email_source: 'copy', email_id: email.email.id },
  })) as OperationOutput<'create_broadcast'>;
  broadcast = made.broadcast.id;
  page = await site.open('/');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

describe('CON2-07 a broadcast before it is sent', () => {
  it('CON2-07 shows the audience from the segment to the recipients, and follows what is left out', async () => {
    await go(page, `/broadcasts/${broadcast}`);
    const levels = card('Who gets it').getByRole('listitem');
    await levels.filter({ hasText: 'In the segment The readers' }).getByText('6').waitFor();
    await levels.filter({ hasText: 'Unsubscribed' }).getByText('1').waitFor();
    await levels.filter({ hasText: 'Recipients' }).getByText('5').waitFor();
    await card('Who gets it').getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who gets it' });
    await dialog.getByRole('checkbox', { name: 'The early-birds' }).check();
    expect(await screenFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await levels.filter({ hasText: 'In the segment The early-birds' }).getByText('2').waitFor();
    await levels.filter({ hasText: 'Recipients' }).getByText('3').waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });

  it('SCREEN-01 says on whatever prepares mail that it would reach nobody, and leads to the cause', async () => {
    const { invoke } = site.running;
    const { sequence } = (await invoke('create_sequence', {
      name: 'Course',
    })) as OperationOutput<'create_sequence'>;
    const definition = { trigger: { event: 'asked' }, nodes: [] };
    await invoke('create_flow', { key: 'letters', name: 'Letters', definition });
    await invoke('create_form', { key: 'letter', name: 'Letter', consent_text: 'Yes.' });
    const notice = page.getByRole('complementary', { name: 'Mail reaches nobody' });
    for (const address of [
      ...[`/sequences/${sequence.id}`, '/flows/letters', '/forms/letter', '/broadcasts/new'],
      `/broadcasts/${broadcast}`,
    ]) {
      await go(page, address);
      await notice.getByText('No mail provider is set up yet').waitFor();
      expect(await screenFindings(page), address).toEqual([]);
    }
    await notice.getByRole('link').click();
    await page.getByText('Set MAIL_PROVIDER, or SMTP_URL.').waitFor();
    await go(page, `/broadcasts/${broadcast}`);
  });

  it('CON2-04 says of a test that it was kept, in whatever words the service says so', async () => {
    await page.route('**/test_send', (route) =>
      answerChanged(route, (body: object) => ({ ...body, note: 'Other words' })),
    );
    await go(page, '/emails/1');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('ada@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.confirm').and(page.locator(':enabled')).click();
    await page.getByText('No mail provider is connected yet, so it did not leave').waitFor();
    await page.unroute('**/test_send');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await go(page, `/broadcasts/${broadcast}`);
  });

  it('CON2-07 says when the last email is due, and follows the pace', async () => {
    const timing = card('When, and how fast');
    await timing.getByText('At this pace the last email is due at').waitFor();
    const before = await timing.locator('time').first().getAttribute('datetime');
    await timing.getByLabel('Emails an hour').fill('1');
    await timing.getByRole('button', { name: 'Save' }).click();
    await timing.locator(`time:not([datetime="${before}"])`).first().waitFor();
    const after = await timing.locator('time').first().getAttribute('datetime');
    const hours = (Date.parse(after ?? '') - Date.now()) / 3_600_000;
    // The third of three is due two hours after the first.
    expect(hours).toBeGreaterThan(1.9);
    expect(hours).toBeLessThan(2.1);
  });

  it('CON2-07 is scheduled by the clock of a zone, after its dry run, and back', async () => {
    const timing = card('When, and how fast');
    await timing.getByLabel('When').fill('2040-01-31T09:00');
    await timing.getByLabel('By the clock of').selectOption('Asia/Tokyo');
    await timing.getByText('In America/New_York that is').waitFor();
    await timing.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 people get the mail.').waitFor();
    await dialog.locator('.confirm').click();
    await timing.getByText('Starts at').waitFor();
    const read = async () =>
      (
        (await site.running.invoke('get_broadcast', {
          broadcast_id: broadcast,
        })) as OperationOutput<'get_broadcast'>
      ).broadcast;
    expect(new Date((await read()).send_at ?? '').toISOString()).toBe('2040-01-31T00:00:00.000Z');
    await timing.getByLabel('By the clock of').selectOption({ label: 'each person' });
    await timing.getByRole('button', { name: 'Schedule' }).click();
    await dialog.locator('.confirm').click();
    await timing.getByText('by the clock of each person.').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await timing.getByRole('button', { name: 'Back to draft' }).click();
    await timing.getByText('by the clock of each person.').waitFor({ state: 'detached' });
    expect((await read()).status).toBe('draft');
  });
});

describe('CON2-07 a broadcast that is new', () => {
  const read = async () => {
    const id = Number(/\/broadcasts\/(\d+)/.exec(page.url())?.[1]);
    const input = { broadcast_id: id };
    const output = await site.running.invoke('get_broadcast', input);
    return (output as OperationOutput<'get_broadcast'>).broadcast;
  };

  it('CON2-07 leads from an empty draft to its email, which is called like it, and back', async () => {
    // The form of the operation asks for JSON, and leads to the screen that does not.
    await go(page, '/operations/create_broadcast');
    const note = page.getByText('There is a screen for this');
    await note.getByRole('link', { name: 'Broadcasts' }).click();
    await page.getByLabel('Name').fill('Summer letter');
    await page.getByLabel('Who gets it').selectOption({ label: 'The readers' });
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await card('The mail').getByText('The email is empty').waitFor();
    await page.getByText('Write the email first').waitFor();
    expect(await page.getByRole('button', { name: 'Try a second subject' }).isDisabled()).toBe(
      true,
    );
    await card('The mail').getByRole('link', { name: 'Write the email' }).click();
    await page.getByRole('heading', { level: 1, name: 'Summer letter' }).waitFor();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Summer is here');
    await page.getByRole('textbox', { name: /^Body/ }).fill('Enjoy it.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Everything is saved').waitFor();
    await page.getByRole('link', { name: 'Back to Summer letter' }).click();
    await card('The mail').getByRole('link', { name: 'Open the email' }).waitFor();
    await card('The mail').frameLocator('iframe').getByText('Enjoy it.').waitFor();
  });

  it('CON2-07 EXP-01 compares a second subject, says what decides, and goes back to one mail', async () => {
    await page.getByRole('button', { name: 'Try a second subject' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare two subjects' });
    await dialog.getByText('Summer is here').waitFor();
    await dialog.getByLabel('Subject B').fill('The sun is out');
    await dialog.getByLabel('What decides').selectOption('The one in which more people click');
    await dialog.getByLabel('Sample in per cent').fill('40');
    await dialog.getByText('About 2 of 5 people').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Compare them' }).click();
    const comparison = card('Comparison of the variants');
    await comparison.getByText(/^40 per cent .* After 4 hours, .* clicked\.$/).waitFor();
    // Nobody converts where no goal is named.
    expect(await comparison.getByRole('columnheader').allTextContents()).toEqual([
      ...['Variant', 'Sent', 'Opened', 'Clicked', 'Unsubscribed'],
    ]);
    const { variants, winner } = await read();
    expect(variants).toMatchObject([{ name: 'A' }, { name: 'B' }]);
    expect(winner).toEqual({
      ...{ metric: 'clicked', sample_percent: 40 },
      after: { amount: 4, unit: 'hours' },
    });
    await card('The mail').getByRole('button', { name: 'B', exact: true }).click();
    await card('The mail').getByText('The sun is out').waitFor();
    await card('The mail').frameLocator('iframe').getByText('Enjoy it.').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await comparison.getByRole('button', { name: 'Send only A' }).click();
    await page.getByRole('button', { name: 'Try a second subject' }).waitFor();
    expect(await read()).toMatchObject({
      ...{ variants: null, winner: null },
      email: { subject: 'Summer is here' },
    });
    await go(page, `/broadcasts/${broadcast}`);
  });
});

describe('CON2-07 a broadcast that is sent', () => {
  it('CON-22 refuses a time that has passed by the name of its field, in the zone of the account', async () => {
    await page.getByLabel('When', { exact: true }).fill('2026-01-01T09:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog');
    const refusal = await dialog.getByRole('alert').textContent();
    expect(refusal).toMatch(/^“Send at” must be in the future; it is [^TZ]+ now\.$/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('CON2-07 shows progress by itself, is paused and resumed, and says in numbers what a cancel does', async () => {
    await page.getByRole('button', { name: 'Send now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 people get the mail.').waitFor();
    await dialog.getByRole('button', { name: 'Send now' }).click();
    const progress = card('Progress');
    await progress.getByRole('button', { name: 'Pause' }).waitFor();
    // What has left cannot be called back, so no undo is offered.
    const done = page.getByRole('status').filter({ hasText: 'Done.' });
    await done.waitFor();
    expect(await done.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await deliver();
    // Without a reload: the service tells of what it has sent.
    await progress.getByText('33.3%').waitFor();
    // No provider is connected, so what counts as sent is only kept.
    await progress.getByText('No mail provider was connected, so none of it left').waitFor();
    const mailbox = progress.getByRole('link', { name: 'Open the mailbox' });
    expect(await mailbox.getAttribute('href')).toBe('/mailbox');
    expect(await screenFindings(page)).toEqual([]);
    await progress.getByRole('button', { name: 'Pause' }).click();
    await progress.getByText('None of it leaves until it is resumed').waitFor();
    await progress.getByRole('button', { name: 'Resume' }).click();
    await dialog.getByText('2 mails go out at once.').waitFor();
    await dialog.locator('.confirm').click();
    await progress.getByRole('button', { name: 'Cancel for good' }).click();
    await dialog.getByText('2 queued mails are cancelled.').waitFor();
    await dialog.getByText('1 mail of it was sent and stays in the log.').waitFor();
    await dialog.locator('.confirm').click();
    await page.locator('.screen-head').getByText('cancelled').waitFor();
    // Two of three people got nothing.
    await progress.getByText('33.3%').waitFor();
    expect(await progress.locator('.progress-legend').textContent()).toMatch(/Cancelled\s*2/);
  });

  it('CON2-07 counts the clicks on each link, in a list and on the mail', async () => {
    const { database, invoke } = site.running;
    const { email } = (
      (await invoke('get_broadcast', {
        broadcast_id: broadcast,
      })) as OperationOutput<'get_broadcast'>
    ).broadcast;
    await database.pool`
      insert into figure_changes (quarter_at, source_kind, source_id, step_id, email_id, provider,
        link_set, link_number, figure, count)
      select date_trunc('hour', now()), 'broadcast', ${broadcast}, 0, ${email.id}, '', id, 0, 'clicked', 7
      from email_links where email_id = ${email.id} limit 1`;
    await page.reload();
    await card('Clicks by link').getByText('https://www.example.com/seeds').waitFor();
    const mail = page.frameLocator('.broadcast-halves iframe');
    await mail.getByText('Seeds').getByText('7', { exact: true }).waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });
});

describe('CON2-09 reports', () => {
  it('CON2-09 shows a picture first, of the figure that is chosen, and the table behind', async () => {
    await go(page, '/reports');
    await page.getByRole('img', { name: /^Sent by day: 1 in all, most on/ }).waitFor();
    await page.getByRole('button', { name: /^Clicked/ }).click();
    await page.getByRole('img', { name: /^Clicked/ }).waitFor();
    expect(page.url()).toMatch(/show=clicked/);
    await page.getByRole('table', { name: 'The figures' }).getByRole('row').nth(1).waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });

  it.each([
    ['Email', 'Spring'],
    ['Broadcast', 'Spring letter'],
    ['Link', 'https://www.example.com/seeds'],
    ['Flow', null],
    ['Label', null],
  ])('CON2-09 adds up by %s', async (by, row) => {
    await page
      .getByRole('navigation', { name: 'Added up by' })
      .getByRole('link', { name: by, exact: true })
      .click();
    const first = page.locator('.rank-bars li').first();
    if (row === null) await page.getByText('Nothing here yet').first().waitFor();
    else await first.getByText(row).waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CON2-09 gives its rows as CSV', async () => {
    await go(page, '/reports?by=broadcast');
    await page.locator('.rank-bars li').first().waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const download = await file;
    expect(download.suggestedFilename()).toMatch(/^report-broadcast-.*\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toMatch(/^\uFEFFkey,name,sent,delivered,opened,clicked,/);
    expect(text).toContain(`\r\n${broadcast},Spring letter,1,`);
  });

  it('CON2-09 asks for other days by one click or by their dates', async () => {
    await page.getByRole('link', { name: '7 days' }).click();
    await page.locator('.rank-bars li').first().waitFor();
    expect(page.url()).toMatch(/from=\d{4}-\d\d-\d\d/);
    await page.getByLabel('To').fill('2020-01-31');
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByText('Nothing here yet').first().waitFor();
  });
});

describe('CON2-07 a sent broadcast with variants', () => {
  it('CON2-07 EXP-01 counts clicks in the list alone, since on one mail they would be those of all', async () => {
    const { database, invoke } = site.running;
    const emails: number[] = [];
    for (const subject of ['Autumn', 'Fall']) {
      const { email } = (await invoke('create_email', {
        ...{ subject, body_markdown: '[Leaves](https://www.example.com/leaves) and more.' },
      })) as OperationOutput<'create_email'>;
      emails.push(email.id);
    }
    const variants = emails.map((email_id, index) => ({ name: index === 0 ? 'A' : 'B', email_id }));
    const made = (await invoke('create_broadcast', {
      ...{ name: 'Autumn letter', segment: 'readers', variants },
    })) as OperationOutput<'create_broadcast'>;
    const { id } = made.broadcast;
    await invoke('send_broadcast_now', { broadcast_id: id });
    await deliver();
    await database.pool`
      insert into figure_changes (quarter_at, source_kind, source_id, step_id, email_id, provider,
        link_set, link_number, figure, count)
      select distinct on (email_id) date_trunc('hour', now()), 'broadcast', ${id}::bigint, 0, email_id, '', id, 0, 'clicked', 7
      from email_links where email_id = any(${emails}::bigint[])`;
    await go(page, `/broadcasts/${id}`);
    await card('Clicks by link').getByText('https://www.example.com/leaves').waitFor();
    for (const variant of ['A', 'B']) {
      await card('The mail').getByRole('button', { name: variant, exact: true }).click();
      const mail = card('The mail').frameLocator('iframe');
      await mail.getByText('Leaves').waitFor();
      expect(await mail.getByText(/^\d+$/).count()).toBe(0);
    }
  });
});

it('CON2-07 LANG-03 shows the mail in each language that it has, its own words first', async () => {
  const { invoke } = site.running;
  const { broadcast: made } = (await invoke('create_broadcast', {
    ...{ name: 'In two languages', email_source: 'scratch' },
  })) as OperationOutput<'create_broadcast'>;
  await invoke('update_email', {
    ...{ email_id: made.email_id, subject: 'Spring', body_markdown: 'It is here.' },
    translations: { de: { subject: 'Frühling', body_markdown: 'Er ist da.' } },
  });
  await invoke('upsert_person', { email: 'ada@example.com', fields: { language: 'de' } });
  await go(page, `/broadcasts/${made.id}`);
  const mail = card('The mail');
  await mail.getByText('Spring', { exact: true }).waitFor();
  await mail.getByRole('radio', { name: 'German' }).check();
  await mail.getByText('Frühling', { exact: true }).waitFor();
  await mail.frameLocator('iframe').getByText('Er ist da.').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await invoke('delete_broadcast', { broadcast_id: made.id });
});
