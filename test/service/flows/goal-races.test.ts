import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves } from './flow-moves.ts';

// @database both: claims and attempts wait for each other in other ways on one connection.

let opened: TestService;
let moves: FlowMoves;
let provider: FakeProvider;

beforeAll(async () => {
  provider = fakeProvider(20);
  opened = await openTestService({
    provider: () => provider,
    env: { LOG_LEVEL: 'silent' },
    poolSize: 10,
  });
  moves = flowMoves(opened);
});

afterAll(() => opened.close());

/** `npm run test:all` has all of them. */
const races = runs(1_000, 200);
const batch = 50;
const emailOf = (index: number) => `p${index}@example.com`;

it('GOAL-05 hands over nothing after the answer to the event, in races of a goal against a send', async () => {
  const made = await moves.call('create_email', { subject: 'Buy', body_markdown: 'Please' });
  const send = (id: number) => ({ id, type: 'send_email', email_id: made.email.id });
  const delay = { id: 2, type: 'delay', duration: { amount: 1, unit: 'hours' } };
  await moves.live('race', [send(1), delay, send(3)], {
    goals: [
      { name: 'bought', event: { name: 'paid' } },
      { name: 'customer', condition: { type: 'has_tag', tag: 'customer' } },
    ],
  });
  /** People whose goal was answered; then nothing more is handed over to them. */
  const over = new Set<string>();
  const late: string[] = [];
  const sent = new Map<string, number>();
  let begin = () => {};
  provider.answer = async ({ to: who }) => {
    begin();
    if (over.has(who)) late.push(who);
    sent.set(who, (sent.get(who) ?? 0) + 1);
    // Some take longer than a call, so that calls find them in hand-over.
    const ms = who.endsWith('7@example.com') ? 150 : 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (over.has(who)) late.push(who);
    return accepted;
  };
  const everybody = Array.from({ length: races }, (_, index) => emailOf(index));
  const batches = Array.from({ length: races / batch }, (_, index) =>
    everybody.slice(index * batch, (index + 1) * batch),
  );
  /** One call follows the mail from the front, one comes towards it from the back. */
  const reach = async (next: () => string[] | undefined) => {
    for (let some = next(); some !== undefined; some = next()) {
      await moves.call('record_events', {
        events: some.map((email) => ({ email, name: 'paid' })),
      });
      for (const email of some) over.add(email);
    }
  };
  for (let at = 0; at < races; at += 100) {
    const events = everybody.slice(at, at + 100).map((email) => ({ email, name: 'race' }));
    await moves.call('record_events', { events });
  }
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  // The runs are taken, and their mail is sent, while goals are reached.
  const sending = moves.pass();
  await begun;
  await Promise.all([reach(() => batches.shift()), reach(() => batches.pop())]);
  await sending;
  await moves.pass(120);
  expect(late).toEqual([]);
  const standings = await moves.standings('race');
  expect(standings).toHaveLength(races);
  expect(standings.filter(({ status }) => status !== 'exited')).toEqual([]);
  // Somebody was on each side of the race, or it was none.
  const reached = everybody.filter((email) => sent.has(email)).length;
  expect(reached).toBeGreaterThan(0);
  expect(reached).toBeLessThan(races);
  // Mail that was in hand-over then counts too; reports add what no round has added up yet.
  const { now } = await moves.call('get_clock', {});
  const from = new Date(Date.parse(now) - 2 * 86_400_000).toISOString().slice(0, 10);
  const { rows } = await moves.call('get_report', { by: 'step', from });
  expect(rows.map(({ sent, converted }) => [sent, converted])).toEqual([[reached, reached]]);
});
