import { limits } from './limits.ts';
import { octets } from './octets.ts';

const changeActions = ['created', 'updated', 'deleted', 'counted'] as const;

/** `counted`: the record is as it was, but what is counted of it moved (CON-09). */
export type ChangeAction = (typeof changeActions)[number];

/**
 * A change that clients are notified of (contract §2, Live changes). `resource` is the first word
 * of its path under /api/v1. `id` is null for a single record such as the profile, and if too many
 * records changed to list them.
 */
export interface Change {
  resource: string;
  id: number | string | null;
  action: ChangeAction;
}

/** A change of a record itself. */
export interface RecordChange extends Change {
  action: Exclude<ChangeAction, 'counted'>;
}

type Id = Change['id'];

/** One resource and action with its ids, as sent between processes. */
type Group = [resource: string, action: ChangeAction, ids: Id[]];

/** The changes of one transaction, each record once. */
export class ChangeSet {
  readonly #resources = new Map<string, Map<Id, ChangeAction>>();

  /**
   * A record that was created and then updated counts as created; otherwise the last action counts. A
   * change of figures adds nothing to another change.
   */
  add({ resource, id, action }: Change): void {
    const records = this.#resources.get(resource) ?? new Map<Id, ChangeAction>();
    this.#resources.set(resource, records);
    if (action === 'updated' && records.get(id) === 'created') return;
    if (action === 'counted' && records.has(id)) return;
    records.set(id, action);
  }

  get isEmpty(): boolean {
    return this.#resources.size === 0;
  }

  /** The first change of a resource; null if there is none. */
  first(resource: string): Change | null {
    const [record] = this.#resources.get(resource) ?? [];
    return record === undefined ? null : { resource, id: record[0], action: record[1] };
  }

  /**
   * Encodes the set in at most `limits.changesBytes`; if there are too many ids, they become null.
   */
  encode(): string {
    // A list that is too long by its commas alone is not written first.
    const groups = this.groups().map(
      ([resource, action, ids]): Group => [
        resource,
        action,
        ids.length * 2 > limits.changesBytes ? [null] : ids,
      ],
    );
    for (;;) {
      const text = JSON.stringify(groups);
      if (octets(text) <= limits.changesBytes) return text;
      const largest = groups.reduce((most, group) =>
        group[2].length > most[2].length ? group : most,
      );
      largest[2] = [null];
    }
  }

  /** Every change, in the order of the groups. */
  list(): Change[] {
    return changesOf(this.groups());
  }

  /** In the order in which resources were first named. */
  groups(): Group[] {
    const groups: Group[] = [];
    for (const [resource, records] of this.#resources) {
      const byAction = new Map<ChangeAction, Id[]>();
      for (const [id, action] of records) {
        const ids = byAction.get(action);
        if (ids === undefined) byAction.set(action, [id]);
        else ids.push(id);
      }
      for (const action of changeActions) {
        const ids = byAction.get(action);
        if (ids !== undefined) groups.push([resource, action, ids]);
      }
    }
    return groups;
  }
}

function append(groups: Group[], [resource, action, ids]: Group): void {
  const last = groups.at(-1);
  if (last?.[0] === resource && last[1] === action) last[2].push(...ids);
  else groups.push([resource, action, [...ids]]);
}

/**
 * Encodes the changes of several transactions in the order of their commits, in at most
 * `limits.changesBytes`; if there are too many, as those of one.
 */
export function encodeInOrder(sets: readonly ChangeSet[]): string {
  const groups: Group[] = [];
  for (const set of sets) for (const group of set.groups()) append(groups, group);
  const count = groups.reduce((sum, [, , ids]) => sum + ids.length, 0);
  if (count * 2 <= limits.changesBytes) {
    const text = JSON.stringify(groups);
    if (octets(text) <= limits.changesBytes) return text;
  }
  const all = new ChangeSet();
  for (const [resource, action, ids] of groups)
    for (const id of ids) all.add({ resource, action, id });
  return all.encode();
}

function changesOf(groups: readonly Group[]): Change[] {
  return groups.flatMap(([resource, action, ids]) => ids.map((id) => ({ resource, id, action })));
}

function isGroup(value: unknown): value is Group {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [resource, action, ids] = value as unknown[];
  return (
    typeof resource === 'string' &&
    changeActions.some((known) => known === action) &&
    Array.isArray(ids) &&
    ids.every((id) => id === null || typeof id === 'string' || Number.isSafeInteger(id))
  );
}

/**
 * The changes of an encoded set; null for a text that is none, since anybody with a login to the
 * database can notify.
 */
export function decodeChanges(text: string): Change[] | null {
  const groups = parsed(text);
  return Array.isArray(groups) && groups.every(isGroup) ? changesOf(groups) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
