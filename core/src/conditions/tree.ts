import { meant, type ValidationIssue } from '../platform/issue.ts';
import { isObject, type JsonObject, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { type ConditionCode, reportCondition } from './codes.ts';

/** The groups that conditions and matches share (contract §5.12). */
export const groups = ['all', 'any', 'not'] as const;
type Group = (typeof groups)[number];

function groupOf(value: JsonObject): Group | null {
  return groups.find((group) => Object.hasOwn(value, group)) ?? null;
}

/** The members of a group with their paths; none for a group of the wrong shape. */
function membersOf(
  value: JsonObject,
  group: Group,
  path: string,
): [member: unknown, path: string][] {
  const members = value[group];
  if (group === 'not') return [[members, `${path}.not`]];
  if (!Array.isArray(members)) return [];
  return members.map((member, index) => [member, `${path}.${group}[${index}]`]);
}

/** Calls `visit` for every leaf in document order; skips malformed or too deep parts. */
export function eachLeaf(
  value: unknown,
  path: string,
  visit: (leaf: JsonObject, path: string) => void,
  depth = 1,
): void {
  if (!isObject(value) || depth > limits.conditionDepth) return;
  const group = groupOf(value);
  if (group === null) {
    visit(value, path);
    return;
  }
  for (const [member, at] of membersOf(value, group, path)) eachLeaf(member, at, visit, depth + 1);
}

/** Number of nodes in a tree; stops counting at `most`. */
export function nodesOf(value: unknown, most: number, depth = 1): number {
  if (!isObject(value) || depth > limits.conditionDepth) return 1;
  const group = groupOf(value);
  if (group === null) return 1;
  let nodes = 1;
  for (const [member] of membersOf(value, group, '')) {
    if (nodes > most) return nodes;
    nodes += nodesOf(member, most - nodes, depth + 1);
  }
  return nodes;
}

interface Grammar {
  /** First word of the codes. */
  noun: 'condition' | 'match';
  leaf(leaf: JsonObject, path: string): ValidationIssue[];
}

/**
 * Issues of the shape of a tree and, through the grammar, of its leaves. Never throws, is bounded
 * in depth, and stops after `limits.issuesListedMax` issues.
 */
export function checkTree(grammar: Grammar, value: unknown, path: string): ValidationIssue[] {
  const found: ValidationIssue[] = [];
  if (nodesOf(value, limits.conditionNodes) > limits.conditionNodes) {
    const message = `A ${grammar.noun} has ${limits.conditionNodes} groups and leaves at most.`;
    found.push(reportCondition(`${grammar.noun}_too_large`, path, message));
  }
  checkNode(grammar, value, path, 1, found);
  return found;
}

function checkNode(
  grammar: Grammar,
  value: unknown,
  path: string,
  depth: number,
  found: ValidationIssue[],
) {
  if (found.length >= limits.issuesListedMax) return;
  const { noun } = grammar;
  const report = (fault: Fault, at: string, message: string) => {
    const code: ConditionCode = `${noun}_${fault}`;
    found.push(reportCondition(code, at, message));
  };
  if (!isObject(value)) {
    return report('malformed', path, `A ${noun} must be an object, not ${quoted(value)}.`);
  }
  if (depth > limits.conditionDepth) {
    return report('too_deep', path, `Groups nest ${limits.conditionDepth} levels deep at most.`);
  }
  const group = groupOf(value);
  if (group === null) {
    const misnamed = misnamedGroup(value);
    if (misnamed === null) {
      found.push(...grammar.leaf(value, path));
      return;
    }
    const [name, key] = misnamed;
    const message = `A group is called "${name}", not ${quoted(key)}.`;
    found.push(meant(reportCondition(`${noun}_malformed`, `${path}.${key}`, message), name));
    return;
  }
  const unknownKey = Object.keys(value).find((key) => key !== group);
  if (unknownKey !== undefined) {
    const message = `A group has one key, and ${quoted(unknownKey)} is beside "${group}".`;
    report('keys_unknown', `${path}.${unknownKey}`, message);
  }
  const at = `${path}.${group}`;
  const list = value[group];
  if (group !== 'not' && !Array.isArray(list)) {
    return report('malformed', at, `"${group}" takes a list, not ${quoted(list)}.`);
  }
  const members = membersOf(value, group, path);
  if (members.length === 0) report('group_empty', at, `The list of "${group}" is empty.`);
  for (const [member, memberPath] of members) {
    checkNode(grammar, member, memberPath, depth + 1, found);
  }
}

/** What other systems call the groups. */
const otherNames: Readonly<Record<string, Group>> = { and: 'all', or: 'any' };

/** The name of a group that has that of another system, and that one; null for anything else. */
function misnamedGroup(value: JsonObject): [Group, string] | null {
  const [key = '', ...others] = Object.keys(value);
  const group = groupCalled(key);
  return group === null || others.length > 0 ? null : [group, key];
}

/** The group of a name, that of another system included; null for anything else. */
export function groupCalled(name: unknown): Group | null {
  const other = typeof name === 'string' && Object.hasOwn(otherNames, name) && otherNames[name];
  return other || (groups.find((group) => group === name) ?? null);
}

type Fault = 'malformed' | 'too_deep' | 'keys_unknown' | 'group_empty';

/**
 * Whether a tree holds, given a test of its leaves. A malformed or too deep part does not hold.
 * `every` asks each leaf, to show its value; otherwise only the leaves needed to decide are asked.
 */
export function holds(
  value: unknown,
  leaf: (leaf: JsonObject) => boolean,
  every: boolean,
  depth = 1,
): boolean {
  if (!isObject(value) || depth > limits.conditionDepth) return false;
  const group = groupOf(value);
  if (group === null) return leaf(value);
  const members = value[group];
  if (group === 'not') return isObject(members) && !holds(members, leaf, every, depth + 1);
  if (!Array.isArray(members)) return false;
  let result = group === 'all';
  for (const member of members) {
    if (holds(member, leaf, every, depth + 1) === (group === 'all')) continue;
    result = group !== 'all';
    if (!every) return result;
  }
  return result;
}

/** The results for the nodes of a tree, for a reader equivalent to `holds`. */
export interface TreeReader<T> {
  leaf(leaf: JsonObject): T;
  all(members: T[]): T;
  any(members: T[]): T;
  not(member: T): T;
  /** The result for a part that holds for nobody. */
  nothing: T;
}

/** Reads a tree by the rules of `holds`: a malformed or too deep part holds for nobody. */
export function readTree<T>(value: unknown, reader: TreeReader<T>, depth = 1): T {
  if (!isObject(value) || depth > limits.conditionDepth) return reader.nothing;
  const group = groupOf(value);
  if (group === null) return reader.leaf(value);
  const members = value[group];
  const next = (member: unknown) => readTree(member, reader, depth + 1);
  if (group === 'not') return isObject(members) ? reader.not(next(members)) : reader.nothing;
  return Array.isArray(members) ? reader[group](members.map(next)) : reader.nothing;
}

/** The tree with every leaf replaced; malformed or too deep parts stay. */
export function mapLeaves(
  value: unknown,
  leaf: (leaf: JsonObject) => JsonObject,
  depth = 1,
): unknown {
  if (!isObject(value) || depth > limits.conditionDepth) return value;
  const group = groupOf(value);
  if (group === null) return leaf(value);
  const next = (member: unknown) => mapLeaves(member, leaf, depth + 1);
  const members = value[group];
  const mapped = Array.isArray(members) && group !== 'not' ? members.map(next) : next(members);
  return { ...value, [group]: mapped };
}
