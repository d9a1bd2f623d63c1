import { open } from 'node:fs/promises';
import { limits } from '@postroad/core/platform/limits';
import { type Erasure, listErasures } from '@postroad/store/people/erasure';
import { transaction } from '@postroad/store/platform/transaction';
import type { Log } from '../platform/log.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';

type Listed = Erasure & { id: number };

/** A line of the list; it has no address, and a hash that only the keys of the instance make. */
function erasureLine({ id, person_id, address_hash, erased_at }: Listed): string {
  return `${JSON.stringify({ id, person_id, address_hash, erased_at: erased_at.toISOString() })}\n`;
}

/** An erasure of a list; null for a line that is none, as one that a power cut left in pieces. */
export function readErasureLine(line: string): Listed | null {
  try {
    const { id, person_id, address_hash, erased_at } = JSON.parse(line) as Record<string, unknown>;
    const at = new Date(String(erased_at));
    const isPerson = person_id === null || Number.isSafeInteger(person_id);
    if (!Number.isSafeInteger(id) || !isPerson || Number.isNaN(at.getTime())) return null;
    if (typeof address_hash !== 'string' || !/^[0-9a-f]{64}$/.test(address_hash)) return null;
    return { id: id as number, person_id: person_id as number | null, address_hash, erased_at: at };
  } catch {
    return null;
  }
}

interface ListDeps extends TransactionDeps {
  config: TransactionDeps['config'] & { erasuresFile: string };
  log: Log;
}

/** Bytes at the end of the file in which its newest lines are looked for. */
const tailBytes = 65_536;

/**
 * The file of all erasures, kept beside the backups: a backup that is restored has people who were
 * erased after it (BACK-06). It is made of the database, so any process can write all of it.
 */
export class ErasureList {
  /** Ids near the end that are in the file; null before it was read. */
  #known: Set<number> | null = null;
  #fault = '';

  /** Adds what the file lacks; true if there may be more. A file that cannot be written is logged. */
  async follow(deps: ListDeps): Promise<boolean> {
    const { database, config, log } = deps;
    try {
      this.#known ??= await idsAtEnd(config.erasuresFile);
      const known = this.#known;
      const newest = Math.max(0, ...known);
      const page = { after: newest - limits.erasuresLookedBack, limit: limits.erasuresListed };
      const listed = await transaction(database, { readOnly: true }, (tx) =>
        listErasures(tx, page),
      );
      const fresh = listed.filter(({ id }) => !known.has(id));
      if (fresh.length > 0) await append(config.erasuresFile, fresh.map(erasureLine).join(''));
      this.#known = new Set(listed.map(({ id }) => id));
      if (listed.length === 0) this.#known = known;
      this.#fault = '';
      return listed.length === page.limit;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#fault) {
        log.warn('The list of erasures could not be written; it is tried again.', { error });
      }
      this.#fault = message;
      return false;
    }
  }
}

async function idsAtEnd(path: string): Promise<Set<number>> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return new Set();
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, start);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    return new Set(lines.flatMap((line) => readErasureLine(line)?.id ?? []));
  } finally {
    await file.close();
  }
}

async function append(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    // A line that was cut off takes no other with it.
    const isWhole = size === 0 || (bytesRead === 1 && buffer[0] === 0x0a);
    await file.write(isWhole ? lines : `\n${lines}`);
    await file.datasync();
  } finally {
    await file.close();
  }
}
