import type { CompiledFlow } from '../definition/compile.ts';
import { addressedStep } from '../definition/step-address.ts';
import { handleOf } from '../definition/step-id.ts';
import type { WalkedEntry } from '../interpreter/walk.ts';
import type { caseEnds } from './flow-case.ts';

/** A flow, compiled once for all its cases. */
export interface TestedFlow {
  key: string;
  compiled: CompiledFlow;
}

/** What became of a case. */
export interface CaseRun {
  /** Why no run started; null where one did. */
  notStarted: string | null;
  entries: WalkedEntry[];
  /** Handles of the steps that the person reached, in order; a wait is there once. */
  path: string[];
  sends: { email_id: number; at: Date }[];
  /** Null where no run started. */
  ends: (typeof caseEnds)[number] | null;
  /** How often the run was looked at, which is the work of the case. */
  looks: number;
}

/** A step counts once, however often it is looked at; one that could not run is not part of the path. */
export function pathOf({ compiled }: TestedFlow, entries: readonly WalkedEntry[]): string[] {
  const ids = entries.flatMap(({ step_id, outcome }) =>
    step_id === null || outcome === 'skipped' ? [] : step_id,
  );
  return ids
    .filter((id, index) => id !== ids[index - 1])
    .map((id) => handleOf({ ...compiled.byId.get(id)?.step }));
}

/** The handle of a step; null if the flow has no such step. */
export function handleById({ compiled }: TestedFlow, id: number): string | null {
  const at = compiled.byId.get(id);
  return at === undefined ? null : handleOf({ ...at.step });
}

/** The handle of the step that a case names; null if the flow has no such step. */
export function handleNamed({ key, compiled }: TestedFlow, named: string): string | null {
  const id = addressedStep(key, named);
  return id === null ? null : handleById({ key, compiled }, id);
}

/** Values of a case by the steps that it names, of one type of step; others are left out. */
export function byStep<Value>(
  { key, compiled }: TestedFlow,
  type: string,
  named: Readonly<Record<string, Value>>,
): Map<number, Value> {
  const known = Object.entries(named).flatMap(([handle, value]): [number, Value][] => {
    const id = addressedStep(key, handle);
    return id !== null && compiled.byId.get(id)?.step.type === type ? [[id, value]] : [];
  });
  return new Map(known);
}
