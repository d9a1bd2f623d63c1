import { armLists, withArm } from '@postroad/core/flows/definition/step-list';
import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { type Key, keysOf, valueAt } from '../platform/value-at.ts';
import { allSteps, blankSteps, type StepTypeName, stepTree } from './steps.ts';

type Definition = Readonly<JsonObject>;

/** A definition after an edit, with the path of the step that it was about. */
export interface Edited {
  definition: Definition;
  path: string;
}

/** A copy in which the value at a path is another one; undefined takes the key away. */
export function withValue(value: unknown, path: string, next: unknown): unknown {
  const change = (inner: unknown, [key, ...rest]: readonly Key[]): unknown => {
    if (key === undefined) return next;
    if (typeof key === 'number') {
      const list = Array.isArray(inner) ? inner : [];
      return list.map((one: unknown, index) => (index === key ? change(one, rest) : one));
    }
    const object = isObject(inner) ? inner : {};
    const changed = change(own(object, key), rest);
    if (changed !== undefined) return { ...object, [key]: changed };
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  };
  return change(value, keysOf(path));
}

function listAt(definition: Definition, list: string): readonly unknown[] {
  const found = valueAt(definition, list);
  return Array.isArray(found) ? found : [];
}

function withList(definition: Definition, list: string, steps: readonly unknown[]): Definition {
  return withValue(definition, list, steps) as Definition;
}

/** The list that a step is in, and its place there. */
export function placeOf(path: string): { list: string; index: number } {
  const [, list = 'nodes', index = '0'] = /^(.*)\[(\d+)\]$/.exec(path) ?? [];
  return { list, index: Number(index) };
}

/** The step around a list; null of the list of the flow itself. */
function branchOf(list: string): string | null {
  const named = /^(.*\])\.arms\[\d+\]\.steps$/.exec(list);
  return (named ?? /^(.*\])\.\w+$/.exec(list))?.[1] ?? null;
}

function lastId(definition: Definition): number {
  const counter = own(definition, 'node_counter');
  return typeof counter === 'number' ? counter : 0;
}

export function insertStep(
  definition: Definition,
  { list, index }: { list: string; index: number },
  step: JsonObject,
): Edited {
  const steps = listAt(definition, list);
  const at = Math.min(index, steps.length);
  return {
    definition: withList(definition, list, [...steps.slice(0, at), step, ...steps.slice(at)]),
    path: `${list}[${at}]`,
  };
}

/** Adds a step of a type under a new id. */
export function addStep(
  definition: Definition,
  place: { list: string; index: number },
  type: StepTypeName,
  name: string,
): Edited {
  const id = lastId(definition) + 1;
  const step = { id, name, type, ...blankSteps[type] };
  return insertStep({ ...definition, node_counter: id }, place, step);
}

/** Takes a step away with everything in it; its path is then that of the step before it. */
export function removeStep(definition: Definition, path: string): Edited {
  const { list, index } = placeOf(path);
  const rest = listAt(definition, list).filter((_, at) => at !== index);
  const near = rest.length > 0 ? `${list}[${Math.min(index, rest.length - 1)}]` : list;
  return {
    definition: withList(definition, list, rest),
    path: near === 'nodes' ? 'trigger' : near,
  };
}

/** Puts a copy behind a step; it and the steps in it get ids and slugs of their own. */
export function duplicateStep(definition: Definition, path: string): Edited {
  let id = lastId(definition);
  const copy = (step: unknown): unknown => {
    if (!isObject(step)) return step;
    id += 1;
    const { slug: _, ...rest }: JsonObject = { ...step, id };
    return armLists(rest).reduce((made, { at, nodes }) => withArm(made, at, nodes.map(copy)), rest);
  };
  const made = copy(valueAt(definition, path));
  if (!isObject(made)) return { definition, path };
  const { list, index } = placeOf(path);
  return insertStep({ ...definition, node_counter: id }, { list, index: index + 1 }, made);
}

/** Puts a step at another place; null where that is inside the step itself. */
export function moveStep(
  definition: Definition,
  path: string,
  to: { list: string; index: number },
): Edited | null {
  const step = valueAt(definition, path);
  if (!isObject(step) || to.list.startsWith(`${path}.`)) return null;
  const from = placeOf(path);
  // The step leaves a mark, so that no path changes before it is put in its new place.
  const mark = {};
  const marked = withValue(definition, path, mark) as Definition;
  const put = insertStep(marked, to, step).definition;
  const shifted = from.list === to.list && to.index <= from.index;
  const inner = innerPath(path, to, 1);
  const old = shifted ? `${from.list}[${from.index + 1}]` : inner;
  const { list, index } = placeOf(old);
  const cleaned = withList(
    put,
    list,
    listAt(put, list).filter((_, at) => at !== index),
  );
  const isBehind = from.list === to.list && to.index > from.index;
  const at = isBehind ? to.index - 1 : to.index;
  const target = `${to.list}[${at}]`;
  return { definition: cleaned, path: innerPath(target, { ...from, list: from.list }, -1) };
}

/** A path after a step was put into (or taken from) a list above it. */
function innerPath(path: string, { list, index }: { list: string; index: number }, by: 1 | -1) {
  if (!path.startsWith(`${list}[`)) return path;
  const rest = path.slice(list.length);
  const [whole, at = '0'] = /^\[(\d+)\]/.exec(rest) ?? [''];
  const tail = rest.slice(whole.length);
  // A path that ends in this list is the step itself, whose place is known.
  if (tail === '') return path;
  const moved = by === 1 ? Number(at) >= index : Number(at) > index;
  return moved ? `${list}[${Number(at) + by}]${tail}` : path;
}

export type Direction = 'up' | 'down' | 'out' | 'in';

/** Moves a step by one: past its neighbour, out of its branch, or into a branch beside it. */
export function nudgeStep(
  definition: Definition,
  path: string,
  direction: Direction,
): Edited | null {
  const { list, index } = placeOf(path);
  const steps = listAt(definition, list);
  if (direction === 'up') {
    return index === 0 ? null : moveStep(definition, path, { list, index: index - 1 });
  }
  if (direction === 'down') {
    return index >= steps.length - 1
      ? null
      : moveStep(definition, path, { list, index: index + 2 });
  }
  if (direction === 'out') {
    const branch = branchOf(list);
    if (branch === null) return null;
    const around = placeOf(branch);
    return moveStep(definition, path, { list: around.list, index: around.index + 1 });
  }
  for (const beside of [index - 1, index + 1]) {
    const [node] = stepTree([steps[beside]]);
    const arm = node?.arms.find(({ isHeld }) => !isHeld);
    if (arm === undefined) continue;
    const inside = `${list}[${beside}]${arm.path.slice('nodes[0]'.length)}`;
    return moveStep(definition, path, { list: inside, index: listAt(definition, inside).length });
  }
  return null;
}

/** Where a step that is added from another one goes: behind it, or first in an arm. */
export function placeAfter(path: string): { list: string; index: number } {
  if (path === 'trigger' || path === '') return { list: 'nodes', index: 0 };
  if (!path.endsWith(']')) return { list: path, index: 0 };
  const { list, index } = placeOf(path);
  return { list, index: index + 1 };
}

/** Where a step or an arm is after an edit, which the id of the step says; null where it is gone. */
export function pathAfter(before: Definition, after: Definition, path: string): string | null {
  if (path === 'trigger') return path;
  const branch = path.endsWith(']') ? null : branchOf(path);
  if (branch !== null) {
    const now = pathAfter(before, after, branch);
    const arm = now === null ? null : now + path.slice(branch.length);
    return arm !== null && Array.isArray(valueAt(after, arm)) ? arm : null;
  }
  const step = valueAt(before, path);
  const id = isObject(step) ? own(step, 'id') : undefined;
  if (id === undefined) return isObject(valueAt(after, path)) ? path : null;
  return allSteps(stepTree(own(after, 'nodes'))).find((node) => node.id === id)?.path ?? null;
}

/** The same, or what is nearest to it where it is gone: a step before it, its arm, or the trigger. */
export function nearestAfter(before: Definition, after: Definition, path: string): string {
  const same = pathAfter(before, after, path);
  if (same !== null) return same;
  if (!path.endsWith(']')) return nearestAfter(before, after, branchOf(path) ?? 'trigger');
  const { list, index } = placeOf(path);
  for (let at = index - 1; at >= 0; at -= 1) {
    const beside = pathAfter(before, after, `${list}[${at}]`);
    if (beside !== null) return beside;
  }
  return list === 'nodes' ? 'trigger' : nearestAfter(before, after, list);
}

interface Fault {
  path: string;
  code: string;
  did_you_mean?: string | undefined;
}

/** Codes of issues whose fix is to remove the key at their path. */
const leftOut: readonly string[] = [
  ...['step_keys_unknown', 'trigger_keys_unknown', 'definition_keys_unknown', 'stray_pointer'],
  ...['arms_not_allowed', 'wait_for_keys_unknown', 'slug_malformed', 'description_malformed'],
];

/** The definition without a fault, where one edit does it; null where somebody has to decide. */
export function mended(definition: Definition, { path, code, did_you_mean }: Fault) {
  if (did_you_mean !== undefined) {
    const isKey = code.endsWith('keys_unknown');
    if (!isKey) return withValue(definition, path, did_you_mean) as Definition;
    const value = valueAt(definition, path);
    const without = withValue(definition, path, undefined);
    const key = path.slice(0, path.lastIndexOf('.') + 1) + did_you_mean;
    return withValue(without, key, value) as Definition;
  }
  if (leftOut.includes(code)) return withValue(definition, path, undefined) as Definition;
  if (code === 'arm_malformed') return withValue(definition, path, []) as Definition;
  if (code === 'gate_no_expiry') {
    const at = path.endsWith(']') ? `${path}.expires_after` : path;
    return withValue(definition, at, 'never') as Definition;
  }
  if (code === 'id_duplicate' || code === 'id_malformed' || code === 'id_missing') {
    const id = lastId(definition) + 1;
    const at = path.endsWith(']') ? `${path}.id` : path;
    return withValue({ ...definition, node_counter: id }, at, id) as Definition;
  }
  if (code === 'step_after_exit' || code === 'step_unreachable') {
    const { list, index } = placeOf(path);
    return withList(definition, list, listAt(definition, list).slice(0, index));
  }
  return null;
}
