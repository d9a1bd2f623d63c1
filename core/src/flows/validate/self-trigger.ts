import { isObject, own, quoted } from '../../platform/json.ts';
import { compileTrigger } from '../definition/trigger.ts';
import { stepType } from '../steps/table.ts';
import { report } from './codes.ts';
import type { Pass } from './pass.ts';

/**
 * Part of the third pass: no step records the event that starts the flow, through fire_event or by
 * changing a tag or a field (VAL-23). Details with Liquid count as matching.
 */
export const selfTrigger: Pass = function* selfTrigger({ definition, stepList }, issues) {
  const trigger: unknown = definition.trigger;
  const awaited = isObject(trigger) ? own(trigger, 'event') : undefined;
  if (typeof awaited !== 'string') return;
  const matches = compileTrigger(trigger);
  for (const listed of stepList.steps) {
    const fired = stepType(listed.step.type)?.fires?.(listed.step) ?? [];
    const again = fired.some(
      ({ name, details }) =>
        name === awaited &&
        (details === null || matches({ name, details, historical: false }).matched),
    );
    yield;
    if (!again) continue;
    const message = `This step records the event ${quoted(awaited)}, which starts this flow.`;
    issues.add([report('self_trigger', listed.path, message)], listed);
  }
};
