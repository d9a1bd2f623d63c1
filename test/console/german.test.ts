// It starts Chromium.
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../pages/look-over.ts';
import { type ConsoleSite, go, startConsole, takeFaults } from './console-site.ts';

let site: ConsoleSite;
let page: Page;

const step = { name: 'Erster', type: 'add_tag', tag: 'neu' };
const goals = [{ name: 'gekauft', event: { name: 'paid' } }];

async function layGround() {
  const { invoke } = site.running;
  await invoke('record_event', { email: 'ada@example.com', name: 'began' });
  await invoke('create_product', { key: 'pro', name: 'Pro' });
  const renewal = {
    ...{ type: 'subscription_renewal_approaching', product: 'pro', interval: 'monthly' },
    ...{ days_before: 3, local_time: '09:00', timezone: 'UTC' },
  };
  await invoke('create_flow', {
    ...{ key: 'reminder', name: 'Erinnerung', run_policy: 'repeat' },
    definition: {
      trigger: renewal,
      nodes: [{ name: 'Erinnern', type: 'send_email', email_id: 1 }],
    },
  });
  await invoke('create_flow', {
    ...{ key: 'begin', name: 'Beginn' },
    definition: {
      trigger: { event: 'began', match: { detail: 'plan', op: 'present' } },
      nodes: [step],
    },
  });
  await invoke('activate_flow', { flow_key: 'begin' });
  await invoke('create_flow', {
    ...{ key: 'faulty', name: 'Fehlerhaft' },
    definition: {
      trigger: { event: 'never_came' },
      nodes: [{ type: 'add_tag' }, { type: 'start_sequence', sequence_id: 999 }],
    },
  });
}

const shown = async () => (await page.locator('main').textContent()) ?? '';

/** None of these sentences is on the screen, as they are or as English names operations. */
async function showsNone(sentences: readonly string[]) {
  const text = await shown();
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.filter((sentence) => text.includes(sentence.slice(0, 30)))).toEqual([]);
}

beforeAll(async () => {
  site = await startConsole({ SMTP_URL: 'smtp://127.0.0.1:1' });
  await layGround();
  page = await site.open('/', { locale: 'de-DE' });
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

describe('CON-21 the console in German', () => {
  it('CON-21 says what the doctor found, and what to do', async () => {
    const { checks } = (await site.running.invoke(
      'check_service',
      {},
    )) as OperationOutput<'check_service'>;
    await go(page, '/queue?status=delivery');
    await page.getByText('Der SMTP-Server 127.0.0.1:1 antwortet nicht').waitFor();
    await page.getByText('Prüfen Sie SMTP_URL', { exact: false }).waitFor();
    await page.getByText('Es ist kein Absender festgelegt', { exact: false }).waitFor();
    await showsNone(checks.results.flatMap(({ message, fix }) => [message, ...(fix ? [fix] : [])]));
    expect(await findings(page)).toEqual([]);
    await go(page, '/');
    const list = page.locator('.checklist');
    await list.getByText('Der SMTP-Server 127.0.0.1:1 antwortet nicht').waitFor();
  });

  it('CON-21 says what starts each flow', async () => {
    await go(page, '/flows');
    await page.getByText('Bei began mit passenden Angaben').waitFor();
    await page.getByText('3 Tage, bevor sich pro (jeden Monat) verlängert, um 09:00 UTC').waitFor();
    expect(await shown()).not.toMatch(/\bOn (?:began|signed_up)\b|\bdays before\b/);
    expect(await findings(page)).toEqual([]);
  });

  it('CON-21 says what starts the reminders of renewals', async () => {
    await go(page, '/renewals');
    await page.getByText('3 Tage, bevor sich pro (jeden Monat) verlängert, um 09:00 UTC').waitFor();
    expect(await shown()).not.toMatch(/\brenews\b/);
    expect(await findings(page)).toEqual([]);
  });

  it('CON-21 says what is wrong with a flow, and what to do', async () => {
    const { errors, warnings } = (await site.running.invoke('validate_flow', {
      flow_key: 'faulty',
    })) as OperationOutput<'validate_flow'>;
    await go(page, '/flows/faulty?layer=edit&at=trigger');
    await page.getByText('Das Ereignis „never_came“ wurde bisher nie aufgezeichnet.').waitFor();
    await showsNone([...errors, ...warnings].flatMap(({ message, fix }) => [message, fix]));
    await go(page, '/flows/faulty?layer=edit&at=nodes%5B1%5D');
    await page.getByText('Die Sequenz „999“ gibt es nicht.').waitFor();
    await page.getByText('„Sequenzen: Auflisten“', { exact: false }).waitFor();
    await showsNone([...errors, ...warnings].flatMap(({ message, fix }) => [message, fix]));
    expect(await findings(page)).toEqual([]);
  });

  it('CON-21 says what a live step does, and what differs from the draft', async () => {
    await go(page, '/flows/begin');
    await page.locator('.canvas .step', { hasText: 'neu' }).first().waitFor();
    expect(await shown()).not.toContain('Add the tag');
    const { flow } = (await site.running.invoke('get_flow', {
      flow_key: 'begin',
    })) as OperationOutput<'get_flow'>;
    const [first] = flow.definition.nodes as object[];
    await site.running.invoke('save_flow_draft', {
      flow_key: 'begin',
      definition: { ...flow.definition, goals, nodes: [{ ...first, name: 'Anders', tag: 'alt' }] },
    });
    await go(page, '/flows/begin?layer=difference&from=current&to=draft&at=nodes%5B0%5D');
    await page.getByText('gekauft: Wenn paid eintritt').waitFor();
    await page.getByText('Umbenannt von „Erster“ in „Anders“; neu → alt').waitFor();
    await showsNone(['Add the tag', 'Renamed from', 'Goal "gekauft"']);
  });

  it('CON-21 says what a condition means, what it lacks, and why a person gets nothing', async () => {
    await site.running.invoke('create_segment', {
      ...{ key: 'tagged', name: 'Mit Tag' },
      definition: { type: 'has_tag', tag: 'gibtesnicht' },
    });
    await go(page, '/segments/tagged');
    await page.getByText('Die Person hat das Tag;', { exact: false }).waitFor();
    await page.getByText('Niemand hat das Tag „gibtesnicht“', { exact: false }).waitFor();
    await go(page, '/people/1');
    await page.locator('.reasons li').first().waitFor();
    expect(await page.locator('.reasons').textContent()).not.toMatch(/\b(?:the|is|and|was)\b/i);
  });
});
