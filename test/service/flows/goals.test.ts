import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves, gate, next } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
let provider: FakeProvider;
let email = 0;
let firstDay = '';

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  moves = flowMoves(opened);
  const made = await moves.call('create_email', { subject: 'One', body_markdown: 'Hello' });
  email = made.email.id;
  firstDay = (await moves.call('get_clock', {})).now.slice(0, 10);
});

afterAll(() => opened.close());

let ada: string;
let tests = 0;

beforeEach(() => {
  tests += 1;
  ada = `ada@test${tests}.example.com`;
});

const bought = { name: 'bought', event: { name: 'paid' } };
const customer = { name: 'customer', condition: { type: 'has_tag', tag: 'customer' } };
const send = (id: number) => ({ id, type: 'send_email', email_id: email });
const days = (amount: number) => ({ amount, unit: 'days' });
const delay = (id: number, amount = 1) => ({ id, type: 'delay', duration: days(amount) });
const day = 24 * 60;

async function standing(key: string, who = ada) {
  const rows = (await moves.standings(key)).filter((row) => row.email === who);
  return rows.at(-1);
}

async function converted(key: string): Promise<unknown[]> {
  const { flow } = await moves.call('get_flow', { flow_key: key });
  return flow.steps.flatMap(({ stats }) => (stats ? [stats.converted] : []));
}

/** Mail of a person, queued or ended, with its reason. */
async function mailOf(who: string): Promise<string[]> {
  const rows = await opened.database.pool<{ mail: string }[]>`
    select concat_ws(' ', m.status, m.reason) as mail from people p join (
      select person_id, status, null as reason from sends
      union all select person_id, status, reason from send_log) m on m.person_id = p.id
    where p.email = ${who} order by 1`;
  return rows.map(({ mail }) => mail);
}

async function goalsOf(key: string, who = ada) {
  const { runs } = await moves.call('list_flow_runs', { flow_key: key, person: who });
  const { run } = await moves.call('get_run', { run_id: runs[0]?.id ?? 0 });
  return run;
}

describe('goals that events reach', () => {
  it('GOAL-01, GOAL-02, GOAL-04 ends the run in the transaction of the event, with its name, and counts the steps behind', async () => {
    const nodes = [send(1), delay(2), send(3), delay(4), send(5)];
    const match = { detail: 'amount', op: 'greater', value: 10 };
    await moves.live('simple', nodes, {
      goals: [{ ...bought, event: { name: 'paid', match } }],
    });
    await moves.enter('simple', ada);
    await moves.pass(day);
    await moves.record(ada, 'paid', { amount: 5 });
    expect(await standing('simple')).toMatchObject({ status: 'active', step_id: 4 });
    await moves.record(ada, 'paid', { amount: 11 });
    // No lane has run since.
    expect(await standing('simple')).toMatchObject({
      ...{ status: 'exited', reason: 'bought', step_id: 4 },
      trail: ['1 ran', '2 waiting', '2 released', '3 ran', '4 waiting', '4 exited'],
    });
    expect(await converted('simple')).toEqual([1, 1, 0]);
    const run = await goalsOf('simple');
    expect(run).toMatchObject({ reason: 'bought', goals: [{ name: 'bought' }] });
    expect(run.trace.at(-1)).toMatchObject({ outcome: 'exited', reason: 'bought' });
    const before = provider.messages.length;
    await moves.pass(3 * day);
    await moves.record(ada, 'paid', { amount: 12 });
    expect(provider.messages).toHaveLength(before);
    expect(await converted('simple')).toEqual([1, 1, 0]);
    for (const by of ['flow', 'step', 'email', 'day'] as const) {
      const { totals, rows } = await moves.call('get_report', { by, from: firstDay });
      expect(totals.converted).toBe(2);
      expect(rows.reduce((sum, row) => sum + row.converted, 0)).toBe(2);
    }
    const stats = await moves.call('get_email_stats', { email_id: email });
    expect(stats.converted).toBe(2);
  });

  it('GOAL-01 cancels what the run has in the queue, and nothing else', async () => {
    await moves.live('queued', [send(1), delay(2)], { goals: [bought] });
    await moves.live('beside', [send(1), delay(2)], { trigger: { event: 'queued' } });
    await moves.call('hold_sending', { reason: 'later' });
    await moves.enter('queued', ada);
    await moves.record(ada, 'paid');
    expect(await mailOf(ada)).toEqual(['canceled Goal reached: bought', 'scheduled']);
    await moves.call('release_sending', {});
    await moves.pass(1);
    expect(await converted('queued')).toEqual([0]);
  });

  it('GOAL-03 counts until 7 days after the end, or within a time from the start', async () => {
    const goals = [{ ...bought, exit: true }];
    await moves.live('after', [send(1)], { goals });
    await moves.live('short', [send(1)], {
      trigger: { event: 'after' },
      goals: [{ ...bought, within: days(2) }],
    });
    await moves.live('long', [send(1)], {
      trigger: { event: 'after' },
      goals: [{ ...bought, within: days(30) }],
    });
    const at = { in: `in-${ada}`, late: `late-${ada}`, later: `later-${ada}`, never: `no-${ada}` };
    await moves.enter('after', ...Object.values(at));
    await moves.pass(2 * day - 1);
    await moves.record(at.in, 'paid');
    expect(await converted('short')).toEqual([1]);
    await moves.pass(5 * day);
    await moves.record(at.late, 'paid');
    expect(await converted('short')).toEqual([1]);
    expect(await converted('after')).toEqual([2]);
    await moves.pass(day);
    await moves.record(at.later, 'paid');
    expect(await converted('after')).toEqual([2]);
    expect(await converted('long')).toEqual([3]);
    await moves.pass(23 * day);
    await moves.record(at.never, 'paid');
    expect(await converted('long')).toEqual([3]);
    expect((await standing('after', at.in))?.status).toBe('completed');
  });

  it('GOAL-04 the event that starts a run reaches nothing, and a later one in its batch does', async () => {
    await moves.live('again', [delay(1), send(2)], {
      goals: [{ name: 'again', event: { name: 'again' } }],
      trigger: { event: 'again' },
    });
    await moves.record(ada, 'again');
    await moves.pass();
    expect(await standing('again')).toMatchObject({ status: 'active', step_id: 1 });
    await moves.record(ada, 'again');
    expect(await standing('again')).toMatchObject({ status: 'exited', reason: 'again' });
    const bo = `bo-${ada}`;
    const entry = (name: string) => ({ email: bo, name });
    await moves.live('batched', [delay(1)], { goals: [bought] });
    await moves.call('record_events', {
      events: [entry('paid'), entry('batched'), entry('paid')],
    });
    expect(await standing('batched', bo)).toMatchObject({ status: 'exited', trail: ['exited'] });
  });

  it('GOAL-01 with exit false only counts, each mail once whatever else is reached', async () => {
    const goals = [
      { name: 'looked', event: { name: 'looked' }, exit: false },
      { name: 'bought', event: { name: 'paid' } },
    ];
    await moves.live('counts', [send(1), delay(2), send(3), delay(4)], { goals });
    await moves.enter('counts', ada);
    await moves.record(ada, 'looked');
    await moves.record(ada, 'looked');
    expect(await standing('counts')).toMatchObject({ status: 'active' });
    expect(await converted('counts')).toEqual([1, 0]);
    await moves.pass(day);
    await moves.record(ada, 'paid');
    expect(await converted('counts')).toEqual([1, 1]);
    const { goals: reached } = await goalsOf('counts');
    expect(reached.map(({ name }) => name)).toEqual(['looked', 'bought']);
  });

  it('GOAL-01 backfilled events reach a goal only where the trigger takes them', async () => {
    await moves.live('fresh', [delay(1)], { goals: [bought] });
    await moves.live('stale', [delay(1)], {
      trigger: { event: 'fresh', ignore_historical: false },
      goals: [bought],
    });
    await moves.enter('fresh', ada);
    const past = { occurred_at: '2020-01-01T00:00:00Z' };
    await moves.call('record_event', { email: ada, name: 'paid', ...past });
    expect(await standing('fresh')).toMatchObject({ status: 'active' });
    expect(await standing('stale')).toMatchObject({ status: 'exited', reason: 'bought' });
  });

  it('GOAL-01 ends paused, parked and waiting runs alike', async () => {
    await moves.live('frozen', [gate(1, next('opened'))], { goals: [bought] });
    await moves.enter('frozen', ada);
    await moves.call('pause_flow', { flow_key: 'frozen' });
    await moves.record(ada, 'paid');
    expect(await standing('frozen')).toMatchObject({ status: 'exited', waiting: false });
    await moves.call('activate_flow', { flow_key: 'frozen' });
    await moves.record(ada, 'opened');
    await moves.pass();
    expect(await moves.trailOf('frozen', ada)).toEqual(['1 waiting', '1 exited']);
  });
});

describe('goals that are conditions', () => {
  it('GOAL-01 a change of the person ends the run in its transaction', async () => {
    await moves.live('tags', [send(1), delay(2), send(3)], { goals: [customer] });
    await moves.enter('tags', ada);
    await moves.call('tag_person', { person: ada, tag: 'other' });
    expect(await standing('tags')).toMatchObject({ status: 'active' });
    await moves.call('tag_person', { person: ada, tag: 'customer' });
    expect(await standing('tags')).toMatchObject({ status: 'exited', reason: 'customer' });
    expect(await converted('tags')).toEqual([1, 0]);
  });

  it('GOAL-04 one that holds at the start counts nothing, then and later', async () => {
    await moves.call('upsert_person', { email: ada, tags: ['customer'] });
    await moves.live('held', [send(1), delay(2), send(3)], { goals: [customer, bought] });
    await moves.enter('held', ada);
    await moves.call('untag_person', { person: ada, tag: 'customer' });
    await moves.call('tag_person', { person: ada, tag: 'customer' });
    await moves.pass(2 * day);
    expect(await standing('held')).toMatchObject({ status: 'completed' });
    expect(await converted('held')).toEqual([0, 0]);
    await moves.record(ada, 'paid');
    expect(await converted('held')).toEqual([1, 1]);
  });

  it('GOAL-01 events, segments and what the flow itself does reach them too', async () => {
    await moves.call('create_segment', {
      key: 'spenders',
      definition: { type: 'event_occurred', event: 'spent' },
    });
    const visits = { type: 'event_count', event: 'visit', op: 'greater', value: 1 };
    await moves.live('visits', [delay(1)], { goals: [{ name: 'often', condition: visits }] });
    await moves.live('spends', [delay(1)], {
      trigger: { event: 'visits' },
      goals: [{ name: 'spends', condition: { type: 'in_segment', segment: 'spenders' } }],
    });
    await moves.live(
      'itself',
      [
        { id: 1, type: 'fire_event', event: 'looked' },
        { id: 2, type: 'add_tag', tag: 'customer' },
        send(3),
      ],
      { trigger: { event: 'visits' }, goals: [customer] },
    );
    await moves.enter('visits', ada);
    expect(await standing('itself')).toMatchObject({
      ...{ status: 'exited', reason: 'customer' },
      trail: ['1 ran', '2 ran', '2 exited'],
    });
    await moves.record(ada, 'visit');
    expect(await standing('visits')).toMatchObject({ status: 'active' });
    await moves.record(ada, 'visit');
    expect(await standing('visits')).toMatchObject({ status: 'exited', reason: 'often' });
    await moves.record(ada, 'spent');
    expect(await standing('spends')).toMatchObject({ status: 'exited', reason: 'spends' });
  });

  it('GOAL-01 what time alone makes true is found when the run is next looked at', async () => {
    const settled = { not: { type: 'event_occurred', event: 'timely', within_days: 2 } };
    await moves.live('timely', [delay(1, 3), send(2)], {
      goals: [{ name: 'settled', condition: settled }],
    });
    await moves.enter('timely', ada);
    await moves.pass(2 * day + 60);
    expect(await standing('timely')).toMatchObject({ status: 'active' });
    await moves.pass(day);
    expect(await standing('timely')).toMatchObject({ status: 'exited', reason: 'settled' });
  });
});

it('goals are in dry runs, references, definition files and differences of versions', async () => {
  await moves.call('create_segment', {
    key: 'aims',
    definition: { type: 'has_tag', tag: 'customer' },
  });
  const inSegment = { name: 'aimed', condition: { type: 'in_segment', segment: 'aims' } };
  const awaited = gate(1, next('paid'), { expires_after: days(2) });
  const nodes = [{ ...awaited, met: [], expired: [] }, send(2)];
  await moves.live('aimed', nodes, { goals: [bought, inSegment] });
  await moves.call('upsert_person', { email: ada });
  const walked = await moves.call('dry_run_flow', {
    ...{ flow_key: 'aimed', person: ada, event: { name: 'aimed' } },
    assume: [{ step: '1', outcome: 'met' }],
  });
  expect(walked).toMatchObject({ triggered: true, completed: true, stopped_at: null });
  expect(walked.steps.at(-1)).toMatchObject({
    ...{ outcome: 'exited', handle: '1-gate', mail: null },
    would: 'Exit the flow: the goal "bought" is reached',
  });
  const { segment } = await moves.call('get_segment', { segment_key: 'aims' });
  expect(segment.where_used).toMatchObject({ flows: [{ key: 'aimed' }] });
  const refusal = await moves.refused('delete_segment', { segment_key: 'aims' });
  expect(refusal.code).toBe('in_use');
  const { files } = await moves.call('export_definitions', { prefix: 'flows/aimed' });
  const [text = ''] = Object.values(files);
  expect(JSON.parse(text)).toMatchObject({ definition: { goals: [bought, inSegment] } });
  await moves.call('update_flow', {
    flow_key: 'aimed',
    definition: { trigger: { event: 'aimed' }, goals: [{ ...bought, exit: false }], nodes },
  });
  const { versions } = await moves.call('list_flow_versions', { flow_key: 'aimed' });
  const diff = await moves.call('diff_flow_versions', {
    ...{ flow_key: 'aimed', version_id: versions[0]?.id ?? 0, against: 'current' },
  });
  expect(diff.changes.map(({ kind, path }) => [kind, path])).toEqual([
    ['changed', 'goals[0]'],
    ['removed', 'goals[1]'],
  ]);
});

it('GOAL-05 mail that could not be handed over when the goal was reached is not tried again', async () => {
  await moves.live('retried', [send(1), delay(2)], { goals: [bought] });
  provider.answer = async () => {
    await moves.record(ada, 'paid');
    return { kind: 'unreachable', reason: 'away' };
  };
  await moves.enter('retried', ada);
  provider.answer = accepted;
  const before = provider.messages.length;
  await moves.pass(day);
  expect(provider.messages).toHaveLength(before);
  expect(await mailOf(ada)).toEqual(['canceled Goal reached: bought']);
  expect(await converted('retried')).toEqual([0]);
});

/** One person of the model: what the goals of a flow make of what happens, by the clauses alone. */
class Modelled {
  readonly #reached = new Set<string>();
  readonly #counted = new Set<number>();
  #endedAt: number | null = null;
  #tagged: boolean;

  constructor(tagged: boolean) {
    this.#tagged = tagged;
    if (tagged) this.#reached.add('customer');
  }

  get counted(): number {
    return this.#counted.size;
  }

  act(what: string, at: number): void {
    const isNew = what === 'tag' && !this.#tagged;
    if (what === 'tag' || what === 'untag') this.#tagged = what === 'tag';
    if (what === 'paid') this.#reach('bought', true, this.#isOpen(at), at);
    if (what === 'looked') this.#reach('looked', false, at <= 36, at);
    if (isNew) this.#reach('customer', true, this.#isOpen(at), at);
  }

  /** The flow ends by itself after 72 hours; 7 days after the end nothing counts. */
  #isOpen(at: number): boolean {
    const end = this.#endedAt ?? 72;
    return at <= end + 7 * 24;
  }

  #reach(goal: string, exits: boolean, isOpen: boolean, at: number): void {
    if (!isOpen || this.#reached.has(goal)) return;
    this.#reached.add(goal);
    for (const sent of [0, 24, 48]) {
      if (sent <= at && (this.#endedAt === null || sent <= this.#endedAt)) this.#counted.add(sent);
    }
    if (exits && this.#endedAt === null && at < 72) this.#endedAt = at;
  }
}

it('GOAL-02, GOAL-03, GOAL-04 counts what a model counts, whatever happens when', async () => {
  const acts = fc.array(
    fc.record({
      who: fc.nat(4),
      what: fc.constantFrom('paid', 'looked', 'looked', 'tag', 'untag'),
      hours: fc.constantFrom(0, 1, 11, 25, 40, 100),
    }),
    { minLength: 4, maxLength: 14 },
  );
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (happens) => {
      turn += 1;
      const key = `model-${turn}`;
      const within = { amount: 36, unit: 'hours' };
      const people = Array.from({ length: 5 }, (_, index) => `m${index}@${key}.example.com`);
      const tagged = (index: number) => index % 2 === 1;
      const model = people.map((_, index) => new Modelled(tagged(index)));
      for (const [index, who] of people.entries()) {
        await moves.call('upsert_person', { email: who, tags: tagged(index) ? ['customer'] : [] });
      }
      await moves.live(key, [send(1), delay(2), send(3), delay(4), send(5), delay(6)], {
        goals: [
          { name: 'looked', event: { name: 'looked' }, within, exit: false },
          bought,
          customer,
        ],
      });
      await moves.enter(key, ...people);
      let at = 0;
      for (const { who, what, hours } of happens) {
        at += hours;
        await moves.pass(hours * 60);
        const person = people[who] ?? '';
        if (what === 'tag') await moves.call('tag_person', { person, tag: 'customer' });
        else if (what === 'untag') await moves.call('untag_person', { person, tag: 'customer' });
        else await moves.record(person, what);
        model[who]?.act(what, at);
      }
      await moves.pass(30 * day);
      const counts = (await converted(key)) as number[];
      const expected = model.reduce((sum, { counted }) => sum + counted, 0);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected);
    }),
    { numRuns: runs(20, 4), endOnFailure: true },
  );
});
