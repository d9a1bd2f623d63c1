// It starts Chromium.
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from '../console-site.ts';

let site: ConsoleSite;
let page: Page;

beforeAll(async () => {
  site = await startConsole();
  page = await site.open('/emails');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

async function newEmail(title: string): Promise<number> {
  const { email } = (await site.running.invoke('create_email', {
    ...{ title, subject: title, pre_header: 'At first', body_markdown: 'It is here.' },
  })) as OperationOutput<'create_email'>;
  return email.id;
}

const draftOf = async (email_id: number) =>
  (await site.running.invoke('get_email_draft', {
    email_id,
  })) as OperationOutput<'get_email_draft'>;

const waits = (on: Page) => on.getByRole('region', { name: 'A draft waits' });

describe('a draft of an email that changed since it was begun', () => {
  it('STAGE-05 CON-11 is put on the email as it is now, and both sides are shown where both changed', async () => {
    const { invoke } = site.running;
    const email_id = await newEmail('Spring');
    await go(page, `/emails/${email_id}`);
    await invoke('save_email_draft', { email_id, subject: 'Drafted', title: '' });
    await invoke('update_email', { email_id, pre_header: 'Of others' });
    const putOn = waits(page).getByRole('button', {
      name: 'Put the draft on the email as it is now',
    });
    await putOn.waitFor();
    // The changes do not meet, so there is nothing to choose.
    expect(await waits(page).getByRole('columnheader', { name: 'The draft' }).count()).toBe(0);
    expect(await waits(page).getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    expect(await screenFindings(page)).toEqual([]);
    await putOn.click();
    await putOn.waitFor({ state: 'detached' });
    const put = await draftOf(email_id);
    expect(put.draft).toMatchObject({ subject: 'Drafted', title: null, pre_header: 'Of others' });
    expect(put.draft.base_revision).toBe(put.draft.live_revision);

    await invoke('save_email_draft', { email_id, subject: 'Drafted', body_markdown: 'Of it.' });
    await invoke('update_email', { email_id, subject: 'Of others', body_markdown: 'Of others.' });
    const row = (name: RegExp) =>
      waits(page)
        .getByRole('row', { name })
        .filter({ has: page.getByRole('checkbox') });
    await row(/^Body/).getByText('Of others.').waitFor();
    await row(/^Subject/)
      .getByText('Drafted')
      .waitFor();
    await row(/^Subject/)
      .getByText('Of others')
      .waitFor();
    await row(/^Body/).getByRole('checkbox').check();
    expect(await screenFindings(page)).toEqual([]);
    await putOn.click();
    await putOn.waitFor({ state: 'detached' });
    expect((await draftOf(email_id)).draft).toMatchObject({
      ...{ subject: 'Drafted', body_markdown: 'Of others.' },
    });
    await waits(page).getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await waits(page).waitFor({ state: 'detached' });
    expect(await invoke('get_email', { email_id })).toMatchObject({
      ...{ email: { subject: 'Drafted', pre_header: 'Of others', body_markdown: 'Of others.' } },
    });
  });
});

it('STAGE-02 marks in the lists of emails and flows what has a draft waiting, and narrows to it', async () => {
  const { invoke } = site.running;
  const email_id = await newEmail('With draft');
  await newEmail('Bare');
  await invoke('save_email_draft', { email_id, subject: 'Drafted' });
  await go(page, '/emails');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await row('With draft').getByText('Draft waits', { exact: true }).waitFor();
  expect(await row('Bare').getByText('Draft waits', { exact: true }).count()).toBe(0);
  expect(await screenFindings(page)).toEqual([]);
  await go(page, '/emails?has_draft=true');
  await row('Bare').waitFor({ state: 'detached' });
  await row('With draft').waitFor();

  const { flow } = (await invoke('get_flow', {
    flow_key: 'welcome',
  })) as OperationOutput<'get_flow'>;
  await invoke('save_flow_draft', { flow_key: 'welcome', definition: flow.definition });
  await go(page, '/flows');
  await row(flow.name).getByText('Draft waits', { exact: true }).waitFor();
  await go(page, '/flows?has_draft=false');
  await row(flow.name).waitFor({ state: 'detached' });
});

describe('STAGE-07 a token that may only draft', () => {
  const words = (on: Page, name: RegExp) => on.getByRole('textbox', { name });
  let ida: Page;

  beforeAll(async () => {
    const { secret } = (await site.running.invoke('create_token', {
      ...{ name: 'Ida', scope: 'draft' },
    })) as OperationOutput<'create_token'>;
    ida = await site.open('/', { token: secret });
  });

  it('STAGE-07 STAGE-01 writes an email and keeps it as a draft, of which nothing is sent', async () => {
    const { invoke } = site.running;
    const email_id = await newEmail('Summer');
    await go(ida, `/emails/${email_id}`);
    await ida.getByText('Your token may only draft', { exact: false }).waitFor();
    await words(ida, /^Subject/).fill('Of Ida');
    await ida.getByRole('button', { name: 'Save draft' }).click();
    await waits(ida).getByText('Of Ida').waitFor();
    await waits(ida)
      .getByText(/Saved: Ida, .*\d/)
      .waitFor();
    expect(await screenFindings(ida)).toEqual([]);
    // The next edit keeps what the draft has already.
    await words(ida, /^Preheader/).fill('More of Ida');
    await ida.getByRole('button', { name: 'Save draft' }).click();
    await waits(ida).getByText('More of Ida').waitFor();
    const { changes } = await draftOf(email_id);
    expect(changes.map(({ field, draft }) => [field, draft])).toEqual([
      ['subject', 'Of Ida'],
      ['pre_header', 'More of Ida'],
    ]);
    expect(await invoke('get_email', { email_id })).toMatchObject({ email: { subject: 'Summer' } });

    // What somebody else kept in the draft meanwhile is shown beside the edit.
    await words(ida, /^Subject/).fill('Ida again');
    await invoke('save_email_draft', { email_id, subject: 'Of another' });
    await ida.getByRole('button', { name: 'Save draft' }).click();
    const conflict = ida.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await conflict.getByText('Of another').waitFor();
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await ida.getByRole('button', { name: 'Save draft' }).click();
    await conflict.waitFor({ state: 'detached' });
    await expect.poll(() => draftOf(email_id)).toMatchObject({ draft: { subject: 'Ida again' } });
    await waits(ida).getByText('Ida again').waitFor();

    // A draft that is dropped leaves the email as it is, also in the editor.
    await waits(ida).getByRole('button', { name: 'Drop the draft' }).click();
    await ida.getByRole('dialog').getByRole('button', { name: 'Drop the draft' }).click();
    await waits(ida).waitFor({ state: 'detached' });
    await words(ida, /^Subject/)
      .getByText('Summer')
      .waitFor();
  });

  it('STAGE-07 STAGE-02 keeps the draft of a flow, which says who saved it', async () => {
    const { flow } = (await site.running.invoke('get_flow', {
      flow_key: 'welcome',
    })) as OperationOutput<'get_flow'>;
    const definition = {
      ...flow.definition,
      goals: [{ name: 'Bought', event: { name: 'order_placed' } }],
    };
    await go(ida, '/flows/welcome?layer=edit');
    const saved = await ida.evaluate(
      async (drafted) =>
        (
          await fetch('/api/v1/flows/welcome/draft', {
            method: 'PUT',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ definition: drafted }),
          })
        ).status,
      definition,
    );
    expect(saved).toBe(200);
    await go(page, '/flows/welcome?layer=edit');
    await page.getByText(/the flow runs without it.*Saved: Ida, .*\d/).waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });

  it('STAGE-07 reads on a broadcast that it may look, not change', async () => {
    const { broadcast } = (await site.running.invoke('create_broadcast', {
      ...{ name: 'Spring news', email_source: 'scratch' },
    })) as OperationOutput<'create_broadcast'>;
    await go(ida, `/broadcasts/${broadcast.id}`);
    await ida.getByText('You may look, but not change this').waitFor();
    expect(await screenFindings(ida)).toEqual([]);
    await go(page, `/broadcasts/${broadcast.id}`);
    await page.getByRole('button', { name: 'Send now' }).waitFor();
    expect(await page.getByText('You may look, but not change this').count()).toBe(0);
  });

  it('STAGE-07 is not asked to add people, which it may not', async () => {
    await go(ida, `/emails/${await newEmail('For nobody')}`);
    const person = ida.getByLabel('Person', { exact: true });
    const summary = ida.getByText('As whom, and after which event');
    await summary.waitFor();
    // It opens by itself once nobody was found; a click at that moment would close it.
    await summary.locator('..').evaluate((details) => details.setAttribute('open', ''));
    await person.fill('nobody@nowhere.example');
    await ida.getByText('Nobody was found.', { exact: false }).waitFor();
    const advice = ida.getByText(/Add yourself|Enter an address/);
    expect(await advice.count()).toBe(0);
  });

  it('STAGE-07 CON-12 keeps edits of a draft that somebody else dropped meanwhile', async () => {
    const { invoke } = site.running;
    const email_id = await newEmail('Autumn');
    await invoke('save_email_draft', { email_id, subject: 'Of another' });
    await go(ida, `/emails/${email_id}`);
    await words(ida, /^Subject/)
      .getByText('Of another')
      .waitFor();
    await words(ida, /^Subject/).fill('Of Ida');
    await invoke('delete_email_draft', { email_id });
    await waits(ida).waitFor({ state: 'detached' });
    await ida.getByRole('button', { name: 'Save draft' }).click();
    await ida.getByRole('button', { name: 'Keep yours' }).click();
    await ida.getByRole('button', { name: 'Save draft' }).click();
    await waits(ida).getByText('Of Ida').waitFor();
    expect((await draftOf(email_id)).changes.map(({ field }) => field)).toEqual(['subject']);
  });
});
