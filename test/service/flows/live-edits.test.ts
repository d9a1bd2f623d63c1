import { Refusal } from '@postroad/core/platform/refusal';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { anyPast, type FlowMoves, flowMoves, next } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;

beforeAll(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' } });
  moves = flowMoves(opened);
});

afterAll(async () => {
  await opened.close();
});

type Node = Record<string, unknown>;

const expires = { expires_after: { amount: 2, unit: 'hours' } };
const condition = { type: 'has_tag', tag: 'key' };

/** What a step can be, or become. */
const kinds: (() => Node)[] = [
  () => ({ type: 'add_tag', tag: 'seen' }),
  () => ({ type: 'remove_tag', tag: 'key' }),
  () => ({ type: 'delay', duration: { amount: 30, unit: 'minutes' } }),
  () => ({ type: 'delay', duration: { amount: 3, unit: 'hours' } }),
  () => ({ type: 'gate', wait_for: next('news') }),
  () => ({ type: 'gate', wait_for: anyPast('news') }),
  () => ({
    ...{ type: 'gate', wait_for: next('news'), ...expires },
    ...{ met: [{ type: 'add_tag', tag: 'met' }], expired: [] },
  }),
  () => ({ type: 'gate', wait_for: { condition }, ...expires, met: [], expired: [] }),
  () => ({
    ...{ type: 'if_else', condition },
    then: [{ type: 'delay', duration: { amount: 1, unit: 'hours' } }],
    else: [{ type: 'add_tag', tag: 'else' }],
  }),
  () => ({ type: 'fire_event', event: 'news' }),
  () => ({ type: 'send_email', email_id: 999 }),
  () => ({ type: 'exit_flow' }),
];

const armKeys = ['then', 'else', 'met', 'expired'];

/** Every list of steps in a definition, the outermost first. */
function listsOf(nodes: Node[]): Node[][] {
  const inner = nodes.flatMap((node) =>
    armKeys.flatMap((arm) => (Array.isArray(node[arm]) ? listsOf(node[arm] as Node[]) : [])),
  );
  return [nodes, ...inner];
}

const manners = ['add', 'move', 'remove', 'move', 'change', 'move', 'arms'] as const;

/** One random edit: a step added, removed, moved or made another, or arms dropped. */
function edited(nodes: Node[], [how, where, what]: readonly [number, number, number]): Node[] {
  const copy = structuredClone(nodes);
  const lists = listsOf(copy);
  const list = lists[where % lists.length] ?? copy;
  const at = what % Math.max(1, list.length);
  const kind = kinds[what % kinds.length] ?? (() => ({}));
  const which = manners[how % manners.length];
  if (which === 'add' || list.length === 0) list.splice(at, 0, kind());
  else if (which === 'remove') list.splice(at, 1);
  else if (which === 'move') {
    const [moved] = list.splice(at, 1);
    const targets = listsOf(copy);
    if (moved) (targets[(where + what) % targets.length] ?? copy).push(moved);
  } else if (which === 'change') {
    const { id } = list[at] ?? {};
    list[at] = { ...kind(), ...(id === undefined ? {} : { id }) };
  } else for (const arm of armKeys) delete list[at]?.[arm];
  return copy;
}

const number = fc.nat(1_000);
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('edit'), by: fc.tuple(number, number, number) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('enter'), person: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('news'), person: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('key'), person: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass'), minutes: fc.constantFrom(10, 45, 200) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('pause', 'resume') }) },
);

type Act = { kind: string; by?: [number, number, number]; person?: number; minutes?: number };

async function perform(key: string, nodes: Node[], one: Act): Promise<Node[]> {
  const email = `p${one.person}@${key}.example.com`;
  if (one.kind === 'edit' && one.by) {
    const definition = { trigger: { event: key }, nodes: edited(nodes, one.by) };
    // One with errors is refused while the flow is live, and stored while it is paused.
    const change = { flow_key: key, definition, force: true };
    const answer = await moves.call('update_flow', change).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'conflict') return null;
      throw error;
    });
    return answer === null ? nodes : (answer.flow.definition as { nodes: Node[] }).nodes;
  }
  if (one.kind === 'enter') await moves.record(email, key);
  if (one.kind === 'news') await moves.record(email, 'news');
  if (one.kind === 'key') {
    await moves.call('record_event', { email, name: 'x', person: { tags: ['key'] } });
  }
  if (one.kind === 'pass') await moves.pass(one.minutes);
  if (one.kind === 'pause') await moves.call('pause_flow', { flow_key: key });
  if (one.kind === 'resume') {
    // A definition with errors stays paused, with everybody in it.
    await opened.service
      .invoke('activate_flow', { flow_key: key }, { actor: opened.actor })
      .catch(() => undefined);
  }
  return nodes;
}

it('RUN-15 a step that was done and is moved ahead of the person is not done again', async () => {
  const [first, wait, last] = [
    { id: 1, type: 'add_tag', tag: 'first' },
    { id: 2, type: 'delay', duration: { amount: 1, unit: 'hours' } },
    { id: 3, type: 'add_tag', tag: 'last' },
  ];
  await moves.live('moved', [first, wait, last]);
  await moves.enter('moved', 'ada@example.com');
  await moves.edit('moved', [wait, last, first]);
  await moves.enter('moved', 'bo@example.com');
  await moves.pass(60);
  expect(await moves.trailOf('moved', 'ada@example.com')).toEqual([
    ...['1 ran', '2 waiting', '2 released', '3 ran', '1 skipped'],
  ]);
  expect(await moves.trailOf('moved', 'bo@example.com')).toEqual([
    ...['2 waiting', '2 released', '3 ran', '1 ran'],
  ]);
});

describe('a live flow that is edited at random while people are on every step', () => {
  it('RUN-15 loses nobody, and nobody does a finished step again', {
    timeout: 120_000,
  }, async () => {
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 30 }), async (acts) => {
        turn += 1;
        const key = `edited-${turn}`;
        await moves.live(key, [
          { type: 'add_tag', tag: 'first' },
          { type: 'delay', duration: { amount: 1, unit: 'hours' } },
          { type: 'gate', wait_for: next('news'), ...expires, met: [], expired: [] },
          { type: 'add_tag', tag: 'last' },
        ]);
        const { flow } = await moves.call('get_flow', { flow_key: key });
        let nodes = (flow.definition as { nodes: Node[] }).nodes;
        const people = [0, 1, 2, 3].map((person) => ({ kind: 'enter', person }));
        const later = [
          ...[{ kind: 'resume' }, { kind: 'pass', minutes: 300 }],
          ...people.map(({ person }) => ({ kind: 'news', person })),
          { kind: 'pass', minutes: 300 },
        ];
        const all: Act[] = [...people, { kind: 'pass', minutes: 10 }, ...(acts as Act[]), ...later];
        for (const one of all) nodes = await perform(key, nodes, one);
        await checkNobodyLost(key);
      }),
      { numRuns: runs(databaseKind() === 'postgres' ? 20 : 5), seed: 20261121 },
    );
  });
});

async function checkNobodyLost(key: string): Promise<void> {
  const { pool } = opened.database;
  const rows = await pool<Record<string, unknown>[]>`
    select r.id, r.status, r.step_id, r.waiting, r.reason, r.wait_event,
      r.wait_condition, r.ended_at is not null as ended, f.status as flow,
      r.due_at > (select test_clock_at from engine_state) as later, r.due_at is null as never
    from runs r join flows f on f.id = r.flow_id where f.key = ${key}`;
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const waits = row.later === true || row.wait_event !== null || row.wait_condition === true;
    if (row.status === 'active')
      expect({ ...row, waits, ended: false }).toEqual({ ...row, waits: true });
    else if (row.status === 'parked') expect(row.reason).toMatch(/no longer in the definition/);
    else if (row.status === 'frozen') expect(row.flow).toBe('paused');
    else expect(row.ended).toBe(true);
  }
  const twice = await pool`
    select s.run_id, s.step_id from run_steps s join runs r on r.id = s.run_id
    join flows f on f.id = r.flow_id
    where f.key = ${key} and s.outcome in ('ran', 'branched', 'released')
    group by 1, 2 having count(*) > 1`;
  expect(twice).toEqual([]);
}
