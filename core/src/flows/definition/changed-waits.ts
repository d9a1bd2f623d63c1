import {
  type Duration,
  type DurationOrSetting,
  durationFault,
  durationMs,
  resolveDuration,
} from '../../platform/duration.ts';
import { isObject, own } from '../../platform/json.ts';
import { stepType } from '../steps/table.ts';
import { handleOf, isStepId } from './step-id.ts';
import { listSteps } from './step-list.ts';

/** A definition, and the tunables that its steps wait by. */
export interface TimedDefinition {
  definition: unknown;
  tunables: ReadonlyMap<string, Duration>;
}

/** A step that takes another time than before. */
export interface ChangedWait {
  id: number;
  handle: string;
  /** People in a delay keep the time fixed on arrival; those at a gate move to the new one. */
  effect: 'keep' | 'move';
}

/**
 * Delays whose duration and gates whose expiry are other ones than before, whether the definition or
 * a tunable changed, in document order. A step of another type counts as another step.
 */
export function changedWaits(before: TimedDefinition, after: TimedDefinition): ChangedWait[] {
  const held = waitsOf(before);
  return [...waitsOf(after).values()].flatMap((wait) => {
    const was = held.get(wait.id);
    if (was === undefined || was.effect !== wait.effect || was.time === wait.time) return [];
    const { id, handle, effect } = wait;
    return [{ id, handle, effect }];
  });
}

/** Milliseconds, or until when as JSON. */
type Time = number | string | null;

function waitsOf({ definition, tunables }: TimedDefinition) {
  const waits = new Map<number, ChangedWait & { time: Time }>();
  const nodes = isObject(definition) ? own(definition, 'nodes') : undefined;
  for (const { step } of listSteps(nodes).steps) {
    const { id } = step;
    const wait = stepType(step.type)?.waitOf?.(step);
    if (!isStepId(id) || waits.has(id) || wait === undefined) continue;
    const time = 'text' in wait ? wait.text : timeOf(wait.duration, tunables);
    waits.set(id, { id, handle: handleOf(step), effect: wait.effect, time });
  }
  return waits;
}

function timeOf(duration: unknown, tunables: TimedDefinition['tunables']): number | null {
  if (durationFault(duration) !== null) return null;
  const found = resolveDuration(duration as DurationOrSetting, tunables);
  return found === null ? null : durationMs(found);
}
