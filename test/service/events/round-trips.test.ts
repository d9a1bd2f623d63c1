import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { anyPast, gate } from '../flows/flow-moves.ts';

// @database postgres: it counts what is sent to a server.

let opened: TestService;
let calls: Calling;

const { write, emit } = Socket.prototype;
let trips = 0;
let answered = true;

/** What is sent before an answer has come is of one round trip, in however many pieces. */
function countTrips(): void {
  const counting = {
    write(this: Socket, ...given: Parameters<typeof write>) {
      if (answered) trips += 1;
      answered = false;
      return write.apply(this, given);
    },
    emit(this: Socket, name: string, ...given: unknown[]) {
      if (name === 'data') answered = true;
      return Reflect.apply(emit, this, [name, ...given]);
    },
  };
  Object.assign(Socket.prototype, counting);
}

beforeAll(async () => {
  opened = await openTestService({ env: { TEST_CLOCK: '' } });
  calls = calling(opened);
  const waiting = gate(1, anyPast('opened'));
  const definition = { trigger: { event: 'go' }, nodes: [waiting] };
  await calls.call('create_flow', { key: 'going', run_policy: 'repeat', definition });
  await calls.call('activate_flow', { flow_key: 'going' });
  countTrips();
});

afterAll(async () => {
  Object.assign(Socket.prototype, { write, emit });
  await opened.close();
});

const email = 'ada@example.com';
const money = { external_id: 's-1', product: 'pro', interval: 'month', status: 'active' };

// Begin with ids and the version of the flows, all that is written with the commit; more for what it
// brings.
it.each<[string, (at: number) => object, number]>([
  ['an event that nobody waits for', () => ({ name: 'plain' }), 2],
  ['an event that starts a run', () => ({ name: 'go' }), 3],
  ['an event that opens a gate', () => ({ name: 'opened' }), 2],
  [
    'an event with a field',
    (at) => ({ name: 'plain', person: { fields: { city: `Porto ${at}` } } }),
    6,
  ],
  ['an event of a subscription', () => ({ name: 'subscription_renewed', details: money }), 5],
])('UNIT-04 %s takes as many round trips as before the facts', async (_what, eventOf, most) => {
  const post = (at: number) => calls.call('record_event', { email, name: '', ...eventOf(at) });
  // The first makes the person, registers names and prepares statements.
  for (const at of [1, 2, 3]) await post(at);
  trips = 0;
  await post(4);
  expect(trips).toBe(most);
});
