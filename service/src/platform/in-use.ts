import { Refusal } from '@postroad/core/platform/refusal';
import type { ReferenceCounts, ReferenceRow } from '@postroad/store/content/content-reference';
import type { Holder } from './record-holders.ts';

/** The users of a record by kind: the first of each kind by name, and their number. */
export interface Users {
  layouts: { id: number; name: string }[];
  components: { id: number; key: string; name: string }[];
  emails: { id: number; name: string; archived: boolean }[];
  counts: ReferenceCounts;
}

export function usersFrom(
  rows: readonly ReferenceRow[],
  counts: ReadonlyMap<string, ReferenceCounts>,
  key: string,
): Users {
  const own = rows.filter((row) => row.key === key);
  const of = (kind: ReferenceRow['holder']) => own.filter(({ holder }) => holder === kind);
  return {
    layouts: of('layouts').map(({ id, name }) => ({ id, name })),
    components: of('components').map(({ id, name, holder_key }) => ({
      id,
      key: holder_key ?? '',
      name,
    })),
    emails: of('emails').map(({ id, name, archived }) => ({ id, name, archived })),
    counts: counts.get(key) ?? { layouts: 0, components: 0, emails: 0 },
  };
}

/** Names in the sentence; the members list more. */
const namesShown = 5;

/**
 * Throws a 409 that names the users of the record in its sentence and its members. Does nothing if
 * there are none.
 */
export function refuseInUse(what: string, users: Partial<Users>, instead: string): void {
  const listed = (['layouts', 'components', 'emails'] as const).flatMap((kind) => {
    const holders: { name: string; archived?: boolean }[] = users[kind] ?? [];
    if (holders.length === 0) return [];
    const names = holders
      .slice(0, namesShown)
      .map(({ name, archived }) => `"${name}"${archived ? ' (archived)' : ''}`);
    const more = (users.counts?.[kind] ?? holders.length) - names.length;
    if (more > 0) names.push(`${more} more`);
    return [`${kind} ${names.join(', ')}`];
  });
  if (listed.length === 0) return;
  throw new Refusal('in_use', `${what} is in use by ${listed.join('; ')}. ${instead}`, {
    ...users,
    holders: holdersAmong(users),
  });
}

/** The users as other refusals show holders (SAFE-18). */
function holdersAmong({ layouts = [], components = [], emails = [] }: Partial<Users>): Holder[] {
  return [
    ...layouts.map(({ id, name }) => ({
      kind: 'layout' as const,
      id,
      key: null,
      name,
      status: null,
    })),
    ...components.map(({ id, key, name }) => ({
      kind: 'component' as const,
      id,
      key,
      name,
      status: null,
    })),
    ...emails.map(({ id, name, archived }) => ({
      ...{ kind: 'email' as const, id, key: null, name },
      status: archived ? 'archived' : null,
    })),
  ];
}
