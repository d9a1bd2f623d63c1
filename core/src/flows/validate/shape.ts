import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { hasMoreCharacters } from '../../platform/octets.ts';
import { likelyName } from '../../platform/operations/aliases.ts';
import { isSlug } from '../definition/slug.ts';
import { isStepId } from '../definition/step-id.ts';
import type { ListedStep } from '../definition/step-list.ts';
import { checkTrigger } from '../definition/trigger.ts';
import { checkGoals } from '../goals/goal.ts';
import { checkFields, checkKeys, strayPointers } from '../steps/check-step.ts';
import { stepType } from '../steps/table.ts';
import { report } from './codes.ts';
import type { Pass, Subject } from './pass.ts';

/** First pass: the trigger, and every step by itself (VAL-05, VAL-06, VAL-18, VAL-24, VAL-25). */
export const shape: Pass = function* shape(subject, issues) {
  issues.add(checkDocument(subject));
  for (const path of subject.stepList.nonObjects) {
    issues.add([report('step_malformed', path, 'A step must be an object.')]);
  }
  for (const listed of subject.stepList.steps) {
    for (const rule of stepRules) issues.add(rule(listed), listed);
    yield;
  }
};

/** In order; each checks one step by itself. */
const stepRules: readonly ((listed: ListedStep) => ValidationIssue[])[] = [
  ({ step, path }) => checkIdentity(step, path),
  ({ step, path }) => checkFields(step, path),
  ({ step, path }) => checkKeys(step, path),
  checkDepth,
];

/** What a definition has. */
export const definitionKeys: readonly string[] = ['trigger', 'goals', 'node_counter', 'nodes'];

function checkDocument({ definition, stepList }: Subject): ValidationIssue[] {
  const found = checkTrigger(definition.trigger, 'trigger');
  if (definition.goals !== undefined) found.push(...checkGoals(definition.goals, 'goals'));
  const nodes: unknown = definition.nodes;
  if (!Array.isArray(nodes)) {
    const message = `"nodes" must be a list of steps, not ${quoted(nodes)}.`;
    found.push(report('nodes_malformed', 'nodes', message));
  } else if (nodes.length === 0) {
    found.push(report('nodes_empty', 'nodes', 'The flow has no steps.'));
  }
  if (stepList.steps.length > limits.stepsPerFlow) {
    const message = `The flow has ${stepList.steps.length} steps; ${limits.stepsPerFlow} are allowed.`;
    found.push(report('too_many_steps', 'nodes', message));
  }
  for (const key of Object.keys(definition)) {
    if (definitionKeys.includes(key)) continue;
    const stray = strayPointers.includes(key);
    const code = stray ? 'stray_pointer' : 'definition_keys_unknown';
    const issue = report(code, key, `Nothing reads the key ${quoted(key)} of a definition.`);
    found.push(
      stray ? issue : meant(issue, nearest(key, definitionKeys) ?? likelyName(key, definitionKeys)),
    );
  }
  return found;
}

function checkIdentity(step: JsonObject, path: string): ValidationIssue[] {
  const id = own(step, 'id');
  const name = own(step, 'name');
  const slug = own(step, 'slug');
  const description = own(step, 'description') ?? '';
  const found: ValidationIssue[] = [];
  if (id === undefined) {
    found.push(report('id_missing', `${path}.id`, 'The step has no id, and none is left to mint.'));
  } else if (!isStepId(id)) {
    const message = `An id is a whole number from 1 to ${limits.stepIdMax}, not ${quoted(id)}.`;
    found.push(report('id_malformed', `${path}.id`, message));
  }
  if (name === undefined) {
    found.push(report('name_missing', `${path}.name`, 'The step has neither a name nor a type.'));
  } else if (!isText(name, limits.nameChars)) {
    const message = `A name is text of up to ${limits.nameChars} characters, not ${quoted(name)}.`;
    found.push(report('name_malformed', `${path}.name`, message));
  }
  if (slug === undefined) {
    found.push(report('slug_missing', `${path}.slug`, 'The step has neither a slug nor a name.'));
  } else if (!isSlug(slug)) {
    const message = `The slug ${quoted(slug)} has other characters than a-z, 0-9 and single hyphens between them, or more than ${limits.keyChars}.`;
    found.push(report('slug_malformed', `${path}.slug`, message));
  }
  if (!isText(description, limits.stepTextChars)) {
    const message = `A description is text of up to ${limits.stepTextChars} characters.`;
    found.push(report('description_malformed', `${path}.description`, message));
  }
  return found;
}

function isText(value: unknown, chars: number): boolean {
  return typeof value === 'string' && !hasMoreCharacters(value, chars);
}

/** Reported once, where the limit is exceeded; deeper steps would only repeat it. */
function checkDepth({ step, path, depth, arms }: ListedStep): ValidationIssue[] {
  if (depth !== limits.flowNestingDepth) return [];
  const type = stepType(step.type);
  const open = type?.armsOf?.(step) ?? type?.arms ?? [];
  if (arms.length === 0 && open.length === 0) return [];
  const message = `This branch is nested ${depth + 1} levels deep; ${limits.flowNestingDepth} are allowed.`;
  return [report('nesting_too_deep', path, message)];
}
