import type { SourceKind } from '@postroad/store/platform/codes';
import { isPassing } from '@postroad/store/platform/retry';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

/** `npm run soak` races a thousand times each, or once for each fifty of `POSTROAD_SOAK`. */
const soak = Number(process.env.POSTROAD_SOAK ?? 0);
const few = databaseKind() === 'postgres' ? 25 : 8;
const races = soak > 0 ? Math.min(1_000, Math.ceil(soak / 50)) : runs(few);
/** Mail on its way in each race. */
const mails = 6;

let opened: TestService;
let calls: Calling;
let provider: FakeProvider;
let flowKey = '';
let sequenceId = 0;
let broadcastSegment = 0;
let emailId = 0;
let over = false;
let working: Promise<void>;

const addresses = Array.from({ length: mails }, (_, at) => `racer${at}@example.com`);

/** Ticks without a pause, whatever gets in its way, as a worker does. */
async function work(): Promise<void> {
  while (!over) {
    try {
      const found = await opened.service.tick();
      if (!found) await new Promise((resolve) => setImmediate(resolve));
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
}

beforeAll(async () => {
  provider = fakeProvider(2);
  // Each mail takes as long as some questions to the database, so that calls meet it in every state.
  provider.answer = async ({ sendId, to }) => {
    for (let turn = 0; turn < 12; turn += 1) await opened.database.pool`select 1`;
    finished.push({ sendId, to });
    return accepted;
  };
  const env = { LOG_LEVEL: 'silent', TEST_CLOCK: '' };
  opened = await openTestService({ env, poolSize: 12, provider: () => provider });
  calls = calling(opened);
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  emailId = email.id;
  const { flow } = await calls.call('create_flow', {
    ...{ key: 'racing', run_policy: 'repeat' },
    definition: { trigger: { event: 'go' }, nodes: [{ type: 'send_email', email_id: emailId }] },
  });
  flowKey = flow.key;
  await calls.call('activate_flow', { flow_key: flowKey });
  const { sequence } = await calls.call('create_sequence', { name: 'Racing' });
  sequenceId = sequence.id;
  await calls.call('toggle_sequence', { sequence_id: sequenceId, enabled: true });
  for (const email_ of addresses) {
    await calls.call('upsert_person', { email: email_, tags: ['racer'] });
  }
  const definition = { type: 'has_tag', tag: 'racer' };
  broadcastSegment = (await calls.call('create_segment', { key: 'racers', definition })).segment.id;
  working = work();
});

afterAll(async () => {
  over = true;
  await working;
  await opened.close();
});

/** What was handed over to its end, in order. */
const finished: { sendId: number; to: string }[] = [];
const handed = () => finished.length;

/** Puts mail of a source into the queue, due now, as its own ways do. */
async function queueOf(kind: SourceKind, id: number | null): Promise<void> {
  await opened.database.pool`
    insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
    select p.id, ${emailId}, ${kind}, ${id}, now(), now() from people p
    where p.email = any(${addresses}::text[])`;
}

async function live(): Promise<number> {
  const { counts } = await calls.call('list_queue', { limit: 1 });
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** Mail that is claimed or attempted. */
async function inHand(): Promise<number> {
  const rows = await opened.database.pool`select from in_hand`;
  return rows.length;
}

/** Resolves once so many more mails were handed over than `before`. */
const handedSince = (before: number, count: number) =>
  expect.poll(() => handed() - before, { interval: 1 }).toBeGreaterThanOrEqual(count);

interface Race {
  /** Puts mail on its way. */
  queue: () => Promise<void>;
  /** Stops it; mail to `to` alone where that is given. */
  stop: () => Promise<unknown>;
  to?: string;
  /** Lets what was held go out, or ends it. */
  end: () => Promise<unknown>;
}

async function raceOnce(race: Race, waited: number): Promise<void> {
  const before = handed();
  await race.queue();
  await handedSince(before, waited);
  await race.stop();
  const answered = handed();
  // Whatever the worker had taken up by then is handed over, or given back.
  await expect.poll(inHand, { interval: 1 }).toBe(0);
  const after = finished.slice(answered);
  const strays = race.to === undefined ? after : after.filter(({ to }) => to === race.to);
  expect(strays.map(({ sendId }) => sendId)).toEqual([]);
  await race.end();
  await expect.poll(live, { interval: 2 }).toBe(0);
}

/** A mail is handed over once, whatever stops it. */
async function raceAll(race: Race): Promise<void> {
  for (let round = 0; round < races; round += 1) await raceOnce(race, round % mails);
  const ids = provider.messages.map(({ sendId }) => sendId);
  expect(new Set(ids).size).toBe(ids.length);
}

it('nothing of a flow is handed over after the answer to its pause', async () => {
  const { flow } = await calls.call('get_flow', { flow_key: flowKey });
  const flow_key = flowKey;
  await raceAll({
    queue: () => queueOf('flow', flow.id),
    stop: () => calls.call('pause_flow', { flow_key }),
    end: () => calls.call('activate_flow', { flow_key }),
  });
}, 1_800_000);

it('nothing of a sequence is handed over after the answer to turning it off', async () => {
  const sequence_id = sequenceId;
  await raceAll({
    queue: () => queueOf('sequence', sequence_id),
    stop: () => calls.call('toggle_sequence', { sequence_id, enabled: false }),
    end: () => calls.call('toggle_sequence', { sequence_id, enabled: true }),
  });
}, 1_800_000);

it('nothing is handed over to somebody after the answer to an unsubscribe', async () => {
  const { flow } = await calls.call('get_flow', { flow_key: flowKey });
  const to = addresses[mails - 1] ?? '';
  await raceAll({
    queue: () => queueOf('flow', flow.id),
    stop: () => calls.call('update_person', { person: to, unsubscribed: true }),
    to,
    end: () => calls.call('update_person', { person: to, unsubscribed: false }),
  });
}, 1_800_000);

it('BCAST-17 nothing of a broadcast is handed over after the answer to a cancel', async () => {
  let broadcast_id = 0;
  await raceAll({
    queue: async () => {
      const { broadcast } = await calls.call('create_broadcast', {
        ...{ name: 'News', segment_id: broadcastSegment, email_source: 'copy', email_id: emailId },
        emails_per_hour: 10_000_000,
      });
      broadcast_id = broadcast.id;
      await calls.call('send_broadcast_now', { broadcast_id });
    },
    // It may have ended before; then there is nothing to cancel.
    stop: () => calls.refused('cancel_broadcast', { broadcast_id }).catch(() => null),
    end: async () => undefined,
  });
}, 1_800_000);
