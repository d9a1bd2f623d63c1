import type { Call } from '@postroad/core/catalog/call';
import { readerOf } from '../reader.ts';

/** How far work has come, for a progress notification. */
export interface Progress {
  done: number;
  total: number;
  message: string;
}

/** Looks how far work has come; null while that cannot be said. */
export type LookAtProgress = () => Promise<Progress | null>;

/**
 * Follows the import that a call is about to begin: the one import that is newer than all before it.
 * Null while there are several, since another caller may have begun one too.
 */
export async function followImport(call: Call): Promise<LookAtProgress> {
  const read = readerOf(call);
  const [newest] = (await read('list_imports', { limit: 1 })).imports;
  const before = newest?.id ?? 0;
  return async () => {
    const { imports } = await read('list_imports', { limit: 2 });
    const [own, other] = imports.filter(({ id }) => (id ?? 0) > before);
    if (own === undefined || other !== undefined) return null;
    const { id, processed: done, rows: total } = own;
    const [rows, all] = [done, total].map((count) => count.toLocaleString('en-US'));
    return {
      done,
      total,
      message: `import_id ${id}: ${rows} of ${all} rows; cancel_import stops it.`,
    };
  };
}
