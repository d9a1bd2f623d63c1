import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { callConfirmed, everyWay, type McpClient } from './mcp-clients.ts';

type Json = Record<string, unknown>;

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});

afterAll(() => running.stop());

const delay = { type: 'delay', duration: { amount: 2, unit: 'days' } };

describe.each(everyWay)('%s', (way, connect) => {
  let client: McpClient;
  const slug = way.toLowerCase().replace(/[^a-z0-9]+/g, '-');

  beforeAll(async () => {
    client = await connect(running);
  });

  afterAll(() => client.close());

  /** The answer of a call that must succeed. */
  async function ask(name: string, args: Json = {}): Promise<Json> {
    const { isError, answer } = await client.call(name, args);
    expect([name, isError ? answer : null]).toEqual([name, null]);
    return answer;
  }

  /** As an agent does whose client cannot ask a person (AGT-10). */
  async function activateFlow(flow_key: string): Promise<void> {
    const { answer } = await callConfirmed(client, 'activate_flow', { flow_key });
    expect(answer.flow).toMatchObject({ status: 'live' });
  }

  const hours = (amount: number) => ask('move_clock', { advance: { amount, unit: 'hours' } });

  async function newEmail(subject: string): Promise<number> {
    const { email } = await ask('save_email', { subject, body_markdown: 'Hello.' });
    return (email as { id: number }).id;
  }

  /** A live flow with its own event. */
  async function newFlow(name: string, nodes: Json[], activate = true) {
    const flow_key = `${slug}-${name}`;
    const event = `began_${flow_key}`;
    await ask('save_flow', { flow_key, definition: { trigger: { event }, nodes } });
    if (activate) await activateFlow(flow_key);
    return { flow_key, event };
  }

  const happen = (email: string, name: string) =>
    ask('record_events', { events: [{ email, name }] });

  /** The reason codes for a person and an email, in order. */
  async function reasonsOf(person: string, email_id: number): Promise<string[]> {
    const { reasons } = await ask('explain_delivery', { person, email_id });
    return (reasons as { code: string; message: string }[]).map(({ code }) => code);
  }

  it('goes from the schema to a mail that is explained', async () => {
    const { example } = await ask('describe_schema', { topic: 'theme' });
    const { variables } = example as { variables: Json };
    const { theme } = await ask('save_theme', { name: `Look ${way}`, variables });
    expect(theme).toMatchObject({ key: expect.any(String) });
    const liquid = await ask('describe_schema', { topic: 'liquid' });
    expect(liquid.rules).not.toEqual([]);
    const first = await newEmail('Welcome, {{ person.first_name | default: "friend" }}');
    const second = await newEmail('Come back');
    await ask('describe_schema', { topic: 'steps' });
    const flow_key = `${slug}-welcome`;
    const definition = {
      trigger: { event: `joined_${flow_key}` },
      nodes: [
        { type: 'send_email', email_id: first },
        delay,
        { type: 'send_email', email_id: second },
      ],
    };
    await ask('save_flow', { flow_key, name: 'Welcome', definition });
    expect(await ask('validate_flow', { flow_key })).toMatchObject({ valid: true });
    const person = `${flow_key}@example.com`;
    await ask('save_person', { email: person, first_name: 'Ada' });
    const dry = await ask('dry_run_flow', {
      flow_key,
      person,
      event: { name: definition.trigger.event },
    });
    expect(dry).toMatchObject({
      triggered: true,
      steps: [{ type: 'send_email' }, { type: 'delay' }],
    });
    await activateFlow(flow_key);
    await happen(person, definition.trigger.event);
    await hours(1);
    expect(await reasonsOf(person, first)).toContain('already_sent');
    expect(await reasonsOf(person, second)).toEqual(['run_waiting']);
    const { queue } = await ask('list_queue', { status: 'sent', person });
    expect(queue).toMatchObject([{ email: { id: first } }]);
  });

  it('makes a renewal reminder from nothing and previews it', async () => {
    const product = `plan-${slug}`;
    const { now } = await ask('get_clock');
    const renews = new Date(Date.parse(String(now)) + 10 * 86_400_000).toISOString();
    await ask('record_events', {
      events: ['a', 'b'].map((who) => ({
        email: `${who}-${product}@example.com`,
        name: 'subscription_started',
        details: {
          external_id: `${who}-${product}`,
          product,
          interval: 'yearly',
          next_renewal_at: renews,
          ...(who === 'a' ? { renewal_amount_cents: 2_400 } : {}),
        },
      })),
    });
    const email_id = await newEmail('Renews in {{ automation.days_before }} days');
    const { example } = await ask('describe_schema', { topic: 'renewal' });
    const trigger = { ...(example as Json), product, days_before: 5, timezone: 'Europe/Paris' };
    const flow_key = `renewal-${slug}`;
    const nodes = [{ type: 'send_email', email_id }];
    await ask('save_flow', { flow_key, run_policy: 'repeat', definition: { trigger, nodes } });
    expect(await ask('validate_flow', { flow_key })).toMatchObject({ valid: true });
    const preview = await ask('preview_renewal_approaching', { flow_key });
    const [included] = preview.upcoming as { person_id: number }[];
    expect(preview).toMatchObject({
      upcoming: [{ person_id: expect.any(Number) }],
      skipped: [{ reason: 'missing_amount' }],
    });
    const { flow } = await ask('get_flow', { flow_key });
    const shown = await ask('preview_email', {
      email_id,
      flow_id: (flow as { id: number }).id,
      person_id: included?.person_id,
    });
    expect(JSON.stringify(shown)).toContain('Hello');
  });

  it('names each of ten causes of a mail that did not arrive', async () => {
    const mail = await newEmail('Awaited');
    const send = { type: 'send_email', email_id: mail };
    const who = (cause: string) => `${cause}-${slug}@example.com`;
    const made = async (cause: string, args: Json = {}) => {
      await ask('save_person', { email: who(cause), ...args });
      return who(cause);
    };
    const waits = await newFlow('waits', [delay, send]);
    const drafted = await newFlow('drafted', [send], false);

    const unsubscribed = await made('unsubscribed', { unsubscribed: true, reason: 'Too much' });
    expect((await reasonsOf(unsubscribed, mail))[0]).toBe('unsubscribed');

    const never = await made('never');
    expect(await reasonsOf(never, mail)).toContain('event_missing');

    const early = await made('early');
    await happen(early, drafted.event);
    await activateFlow(drafted.flow_key);
    expect(await reasonsOf(early, mail)).toContain('not_live_then');

    const waiting = await made('waiting');
    await happen(waiting, waits.event);
    await hours(1);
    expect(await reasonsOf(waiting, mail)).toContain('run_waiting');

    await ask('pause_flow', { flow_key: waits.flow_key });
    const paused = await made('paused');
    await happen(paused, waits.event);
    expect(await reasonsOf(paused, mail)).toContain('paused_then');
    await activateFlow(waits.flow_key);

    const branch = { type: 'if_else', condition: { type: 'has_tag', tag: 'vip' }, else: [] };
    const branched = await newEmail('For some');
    const arm = [{ type: 'send_email', email_id: branched }];
    const branches = await newFlow('branches', [{ ...branch, then: arm }]);
    const past = await made('past');
    await happen(past, branches.event);
    await hours(1);
    expect(await reasonsOf(past, branched)).toContain('step_not_reached');

    const label = `label-${slug}`;
    await callConfirmed(client, 'save_email', { email_id: branched, labels: [label] });
    const condition = { type: 'has_tag', tag: label };
    await ask('save_guard', { guard_key: label, name: 'Not these', condition, labels: [label] });
    const guarded = await made('guarded', { tags: [label] });
    expect((await reasonsOf(guarded, branched))[0]).toBe('guarded');

    const { runs } = await ask('list_flow_runs', { flow_key: waits.flow_key, person: waiting });
    await ask('cancel_run', { run_id: (runs as { id: number }[])[0]?.id });
    expect(await reasonsOf(waiting, mail)).toContain('run_canceled');

    const unused = await newEmail('Unused');
    expect(await reasonsOf(never, unused)).toContain('nothing_sends_it');

    await callConfirmed(client, 'delete_email', { email_id: branched });
    expect(await reasonsOf(past, branched)).toContain('email_archived');
  });
});
