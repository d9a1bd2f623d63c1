import type { Change } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves } from '../flows/flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
let emailId = 0;
let stop: (() => void) | null = null;

beforeAll(async () => {
  opened = await openTestService();
  moves = flowMoves(opened);
  const made = await moves.call('create_email', { subject: 'Hello', body_markdown: 'x' });
  emailId = made.email.id;
});

afterEach(() => {
  stop?.();
  stop = null;
});

afterAll(async () => {
  await opened.close();
});

/** What is announced as counted from now on, each with the time at which it was heard. */
async function listen() {
  const heard: (Change & { at: number })[] = [];
  stop = await opened.service.onChange({
    onChanges: (changes) => {
      for (const change of changes) {
        if (change.action === 'counted') heard.push({ ...change, at: performance.now() });
      }
    },
    missed: () => undefined,
  });
  return {
    heard,
    /** Waits until these were announced. */
    until: async (...wanted: [resource: string, id: number | null][]) => {
      const said = () => heard.map(({ resource, id }) => `${resource} ${id}`);
      const all = wanted.map(([resource, id]) => `${resource} ${id}`);
      await expect.poll(said, { timeout: 10_000 }).toEqual(expect.arrayContaining(all));
    },
  };
}

const rest = { type: 'delay', duration: { amount: 1, unit: 'days' } };

describe('live changes of what the service does', () => {
  it('CON-09 tell of runs that begin, move and end, and of the mail that they send', async () => {
    const nodes = [{ type: 'send_email', email_id: emailId }, rest];
    await moves.live('announced', nodes);
    const { flow } = await moves.call('get_flow', { flow_key: 'announced' });
    const started = await listen();
    await moves.call('record_event', { email: 'ada@example.com', name: 'announced' });
    await started.until(['flows', flow?.id ?? 0], ['runs', null]);
    stop?.();
    const moved = await listen();
    await moves.pass();
    await moved.until(
      ...([['flows', flow?.id ?? 0]] as [string, number][]),
      ...([
        ['runs', null],
        ['queue', null],
        ['sends', null],
        ['report', null],
      ] as [string, null][]),
      ['emails', emailId],
    );
    stop?.();
    const ended = await listen();
    await moves.pass(24 * 60);
    await ended.until(['flows', flow?.id ?? 0], ['runs', null]);
  });

  it('CON-09 tell of people on sequences and of broadcasts', async () => {
    const { sequence } = await moves.call('create_sequence', { name: 'Course' });
    const { step } = await moves.call('add_sequence_step', {
      ...{ sequence_id: sequence.id, email_source: 'shared', email_id: emailId },
    });
    await moves.call('update_sequence_step', {
      ...{ step_id: step.id, status: 'active' },
    } as never);
    await moves.call('toggle_sequence', { sequence_id: sequence.id, enabled: true });
    await moves.live('to-course', [{ type: 'start_sequence', sequence_id: sequence.id }]);
    const on = await listen();
    await moves.enter('to-course', 'grace@example.com');
    await on.until(['sequences', sequence.id], ['queue', null], ['sends', null]);
  });

  it('CON-09 tell of each record at most once a second, however much of it moves', async () => {
    const people = Array.from({ length: 400 }, (_, index) => `many-${index}@example.com`);
    await moves.live('many', [{ type: 'send_email', email_id: emailId }]);
    const { flow } = await moves.call('get_flow', { flow_key: 'many' });
    const { heard, until } = await listen();
    for (let from = 0; from < people.length; from += 100) {
      const events = people.slice(from, from + 100).map((email) => ({ email, name: 'many' }));
      await moves.call('record_events', { events });
      await moves.pass();
    }
    await until(['flows', flow?.id ?? 0], ['emails', emailId], ['queue', null]);
    const times = new Map<string, number[]>();
    for (const { resource, id, at } of heard) {
      const key = `${resource} ${id}`;
      times.set(key, [...(times.get(key) ?? []), at]);
    }
    for (const [key, heardAt] of times) {
      for (const [index, at] of heardAt.entries()) {
        const before = heardAt[index - 1];
        if (before === undefined) continue;
        expect(at - before, key).toBeGreaterThan(limits.figuresToldEveryMs - 50);
      }
    }
  });
});
