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

const emails = async () => ((await ask('list_emails', { limit: 200 })).emails as Json[]).length;

const welcome = { subject: 'Welcome', body_markdown: 'Hello {{ person.first_name }}.' };
const broken = { subject: 'Broken', body_markdown: 'Hello {{ person.first_name | upcse }}.' };

describe('AGT-16 new emails in the call that sends them', () => {
  it('are made with a flow, in arms too, or nothing is', async () => {
    const before = await emails();
    const arm = { type: 'send_email', email: { key: 'for-vips', ...welcome } };
    const branch = {
      ...{ type: 'if_else', condition: { type: 'has_tag', tag: 'vip' } },
      ...{ then: [arm], else: [] },
    };
    const nodes = [{ type: 'send_email', email: welcome }, branch];
    const definition = { trigger: { event: 'joined' }, nodes };
    const rehearsed = await ask('save_flow', { flow: 'greeting', definition, dry_run: true });
    expect(rehearsed).toMatchObject({ created: true, flow: { validation: { valid: true } } });
    expect(await emails()).toBe(before);
    const saved = await ask('save_flow', { flow: 'greeting', definition });
    expect(saved.emails).toEqual([
      { path: 'nodes[0].email', id: expect.any(Number), key: 'welcome-2', warnings: [] },
      { path: 'nodes[1].then[0].email', id: expect.any(Number), key: 'for-vips', warnings: [] },
    ]);
    const { flow } = await ask('get_flow', { flow: 'greeting' });
    const { nodes: stored } = (flow as { definition: { nodes: Json[] } }).definition;
    const [first] = saved.emails as Json[];
    expect(stored[0]).toMatchObject({ type: 'send_email', email_id: first?.id });
    expect(stored[0]).not.toHaveProperty('email');
    expect(await emails()).toBe(before + 2);

    const faulty = [...nodes.slice(0, 1), { type: 'send_email', email: broken }];
    const refused = await ask('save_flow', {
      ...{ flow: 'greeting', definition: { ...definition, nodes: faulty } },
    });
    expect(refused).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'nodes[1].email.body_markdown', code: 'unknown_filter' }],
      detail: expect.stringContaining('nodes[1].email'),
    });
    const unknown = { ...definition, nodes: [{ type: 'send_email', email: { sujbect: 'Hi' } }] };
    expect(await ask('save_flow', { flow: 'greeting', definition: unknown })).toMatchObject({
      errors: expect.arrayContaining([
        expect.objectContaining({ path: 'nodes[0].email.sujbect', did_you_mean: 'subject' }),
      ]),
    });
    expect(await emails()).toBe(before + 2);
  });

  it('are made once by a call that comes again under its idempotency key', async () => {
    const nodes = [{ type: 'send_email', email: welcome }];
    const asked = {
      ...{ flow: 'repeated', definition: { trigger: { event: 'joined' }, nodes } },
      idempotency_key: 'repeated',
    };
    const saved = await ask('save_flow', asked);
    expect(saved).toMatchObject({ created: true, flow: { steps: [expect.any(String)] } });
    const before = await emails();
    expect(await ask('save_flow', asked)).toEqual(saved);
    expect(await ask('save_flow', { ...asked, name: 'Other' })).toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await emails()).toBe(before);

    const change = { flow: 'repeated', name: 'First', idempotency_key: 'change' };
    const changed = await ask('save_flow', change);
    expect(changed).toMatchObject({ flow: { name: 'First', revision: 2 } });
    await ask('save_flow', { flow: 'repeated', name: 'Second' });
    expect(await ask('save_flow', change)).toEqual(changed);
    const { flow } = await ask('get_flow', { flow: 'repeated' });
    expect(flow).toMatchObject({ name: 'Second', revision: 3 });
  });

  it('are made by no draft and no rehearsal of a flow, which say what makes them', async () => {
    const definition = { trigger: { event: 'x' }, nodes: [{ type: 'send_email', email: welcome }] };
    await ask('save_flow', { flow: 'staged', definition: { ...definition, nodes: [] } });
    const fix = 'Make the email with save_email, and write its id as "email_id".';
    const warnings = expect.arrayContaining([
      expect.objectContaining({ path: 'nodes[0].email', fix }),
    ]);
    const kept = await ask('save_draft', { flow: 'staged', definition });
    expect(kept.validation).toMatchObject({ valid: false, warnings });
    expect(await ask('validate_flow', { flow: 'staged', definition })).toMatchObject({ warnings });
  });

  it('are made with a sequence and its steps, and put between them', async () => {
    const before = await emails();
    const step = (subject: string) => ({
      ...{ email: { subject, body_markdown: 'Words.' }, delay_amount: 1, status: 'active' },
    });
    const steps = [step('One'), { email: 'for-vips', delay_amount: 2 }, step('Four')];
    const saved = await ask('save_sequence', { name: 'Course', steps });
    expect(saved).toMatchObject({
      created: true,
      sequence: {
        steps: [
          { position: 1, status: 'active', email: { subject: 'One' } },
          { position: 2, status: 'draft', delay_amount: 2, email: { subject: 'Welcome' } },
          { position: 3, status: 'active', email: { subject: 'Four' } },
        ],
      },
      emails: [{ path: 'steps[0].email' }, { path: 'steps[2].email' }],
    });
    const { id: sequence_id } = saved.sequence as { id: number };
    const more = await ask('save_sequence', {
      sequence_id,
      steps: [{ ...step('Two'), position: 2 }],
    });
    const subjects = (answer: Json) =>
      (answer.sequence as { steps: { email: { subject: string } }[] }).steps.map(
        ({ email }) => email.subject,
      );
    expect(subjects(more)).toEqual(['One', 'Two', 'Welcome', 'Four']);
    expect(more.changed).toEqual(['steps: 3 → 4']);
    expect(await emails()).toBe(before + 3);
    const half = await ask('save_sequence', {
      ...{ name: 'Half', steps: [step('Fine'), { email: broken }] },
    });
    expect(half).toMatchObject({ errors: [{ path: 'steps[1].email.body_markdown' }] });
    const none = await ask('save_sequence', { name: 'Half', steps: [{ delay_amount: 1 }] });
    expect(none).toMatchObject({ errors: [{ path: 'steps[0].email', code: 'required' }] });
    const typed = { subject: 'One', labels: 'news' };
    expect(await ask('save_sequence', { name: 'Half', steps: [{ email: typed }] })).toMatchObject({
      errors: [{ path: 'steps[0].email.labels', code: 'type_invalid' }],
    });
    expect(await emails()).toBe(before + 3);
    const { sequences } = await ask('list_sequences');
    expect((sequences as Json[]).map(({ name }) => name)).toEqual(['Course']);
  });

  it('are the email of a broadcast, and take the place of the one it has', async () => {
    const before = await emails();
    const made = await ask('save_broadcast', { name: 'News', email: welcome });
    expect(made).toMatchObject({
      ...{
        created: true,
        broadcast: { email: { subject: 'Welcome' } },
        emails: [{ path: 'email' }],
      },
    });
    const { id: broadcast_id, email_id } = made.broadcast as { id: number; email_id: number };
    const other = { subject: 'Better', body_markdown: 'Words.' };
    const changed = await ask('save_broadcast', { broadcast_id, email: other });
    expect(changed).toMatchObject({ broadcast: { email: { subject: 'Better' } } });
    expect(changed.changed).toEqual([expect.stringContaining(`email_id: ${email_id} → `)]);
    expect(await ask('save_broadcast', { name: 'Bad', email: broken })).toMatchObject({
      errors: [{ path: 'email.body_markdown' }],
    });
    const both = { name: 'Bad', email: welcome, email_source: 'copy' };
    expect(await ask('save_broadcast', both)).toMatchObject({ errors: [{ path: 'email_source' }] });
    expect(await emails()).toBe(before + 2);
    const copied = await ask('save_broadcast', {
      ...{ name: 'Copy', email_source: 'copy', email: email_id, dry_run: true },
    });
    expect(copied).toMatchObject({ broadcast: { email: { subject: 'Welcome' } } });
  });
});

describe('LEFT-21 one call starts a person on a sequence', () => {
  it('and says why nobody was started', async () => {
    const steps = [{ email: welcome, status: 'active' }];
    const { sequence } = await ask('save_sequence', { name: 'Hello', key: 'hello', steps });
    const { id: sequence_id } = sequence as { id: number };
    const person = 'ada@example.com';
    await ask('save_person', { email: person });
    const start = () => ask('start_sequence', { sequence_id, person });
    expect(await start()).toMatchObject({
      ...{ code: 'conflict', detail: expect.stringContaining('is off') },
      fix: expect.stringContaining('toggle_sequence'),
    });
    await ask('toggle_sequence', { sequence_id, enabled: true });
    expect(await start()).toMatchObject({ started: true, sequence: { people_inside: 1 } });
    expect(await start()).toMatchObject({ started: false, reason: 'under_way' });
    await ask('move_clock', { advance: { amount: 1, unit: 'hours' } });
    const { queue } = await ask('list_queue', { person, status: 'sent' });
    expect(queue).toMatchObject([{ email: { title: 'Welcome' } }]);
    expect(await start()).toMatchObject({ started: false, reason: 'ran_before' });
    expect(await ask('start_on_sequence', { sequence_id, person: 'no@example.com' })).toMatchObject(
      {
        code: 'not_found',
      },
    );
    const { changes } = await ask('list_changes', { resource: 'sequences', limit: 3 });
    expect(JSON.stringify(changes)).toContain('start_on_sequence');
  });
});
