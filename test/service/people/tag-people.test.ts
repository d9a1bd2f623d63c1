// @database both: batches are smaller on the embedded database.
import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

/** More than two batches, and on a server more people than one batch examines. */
const many = 2 * limits.taggingBatch + 100;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await opened.database.pool`
    insert into people (email, subscribed_on, unsubscribed_at, created_at, updated_at)
    select 'p' || i || case when i % 10 = 0 then '@ten.example' else '@other.example' end,
      current_date, case when i % 20 = 0 then now() end, now(), now()
    from generate_series(1, ${many}::int) i`;
});

afterAll(() => opened.close());

const settle = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
const having = async (tag: string) =>
  (await calls.call('list_people', { tag, count: true, limit: 1 })).count?.people;

async function ended(id: number | null) {
  if (id === null) throw new Error('The tagging has no id.');
  await settle();
  return (await calls.call('get_tagging', { tagging_id: id })).tagging;
}

describe('FIND-04 tags in bulk by filter', () => {
  it('gives and takes tags as single calls do, counts them, and starts flows', async () => {
    const trigger = {
      event: 'tag_added',
      match: { detail: 'tag', op: 'equals', value: 'ten' },
    };
    const definition = { trigger, nodes: [{ type: 'add_tag', tag: 'began' }] };
    await calls.call('create_flow', { key: 'tens', definition });
    await calls.call('activate_flow', { flow_key: 'tens' });
    await calls.call('tag_person', { person: 'p10@ten.example', tag: 'ten' });
    const order = { add_tags: ['Ten'], q: '@ten.example' };
    const dry = await calls.dryRun('tag_people', order);
    expect(dry).toMatchObject({
      tagging: { id: null, people: 0 },
      count: { people: many / 10, more: false },
    });
    expect(await having('ten')).toBe(1);
    const { tagging } = await calls.call('tag_people', order);
    expect(await ended(tagging.id)).toMatchObject({
      status: 'done',
      people: many / 10,
      changed: many / 10 - 1,
      filter: { q: '@ten.example' },
    });
    expect(await having('ten')).toBe(many / 10);
    expect(await having('began')).toBe(many / 10);
    const { events } = await calls.call('list_events', { person: 'p20@ten.example' });
    expect(events.map(({ name, details, source }) => [name, details.tag, source])).toEqual([
      ['tag_added', 'began', 'service'],
      ['tag_added', 'ten', 'service'],
    ]);
    const removed = await calls.call('tag_people', {
      remove_tags: ['TEN', 'never there'],
      tag: 'ten',
      suppression: 'none',
    });
    expect((await ended(removed.tagging.id)).changed).toBe(many / 20);
    expect(await having('ten')).toBe(many / 20);
    const { changes } = await calls.call('list_changes', { resource: 'taggings' });
    expect(changes.map(({ summary, record_id }) => [summary, record_id])).toEqual([
      ['Changed a tag of many people', removed.tagging.id],
      ['Changed a tag of many people', tagging.id],
    ]);
  });

  it.each(['', '  ', '\u0301'])(
    'refuses a search for %j, which would mean everybody',
    async (q) => {
      const refused = await calls.refused('tag_people', { add_tags: ['blank'], q });
      expect(pathsOf(refused)).toEqual(['q']);
      const narrowed = { add_tags: ['blank'], q, tag: 'never there' };
      expect((await calls.dryRun('tag_people', narrowed)).count.people).toBe(0);
      expect(await having('blank')).toBe(0);
    },
  );

  it('FIX-02 sends nobody who forgot the filters to everybody', async () => {
    const { members } = await calls.refused('tag_people', { add_tags: ['forgot'] });
    expect(members.errors).toMatchObject([
      { path: 'everybody', fix: 'Add q, tag, segment or another filter.' },
    ]);
  });

  /** A tagging as a process left it that was killed behind a batch. */
  async function leftBehind(tag: string, filter: object, after: number): Promise<number> {
    const [row] = await opened.database.pool<{ id: number }[]>`
      insert into taggings (add_tags, remove_tags, filter, after_id, last_id, people, changed, created_at)
      select array[${tag}], '{}', ${JSON.stringify(filter)}::text::jsonb,
        (select id from people order by id offset ${after} limit 1) - 1, max(id), ${after}, ${after},
        now()
      from people returning id`;
    return row?.id ?? 0;
  }

  it('continues behind the last batch that was written', async () => {
    const id = await leftBehind('rest', {}, 500);
    expect(await ended(id)).toMatchObject({ status: 'done', people: many, changed: many });
    expect(await having('rest')).toBe(many - 500);
  });

  it('that can never be done fails with its reason and holds up no other', async () => {
    const stuck = await leftBehind('stuck', { segment: 'gone' }, 0);
    const next = await leftBehind('next', { q: '@ten.example' }, 0);
    expect(await ended(stuck)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('gone'),
    });
    expect(await ended(next)).toMatchObject({ status: 'done', people: many / 10 });
    const refusal = await calls.refused('cancel_tagging', { tagging_id: stuck });
    expect(refusal.code).toBe('conflict');
  });

  it('can be canceled', async () => {
    const id = await leftBehind('stopped', {}, 0);
    const { tagging } = await calls.call('cancel_tagging', { tagging_id: id });
    expect(tagging).toMatchObject({ status: 'canceled', people: 0 });
    await settle();
    expect(await having('stopped')).toBe(0);
    expect((await calls.call('list_taggings', {})).taggings[0]?.id).toBe(id);
  });

  it('forgets what found a person who is erased, and while it works only at its end', async () => {
    const person = 'zoe@zenith.example';
    await calls.call('upsert_person', { email: person, first_name: 'Zoë', external_id: 'z-1' });
    const byName = await calls.call('tag_people', { add_tags: ['z'], q: ' ZOE ', tag: 'ten' });
    const byId = await calls.call('tag_people', { add_tags: ['z'], external_id: ' z-1 ' });
    const others = await calls.call('tag_people', { add_tags: ['z'], q: 'p10@ten' });
    const working = await leftBehind('z', { q: 'zenith' }, 0);
    await calls.call('delete_person', { person });
    const filterOf = async (id: number | null) =>
      (await calls.call('get_tagging', { tagging_id: id ?? 0 })).tagging.filter;
    expect(await filterOf(byName.tagging.id)).toEqual({ q: '(erased)', tag: 'ten' });
    expect(await filterOf(byId.tagging.id)).toEqual({ external_id: '(erased)' });
    expect(await filterOf(others.tagging.id)).toEqual({ q: 'p10@ten' });
    expect(await filterOf(working)).toEqual({ q: 'zenith' });
    expect(await ended(working)).toMatchObject({ status: 'done', filter: { q: '(erased)' } });
    const canceled = await leftBehind('z', { q: 'p30@ten' }, 0);
    await calls.call('delete_person', { person: 'p30@ten.example' });
    const { tagging } = await calls.call('cancel_tagging', { tagging_id: canceled });
    expect(tagging.filter).toEqual({ q: '(erased)' });
  });

  it.each([
    [{ q: 'x' }, 'add_tags'],
    [{ add_tags: ['a'], q: ' ' }, 'q'],
    [{ add_tags: ['a'] }, 'everybody'],
    [{ add_tags: ['a'], q: 'x', everybody: true }, 'everybody'],
    [{ add_tags: ['a', ' '], q: 'x' }, 'add_tags[1]'],
    [{ add_tags: ['a'], remove_tags: ['b', 'A'], q: 'x' }, 'remove_tags[1]'],
    [{ add_tags: ['a'], suppression: 'gone' }, 'suppression'],
    [{ add_tags: ['a'], sort: 'id', q: 'x' }, 'sort'],
  ])('refuses %j', async (order, path) => {
    expect(pathsOf(await calls.refused('tag_people', order))).toEqual([path]);
  });

  it('refuses a segment that does not exist, and means nobody by a tag that nobody ever had', async () => {
    const missing = await calls.refused('tag_people', { add_tags: ['a'], segment: 'none' });
    expect(missing.code).toBe('not_found');
    const { tagging, count } = await calls.call('tag_people', { add_tags: ['a'], tag: 'never' });
    expect(count).toEqual({ people: 0, more: false });
    expect(await ended(tagging.id)).toMatchObject({ status: 'done', people: 0 });
  });
});
