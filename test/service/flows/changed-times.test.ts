import { planMarkdown } from '@postroad/cli/definitions/plan-markdown';
import { planText } from '@postroad/cli/definitions/plan-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { arms, type FlowMoves, flowMoves, gate, next } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
let made = 0;

beforeAll(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' } });
  moves = flowMoves(opened);
  await setRest(10);
});

afterAll(async () => {
  await opened.close();
});

const days = (amount: number) => ({ amount, unit: 'days' });
const named = { setting: 'rest' };

async function setRest(amount: number) {
  return await moves.call('update_settings', { settings: { tunables: { rest: days(amount) } } });
}

/** Two people in a delay and one at a gate. */
async function waiting(time: object) {
  made += 1;
  const key = `times-${made}`;
  const wait = (duration: object) => ({ id: 1, type: 'delay', duration });
  const stop = (expires_after: object) =>
    gate(2, next('paid'), { ...arms(1), expires_after, name: 'Paid' });
  const nodes = (duration: object, expiry = duration) => [wait(duration), stop(expiry)];
  const definition = (duration: object, expiry?: object) => ({
    ...{ trigger: { event: key }, nodes: nodes(duration, expiry) },
  });
  await moves.live(key, [stop(time)]);
  await moves.enter(key, `gate-${made}@example.com`);
  await moves.edit(key, nodes(time));
  await moves.enter(key, `ada-${made}@example.com`, `bo-${made}@example.com`);
  const steps = [
    { step_id: `${key}.1-delay`, people: 2, effect: 'keep' },
    { step_id: `${key}.2-paid`, people: 1, effect: 'move' },
  ];
  return { key, definition, times: { keep: 2, move: 1, steps } };
}

describe('the answer of an edit that changes how long people wait', () => {
  it('SPEC-10 says who keeps the old time and who moves, of a PATCH and its dry run', async () => {
    const { key, definition, times } = await waiting(days(10));
    const change = { flow_key: key, definition: definition(days(1)) };
    expect((await moves.dryRun('update_flow', change)).times).toEqual(times);
    expect((await moves.call('update_flow', change)).times).toEqual(times);
    expect(await moves.call('update_flow', change)).not.toHaveProperty('times');
    // The gate moves to one day from arrival, and the delay keeps its ten.
    await moves.pass(24 * 60);
    const [, ...inDelay] = await moves.standings(key);
    expect(await moves.tagsOf(`gate-${made}@example.com`)).toEqual(['expired']);
    expect(inDelay).toMatchObject([
      { step_id: 1, waiting: true },
      { step_id: 1, waiting: true },
    ]);
  });

  it('SPEC-10 counts nobody who is parked, and nobody where the time stays the same', async () => {
    const { key, definition, times } = await waiting(days(10));
    const sameTime = definition({ amount: 240, unit: 'hours' }, named);
    const same = { flow_key: key, definition: sameTime };
    expect(await moves.call('update_flow', same)).not.toHaveProperty('times');
    const forever = { ...definition(days(10)), nodes: [definition(days(10)).nodes[0]] };
    await moves.call('update_flow', { flow_key: key, definition: forever, force: true });
    await moves.pass();
    const { times: only } = await moves.call('update_flow', {
      ...{ flow_key: key, force: true },
      definition: { ...forever, nodes: [{ ...forever.nodes[0], duration: days(3) }] },
    });
    expect(only).toEqual({ keep: 2, move: 0, steps: [times.steps[0]] });
  });

  it('SPEC-10 says it where a draft is published, and where a version is restored', async () => {
    const { key, definition, times } = await waiting(days(10));
    await moves.call('save_flow_draft', { flow_key: key, definition: definition(days(1)) });
    expect((await moves.call('publish_flow', { flow_key: key })).times).toEqual(times);
    const { versions } = await moves.call('list_flow_versions', { flow_key: key });
    const back = { flow_key: key, version_id: versions[0]?.id ?? 0 };
    expect((await moves.call('rollback_flow', back)).times).toEqual(times);
  });

  it('SPEC-10 says it where a change of a definition or of a tunable is reverted', async () => {
    const { key, definition, times } = await waiting(named);
    const undo = async (resource: string) => {
      const { changes } = await moves.call('list_changes', { resource, limit: 1 });
      return await moves.call('revert_change', { change_id: changes[0]?.id ?? 0 });
    };
    await moves.call('update_flow', { flow_key: key, definition: definition(days(1)) });
    expect((await undo('flows')).times).toEqual(times);
    await setRest(3);
    expect((await undo('settings')).times?.steps).toEqual(times.steps);
    await moves.call('update_flow', { flow_key: key, name: 'Only a name' });
    expect(await undo('flows')).not.toHaveProperty('times');
    // The other tests count the people who wait by the tunable.
    await moves.edit(key, definition(days(5)).nodes);
  });

  it('SPEC-10 says it where a tunable changes, of paused flows too', async () => {
    const { key, times } = await waiting(named);
    await moves.call('pause_flow', { flow_key: key });
    expect((await setRest(2)).times).toEqual(times);
    expect(await setRest(2)).not.toHaveProperty('times');
    expect((await setRest(10)).times).toEqual(times);
  });

  it('SPEC-10 says it in the difference and the answer of a push, each step once', async () => {
    const { key, times } = await waiting(named);
    const { files } = await moves.call('export_definitions', {});
    const flow = JSON.parse(files[`flows/${key}.json`] ?? '{}');
    flow.definition.nodes[0].duration = days(4);
    const pushed = {
      ...files,
      [`flows/${key}.json`]: `${JSON.stringify(flow, null, 2)}\n`,
      'settings.yml': (files['settings.yml'] ?? '').replace('amount: 10', 'amount: 2'),
    };
    const own = (plan: { times?: { steps: { step_id: string }[] } | undefined }) =>
      plan.times?.steps.filter(({ step_id }) => step_id.startsWith(`${key}.`));
    const planned = await moves.call('diff_definitions', { files: pushed });
    expect(own(planned)).toEqual(times.steps);
    const line = `${key}.1-delay: 2 people wait, the old time stays`;
    expect(planText(planned, pushed, false, (_, text) => text)).toContain(`  ${line}\n`);
    expect(planMarkdown(planned, pushed, false)).toContain(`| ${line} |`);
    const applied = await moves.call('apply_definitions', { files: pushed });
    expect(applied).toMatchObject({ ok: true, times: planned.times });
    const again = await moves.call('apply_definitions', { files: pushed });
    expect(again).not.toHaveProperty('times');
  });
});
