import type { FieldType } from '../field-type.ts';
import { csvLine, guardCell, joinTags } from './cells.ts';

/** A person in an export, with the names of the API. */
export interface ExportedPerson {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  fields: Record<string, unknown>;
  tags: string[];
  external_id: string | null;
  timezone: string | null;
  subscribed_on: string;
  unsubscribed: boolean;
  unsubscribed_at: string | null;
  reason: string | null;
  hard_bounced_at: string | null;
  complained_at: string | null;
  attribution: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
}

const columns = [
  ...(['id', 'email', 'first_name', 'last_name', 'tags', 'external_id', 'timezone'] as const),
  ...(['subscribed_on', 'unsubscribed', 'unsubscribed_at', 'reason'] as const),
  ...(['hard_bounced_at', 'complained_at', 'attribution', 'created_at', 'updated_at'] as const),
] as const;

/** A column of a field is `fields.seats:number`, so that an import restores its type. */
export function exportHeader(fields: readonly { key: string; type: FieldType }[]): string {
  return csvLine([...columns, ...fields.map(({ key, type }) => `fields.${key}:${type}`)]);
}

/** Numbers and booleans cannot start a formula; a guard would turn them into text. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return guardCell(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A person as one line of CSV, with the columns of `exportHeader`. */
export function exportLine(person: ExportedPerson, fields: readonly { key: string }[]): string {
  const cells = columns.map((name) =>
    name === 'tags' ? guardCell(joinTags(person.tags)) : cellOf(person[name]),
  );
  return csvLine([...cells, ...fields.map(({ key }) => cellOf(person.fields[key]))]);
}
