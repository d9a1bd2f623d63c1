import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../../support/service.ts';
import { type Calling, calling } from '../../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await moveTo('2031-05-01T00:00:00Z');
  const definition = { type: 'has_tag', tag: 'vip' };
  await calls.call('create_segment', { key: 'vips', name: 'VIPs', definition });
  for (const [name, tags] of [
    ['ada', ['vip']],
    ['bo', ['vip']],
    ['cy', []],
  ] as const) {
    await calls.call('upsert_person', { email: `${name}@example.com`, tags: [...tags] });
  }
});

afterAll(async () => {
  await opened.close();
});

const moveTo = (now: string) => calls.call('move_clock', { now });

async function starts(key: string, rrule: string) {
  const trigger = { type: 'schedule', rrule, segment: 'vips', timezone: 'Europe/Paris' };
  await calls.call('create_flow', {
    ...{ key, run_policy: 'repeat' },
    definition: { trigger, nodes: [{ type: 'add_tag', tag: key }] },
  });
  await calls.call('activate_flow', { flow_key: key });
}

/** Who started when, oldest first. */
async function started(flow_key: string) {
  const { runs } = await calls.call('list_flow_runs', { flow_key });
  return runs
    .map(({ person, started_at }) => `${person.email.split('@')[0]} ${started_at}`)
    .toSorted((a, b) => a.slice(-24).localeCompare(b.slice(-24)) || a.localeCompare(b));
}

it('TRIG2-05 starts a flow for everybody in a segment at each time of its rule', async () => {
  await starts('weekly', 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9');
  await moveTo('2031-05-06T00:00:00Z');
  expect(await started('weekly')).toEqual([
    'ada 2031-05-05T07:00:00.000Z',
    'bo 2031-05-05T07:00:00.000Z',
  ]);
  await calls.call('untag_person', { person: 'bo@example.com', tag: 'vip' });
  await moveTo('2031-05-13T00:00:00Z');
  expect((await started('weekly')).slice(2)).toEqual(['ada 2031-05-12T07:00:00.000Z']);
});

it('TRIG2-05 starts only the last of what was missed while stopped, and nothing of before or of a pause', async () => {
  await starts('daily', 'FREQ=DAILY;BYHOUR=8');
  await opened.database.pool`
    update flow_schedules set counted_until_at = counted_until_at - interval '3 days'
    where flow_id = (select id from flows where key = 'daily')`;
  await moveTo('2031-05-13T05:00:00Z');
  expect(await started('daily')).toEqual(['ada 2031-05-13T00:00:00.000Z']);
  await calls.call('pause_flow', { flow_key: 'daily' });
  await moveTo('2031-05-15T12:00:00Z');
  await calls.call('activate_flow', { flow_key: 'daily' });
  await moveTo('2031-05-16T05:00:00Z');
  expect(await started('daily')).toHaveLength(1);
  await moveTo('2031-05-16T06:00:00Z');
  expect((await started('daily')).slice(1)).toEqual(['ada 2031-05-16T06:00:00.000Z']);
});

it('TRIG2-05 holds its segment, says its next time in a dry run, and starts again with another rule', async () => {
  await expect(calls.call('delete_segment', { segment_key: 'vips' })).rejects.toMatchObject({
    code: 'in_use',
  });
  const { reason } = await calls.call('dry_run_flow', {
    flow_key: 'weekly',
    person: 'ada@example.com',
  });
  expect(reason).toContain('starts next on 2031-05-19 at 09:00, Europe/Paris');
  const { flow } = await calls.call('get_flow', { flow_key: 'weekly' });
  const trigger = {
    ...(flow.definition as { trigger: object }).trigger,
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=20',
  };
  await calls.call('update_flow', {
    flow_key: 'weekly',
    definition: { ...flow.definition, trigger },
  });
  await moveTo('2031-05-22T00:00:00Z');
  expect((await started('weekly')).slice(3)).toEqual(['ada 2031-05-19T22:00:00.000Z']);
});
