import { runSync } from '../../platform/cooperative.ts';
import type { Issue, ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, ordered, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { canonicalGoals } from '../goals/goal.ts';
import { stepKeys } from '../steps/check-step.ts';
import { migratedGate } from '../steps/gate-arms.ts';
import { stepType } from '../steps/table.ts';
import { report } from '../validate/codes.ts';
import { armKeys, type Definition } from './definition.ts';
import { slugOf } from './slug.ts';
import { handleOf, isStepId } from './step-id.ts';
import { armLists, listSteps, withArm } from './step-list.ts';
import { canonicalTrigger, trespasses } from './trigger.ts';

export interface Normalised {
  definition: Definition;
  /** Why it must not be saved (contract §5.2); paths start at the body, `definition.trigger.x`. */
  refusals: Issue[];
  /** Issues of the input that the normalised definition no longer shows. */
  issues: ValidationIssue[];
}

/** normaliseParts without pauses. */
export function normalise(input: unknown, held: { node_counter: number } | null): Normalised {
  return runSync(normaliseParts(input, held));
}

/**
 * Converts a definition to the form in which it is saved and read: ids assigned from the counter,
 * names, slugs and a fixed order of keys filled in, blank descriptions dropped, legacy names
 * replaced. Pauses after each step. Everything else, including unknown and malformed keys, stays for validation to report.
 * Takes any JSON, never throws, does not change its input, and is idempotent. `held` is the saved
 * definition, or null for a new flow (DEF-02, DEF-03, DEF-07 to DEF-12).
 */
export function* normaliseParts(
  input: unknown,
  held: { node_counter: number } | null,
): Generator<undefined, Normalised> {
  if (!isObject(input)) {
    const message = `A definition is an object with trigger and nodes, not ${quoted(input)}.`;
    const refusal = { path: 'definition', code: 'definition_malformed', message };
    return { ...(yield* normaliseParts({}, held)), refusals: [refusal] };
  }
  const migrated = new Set<string>();
  const nodes = yield* migrateSteps(own(input, 'nodes') ?? [], 'nodes', migrated, 0);
  const { steps } = listSteps(nodes);
  const refusals = refusalsOf(input, steps.length);
  const highest = steps.reduce((high, { step }) => {
    return isStepId(step.id) ? Math.max(high, step.id) : high;
  }, held?.node_counter ?? 0);
  const sent = own(input, 'node_counter') ?? null;
  const counter = { last: isCounter(sent) ? Math.max(sent, highest) : highest };
  const full = steps.length <= limits.stepsPerFlow;
  const { goals: sentGoals, ...others } = input;
  const goals = canonicalGoals(sentGoals);
  const definition = {
    ...others,
    trigger: canonicalTrigger(own(input, 'trigger')),
    ...(goals === undefined ? {} : { goals }),
    nodes: full ? yield* normaliseSteps(nodes, counter, 0) : nodes,
    node_counter: counter.last,
  };
  const issues = [...counterIssues(sent, highest), ...legacyIssues(definition.nodes, migrated)];
  const document = ordered(definition, ['trigger', 'goals', 'node_counter', 'nodes']);
  return { definition: document as unknown as Definition, refusals, issues };
}

function refusalsOf(input: JsonObject, steps: number): Issue[] {
  const refusals: Issue[] = trespasses(own(input, 'trigger'), 'definition.trigger');
  if (steps > limits.stepsPerFlow) {
    const message = `A flow has ${limits.stepsPerFlow} steps at most, not ${steps}.`;
    refusals.push({ path: 'definition.nodes', code: 'too_many_steps', message });
  }
  return refusals;
}

function isCounter(value: unknown): value is number {
  return value === 0 || isStepId(value);
}

function counterIssues(sent: unknown, least: number): ValidationIssue[] {
  if (sent === null) return [];
  if (!isCounter(sent)) {
    const message = `The node_counter ${quoted(sent)} is no whole number from 0 to ${limits.stepIdMax}.`;
    return [{ ...report('counter_malformed', 'node_counter', message), node: '' }];
  }
  if (sent >= least) return [];
  const message = `The node_counter ${sent} is behind: ${least} was already handed out.`;
  return [{ ...report('counter_behind', 'node_counter', message), node: '' }];
}

/**
 * The list with old gates in today's form; an object that needs no change stays the same object.
 * `migrated` collects the paths of converted gates.
 */
function* migrateSteps(
  nodes: unknown,
  at: string,
  migrated: Set<string>,
  depth: number,
): Generator<undefined, unknown> {
  if (!Array.isArray(nodes) || depth > limits.jsonDepth) return nodes;
  let changed = false;
  const steps: unknown[] = [];
  for (const [index, step] of nodes.entries()) {
    const path = `${at}[${index}]`;
    const today = isObject(step) ? yield* migrateStep(step, path, migrated, depth) : step;
    changed ||= today !== step;
    steps.push(today);
    yield;
  }
  return changed ? steps : nodes;
}

function* migrateStep(
  step: JsonObject,
  path: string,
  migrated: Set<string>,
  depth: number,
): Generator<undefined, JsonObject> {
  const gate = migratedGate(step);
  if (gate !== null) migrated.add(path);
  let today = gate ?? step;
  for (const { at, nodes } of armLists(today)) {
    const steps = yield* migrateSteps(nodes, `${path}.${at}`, migrated, depth + 1);
    if (steps !== nodes) today = withArm(today, at, steps);
  }
  return today;
}

/** The definition no longer shows what was migrated, so it is reported here (VAL-17). */
function legacyIssues(nodes: unknown, migrated: ReadonlySet<string>): ValidationIssue[] {
  if (migrated.size === 0) return [];
  return listSteps(nodes)
    .steps.filter(({ path }) => migrated.has(path))
    .slice(0, limits.issuesListedMax)
    .map(({ step, path }) => {
      const message = 'The old "timeout" became expires_after and the arm expired.';
      const issue = report('gate_timeout_legacy', `${path}.timeout`, message);
      return { ...issue, node: handleOf(step) };
    });
}

interface Counter {
  last: number;
}

function* normaliseSteps(
  nodes: unknown,
  counter: Counter,
  depth: number,
): Generator<undefined, unknown> {
  if (!Array.isArray(nodes) || depth > limits.jsonDepth) return nodes;
  const steps: unknown[] = [];
  for (const step of nodes) {
    steps.push(isObject(step) ? yield* normaliseStep(step, counter, depth) : step);
    yield;
  }
  return steps;
}

function* normaliseStep(
  step: JsonObject,
  counter: Counter,
  depth: number,
): Generator<undefined, JsonObject> {
  const { id: sentId, name: sentName, slug: sentSlug, description, ...rest } = step;
  const id = sentId ?? mint(counter);
  const name = nameOf(sentName, step.type);
  const slug = isAbsent(sentSlug) ? derivedSlug(name, step.type) : sentSlug;
  const type = stepType(step.type);
  const fields = type?.fields ?? {};
  let normal: JsonObject = {
    ...rest,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(slug === undefined ? {} : { slug }),
    ...(isAbsent(description) ? {} : { description }),
  };
  for (const [key, { kind }] of Object.entries(fields)) {
    if (Object.hasOwn(normal, key)) normal[key] = kind.canonical(normal[key]);
  }
  for (const { at, nodes } of armLists(normal)) {
    normal = withArm(normal, at, yield* normaliseSteps(nodes, counter, depth + 1));
  }
  const stored = type?.canonical?.(normal) ?? normal;
  return ordered(stored, [...stepKeys, ...Object.keys(fields), ...armKeys]);
}

function mint(counter: Counter): number | undefined {
  if (counter.last >= limits.stepIdMax) return undefined;
  counter.last += 1;
  return counter.last;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** The given name, otherwise the type (DEF-09); undefined if neither is text. */
function nameOf(sent: unknown, type: unknown): unknown {
  if (!isAbsent(sent)) return typeof sent === 'string' ? sent.trim() : sent;
  return typeof type === 'string' && !isAbsent(type) ? type.trim() : undefined;
}

/** A slug from the name, otherwise from the type (DEF-11); undefined if neither is text. */
function derivedSlug(name: unknown, type: unknown): string | undefined {
  const texts = [name, type].filter((text) => typeof text === 'string');
  if (texts.length === 0) return undefined;
  return texts.map(slugOf).find((slug) => slug !== '') ?? 'step';
}
