import type { OperationRequest } from '@postroad/core/catalog/catalog';

type Input = OperationRequest<'list_people'>;

/** Which people are meant, as lists, exports and bulk changes take it. */
export type PeopleFilter = Pick<Input, FilterName>;

/** The filters that are in the address of the list. */
export const filterNames = [
  ...(['q', 'tag', 'segment', 'suppression', 'external_id'] as const),
  ...(['created_since', 'created_until', 'updated_since', 'updated_until'] as const),
] as const;
type FilterName = (typeof filterNames)[number];

/** The filters in the query of an address. */
export function filterIn(query: Readonly<Record<string, string>>): PeopleFilter {
  const entries = filterNames.flatMap((name) => {
    const text = query[name]?.trim() ?? '';
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(entries) as PeopleFilter;
}

/** The address of an address with another value of its query; an empty one goes. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.size > 0 ? `${path}?${next}` : path;
}

/** Columns that a table of people can show beside custom fields. */
export const personColumns = [
  ...(['email', 'name', 'tags', 'state', 'created_at', 'updated_at', 'subscribed_on'] as const),
  ...(['timezone', 'external_id', 'id'] as const),
] as const;
export type PersonColumn = (typeof personColumns)[number];

const shownFirst: readonly PersonColumn[] = ['email', 'name', 'tags', 'state', 'created_at'];

const fieldPrefix = 'fields.';

/** The key of the custom field that a column shows; null for the other columns. */
export function fieldOfColumn(column: string): string | null {
  return column.startsWith(fieldPrefix) ? column.slice(fieldPrefix.length) : null;
}

export function columnOfField(key: string): string {
  return `${fieldPrefix}${key}`;
}

/** The columns that the address asks for, or the usual ones; the address comes first. */
export function columnsIn(query: Readonly<Record<string, string>>): string[] {
  const asked = (query.columns ?? '')
    .split(',')
    .filter(
      (name) => (personColumns as readonly string[]).includes(name) || fieldOfColumn(name) !== null,
    );
  return asked.length > 0 ? [...new Set(['email', ...asked])] : [...shownFirst];
}

/** The value of `columns` in an address; empty where they are the usual ones. */
export function columnsText(columns: readonly string[]): string {
  const text = columns.join(',');
  return text === shownFirst.join(',') ? '' : text;
}
