import { limits } from '@postroad/core/platform/limits';
import { forgetOldDates } from '@postroad/service/flows/triggers/forget-dates';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../../support/service.ts';
import { type Calling, calling } from '../../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await calls.call('move_clock', { now: '2031-02-20T00:00:00Z' });
  await calls.call('update_profile', { timezone: 'Europe/Berlin' });
  for (const key of ['birthday', 'trial', 'named']) {
    await calls.call('create_field', { key, type: 'date' });
  }
});

afterAll(async () => {
  await opened.close();
});

const moveTo = (now: string) => calls.call('move_clock', { now });

/** A live flow that starts on dates and ends at once. */
async function starts(key: string, change: object, policy: 'repeat' | 'single_run' = 'repeat') {
  await calls.call('create_flow', {
    ...{ key, run_policy: policy },
    definition: {
      trigger: { type: 'date', field: key, local_time: '09:00', timezone: 'person', ...change },
      nodes: [{ type: 'add_tag', tag: key }],
    },
  });
  await calls.call('activate_flow', { flow_key: key });
}

async function person(name: string, fields: Record<string, string>, timezone?: string) {
  const email = `${name}@example.com`;
  await calls.call('upsert_person', { email, fields, ...(timezone ? { timezone } : {}) });
}

/** Who started when, oldest first. */
async function started(flow_key: string) {
  const { runs } = await calls.call('list_flow_runs', { flow_key });
  return runs
    .map(({ person, started_at }) => `${person.email.split('@')[0]} ${started_at}`)
    .toReversed();
}

it('TRIG2-04 starts a flow days before a date by the clock of each person, and yearly', async () => {
  await starts('birthday', { days_before: 1, repeat: 'yearly' });
  await person('ada', { birthday: '1990-03-01' }, 'Asia/Tokyo');
  await person('bo', { birthday: '2000-02-29' }, 'America/New_York');
  await person('cy', { birthday: '1985-03-02' });
  await person('di', { birthday: '2035-03-01' });
  await person('ed', {});
  await moveTo('2032-03-10T00:00:00Z');
  expect(await started('birthday')).toEqual([
    'ada 2031-02-28T00:00:00.000Z',
    'bo 2031-02-28T14:00:00.000Z',
    'cy 2031-03-01T08:00:00.000Z',
    'bo 2032-02-28T14:00:00.000Z',
    'ada 2032-02-29T00:00:00.000Z',
    'cy 2032-03-01T08:00:00.000Z',
  ]);
});

it('TRIG2-04 starts once for a date, again for another one, and late on the same local day', async () => {
  await person('fay', { trial: '2032-04-02' }, 'Europe/Berlin');
  await person('gus', { trial: '2032-04-01' }, 'Europe/Berlin');
  await moveTo('2032-04-05T15:00:00Z');
  // At noon, for what was due at nine; not for the day before.
  await starts('trial', { days_before: undefined, days_after: 3 });
  await moveTo('2032-04-20T00:00:00Z');
  expect(await started('trial')).toEqual(['fay 2032-04-05T15:00:00.000Z']);
  await person('fay', { trial: '2032-04-25' });
  await moveTo('2032-05-05T00:00:00Z');
  expect((await started('trial')).slice(1)).toEqual(['fay 2032-04-28T07:00:00.000Z']);
});

it('TRIG2-04 starts nothing while the flow is paused, and takes a person once where it is single_run', async () => {
  await starts('named', { days_before: 0, repeat: 'yearly', timezone: 'UTC' }, 'single_run');
  await person('hal', { named: '2020-06-01' });
  await calls.call('pause_flow', { flow_key: 'named' });
  await moveTo('2032-07-01T00:00:00Z');
  expect(await started('named')).toEqual([]);
  await calls.call('activate_flow', { flow_key: 'named' });
  await person('hal', { named: '2020-07-05' });
  await moveTo('2032-07-10T00:00:00Z');
  expect(await started('named')).toEqual(['hal 2032-07-05T09:00:00.000Z']);
  await person('hal', { named: '2020-07-15' });
  await moveTo('2032-07-20T00:00:00Z');
  expect(await started('named')).toEqual(['hal 2032-07-05T09:00:00.000Z']);
});

it('TRIG2-04 says in a dry run when it starts for a person, and walks all the same', async () => {
  const tried = await calls.call('dry_run_flow', {
    flow_key: 'birthday',
    person: 'ada@example.com',
  });
  expect(tried.triggered).toBeNull();
  expect(tried.reason).toMatch(/^The flow starts for this person on 2033-02-28 at 09:00, Asia/);
  expect(tried.steps.map(({ would }) => would)).toEqual(['Add the tag "birthday"']);
});

it('TRIG2-04 holds its field while the flow is live', async () => {
  await expect(calls.call('delete_field', { field_key: 'birthday' })).rejects.toMatchObject({
    code: 'in_use',
  });
});

it('TRIG2-07 what fired long ago is forgotten in portions, and fires no second time', async () => {
  const { pool } = opened.database;
  const kept = async () => {
    const [row] = await pool<[{ count: number }]>`select count(*)::int as count from date_starts`;
    return row.count;
  };
  const begun = await started('birthday');
  expect(await forgetOldDates(opened)).toBe(false);
  const recent = await kept();
  expect(recent).toBeGreaterThan(0);
  await pool`
    insert into date_starts (person_id, flow_id, dated_on, started_at)
    select person_id, flow_id, date '1900-01-01' + i, timestamptz '2020-01-01' + i * interval '1 day'
    from (select person_id, flow_id from date_starts limit 1) one,
      generate_series(1, ${limits.dateStartsForgottenAtOnce + 1}::int) i`;
  expect(await forgetOldDates(opened)).toBe(true);
  expect(await kept()).toBe(recent + 1);
  expect(await forgetOldDates(opened)).toBe(false);
  expect(await kept()).toBe(recent);
  await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
  expect(await started('birthday')).toEqual(begun);
});

it('TRIG2-04 a clock that moves 23 years asks about the days of people alone, and starts on them', async () => {
  // Its days of each year are moments at which the clock would stop.
  await calls.call('pause_flow', { flow_key: 'birthday' });
  await calls.call('create_field', { key: 'pension', type: 'date' });
  await starts('pension', { days_before: 0, timezone: 'Europe/Berlin', repeat: 'once' });
  const { now } = await calls.call('get_clock', {});
  const year = Number(now.slice(0, 4)) + 23;
  await person('old', { pension: `${year}-06-01` });
  const definition = { type: 'has_tag', tag: 'nobody-has-it' };
  await calls.call('create_segment', { key: 'nobody', name: 'Nobody', definition });
  const planned = { type: 'schedule', rrule: 'FREQ=YEARLY', segment: 'nobody', timezone: 'UTC' };
  await calls.call('create_flow', {
    ...{ key: 'planned', run_policy: 'repeat' },
    definition: { trigger: planned, nodes: [{ type: 'add_tag', tag: 'planned' }] },
  });
  await calls.call('activate_flow', { flow_key: 'planned' });
  await moveTo(`${year}-06-02T00:00:00Z`);
  expect(await started('pension')).toEqual([`old ${year}-06-01T07:00:00.000Z`]);
});
