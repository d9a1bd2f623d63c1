import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { oneLine } from '../drawing/one-line.ts';
import { stepSummary } from '../drawing/summary.ts';
import { goalSummary, goalsIn } from '../goals/goal.ts';
import type { StepNames } from '../steps/step-type.ts';
import { armKeys, type Definition, namedArms } from './definition.ts';
import { handleOf, isStepId } from './step-id.ts';
import { type ListedStep, listSteps } from './step-list.ts';
import { triggerSummary } from './trigger.ts';

/** One difference between two definitions. */
export interface DefinitionChange {
  kind: 'added' | 'removed' | 'moved' | 'changed';
  /** The current `{id}-{slug}`, or the last one of a removed step; empty for the trigger and goals. */
  handle: string;
  /** Path into the newer definition; for a removal into the older. */
  path: string;
  summary: string;
}

/**
 * The changes between two definitions, for people to read: the trigger, the goals, then the steps of
 * the newer one in document order, then removed steps. Steps are identified by id; a step can be both moved
 * and changed. Takes any saved definitions and never throws.
 */
export function diffDefinitions(
  from: Definition,
  to: Definition,
  names?: StepNames,
): DefinitionChange[] {
  const old = stepsById(from);
  const current = stepsById(to);
  const moved = movedSteps(old, current);
  const changes = [...current].flatMap(([id, { listed }]): DefinitionChange[] => {
    const before = old.get(id);
    if (before === undefined) return [changeOf('added', listed, stepSummary(listed.step, names))];
    const found: DefinitionChange[] = [];
    if (moved.has(id)) found.push(changeOf('moved', listed, `From ${before.listed.path}`));
    const edits = editsOf(before.listed.step, listed.step, names);
    if (edits.length > 0) found.push(changeOf('changed', listed, edits.join('; ')));
    return found;
  });
  const removed = [...old]
    .filter(([id]) => !current.has(id))
    .map(([, { listed }]) => changeOf('removed', listed, stepSummary(listed.step, names)));
  return [...triggerChange(from, to), ...goalChanges(from, to), ...changes, ...removed];
}

function changeOf(kind: DefinitionChange['kind'], { step, path }: ListedStep, text: string) {
  return { kind, handle: handleOf(step), path, summary: oneLine(text, limits.drawnChars) };
}

function triggerChange(from: Definition, to: Definition): DefinitionChange[] {
  const [before, now] = [from.trigger, to.trigger];
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  const [was, is] = [triggerSummary(before).summary, triggerSummary(now).summary];
  const text = was === is ? `${is}: its details changed` : `${was} → ${is}`;
  const summary = oneLine(text, limits.drawnChars);
  return [{ kind: 'changed', handle: '', path: 'trigger', summary }];
}

/** Goals by name: another name is another goal, as it is to runs. */
function goalChanges(from: Definition, to: Definition): DefinitionChange[] {
  const old = goalsByName(from);
  const current = goalsByName(to);
  const changeOf = (kind: DefinitionChange['kind'], path: string, text: string) => {
    return { kind, handle: '', path, summary: oneLine(text, limits.drawnChars) };
  };
  const changes = [...current].flatMap(([name, { goal, path }]): DefinitionChange[] => {
    const before = old.get(name)?.goal;
    if (before === undefined) return [changeOf('added', path, goalSummary(goal))];
    if (same(before, goal)) return [];
    const [was, is] = [goalSummary(before), goalSummary(goal)];
    return [
      changeOf('changed', path, was === is ? `${is}: its details changed` : `${was} → ${is}`),
    ];
  });
  const removed = [...old]
    .filter(([name]) => !current.has(name))
    .map(([, { goal, path }]) => changeOf('removed', path, goalSummary(goal)));
  return [...changes, ...removed];
}

function goalsByName({ goals }: Definition): Map<unknown, { goal: JsonObject; path: string }> {
  const named = goalsIn(goals).map((goal, index) => [own(goal, 'name'), index, goal] as const);
  return new Map(named.map(([name, index, goal]) => [name, { goal, path: `goals[${index}]` }]));
}

interface StepInList {
  listed: ListedStep;
  /**
   * The list of steps it is in; it counts as the same list while the branch around it is the same.
   */
  list: string;
}

/** Steps by id; of two with one id the first, as runs use it. */
function stepsById(definition: Definition): Map<number, StepInList> {
  const byId = new Map<number, StepInList>();
  const lists = new Map<readonly ListedStep[], string>();
  for (const listed of listSteps(definition.nodes).steps) {
    const { step, arms } = listed;
    const id = own(step, 'id');
    for (const { name, steps } of arms) {
      lists.set(steps, `${isStepId(id) ? id : listed.path}.${name}`);
    }
    if (!isStepId(id) || byId.has(id)) continue;
    byId.set(id, { listed, list: lists.get(listed.list) ?? 'nodes' });
  }
  return byId;
}

/** Steps that changed lists and, in each list, the fewest steps whose move explains the order. */
function movedSteps(old: Map<number, StepInList>, current: Map<number, StepInList>): Set<number> {
  const moved = new Set<number>();
  const stayed = new Map<string, { id: number; was: number }[]>();
  for (const [id, { list }] of current) {
    const before = old.get(id);
    if (before === undefined) continue;
    if (before.list !== list) {
      moved.add(id);
      continue;
    }
    const members = stayed.get(list) ?? [];
    members.push({ id, was: before.listed.index });
    stayed.set(list, members);
  }
  for (const members of stayed.values()) {
    const kept = longestRise(members.map(({ was }) => was));
    for (const [index, { id }] of members.entries()) if (!kept.has(index)) moved.add(id);
  }
  return moved;
}

/** Indexes of a longest increasing subsequence of distinct numbers, in n log n. */
function longestRise(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) kept.add(at);
  return kept;
}

function editsOf(was: JsonObject, is: JsonObject, names?: StepNames): string[] {
  const keys = new Set([...Object.keys(was), ...Object.keys(is)]);
  for (const key of ['id', ...armKeys]) keys.delete(key);
  const changed = [...keys].filter((key) => !same(ownValue(was, key), ownValue(is, key)));
  const edits: string[] = [];
  if (changed.includes('name')) {
    edits.push(`Renamed from ${quoted(own(was, 'name'))} to ${quoted(own(is, 'name'))}`);
  }
  const [before, now] = [stepSummary(was, names), stepSummary(is, names)];
  if (before !== now) edits.push(`${before} → ${now}`);
  const others = changed.filter(
    (key) => key !== 'name' && (key === 'description' || before === now),
  );
  if (others.length > 0) edits.push(`Changed: ${others.map((key) => oneLine(key, 40)).join(', ')}`);
  return edits;
}

/** What a step itself says under a key: the steps in its arms are compared by themselves. */
function ownValue(step: JsonObject, key: string): unknown {
  const value = own(step, key);
  if (key !== namedArms || !Array.isArray(value)) return value;
  return value.map((arm: unknown) => (isObject(arm) ? { ...arm, steps: null } : arm));
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
