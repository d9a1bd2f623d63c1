import { asks } from '@postroad/core/conditions/evaluate';
import { factKey } from '@postroad/core/conditions/facts';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import { tunablesNamedInFlow } from '@postroad/core/flows/definition/tunables-named';
import {
  type Duration,
  type DurationOrSetting,
  durationFault,
  durationMs,
  resolveDuration,
} from '@postroad/core/platform/duration';
import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { loadSegments } from '@postroad/store/conditions/nested-segments';
import { lockFlows } from '@postroad/store/flows/flow';
import { addGateChecks, addReturnChecks, workGateCheck } from '@postroad/store/flows/gate-check';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { loadTunables } from '../account/tunables.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import type { FlowDeps } from './live-flows.ts';

/**
 * Notes the steps whose waiting people a new definition affects: gates that now wait for something
 * else or for another time, steps that no longer exist, and steps that exist again. The people become
 * due in the background, since there may be any number of them; the interpreter parks those on a step
 * that no longer exists. The caller has locked the flow.
 */
export async function noteDefinitionChange(
  tx: Tx,
  flow: { id: number; before: unknown; after: unknown },
): Promise<void> {
  await noteReturned(tx, flow);
  const { gone, changed } = stepsConcerned(flow);
  await noteSteps(tx, flow.id, [...gone, ...changed]);
}

/**
 * The steps that a new definition changes under those who wait on them: steps that are gone, and
 * gates that wait for something else or for another time.
 */
export function stepsConcerned(flow: { before: unknown; after: unknown }): {
  gone: number[];
  changed: number[];
} {
  const before = [...waitsOf(flow.before)];
  const after = waitsOf(flow.after);
  return {
    gone: before.filter(([id]) => !after.has(id)).map(([id]) => id),
    changed: before.flatMap(([id, wait]) => {
      const now = after.get(id);
      const isConcerned = now !== undefined && now !== wait && (isGate(now) || isGate(wait));
      return isConcerned ? [id] : [];
    }),
  };
}

/**
 * Notes the gates whose conditions name one of these segments, directly or through other segments.
 */
export async function noteSegmentsChanged(
  tx: Tx,
  deps: FlowDeps,
  segments: readonly { id: number; key: string }[],
): Promise<void> {
  if (segments.length === 0) return;
  const { byId, paused } = await deps.liveFlows.running(tx);
  const keys = segments.flatMap(({ id, key }) =>
    [key, id].map((segment) => factKey({ kind: 'segment', segment })),
  );
  const concerned = new Map<number, number[]>();
  for (const flow of [...byId.values(), ...paused]) {
    if (!flow.compiled.gates.conditions) continue;
    for (const { type, step } of flow.compiled.byId.values()) {
      if (type === null || step.type !== 'gate' || !('condition' in step.wait_for)) continue;
      const { condition } = step.wait_for;
      if (!asks(condition).some(({ kind }) => kind === 'segment')) continue;
      const reached = await loadSegments(tx, [condition]);
      if (keys.some((key) => reached.has(key))) {
        concerned.set(flow.id, [...(concerned.get(flow.id) ?? []), step.id]);
      }
    }
  }
  // Waits for batches that bring people to such a gate; later batches wait for this transaction.
  await lockFlows(tx, [...concerned.keys()]);
  for (const [flowId, stepIds] of concerned) await noteSteps(tx, flowId, stepIds);
}

/** Notes the gates whose time limit is one of these tunables; it counts from arrival again. */
export async function noteTunablesChanged(
  tx: Tx,
  deps: FlowDeps,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const { byId, paused } = await deps.liveFlows.running(tx);
  const concerned = [...byId.values(), ...paused].flatMap(({ id, compiled }) => {
    const named = tunablesNamedInFlow(compiled.definition).filter(
      ({ setting, step }) => step.type === 'gate' && names.includes(setting),
    );
    const steps = named.flatMap(({ step }) => (typeof step.id === 'number' ? step.id : []));
    return steps.length > 0 ? [{ id, steps }] : [];
  });
  await lockFlows(
    tx,
    concerned.map(({ id }) => id),
  );
  for (const { id, steps } of concerned) await noteSteps(tx, id, steps);
}

/** Steps with ids that were handed out before, and that the definition has again (SAFE-11). */
async function noteReturned(
  tx: Tx,
  { id, before, after }: { id: number; before: unknown; after: unknown },
): Promise<void> {
  const { node_counter = 0 } = before as Partial<Definition>;
  const held = waitsOf(before);
  const returned = listSteps((after as Partial<Definition>).nodes).steps.flatMap(({ step }) =>
    typeof step.id === 'number' && step.id <= node_counter && !held.has(step.id) ? [step] : [],
  );
  if (returned.length === 0) return;
  const tunables = await loadTunables(tx);
  const steps = returned.map((step) => ({
    step_id: Number(step.id),
    wait_ms: waitMs(timeOf(step), tunables),
  }));
  await addReturnChecks(tx, id, steps);
  tx.work.wake('gates');
}

/** The time that is counted from arrival; undefined for a step of another kind. */
function timeOf(step: JsonObject): unknown {
  if (step.type === 'delay') return step.duration;
  const wait = step.type === 'call_webhook' ? own(step, 'wait') : undefined;
  return isObject(wait) ? own(wait, 'timeout') : undefined;
}

function waitMs(duration: unknown, tunables: ReadonlyMap<string, Duration>): number | null {
  if (durationFault(duration) !== null) return null;
  const wait = resolveDuration(duration as DurationOrSetting, tunables);
  return wait === null ? null : durationMs(wait);
}

async function noteSteps(tx: Tx, flowId: number, stepIds: number[]): Promise<void> {
  if (stepIds.length === 0) return;
  await addGateChecks(tx, flowId, stepIds);
  tx.work.wake('gates');
}

/** The part of each step that decides how people wait on it, by step id. */
function waitsOf(definition: unknown): Map<number, string> {
  const { nodes, trigger } = definition as Partial<Definition>;
  const historical = own((trigger ?? {}) as Record<string, unknown>, 'ignore_historical');
  const waits = new Map<number, string>();
  for (const { step } of listSteps(nodes).steps) {
    const { id, type, wait_for, expires_after } = step;
    if (typeof id !== 'number' || waits.has(id)) continue;
    waits.set(
      id,
      JSON.stringify(type === 'gate' ? [gate, wait_for, expires_after, historical] : []),
    );
  }
  return waits;
}

const gate = 'gate';

function isGate(wait: string): boolean {
  return wait !== '[]';
}

/** Makes some of the people at noted steps due; answers how many, at least 1 if there may be more. */
export async function checkGates(deps: TransactionDeps): Promise<number> {
  const clock = { testClock: deps.config.testClock };
  return await transaction(deps.database, clock, async (tx) => {
    const taken = await workGateCheck(tx, limits.gateCheckRuns);
    return taken === null ? 0 : Math.max(1, taken);
  });
}
