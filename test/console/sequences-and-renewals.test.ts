// It starts Chromium.
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from './console-site.ts';

let site: ConsoleSite;
let page: Page;
let sequence: number;

async function deliver() {
  while (await site.running.service.tick());
}

const step = (name: string) => page.locator('.lane > li').filter({ hasText: name });

/** So many days from now, at noon in the zone of the trigger. */
const inDays = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`;

async function laySequence() {
  const { invoke } = site.running;
  const made = (await invoke('create_sequence', {
    name: 'First steps',
  })) as OperationOutput<'create_sequence'>;
  sequence = made.sequence.id;
  for (const [index, subject] of ['One', 'Two', 'Three'].entries()) {
    const email = (await invoke('create_email', {
      ...{ title: subject, subject, body_markdown: 'Hello.' },
    })) as OperationOutput<'create_email'>;
    const added = (await invoke('add_sequence_step', {
      ...{ sequence_id: sequence, email_source: 'shared', email_id: email.email.id },
      ...{ delay_amount: index * 2, delay_unit: 'days' },
    })) as OperationOutput<'add_sequence_step'>;
    await invoke('update_sequence_step', { step_id: added.step.id, status: 'active' });
  }
  await invoke('toggle_sequence', { sequence_id: sequence, enabled: true });
  const nodes = [{ type: 'start_sequence', sequence_id: sequence }];
  await invoke('create_flow', {
    ...{ key: 'begin', name: 'Begin' },
    definition: { trigger: { event: 'began' }, nodes },
  });
  await invoke('activate_flow', { flow_key: 'begin' });
  for (const email of ['ada@example.com', 'bob@example.com']) {
    await invoke('record_event', { email, name: 'began' });
  }
  await deliver();
}

async function layRenewals() {
  const { invoke } = site.running;
  await invoke('create_product', { key: 'pro', name: 'Pro' });
  const trigger = {
    ...{ type: 'subscription_renewal_approaching', product: 'pro', interval: 'monthly' },
    ...{ days_before: 3, local_time: '09:00', timezone: 'UTC' },
  };
  await invoke('create_flow', {
    ...{ key: 'reminder', name: 'Renewal reminder', run_policy: 'repeat' },
    definition: { trigger, nodes: [{ type: 'send_email', email_id: 1 }] },
  });
  await invoke('activate_flow', { flow_key: 'reminder' });
  for (const [name, days, more] of [
    ['cyd', 8, {}],
    ['dan', 8, {}],
    ['eve', 10, {}],
    ['flo', 9, { renewal_amount_cents: null }],
  ] as const) {
    const details = {
      ...{ external_id: name, product: 'pro', interval: 'monthly' },
      ...{ renewal_amount_cents: 1900, next_renewal_at: inDays(days), ...more },
    };
    await invoke('record_event', {
      ...{ email: `${name}@example.com`, name: 'subscription_started', details },
    });
  }
}

beforeAll(async () => {
  site = await startConsole();
  await laySequence();
  await layRenewals();
  page = await site.open('/');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

describe('CON2-06 a sequence', () => {
  it('CON2-06 is a lane with the people between its steps, who move by themselves', async () => {
    await go(page, `/sequences/${sequence}`);
    await step('Two').getByText('2 people are on the way here').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await site.running.invoke('record_event', { email: 'cat@example.com', name: 'began' });
    await deliver();
    await step('Two').getByText('3 people are on the way here').waitFor();
  });

  it('CON2-06 says what is held and why', async () => {
    await page.getByRole('button', { name: 'Switch off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 mails are held.').waitFor();
    await dialog.locator('.confirm').click();
    await step('Two').getByText('3 mails are held: Sequence is off').waitFor();
    await step('Two').getByText('goes when the sequence is switched on').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await dialog.locator('.confirm').click();
    await page.getByRole('button', { name: 'Switch off' }).waitFor();
  });

  it('CON2-06 says what a move does to people before it is done, by keyboard alone', async () => {
    await page.getByRole('button', { name: 'Move up: Step 3' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 of them get the step.').waitFor();
    await dialog.getByText('3 of them have another next email then.').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('.lane h2').allTextContents()).toEqual([
      ...['Step 1 One', 'Step 2 Two', 'Step 3 Three'],
    ]);
    await page.keyboard.press('Enter');
    await dialog.locator('.confirm').click();
    await step('Step 2 Three').waitFor();
    await deliver();
    await step('Step 2 Three').getByText('3 people are on the way here').waitFor();
  });

  it('CON2-06 says who would get a step before it is inserted', async () => {
    await page.getByRole('button', { name: 'Insert a step as number 2' }).click();
    const form = page.getByRole('dialog', { name: 'Insert a step as number 2' });
    await form.getByLabel(/^Email/).selectOption({ label: 'One' });
    await form.getByRole('button', { name: 'What it does' }).click();
    await page.getByText('3 of them get it once it is active.').waitFor();
    await page.locator('.confirm').click();
    await step('Step 4 Two').waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CON-11 shows both waits where another changed that of a step meanwhile, and overwrites nothing unseen', async () => {
    const { invoke } = site.running;
    const { steps } = (
      (await invoke('get_sequence', { sequence_id: sequence })) as OperationOutput<'get_sequence'>
    ).sequence;
    const wait = async () =>
      (
        (await invoke('get_sequence', { sequence_id: sequence })) as OperationOutput<'get_sequence'>
      ).sequence.steps.at(-1)?.delay_amount;
    await page.getByRole('button', { name: 'Change the wait: Step 4' }).click();
    const form = page.getByRole('dialog', { name: 'Change the wait: Step 4' });
    await form.getByLabel('Wait').fill('9');
    await invoke('update_sequence_step', { step_id: steps.at(-1)?.id ?? 0, delay_amount: 5 });
    const save = async () => {
      await form.getByRole('button', { name: 'What it does' }).click();
      await page.locator('.confirm').click();
    };
    await save();
    const sides = form.getByRole('alert').getByRole('row', { name: /^Wait/ });
    await sides.getByText('after 5 days').waitFor();
    await sides.getByText('after 9 days').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    expect(await wait()).toBe(5);
    await save();
    await step('Step 4 Two').getByText('after 9 days').waitFor();
    expect(await wait()).toBe(9);
  });
});

describe('CON2-08 renewals', () => {
  it('CON2-08 shows the reminders that come on a calendar, and those of a day', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Renewals' })
      .click();
    await page.getByText('3 reminders in the next 14 days').waitFor();
    const calendar = page.getByRole('table', { name: 'Reminders by day' });
    const days = calendar.getByRole('link');
    expect(await days.count()).toBe(2);
    await days.first().getByText('2 reminders').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await days.last().click();
    await page.getByRole('heading', { name: /: 1 reminder$/ }).waitFor();
    await page.getByRole('row').filter({ hasText: 'eve@example.com' }).getByText('19.00').waitFor();
  });

  it('CON2-08 says who is skipped, and why', async () => {
    const skipped = page.getByRole('region', { name: 'Skipped' });
    await skipped.getByText('The amount of the renewal is not known').click();
    await skipped.getByRole('link', { name: 'flo@example.com' }).waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });
});
