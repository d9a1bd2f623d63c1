import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../surfaces/running-service.ts';
import { callFor, rawClients } from '../raw-clients.ts';

type Json = Record<string, unknown>;

let running: RunningService;
let client: Client;

beforeAll(async () => {
  running = await startService();
  client = await rawClients['HTTP, 2026'](running, { query: '?confirm=never' });
});

afterAll(async () => {
  await client.close();
  await running.stop();
});

const ask = (name: string, args: Json = {}) => callFor(client, name, args);

const bodyMarkdown = `${'Words of a letter. '.repeat(200)}\n\nBye.`;

function definitionOf(email: string) {
  const delay = { type: 'delay', duration: { amount: 2, unit: 'days' } };
  const send = { type: 'send_email', email };
  return { trigger: { event: 'joined' }, nodes: [send, delay, send] };
}

describe('AGT-14 answers of writes', () => {
  it('say that the tests of a flow changed, and which call changed nothing', async () => {
    const definition = { trigger: { event: 'joined' }, nodes: [{ type: 'exit_flow' }] };
    const test = { clock: '2026-03-02T10:00:00Z', expect: { ends: 'exited' } };
    await ask('save_flow', { flow: 'tested', definition });
    const tested = await ask('save_flow', { flow: 'tested', tests: { leaves: test } });
    expect(tested.changed).toEqual(['tests changed']);
    const again = await ask('save_flow', { flow: 'tested', tests: { leaves: test } });
    expect(again.changed).toEqual([]);
    const without = await ask('save_flow', { flow: 'tested', tests: {}, dry_run: true });
    expect(without.changed).toEqual(['tests changed']);
  });

  it('say what changed of a record beside which a draft or a version was kept', async () => {
    await ask('save_email', { key: 'staged', subject: 'One', body_markdown: 'Hi.' });
    await ask('save_draft', { email: 'staged', subject: 'Two' });
    const labelled = await ask('save_email', { email: 'staged', labels: ['a'] });
    expect(labelled.changed).toEqual(['labels: none → a']);
    const { draft } = await ask('get_draft', { email: 'staged' });
    const { live_revision } = draft as { live_revision: number };
    await ask('save_draft', { email: 'staged', subject: 'Two', base_revision: live_revision });
    const published = await ask('publish_draft', { email: 'staged' });
    expect(published.changed).toContain('subject: "One" → "Two"');
    const definition = { trigger: { event: 'joined' }, nodes: [{ type: 'exit_flow' }] };
    await ask('save_flow', { flow: 'kept', definition });
    await ask('save_flow_version', { flow: 'kept', name: 'First' });
    const named = await ask('save_flow', { flow: 'kept', name: 'Kept' });
    expect(named.changed).toEqual(['name: "kept" → "Kept"']);
  });

  it('say what changed of an email, and nothing where nothing did', async () => {
    const created = await ask('save_email', {
      ...{ key: 'letter', subject: 'Hello', body_markdown: bodyMarkdown },
    });
    expect(created).toMatchObject({ created: true, email: { key: 'letter', revision: 1 } });
    const words = { subject: 'Hi', body_markdown: `${bodyMarkdown}\n\nP. S.`, labels: ['news'] };
    const rehearsed = await ask('save_email', { email: 'letter', ...words, dry_run: true });
    const changed = [
      'subject: "Hello" → "Hi"',
      'body_markdown: +1 −0 lines',
      'labels: none → news',
    ];
    expect(rehearsed).toMatchObject({ dry_run: true, changed: expect.any(Array) });
    const saved = await ask('save_email', { email: 'letter', ...words });
    expect((saved.changed as string[])[0]).toBe(changed[0]);
    expect(saved.changed).toEqual(rehearsed.changed);
    expect(saved.changed).toContain(changed[2]);
    expect(JSON.stringify(saved).length).toBeLessThan(500);
    expect(saved.email).not.toHaveProperty('body_markdown');
    expect(await ask('save_email', { email: 'letter', ...words })).toMatchObject({ changed: [] });
    const whole = await ask('save_email', { email: 'letter', subject: 'Hi', verbose: true });
    const { email } = await ask('get_email', { email: 'letter' });
    expect(whole).toEqual({ email, warnings: [] });
  });

  it('show a flow by its steps and its validation', async () => {
    const definition = definitionOf('letter');
    const made = await ask('save_flow', { flow: 'welcome-two', definition });
    expect(made).toMatchObject({
      created: true,
      flow: { status: 'draft', validation: { valid: true } },
    });
    const { steps } = made.flow as { steps: string[] };
    expect(steps).toEqual([
      expect.stringMatching(/^\d+-send-email Send email \d+, "Hi"$/),
      expect.stringMatching(/^\d+-delay Wait 2 days$/),
      expect.stringMatching(/^\d+-send-email /),
    ]);
    expect(made.flow).not.toHaveProperty('definition');
    const changed = await ask('save_flow', { flow: 'welcome-two', name: 'Two', labels: ['a'] });
    expect(changed.changed).toEqual(['name: "welcome-two" → "Two"', 'labels: none → a']);
    const on = await ask('activate_flow', { flow: 'welcome-two' });
    expect(on).toMatchObject({ changed: ['status: "draft" → "live"'], warnings: [] });
    const { changes } = await ask('list_changes', { resource: 'flows', limit: 1 });
    const [{ id } = { id: 0 }] = changes as { id: number }[];
    const undone = await ask('revert_change', { change_id: id, verbose: false });
    expect(undone).toMatchObject({ changed: expect.arrayContaining([expect.any(String)]) });
    expect(undone.change).not.toHaveProperty('before');
  });

  it('show of settings, themes and people what became different', async () => {
    const settings = { 'sending.mailing_address': 'Acme, Main Street 1' };
    const saved = await ask('save_settings', { settings });
    expect(saved).not.toHaveProperty('settings');
    expect(saved.changed).toEqual(['sending.mailing_address: "" → "Acme, Main Street 1"']);
    const { theme } = await ask('save_theme', { name: 'Night' });
    const variables = { link_color: { light: '#112233', dark: '#ddeeff' } };
    const { key } = theme as { key: string };
    const recolored = await ask('save_theme', { theme_key: key, variables });
    expect(recolored.theme).not.toHaveProperty('variables');
    expect(recolored.changed).toEqual([expect.stringContaining('link_color')]);
    await ask('save_person', { email: 'ada@example.com', first_name: 'Ada' });
    const person = { person: 'ada@example.com', first_name: 'Eve', tags: ['vip'] };
    const renamed = await ask('save_person', person);
    expect(renamed).toMatchObject({ person: { tags: ['vip'] }, changed: ['first_name', 'tags'] });
    expect(JSON.stringify(renamed)).not.toContain('Eve');
    expect(await ask('save_person', person)).toMatchObject({ changed: [] });
  });

  it('count the steps of a sequence, and keep what a call does beside it', async () => {
    const { sequence } = await ask('save_sequence', { name: 'Course' });
    const { id } = sequence as { id: number };
    const step = { sequence_id: id, email_source: 'shared', email: 'letter' };
    expect(await ask('add_sequence_step', step)).toMatchObject({
      ...{ step: { position: 1 }, changed: ['steps: 0 → 1'] },
    });
    const on = await ask('toggle_sequence', { sequence_id: id, enabled: true });
    expect(on).toMatchObject({ holding: 0, changed: ['enabled: false → true'] });
    const { broadcast } = await ask('save_broadcast', {
      ...{ name: 'News', email_source: 'copy', email: 'letter' },
    });
    const { id: broadcast_id } = broadcast as { id: number };
    const paced = await ask('save_broadcast', { broadcast_id, emails_per_hour: 50 });
    expect(paced.changed).toEqual(['emails_per_hour: null → 50']);
  });
});

describe('AGT-15 one name for each record', () => {
  it('takes keys, addresses and ids, under the listed names and those of the API', async () => {
    const { email } = await ask('get_email', { email: 'letter' });
    const { flow } = await ask('get_flow', { flow: 'welcome-two' });
    const { person } = await ask('get_person', { person: 'ada@example.com' });
    const [emailId, flowId] = [(email as { id: number }).id, (flow as { id: number }).id];
    const personId = (person as { id: number }).id;
    await ask('save_segment', {
      segment: 'vips',
      definition: { type: 'has_tag', tag: 'vip' },
      name: 'Vips',
    });
    const { segment } = await ask('list_segments', { segment: 'vips' });
    const segmentId = (segment as { id: number }).id;
    const same = async (name: string, ways: Json[]) => {
      const untimed = (key: string, value: unknown) => (/^counted_/.test(key) ? undefined : value);
      const answers = await Promise.all(
        ways.map(async (args) => JSON.parse(JSON.stringify(await ask(name, args), untimed))),
      );
      for (const answer of answers) expect(answer, name).toEqual(answers[0]);
      expect(answers[0], name).not.toHaveProperty('code');
    };
    const emails = [{ email: 'letter' }, { email: emailId }, { email: String(emailId) }];
    await same('get_email', [...emails, { email_id: emailId }, { id: emailId }]);
    const flows = [{ flow: 'welcome-two' }, { flow: flowId }, { flow_key: 'welcome-two' }];
    await same('get_flow', [...flows, { key: 'welcome-two' }, { flow_id: flowId }]);
    await same('preview_email', [
      { email: 'letter', person: 'ada@example.com' },
      { email_id: emailId, person_id: personId },
      { email: emailId, person: personId },
    ]);
    await same('preview_email', [
      { email: 'letter', segment: 'vips' },
      { email: 'letter', segment_id: segmentId },
    ]);
    await same('explain_delivery', [
      { person: 'ada@example.com', email: 'letter', flow: 'welcome-two' },
      { person: personId, email_id: emailId, flow_key: flowId },
    ]);
    await same('list_sends', [{ email: 'letter' }, { email_id: emailId }]);
    await same('list_segments', [{ segment: 'vips' }, { segment_key: segmentId }]);
    const draft = { name: 'To vips', email_source: 'copy', dry_run: true };
    const [byKey, byId] = await Promise.all([
      ask('save_broadcast', { ...draft, segment: 'vips', email: 'letter' }),
      ask('save_broadcast', { ...draft, segment_id: segmentId, email_id: emailId }),
    ]);
    const named = { segment: { id: segmentId }, email: { subject: 'Hi' } };
    expect([byKey, byId]).toMatchObject([{ broadcast: named }, { broadcast: named }]);
  });

  it('takes the key of a layout or sequence where a tool lists its id alone', async () => {
    const { template } = await ask('save_layout', {
      key: 'plain',
      name: 'Plain',
      html: '{{ content }}',
    });
    await ask('save_sequence', { key: 'course', name: 'Course' });
    const { id } = template as { id: number };
    const byId = await ask('get_layout', { layout_id: id });
    expect(byId).toMatchObject({ template: { key: 'plain' } });
    for (const args of [{ layout_id: 'plain' }, { layout: 'plain' }, { key: 'plain' }]) {
      expect(await ask('get_layout', args)).toEqual(byId);
    }
    const sequence = { key: 'course', name: 'Course' };
    expect(await ask('get_sequence', { sequence_id: 'course' })).toMatchObject({ sequence });
    expect(await ask('save_layout', { layout_id: 'plain', name: 'Plainer' })).toMatchObject({
      template: { id, name: 'Plainer' },
    });
    const step = { sequence_id: 'course', email_source: 'scratch' };
    expect(await ask('add_sequence_step', step)).toHaveProperty('step');
    expect(await ask('get_sequence', { sequence_id: 'cuorse' })).toMatchObject({
      ...{ code: 'not_found', did_you_mean: 'course' },
      fix: 'Call get_sequence with course instead.',
    });
    expect(await ask('save_layout', { layout_id: 'none-such', name: 'New' })).toMatchObject({
      ...{ code: 'not_found', next_tool: 'list_layouts' },
    });
    expect(await ask('get_layout', { layout_id: '1.5' })).toMatchObject({
      ...{ code: 'validation_failed', errors: [{ path: 'layout_id' }] },
    });
  });

  it('names the nearest key, and arguments as the caller did', async () => {
    expect(await ask('get_email', { email: 'leter' })).toMatchObject({
      ...{ code: 'not_found', did_you_mean: 'letter', fix: 'Call get_email with letter instead.' },
    });
    expect(await ask('get_email', { email: { a: 1 } })).toMatchObject({
      ...{ code: 'validation_failed', errors: [{ path: 'email' }] },
    });
    expect(await ask('get_email', { email_id: { a: 1 } })).toMatchObject({
      ...{ code: 'validation_failed', errors: [{ path: 'email_id' }] },
    });
    const missing = await ask('save_broadcast', { name: 'Copy', email_source: 'copy' });
    expect(missing).toMatchObject({
      ...{ errors: [{ path: 'email', message: 'email is required with email_source copy.' }] },
      fix: 'Add email and call save_broadcast again.',
    });
  });
});
