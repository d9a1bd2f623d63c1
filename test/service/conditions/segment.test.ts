import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { segmentCounter } from '@postroad/service/conditions/count-segments';
import { findSegmentCounts } from '@postroad/store/conditions/segment-count';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let call: Calling['call'];
let dryRun: Calling['dryRun'];
let refused: Calling['refused'];

beforeAll(async () => {
  opened = await openTestService();
  ({ call, dryRun, refused } = calling(opened));
  for (const [name, plan, tags] of [
    ['ada', 'pro', ['customer', 'beta']],
    ['bob', 'pro', ['customer']],
    ['cyd', 'free', ['beta']],
    ['dan', 'free', []],
  ] as const) {
    const person = { fields: { plan }, tags: [...tags] };
    await call('record_event', { email: `${name}@example.com`, name: 'seen', person });
  }
  await call('update_person', { person: 'bob@example.com', unsubscribed: true });
});

afterAll(() => opened.close());

const tagged = (tag: string) => ({ type: 'has_tag', tag });
const plan = (value: string) => ({ type: 'field', field: 'plan', op: 'equals', value });
const inside = (segment: string) => ({ type: 'in_segment', segment });

let made = 0;
async function segment(definition: object, key = `made-${++made}`) {
  return (await call('create_segment', { key, definition: { ...definition } })).segment;
}

async function membersOf(segment_key: string): Promise<string[]> {
  const { people } = await call('list_segment_people', { segment_key });
  return people.map(({ email }) => email.split('@')[0] ?? '');
}

it('is created, read by key and id, changed and deleted', async () => {
  const definition = { all: [tagged('Customer '), plan('pro')] };
  const created = await call('create_segment', {
    name: 'Größte Kunden',
    description: ' Worth a letter ',
    definition,
  });
  const row = {
    id: expect.any(Number),
    key: 'grosste-kunden',
    name: 'Größte Kunden',
    description: 'Worth a letter',
    definition,
    revision: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  };
  expect(created).toEqual({ segment: { ...row, key: created.segment.key }, warnings: [] });
  const segment_key = created.segment.key;
  const read = await call('get_segment', { segment_key });
  expect(read.segment).toEqual({
    ...created.segment,
    ...{ count: 2, sendable: 1, counted_at: expect.any(String) },
    counted_ms: expect.any(Number),
    where_used: { segments: [], flows: [], guards: [], broadcasts: [], settings: [] },
  });
  const byId = await call('get_segment', { segment_key: String(created.segment.id) });
  expect(byId.segment).toMatchObject({ key: segment_key, count: 2 });
  const { segments } = await call('list_segments', {});
  expect(segments).toContainEqual({
    ...created.segment,
    ...{ count: 2, counted_at: expect.any(String) },
  });
  const changed = await call('update_segment', { segment_key, definition: plan('free') });
  expect(changed.segment).toMatchObject({ name: 'Größte Kunden', definition: plan('free') });
  expect(await membersOf(segment_key)).toEqual(['dan', 'cyd']);
  const renamed = await call('update_segment', { segment_key, name: 'Free', description: '' });
  expect(renamed.segment).toMatchObject({
    name: 'Free',
    description: '',
    definition: plan('free'),
  });
  expect(await dryRun('delete_segment', { segment_key })).toEqual({ deleted: true });
  expect(await call('delete_segment', { segment_key })).toEqual({ deleted: true });
  for (const name of ['get_segment', 'delete_segment', 'list_segment_people'] as const) {
    expect((await refused(name, { segment_key })).code).toBe('not_found');
  }
});

it('has a key of its own, which is given or made of the name', async () => {
  const keys = [];
  for (const name of ['Twin', 'twin!', '2024', '✨', 'x'.repeat(200)]) {
    keys.push((await call('create_segment', { name, definition: tagged('beta') })).segment.key);
  }
  expect(keys).toEqual(['twin', 'twin-2', 'segment-2024', 'segment', 'x'.repeat(80)]);
  const { segment: given } = await call('create_segment', {
    key: 'given_key',
    definition: tagged('beta'),
  });
  expect(given).toMatchObject({ key: 'given_key', name: 'given_key', description: '' });
  const again = await refused('create_segment', { key: 'given_key', definition: tagged('beta') });
  expect(again.code).toBe('conflict');
  for (const [input, path] of [
    [{ definition: tagged('beta') }, 'name'],
    [{ key: '12', definition: tagged('beta') }, 'key'],
    [{ key: 'Given', definition: tagged('beta') }, 'key'],
    [{ key: 'none' }, 'definition'],
    [{ key: 'none', definition: [tagged('beta')] }, 'definition'],
  ] as const) {
    expect(pathsOf(await refused('create_segment', input))).toEqual([path]);
  }
});

it.each<[what: string, definition: object, path: string, code: string]>([
  ['no type', {}, 'definition.type', 'condition_type_unknown'],
  ['an empty group', { all: [] }, 'definition.all', 'condition_group_empty'],
  [
    'two groups',
    { all: [tagged('a')], any: [tagged('a')] },
    'definition.any',
    'condition_keys_unknown',
  ],
  ['a list under not', { not: [tagged('a')] }, 'definition.not', 'condition_malformed'],
  [
    'a deep fault',
    { any: [tagged('a'), { not: { all: [tagged('b'), { type: 'has_tag' }] } }] },
    'definition.any[1].not.all[1].tag',
    'condition_key_missing',
  ],
  [
    'an unknown field',
    { type: 'field', field: 'nope', op: 'blank' },
    'definition.field',
    'field_unknown',
  ],
  ['an unknown segment', inside('nowhere'), 'definition.segment', 'segment_unknown'],
])('refuses %s with the path into the tree', async (_, definition, path, code) => {
  const { code: status, members } = await refused('create_segment', { key: 'faulty', definition });
  expect(status).toBe('validation_failed');
  expect(members.errors?.[0]).toMatchObject({ path, code, message: expect.any(String) });
  const preview = await refused('preview_segment', { definition });
  expect(preview.members.errors).toEqual(members.errors);
});

it('stores the canonical form, and warns of what nothing has yet', async () => {
  const { segment: stored, warnings } = await call('create_segment', {
    key: 'odd-order',
    definition: { any: [{ tag: 'Nobody yet', type: 'has_tag' }, plan('free')] },
  });
  expect(JSON.stringify(stored.definition)).toBe(
    '{"any":[{"type":"has_tag","tag":"Nobody yet"},{"type":"field","field":"plan","op":"equals","value":"free"}]}',
  );
  expect(warnings.map(({ path, code }) => [path, code])).toEqual([
    ['definition.any[0].tag', 'condition_tag_unknown'],
  ]);
});

it('previews a definition with count and sample, and saves nothing', async () => {
  const before = (await call('list_segments', {})).segments.length;
  const seen = await call('preview_segment', { definition: tagged('CUSTOMER') });
  expect(seen).toEqual({
    ...{ count: 2, sendable: 1, counted_at: expect.any(String), counted_ms: expect.any(Number) },
    sample: [
      expect.objectContaining({ email: 'bob@example.com', unsubscribed: true, tags: ['customer'] }),
      expect.objectContaining({ email: 'ada@example.com', tags: ['customer', 'beta'] }),
    ],
    warnings: [],
  });
  const nobody = await call('preview_segment', { definition: plan('none') });
  expect(nobody).toMatchObject({ count: 0, sendable: 0, sample: [] });
  expect((await call('list_segments', {})).segments).toHaveLength(before);
});

it('CND2-03 finds the domain of an address in any case, as it is written in a segment', async () => {
  const of = (value: string) => ({ type: 'field', field: 'email_domain', op: 'equals', value });
  const { count } = await call('preview_segment', { definition: of('example.com') });
  expect(count).toBeGreaterThan(0);
  const shouted = await call('preview_segment', { definition: of(' Example.COM') });
  expect(shouted.count).toBe(count);
});

it('holds the suppressed too, counted apart from those who can be sent to', async () => {
  const suppressed = await call('preview_segment', { definition: { type: 'suppressed' } });
  expect(suppressed).toMatchObject({ count: 1, sendable: 0 });
  const others = await call('preview_segment', { definition: { not: { type: 'suppressed' } } });
  expect(others).toMatchObject({ count: 3, sendable: 3 });
});

it('lists its people newest first, in pages, and narrows the list of people', async () => {
  const { key, id } = await segment({ any: [tagged('customer'), tagged('beta')] });
  const pages: string[][] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: OperationOutput<'list_segment_people'> = await call('list_segment_people', {
      segment_key: key,
      limit: 2,
      ...(cursor ? { cursor } : {}),
    });
    pages.push(page.people.map(({ email }) => email));
    cursor = page.next_cursor;
  }
  expect(pages).toEqual([['cyd@example.com', 'bob@example.com'], ['ada@example.com']]);
  const listed = async (input: object) =>
    (await call('list_people', input)).people.map(({ email }) => email.split('@')[0]);
  expect(await listed({ segment: key })).toEqual(['cyd', 'bob', 'ada']);
  expect(await listed({ segment: String(id), tag: 'customer' })).toEqual(['bob', 'ada']);
  expect(await listed({ segment: key, q: 'AD' })).toEqual(['ada']);
  expect(await listed({ segment: key, q: 'dan' })).toEqual([]);
  expect((await refused('list_people', { segment: 'nowhere' })).code).toBe('not_found');
});

it('narrows an export, of which the file and its pages agree', async () => {
  const { key } = await segment({ all: [tagged('customer'), { not: plan('free') }] });
  const streamed = async (input: object) => {
    let text = '';
    for await (const piece of await opened.service.stream('export_people', input, opened)) {
      text += piece;
    }
    return text;
  };
  const file = await streamed({ format: 'ndjson', segment: key });
  const emails = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).email);
  expect(emails).toEqual(['ada@example.com', 'bob@example.com']);
  let paged = '';
  let cursor: string | undefined;
  do {
    const page: OperationOutput<'export_people'> = await call('export_people', {
      ...{ format: 'ndjson', segment: key, limit: 1 },
      ...(cursor ? { cursor } : {}),
    });
    paged += page.content;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toBe(file);
  expect(await streamed({ format: 'ndjson', segment: key, tag: 'beta' })).toContain('ada@');
  expect((await refused('export_people', { segment: 'nowhere' })).code).toBe('not_found');
  await expect(streamed({ segment: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' });
});

it('COND-15 nests by key and by id, always live', async () => {
  const inner = await segment(tagged('beta'));
  const byKey = await segment({ all: [inside(inner.key), plan('pro')] });
  const byId = await segment({ not: { type: 'in_segment', segment_id: inner.id } });
  expect(await membersOf(byKey.key)).toEqual(['ada']);
  expect(await membersOf(byId.key)).toEqual(['dan', 'bob']);
  await call('update_segment', { segment_key: inner.key, definition: tagged('customer') });
  expect(await membersOf(byKey.key)).toEqual(['bob', 'ada']);
  expect(await membersOf(byId.key)).toEqual(['dan', 'cyd']);
  const { where_used } = (await call('get_segment', { segment_key: inner.key })).segment;
  expect(where_used.segments.map(({ key }) => key)).toEqual([byKey.key, byId.key]);
});

it('refuses circles, and names the way round', async () => {
  const first = await segment(tagged('beta'));
  const second = await segment(inside(first.key));
  const third = await segment({ not: inside(second.key) });
  for (const definition of [
    inside(third.key),
    { type: 'in_segment', segment_id: third.id },
    { all: [tagged('beta'), inside(first.key)] },
  ]) {
    const refusal = await refused('update_segment', { segment_key: first.key, definition });
    expect(refusal.code).toBe('validation_failed');
    expect(refusal.members.errors?.[0]).toMatchObject({ code: 'segment_cycle' });
    expect(refusal.detail).toMatch(new RegExp(`circle: .*${first.key}`));
  }
  const whole = await refused('update_segment', {
    segment_key: first.key,
    definition: inside(third.key),
  });
  expect(whole.detail).toContain(`${third.key} → ${second.key} → ${first.key} → ${third.key}`);
  expect(await membersOf(first.key)).toEqual(['cyd', 'ada']);
});

it('closes no circle where many are saved at once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const ring: { key: string }[] = [];
    for (let at = 0; at < 4; at += 1) ring.push(await segment(tagged('beta')));
    const answers = await Promise.all(
      ring.map((one, at) =>
        call('update_segment', {
          segment_key: one.key,
          definition: inside(ring[(at + 1) % ring.length]?.key ?? ''),
        }).catch((error: unknown) => error),
      ),
    );
    const refusals = answers.filter((answer) => answer instanceof Refusal);
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatchObject({ members: { errors: [{ code: 'segment_cycle' }] } });
  }
});

it('nests only so deep, also where the depth is added below', async () => {
  let top = await segment(tagged('beta'));
  const lowest = top;
  for (let depth = 1; depth < limits.segmentDepth; depth += 1) top = await segment(inside(top.key));
  const above = await refused('create_segment', { key: 'too-deep', definition: inside(top.key) });
  expect(above.members.errors?.[0]).toMatchObject({ code: 'segment_too_deep' });
  const other = await segment(tagged('customer'));
  const below = await refused('update_segment', {
    segment_key: lowest.key,
    definition: inside(other.key),
  });
  expect(below.members.errors?.[0]).toMatchObject({ code: 'segment_too_deep' });
});

it('is not deleted while a segment or a flow names it', async () => {
  const held = await segment(tagged('beta'));
  const holder = await segment({ any: [plan('pro'), inside(held.key)] });
  const condition = { type: 'in_segment', segment_id: held.id };
  const { flow } = await call('create_flow', {
    key: 'asks-segment',
    name: 'Asks',
    definition: {
      trigger: { event: 'seen' },
      nodes: [
        { id: 4, name: 'Beta', slug: 'beta', type: 'if_else', condition, then: [], else: [] },
      ],
    },
  });
  await call('activate_flow', { flow_key: 'asks-segment' });
  const refusal = await refused('delete_segment', { segment_key: held.key });
  expect(refusal.code).toBe('in_use');
  expect(refusal.detail).toContain(`the flow "asks-segment", the segment "${holder.key}"`);
  expect(refusal.members.holders).toEqual([
    { kind: 'flow', id: flow.id, key: 'asks-segment', name: 'Asks', status: 'live' },
    { kind: 'segment', id: holder.id, key: holder.key, name: holder.name, status: null },
  ]);
  await call('delete_segment', { segment_key: holder.key });
  await call('update_flow', {
    flow_key: 'asks-segment',
    definition: { trigger: { event: 'seen' }, nodes: [] },
  });
  expect(await call('delete_segment', { segment_key: held.key })).toEqual({ deleted: true });
});

it('is either deleted or named, never both, where both are tried at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { key } = await segment(tagged('beta'));
    const holder = `holder-${round}`;
    await Promise.all([
      call('delete_segment', { segment_key: key }).catch((error: unknown) => error),
      call('create_segment', { key: holder, definition: inside(key) }).catch(
        (error: unknown) => error,
      ),
    ]);
    const { segments } = await call('list_segments', { limit: 200 });
    const keys = segments.map((one) => one.key);
    expect([keys.includes(key), keys.includes(holder)]).toSatisfy(
      ([there, named]: boolean[]) => there === named,
    );
  }
});

it('COUNT-05 lists show what a save or upkeep counted last, and count nobody', async () => {
  const { key, id } = await segment(tagged('counted'));
  const shown = async () => {
    const { segments } = await call('list_segments', { limit: 200 });
    const one = segments.find((listed) => listed.key === key);
    return [one?.count, one?.counted_at];
  };
  const { database, config } = opened;
  const clock = { now: 0 };
  const deps = { database, config: { testClock: config.testClock } };
  const count = segmentCounter(deps, () => clock.now);
  const untilNone = async () => {
    let counted = 0;
    while (await count()) counted += 1;
    return counted;
  };
  const first = await shown();
  expect(first).toEqual([0, expect.any(String)]);
  await call('record_event', {
    email: 'eva@example.com',
    name: 'seen',
    person: { tags: ['counted'] },
  });
  expect(await shown()).toEqual(first);
  expect((await call('get_segment', { segment_key: key })).segment.count).toBe(1);
  expect(await untilNone()).toBe(0);
  await call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  await untilNone();
  const [second, at] = await shown();
  expect([second, at === first[1]]).toEqual([1, false]);
  const scanned = await transaction(database, {}, async (tx) => {
    const scans = async () => {
      const [row] = await tx.sql<[{ scans: number }]>`
        select sum(pg_stat_get_xact_numscans(oid))::int as scans from pg_class
        where relname like 'people%'`;
      return row.scans;
    };
    const before = await scans();
    await findSegmentCounts(tx, [id]);
    return (await scans()) - before;
  });
  expect(scanned).toBe(0);
  await call('update_segment', { segment_key: key, definition: plan('pro') });
  expect((await shown())[0]).toBe(2);
});

it('COUNT-05 upkeep rests three times as long as it counted', async () => {
  await opened.database.pool`delete from segment_counts`;
  const clock = { now: 0 };
  const deps = { database: opened.database, config: { testClock: false } };
  const count = segmentCounter(deps, () => {
    clock.now += 0.001;
    return clock.now;
  });
  expect(await count()).toBe(true);
  expect(await count()).toBe(false);
  clock.now += 3 * limits.segmentCountMs;
  expect(await count()).toBe(true);
});

it('PREVIEW-06 picks whom an email is previewed as from a segment', async () => {
  const { email } = await call('create_email', { subject: 'Hi', body_markdown: 'Hi' });
  const { id } = await segment({ all: [tagged('beta'), plan('pro')] });
  const seen = await call('preview_email', { email_id: email.id, segment_id: id });
  expect(seen.person.email).toBe('ada@example.com');
  const nobody = await segment(plan('none'));
  for (const segment_id of [nobody.id, 999_999]) {
    const refusal = await refused('preview_email', { email_id: email.id, segment_id });
    expect(pathsOf(refusal)).toEqual(['segment_id']);
  }
});

it('pages segments by id', async () => {
  const all = (await call('list_segments', { limit: 200 })).segments.map(({ key }) => key);
  const paged: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: OperationOutput<'list_segments'> = await call('list_segments', {
      limit: 3,
      ...(cursor ? { cursor } : {}),
    });
    expect(page.segments.length).toBeLessThanOrEqual(3);
    paged.push(...page.segments.map(({ key }) => key));
    cursor = page.next_cursor;
  }
  expect(paged).toEqual(all);
});

it('CND2-04 warns of a consent to what no form and no preference toggle asks for', async () => {
  const consented = (purpose: string) => ({ type: 'consented', purpose });
  const asked = async (purpose: string) => {
    const { warnings } = await call('create_segment', {
      ...{ key: `to-${purpose}`, definition: consented(purpose) },
    });
    return warnings.map(({ path, code }) => [path, code]);
  };
  const toggle = {
    ...{ id: 'digest', label: 'Digest', condition: tagged('digest') },
    ...{ on: [{ type: 'add_tag', tag: 'digest' }], off: [{ type: 'remove_tag', tag: 'digest' }] },
  };
  await call('update_settings', {
    settings: { 'sending.subscription_preferences': { enabled: true, toggles: [toggle] } },
  });
  await call('create_form', { key: 'letter', purpose: 'letter' });
  for (const purpose of ['marketing', 'digest', 'letter']) expect(await asked(purpose)).toEqual([]);
  expect(await asked('lettre')).toEqual([['definition.purpose', 'condition_purpose_unknown']]);
});

it('VAL-10 says of a field that was turned off that it is not active, and what to do', async () => {
  await call('create_field', { key: 'size', type: 'string' });
  await call('update_field', { field_key: 'size', active: false });
  const definition = { type: 'field', field: 'size', op: 'present' };
  const { members } = await refused('preview_segment', { definition });
  expect(members.errors?.[0]).toMatchObject({
    message: 'There is no active custom field "size".',
    fix: expect.stringContaining('set active to true with update_field'),
  });
});

it('CND2-02 says what a comparison with the calendar takes', async () => {
  await call('create_field', { key: 'renews', type: 'date' });
  const definition = { type: 'field', field: 'renews', op: 'within_next', value: '2026-03-12' };
  const { members } = await refused('preview_segment', { definition });
  expect(members.errors?.[0]).toMatchObject({
    code: 'value_malformed',
    fix: expect.stringContaining('comparisons with the calendar take a date such as "2026-05-01"'),
  });
});
