import type { Call } from '@postroad/core/catalog/call';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { problemOf } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import { runTool } from '@postroad/mcp/calls/run-tool';
import { toolProblem } from '@postroad/mcp/calls/tool-problem';
import { toolByName } from '@postroad/mcp/tools/catalog';
import { expect, it } from 'vitest';

interface Seen {
  name: OperationName;
  input: Record<string, unknown>;
  key: string | undefined;
  dryRun: boolean;
}

/** Records the calls of a tool; `missing` operations answer not_found. */
function recorder(missing: OperationName[] = [], output: object = { done: true }) {
  const seen: Seen[] = [];
  const call: Call = async (name, input, { dryRun, idempotencyKey: key }) => {
    seen.push({ name, input, key, dryRun });
    if (missing.includes(name)) throw new Refusal('not_found', 'There is no flow "new".');
    return { output };
  };
  return { seen, call };
}

async function run(name: string, args: Record<string, unknown>, missing: OperationName[] = []) {
  const tool = toolByName(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const { seen, call } = recorder(missing, { html: '<p>', text: 'plain' });
  // Without the reads for what changed.
  const asWhole = tool.hints.readOnly ? {} : { verbose: true };
  const answer = await runTool(tool, { ...asWhole, ...args }, call);
  return { answer, asked: seen.map(({ name: asked, input }) => [asked, input]), seen };
}

it.each([
  ['save_theme', { name: 'Warm' }, ['create_theme', { name: 'Warm' }]],
  ['save_theme', { name: 'Warm', replace: true }, ['create_theme', { name: 'Warm' }]],
  [
    'save_theme',
    { theme_key: 3, name: 'Warm' },
    ['update_theme', { theme_key: '3', name: 'Warm' }],
  ],
  ['save_layout', { layout_id: '4', css: '' }, ['update_layout', { layout_id: 4, css: '' }]],
  ['save_email', { subject: 'Hi' }, ['create_email', { subject: 'Hi' }]],
  [
    'make_default_theme',
    { theme_key: 'a' },
    ['update_theme', { theme_key: 'a', is_default: true }],
  ],
  ['save_flow', { flow_key: 'a', name: 'A' }, ['update_flow', { flow_key: 'a', name: 'A' }]],
  [
    'save_flow',
    { flow_key: 'a', definition: '{"nodes":[]}', labels: '["x"]' },
    ['update_flow', { flow_key: 'a', definition: { nodes: [] }, labels: ['x'] }],
  ],
  ['get_person', { person: 12 }, ['get_person', { person: '12' }]],
  ['get_theme', { theme: 'a' }, ['get_theme', { theme_key: 'a' }]],
  ['get_flow', { id_or_key: 'a' }, ['get_flow', { flow_key: 'a' }]],
  ['save_layout', { id: 4, css: '' }, ['update_layout', { layout_id: 4, css: '' }]],
  ['dry_run_flow', { flow: 'a', person: 1 }, ['dry_run_flow', { flow_key: 'a', person: '1' }]],
  ['list_components', {}, ['list_components', {}]],
  ['list_components', { component_key: 'a' }, ['get_component', { component_key: 'a' }]],
  ['tag_person', { person: 'a', tag: 't' }, ['tag_person', { person: 'a', tag: 't' }]],
  [
    'tag_person',
    { person: 'a', tag: 't', remove: 'false' },
    ['tag_person', { person: 'a', tag: 't' }],
  ],
  [
    'tag_person',
    { person: 'a', tag: 't', remove: true },
    ['untag_person', { person: 'a', tag: 't' }],
  ],
  ['retry_send', { send_id: 1, dismiss: true }, ['dismiss_send', { send_id: 1 }]],
  [
    'save_layout',
    { name: 'A', html: '', theme_key: 3 },
    ['create_layout', { name: 'A', html: '', theme: '3' }],
  ],
  ['move_run', { run_id: '1', step: 2 }, ['move_run', { run_id: 1, step: '2' }]],
  [
    'move_run',
    { flow_key: 'a', from: '1', to: '2' },
    ['move_parked_runs', { flow_key: 'a', from: '1', to: '2' }],
  ],
])('%s %j calls the operation meant', async (name, args, expected) => {
  expect((await run(name, args)).asked).toEqual([expected]);
});

it('AGT-15 takes ids and keys in lists as beside them, and numbers as text', async () => {
  const variants = [
    { name: 'A', email: 6 },
    { name: 'B', email_id: '7', weight: '2' },
  ];
  const more = [
    { name: 'C', email_id: 'tips' },
    { name: 'D', email: 'tips', email_id: '7' },
  ];
  const exclude = { segment_ids: ['1', 2] };
  const { asked } = await run('save_broadcast', { variants: [...variants, ...more], exclude });
  expect(asked[0]?.[1]).toEqual({
    variants: [
      { name: 'A', email_id: 6 },
      { name: 'B', email_id: 7, weight: 2 },
      { name: 'C', email: 'tips' },
      { name: 'D', email: 'tips', email_id: 7 },
    ],
    exclude: { segment_ids: [1, 2] },
  });
  const email = { subject: 'New', body_markdown: 'Hello.', template_id: '4' };
  const steps = [{ email: '6', delay_amount: '2' }, { email }];
  expect((await run('save_sequence', { name: 'A', steps })).asked[0]?.[1]).toEqual({
    name: 'A',
    steps: [{ email_id: 6, delay_amount: 2 }, { email: { ...email, template_id: 4 } }],
  });
});

it.each([
  ['list_changes', { flow: 'welcome' }, 'Send resource "flows" and id "welcome" in place of flow.'],
  ['list_changes', { email_id: 4 }, 'Send resource "emails" and id "4" in place of email_id.'],
  [
    'list_changes',
    { person: 'a@b.c' },
    'Send resource "people" and id "a@b.c" in place of person.',
  ],
  ['list_changes', { layout: 2 }, 'Send resource "layouts" and id "2" in place of layout.'],
  [
    'preview_segment',
    { segment: 'vips' },
    'Call list_segments with segment for one that is saved, or send definition to preview_segment.',
  ],
  [
    'save_person',
    { language: 'de' },
    'Send it in fields, as {"language": …}, if it is a field of people.',
  ],
])('FIX-02 %s %j is led to what takes it', async (name, args, fix) => {
  const refusal = await run(name, args).catch((error: unknown) => error);
  expect((refusal as Refusal).members.errors).toMatchObject([{ code: 'key_unknown', fix }]);
});

it.each([
  ['save_theme', 'color', 'accent'],
  ['save_theme', 'brand_color', 'accent'],
  ['save_layout', 'body_html', 'html'],
  ['save_email', 'language', 'translations'],
  ['save_broadcast', 'subject', 'email.subject'],
])('FIX-01 %s names what %s most likely means', async (name, given, did_you_mean) => {
  const refusal = await run(name, { [given]: 'x' }).catch((error: unknown) => error);
  expect((refusal as Refusal).members.errors).toMatchObject([{ path: given, did_you_mean }]);
});

it('creates a flow under a key that is new, and none under an id', async () => {
  const { asked, seen } = await run(
    'save_flow',
    { flow_key: 'new', name: 'New', idempotency_key: 'k' },
    ['get_flow', 'update_flow'],
  );
  expect(asked).toEqual([
    ['get_flow', { flow_key: 'new' }],
    ['update_flow', { flow_key: 'new', name: 'New' }],
    ['create_flow', { key: 'new', name: 'New' }],
  ]);
  expect(seen.map(({ key }) => key)).toEqual([undefined, 'k', 'k:create']);
  await expect(run('save_flow', { flow_key: '99' }, ['update_flow'])).rejects.toThrow('no flow');
});

it('asks under an idempotency key for the answer of the call that made the record', async () => {
  const args = { flow_key: 'there', name: 'A', idempotency_key: 'k' };
  const repeat = await run('save_flow', args);
  expect(repeat.seen.map(({ name, key }) => [name, key])).toEqual([
    ['get_flow', undefined],
    ['create_flow', 'k:create'],
  ]);
  const change = await run('save_flow', args, ['create_flow']);
  expect(change.seen.map(({ name, key }) => [name, key]).slice(1)).toEqual([
    ['create_flow', 'k:create'],
    ['update_flow', 'k'],
  ]);
  const seen = await run('save_flow', { ...args, if_revision: 1 });
  expect(seen.asked).toEqual([['update_flow', { flow_key: 'there', name: 'A' }]]);
  const rehearsed = await run('save_flow', { ...args, dry_run: true });
  expect(rehearsed.asked).toEqual([['update_flow', { flow_key: 'there', name: 'A' }]]);
});

it('passes dry_run and idempotency_key on, apart from the arguments', async () => {
  const { answer, seen } = await run('pause_flow', {
    flow_key: 'a',
    dry_run: 'true',
    idempotency_key: 'k',
  });
  expect(seen).toEqual([{ name: 'pause_flow', input: { flow_key: 'a' }, key: 'k', dryRun: true }]);
  expect(answer).toMatchObject({ dry_run: true });
});

it('previews one format', async () => {
  expect((await run('preview_email', { email_id: 1 })).answer).toEqual({
    untrusted: { text: 'plain' },
  });
  const html = await run('preview_email', { email_id: 1, format: 'html' });
  expect(html.answer).toEqual({ untrusted: { html: '<p>' } });
});

it('reads a flow as the one format that was asked for', async () => {
  const tool = toolByName('get_flow');
  if (!tool) throw new Error('There is no get_flow.');
  const answers = async (args: object, output: object) =>
    await runTool(tool, { flow_key: 'a', ...args }, recorder([], output).call);
  const flow = { id: 1 };
  expect(await answers({}, { flow })).toEqual({ flow });
  expect(await answers({ format: 'json' }, { flow })).toEqual({ flow });
  expect(await answers({ format: 'outline' }, { flow, outline: 'x' })).toEqual({ outline: 'x' });
  expect(await answers({ format: 'mermaid' }, { flow, mermaid: 'x' })).toEqual({ mermaid: 'x' });
  expect((await run('get_flow', { flow_key: 1, format: 'svg' })).asked).toEqual([
    ['get_flow', { flow_key: '1', format: 'svg' }],
  ]);
});

it.each([
  ['get_theme', { themekey: 'a' }, 'themekey', 'Did you mean theme_key?'],
  ['list_themes', { dry_run: true }, 'dry_run', 'not an argument'],
  ['list_themes', { idempotency_key: 'k' }, 'idempotency_key', 'not an argument'],
  ['pause_flow', { flow_key: 'a', dry_run: 'maybe' }, 'dry_run', 'true or false'],
  [
    'pause_flow',
    { flow_key: 'a', idempotency_key: 'k'.repeat(200) },
    'idempotency_key',
    'text of 1',
  ],
  ['preview_email', { email_id: 1, format: 'pdf' }, 'format', 'one of text, html'],
])('%s refuses %j', async (name, args, path, message) => {
  const refusal = await run(name, args).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Refusal);
  const [error] = (refusal as Refusal).members.errors ?? [];
  expect(error).toMatchObject({ path, message: expect.stringContaining(message) });
});

it('AGM-01 leads nobody to the list of people for an address that has not confirmed yet', () => {
  const tool = toolByName('explain_delivery');
  if (!tool) throw new Error('There is no explain_delivery.');
  const detail = 'There is no person "a@b.co" yet. The sign-up by the form "x" waits.';
  const { fix, next_tool } = toolProblem(problemOf(new Refusal('not_found', detail)), tool);
  expect(fix).toMatch(/once they have confirmed/);
  expect(next_tool).toBeUndefined();
});
