import { listedTools } from '@postroad/mcp/tools/exposure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../surfaces/running-service.ts';
import { callConfirmed, everyWay, type McpClient } from '../mcp-clients.ts';

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});

afterAll(() => running.stop());

describe.each(everyWay)('%s', (way, connect) => {
  let client: McpClient;

  beforeAll(async () => {
    client = await connect(running);
  });

  afterAll(() => client.close());

  it('SURF-03, AGT-18 lists the usual tools in the fixed order, with instructions', async () => {
    const usual = listedTools().map(({ name }) => name);
    expect((await client.listTools()).map(({ name }) => name)).toEqual([...usual, 'find_tools']);
    expect(client.instructions).toContain('dry_run');
    if (way.endsWith('2026')) expect(client.protocol).toBe('2026-07-28');
  });

  it('AGT-18 calls what find_tools finds, without being listed', async () => {
    const name = 'list_webhook_endpoints';
    expect(listedTools().map((tool) => tool.name)).not.toContain(name);
    const { answer } = await client.call('find_tools', { q: 'which webhook endpoints are there' });
    const { tools } = answer as { tools: { name: string }[] };
    expect(tools.map((tool) => tool.name)).toContain(name);
    expect((await client.call(name)).answer).toHaveProperty('webhook_endpoints');
    const refused = await client.call('find_tools', { q: '' });
    expect(refused).toMatchObject({ isError: true, answer: { status: 422 } });
  });

  it('builds a flow and sees an event start it', async () => {
    const key = `flow-${way.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
    const email = await client.call('save_email', { subject: 'Hi', body_markdown: 'Hello' });
    const { id: email_id } = email.answer.email as { id: number };
    const definition = {
      trigger: { event: `began_${key}` },
      nodes: [{ type: 'send_email', email_id }],
    };
    const created = await client.call('save_flow', { flow_key: key, name: 'New', definition });
    expect(created).toMatchObject({ isError: false, answer: { flow: { key, status: 'draft' } } });
    const checked = await client.call('validate_flow', { flow_key: key });
    expect(checked.answer).toMatchObject({ valid: true, errors: [] });
    const live = await callConfirmed(client, 'activate_flow', { flow_key: key });
    expect(live.answer).toMatchObject({ flow: { status: 'live' } });
    const recorded = await client.call('record_events', {
      events: [{ email: `${key}@example.com`, name: `began_${key}` }],
    });
    expect(recorded.answer).toMatchObject({ results: [{ status: 'created' }] });
    await client.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    const queue = await client.call('list_queue', { status: 'sent', person: `${key}@example.com` });
    expect(queue.answer).toMatchObject({ queue: [{ email: { id: email_id } }] });
  });

  it('changes nothing in a dry run', async () => {
    const before = await client.call('list_themes');
    const saved = await client.call('save_theme', { name: `Dry ${way}`, dry_run: true });
    expect(saved).toMatchObject({ isError: false, answer: { dry_run: true } });
    expect(await client.call('list_themes')).toEqual(before);
  });

  it.each([
    ['save_flows', {}, { code: 'not_found', did_you_mean: 'save_flow', next_tool: 'save_flow' }],
    ['get_theme', { themekey: 'a' }, { code: 'validation_failed', did_you_mean: 'theme_key' }],
    [
      'get_theme',
      {},
      { code: 'validation_failed', errors: [{ path: 'theme_key', code: 'required' }] },
    ],
    ['get_email', { email_id: 99_999 }, { code: 'not_found', next_tool: 'list_emails' }],
    ['get_person', { person: 'no@example.com' }, { code: 'not_found', next_tool: 'list_people' }],
    ['retry_send', { send_id: 99_999 }, { code: 'not_found', next_tool: 'list_sends' }],
    ['save_email', { subject: ['a'] }, { code: 'validation_failed' }],
    ['record_events', { events: [] }, { code: 'validation_failed' }],
    ['move_clock', { advance: 'far' }, { code: 'validation_failed' }],
  ])('answers %s %j with a code and a fix', async (name, args, expected) => {
    const { isError, answer } = await client.call(name, args);
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ ...expected, fix: expect.stringMatching(/\S.*\.$/) });
  });

  it('names the errors that keep a flow from going live', async () => {
    const key = `broken-${way.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
    const definition = {
      trigger: { event: 'never' },
      nodes: [{ type: 'send_email', email_id: 99_999 }],
    };
    await client.call('save_flow', { flow_key: key, definition });
    const { isError, answer } = await client.call('activate_flow', { flow_key: key });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({
      code: 'conflict',
      next_tool: 'save_flow',
      validation: { valid: false, errors: [{ fix: expect.any(String) }] },
    });
  });

  it('answers twenty simultaneous calls, each with its own answer', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Theme ${way} ${index}`);
    const answers = await Promise.all(
      names.map((name) => client.call('save_theme', { name, dry_run: true })),
    );
    expect(answers.map(({ answer }) => (answer.theme as { name: string }).name)).toEqual(names);
  });
});
