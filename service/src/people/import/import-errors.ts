import { csvLine, guardCell } from '@postroad/core/people/import/cells';
import { limits } from '@postroad/core/platform/limits';
import { notFound } from '@postroad/core/platform/refusal';
import { findImport, listImportErrors } from '@postroad/store/people/import';
import { transaction } from '@postroad/store/platform/transaction';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';

/** The rows that an import refused, as CSV. Throws a 404. */
export async function* streamImportErrors(
  deps: TransactionDeps,
  id: number,
): AsyncGenerator<string> {
  const read = { readOnly: true };
  const found = await transaction(deps.database, read, (tx) => findImport(tx, id));
  if (found === null) throw notFound('import', id);
  yield csvLine(['row', 'column', 'message', 'excerpt']);
  for (let after = 0; ; ) {
    const query = { id, after, limit: limits.exportBatchRows };
    const errors = await transaction(deps.database, read, (tx) => listImportErrors(tx, query));
    if (errors.length === 0) return;
    yield errors
      .map(({ row, column, message, excerpt }) =>
        csvLine([String(row), ...[column ?? '', message, excerpt].map(guardCell)]),
      )
      .join('');
    after = errors.at(-1)?.row ?? after;
  }
}
