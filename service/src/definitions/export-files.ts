import { createHash } from 'node:crypto';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { type RecordKeys, writtenByKey } from '@postroad/core/definitions/by-key';
import type { BaseEntry } from '@postroad/core/definitions/change';
import { exportAccount, type WrittenRecord } from '@postroad/core/definitions/export';
import { listArchivedEmailKeys } from '@postroad/store/definitions/definition';
import type { Tx } from '@postroad/store/platform/transaction';
import { loadAccount, loadRevisions } from './load-account.ts';

/** The hash by which a push sees whether a record changed since its pull: that of its text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashChars);
}

/** 128 bits: nobody has to find two texts of one hash, and one answer has many. */
const hashChars = 32;

async function recordKeys(tx: Tx, written: readonly WrittenRecord[]): Promise<RecordKeys> {
  const of = (type: string) =>
    written.flatMap(({ type: own, record }): [number, string][] => {
      if (own !== type) return [];
      const { id, key } = record as { id?: number | null; key?: string | null };
      return typeof id === 'number' && typeof key === 'string' ? [[id, key]] : [];
    });
  const archived = await listArchivedEmailKeys(tx);
  const email = new Map([...archived.map(({ id, key }) => [id, key] as const), ...of('email')]);
  return { email, sequence: new Map(of('sequence')), template: new Map(of('template')) };
}

/** The files of an account, and what a push of them has to know of the records. */
export async function exportFiles(
  tx: Tx,
  byKey: boolean,
  isWanted: (path: string) => boolean,
): Promise<OperationOutput<'export_definitions'>> {
  const written = exportAccount(await loadAccount(tx));
  const keys = byKey ? await recordKeys(tx, written) : null;
  const files: Record<string, string> = {};
  const base: Record<string, BaseEntry> = {};
  const revisionOf = await loadRevisions(tx);
  for (const one of written) {
    const { path, text } = keys === null ? one : writtenByKey(one, keys);
    if (!isWanted(path)) continue;
    files[path] = text;
    base[path] = { revision: revisionOf(one.type, one.address), hash: hashOf(one.text) };
  }
  return { files, base };
}
