import { EventEmitter, once } from 'node:events';
import { connect } from '@postroad/store/platform/connection/connect';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

// @database postgres: other connections hold locks while events wait.

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService({ env: { TEST_CLOCK: '' } });
  calls = calling(opened);
});

afterAll(() => opened.close());

/** Does something while events can be asked about, but not written. */
async function whileUnwritten(posted: () => Promise<unknown>, meanwhile: () => Promise<unknown>) {
  const databaseUrl = opened.config.databaseUrl ?? '';
  const other = await connect({ databaseUrl, dataDir: '', poolSize: 1 });
  const posting = await transaction(other, {}, async ({ sql }) => {
    await sql`lock table events in share mode`;
    const begun = posted();
    const waiting = () => sql`
      select from pg_locks where not granted and relation = 'events'::regclass`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await meanwhile();
    return { begun };
  });
  await other.close();
  return await posting.begun;
}

it('UNIT-04, EVENT-19 an event on its way while a flow goes live is recorded once, and starts the flow', async () => {
  const definition = { trigger: { event: 'bought' }, nodes: [] };
  const { flow } = await calls.call('create_flow', { key: 'thanks', definition });
  const event = { email: 'ada@example.com', name: 'bought' };
  // From here on the flows are in memory.
  await calls.call('record_event', { ...event, name: 'seen' });
  const answer = await whileUnwritten(
    () => calls.call('record_event', event),
    () => calls.call('activate_flow', { flow_key: 'thanks' }),
  );
  expect(answer).toMatchObject({ status: 'created' });
  expect((await calls.call('list_events', { name: 'bought' })).events).toHaveLength(1);
  const { runs } = await calls.call('list_flow_runs', { flow_key: flow.key });
  expect(runs).toHaveLength(1);
});

/** Keeps events from being written until it is released; `taken` once it does. */
function holdEvents() {
  const signal = new EventEmitter();
  const taken = once(signal, 'taken');
  const released = once(signal, 'released');
  const hold = async () => {
    const databaseUrl = opened.config.databaseUrl ?? '';
    const other = await connect({ databaseUrl, dataDir: '', poolSize: 1 });
    await transaction(other, {}, async ({ sql }) => {
      await sql`lock table events in share mode`;
      signal.emit('taken');
      await released;
    });
    await other.close();
  };
  const ended = hold();
  return {
    taken,
    async release() {
      signal.emit('released');
      await ended;
    },
  };
}

it('UNIT-04 an event is recorded however often flows are saved while it is written', async () => {
  await calls.call('create_flow', {
    key: 'saved-often',
    definition: { trigger: { event: 'came' }, nodes: [] },
  });
  await calls.call('activate_flow', { flow_key: 'saved-often' });
  const { pool } = opened.database;
  const waiting = async () => {
    const rows = await pool`
      select from pg_locks where not granted and relation = 'events'::regclass`;
    return rows.length;
  };
  let turn = holdEvents();
  await turn.taken;
  let answered = false;
  const posting = calls
    .call('record_event', { email: 'bob@example.com', name: 'came' })
    .finally(() => {
      answered = true;
    });
  posting.catch(() => {});
  const others = async (count: number) => answered || (await waiting()) === count;
  // The next turn queues behind the event, so that each try of it meets a flow saved meanwhile.
  for (const save of ['pause_flow', 'activate_flow', 'pause_flow'] as const) {
    await expect.poll(() => others(1)).toBe(true);
    await calls.call(save, { flow_key: 'saved-often' });
    const next = holdEvents();
    await expect.poll(() => others(2)).toBe(true);
    await turn.release();
    await next.taken;
    turn = next;
  }
  await turn.release();
  expect(await posting).toMatchObject({ status: 'created' });
  expect((await calls.call('list_events', { name: 'came' })).events).toHaveLength(1);
});

it('UNIT-04 a batch that cannot be written answers why, not what followed from it', async () => {
  const posts = ['one', 'two'].map((name) => ({ email: `${name}@example.com`, name }));
  const { pool } = opened.database;
  await pool`alter table events add constraint none check (source <> 'api') not valid`;
  try {
    await expect(calls.call('record_events', { events: posts })).rejects.toMatchObject({
      constraint_name: 'none',
    });
  } finally {
    await pool`alter table events drop constraint none`;
  }
  const { results } = await calls.call('record_events', { events: posts });
  expect(results.map(({ status }) => status)).toEqual(['created', 'created']);
});
