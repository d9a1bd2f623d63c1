import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let flows = 0;
let emailId = 0;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  emailId = (await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hi' })).email.id;
});

afterAll(async () => {
  await opened.close();
});

const tag = (name: string) => ({ type: 'add_tag', tag: name });
const days = (amount: number) => ({ type: 'delay', duration: { amount, unit: 'days' } });
const advance = (amount: number) => calls.call('move_clock', { advance: { amount, unit: 'days' } });
const tagsOf = async (email: string) =>
  (await calls.call('get_person', { person: email })).person.tags.toSorted();

async function live(nodes: object[], more: object = {}): Promise<string> {
  flows += 1;
  const key = `runs-${flows}`;
  await calls.call('create_flow', { key, definition: { trigger: { event: key }, nodes }, ...more });
  await calls.call('activate_flow', { flow_key: key });
  return key;
}

async function enter(key: string, ...names: string[]): Promise<string[]> {
  const emails = names.map((name) => `${name}.${key}@example.com`);
  await calls.call('record_events', { events: emails.map((email) => ({ email, name: key })) });
  await advance(0);
  return emails;
}

const change = (flow_key: string, nodes: object[]) =>
  calls.call('update_flow', {
    ...{ flow_key, force: true },
    definition: { trigger: { event: flow_key }, nodes },
  });
const runsOf = async (flow_key: string, more: object = {}) =>
  (await calls.call('list_flow_runs', { flow_key, ...more })).runs;
const idOf = async (key: string, email: string) =>
  (await runsOf(key, { person: email }))[0]?.id ?? 0;
const traceOf = async (run_id: number) =>
  (await calls.call('get_run', { run_id })).run.trace.map(({ step, outcome }) => [
    step?.handle,
    outcome,
  ]);

/** A flow whose people wait on step 2, which it then no longer has. */
async function parked(names: string[], left: object[], more: object = {}): Promise<string> {
  const key = await live([tag('one'), days(1), tag('three')], more);
  await enter(key, ...names);
  await change(key, left);
  await advance(1);
  return key;
}

describe('runs of a flow', () => {
  it('are listed newest first, with the step and the wait of each', async () => {
    const key = await live([{ ...days(1), name: 'Rest' }, tag('x')]);
    const [first = '', second = ''] = await enter(key, 'first', 'second');
    const runs = await runsOf(key);
    expect(runs.map((run) => run.person.email)).toEqual([second, first]);
    expect(runs[0]).toMatchObject({
      ...{ status: 'active', waiting: true, reason: null, ended_at: null },
      flow: { key },
      step: { id: 1, handle: '1-rest', step_id: `${key}.1-rest`, type: 'delay', name: 'Rest' },
      due_at: expect.any(String),
    });
    const page = await calls.call('list_flow_runs', { flow_key: key, limit: 1 });
    expect(page.runs).toEqual([runs[0]]);
    const next = { flow_key: key, cursor: page.next_cursor ?? '' };
    expect((await calls.call('list_flow_runs', next)).runs).toEqual([runs[1]]);
  });

  it('are narrowed by status, step and person', async () => {
    const key = await live([days(1), tag('x'), days(5)]);
    const [early = ''] = await enter(key, 'early');
    await advance(1);
    const [late = ''] = await enter(key, 'late');
    const emails = async (more: object) => (await runsOf(key, more)).map((run) => run.person.email);
    expect(await emails({ step: '3-delay' })).toEqual([early]);
    expect(await emails({ step: 1 })).toEqual([late]);
    expect(await emails({ step: `${key}.1-delay`, status: 'parked' })).toEqual([]);
    expect(await emails({ status: 'active' })).toEqual([late, early]);
    expect(await emails({ person: early })).toEqual([early]);
    await advance(5);
    expect(await emails({ status: 'completed' })).toEqual([early]);
    expect(await emails({ step: '3' })).toEqual([late]);
    expect(await emails({ step: '3', status: 'completed' })).toEqual([early]);
    expect(await emails({ step: '3', person: early, status: 'completed' })).toEqual([early]);
    expect(pathsOf(await calls.refused('list_flow_runs', { flow_key: key, step: 'no' }))).toEqual([
      'step',
    ]);
    const nobody = { flow_key: key, person: 'nobody@example.com' };
    expect((await calls.refused('list_flow_runs', nobody)).code).toBe('not_found');
  });

  it('tell the way of one person: each step, which arm, why and when', async () => {
    const condition = { type: 'has_tag', tag: 'vip' };
    const key = await live([
      { type: 'if_else', condition, then: [], else: [tag('plain')] },
      { type: 'exit_flow' },
    ]);
    const [email = ''] = await enter(key, 'a');
    const { run } = await calls.call('get_run', { run_id: await idOf(key, email) });
    expect(run.status).toBe('exited');
    expect(run.trace).toMatchObject([
      { step: { id: 1 }, outcome: 'branched', arm: 'else', reason: expect.stringMatching(/vip/) },
      { step: { id: 2, name: 'add_tag' }, outcome: 'ran', arm: null },
      { step: { id: 3 }, outcome: 'exited', at: run.ended_at },
    ]);
    expect((await calls.refused('get_run', { run_id: 999_999 })).code).toBe('not_found');
  });
});

describe('parked runs', () => {
  it('are counted apart from those who move on, on steps that are gone too', async () => {
    const key = await parked(
      ['a', 'b'],
      [
        { ...tag('one'), id: 1 },
        { ...days(3), id: 7 },
      ],
    );
    await enter(key, 'c');
    const { flow } = await calls.call('get_flow', { flow_key: key });
    expect(flow.people_inside).toBe(3);
    expect(flow.steps.map(({ id, people, parked: stuck }) => [id, people, stuck])).toEqual([
      [1, 0, 0],
      [7, 1, 0],
    ]);
    expect(flow.gone_steps).toEqual([{ id: 2, people: 0, parked: 2 }]);
  });

  it('continue after the last step they took that is left, and take nothing twice', async () => {
    const key = await parked(
      ['a'],
      [
        { ...tag('one'), id: 1 },
        { ...tag('three'), id: 3 },
      ],
    );
    const [run] = await runsOf(key, { status: 'parked' });
    expect(run).toMatchObject({ step: { id: 2, name: null }, reason: expect.stringMatching(/2/) });
    const { run: retried } = await calls.call('retry_run', { run_id: run?.id ?? 0 });
    expect(retried).toMatchObject({ status: 'active', step: { id: 3 }, reason: null });
    expect(retried.trace.at(-1)).toMatchObject({
      outcome: 'retried',
      reason: 'Retried by test (environment): step 2 is gone, and it continues with 3-add-tag.',
    });
    await advance(0);
    expect(await tagsOf(`a.${key}@example.com`)).toEqual(['one', 'three']);
    expect(await traceOf(run?.id ?? 0)).toEqual([
      ['1-add-tag', 'ran'],
      ['2', 'waiting'],
      ['2', 'parked'],
      ['3-add-tag', 'retried'],
      ['3-add-tag', 'ran'],
    ]);
  });

  it('SAFE-11 continue with their own step once it is back, in the wait they were in', async () => {
    const key = await parked(['a'], [{ ...tag('one'), id: 1 }]);
    await change(key, [
      { ...tag('one'), id: 1 },
      { ...days(1), id: 2 },
      { ...tag('after'), id: 9 },
    ]);
    await advance(0);
    expect(await tagsOf(`a.${key}@example.com`)).toEqual(['after', 'one']);
  });

  it('end where nothing is left to take', async () => {
    const key = await parked(['a'], [{ ...tag('one'), id: 1 }]);
    const [run] = await runsOf(key, { status: 'parked' });
    const { run: ended } = await calls.call('retry_run', { run_id: run?.id ?? 0 });
    expect(ended).toMatchObject({ status: 'completed', ended_at: expect.any(String) });
    const refusal = await calls.refused('retry_run', { run_id: ended.id });
    expect([refusal.code, refusal.detail]).toEqual([
      'conflict',
      expect.stringMatching(/completed/),
    ]);
  });

  it('are retried or moved together, those of one step or all', async () => {
    const nodes = [
      { ...tag('one'), id: 1 },
      { ...tag('three'), id: 3 },
      { ...tag('four'), id: 4 },
    ];
    const key = await parked(['a', 'b', 'c'], nodes);
    const none = await calls.call('retry_parked_runs', { flow_key: key, step: 3 });
    expect(none).toEqual({ retried: 0, remaining: 0 });
    const move = { flow_key: key, from: '2', to: '4-add-tag' };
    expect(await calls.dryRun('move_parked_runs', move)).toEqual({ moved: 3, remaining: 0 });
    const [run] = await runsOf(key, { status: 'parked' });
    await calls.call('move_run', { run_id: run?.id ?? 0, step: '4-add-tag' });
    expect(await calls.call('retry_parked_runs', { flow_key: key })).toEqual({
      ...{ retried: 2, remaining: 0 },
    });
    await advance(0);
    const tags = async (name: string) => await tagsOf(`${name}.${key}@example.com`);
    expect([await tags('c'), await tags('a'), await tags('b')]).toEqual([
      ['four', 'one'],
      ['four', 'one', 'three'],
      ['four', 'one', 'three'],
    ]);
    const unknown = await calls.refused('move_parked_runs', { ...move, to: '2' });
    expect(pathsOf(unknown)).toEqual(['to']);
  });

  it('are so many a call as the limit says; the rest is counted', async () => {
    const key = await live([tag('x')]);
    await enter(key, 'a');
    await opened.database.pool`
      with people as (
        insert into people (email, subscribed_on, created_at, updated_at)
        select ${`crowd-${key}-`} || n || '@example.com', now(), now(), now()
        from generate_series(1, ${limits.runsControlledAtOnce + 3}) n returning id)
      insert into runs (flow_id, person_id, step_id, status, once, started_at)
      select f.id, p.id, 99, 'parked', true, now() from people p, flows f where f.key = ${key}`;
    expect(await calls.call('move_parked_runs', { flow_key: key, from: '99', to: '1' })).toEqual({
      moved: limits.runsControlledAtOnce,
      remaining: 3,
    });
    expect(await calls.call('retry_parked_runs', { flow_key: key })).toEqual({
      retried: 3,
      remaining: 0,
    });
  });
});

describe('moving a run', () => {
  it('takes the step at once, out of a wait, and the trace says who moved it', async () => {
    const key = await live([days(30), tag('skipped'), { ...tag('landed'), name: 'Land here' }]);
    const [email = ''] = await enter(key, 'a');
    const run_id = await idOf(key, email);
    const { run } = await calls.call('move_run', { run_id, step: `${key}.3-land-here` });
    expect(run).toMatchObject({ status: 'active', waiting: false, step: { id: 3 } });
    expect(run.trace.at(-1)?.reason).toBe(
      'Moved from 1-delay to 3-land-here by test (environment).',
    );
    await advance(0);
    expect(await tagsOf(email)).toEqual(['landed']);
    const { timeline } = await calls.call('get_timeline', { person: email });
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'step', outcome: 'moved' }));
  });

  it('names the step that was meant, and moves nobody who has ended', async () => {
    const key = await live([days(1), { ...tag('x'), name: 'Send tips' }]);
    const [email = ''] = await enter(key, 'a');
    const run_id = await idOf(key, email);
    const refusal = await calls.refused('move_run', { run_id, step: '3-send-tips' });
    expect(pathsOf(refusal)).toEqual(['step']);
    expect(refusal.detail).toContain('2-send-tips');
    await advance(1);
    expect((await calls.refused('move_run', { run_id, step: 1 })).code).toBe('conflict');
    expect((await calls.refused('retry_run', { run_id })).code).toBe('conflict');
  });

  it('in a paused flow waits for it to be activated', async () => {
    const key = await live([days(30), tag('landed')]);
    const [email = ''] = await enter(key, 'a');
    await calls.call('pause_flow', { flow_key: key });
    await calls.call('move_run', { run_id: await idOf(key, email), step: 2 });
    await advance(0);
    expect(await tagsOf(email)).toEqual([]);
    await calls.call('activate_flow', { flow_key: key });
    await advance(0);
    expect(await tagsOf(email)).toEqual(['landed']);
  });
});

describe('canceling a run', () => {
  it('ends it where it is, cancels its queued mail, and lets a repeat flow start again', async () => {
    const nodes = [{ type: 'send_email', email_id: emailId }, days(1), tag('end')];
    const key = await live(nodes, { run_policy: 'repeat' });
    const email = `a.${key}@example.com`;
    await calls.call('record_event', { email, name: key });
    await opened.service.round('runs');
    const run_id = await idOf(key, email);
    const tried = await calls.dryRun('cancel_run', { run_id });
    expect(tried).toMatchObject({ emails_canceled: 1, run: { status: 'canceled' } });
    const { run, emails_canceled } = await calls.call('cancel_run', { run_id });
    expect(emails_canceled).toBe(1);
    expect(run).toMatchObject({
      ...{ status: 'canceled', waiting: false, due_at: null },
      reason: 'Canceled by test (environment).',
      ended_at: expect.any(String),
    });
    expect(await calls.call('cancel_run', { run_id })).toEqual({ run, emails_canceled: 0 });
    await advance(2);
    const sends = await calls.call('list_queue', { person: email, status: 'canceled' });
    expect(sends.queue).toHaveLength(1);
    expect(await tagsOf(email)).toEqual([]);
    const { timeline } = await calls.call('get_timeline', { person: email });
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'run_ended', status: 'canceled' }),
    );
    await calls.call('record_event', { email, name: key });
    await advance(1);
    expect(await tagsOf(email)).toEqual(['end']);
  });

  it('is refused where it has ended by itself', async () => {
    const key = await live([tag('x')]);
    const [email = ''] = await enter(key, 'a');
    const refusal = await calls.refused('cancel_run', { run_id: await idOf(key, email) });
    expect([refusal.code, refusal.detail]).toEqual([
      'conflict',
      expect.stringMatching(/completed/),
    ]);
  });

  it('meeting a round that advances it ends it once, with no mail left', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await live([{ type: 'send_email', email_id: emailId }, days(1)]);
      const email = `meet.${key}@example.com`;
      await calls.call('record_event', { email, name: key });
      const run_id = await idOf(key, email);
      await Promise.all([
        opened.service.round('runs'),
        calls.call('cancel_run', { run_id }),
        opened.service.round('runs'),
      ]);
      expect((await calls.call('get_run', { run_id })).run.status).toBe('canceled');
      expect((await calls.call('list_queue', { person: email })).queue).toEqual([]);
    }
  });
});
