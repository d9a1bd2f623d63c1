// @database both: triggers of both databases count.
import { randomUUID } from 'node:crypto';
import { activeStatuses } from '@postroad/core/billing/status';
import { ZoneClocks } from '@postroad/core/platform/zone-clock';
import type { Outcome } from '@postroad/mail/providers/provider';
import { addUp } from '@postroad/service/sending/add-up-figures';
import { codes } from '@postroad/store/platform/codes';
import { transaction } from '@postroad/store/platform/transaction';
import { openLease, sweepLeases } from '@postroad/store/queue/lease';
import { beginAttempts, claimDueSends } from '@postroad/store/queue/send';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Sequencing, sequencing } from '../sequences/sequencing.ts';

let opened: TestService;
let world: Sequencing;
let call: Sequencing['call'];
let provider: FakeProvider;
let sequence = { id: 0, steps: [0] };
let broadcast: { email_id: number; segment_id: number };
let newest = 0;

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  world = sequencing(opened);
  call = world.call;
  const { email } = await call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  const nodes = [
    { id: 1, type: 'add_tag', tag: 'met' },
    { id: 2, type: 'send_email', email_id: email.id },
    { id: 3, type: 'delay', duration: { amount: 5, unit: 'hours' } },
    { id: 4, type: 'remove_tag', tag: 'met' },
  ];
  await world.live('go', nodes, { run_policy: 'repeat' });
  sequence = await world.sequence([{}, { hours: 3 }], { repeat_mode: 'resend_all' });
  const definition = { not: { type: 'has_tag', tag: 'nobody' } };
  const { segment } = await call('create_segment', { key: 'all', definition });
  broadcast = { email_id: email.id, segment_id: segment.id };
});

afterAll(() => opened.close());

const outcomes: Outcome[] = [
  accepted,
  accepted,
  { kind: 'refused', permanent: true, status: 550, enhanced: '5.7.1', reason: 'no' },
  { kind: 'refused', permanent: false, status: 421, enhanced: '4.7.0', reason: 'later' },
  { kind: 'uncertain', reason: 'lost' },
];

const person = (number: number) => `p${number}@example.com`;
const inStore = { testClock: true };

/** A process claims all due mail, begins to hand over half of it, and is killed. */
async function kill(): Promise<void> {
  const lease = randomUUID();
  await transaction(opened.database, inStore, (tx) => openLease(tx, lease, 'killed'));
  const claimed = await transaction(opened.database, inStore, (tx) => claimDueSends(tx, lease, 50));
  const begun = claimed.filter(({ id }) => id % 2 === 0).map(({ id }) => id);
  await transaction(opened.database, inStore, async (tx) => {
    void beginAttempts(tx, lease, begun);
  });
  await transaction(opened.database, inStore, async (tx) => {
    await tx.sql`update leases set expires_at = 'epoch' where token = ${lease}::uuid`;
    await sweepLeases(tx, 'uncertain');
  });
}

interface Step {
  kind: number;
  who: number;
  what: number;
}

/** Whatever a state refuses is none of this test. */
const maybe = (doing: Promise<unknown>) => doing.catch(() => null);

async function doOne({ kind, who, what }: Step): Promise<void> {
  provider.answer = () => outcomes[what++ % outcomes.length] ?? accepted;
  switch (kind) {
    case 0:
      return await world.enter('go', person(who), person(who + 1));
    case 1:
      return await world.enter(`start-${sequence.id}`, person(who));
    case 2: {
      const made = { name: `News ${what}`, email_source: 'copy' as const, ...broadcast };
      newest = (await call('create_broadcast', { ...made, emails_per_hour: 60 })).broadcast.id;
      await call('send_broadcast_now', { broadcast_id: newest });
      return await world.pass(1);
    }
    case 3:
      return void (await maybe(call('cancel_broadcast', { broadcast_id: newest })));
    case 4:
      return void (await maybe(call('pause_broadcast', { broadcast_id: newest })));
    case 5:
      return void (await maybe(call('resume_broadcast', { broadcast_id: newest })));
    case 6:
      await call('retry_failed_sends', { include_uncertain: what % 2 === 0 });
      return;
    case 7:
      await call('dismiss_uncertain_sends', {});
      return;
    case 8:
      return void (await maybe(call('delete_person', { person: person(who) })));
    case 9:
      await addUp({ ...opened, config: { testClock: true }, zones: new ZoneClocks() });
      return;
    case 10: {
      const enabled = what % 2 === 0;
      await call('toggle_sequence', { sequence_id: sequence.id, enabled });
      return;
    }
    case 11:
      await maybe(call(what % 2 === 0 ? 'pause_flow' : 'activate_flow', { flow_key: 'go' }));
      return;
    case 12: {
      const window = { label: null, days: [0, 1, 2, 3, 4, 5, 6], start: '09:00', end: '10:00' };
      const rules = what % 3 === 0 ? [] : [window];
      await call('update_settings', { settings: { send_windows: { rules } } });
      return;
    }
    case 13:
      if (what % 2 === 0) await maybe(call('hold_sending', { reason: 'look' }));
      else await maybe(call('release_sending', {}));
      return;
    case 14:
      return await kill();
    case 15: {
      const tags = ['a', 'b', 'c'].slice(what % 3);
      await call('upsert_person', { email: person(who), tags });
      return;
    }
    case 16: {
      const status = what % 2 === 0 ? 'draft' : 'active';
      const step_id = sequence.steps.at(-1) ?? 0;
      await maybe(call('update_sequence_step', { step_id, status }));
      return;
    }
    case 19: {
      const name = what % 2 === 0 ? 'subscription_started' : 'subscription_updated';
      const status = codes['subscriptions.status'][what % codes['subscriptions.status'].length];
      const details = {
        external_id: `s${who}`,
        product: `plan-${what % 3}`,
        interval: 'year',
        status,
      };
      await call('record_event', { email: person(who), name, details });
      return;
    }
    case 17: {
      const found = await opened.database.pool<{ id: number }[]>`
        select id from runs where ended_at is null order by id limit 1`;
      const [run] = found;
      if (run) await maybe(call('cancel_run', { run_id: run.id }));
      return;
    }
    default:
      await world.pass(1 + (what % 400));
  }
}

/** What is kept, and what the rows say, as `subject id step measure count`. */
async function keptAndCounted(): Promise<[string[], string[]]> {
  const { pool } = opened.database;
  const text = (rows: readonly object[]) => rows.map((row) => Object.values(row).join(' ')).sort();
  const kept = await pool<object[]>`
    select subject, subject_id, step_id, measure, sum(count)::int from (
      select * from live_counts union all select * from live_count_changes) c
    group by 1, 2, 3, 4 having sum(count) <> 0`;
  const counted = await pool<object[]>`
    select source_kind, coalesce(source_id, 0), 0, case when status in ('holding', 'uncertain') then status
      when status = 'scheduled' and hold_reason is not null then 'windowed' else 'queued' end, count(*)::int
    from sends group by 1, 2, 4
    union all
    select 'flow', flow_id, coalesce(step_id, 0),
      case status when 'parked' then 'parked' else 'inside' end, count(*)::int
    from runs where ended_at is null group by 2, 3, 4
    union all
    select 'sequence', sequence_id, coalesce(next_step_id, 0), 'inside', count(*)::int
    from sequence_runs where finished_at is null group by 2, 3
    union all
    select 'tag', t, 0, 'people', count(*)::int from people, unnest(tag_ids) t group by 2
    union all
    select 'product', product_id, 0, 'active', count(*)::int from subscriptions
    where product_id is not null and status = any(${[...activeStatuses]}::text[]) group by 2`;
  return [text(kept), text(counted)];
}

async function expectExact(): Promise<void> {
  const [kept, counted] = await keptAndCounted();
  expect(kept).toEqual(counted);
  const { pool } = opened.database;
  const { now } = await call('get_clock', {});
  const [held] = await pool<{ held: boolean }[]>`
    select held_at is not null as held from sending_control`;
  const rows = await pool<{ status: string; waits: boolean; due: boolean }[]>`
    select case when id in (select send_id from in_hand where attempted) then 'sending' else status end as status,
      hold_reason is not null as waits, due_at <= ${now} as due from sends`;
  const counts = { scheduled: 0, holding: 0, sending: 0, uncertain: 0 };
  for (const { status, waits, due } of rows) {
    if (status === 'scheduled') counts[waits || (held?.held && due) ? 'holding' : 'scheduled'] += 1;
    else counts[status as keyof typeof counts] += 1;
  }
  expect((await call('list_queue', {})).counts).toEqual(counts);
}

it('COUNT-01, COUNT-03 live counts equal the rows after retries, dismissals, cancels, pauses, windows, erasures and kills', async () => {
  const step = fc.record({
    kind: fc.constantFrom(
      ...[0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9],
      ...[10, 11, 12, 13, 14, 14, 15, 16, 17, 18, 18, 19, 19],
    ),
    who: fc.nat(7),
    what: fc.nat(1_000),
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 16, maxLength: 24 }), async (steps) => {
      for (const one of steps) {
        await doOne(one);
        for (const row of (await keptAndCounted())[0]) seen.add(row.split(' ')[3] ?? '');
      }
      await expectExact();
    }),
    { numRuns: runs(30, 6), endOnFailure: true },
  );
  expect([...seen].sort()).toEqual([
    ...['active', 'holding', 'inside', 'people', 'queued', 'uncertain', 'windowed'],
  ]);
});

it('COUNT-01 lists show what is kept', async () => {
  await call('release_sending', {}).catch(() => null);
  await opened.service.round('upkeep');
  const { flows } = await call('list_flows', {});
  const { flow } = await call('get_flow', { flow_key: 'go' });
  const [rows] = await opened.database.pool<{ people: number }[]>`
    select count(*)::int as people from runs where flow_id = ${flow.id} and ended_at is null`;
  expect(flows.find(({ key }) => key === 'go')?.people_inside).toBe(rows?.people);
  expect(flow.people_inside).toBe(rows?.people);
  const [shown] = (await call('list_sequences', {})).sequences;
  const [on] = await opened.database.pool<{ people: number }[]>`
    select count(*)::int as people from sequence_runs where finished_at is null`;
  expect(shown?.people_inside).toBe(on?.people);
});
