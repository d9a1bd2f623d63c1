import { z } from 'zod';
import { hinted } from '../issue.ts';
import { limits } from '../limits.ts';
import { nearest } from '../nearest.ts';
import { invalid } from '../refusal.ts';
import type { Operation } from './operation.ts';

/** Whether the operation answers a page of a list, with the cursor of the next one (LEFT-07). */
export function isPaged({ output }: Pick<Operation, 'output'>): boolean {
  return output instanceof z.ZodObject && 'next_cursor' in output.shape;
}

/** The cursor of the next page in an answer; null on the last page, and for what is no list. */
export function nextCursorIn(output: object): string | null {
  const { next_cursor = null } = output as { next_cursor?: unknown };
  return typeof next_cursor === 'string' ? next_cursor : null;
}

interface Rows {
  /** The member of the answer that holds the rows. */
  member: string;
  fields: readonly string[];
}

/** The members that a row can have; rows of several kinds have those of each. */
function membersOf(row: z.core.$ZodType): string[] {
  if (row instanceof z.ZodUnion) return [...new Set(row.options.flatMap(membersOf))];
  return row instanceof z.ZodObject ? Object.keys(row.shape) : [];
}

/** Where the rows of a list are, and their members; null for what answers no rows. */
export function rowsOf({
  method,
  input,
  output,
}: Pick<Operation, 'method' | 'input' | 'output'>): Rows | null {
  // A record may have members of that name, which writes of it take.
  if (method !== 'GET') return null;
  if (!(input instanceof z.ZodObject && 'fields' in input.shape)) return null;
  if (!(output instanceof z.ZodObject)) return null;
  for (const [member, schema] of Object.entries(output.shape)) {
    const fields = schema instanceof z.ZodArray ? membersOf(schema.element) : [];
    if (fields.length > 0) return { member, fields };
  }
  return null;
}

/** The members that a call asks of each row; null for all. Throws a 422 for those that none has. */
export function wantedFields(operation: Operation, input: unknown): readonly string[] | null {
  const { fields } = (input ?? {}) as { fields?: readonly string[] };
  const rows = fields === undefined ? null : rowsOf(operation);
  if (fields === undefined || rows === null) return null;
  const unknown = fields.filter((field) => !rows.fields.includes(field));
  if (unknown.length === 0) return fields;
  throw invalid(
    unknown.slice(0, limits.issuesListedMax).map((field) => {
      const shown = field.slice(0, limits.keyChars);
      const message = `"${shown}" is no member of ${rows.member}; they have ${rows.fields.join(', ')}.`;
      const own = rows.fields.includes('fields') ? ' Fields of your own are all in fields.' : '';
      const fix = `Name members of that list alone.${own}`;
      const near = nearest(shown, rows.fields);
      const issue = { path: 'fields', code: 'field_unknown', message };
      return near === null ? { ...issue, fix } : hinted(issue, near);
    }),
  );
}

/** The answer with these members of its rows alone. */
export function narrowed<Output extends object>(
  operation: Operation,
  output: Output,
  fields: readonly string[],
): Output {
  const rows = rowsOf(operation);
  if (rows === null) return output;
  const all = (output as Record<string, unknown>)[rows.member] as Record<string, unknown>[];
  const kept = all.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))),
  );
  return { ...output, [rows.member]: kept };
}
