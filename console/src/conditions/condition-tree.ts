import { isObject, type JsonObject } from '@postroad/core/platform/json';

export type Group = 'all' | 'any' | 'not';

const groups: readonly Group[] = ['all', 'any', 'not'];

/** The path of a part in a condition: the place in each group on the way. */
export type Path = readonly number[];

/** The group that a part is; null for a leaf. */
export function groupOf(part: JsonObject): Group | null {
  return groups.find((group) => Object.hasOwn(part, group)) ?? null;
}

/** The members of a group, the one of `not` too. */
export function membersOf(part: JsonObject): JsonObject[] {
  const group = groupOf(part);
  if (group === null) return [];
  const members = group === 'not' ? [part.not] : part[group];
  return Array.isArray(members) ? members.filter(isObject) : [];
}

/** A group of some members; `not` of several means none of them. */
export function groupWith(group: Group, members: readonly JsonObject[]): JsonObject {
  if (group !== 'not') return { [group]: members };
  const [first] = members;
  return { not: members.length === 1 && first !== undefined ? first : { any: members } };
}

/** The condition with the part at a path changed; null takes it away, with groups left empty by that. */
export function changedAt(
  condition: JsonObject,
  path: Path,
  change: (part: JsonObject) => JsonObject | null,
): JsonObject | null {
  const [at, ...rest] = path;
  if (at === undefined) return change(condition);
  const group = groupOf(condition);
  if (group === null) return condition;
  const members = membersOf(condition).flatMap((member, index) => {
    const next = index === at ? changedAt(member, rest, change) : member;
    return next === null ? [] : [next];
  });
  return members.length === 0 ? null : groupWith(group, members);
}

/** The condition with a part more in the group at a path; a leaf there becomes a group of both. */
export function addedAt(condition: JsonObject, path: Path, part: JsonObject): JsonObject {
  const added = changedAt(condition, path, (found) => {
    const group = groupOf(found);
    if (group === null) return { all: [found, part] };
    if (group !== 'not') return groupWith(group, [...membersOf(found), part]);
    const [inner = part] = membersOf(found);
    const innerGroup = groupOf(inner);
    return innerGroup === 'any' || innerGroup === 'all'
      ? { not: groupWith(innerGroup, [...membersOf(inner), part]) }
      : { not: { any: [inner, part] } };
  });
  return added ?? part;
}

/** A group as another kind of group, with the same members. */
export function regrouped(part: JsonObject, group: Group): JsonObject {
  const [first] = membersOf(part);
  const isNotOfGroup = groupOf(part) === 'not' && first !== undefined && groupOf(first) !== null;
  return groupWith(group, isNotOfGroup ? membersOf(first) : membersOf(part));
}
