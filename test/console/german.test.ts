// It starts Chromium.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRunDirectory } from '../support/run-directory.ts';
import {
  type ConsoleSite,
  go,
  screenFindings,
  signIn,
  startConsole,
  takeFaults,
} from './console-site.ts';

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
  await invoke('update_settings', {
    settings: { tunables: { pause: { amount: 3, unit: 'days' } } },
  });
  await invoke('create_flow', {
    ...{ key: 'waits', name: 'Wartet' },
    definition: {
      trigger: { event: 'began' },
      nodes: [{ name: 'Warten', type: 'delay', duration: { setting: 'pause' } }],
    },
  });
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
    expect(await screenFindings(page)).toEqual([]);
    await go(page, '/');
    const list = page.locator('.checklist');
    await list.getByText('Der SMTP-Server 127.0.0.1:1 antwortet nicht').waitFor();
  });

  it('CON-21 writes times where the browser asks for a language that is none, as Chromium without one', async () => {
    const other = await site.open('/', { locale: 'de-DE' });
    await other.addInitScript(
      "Object.defineProperty(navigator, 'languages', { value: ['de@posix', 'de-AT', 'de'] })",
    );
    await other.goto(new URL('/people', other.url()).href);
    await other.getByText('ada@example.com').first().waitFor();
    await other.context().close();
  });

  it('CON-21 says what starts each flow', async () => {
    await go(page, '/flows');
    await page.getByText('Bei began mit passenden Einzelheiten').waitFor();
    await page.getByText('3 Tage, bevor sich pro (jeden Monat) verlängert, um 09:00 UTC').waitFor();
    expect(await shown()).not.toMatch(/\bOn (?:began|signed_up)\b|\bdays before\b/);
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CON-21 says what starts the reminders of renewals', async () => {
    await go(page, '/renewals');
    await page.getByText('3 Tage, bevor sich pro (jeden Monat) verlängert, um 09:00 UTC').waitFor();
    expect(await shown()).not.toMatch(/\brenews\b/);
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CON-21 says what is wrong with a flow, and what to do', async () => {
    const { errors, warnings } = (await site.running.invoke('validate_flow', {
      flow_key: 'faulty',
    })) as OperationOutput<'validate_flow'>;
    await go(page, '/flows/faulty?layer=edit&at=trigger');
    await page.getByText('Ein Ereignis „never_came“ wurde bisher nicht erfasst.').waitFor();
    await showsNone([...errors, ...warnings].flatMap(({ message, fix }) => [message, fix]));
    await go(page, '/flows/faulty?layer=edit&at=nodes%5B1%5D');
    await page.getByText('Die Sequenz 999 gibt es nicht.').waitFor();
    await page.getByText('„Sequenzen: Auflisten“', { exact: false }).waitFor();
    await showsNone([...errors, ...warnings].flatMap(({ message, fix }) => [message, fix]));
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CON-21 says why a run is parked, and calls a step without a name by its type', async () => {
    const { invoke, service } = site.running;
    const trigger = { event: 'parks' };
    const mail = { type: 'send_email', email_id: 1 };
    const nodes = [{ type: 'delay', duration: { amount: 1, unit: 'days' } }, mail];
    await invoke('create_flow', { key: 'parks', name: 'Parkt', definition: { trigger, nodes } });
    await invoke('activate_flow', { flow_key: 'parks' });
    await invoke('record_event', { email: 'cyd@example.com', name: 'parks' });
    while (await service.tick());
    const definition = { trigger, nodes: [mail] };
    await invoke('update_flow', { flow_key: 'parks', definition, force: true });
    while (await service.tick());
    const why = 'Der Schritt 1 ist nicht mehr in der Definition.';
    await go(page, '/people/cyd%40example.com');
    await page.locator('.quote', { hasText: why }).waitFor();
    await page.getByText('Schritt „1“ von Parkt: angehalten').waitFor();
    expect(await shown()).not.toContain('no longer in the definition');
    await go(page, '/flows/parks');
    await page.locator('.canvas .step-head', { hasText: 'E-Mail senden' }).waitFor();
    expect(await shown()).not.toContain('send_email');
  });

  it('CON-14 CON-21 says why a link and a token do not sign in', async () => {
    const context = await page.context().browser()?.newContext({ locale: 'de-DE' });
    const stranger = await context?.newPage();
    if (stranger === undefined) throw new Error('The browser has ended.');
    await stranger.goto(new URL('/sign-in#used', page.url()).href);
    const fault = stranger.getByRole('alert');
    await fault.filter({ hasText: 'Dieser Link wurde schon benutzt' }).waitFor();
    await signIn(stranger, 'pr_unknown');
    await fault.filter({ hasText: 'Ein solches Token gibt es nicht' }).waitFor();
    await context?.close();
  });

  it('CON-21 says why mail of a sequence is held', async () => {
    const { invoke, service } = site.running;
    const { sequence } = (await invoke('create_sequence', {
      name: 'Schritte',
    })) as OperationOutput<'create_sequence'>;
    const { step: added } = (await invoke('add_sequence_step', {
      ...{ sequence_id: sequence.id, email_source: 'shared', email_id: 1 },
      ...{ delay_amount: 0, delay_unit: 'days' },
    })) as OperationOutput<'add_sequence_step'>;
    await invoke('update_sequence_step', { step_id: added.id, status: 'active' });
    await invoke('toggle_sequence', { sequence_id: sequence.id, enabled: true });
    await invoke('hold_sending', { reason: 'Audit' });
    await invoke('start_on_sequence', { sequence_id: sequence.id, person: 'cyd@example.com' });
    while (await service.tick());
    await go(page, `/sequences/${sequence.id}`);
    await page
      .locator('.lane-held', { hasText: 'Der gesamte Versand ist angehalten: Audit' })
      .waitFor();
    await invoke('release_sending', {});
  });

  it('CON-21 says what the fields of a step take', async () => {
    await go(page, '/flows/waits?layer=edit&at=nodes%5B0%5D');
    await page.getByText('Eine Zeit mit einem Namen').waitFor();
    expect(await page.getByLabel('Stellwert').inputValue()).toBe('pause');
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
    await page.getByText('Das Tag „gibtesnicht“ gibt es noch nicht', { exact: false }).waitFor();
    await go(page, '/people/1');
    await page.locator('.reasons li').first().waitFor();
    expect(await page.locator('.reasons').textContent()).not.toMatch(/\b(?:the|is|and|was)\b/i);
  });

  it('CON-21 says what is wrong with a text, at its line', async () => {
    await go(page, '/emails/1');
    await page.locator('.cm-content').last().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Hallo\n\n{{ person.first_name | upcas }}');
    const issue = page.locator('.editor-issues').getByText('Den Filter „upcas“ gibt es nicht');
    await issue.waitFor();
    expect(await issue.textContent()).toMatch(/^Zeile 3, Spalte 1: .* Meinten Sie „upcase“\?/);
    // The position is read from the sentence of the service, so the line is still found.
    expect(await issue.evaluate((element) => element.tagName)).toBe('BUTTON');
    await page.getByRole('button', { name: 'Änderungen verwerfen' }).click();
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CON-21 says what is wrong with rows of a file', async () => {
    await go(page, '/people/import');
    const text = 'email,timezone\nnope,\nbo@example.com,Mars/One\ncy@example.com,,,\n';
    const file = { name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Datei prüfen' }).click();
    await page.getByText('„email“ muss eine einzelne E-Mail-Adresse sein').waitFor();
    await page.getByText('„timezone“ muss eine Zeitzone der IANA sein').waitFor();
    await page.getByText('Die Zeile hat 4 Zellen, die Kopfzeile 2.').waitFor();
    expect(await shown()).not.toMatch(/\bmust\b|The row/);
  });

  it('CON-21 says what a refusal means', async () => {
    await go(page, '/flows/faulty');
    await page.getByRole('button', { name: 'Aktivieren' }).first().click();
    await page.getByText('Der Ablauf „faulty“ hat Fehler und wird nicht aktiviert.').waitFor();
    await page.keyboard.press('Escape');
    await go(page, '/segments/nowhere');
    await page.locator('h1').waitFor();
    expect(await shown()).not.toMatch(/There is no|List the/);
    await go(page, '/settings');
    const zone = await page.getByLabel('Zeitzone').inputValue();
    await page.getByLabel('Zeitzone').fill('Europe/Belin');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    const refusal = '„Europe/Belin“ ist keine Zeitzone der IANA. Nehmen Sie einen Namen wie';
    await page.getByText(refusal).first().waitFor();
    expect(await shown()).not.toContain('is not an IANA time zone');
    await page.getByLabel('Zeitzone').fill(zone);
  });

  it('CON-21 names the choices of forms and who made a change', async () => {
    await go(page, '/operations/create_sequence');
    await page.locator('main select[name=repeat_mode]').waitFor();
    const choices = await page.locator('main select option').allTextContents();
    expect(choices).toContain('Jede E-Mail einmal');
    expect(choices.filter((choice) => choice.includes('_'))).toEqual([]);
    await go(page, '/history');
    await page.getByText('Postroad selbst').first().waitFor();
    expect(await page.locator('main thead').textContent()).not.toContain('Undo');
    await page.getByText('Ablauf „Welcome“ angelegt').waitFor();
  });

  it('CON-13 CON-20 says all of what was done in a line of the history, however long', async () => {
    const name = `Ein sehr langer Name eines Segments, ${'wie ihn niemand kürzt, '.repeat(4)}Ende`;
    const definition = { type: 'has_tag', tag: 'neu' } as const;
    await site.running.invoke('create_segment', { key: 'lang', name, definition });
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(page, '/segments');
    await go(page, '/history');
    await page.getByText(/^Segment „Ein sehr langer Name.*Ende“ angelegt$/).waitFor();
    const cut = await page
      .locator('main tbody th .clip')
      .evaluateAll(
        (lines) =>
          (lines as unknown as { scrollWidth: number; clientWidth: number }[]).filter(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
          ).length,
      );
    expect(cut).toBe(0);
  });

  it('CON-21 says to whom a mail goes, until when a report counts, and where people go', async () => {
    const labels = { send_message: /^An\b(?! \/)/, get_report: /^Bis/, move_parked_runs: /^Nach/ };
    for (const [operation, label] of Object.entries(labels)) {
      await go(page, `/operations/${operation}`);
      const input = page.locator('main [name=to]');
      await input.waitFor({ state: 'attached' });
      const id = await input.getAttribute('id');
      const named = await page.locator(`main label[for="${id}"]`).textContent();
      expect(named, operation).toMatch(label);
    }
  });

  it('CON-21 says where a test of a flow differs, with every condition', async () => {
    const condition = {
      any: [
        { type: 'has_tag', tag: 'on' },
        { type: 'field', field: 'first_name', op: 'present' },
      ],
    };
    await site.running.invoke('create_flow', {
      ...{ key: 'tested', name: 'Geprüft' },
      definition: {
        trigger: { event: 'began' },
        nodes: [{ name: 'Frage', type: 'if_else', condition, then: [step], else: [] }],
      },
      tests: {
        eins: {
          person: { tags: ['other'] },
          events: [{ at: '2026-03-02T08:00:00Z', name: 'began' }],
          clock: '2026-03-02T08:00:00Z',
          expect: { path: ['1', '2'], ends: 'exited' },
        },
      },
    });
    await go(page, '/flows/tested?layer=tests');
    const differences = page.locator('.differences');
    await differences.waitFor();
    const text = (await differences.textContent()) ?? '';
    expect(text).toContain('Weg: Nach „1-frage“ endet der Durchlauf, ohne „2-erster“ zu erreichen');
    expect(text).toContain('nahm den Weg „Nein“ (hat das Tag „on“: nicht erfüllt, gesehen nein');
    expect(text).toContain('„abgeschlossen“ statt „verlassen“');
    expect(text).toMatch(/erwartet: +verlassen\n +geschehen: +abgeschlossen/);
    expect(text).not.toMatch(/\b(?:expected|actual|path|since|took)\b/);
  });

  it('CON-21 says in a generic form what was recorded and cannot be used', async () => {
    await go(page, '/operations/record_event');
    const fill = (name: string, text: string) => page.locator(`main [name=${name}]`).fill(text);
    await fill('email', 'ada@example.com');
    await fill('name', 'purchased');
    await fill('details', '{"amount_cents": "Monday"}');
    await page.getByRole('button', { name: 'Erfassen' }).click();
    await page.getByText('„amount_cents“ ist "Monday"; das ist keine ganze Zahl').waitFor();
    await go(page, '/operations/list_changes');
    await page.getByText('Ablauf „Geprüft“ angelegt').waitFor();
    expect(await shown()).not.toMatch(/\bCreated\b|\bengine\b/);
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CON-21 says what a folder would change, and changes no name in it', async () => {
    const name = 'weekly (holdout)';
    const arms = (weight: number) => [
      { name, weight, steps: [] },
      { name: 'Monday', weight: 50, holdout: true, steps: [] },
    ];
    const until = { local_time: '09:00', weekdays: [1], timezone: 'person' };
    const definition = (weight: number) => ({
      trigger: { event: 'began' },
      nodes: [
        { id: 1, name: 'Zufall', type: 'split', arms: arms(weight) },
        { id: 2, name: 'Warten', type: 'delay', until },
      ],
    });
    await site.running.invoke('create_flow', {
      ...{ key: 'shared', name: 'Monday' },
      definition: definition(50),
    });
    const { files } = (await site.running.invoke('export_definitions', {
      paths: ['flows/shared.json'],
    })) as { files: Record<string, string> };
    const changed = (files['flows/shared.json'] ?? '')
      .replace('"weight": 50', '"weight": 70')
      .replace('"began"', '"on"')
      .replace('"09:00"', '"10:00"');
    const folder = createRunDirectory('german');
    mkdirSync(join(folder.path, 'flows'));
    writeFileSync(join(folder.path, 'flows/shared.json'), changed);
    writeFileSync(join(folder.path, 'settings.yml'), 'a: "x\n');
    await go(page, '/review');
    await page.locator('input[type=file]').setInputFiles(folder.path);
    const card = page.locator('.change').filter({ hasText: 'flows/shared.json' });
    const lines = card.locator('.change-summary');
    await lines.waitFor();
    const text = (await lines.textContent()) ?? '';
    expect(text).toContain('Auslöser geändert: Bei began → Bei on');
    expect(text).toContain(`Teilt auf: "${name}" 50, "Monday" 50 (Kontrollgruppe) → Teilt auf`);
    expect(text).toContain('Wartet bis 10:00 am nächsten dieser Tage: Montag;');
    await page.getByText('Das ist kein YAML: Am Ende fehlt').waitFor();
    expect(await shown()).not.toMatch(/\bSplit\b|\bMissing\b|Flow tests/);
    folder.remove();
  });

  it('CON-21 says why an application is refused', async () => {
    await page.goto(`${site.running.url}/oauth/authorize?response_type=code&client_id=nobody`);
    await page.getByText('Dieser Server kennt die Anwendung nicht.').waitFor();
  });
});
