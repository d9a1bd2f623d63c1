import type { OperationInput } from '@postroad/core/catalog/catalog';
import { decodeCursor, encodeCursor } from '@postroad/core/platform/cursor';
import { pageLimit } from '@postroad/core/platform/operations/shapes';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
import {
  endImport,
  findImport,
  type ImportRow,
  listImportErrors,
  listImports,
} from '@postroad/store/people/import';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, stream, transaction, upload } from '../../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../../platform/page.ts';
import {
  type ExportDeps,
  type ExportOrder,
  exportBegin,
  exportFields,
  exportPart,
  exportPeople,
  exportStart,
} from './export-people.ts';
import { uploadPeople } from './import-people.ts';
import { importProgress, importView } from './import-view.ts';
import { streamRowsToCorrect } from './rows-to-correct.ts';
import type { ImportDeps } from './work-imports.ts';

async function imported(tx: Tx, id: number): Promise<ImportRow> {
  const row = await findImport(tx, id);
  if (row === null) throw notFound('import', id);
  return row;
}

function orderOf(input: OperationInput<'export_people'>): ExportOrder {
  const { format = 'csv', limit: _, cursor: __, ...filter } = input;
  return { format, ...filter };
}

export const importHandlers: Pick<
  Handlers<ImportDeps & ExportDeps>,
  | 'import_people'
  | 'list_imports'
  | 'get_import'
  | 'list_import_errors'
  | 'cancel_import'
  | 'export_people'
> = {
  import_people: upload(uploadPeople),

  list_imports: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listImports(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { imports: shown.map(importProgress), next_cursor };
  }),

  get_import: read(async ({ import_id }, { tx }) => {
    return { import: await importView(tx, await imported(tx, import_id)) };
  }),

  list_import_errors: stream({
    async page(input, { tx }) {
      await imported(tx, input.import_id);
      const page = pageOf(input, 1);
      const after = page.after?.[0] ?? 0;
      const rows = await listImportErrors(tx, { id: input.import_id, after, limit: page.read });
      const { shown, next_cursor } = shownOf(rows, page, (error) => [error.row]);
      return { errors: shown, next_cursor };
    },
    pieces: (input, deps) => streamRowsToCorrect(deps, input.import_id, input.format),
  }),

  cancel_import: transaction(async ({ import_id }, { tx }) => {
    const row = await imported(tx, import_id);
    if (!(await endImport(tx, import_id, 'canceled'))) {
      throw new Refusal('conflict', `The import has ended: it is ${row.status}.`);
    }
    return { import: await importView(tx, await imported(tx, import_id)) };
  }),

  export_people: stream({
    async page(input, { tx, deps }) {
      const order = orderOf(input);
      const fields = await exportFields(tx);
      const [after, last] = input.cursor === undefined ? [] : decodeCursor(input.cursor, 2);
      const cursor =
        after === undefined || last === undefined ? await exportStart(tx) : { after, last };
      const looked = pageLimit(input.limit);
      const part = await exportPart(tx, deps, order, { cursor, fields, looked });
      const begin = after === undefined ? exportBegin(order.format, fields) : '';
      return {
        content: begin + part.content,
        people: part.people,
        next_cursor: part.next && encodeCursor([part.next.after, part.next.last]),
      };
    },
    pieces: (input, deps) => exportPeople(deps, orderOf(input)),
  }),
};
