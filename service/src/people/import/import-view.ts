import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { columnGuesses } from '@postroad/core/people/import/column-guesses';
import { nameKey } from '@postroad/core/people/import/columns';
import {
  besideFields,
  isMisspeltLanguage,
  memberNamedLike,
  misplacedField,
  misspeltLanguage,
} from '@postroad/core/people/misplaced-fields';
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

/** The columns that become custom fields with the name of a member of a person. */
function columnWarnings({
  format,
  columns,
}: Pick<ImportView, 'format' | 'columns'>): Pick<ImportView, 'warnings'> {
  const warnings = columns.flatMap(({ column, target }) => {
    const [, key] = /^fields\.([^:]+)/.exec(target) ?? [];
    if (key === undefined) return [];
    if (isMisspeltLanguage(key)) return [misspeltLanguage(target, key)];
    // No mapping reaches what is inside the object fields.
    const isInside = format === 'ndjson' && column === target;
    const own = memberNamedLike(key);
    const member = own ?? columnGuesses.get(nameKey(key));
    if (member === undefined) return [];
    const fix =
      isInside && own !== null
        ? besideFields(own)
        : `Map its column to ${member} and import again, if that is what was meant.`;
    return [misplacedField(target, key, { member, fix })];
  });
  return warnings.length > 0 ? { warnings } : {};
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
