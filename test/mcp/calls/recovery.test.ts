import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { operationNamed } from '@postroad/core/catalog/catalog';
import { slimInput } from '@postroad/core/catalog/input-schema';
import { toolByName, tools } from '@postroad/mcp/tools/catalog';
import { listedTool, toolSchema } from '@postroad/mcp/tools/schema';
import { operationsOf, type Tool } from '@postroad/mcp/tools/tool';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { type RunningService, startService } from '../../surfaces/running-service.ts';
import { answerIn, callFor, rawClients } from '../raw-clients.ts';

type Args = Record<string, unknown>;

interface Call {
  name: string;
  args: Args;
}

interface Mutation extends Call {
  kind: string;
  valid: Call;
}

/** Calls that an agent would make on the starter content and one event. */
function validCalls(facts: Record<string, unknown>): Call[] {
  const { theme_key, layout_id, flow_key, version_id, email_id, run_id } = facts;
  const person = 'ada@example.com';
  const dry_run = true;
  const condition = { type: 'has_tag', tag: 'vip' };
  const calls: [string, Args][] = [
    ['describe_schema', { topic: 'steps', part: 'gate' }],
    ['get_theme', { theme_key }],
    ['save_theme', { theme_key, name: 'Other', dry_run }],
    ['make_default_theme', { theme_key, dry_run }],
    ['get_layout', { layout_id }],
    ['save_layout', { layout_id, name: 'Other', dry_run }],
    ['list_flows', { label: 'none' }],
    ['get_flow', { flow_key, format: 'outline' }],
    ['save_flow', { flow_key, name: 'Other', run_policy: 'repeat', dry_run }],
    ['validate_flow', { flow_key }],
    ['dry_run_flow', { flow_key, person, event: { name: 'signed_up' } }],
    ['activate_flow', { flow_key, dry_run }],
    ['pause_flow', { flow_key, dry_run }],
    ['list_flow_versions', { flow_key }],
    ['get_flow_version', { flow_key, version_id }],
    ['save_flow_version', { flow_key, name: 'Before', dry_run }],
    ['list_flow_runs', { flow_key, status: 'active' }],
    ['list_flow_runs', { run_id }],
    ['list_emails', { q: 'a', used_mode: 'any' }],
    ['get_email', { email_id }],
    ['save_email', { email_id, subject: 'Other', dry_run }],
    ['preview_email', { email_id, format: 'html' }],
    ['send_test_email', { email_id, to: person, dry_run }],
    ['save_sequence', { name: 'Course', repeat_mode: 'single_run', dry_run }],
    ['list_broadcasts', { status: 'draft' }],
    ['save_broadcast', { name: 'News', email_source: 'scratch', dry_run }],
    ['save_segment', { segment_key: 'vips', name: 'Best', definition: condition, dry_run }],
    ['preview_segment', { definition: condition }],
    ['save_guard', { guard_key: 'no-vips', name: 'No', condition, dry_run }],
    ['save_product', { product_key: 'course', name: 'Course', dry_run }],
    ['list_subscriptions', { status: 'active' }],
    ['list_queue', { status: 'sent' }],
    ['get_person', { person }],
    ['list_people', { q: 'ada' }],
    ['explain_delivery', { person, email_id }],
    ['get_timeline', { person }],
    ['save_person', { person, first_name: 'Ada', dry_run }],
    ['tag_person', { person, tag: 'vip', dry_run }],
    ['add_note', { person, body: 'Called.', dry_run }],
    ['save_field', { field_key: 'plan', type: 'number', dry_run }],
    ['list_events', { person, name: 'signed_up' }],
    ['record_events', { events: [{ email: person, name: 'read_book' }], dry_run }],
    ['save_settings', { settings: { 'sending.mailing_address': 'Acme' }, dry_run }],
    ['save_profile', { name: 'Acme', dry_run }],
    ['pull_definitions', { prefix: 'flows/' }],
  ];
  return calls.map(([name, args]) => ({ name, args }));
}

/** A misspelling of a word, always different from it. */
function misspelt(word: string, seed: number): string {
  const at = 1 + (seed % Math.max(1, word.length - 2));
  return `${word.slice(0, at)}${word.slice(at + 1)}` || 'x';
}

const addresses = ['theme_key', 'flow_key', 'layout_id', 'email_id', 'run_id', 'version_id'];

/** Every way in which a call can go wrong, for each argument to which it applies. */
function mutationsOf(valid: Call, seed: number): Mutation[] {
  const { name, args } = valid;
  const tool = toolByName(name);
  const schema = tool && toolSchema(tool);
  const made: Mutation[] = [];
  const add = (kind: string, changed: Partial<Call>) =>
    made.push({ kind, name, args, ...changed, valid });
  add('misspelt tool', { name: misspelt(name, seed) });
  for (const [key, value] of Object.entries(args)) {
    const { [key]: _, ...rest } = args;
    const property = schema?.properties[key];
    add('misspelt argument', { args: { ...rest, [misspelt(key, seed)]: value } });
    if (schema?.required?.includes(key)) add('missing argument', { args: rest });
    if (property?.enum) {
      add('misspelt value', { args: { ...rest, [key]: misspelt(String(value), seed) } });
    }
    if (addresses.includes(key)) {
      const none = typeof value === 'number' ? 987_654 : `${misspelt(String(value), seed)}-none`;
      add('unknown record', { args: { ...rest, [key]: none } });
    }
    const wrong = property?.type === 'object' ? 42 : { wrong: true };
    add('wrong type', { args: { ...rest, [key]: wrong } });
  }
  return made;
}

/**
 * The next call of an agent that knows only the answer. Its intended values are those of the valid
 * call; the answer has to say where they belong.
 */
function repair(mutation: Mutation, answer: Args): Call | null {
  const { valid, name, args } = mutation;
  const meant = answer.did_you_mean;
  if (answer.code === 'not_found' && typeof answer.next_tool === 'string') {
    if (mutation.kind === 'misspelt tool') return { name: answer.next_tool, args };
    // The list has the records; the agent takes the one that it wanted.
    return answer.next_tool.startsWith('list_') ? valid : null;
  }
  const [first] = (answer.errors ?? []) as { path: string; code: string }[];
  const key = /^[^.[]+/.exec(first?.path ?? '')?.[0];
  if (key === undefined) return null;
  if (first?.code === 'key_unknown' && typeof meant === 'string') {
    const { [key]: value, ...rest } = args;
    return { name, args: { ...rest, [meant]: value } };
  }
  if (typeof meant === 'string') return { name, args: { ...args, [key]: meant } };
  // The fix names the argument; the agent writes the valid value.
  return String(answer.fix).includes(key) && key in valid.args
    ? { name, args: { ...args, [key]: valid.args[key] } }
    : null;
}

let running: RunningService;
let client: Client;
let facts: Record<string, unknown>;

beforeAll(async () => {
  running = await startService();
  client = await rawClients['HTTP, 2026'](running);
  await running.invoke('record_event', { email: 'ada@example.com', name: 'signed_up' });
  const first = async (tool: string, member: string, args: Args = {}) =>
    ((await callFor(client, tool, args))[member] as Args[])[0] ?? {};
  const flow_key = (await first('list_flows', 'flows')).key;
  facts = {
    flow_key,
    theme_key: (await first('list_themes', 'themes')).key,
    layout_id: (await first('list_layouts', 'templates')).id,
    email_id: (await first('list_emails', 'emails')).id,
    version_id: (await first('list_flow_versions', 'versions', { flow_key })).id,
    run_id: (await first('list_flow_runs', 'runs', { flow_key })).id,
  };
});

afterAll(async () => {
  await client.close();
  await running.stop();
});

async function ask({ name, args }: Call): Promise<{ isError: boolean; answer: Args }> {
  const result = await client.callTool({ name, arguments: args });
  return { isError: result.isError === true, answer: answerIn(result) as Args };
}

it('answers mutated calls with a fix that works', async () => {
  const calls = validCalls(facts);
  for (const call of calls) {
    const { isError, answer } = await ask(call);
    expect([call.name, isError, answer.detail]).toEqual([call.name, false, undefined]);
  }
  const all = calls.flatMap((call, index) => mutationsOf(call, index));
  const wrong: string[] = [];
  let refused = 0;
  for (const mutation of all) {
    const { isError, answer } = await ask(mutation);
    // Some are accepted anyway, such as an id written as text.
    if (!isError) continue;
    refused += 1;
    expect(answer, mutation.kind).toMatchObject({
      code: expect.any(String),
      detail: expect.any(String),
      fix: expect.stringMatching(/\S.*\.$/),
    });
    const call = repair(mutation, answer);
    // All valid calls were answered above, and change nothing.
    if (call !== null && isDeepStrictEqual(call, mutation.valid)) continue;
    if (call === null || (await ask(call)).isError) {
      wrong.push(
        `${mutation.kind} ${mutation.name} ${JSON.stringify(mutation.args)} ${answer.fix}`,
      );
    }
  }
  process.stdout.write(`mutated calls: ${refused} refused, ${refused - wrong.length} repaired\n`);
  expect(refused).toBeGreaterThanOrEqual(200);
  expect(wrong.length / refused, wrong.join('\n')).toBeLessThanOrEqual(0.01);
}, 240_000);

/** Mistakes that models make, each with what its fix has to say. */
const slips: readonly [string, Args, string | RegExp][] = [
  [
    'save_theme',
    { input: { theme_key: 'acme', name: 'A' } },
    'Send what is in input as arguments: theme_key, name',
  ],
  [
    'save_flow',
    { params: { flow_key: 'x', name: 'X' } },
    'Send what is in params as arguments: flow, name',
  ],
  ['save_theme', { name: 'A', variables: { brand_colour: '#000' } }, 'describe_schema theme'],
  ['save_flow', { flow: 'x', definition: '{"nodes":[],}' }, 'no comma behind the last entry'],
  ['save_flow', { flow: 'x', definition: '{"nodes":[] // none\n}' }, 'no comments'],
  ['save_email', { subject: 'x', body_markdown: '{{#if a}}x{{/if}}' }, 'Liquid in place of'],
  ['save_layout', { name: 'x', html: '{{{content}}}' }, 'two braces'],
  ['save_email', { subject: 'x', body_markdown: '{% if %}' }, 'describe_schema liquid'],
  ['save_email', { subject: 'x', text: 'x' }, 'Use body_markdown'],
  [
    'save_email',
    { translations: { de: { body: 'x' } } },
    /translations\.de\.body_markdown|body_markdown/,
  ],
  ['save_segment', { segment: 'x', condition: { type: 'engaged' } }, 'Use definition'],
  [
    'save_segment',
    { segment: 'x', definition: { type: 'field', key: 'plan', op: 'equals', value: 'pro' } },
    'Write "field"',
  ],
  ['record_events', { email: 'x@example.com', name: 'x' }, 'Send events as a list of objects'],
  [
    'save_broadcast',
    {
      name: 'x',
      winner: { metric: 'clicked', sample_percent: 20, after: '4 hours' },
    },
    'an object with amount, unit',
  ],
  ['schedule_broadcast', { broadcast_id: 'spring' }, 'Take broadcast_id, a number, from list_bro'],
  ['add_sequence_step', { sequence_id: 'drip', email_source: 'scratch' }, 'from list_sequences'],
  [
    'save_email',
    { subject: 'x', template_id: 'plain' },
    'from list_layouts, or send its key as template, and call save_email',
  ],
  [
    'save_settings',
    { send_windows: { rules: [] } },
    'Send it in settings, as {"send_windows": …}.',
  ],
  ['save_settings', { mailing_address: 'x' }, 'as {"sending.mailing_address": …}.'],
  ['save_flow', { flow: 'x', nodes: [] }, 'Send it in definition, as {"nodes": …}.'],
  ['save_flow', { flow: 'x', steps: [] }, 'Send it in definition, as {"nodes": …}.'],
  ['save_theme', { name: 'A', link_color: '#000' }, 'Send it in variables, as {"link_color": …}.'],
  ['save_theme', { name: 'A', variables: { link_color: { light: '#000' } } }, '"dark": "#94c6ff"'],
  [
    'save_webhook_endpoint',
    { url: 'https://example.com/', events: ['flow.start'] },
    'Name one of flow.*, flow.run_started, flow.run_completed, flow.run_parked, flow.called.',
  ],
  [
    'save_webhook_endpoint',
    { url: 'https://example.com/', events: ['signed_up'] },
    'Name one of *, person.created',
  ],
  ['save_sequence', { name: 'D', steps: [{ email: 'welcome', delay: '2 days' }] }, 'delay_amount'],
  ['import_people', { csv: 'email\nx@example.com' }, 'Use content'],
  [
    'import_people',
    { content: 'email,Lang\nx@example.com,de', mapping: { Lang: 'language' } },
    '{"Lang":"fields.language"}',
  ],
];

it.each(slips)('FIX-02 %s with %j leads on', async (name, args, said) => {
  const dry = { dry_run: true, ...args };
  const { isError, answer } = await ask({ name, args: dry });
  expect([isError, answer.fix]).toEqual([true, expect.stringMatching(asPattern(said))]);
  if (String(answer.fix).includes('describe_schema')) {
    expect(answer.next_tool).toBe('describe_schema');
  }
});

function asPattern(said: string | RegExp): RegExp {
  return typeof said === 'string' ? new RegExp(said.replace(/[{}"./*]/g, '\\$&')) : said;
}

it('AGM-02 takes an object in a block of code as that object', async () => {
  const definition = '```json\n{"trigger":{"event":"signed_up"},"steps":[]}\n```';
  const args = { flow: 'fenced', name: 'Fenced', definition, dry_run: true };
  const { isError, answer } = await ask({ name: 'save_flow', args });
  expect(isError, String(answer.detail)).toBe(false);
  const { validation } = answer.flow as { validation: { warnings: Args[] } };
  const unread = validation.warnings.find(({ path }) => path === 'steps');
  expect(unread).toMatchObject({ code: 'definition_keys_unknown', did_you_mean: 'nodes' });
});

it('FIX-01 names the condition of a branch that was called "if"', async () => {
  const nodes = [{ type: 'if_else', if: { type: 'has_tag', tag: 'vip' }, then: [], else: [] }];
  const definition = { trigger: { event: 'signed_up' }, nodes };
  const args = { flow: 'branch', name: 'Branch', definition, dry_run: true };
  const { answer } = await ask({ name: 'save_flow', args });
  const { validation } = answer.flow as { validation: { warnings: Args[] } };
  const unread = validation.warnings.find(({ code }) => code === 'step_keys_unknown');
  expect(unread).toMatchObject({ path: 'nodes[0].if', did_you_mean: 'condition' });
});

it('FIX-01 names the variable of the person that another product calls first_name', async () => {
  const args = { subject: 'Hi {{first_name}}', body_markdown: 'x', dry_run: true };
  const { answer } = await ask({ name: 'save_email', args });
  expect(answer.warnings).toMatchObject([{ did_you_mean: 'person.first_name' }]);
});

it('FIX-01 names the argument that an unknown name is a value of', async () => {
  const report = await ask({ name: 'get_report', args: { flow: 'welcome' } });
  expect(report.answer.fix).toBe('Send by "flow".');
});

it.each([
  ['properties', { total: 5 }, 'details'],
  ['timestamp', '2026-01-01T00:00:00Z', 'occurred_at'],
  ['tags', ['vip'], 'person.tags'],
])('FIX-01 names the place of %s in an event', async (key, value, meant) => {
  const events = [{ email: 'ada@example.com', name: 'read_book', [key]: value }];
  const { answer } = await ask({ name: 'record_events', args: { events, dry_run: true } });
  expect(answer.results).toMatchObject([
    { error: expect.stringContaining(`Did you mean "${meant}"?`) },
  ]);
});

it('FIX-01 shows how one color of a theme is written as two', async () => {
  const args = { name: 'Shop', variables: { link_color: '#0a7a55' }, dry_run: true };
  const { answer } = await ask({ name: 'save_theme', args });
  expect(answer.fix).toBe('Write both, as {"light": "#0a7a55", "dark": "#0a7a55"}.');
});

it.each([
  ['{"type": "tag", "tag": "vip"}', 'Write "has_tag", if that is what was meant; it takes tag.'],
  ['{"has_tag": "vip"}', 'Write "has_tag", if that is what was meant; it takes tag.'],
  [
    '{"type": "total_spend", "op": "gt", "value": 5}',
    'Write "greater", if that is what was meant.',
  ],
])('FIX-01 says of the condition %s what was meant', async (condition, fix) => {
  const args = { segment: 'near', name: 'Near', definition: condition, dry_run: true };
  const { answer } = await ask({ name: 'save_segment', args });
  expect(answer.errors).toMatchObject([{ fix }]);
  expect(answer.did_you_mean).toBe(/^Write "(\w+)"/.exec(fix)?.[1]);
});

it('AGM-02 lists the event that preview_email takes', () => {
  const tool = toolByName('preview_email');
  expect(tool && listedTool(tool).inputSchema.properties).toHaveProperty('event');
});

/** The arguments that operations have and their tool has not: words of HTTP. */
function foreignNames(tool: Tool): Set<string> {
  const listed = Object.keys(toolSchema(tool).properties);
  const own = operationsOf(tool).flatMap((name) =>
    Object.keys(slimInput(operationNamed(name).input).properties),
  );
  return new Set(own.filter((name) => !listed.includes(name)));
}

/** What an answer says of arguments, but for paths into definitions. */
function saidOfArguments(answer: Args): string {
  const errors = (answer.errors ?? []) as Args[];
  const of = errors.flatMap(({ path, message, fix }) => [path, message, fix ?? '']);
  return [answer.detail, answer.fix, ...of].join(' ');
}

it('FIX-02 names the parts of a topic that has no such part', async () => {
  const args = { topic: 'flow', part: 'goal' };
  const { answer } = await ask({ name: 'describe_schema', args });
  expect(answer.fix).toMatch(/^Send part as one of .*goals/);
});

it('FIX-02 says in a sentence that a time is past', async () => {
  const made = await ask({
    name: 'save_broadcast',
    args: { name: 'Late', email_source: 'scratch' },
  });
  const { id } = made.answer.broadcast as { id: number };
  const args = { broadcast_id: id, send_at: '2001-01-01T00:00:00Z', dry_run: true };
  const { answer } = await ask({ name: 'schedule_broadcast', args });
  expect(answer.fix).toMatch(/^Send a send_at in the future; it is .* now, and call/);
});

it('AGT-15 names arguments in refusals as the tool lists them', async () => {
  const foreign: string[] = [];
  let refused = 0;
  for (const tool of tools) {
    const { properties } = toolSchema(tool);
    const dry = 'dry_run' in properties ? { dry_run: true } : {};
    const mistakes: Args[] = [
      dry,
      { ...dry, no_such_argument: 1 },
      ...Object.keys(properties).map((name) => ({ ...dry, [name]: { wrong: true } })),
    ];
    const names = foreignNames(tool);
    // Where all names are the same, no wrong one can be said.
    if (names.size === 0) continue;
    for (const args of mistakes) {
      const { isError, answer } = await ask({ name: tool.name, args });
      if (!isError) continue;
      refused += 1;
      const words = saidOfArguments(answer).match(/[a-z]+(?:_[a-z]+)+/g) ?? [];
      const found = words.filter((word) => names.has(word));
      if (found.length > 0) foreign.push(`${tool.name} ${JSON.stringify(args)}: ${answer.detail}`);
    }
  }
  expect(refused).toBeGreaterThan(400);
  expect(foreign).toEqual([]);
}, 120_000);

/** `POSTROAD_SOAK=10000` makes that many calls with each client, the maximum. */
const callsEach = Math.min(10_000, Number(process.env.POSTROAD_SOAK ?? runs(200)));

it(
  'crosses no answers of two clients with calls at once',
  async () => {
    const legacy = await rawClients['HTTP, 2025'](running);
    const crossed: unknown[] = [];
    const run = async (who: string, mine: Client) => {
      let made = 0;
      const worker = async () => {
        while (made < callsEach) {
          made += 1;
          const name = `${who} ${made}`;
          const { theme } = await callFor(mine, 'save_theme', { name, dry_run: true });
          if ((theme as { name: string }).name !== name) crossed.push([name, theme]);
        }
      };
      await Promise.all(Array.from({ length: 10 }, worker));
    };
    await Promise.all([run('modern', client), run('legacy', legacy)]);
    await legacy.close();
    expect(crossed).toEqual([]);
  },
  callsEach * 100 + 20_000,
);
