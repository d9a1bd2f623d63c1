import type { ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { type ArmKey, armKeys } from '../definition/definition.ts';
import { report } from '../validate/codes.ts';

/** Arms of a step whose type does not have them. */
export function strayArms(
  step: JsonObject,
  path: string,
  arms: readonly ArmKey[],
): ValidationIssue[] {
  return armKeys
    .filter((key) => !arms.includes(key) && own(step, key) !== undefined)
    .map((key) =>
      report('arms_not_allowed', `${path}.${key}`, `${String(step.type)} has no arm "${key}".`),
    );
}

/** Arms that must be there and are no lists. */
export function malformedArms(
  step: JsonObject,
  path: string,
  arms: readonly ArmKey[],
): ValidationIssue[] {
  return arms
    .filter((arm) => !Array.isArray(own(step, arm)))
    .map((arm) => {
      const message = `The arm "${arm}" of ${String(step.type)} must be a list of steps, not ${quoted(own(step, arm))}.`;
      return report('arm_malformed', `${path}.${arm}`, message);
    });
}

/** The step without those of its arms that hold nothing, where it can have none. */
export function withoutEmptyArms(step: JsonObject, arms: readonly ArmKey[]): JsonObject {
  const isEmpty = (steps: unknown) =>
    steps === null || (Array.isArray(steps) && steps.length === 0);
  const empty: readonly string[] = arms.filter((arm) => isEmpty(own(step, arm)));
  if (!empty.some((arm) => Object.hasOwn(step, arm))) return step;
  return Object.fromEntries(Object.entries(step).filter(([key]) => !empty.includes(key)));
}
