import { workResults } from '@postroad/service/app/checks/check-work';
import { codes } from '@postroad/store/platform/codes';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { trigger } from '../flows/renewals/renewing.ts';

let opened: TestService;
let calls: Calling;
const provider = fakeProvider();

/** On the real clock, and nobody works: no tick is ever made but by the tests. */
beforeAll(async () => {
  const env = { TEST_CLOCK: '', LOG_LEVEL: 'silent' };
  opened = await openTestService({ env, provider: () => provider });
  calls = calling(opened);
  // The database of a test is as old as the run of the suite.
  await sql(({ sql }) => sql`update engine_state set renewals_scanned_at = now()`);
});

afterAll(() => opened.close());

const sql = (body: Parameters<typeof transaction>[2]) => transaction(opened.database, {}, body);

const overdue = () => calls.call('list_overdue', {});
const lateLanes = async () =>
  (await overdue()).lanes.filter(({ late }) => late > 0).map(({ lane }) => lane);

it('nothing is late where nothing is due', async () => {
  const answer = await overdue();
  expect(answer).toMatchObject({ late: false, uncertain: 0 });
  expect(answer.lanes.every(({ due_since, late }) => due_since === null && late === 0)).toBe(true);
  expect(await opened.service.readiness()).toEqual({ ready: true, degraded: false, reasons: [] });
});

it('work that nobody does is late after five minutes, in each lane, and done work no more', async () => {
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  await calls.call('create_product', { key: 'pro', name: 'Pro' });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  for (const [key, begins] of [
    ['mail', { event: 'go' }],
    ['renew', trigger],
  ] as const) {
    const definition = { trigger: begins, nodes };
    await calls.call('create_flow', { key, run_policy: 'repeat', definition });
    await calls.call('activate_flow', { flow_key: key });
  }
  const { sequence } = await calls.call('create_sequence', { name: 'Tips' });
  const definition = { type: 'has_tag', tag: 'reader' };
  const { segment } = await calls.call('create_segment', { key: 'readers', definition });
  const { broadcast } = await calls.call('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, email_source: 'copy', email_id: email.id },
  });
  const send_at = new Date(Date.now() + 3_600_000).toISOString();
  await calls.call('schedule_broadcast', { broadcast_id: broadcast.id, send_at });
  await calls.call('record_events', {
    events: ['ada', 'bob'].map((name) => ({ email: `${name}@example.com`, name: 'go' })),
  });
  expect(await lateLanes()).toEqual([]);
  const [, runs] = (await overdue()).lanes;
  expect(Date.parse(runs?.due_since ?? '')).toBeGreaterThan(Date.now() - 60_000);
  await sql(async ({ sql }) => {
    const [ada] = await sql<
      [{ id: number }]
    >`select id from people where email = 'ada@example.com'`;
    await sql`
      insert into sends (person_id, email_id, source_kind, status, due_at, last_error, created_at)
      select ${ada.id}, ${email.id}, 'test', status, now() - interval '6 minutes',
        case status when 'scheduled' then 'connect ECONNREFUSED' end, now()
      from unnest(${[...codes['sends.status']]}::text[]) as status`;
    await sql`
      with fresh as (
        insert into sends (person_id, email_id, source_kind, due_at, created_at)
        select ${ada.id}, ${email.id}, 'test', now() - interval '6 minutes', now()
        from generate_series(1, 2) returning id)
      insert into in_hand select id, gen_random_uuid(), id % 2 = 0 from fresh`;
    await sql`update runs set due_at = now() - interval '7 minutes'`;
    await sql`
      insert into sequence_turns (sequence_id, person_id, created_at)
      values (${sequence.id}, ${ada.id}, now() - interval '8 minutes')`;
    await sql`update broadcasts set send_at = now() - interval '9 minutes'`;
    await sql`update engine_state set renewals_scanned_at = now() - interval '10 minutes'`;
    await sql`
      insert into opt_outs (person_id, suppressed, due_at, created_at)
      values (${ada.id}, true, now() - interval '11 minutes', now())`;
  });
  const answer = await overdue();
  expect(answer).toMatchObject({
    late: true,
    lanes: [
      { lane: 'sends', late: 3 },
      { lane: 'runs', late: 2 },
      { lane: 'sequences', late: 1 },
      { lane: 'broadcasts', late: 1 },
      { lane: 'renewals', late: 1 },
      { lane: 'opt_outs', late: 1 },
    ],
    retrying: { count: 1, last_error: 'connect ECONNREFUSED' },
    uncertain: 1,
  });
  const { ready, degraded, reasons } = await opened.service.readiness();
  expect([ready, degraded, reasons.length]).toEqual([true, true, 6]);
  expect(reasons[0]).toMatch(/^Mail due since 20\d\d-.* wait\.$/);
  const figures = await opened.service.metrics();
  expect(figures).toContain('postroad_overdue{lane="sends"} 3\n');
  expect(Number(/oldest_due_seconds\{lane="runs"\} (\S+)/.exec(figures)?.[1])).toBeGreaterThan(419);
  const checks = workResults(answer);
  // Mail that was put off once is no more than worth a look.
  expect(checks.filter(({ level }) => level !== 'problem')).toMatchObject([
    { level: 'warning', quote: 'connect ECONNREFUSED' },
  ]);
  expect(checks).toHaveLength(8);
  expect(checks.every(({ fix }) => fix !== null)).toBe(true);
  await sql(({ sql }) => sql`delete from opt_outs`);
  await sql(
    ({ sql }) =>
      sql`
        with gone as (delete from in_hand returning send_id)
        delete from sends where id in (select send_id from gone)`,
  );
  while (await opened.service.tick());
  expect(await lateLanes()).toEqual([]);
  expect((await opened.service.readiness()).degraded).toBe(false);
  expect(workResults(await overdue())).toMatchObject([{ level: 'problem' }]);
});
