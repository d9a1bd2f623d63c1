import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { guessOf } from '@postroad/core/people/import/column-guesses';
import {
  besideFields,
  isMisspeltLanguage,
  memberNamedLike,
  misplacedField,
  misspeltLanguage,
} from '@postroad/core/people/misplaced-fields';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import {
  type ImportErrorRow,
  type ImportRow,
  listImportErrors,
} from '@postroad/store/people/import';
import type { Tx } from '@postroad/store/platform/transaction';
import type { ImportOrder } from './read-file.ts';
import type { Rehearsed } from './rehearse-import.ts';

export type ImportView = OperationOutput<'get_import'>['import'];
export type ImportProgress = OperationOutput<'list_imports'>['imports'][number];

export function importProgress(row: ImportRow): ImportProgress {
  const { id, status, format, trigger, rows, created, updated, repeated, invalid, reason } = row;
  const { without_cells } = row;
  return {
    ...{ id, status, format, trigger, rows },
    processed: created + updated + repeated + invalid,
    ...{ created, updated, repeated, invalid, without_cells, reason },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export async function importView(tx: Tx, row: ImportRow): Promise<ImportView> {
  const first = { id: row.id, after: 0, limit: limits.importErrorsShown };
  const errors: ImportErrorRow[] = await listImportErrors(tx, first);
  const { columns } = row;
  return { ...importProgress(row), columns, errors, ...columnWarnings(row) };
}

/** What no member of a person has the name of, although a mapping has it. */
const otherTargets: readonly string[] = ['name', 'fields', 'fields.language'];

/** The columns that become custom fields with the name of a member of a person, or are left out for a common name. */
function columnWarnings({
  format,
  columns,
}: Pick<ImportView, 'format' | 'columns'>): Pick<ImportView, 'warnings'> {
  const header = columns.map(({ column }) => column);
  const warnings = columns.flatMap(({ column, target }) => {
    if (target === 'ignore' && guessOf(column, header) === 'external_id') {
      return [leftOutId(column)];
    }
    const [, key] = /^fields\.([^:]+)/.exec(target) ?? [];
    if (key === undefined) return [];
    if (isMisspeltLanguage(key)) return [misspeltLanguage(target, key)];
    // No mapping reaches what is inside the object fields.
    const isInside = format === 'ndjson' && column === target;
    const own = memberNamedLike(key);
    const member = own ?? guessOf(key, header);
    if (member === undefined || member === target) return [];
    const fix =
      isInside && own !== null
        ? besideFields(own)
        : `Map its column to ${member} and import again, if that is what was meant.`;
    if (otherTargets.includes(member)) {
      const message = `${key} is a custom field here. Other programs mean ${member} by it.`;
      return [{ path: target, code: 'field_misplaced', message, fix }];
    }
    return [misplacedField(target, key, { member, fix })];
  });
  return warnings.length > 0 ? { warnings } : {};
}

/** Of a file of a program whose ids are in a column that is otherwise the id of a person here. */
function leftOutId(column: string): Issue {
  return {
    path: column,
    code: 'field_misplaced',
    message: `${column} is left out, since people have an id of their own here.`,
    fix: 'Map its column to external_id and import again, if that is what was meant.',
  };
}

/** The answer that an import would have given once it had ended. */
export function rehearsedView(now: Date, order: ImportOrder, done: Rehearsed): ImportView {
  const { digest: _, ...counts } = done;
  return {
    id: null,
    status: 'done',
    format: order.format,
    trigger: order.trigger,
    processed: counts.rows,
    ...counts,
    ...columnWarnings({ format: order.format, columns: counts.columns }),
    reason: null,
    created_at: now.toISOString(),
    finished_at: now.toISOString(),
  };
}
