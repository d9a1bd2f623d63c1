import { nounNamedTwice } from '../../conditions/record-keys.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import { nearest } from '../../platform/nearest.ts';
import { likelyName } from '../../platform/operations/aliases.ts';
import { armKeys, namedArms } from '../definition/definition.ts';
import { report } from '../validate/codes.ts';
import type { StepType } from './step-type.ts';
import { malformedArms, strayArms } from './stray-arms.ts';
import { stepType, stepTypeNames } from './table.ts';

/** Keys that every step has, in canonical order. */
export const stepKeys = ['id', 'name', 'slug', 'description', 'type'] as const;

/**
 * Remains of definitions that linked steps by pointers; stored and reported but never read
 * (DEF-05).
 */
export const strayPointers: readonly string[] = ['entry', 'next', 'pointer'];

/**
 * Whether the step can run: its type is known, and every field is present and has the right shape.
 */
export function checkFields(step: JsonObject, path: string): ValidationIssue[] {
  const name = own(step, 'type');
  const type = stepType(name);
  if (type === null) return [typeUnknown(name, path)];
  const found = Object.entries(type.fields).flatMap(([key, { kind, required }]) => {
    const at = `${path}.${key}`;
    if (Object.hasOwn(step, key)) return kind.check(step[key], at);
    if (!required) return [];
    return [report('step_key_missing', at, `${String(name)} needs "${key}", ${kind.describe}.`)];
  });
  return [...found, ...checkOneOf(step, path, type)];
}

function checkOneOf(step: JsonObject, path: string, { oneOf }: StepType): ValidationIssue[] {
  if (oneOf === undefined) return [];
  const [first, second] = oneOf.filter((key) => Object.hasOwn(step, key));
  const message = `${String(step.type)} takes exactly one of ${oneOf.join(', ')}`;
  if (first === undefined) {
    return [report('step_key_missing', `${path}.${oneOf[0]}`, `${message}; it has none.`)];
  }
  if (second === undefined) return [];
  return [exclusive(step, path, oneOf, [first, second])];
}

function exclusive(
  step: JsonObject,
  path: string,
  keys: readonly string[],
  [first, second]: readonly [string, string],
): ValidationIssue {
  const message = `${String(step.type)} takes exactly one of ${keys.join(', ')}`;
  const both = `${message}, not ${first} and ${second}.`;
  return report('step_keys_exclusive', `${path}.${second}`, both);
}

/** The type that is spelt alike, or that programs call so elsewhere, such as `wait` for `delay`. */
function stepTypeMeant(name: string): string | null {
  return nearest(name, stepTypeNames) ?? likelyName(name, stepTypeNames);
}

function typeUnknown(name: unknown, path: string): ValidationIssue {
  const near = typeof name === 'string' ? stepTypeMeant(name) : null;
  const known = stepTypeNames.join(', ');
  const fault =
    name === undefined ? 'The step has no "type"' : `The step type ${quoted(name)} does not exist`;
  const message = `${fault}; the types are ${known}.`;
  return meant(report('step_type_unknown', `${path}.type`, message), near);
}

/** Missing, malformed or misplaced arms (VAL-06, VAL-24), and unknown keys. */
export function checkKeys(step: JsonObject, path: string): ValidationIssue[] {
  const type = stepType(own(step, 'type'));
  const found =
    type === null ? [] : [...checkArms(step, path, type), ...strayNamedArms(step, path, type)];
  const twice = nounNamedTwice(step);
  for (const key of Object.keys(step)) {
    if (key === twice) {
      // A step is read with the id, so a key beside it is an edit that must not be lost (FILE-03).
      const names = [`${twice}_id`, twice] as const;
      found.push(exclusive(step, path, names, names));
    } else if (strayPointers.includes(key)) {
      const message = `"${key}" is left over and is never read; steps run in the order of the list.`;
      found.push(report('stray_pointer', `${path}.${key}`, message));
    } else if (
      key === 'email' &&
      isObject(step[key]) &&
      type !== null &&
      'email_id' in type.fields
    ) {
      // Only the call that saves a flow makes emails; this is a draft or an unsaved definition.
      const message = `${String(step.type)} makes no new email here.`;
      const fix = 'Make the email with create_email, and write its id as "email_id".';
      found.push(report('step_keys_unknown', `${path}.${key}`, message, fix));
    } else if (type !== null && !isKnown(key, type)) {
      const message = `${String(step.type)} does not read the key ${quoted(key)}.`;
      const known = [...stepKeys, ...Object.keys(type.fields), ...type.arms];
      const issue = report('step_keys_unknown', `${path}.${key}`, message);
      found.push(meant(issue, likelyName(key, known) ?? nearest(key, known)));
    }
  }
  return found;
}

function checkArms(step: JsonObject, path: string, type: StepType): ValidationIssue[] {
  if (type.checkArms) return type.checkArms(step, path);
  return [...strayArms(step, path, type.arms), ...malformedArms(step, path, type.arms)];
}

/** Arms with names of their own, in a step that is no split. */
function strayNamedArms(step: JsonObject, path: string, { fields }: StepType): ValidationIssue[] {
  if (!Object.hasOwn(step, namedArms) || Object.hasOwn(fields, namedArms)) return [];
  const message = `${String(step.type)} has no "${namedArms}"; a split has them.`;
  return [report('arms_not_allowed', `${path}.${namedArms}`, message)];
}

function isKnown(key: string, type: StepType): boolean {
  const keys: readonly string[] = [...stepKeys, ...armKeys, namedArms];
  return (
    keys.includes(key) ||
    Object.hasOwn(type.fields, key) ||
    (type.legacyKeys?.includes(key) ?? false)
  );
}
