import { forgetMembers, unwatchSegments } from '@postroad/store/flows/segment-watch';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../../support/service.ts';
import { type Calling, calling } from '../../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await moveTo('2031-05-01T00:00:00Z');
});

afterAll(async () => {
  await opened.close();
});

const moveTo = (now: string) => calls.call('move_clock', { now });
const settle = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });

async function segment(key: string, definition: Record<string, unknown>) {
  await calls.call('create_segment', { key, name: key, definition });
}

/** A live flow that starts as somebody enters or leaves a segment, and ends at once. */
async function starts(key: string, on: 'enters' | 'leaves', of: string) {
  await calls.call('create_flow', {
    ...{ key, run_policy: 'repeat' },
    definition: {
      trigger: { type: 'segment', segment: of, on },
      nodes: [{ type: 'exit_flow' }],
    },
  });
  await calls.call('activate_flow', { flow_key: key });
}

async function person(name: string, tags: string[] = []) {
  await calls.call('upsert_person', { email: `${name}@example.com`, tags });
}

/** Who started when, oldest first. */
async function started(flow_key: string) {
  const { runs } = await calls.call('list_flow_runs', { flow_key });
  return runs
    .toSorted((a, b) => a.id - b.id)
    .map(({ person, started_at }) => `${person.email.split('@')[0]} ${started_at.slice(0, 16)}`);
}

it('TRIG2-01 starts as somebody enters or leaves, and not for who is inside at activation', async () => {
  await segment('vips', { type: 'has_tag', tag: 'vip' });
  await person('ada', ['vip']);
  await person('bo');
  await starts('entered', 'enters', 'vips');
  await starts('left', 'leaves', 'vips');
  await settle();
  expect(await started('entered')).toEqual([]);
  await moveTo('2031-05-01T01:00:00Z');
  await calls.call('tag_person', { person: 'bo@example.com', tag: 'vip' });
  await person('cy', ['vip']);
  await calls.call('untag_person', { person: 'ada@example.com', tag: 'vip' });
  await settle();
  expect(await started('entered')).toEqual(['bo 2031-05-01T01:00', 'cy 2031-05-01T01:00']);
  expect(await started('left')).toEqual(['ada 2031-05-01T01:00']);
  await moveTo('2031-05-01T02:00:00Z');
  await calls.call('tag_person', { person: 'ada@example.com', tag: 'vip' });
  await settle();
  expect((await started('entered')).slice(2)).toEqual(['ada 2031-05-01T02:00']);
});

it('TRIG2-01 an edit of the segment makes nobody enter, also where another segment names it', async () => {
  await segment('inner', { type: 'has_tag', tag: 'one' });
  await segment('outer', { type: 'in_segment', segment: 'inner' });
  await person('di', ['one']);
  await person('ed', ['two']);
  await starts('in-outer', 'enters', 'outer');
  await starts('out-of-outer', 'leaves', 'outer');
  await calls.call('update_segment', {
    segment_key: 'inner',
    definition: { type: 'has_tag', tag: 'two' },
  });
  await settle();
  expect(await started('in-outer')).toEqual([]);
  expect(await started('out-of-outer')).toEqual([]);
  await calls.call('tag_person', { person: 'di@example.com', tag: 'two' });
  await calls.call('untag_person', { person: 'ed@example.com', tag: 'two' });
  await settle();
  expect(await started('in-outer')).toHaveLength(1);
  expect(await started('out-of-outer')).toHaveLength(1);
});

it('TRIG2-01 a paused flow starts nobody, and later nobody who entered meanwhile', async () => {
  await segment('paid', { type: 'event_occurred', event: 'paid' });
  await starts('on-paid', 'enters', 'paid');
  await calls.call('pause_flow', { flow_key: 'on-paid' });
  await calls.call('record_event', { email: 'flo@example.com', name: 'paid' });
  await settle();
  await calls.call('activate_flow', { flow_key: 'on-paid' });
  await settle();
  expect(await started('on-paid')).toEqual([]);
  await calls.call('record_event', { email: 'gus@example.com', name: 'paid' });
  await settle();
  expect(await started('on-paid')).toEqual([expect.stringContaining('gus')]);
});

it('TRIG2-02 entering and leaving by time alone starts it when the time comes', async () => {
  await moveTo('2031-06-01T12:00:00Z');
  await segment('lately', { type: 'event_occurred', event: 'bought', within_days: 30 });
  await segment('dormant', { not: { type: 'event_occurred', event: 'bought', within_days: 30 } });
  // Before the activation, so that the sweep finds when time moves them.
  await calls.call('record_event', { email: 'hal@example.com', name: 'bought' });
  await starts('back', 'enters', 'lately');
  await starts('gone', 'leaves', 'lately');
  await starts('asleep', 'enters', 'dormant');
  await moveTo('2031-06-05T12:00:00Z');
  await calls.call('record_event', { email: 'ida@example.com', name: 'bought' });
  await moveTo('2031-08-01T00:00:00Z');
  expect(await started('back')).toEqual(['ida 2031-06-05T12:00']);
  expect(await started('gone')).toEqual(['hal 2031-07-01T12:00', 'ida 2031-07-05T12:00']);
  expect(await started('asleep')).toEqual(['hal 2031-07-01T12:00', 'ida 2031-07-05T12:00']);
});

it('TRIG2-01 holds its segment, and says in a dry run what starts it', async () => {
  await expect(calls.call('delete_segment', { segment_key: 'vips' })).rejects.toMatchObject({
    code: 'in_use',
  });
  const { reason } = await calls.call('dry_run_flow', {
    ...{ flow_key: 'left', person: 'ada@example.com' },
  });
  expect(reason).toBe('The flow starts once this person leaves "vips".');
});

it('TRIG2-03 keeps nothing of segments that no flow starts on any more', async () => {
  for (const flow_key of ['back', 'gone', 'asleep']) {
    const { flow } = await calls.call('get_flow', { flow_key });
    const definition = { ...flow.definition, trigger: { event: 'never' } };
    await calls.call('update_flow', { flow_key, definition });
  }
  await settle();
  const kept = await opened.database.pool<{ key: string }[]>`
    select distinct s.key from segment_people m join segments s on s.id = m.segment_id order by 1`;
  expect(kept.map(({ key }) => key)).toEqual(['outer', 'paid', 'vips']);
  const [queue] = await opened.database.pool<{ count: number }[]>`
    select count(*)::int as count from segment_checks`;
  expect(queue?.count).toBe(0);
});

it('TRIG2-01 takes members in a bit each, and rows follow as everybody is compared', async () => {
  const { pool } = opened.database;
  const kept = async (key: string) => {
    const [row] = await pool<[{ bits: string; rows: number }]>`
      select coalesce(string_agg(to_hex(t.members), ' ' order by t.block), '') as bits,
        (select count(*)::int from segment_people m where m.segment_id = s.id) as rows
      from segments s left join segment_snapshots t on t.segment_id = s.id
      where s.key = ${key} group by s.id`;
    return row;
  };
  await segment('guests', { type: 'has_tag', tag: 'guest' });
  for (const name of ['jo', 'kim', 'lou', 'max']) await person(name, ['guest']);
  await person('nia');
  await starts('arrived', 'enters', 'guests');
  await starts('departed', 'leaves', 'guests');
  expect((await kept('guests')).rows).toBe(0);
  expect((await kept('guests')).bits).not.toBe('');
  // Before anybody was compared: one inside changes, one leaves, one leaves and is back, one enters.
  await calls.call('update_person', { person: 'jo@example.com', first_name: 'Jo' });
  await calls.call('untag_person', { person: 'kim@example.com', tag: 'guest' });
  await calls.call('untag_person', { person: 'lou@example.com', tag: 'guest' });
  await calls.call('tag_person', { person: 'lou@example.com', tag: 'guest' });
  await calls.call('tag_person', { person: 'nia@example.com', tag: 'guest' });
  await settle();
  expect(await started('arrived')).toEqual([expect.stringContaining('nia')]);
  expect(await started('departed')).toEqual([expect.stringContaining('kim')]);
  expect(await kept('guests')).toEqual({ bits: '', rows: 4 });
});

it('TRIG2-01 somebody who left before the round reached them has left once, and enters again', async () => {
  const { pool } = opened.database;
  await segment('far', { type: 'has_tag', tag: 'far' });
  // More people than a round takes, so that the last of them is compared before the round is there.
  await pool`
    insert into people (email, subscribed_on, created_at, updated_at)
    select 'crowd' || i || '@example.com', current_date, now(), now() from generate_series(1, 1100) i`;
  await person('ora', ['far']);
  await starts('to-far', 'enters', 'far');
  await starts('from-far', 'leaves', 'far');
  // As if the crowd had been compared, so that the first round finds who leaves.
  await pool`delete from segment_checks`;
  await calls.call('untag_person', { person: 'ora@example.com', tag: 'far' });
  await settle();
  expect(await started('from-far')).toHaveLength(1);
  await calls.call('update_person', { person: 'ora@example.com', first_name: 'Ora' });
  await settle();
  expect(await started('from-far')).toHaveLength(1);
  await calls.call('tag_person', { person: 'ora@example.com', tag: 'far' });
  await settle();
  expect(await started('to-far')).toHaveLength(1);
});

it('TRIG2-01 an edit takes members again without the rows of before, which say nothing any more', async () => {
  await segment('edited', { type: 'has_tag', tag: 'red' });
  await person('pia', ['red']);
  await person('quin', ['blue']);
  await starts('into-edited', 'enters', 'edited');
  await starts('out-of-edited', 'leaves', 'edited');
  await settle();
  const to = (tag: string) =>
    calls.call('update_segment', {
      ...{ segment_key: 'edited', definition: { type: 'has_tag', tag } },
    });
  await to('blue');
  // The row of before says that she is inside, and that he is not.
  await calls.call('update_person', { person: 'pia@example.com', first_name: 'Pia' });
  await calls.call('update_person', { person: 'quin@example.com', first_name: 'Quin' });
  await settle();
  expect([await started('into-edited'), await started('out-of-edited')]).toEqual([[], []]);
  await calls.call('untag_person', { person: 'quin@example.com', tag: 'blue' });
  await calls.call('tag_person', { person: 'pia@example.com', tag: 'blue' });
  await settle();
  expect(await started('into-edited')).toEqual([expect.stringContaining('pia')]);
  expect(await started('out-of-edited')).toEqual([expect.stringContaining('quin')]);
});

it('TRIG2-03 forgets a segment in portions, and takes its members again where a flow starts on it before', async () => {
  const { database } = opened;
  const clock = { testClock: true };
  await segment('brief', { type: 'has_tag', tag: 'brief' });
  for (const name of ['rex', 'sue', 'tim']) await person(name, ['brief']);
  await starts('in-brief', 'enters', 'brief');
  await settle();
  const [{ id } = { id: 0 }] = await database.pool<{ id: number }[]>`
    select id from segments where key = 'brief'`;
  const forgotten = await transaction(database, clock, async (tx) => {
    await unwatchSegments(tx, [id]);
    return await forgetMembers(tx, 2);
  });
  expect(forgotten).toBe(2);
  await calls.call('pause_flow', { flow_key: 'in-brief' });
  await calls.call('activate_flow', { flow_key: 'in-brief' });
  for (const name of ['rex', 'sue', 'tim']) {
    await calls.call('update_person', { person: `${name}@example.com`, first_name: name });
  }
  await settle();
  expect(await started('in-brief')).toEqual([]);
  await transaction(database, clock, async (tx) => {
    await unwatchSegments(tx, [id]);
    expect([await forgetMembers(tx, 2), await forgetMembers(tx, 2)]).toEqual([2, 1]);
    expect(await forgetMembers(tx, 2)).toBe(0);
  });
});
