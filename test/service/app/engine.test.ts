import { advanceRuns } from '@postroad/service/flows/advance-runs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceDeps } from '../../support/advance-deps.ts';
import { databaseKind } from '../../support/database.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

let opened: TestService;
let calls: Calling;

beforeEach(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' }, poolSize: 8 });
  calls = calling(opened);
});

afterEach(async () => {
  await opened.close();
});

const advance = (amount: number, unit: 'seconds' | 'days' = 'seconds') =>
  calls.call('move_clock', { advance: { amount, unit } });

async function liveFlow(key: string, nodes: object[]): Promise<void> {
  const definition = { trigger: { event: 'go' }, nodes };
  await calls.call('create_flow', { key, definition });
  await calls.call('activate_flow', { flow_key: key });
}

async function enter(count: number): Promise<void> {
  for (let start = 0; start < count; start += 100) {
    const events = Array.from({ length: Math.min(100, count - start) }, (_, index) => ({
      email: `p${start + index}@example.com`,
      name: 'go',
      person: { tags: index % 3 === 0 ? ['vip'] : [] },
    }));
    await calls.call('record_events', { events });
  }
}

const nodes = [
  {
    type: 'if_else',
    condition: { type: 'has_tag', tag: 'vip' },
    then: [
      { type: 'add_tag', tag: 'seen' },
      { type: 'delay', duration: { amount: 1, unit: 'days' } },
    ],
    else: [{ type: 'exit_flow' }],
  },
  { type: 'add_tag', tag: 'end' },
];

describe('a run that fails', () => {
  it('is parked with the reason, and the rest of its batch continues', async () => {
    const { pool } = opened.database;
    await pool`create function poison() returns trigger language plpgsql as
      'begin
        if new.tag_ids <> old.tag_ids and new.email = ''p13@example.com''
          then raise exception ''poisoned''; end if;
        return new;
      end'`;
    await pool`create trigger poison before update on people for each row execute function poison()`;
    await liveFlow('tags', [{ type: 'add_tag', tag: 'done' }]);
    await calls.call('record_events', {
      events: Array.from({ length: 40 }, (_, index) => ({
        email: `p${index}@example.com`,
        name: 'go',
      })),
    });
    await advance(0);
    const runs = await pool<{ email: string; status: string; reason: string | null }[]>`
      select p.email, r.status, r.reason from runs r join people p on p.id = r.person_id order by p.id`;
    expect(runs).toHaveLength(40);
    for (const run of runs) {
      if (run.email === 'p13@example.com') {
        expect(run).toMatchObject({
          status: 'parked',
          reason: 'It could not be advanced: poisoned',
        });
      } else expect(run).toMatchObject({ status: 'completed', reason: null });
    }
    const { people } = await calls.call('list_people', { tag: 'done', limit: 200 });
    expect(people).toHaveLength(39);
  });
});

it('a flow whose steps take long lets the others of a batch continue, and all come through', async () => {
  const deps = advanceDeps(opened);
  const loops = '{% for i in (1..500) %}{% for j in (1..500) %}{% if i == j %}{% endif %}';
  const slow = {
    type: 'fire_event',
    event: 'slow',
    details: { a: `${loops}{% endfor %}{% endfor %}` },
  };
  await liveFlow('long', [slow, { type: 'add_tag', tag: 'through' }]);
  await enter(8);
  await calls.call('create_flow', {
    key: 'short',
    definition: { trigger: { event: 'quick' }, nodes: [{ type: 'add_tag', tag: 'quick' }] },
  });
  await calls.call('activate_flow', { flow_key: 'short' });
  await calls.call('record_event', { email: 'quick@example.com', name: 'quick' });
  expect(await advanceRuns(deps)).toBeLessThan(9);
  const { person } = await calls.call('get_person', { person: 'quick@example.com' });
  expect(person.tags).toEqual(['quick']);
  while ((await advanceRuns(deps)) > 0);
  const { runs } = await calls.call('list_flow_runs', { flow_key: 'long' });
  expect(runs.map(({ status }) => status)).toEqual(Array(8).fill('completed'));
  const { run } = await calls.call('get_run', { run_id: runs[0]?.id ?? 0 });
  expect(run.trace.map(({ outcome }) => outcome)).toEqual(['skipped', 'ran']);
});

it('batches do what runs taken one by one do', async () => {
  const deps = advanceDeps(opened);
  const results = [];
  for (const size of [1, 7, 500]) {
    const event = `batches-of-${size}`;
    await calls.call('create_flow', { key: event, definition: { trigger: { event }, nodes } });
    await calls.call('activate_flow', { flow_key: event });
    const events = Array.from({ length: 23 }, (_, index) => ({
      email: `p${index}@${event}.example.com`,
      name: event,
      person: { tags: index % 3 === 0 ? ['VIP'] : [] },
    }));
    await calls.call('record_events', { events });
    while ((await advanceRuns(deps, size)) > 0);
    await opened.database
      .pool`update engine_state set test_clock_at = test_clock_at + interval '1 day'`;
    while ((await advanceRuns(deps, size)) > 0);
    results.push(
      await opened.database.pool`
        select split_part(p.email, '@', 1) as person, r.status, r.step_id, r.reason, r.waiting,
          array(select t.normalized from tags t where t.id = any(p.tag_ids) order by 1) as tags,
          array(select concat_ws(' ', s.step_id, s.outcome, s.arm, s.reason) from run_steps s
            where s.run_id = r.id order by s.id) as trail
        from runs r join people p on p.id = r.person_id join flows f on f.id = r.flow_id
        where f.key = ${event} order by p.id`,
    );
  }
  const [one, seven, all] = results.map((rows) => rows.map((row) => ({ ...row })));
  expect(one).toHaveLength(23);
  expect(one?.filter((row) => row.status === 'completed')).toHaveLength(8);
  expect(seven).toEqual(one);
  expect(all).toEqual(one);
});

/** Two processes can be at work on a server only. */
const shared = databaseKind() === 'postgres' ? ['PostgreSQL'] : [];

describe.each(shared)('two services on one %s', () => {
  it('take each step of a thousand runs once', async () => {
    await liveFlow('walk', [
      { type: 'add_tag', tag: 'one' },
      { type: 'delay', duration: { amount: 1, unit: 'days' } },
      { type: 'add_tag', tag: 'two' },
    ]);
    await enter(1_000);
    const other = await opened.another();
    const drain = async (service: TestService['service']) => {
      while (await service.round('runs'));
    };
    await Promise.all([drain(opened.service), drain(other), drain(opened.service), drain(other)]);
    await opened.database
      .pool`update engine_state set test_clock_at = test_clock_at + interval '1 day'`;
    await Promise.all([drain(opened.service), drain(other), drain(opened.service), drain(other)]);
    await other.close();
    const { pool } = opened.database;
    const [counts] = await pool<
      [{ runs: number; ended: number; steps: number; distinct: number; tagged: number }]
    >`
      select (select count(*) from runs) as runs,
        (select count(*) from runs where status = 'completed') as ended,
        (select count(*) from run_steps) as steps,
        (select count(*) from (select distinct run_id, step_id, outcome from run_steps) d) as distinct,
        (select count(*) from people where cardinality(tag_ids) >= 2) as tagged`;
    expect(counts).toMatchObject({ runs: 1_000, ended: 1_000, tagged: 1_000 });
    expect(counts.steps).toBe(counts.distinct);
  });
});
