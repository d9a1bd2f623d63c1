import type { SlimSchema } from '@postroad/core/catalog/input-schema';
import { isObject } from '@postroad/core/platform/json';
import { recordAddress } from './record-address.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The record in an answer: its first member that is one, its only member, or the answer itself. */
export function recordOf(output: object): Record<string, unknown> {
  const [member, record] = Object.entries(output)[0] ?? [];
  if (member !== undefined && isObject(record) && recordAddress(member, record) !== null) {
    return record;
  }
  const values = Object.values(output).filter(isObject);
  const [first] = values;
  return values.length === 1 && first !== undefined ? first : (output as Record<string, unknown>);
}

/** The member of an answer that holds its rows; null where it has none. */
export function rowsMember({ properties = {} }: SlimSchema): string | null {
  const isRow = ({ type, anyOf, oneOf }: SlimSchema) =>
    type === 'object' || anyOf !== undefined || oneOf !== undefined;
  const found = Object.entries(properties).find(
    ([, { type, items }]) => type === 'array' && items !== undefined && isRow(items),
  );
  return found?.[0] ?? null;
}

/** Members that say most of a row, in this order. */
const telling = [
  ...[
    'name',
    'title',
    'email',
    'key',
    'subject',
    'person',
    'status',
    'step',
    'reason',
    'source',
    'trigger',
    'summary',
  ],
  ...['kind', 'actor', 'tags', 'labels', 'count', 'people', 'people_inside', 'at', 'due_at'],
  // Whether something is on or the default is what such a list is read for.
  ...['url', 'events', 'enabled', 'disabled_reason', 'failing_since'],
  ...['is_default', 'theme', 'resolved_theme'],
  // Whether a token is good yet is what its list is read for.
  ...['scopes', 'created_by', 'last_used_at', 'expires_at', 'revoked_at'],
  ...['scheduled_at', 'started_at', 'created_at', 'updated_at'],
];

/** The columns that a table shows first; the others can be chosen. */
export const columnsShown = 6;

/** What a table can show of its rows: members of one line, the telling ones first. */
export function columnsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const rank = (name: string) => {
    const at = telling.indexOf(name);
    return at === -1 ? telling.length + names.indexOf(name) : at;
  };
  const isLong = (name: string) => rows.some((row) => String(row[name] ?? '').length > 400);
  return names
    .filter((name) => name !== 'definition' && name !== 'revision' && !isLong(name))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** The member by which a row is called; its cell is the link to the record. */
export function titleColumn(columns: readonly string[]): string | null {
  return (
    ['name', 'title', 'email', 'subject', 'key', 'summary', 'id'].find((name) =>
      columns.includes(name),
    ) ?? null
  );
}

/** What a mail is called: its email and its person, as far as the row has them. */
export function mailName(row: Row): string {
  const { email, person } = row as { email?: { title?: string }; person?: { email?: string } };
  return [email?.title, person?.email].filter(Boolean).join(', ');
}
