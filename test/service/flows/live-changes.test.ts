import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { arms, type FlowMoves, flowMoves, gate, next } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
let made = 0;

beforeAll(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' } });
  moves = flowMoves(opened);
});

afterAll(async () => {
  await opened.close();
});

const days = (amount: number) => ({ amount, unit: 'days' });
const day = 24 * 60;
const wait = (id: number, amount = 1) => ({ id, type: 'delay', duration: days(amount) });
const tag = (id: number, name = 'through') => ({ id, type: 'add_tag', tag: name });
const unknownEmail = { type: 'send_email', email_id: 987_654 };

/** A live flow with a person who waits a day on step 1, and then gets a tag. */
async function resting(run_policy: 'single_run' | 'repeat' = 'repeat') {
  made += 1;
  const key = `live-${made}`;
  const ada = `ada${made}@example.com`;
  await moves.live(key, [wait(1), tag(2)], { run_policy });
  await moves.enter(key, ada);
  const definition = (...nodes: object[]) => ({ trigger: { event: key }, nodes });
  const versions = async () =>
    (await moves.call('list_flow_versions', { flow_key: key })).versions.map(({ kind }) => kind);
  const flow = async () => (await moves.call('get_flow', { flow_key: key })).flow;
  return { key, ada, definition, versions, flow };
}

describe('a live flow', () => {
  it('SAFE-05 refuses a definition with errors, and stores nothing', async () => {
    const { key, definition, flow, versions } = await resting();
    const before = await flow();
    const refusal = await moves.refused('update_flow', {
      ...{ flow_key: key, name: 'Other', force: true },
      definition: definition(wait(1), tag(2), unknownEmail),
    });
    expect(refusal).toMatchObject({
      code: 'conflict',
      members: { validation: { valid: false, errors: [{ code: 'email_unknown' }] } },
    });
    expect(await flow()).toEqual(before);
    expect(await versions()).toEqual(['activation']);
  });

  it('SAFE-06 refuses to take a step from under people, or to make another of it', async () => {
    const { key, definition, flow, versions } = await resting();
    const before = await flow();
    for (const nodes of [[tag(2)], [tag(1), tag(2)]]) {
      const change = { flow_key: key, definition: definition(...nodes) };
      expect(await moves.refused('update_flow', change)).toMatchObject({
        code: 'people_on_steps',
        members: { steps: [{ step_id: `${key}.1-delay`, people: 1 }] },
      });
    }
    expect(await flow()).toEqual(before);
    expect(await versions()).toEqual(['activation']);
    const free = await moves.call('update_flow', {
      flow_key: key,
      definition: definition(wait(1)),
    });
    expect(free.flow.steps.map(({ id }) => id)).toEqual([1]);
  });

  it('SAFE-07 takes it with force', async () => {
    const { key, ada, definition } = await resting();
    const change = { flow_key: key, definition: definition(tag(2)), force: true };
    expect((await moves.call('update_flow', change)).flow.gone_steps).toMatchObject([{ id: 1 }]);
    await moves.pass();
    expect(await moves.standings(key)).toMatchObject([{ email: ada, status: 'parked' }]);
  });

  it('SAFE-07 has people take a step that became another one with force, as its refusal says', async () => {
    const { key, definition } = await resting();
    const change = { flow_key: key, definition: definition(tag(1)) };
    const { message } = await moves.refused('update_flow', change);
    expect(message).toContain('has those on a step of another type take it');
    await moves.call('update_flow', { ...change, force: true });
    await moves.pass(day);
    expect(await moves.standings(key)).toMatchObject([{ status: 'completed' }]);
  });

  it('SAFE-08 refuses a rollback for the same two reasons, and takes it with force', async () => {
    const { key, definition } = await resting();
    await moves.call('update_flow', { flow_key: key, definition: definition(wait(1), wait(3)) });
    await moves.pass(day);
    const { versions } = await moves.call('list_flow_versions', { flow_key: key });
    const back = { flow_key: key, version_id: versions[0]?.id ?? 0 };
    expect(await moves.refused('rollback_flow', back)).toMatchObject({
      code: 'people_on_steps',
      members: { steps: [{ step_id: `${key}.3-delay`, people: 1 }] },
    });
    const { flow } = await moves.call('rollback_flow', { ...back, force: true });
    expect(flow.steps.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('SAFE-09 drafts and paused flows are saved whatever is wrong', async () => {
    const { key, definition } = await resting();
    await moves.call('pause_flow', { flow_key: key });
    const change = { flow_key: key, definition: definition(unknownEmail) };
    expect((await moves.call('update_flow', change)).flow).toMatchObject({
      status: 'paused',
      validation: { valid: false },
      gone_steps: [{ id: 1 }],
    });
    made += 1;
    const draft = await moves.call('create_flow', {
      key: `live-${made}`,
      definition: definition(unknownEmail),
    });
    expect(draft.flow.validation.valid).toBe(false);
  });

  it('SAFE-10 keeps what an edit replaces as a version of kind edit', async () => {
    const { key, definition, versions } = await resting();
    const change = { flow_key: key, definition: definition(wait(1), tag(2), tag(3)) };
    await moves.call('update_flow', change);
    await moves.call('update_flow', change);
    await moves.call('update_flow', { flow_key: key, name: 'Only a name' });
    expect(await versions()).toEqual(['edit', 'activation']);
    const { versions: all } = await moves.call('list_flow_versions', { flow_key: key });
    const back = { flow_key: key, version_id: all[0]?.id ?? 0 };
    expect((await moves.call('rollback_flow', back)).flow.steps).toHaveLength(2);
    await moves.call('pause_flow', { flow_key: key });
    await moves.call('update_flow', change);
    expect((await versions()).filter((kind) => kind === 'edit')).toHaveLength(1);
  });
});

it('SAFE-06 an edit and the people who arrive at its step never miss each other', async () => {
  for (let round = 0; round < 6; round += 1) {
    made += 1;
    const key = `race-${made}`;
    await moves.live(key, [wait(1), wait(2), tag(3)], { run_policy: 'repeat' });
    const people = [1, 2, 3, 4].map((n) => `r${n}race${made}@example.com`);
    await moves.enter(key, ...people);
    const nodes = [wait(1), tag(3)];
    const edit = { flow_key: key, definition: { trigger: { event: key }, nodes } };
    const [outcome] = await Promise.all([
      moves.call('update_flow', edit).then(
        () => 'stored',
        () => 'refused',
      ),
      moves.pass(day),
    ]);
    await moves.pass();
    const standing = await moves.standings(key);
    expect(standing.map(({ status }) => status)).toEqual(
      people.map(() => (outcome === 'stored' ? 'completed' : 'active')),
    );
  }
});

describe('a step that comes back', () => {
  it('SAFE-11 takes on by itself who was parked, for the rest of the wait', async () => {
    const { key, ada, definition } = await resting();
    const removed = { flow_key: key, definition: definition(tag(2)), force: true };
    const whole = { flow_key: key, definition: definition(wait(1), tag(2)) };
    await moves.pass(60);
    await moves.call('update_flow', removed);
    await moves.pass();
    expect(await moves.standings(key)).toMatchObject([
      { status: 'parked', reason: /gone|no longer/ },
    ]);
    await moves.call('update_flow', whole);
    await moves.pass();
    expect(await moves.standings(key)).toMatchObject([
      { status: 'active', step_id: 1, reason: null, tags: [] },
    ]);
    await moves.pass(day - 61);
    expect(await moves.tagsOf(ada)).toEqual([]);
    await moves.pass(1);
    expect(await moves.tagsOf(ada)).toEqual(['through']);
    expect(await moves.trailOf(key, ada)).toEqual([
      ...['1 waiting', '1 parked', '1 retried', '1 released', '2 ran'],
    ]);
  });

  it.each(['update_flow', 'rollback_flow', 'apply_definitions'] as const)(
    'SAFE-11 by %s, at once where the wait is over',
    async (how) => {
      const { key, ada, definition } = await resting();
      const removed = { flow_key: key, definition: definition(tag(2)), force: true };
      const { files } = await moves.call('export_definitions', {});
      await moves.call('update_flow', removed);
      await moves.pass(3 * day);
      expect(await moves.standings(key)).toMatchObject([{ status: 'parked' }]);
      if (how === 'update_flow') {
        await moves.call(how, { flow_key: key, definition: definition(wait(1), tag(2)) });
      } else if (how === 'rollback_flow') {
        const { versions } = await moves.call('list_flow_versions', { flow_key: key });
        await moves.call(how, { flow_key: key, version_id: versions[0]?.id ?? 0 });
      } else expect(await moves.call(how, { files })).toMatchObject({ applied: 1 });
      await moves.pass();
      expect(await moves.tagsOf(ada)).toEqual(['through']);
    },
  );

  it('SAFE-11 takes on who waits at a gate, and who was not parked yet keeps the wait', async () => {
    made += 1;
    const key = `live-${made}`;
    const [ada, bob] = [`ada${made}@example.com`, `bob${made}@example.com`];
    const nodes = [gate(1, next(`paid-${made}`), arms(24)), tag(2)];
    await moves.live(key, nodes);
    await moves.enter(key, ada, bob);
    const change = (kept: object[]) =>
      moves.call('update_flow', {
        ...{ flow_key: key, definition: { trigger: { event: key }, nodes: kept }, force: true },
      });
    await change([tag(2)]);
    await moves.pass();
    await change(nodes);
    await moves.record(ada, `paid-${made}`);
    await moves.pass();
    expect(await moves.tagsOf(ada)).toEqual(['met', 'through']);
    expect(await moves.tagsOf(bob)).toEqual([]);
    await moves.pass(day);
    expect(await moves.tagsOf(bob)).toEqual(['expired', 'through']);
  });

  it('SAFE-11 while the flow is paused, and then continues as it would have', async () => {
    const { key, ada, definition } = await resting();
    await moves.call('pause_flow', { flow_key: key });
    await moves.call('update_flow', { flow_key: key, definition: definition(tag(2)) });
    await moves.pass();
    const whole = definition(wait(1), tag(2));
    await moves.call('update_flow', { flow_key: key, definition: whole });
    await moves.call('activate_flow', { flow_key: key });
    await moves.pass(day - 1);
    expect(await moves.tagsOf(ada)).toEqual([]);
    await moves.pass(1);
    expect(await moves.tagsOf(ada)).toEqual(['through']);
  });

  it('SAFE-12 lets a repeat flow start the person again by the ordinary rules', async () => {
    const { key, ada, definition } = await resting();
    const removed = { flow_key: key, definition: definition(tag(2)), force: true };
    await moves.call('update_flow', removed);
    await moves.pass(day);
    const whole = { flow_key: key, definition: definition(wait(1), tag(2)) };
    await moves.call('update_flow', whole);
    await moves.pass();
    await moves.enter(key, ada);
    expect((await moves.standings(key)).map(({ status }) => status)).toEqual([
      ...['completed', 'active'],
    ]);
  });
});
