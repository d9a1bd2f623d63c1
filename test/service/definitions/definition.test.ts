import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { tryLockDefinitions } from '@postroad/store/definitions/definition';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let api: Calling;

beforeAll(async () => {
  opened = await openTestService();
  api = calling(opened);
  await api.call('record_event', { email: 'ada@example.com', name: 'signed_up' });
});

afterAll(async () => {
  await opened.close();
});

type Files = Record<string, string>;
type Plan = OperationOutput<'apply_definitions'>;

async function pull(): Promise<Files> {
  return (await api.call('export_definitions', {})).files;
}

/** The changes that are some. */
function changes({ changes: all }: Plan) {
  return all.filter(({ kind }) => kind !== 'unchanged');
}

/** Paths, kinds and the codes of what is wrong. */
function told(plan: Plan) {
  return changes(plan).map(({ path, kind, errors, warnings }) => {
    const codes = [...errors, ...warnings].map(({ path: at, code }) => `${at} ${code}`);
    return [path, kind, ...codes].join(' | ');
  });
}

async function diff(files: Files): Promise<Plan> {
  return await api.call('diff_definitions', { files });
}

type Options = { prune?: boolean; force?: boolean; strict?: boolean };

async function apply(files: Files, options: Options = {}): Promise<Plan> {
  return await api.call('apply_definitions', { files, ...options });
}

async function applied(files: Files, options: Options = {}): Promise<Plan> {
  const plan = await apply(files, options);
  const faults = plan.changes.flatMap(({ errors }) => errors);
  expect([faults, plan.parse_errors, plan.ok, plan.applied]).toEqual([[], [], true, plan.changed]);
  return plan;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const match = {
  all: [
    { detail: 'plan', op: 'starts_with', value: 'pro' },
    { not: { detail: 'seats', op: 'less', value: 5 } },
  ],
};

function flow(key: string, nodes: object[], more: object = {}) {
  const definition = { trigger: { event: 'signed_up', match }, nodes };
  return json({ key, name: key, labels: [], run_policy: 'single_run', definition, ...more });
}

const link = '<a href="{{ unsubscribe_url }}">Stop</a>';

/** What every record of a type can look like; written by hand, so not yet canonical. */
const tree: Files = {
  'themes/night.json': json({
    key: 'night',
    variables: { link_color: { light: '#111', dark: '#eee' } },
  }),
  'components/sign.html': '---\nkey: sign\nname: Signature\n---\nYours, {{ account.name }}\n',
  'templates/plain.html': `---\nid: 7\nname: Plain\ntheme: night\n---\n<style>p { color: red }</style>\n<html><head></head><body>{{ content }}${link}</body></html>\n`,
  'fields/plan.json': json({ key: 'plan', type: 'string' }),
  'products/pro.json': json({ key: 'pro', name: 'Pro' }),
  'emails/hello.md':
    '---\nid: 12\nsubject: Hello\ntemplate_id: 7\nlabels: [news]\n---\nHi {{ person.first_name }} {% component "sign" %}\n',
  'segments/a.json': json({ key: 'a', definition: { type: 'in_segment', segment: 'b' } }),
  'segments/b.json': json({ key: 'b', definition: { type: 'completed_flow', flow: 'welcome' } }),
  'guards/calm.json': json({ key: 'calm', condition: { type: 'in_segment', segment: 'a' } }),
  'sequences/course.json': json({
    id: 3,
    name: 'Course',
    enabled: true,
    steps: [
      { email_id: 12, status: 'active' },
      { email_id: 12, delay_amount: 2 },
    ],
  }),
  'flows/welcome.json': flow('welcome', [
    { type: 'send_email', email_id: 12 },
    { type: 'delay', duration: { setting: 'pause' } },
    { type: 'start_sequence', sequence_id: 3 },
  ]),
  'settings.yml':
    'tunables: {pause: {unit: days, amount: 2}}\nsending.mailing_address: "Road 1\\nTown"\n',
};

/** The hand-written tree beside what an empty account has. */
async function wholeTree(): Promise<Files> {
  const { 'settings.yml': _, ...rest } = await pull();
  return { ...rest, ...tree };
}

it('DEFN-01, DEFN-02, DEFN-03, DEFN-04, DEFN-05, DEFN-07, DEFN-09, DEFN-10, DEFN-21 applies a tree whatever names what, and answers it in canonical form', async () => {
  const before = await pull();
  const whole = await wholeTree();
  const planned = await diff(whole);
  expect(await pull()).toEqual(before);
  const lines = Object.keys(tree).map((path) => `${path} | create`);
  const last = 'settings.yml | update';
  expect([told(planned), planned.changed, planned.applied]).toEqual([
    [...lines.slice(0, -1), last],
    12,
    0,
  ]);
  const done = await applied(whole);
  expect([told(done), done.applied]).toEqual([told(planned), 12]);
  const files = await pull();
  expect(await pull()).toEqual(files);
  // The tree chose the id of the one; the other one was there.
  const { templates } = await api.call('list_layouts', {});
  const first = templates.find(({ name }) => name === 'Default')?.id ?? 0;
  expect(Object.keys(files)).toEqual([
    'themes/default.json',
    'themes/night.json',
    'components/sign.html',
    ...[
      `templates/${String(first).padStart(4, '0')}-default.html`,
      'templates/0007-plain.html',
    ].sort(),
    'fields/plan.json',
    'products/pro.json',
    'emails/0012-hello.md',
    'segments/a.json',
    'segments/b.json',
    'guards/calm.json',
    'sequences/0003-course.json',
    'flows/welcome.json',
    'settings.yml',
    'profile.yml',
  ]);
  expect(files['emails/0012-hello.md']).toBe(`---
id: 12
key: hello
title: null
subject: Hello
pre_header: ""
from_address: null
labels:
  - news
template_id: 7
---

Hi {{ person.first_name }} {% component "sign" %}
`);
  expect(files['sequences/0003-course.json']).toContain('"enabled": true');
  expect(Object.keys(JSON.parse(files['flows/welcome.json'] ?? '{}'))).toEqual([
    'key',
    'name',
    'labels',
    'run_policy',
    'definition',
  ]);
  const again = await diff(files);
  expect([again.changed, again.blocked, again.notices]).toEqual([0, false, []]);
  expect((await applied(files)).applied).toBe(0);
  const { email } = await api.call('create_email', { subject: 'Later' });
  expect(email.id).toBeGreaterThan(12);
  await api.call('delete_email', { email_id: email.id, permanent: true });
});

it('DEFN-12, DEFN-13, DEFN-14, DEFN-18 tells what would change, by key and id and never by file name', async () => {
  const files = await pull();
  const { 'emails/0012-hello.md': email = '', 'flows/welcome.json': welcome = '', ...rest } = files;
  const edited = welcome.replace('"name": "welcome"', '"name": "Welcome!"');
  const next: Files = {
    ...rest,
    'emails/another-name.md': email,
    'flows/x.json': edited,
    'emails/new.md': '---\nsubject: "New: one"\n---\nHi\n',
  };
  delete next['guards/calm.json'];
  const plan = await diff(next);
  expect(changes(plan)).toMatchObject([
    {
      path: 'emails/new.md',
      kind: 'create',
      type: 'email',
      label: 'New: one',
      summary: ['New email'],
    },
    {
      path: 'guards/calm.json',
      kind: 'absent',
      type: 'guard',
      summary: ['Has no file; it stays as it is'],
    },
    {
      path: 'flows/x.json',
      kind: 'update',
      type: 'flow',
      label: 'Welcome!',
      summary: ['name: "welcome" → "Welcome!"'],
      errors: [],
    },
  ]);
  expect([plan.changed, plan.blocked, plan.ok, plan.applied]).toEqual([2, false, true, 0]);
});

it('SPEC-15 says why a changed flow is not rehearsed where there is nobody', async () => {
  const empty = await openTestService();
  try {
    const files = { 'flows/next.json': flow('next', [{ type: 'add_tag', tag: 'met' }]) };
    const { output } = await empty.service.invoke('diff_definitions', { files }, empty);
    const reason = expect.stringContaining('nobody to rehearse with');
    expect(output.dry_runs).toMatchObject([
      { flow: 'next', triggered: null, person: null, steps: [], reason },
    ]);
  } finally {
    await empty.close();
  }
});

it('DEFN-15 rehearses each changed flow with a real person whose event satisfies its trigger', async () => {
  await api.call('upsert_person', { email: 'ada@example.com' });
  const files = await pull();
  const next = {
    ...files,
    'flows/next.json': flow('next', [
      { type: 'send_email', email_id: 12 },
      { type: 'add_tag', tag: 'met' },
    ]),
  };
  const plan = await diff(next);
  expect(plan.dry_runs).toMatchObject([
    {
      flow: 'next',
      triggered: true,
      person: { email: 'ada@example.com' },
      event: { name: 'signed_up', details: { plan: 'pro' } },
      steps: [{ would: 'Queue email 12, "Hello"' }, { would: 'Add the tag "met"' }],
      problems: expect.arrayContaining([
        expect.objectContaining({ code: 'tag_new', severity: 'warning' }),
      ]),
    },
  ]);
});

it('VER-04, DEFN-12 the old timeout of a gate is migrated by a push, which warns of it', async () => {
  const files = await pull();
  const wait_for = { event: { name: 'signed_up', occurrence: 'next_occurrence' } };
  const timeout = { duration: { amount: 1, unit: 'days' }, steps: [{ type: 'exit_flow' }] };
  const next = { ...files, 'flows/next.json': flow('next', [{ type: 'gate', wait_for, timeout }]) };
  const plan = await diff(next);
  const [change] = plan.changes.filter(({ path }) => path === 'flows/next.json');
  expect(change?.warnings).toMatchObject([
    { code: 'gate_timeout_legacy', path: 'nodes[0].timeout', node: '1-gate', severity: 'warning' },
  ]);
  expect(plan.dry_runs).toMatchObject([
    { steps: [{ would: 'Wait for the event "signed_up", 1 day at most' }] },
  ]);
});

it('DEFN-15 a match that no details satisfy is said to be so', async () => {
  await api.call('upsert_person', { email: 'ada@example.com' });
  const match = {
    all: ['a', 'b'].map((value) => ({ detail: 'plan', op: 'equals', value })),
  };
  const trigger = { event: 'signed_up', match };
  const definition = { trigger, node_counter: 1, nodes: [{ id: 1, type: 'exit_flow' }] };
  const record = { key: 'never', name: 'Never', labels: [], run_policy: 'single_run', definition };
  const plan = await diff({ ...(await pull()), 'flows/never.json': json(record) });
  expect(plan.dry_runs).toMatchObject([
    { triggered: null, reason: 'No details were found that satisfy the match of the trigger.' },
  ]);
});

it('DEFN-19 answers a blocked tree with 200, and with 409 and the same members where that is asked', async () => {
  const files = { ...(await pull()), 'flows/lost.json': '{"key": "lost",\n  "name": }\n' };
  const plan = await apply(files);
  expect(plan.blocked).toBe(true);
  await expect(apply(files, { strict: true })).rejects.toMatchObject({
    code: 'conflict',
    members: plan,
  });
  const whole = await apply(await pull(), { strict: true });
  expect([whole.blocked, whole.changed]).toEqual([false, 0]);
});

it('DEFN-17, DEFN-19, ERR-06 blocks what cannot be read and what has errors, and stores nothing', async () => {
  const files = await pull();
  const next = {
    ...files,
    'flows/broken.json': '{"key": "broken",\n  "name": }\n',
    'flows/lost.json': flow('lost', [{ type: 'send_email', email_id: 99 }]),
    'emails/0012-hello.md': (files['emails/0012-hello.md'] ?? '').replace(
      '{{ person',
      '{{ person |',
    ),
    'segments/odd.json': json({ key: 'odd', definition: { type: 'has_tag' }, colour: 1 }),
    'settings.yml': 'send_windows:\n  rules:\n    - start: "25:00"\n',
  };
  const plan = await apply(next, { force: true });
  expect([plan.ok, plan.blocked, plan.applied]).toEqual([false, true, 0]);
  expect(plan.parse_errors).toEqual([
    {
      path: 'flows/broken.json',
      line: 2,
      column: 11,
      code: 'json_malformed',
      message: 'This is not JSON: "}" is where a value should be.',
      fix: 'Correct the JSON at this place.',
    },
  ]);
  expect(told(plan)).toEqual([
    'emails/0012-hello.md | update | body_markdown liquid_syntax',
    'segments/odd.json | create | colour key_unknown',
    'flows/lost.json | create | nodes[0].email_id email_unknown',
    'settings.yml | update | settings.send_windows.rules[0].days setting_invalid | settings.send_windows.rules[0].start setting_invalid',
  ]);
  expect(await pull()).toEqual(files);
});

it('DEFN-17 refuses a tree of too many files', async () => {
  const many = Array.from({ length: 20_001 }, (_, index) => [`flows/${index}.json`, '{}']);
  const refusal = await api.refused('diff_definitions', { files: Object.fromEntries(many) });
  expect(refusal.detail).toBe('files: A tree has 20000 files at most.');
});

it('DEFN-16, DEFN-23 notices what was broken before, and lets the push through', async () => {
  await api.call('create_flow', {
    key: 'old',
    definition: { trigger: { event: 'x' }, nodes: [{ type: 'send_email', email_id: 4711 }] },
  });
  const files = await pull();
  const plan = await applied({ ...files, 'products/max.json': json({ key: 'max' }) });
  expect(plan.notices).toMatchObject([
    {
      path: 'flows/old.json',
      type: 'flow',
      errors: [{ code: 'email_unknown', path: 'nodes[0].email_id' }],
    },
  ]);
  const bad = await diff({ ...files, 'settings.yml': 'sending.mailing_adress: x\n' });
  expect(told(bad)).toContain(
    'settings.yml | update | settings.sending.mailing_adress setting_invalid',
  );
});

it('DEFN-20 blocks a push that frees or reuses ids of steps, unless forced', async () => {
  const files = await pull();
  const next = { ...files, 'flows/welcome.json': flow('welcome', [{ type: 'exit_flow' }]) };
  const plan = await apply(next);
  expect([plan.ok, plan.applied, told(plan)[0]]).toEqual([
    false,
    0,
    'flows/welcome.json | update | nodes node_id_freed | nodes node_id_freed | nodes node_id_freed',
  ]);
  // FIX-02 moving people would not let the push through.
  const fixes = plan.changes.flatMap(({ warnings }) => warnings.map(({ fix }) => fix));
  for (const fix of fixes) expect(fix).toMatch(/use force to store it/);
  expect(await pull()).toEqual(files);
  const forced = await apply(next, { force: true });
  expect([forced.ok, forced.applied]).toEqual([true, 1]);
});

it('DEFN-20 takes a file without ids, which was pushed before, for the steps of the same names', async () => {
  const wait = { name: 'Wait', type: 'delay', duration: { amount: 1, unit: 'days' } };
  const tag = { name: 'Tag', type: 'add_tag', tag: 'new' };
  const more = { ...tag, name: 'More' };
  const tree = (...nodes: object[]) => ({ 'flows/by-hand.json': flow('by-hand', nodes) });
  expect((await apply(tree(wait, tag))).ok).toBe(true);
  expect((await apply(tree(wait, tag))).applied).toBe(0);
  const longer = { ...wait, duration: { amount: 2, unit: 'days' } };
  expect((await apply(tree(longer, more, tag))).ok).toBe(true);
  const ids = (await api.call('get_flow', { flow_key: 'by-hand' })).flow.steps.map(
    ({ step_id }) => step_id,
  );
  expect(ids).toEqual(['by-hand.1-wait', 'by-hand.3-more', 'by-hand.2-tag']);
  const other = await apply(tree(longer, more, { ...tag, name: 'Mark' }));
  expect(other.ok).toBe(false);
  const line = told(other).find((text) => text.startsWith('flows/by-hand.json'));
  expect(line).toContain('node_id_freed');
});

it('DEFN-11, DEFN-22 removes what has no file only with prune; emails are archived, and flows people ran through stay', async () => {
  await api.call('activate_flow', { flow_key: 'welcome' });
  await api.call('record_event', {
    email: 'ada@example.com',
    name: 'signed_up',
    details: { plan: 'pro', seats: 9 },
  });
  const files = await pull();
  const keep = Object.entries(files).filter(
    ([path]) => !/calm|course|segments|hello|welcome|max/.test(path),
  );
  const next = Object.fromEntries(keep);
  expect((await applied(next)).applied).toBe(0);
  expect(await pull()).toEqual(files);
  const refused = await apply(next, { prune: true });
  expect([refused.ok, refused.applied]).toEqual([false, 0]);
  const kept = changes(refused).find(({ path }) => path === 'flows/welcome.json');
  expect(kept?.errors).toMatchObject([
    {
      code: 'cannot_be_removed',
      message: 'People ran through the flow "welcome", so it stays. Pause it instead.',
    },
  ]);
  expect(kept?.summary).toEqual(['Has no file; it stays as it is']);
  expect(await pull()).toEqual(files);
  const idle = flow('welcome', [{ type: 'exit_flow' }]);
  const rest = { ...next, 'flows/welcome.json': files['flows/welcome.json'] ?? idle };
  const done = await apply(rest, { prune: true });
  expect(told(done)).toEqual([
    'products/max.json | absent',
    'emails/0012-hello.md | absent',
    'segments/a.json | absent',
    'segments/b.json | absent',
    'guards/calm.json | absent',
    'sequences/0003-course.json | absent',
  ]);
  expect([done.ok, done.applied, done.changed]).toEqual([true, 6, 6]);
  expect(await pull()).toEqual(rest);
  expect((await api.call('get_email', { email_id: 12 })).email.archived).toBe(true);
  const hello = (tree['emails/hello.md'] ?? '').replace('---\n', '---\nrestore: true\n');
  const back = await applied({ ...rest, 'emails/hello.md': hello });
  expect(changes(back)).toMatchObject([
    { kind: 'update', summary: ['Brought back from the archive'] },
  ]);
  expect((await pull())['emails/0012-hello.md']).toBe(files['emails/0012-hello.md']);
});

it('DEFN-07 names segments by their keys, wherever a condition has their ids', async () => {
  const { segment } = await api.call('create_segment', {
    key: 'named',
    definition: { type: 'has_tag', tag: 'x' },
  });
  const condition = { not: { type: 'in_segment', segment_id: segment.id } };
  await api.call('create_guard', { key: 'by-id', condition });
  const nodes = [{ type: 'if_else', condition, then: [{ type: 'exit_flow' }], else: [] }];
  await api.call('create_flow', { key: 'by-id', definition: { trigger: { event: 'x' }, nodes } });
  const files = await pull();
  for (const path of ['guards/by-id.json', 'flows/by-id.json']) {
    expect(files[path]).toContain('"segment": "named"');
    expect(files[path]).not.toContain('segment_id');
  }
  expect((await diff(files)).changed).toBe(0);
});

it('DEFN-10 tells a second apply that another one is under way, and loses neither', async () => {
  const files = await pull();
  const product = (name: string) => ({
    ...files,
    'products/twice.json': json({ key: 'twice', name }),
  });
  const refusal = await transaction(opened.database, {}, async (tx) => {
    // The embedded database lets nobody in meanwhile, so that there each waits for the other.
    if (databaseKind() === 'embedded') return null;
    expect(await tryLockDefinitions(tx)).toBe(true);
    return await api.refused('apply_definitions', { files: product('Never') });
  });
  if (refusal)
    expect([refusal.code, refusal.detail]).toEqual([
      'conflict',
      expect.stringContaining('another apply'),
    ]);
  const both = await Promise.allSettled([apply(product('One')), apply(product('Two'))]);
  const done = both.filter(({ status }) => status === 'fulfilled');
  expect(done.length).toBeGreaterThan(0);
  expect((await pull())['products/twice.json']).toMatch(/"name": "(One|Two)"/);
});

it('DEFN-10 plans again where the account changes before its locks are there', async () => {
  const files = await pull();
  const tree = { ...files, 'emails/fresh.md': '---\nsubject: Fresh\n---\n\nHi\n' };
  const [plan] = await Promise.all([
    apply(tree),
    api.call('update_product', { product_key: 'twice', name: 'Changed' }),
  ]);
  expect(plan.ok).toBe(true);
  const after = await pull();
  expect(Object.keys(after).some((path) => path.endsWith('-fresh.md'))).toBe(true);
  await applied(files, { prune: true });
});

it('DEFN-06, DEFN-08 exports no people, events, sends, money, credentials or broadcasts', async () => {
  const secret = 'quetzal';
  const { person } = await api.call('upsert_person', {
    email: `${secret}@example.com`,
    first_name: secret,
  });
  await api.call('record_event', {
    email: person.email,
    name: 'purchased',
    details: { external_id: secret, product: 'pro', amount_cents: 100 },
  });
  await api.call('create_token', { name: secret, scope: 'read' });
  await api.call('create_segment', {
    key: 'all',
    definition: { type: 'subscribed_on', op: 'greater', value: '2000-01-01' },
  });
  const { segment } = await api.call('get_segment', { segment_key: 'all' });
  await api.call('create_broadcast', {
    name: secret,
    segment_id: segment.id,
    email_source: 'scratch',
  });
  const files = await pull();
  expect(JSON.stringify(files)).not.toContain(secret);
  expect(Object.keys(files).filter((path) => path.startsWith('emails/'))).toHaveLength(2);
});

it('SAFE-23, SAFE-25 a prune of a theme in use names the layouts and what blocks, with and without a dry run', async () => {
  await api.call('create_theme', { name: 'second' });
  await api.call('create_layout', { name: 'Seconded', html: '{{ content }}', theme: 'second' });
  const files = await pull();
  for (const key of ['default', 'second']) {
    const { [`themes/${key}.json`]: gone, ...next } = files;
    expect(gone).toBeDefined();
    for (const call of [api.call, api.dryRun]) {
      const plan = await call('apply_definitions', { files: next, prune: true });
      const path = `themes/${key}.json`;
      expect(plan).toMatchObject({ blocked: true, blocked_by: [path], applied: 0 });
      expect(plan.changes.filter((change) => change.blocks).map((one) => one.path)).toEqual([path]);
      if (key === 'second') {
        expect(plan.changes.find((one) => one.path === path)?.errors).toMatchObject([
          { code: 'in_use', message: expect.stringContaining('"Seconded"') },
        ]);
      }
    }
  }
  expect(await pull()).toEqual(files);
});

it('SAFE-23 a prune that leaves no theme or no layout is blocked', async () => {
  const { files } = await api.call('export_definitions', {});
  for (const folder of ['themes/', 'templates/']) {
    const kept = Object.entries(files).filter(([path]) => !path.startsWith(folder));
    const gone = Object.keys(files).filter((path) => path.startsWith(folder));
    for (const call of [api.call, api.dryRun]) {
      const next = { files: Object.fromEntries(kept), prune: true };
      const plan = await call('apply_definitions', next);
      expect(plan).toMatchObject({ blocked: true, applied: 0 });
      const faulty = plan.changes.filter(({ errors }) => errors.length > 0);
      expect(faulty.map(({ path }) => path)).toEqual(plan.blocked_by);
      for (const { path } of faulty) expect(gone).toContain(path);
    }
  }
});

it.each([
  ['a key of another kind', (held: object) => ({ ...held, foo: 1 }), 'foo key_unknown'],
  ['a name that is no text', (held: object) => ({ ...held, name: null }), 'name type_invalid'],
  ['no definition', (held: object) => ({ ...held, definition: undefined }), 'definition required'],
])('DEFN-19 a file of a stored flow with %s is an error of that file', async (_, wrong, fault) => {
  const path = 'flows/misread.json';
  await api.call('create_flow', { key: 'misread', name: 'Misread' });
  const files = await pull();
  const text = json(wrong(JSON.parse(files[path] ?? '')));
  for (const plan of [
    await diff({ ...files, [path]: text }),
    await apply({ ...files, [path]: text }),
  ]) {
    expect(told(plan)).toEqual([`${path} | update | ${fault}`]);
    expect([plan.blocked_by, plan.applied]).toEqual([[path], 0]);
  }
  await api.call('delete_flow', { flow_key: 'misread' });
});

it.each<[what: string, misread: string, text: string, naming: Files]>([
  [
    'an email',
    'emails/unwritten.md',
    '---\nkey: unwritten\nsubject: Hi\nlabels: 5\n---\nHi\n',
    {
      'sequences/mind.json': json({ key: 'mind', name: 'Mind', steps: [{ email: 'unwritten' }] }),
      'flows/mind.json': flow('mind', [{ name: 'Say', type: 'send_email', email: 'unwritten' }]),
      'tests/mind/one.yml':
        'events:\n  - {at: 2026-03-02T10:00:00Z, name: signed_up}\nclock: 2026-03-02T10:00:00Z\n' +
        'expect:\n  sends: [{email: unwritten, at: 2026-03-02T10:00:00Z}]\n',
      'forms/mind.json': json({ key: 'mind', confirm_email: 'unwritten' }),
    },
  ],
  [
    'a component',
    'components/unwritten.html',
    '---\nkey: unwritten\nfoo: 1\n---\n<p>Hi</p>\n',
    { 'emails/mind.md': '---\nsubject: Mind\n---\n{% component "unwritten" %}\n' },
  ],
  [
    'a theme',
    'themes/unwritten.json',
    json({ key: 'unwritten', foo: 1 }),
    {
      'templates/mind.html': `---\nname: Mind\ntheme: unwritten\n---\n<html><body>{{ content }}${link}</body></html>\n`,
      'components/mind.html':
        '---\nkey: mind\n---\n<p style="color: {{ theme.unwritten.link_color.light }}">Hi</p>\n',
    },
  ],
  [
    'a layout',
    'templates/new.html',
    `---\nkey: unwritten\nname: Fresh\nfoo: 1\n---\n<html><body>{{ content }}${link}</body></html>\n`,
    { 'emails/mind.md': '---\nsubject: Mind\ntemplate: unwritten\n---\nHi\n' },
  ],
  [
    'a segment',
    'segments/unwritten.json',
    json({ key: 'unwritten', nme: 'F', definition: { type: 'has_tag', tag: 'a' } }),
    {
      'guards/mind.json': json({
        key: 'mind',
        condition: { type: 'in_segment', segment: 'unwritten' },
      }),
    },
  ],
  [
    'a flow',
    'flows/unwritten.json',
    json({
      key: 'unwritten',
      labls: [],
      definition: { trigger: { event: 'signed_up' }, nodes: [] },
    }),
    { 'tests/unwritten/one.yml': 'clock: 2026-03-02T10:00:00Z\nexpect: {ends: completed}\n' },
  ],
  [
    'settings',
    'settings.yml',
    'tunables: {unwritten: {amount: 3, unit: days}}\nprivacy.store_ip: hshed\n',
    {
      'flows/mind.json': flow('mind', [
        { name: 'Wait', type: 'delay', duration: { setting: 'unwritten' } },
      ]),
    },
  ],
])(
  'DEFN-19, WORD-05 what names %s of a file with an error is not called faulty too',
  async (_, path, text, naming) => {
    const files = { ...(await pull()), [path]: text, ...naming };
    const plan = await diff(files);
    const faulty = plan.changes.filter(({ errors }) => errors.length > 0);
    expect(faulty.map((one) => [one.path, one.errors])).toEqual([[path, [expect.anything()]]]);
    expect([plan.parse_errors, plan.blocked_by]).toEqual([[], [path]]);
  },
);

it('FILE-05, DEFN-19 a file of two records that cannot be read is refused with what is wrong', async () => {
  const { email } = await api.call('create_email', {
    key: 'ours',
    subject: 'O',
    body_markdown: 'O',
  });
  await applied({
    ...(await pull()),
    'sequences/ours.json': json({ key: 'ours', name: 'Ours', steps: [{ email_id: email.id }] }),
  });
  const held = await pull();
  const path = `emails/${String(email.id).padStart(4, '0')}-o.md`;
  const text = (held[path] ?? '').replace('key: ours', 'key: theirs\nfoo: 1');
  const files = { ...held, [path]: text };
  for (const plan of [await diff(files), await apply(files, { force: true })]) {
    expect([plan.blocked_by, plan.applied]).toEqual([[path], 0]);
    expect(told(plan)).toEqual([`${path} | create | id id_of_another | foo key_unknown`]);
  }
});

it('FILE-03, FILE-18 a file by key may name an archived email, and a form that did so is unchanged', async () => {
  const link = '[Yes]({{ confirm_url }})';
  const words = { key: 'gone', kind: 'transactional', subject: 'G', body_markdown: link } as const;
  const { email } = await api.call('create_email', words);
  await api.call('create_form', { key: 'early', name: 'Early', confirm_email_id: email.id });
  await api.call('delete_email', { email_id: email.id });
  const { files } = await api.call('export_definitions', { by_key: true });
  expect(JSON.parse(files['forms/early.json'] ?? '')).toMatchObject({ confirm_email: 'gone' });
  expect(told(await diff(files))).toEqual([]);
  for (const named of [{ confirm_email: 'gone' }, { confirm_email_id: email.id }]) {
    const plan = await diff({ ...files, 'forms/late.json': json({ key: 'late', ...named }) });
    expect(told(plan)).toEqual(['forms/late.json | create | confirm_email_id email_archived']);
  }
});

it('DEFN-19 what a record cannot hold of its file is an error, even where nothing else of it changes', async () => {
  const files = await pull();
  const cases: [path: string, from: RegExp, to: string, code: string][] = [
    ['themes/default.json', /"variables": \{/, '"variables": {"nope": "x",', 'unknown_variable'],
    [
      Object.keys(files).find((path) => path.startsWith('emails/')) ?? '',
      /^from_address: .*$/m,
      'from_address: nobody',
      'address_invalid',
    ],
  ];
  for (const [path, from, to, code] of cases) {
    const text = (files[path] ?? '').replace(from, to).replace(',}', '}');
    expect(text).not.toBe(files[path]);
    const plan = await diff({ ...files, [path]: text });
    expect({ path, told: told(plan) }).toEqual({ path, told: [expect.stringContaining(code)] });
    expect(plan.blocked_by).toEqual([path]);
  }
});
