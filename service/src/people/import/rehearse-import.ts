import { limits } from '@postroad/core/platform/limits';
import type { ImportErrorRow } from '@postroad/store/people/import';
import { transaction } from '@postroad/store/platform/transaction';
import { Chunker, chunkRows, type Sink } from './chunk-rows.ts';
import { type ImportOrder, type OpenDeps, openFile, readInto } from './read-file.ts';
import { shownError } from './rows-to-correct.ts';
import { planRows } from './write-import.ts';

/** The counts of a rehearsed import, which writes nothing. */
export interface Rehearsed {
  digest: string;
  rows: number;
  created: number;
  updated: number;
  repeated: number;
  invalid: number;
  without_cells: number;
  errors: ImportErrorRow[];
  columns: { column: string; target: string }[];
}

/**
 * Reads and checks a file as an import does, but writes nothing. Throws as `receiveImport` does.
 */
export async function rehearseImport(
  deps: OpenDeps,
  order: ImportOrder,
  body: AsyncIterable<Uint8Array>,
): Promise<Rehearsed> {
  const file = await openFile(deps, order);
  const total = { rows: 0, created: 0, updated: 0, repeated: 0, invalid: 0, without_cells: 0 };
  const shown: ImportErrorRow[] = [];
  const sink: Sink = {
    async take({ entries, errors, cells }) {
      const plan = await transaction(deps.database, { readOnly: true }, (tx) =>
        planRows(tx, entries),
      );
      total.rows += entries.length + errors.length;
      total.created += plan.counts.created;
      total.updated += plan.counts.updated;
      total.repeated += plan.counts.repeated;
      total.invalid += plan.counts.invalid + errors.length;
      total.without_cells += cells.length;
      const refused = new Set(plan.errors.map(({ row }) => row));
      const left = cells.filter(({ row }) => !refused.has(row));
      const found = [...errors, ...left, ...plan.errors].sort((a, b) => a.row - b.row);
      const listed = found.slice(0, limits.importErrorsShown - shown.length);
      shown.push(...listed.map(shownError));
    },
    heard: async () => {},
  };
  const digest = await readInto(file, body, new Chunker(sink, chunkRows(deps.database.kind)));
  return { digest, ...total, errors: shown, columns: file.columns() };
}
