import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, ordered, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { hasMoreCharacters } from '../../platform/octets.ts';
import { report } from '../validate/codes.ts';
import type { FieldKind } from './field-kind.ts';

const armKeys = ['name', 'weight', 'holdout', 'steps'] as const;

/** The arms of a split: names, weights, and at most one holdout (SPLIT-03, SPLIT-04). */
export const splitArms: FieldKind = {
  type: 'array',
  describe:
    'arms: [{"name": "A", "weight": 50, "steps": […]}, …]; "holdout": true on one ends the run there',

  check(value, path) {
    const count = Array.isArray(value) ? value.length : 0;
    if (!Array.isArray(value) || count < 2 || count > limits.splitArms) {
      const found = Array.isArray(value) ? `a list of ${count}` : quoted(value);
      const message = `"arms" is a list of 2 to ${limits.splitArms} arms, not ${found}.`;
      return [report('split_arm_malformed', path, message)];
    }
    const found = value.flatMap((arm: unknown, index) => checkArm(arm, `${path}[${index}]`));
    return [...found, ...checkNames(value, path), ...checkWhole(value, path)];
  },

  references: () => [],
  asks: () => [],

  canonical(value) {
    if (!Array.isArray(value)) return value;
    return value.map((arm: unknown) => (isObject(arm) ? canonicalArm(arm) : arm));
  },

  jsonSchema: (steps) => ({
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: limits.armNameChars },
        weight: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        holdout: { type: 'boolean' },
        steps,
      },
      required: ['name', 'weight'],
      additionalProperties: false,
    },
    minItems: 2,
    maxItems: limits.splitArms,
  }),
};

/** What the hash of a split begins with, in place of the key of the flow. */
export const splitSeed: FieldKind = {
  type: 'string',
  describe: 'text that decides who gets which arm; the key of the flow when left out',
  check(value, path) {
    if (typeof value === 'string' && value !== '' && value.length <= limits.keyChars) return [];
    const message = `"seed" is text of 1 to ${limits.keyChars} characters, not ${quoted(value)}.`;
    const fix = 'Write any text, or leave "seed" out: the key of the flow is used then.';
    return [report('step_key_malformed', path, message, fix)];
  },
  references: () => [],
  asks: () => [],
  canonical: (value) => value,
};

function canonicalArm(arm: JsonObject): JsonObject {
  const { holdout, ...rest } = arm;
  if (holdout === false) return ordered(rest, [...armKeys]);
  const steps = holdout === true && !Object.hasOwn(arm, 'steps') ? { steps: [] } : {};
  return ordered({ ...arm, ...steps }, [...armKeys]);
}

function isName(value: unknown): value is string {
  if (typeof value !== 'string' || hasMoreCharacters(value, limits.armNameChars)) return false;
  return value.trim() === value && /^[^\p{C}]+$/u.test(value);
}

/** JSON holds no larger whole number exactly. */
function isWeight(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function checkArm(arm: unknown, path: string): ValidationIssue[] {
  if (!isObject(arm)) {
    const message = `An arm is an object with name, weight and steps, not ${quoted(arm)}.`;
    return [report('split_arm_malformed', path, message)];
  }
  const unknown = Object.keys(arm).filter((key) => !armKeys.some((known) => known === key));
  const found = unknown.slice(0, limits.issuesListedMax).map((key) => {
    const message = `An arm does not read the key ${quoted(key)}.`;
    return meant(report('step_keys_unknown', `${path}.${key}`, message), nearest(key, armKeys));
  });
  const { name, weight, holdout = false } = arm;
  if (!isName(name)) {
    const message = `The name of an arm is text of 1 to ${limits.armNameChars} characters, not ${quoted(name)}.`;
    found.push(report('split_arm_malformed', `${path}.name`, message));
  }
  if (!isWeight(weight)) {
    const message = `A weight is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${quoted(weight)}.`;
    found.push(report('split_weight_malformed', `${path}.weight`, message));
  }
  if (typeof holdout !== 'boolean') {
    const message = `"holdout" is true or false, not ${quoted(holdout)}.`;
    found.push(report('split_holdout_malformed', `${path}.holdout`, message));
  }
  return found;
}

function checkNames(arms: readonly unknown[], path: string): ValidationIssue[] {
  const seen = new Set<string>();
  return arms.flatMap((arm, index) => {
    const name = isObject(arm) ? own(arm, 'name') : undefined;
    if (!isName(name)) return [];
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const message = `Another arm before it has the name ${quoted(name)}.`;
    const fix = 'Give each arm a name of its own: people keep their arm by its name.';
    return [report('split_arm_malformed', `${path}[${index}].name`, message, fix)];
  });
}

function checkWhole(arms: readonly unknown[], path: string): ValidationIssue[] {
  const found: ValidationIssue[] = [];
  if (arms.every((arm) => isObject(arm) && own(arm, 'weight') === 0)) {
    const message = 'Every weight is 0, so no arm could be chosen.';
    found.push(report('split_weight_malformed', path, message));
  }
  const held = arms.flatMap((arm, index) =>
    isObject(arm) && own(arm, 'holdout') === true ? [index] : [],
  );
  for (const index of held.slice(1)) {
    const message = `The arm at ${path}[${held[0]}] is the holdout already.`;
    found.push(report('split_holdout_malformed', `${path}[${index}].holdout`, message));
  }
  return found;
}
