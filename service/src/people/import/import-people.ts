import { setTimeout as pause } from 'node:timers/promises';
import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { notFound } from '@postroad/core/platform/refusal';
import { findImport } from '@postroad/store/people/import';
import { transaction } from '@postroad/store/platform/transaction';
import type { Upload } from '../../platform/handler.ts';
import { type ImportView, importView, rehearsedView } from './import-view.ts';
import { type ImportOrder, inPieces } from './read-file.ts';
import { receiveImport } from './receive-import.ts';
import { rehearseImport } from './rehearse-import.ts';
import { type ImportDeps, workImports } from './work-imports.ts';

type Input = OperationInput<'import_people'>;
type Output = OperationOutput<'import_people'>;

/** Milliseconds to wait for a chunk that another process writes before looking again. */
const othersMs = 20;

function orderOf(input: Input): ImportOrder {
  return {
    format: input.format ?? 'csv',
    mapping: input.mapping ?? {},
    other_columns: input.other_columns ?? 'refuse',
    delimiter: input.delimiter ?? null,
    tag_separator: input.tag_separator ?? null,
    clear_blank: input.clear_blank ?? false,
    skip_bad_cells: input.skip_bad_cells ?? false,
    date_order: input.date_order ?? null,
    tags: input.tags ?? [],
    trigger: input.trigger ?? false,
  };
}

async function readView(deps: ImportDeps, id: number): Promise<ImportView> {
  const found = await transaction(deps.database, { readOnly: true }, async (tx) => {
    const row = await findImport(tx, id);
    return row && (await importView(tx, row));
  });
  if (found === null) throw notFound('import', id);
  return found;
}

/**
 * Writes chunks of an import next to the worker, or without one, until the import has ended or the
 * answer is due. So the answer to a small upload has its result.
 */
async function settle(deps: ImportDeps, id: number): Promise<ImportView> {
  const until = performance.now() + limits.importAnswerMs;
  for (;;) {
    const worked = await workImports(deps, id);
    const view = await readView(deps, id);
    if (view.status !== 'working' || performance.now() >= until) return view;
    if (!worked) await pause(othersMs);
  }
}

/** Receives a file of people, as a stream or in the argument `content`. Throws a Refusal. */
export async function uploadPeople(
  input: Input,
  body: AsyncIterable<Uint8Array> | null,
  deps: ImportDeps,
  dryRun: boolean,
): Promise<Upload<Output>> {
  const order = orderOf(input);
  const pieces = body ?? inPieces(input.content);
  if (dryRun) {
    const { testClock } = deps.config;
    const clock = { testClock, readOnly: true };
    const now = await transaction(deps.database, clock, async (tx) => tx.now);
    const done = await rehearseImport(deps, order, pieces);
    return {
      digest: done.digest,
      keep: async () => ({ import: rehearsedView(now, order, done) }),
      drop: async () => {},
    };
  }
  const received = await receiveImport(deps, order, pieces);
  return {
    digest: received.digest,
    async keep() {
      await received.open();
      return { import: await settle(deps, received.id) };
    },
    drop: received.drop,
  };
}
