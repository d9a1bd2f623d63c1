import { askAhead, ingest } from '@postroad/service/events/ingest';
import { type AdvanceDeps, advanceRuns } from '@postroad/service/flows/advance-runs';
import { checkGates } from '@postroad/service/flows/check-gates';
import { changePeople } from '@postroad/service/people/change-people';
import { isPassing } from '@postroad/store/platform/retry';
import { transaction } from '@postroad/store/platform/transaction';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceDeps } from '../../support/advance-deps.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { anyPast, type FlowMoves, flowMoves, gate } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;

beforeEach(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' }, poolSize: 10 });
  moves = flowMoves(opened);
});

afterEach(async () => {
  await opened.close();
});

/** The same random numbers each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** In a transaction of the test clock, again where another one was in the way. */
async function within(
  deps: AdvanceDeps,
  body: Parameters<typeof transaction<unknown>>[2],
): Promise<void> {
  for (;;) {
    try {
      await transaction(deps.database, { testClock: true }, body);
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
}

async function work(deps: AdvanceDeps, batch: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      if ((await advanceRuns(deps, batch)) === 0) await checkGates(deps);
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
}

const people = 240;
const emailOf = (index: number) => `p${index}@example.com`;

async function idsOf(): Promise<Map<string, number>> {
  const rows = await opened.database.pool<{ id: number; email: string }[]>`
    select id, email from people`;
  return new Map(rows.map(({ id, email }) => [email, id]));
}

describe('people who arrive at a gate while it opens', () => {
  it('RUN-11 all get through, however events, changes, batches and saves of flows race', async () => {
    const tail = [
      gate(2, anyPast('opened', { detail: 'right', op: 'equals', value: 'yes' })),
      { id: 3, type: 'fire_event', event: 'through' },
      gate(4, { condition: { type: 'has_tag', tag: 'key' } }),
      { id: 5, type: 'add_tag', tag: 'done' },
    ];
    await moves.live('race', [{ id: 1, type: 'add_tag', tag: 'inside' }, ...tail]);
    await moves.live(
      'other',
      [gate(2, anyPast('through')), { id: 3, type: 'add_tag', tag: 'followed' }],
      { trigger: { event: 'race' } },
    );
    const crew = [
      advanceDeps(opened),
      advanceDeps(opened),
      advanceDeps(opened),
      advanceDeps(opened),
    ];
    const poster = advanceDeps(opened);
    let over = false;
    const workers = crew.map((deps, index) => work(deps, [500, 40, 7, 60][index] ?? 1, () => over));
    const shuffled = Array.from({ length: people }, (_, index) => index);
    const pick = random(11);
    const enterAll = async () => {
      for (let at = 0; at < people; at += 20) {
        const entries = shuffled.slice(at, at + 20).map((index) => ({
          email: emailOf(index),
          name: 'race',
        }));
        await within(poster, (tx) =>
          ingest(tx, poster, entries, 'api', askAhead(tx, poster, entries, 1)),
        );
      }
    };
    /** Two posters, each in an order of its own; what is wrong comes beside what is right. */
    const openAll = async (deps: AdvanceDeps, parity: number) => {
      const mine = shuffled.filter((index) => index % 2 === parity).sort(() => pick() - 0.5);
      for (let at = 0; at < mine.length; at += 7) {
        const some = mine.slice(at, at + 7);
        const entries = some.flatMap((index) => [
          { email: emailOf(index), name: 'opened', details: { right: 'no' } },
          { email: emailOf(index), name: 'opened', details: { right: 'yes' } },
        ]);
        await within(deps, (tx) =>
          ingest(tx, deps, entries, 'api', askAhead(tx, deps, entries, 1)),
        );
      }
    };
    const tagAll = async (deps: AdvanceDeps) => {
      const order = [...shuffled].sort(() => pick() - 0.5);
      for (let at = 0; at < order.length; at += 11) {
        const ids = await idsOf();
        const some = order.slice(at, at + 11);
        const known = some.flatMap((index) => ids.get(emailOf(index)) ?? []);
        if (known.length < some.length) {
          at -= 11;
          continue;
        }
        await within(deps, (tx) =>
          changePeople(
            tx,
            deps,
            known.map((person_id) => ({ person_id, how: 'operator', add_tags: ['key'] })),
          ),
        );
      }
    };
    const saveOften = async () => {
      for (let turn = 0; turn < 12; turn += 1) {
        const nodes = [{ id: 1, type: 'add_tag', tag: `inside-${turn}` }, ...tail];
        await moves.edit('race', nodes);
      }
    };
    await Promise.all([
      enterAll(),
      openAll(advanceDeps(opened), 0),
      openAll(advanceDeps(opened), 1),
      tagAll(advanceDeps(opened)),
      saveOften(),
    ]);
    for (;;) {
      const [row] = await opened.database.pool<{ busy: number }[]>`
        select (select count(*) from runs where status = 'active'
          and due_at <= (select test_clock_at from engine_state))
          + (select count(*) from gate_checks) as busy`;
      if (Number(row?.busy) === 0) break;
    }
    over = true;
    await Promise.all(workers);
    for (const key of ['race', 'other']) {
      const stuck = (await moves.standings(key)).filter(({ status }) => status !== 'completed');
      expect(stuck).toEqual([]);
      expect(await moves.standings(key)).toHaveLength(people);
    }
    const twice = await opened.database.pool`
      select run_id, step_id from run_steps where outcome = 'ran' group by 1, 2 having count(*) > 1`;
    expect(twice).toHaveLength(0);
  });
});
