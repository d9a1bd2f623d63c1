import { isObject, own } from '../../platform/json.ts';
import { type RecordName, uniqueNames } from '../../platform/record-name.ts';
import { recordsNamedByGoals } from '../goals/goal.ts';
import { stepType } from '../steps/table.ts';
import { handleOf } from './step-id.ts';
import { listSteps } from './step-list.ts';
import { recordsNamedByTrigger } from './trigger.ts';

/** A record that a flow names, with the place. */
export interface NamedInFlow extends RecordName {
  /** Of the step; empty for the trigger and goals, and where the step has no valid id. */
  handle: string;
}

/** The records that a flow names, in document order, each once a step; takes any JSON. */
export function recordsNamedInFlow(definition: unknown): NamedInFlow[] {
  const sent = isObject(definition) ? definition : {};
  const trigger = recordsNamedByTrigger(own(sent, 'trigger'));
  const steps = listSteps(own(sent, 'nodes')).steps.flatMap(({ step }) => {
    const handle = handleOf(step);
    const names = Object.entries(stepType(step.type)?.fields ?? {}).flatMap(
      ([key, { kind }]) => kind.names?.(own(step, key)) ?? [],
    );
    return uniqueNames(names).map((name): NamedInFlow => ({ ...name, handle }));
  });
  const whole = uniqueNames([...trigger, ...recordsNamedByGoals(own(sent, 'goals'))]);
  return [...whole.map((name): NamedInFlow => ({ ...name, handle: '' })), ...steps];
}
