import { Refusal } from '@postroad/core/platform/refusal';
import type { ReferenceCounts, ReferenceRow } from '@postroad/store/content/content-reference';
import type { Holder } from './record-holders.ts';

/** The users of a record by kind: the first of each kind by name, and their number. */
export interface Users {
  layouts: { id: number; key: string; name: string }[];
  components: { id: number; key: string; name: string }[];
  emails: { id: number; key: string; name: string; archived: boolean }[];
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
    layouts: of('layouts').map(({ id, name, holder_key }) => ({ id, key: holder_key, name })),
    components: of('components').map(({ id, name, holder_key }) => ({ id, key: holder_key, name })),
    emails: of('emails').map(({ id, name, holder_key, archived }) => {
      return { id, key: holder_key, name, archived };
    }),
    counts: counts.get(key) ?? { layouts: 0, components: 0, emails: 0 },
  };
}

/** Layouts and emails as lists of users show them: by id alone. */
export function withoutKeys<Row extends { key: string }>(rows: readonly Row[]): Omit<Row, 'key'>[] {
  return rows.map(({ key: _key, ...row }) => row);
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
    ...(users.layouts && { layouts: withoutKeys(users.layouts) }),
    ...(users.emails && { emails: withoutKeys(users.emails) }),
    holders: holdersAmong(users),
  });
}

/** The users as other refusals show holders (SAFE-18). */
function holdersAmong({ layouts = [], components = [], emails = [] }: Partial<Users>): Holder[] {
  return [
    ...layouts.map((layout) => ({ kind: 'layout' as const, ...layout, status: null })),
    ...components.map((component) => ({ kind: 'component' as const, ...component, status: null })),
    ...emails.map(({ archived, ...email }) => ({
      ...{ kind: 'email' as const, ...email },
      status: archived ? 'archived' : null,
    })),
  ];
}
