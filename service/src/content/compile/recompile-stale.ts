import { limits } from '@postroad/core/platform/limits';
import {
  claimStale,
  failStale,
  readStaleEmails,
  type StaleEmailRow,
  settleCompiles,
} from '@postroad/store/content/stale-compile';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { Log } from '../../platform/log.ts';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { Renderer, Urgency } from '../render/renderer.ts';
import {
  type BatchCompile,
  batchesOf,
  compileBatch,
  type Library,
  loadLibrary,
} from './compile-batch.ts';

/** The parts of the service that recompiling in the background needs. */
export interface StaleDeps extends TransactionDeps {
  renderer: Renderer;
  log: Log;
}

type Begin = <T>(body: (tx: Tx) => Promise<T>) => Promise<T>;

function beginner({ database, config }: StaleDeps): Begin {
  return (body) => transaction(database, { testClock: config.testClock }, body);
}

/** Runs transactions one after the other, to leave room for others on a single connection. */
function inTurn(begin: Begin): Begin {
  let last: Promise<unknown> = Promise.resolve();
  return (body) => {
    const turn = last.then(() => begin(body));
    last = turn.catch(() => {});
    return turn;
  };
}

interface Work {
  emails: StaleEmailRow[];
  library: Library;
}

/** Content read after the generations may be newer than they say, never older. */
async function readWork(tx: Tx, ids: number[]): Promise<Work> {
  const emails = await readStaleEmails(tx, ids);
  const layoutIds = [...new Set(emails.map((email) => email.layout_id))];
  return { emails, library: await loadLibrary(tx, layoutIds) };
}

async function settleBatch(tx: Tx, batch: BatchCompile<StaleEmailRow>[]): Promise<void> {
  const compiles = [];
  const failed = [];
  for (const { email, result } of batch) {
    const row = { email_id: email.id, generation: email.generation };
    if (result.fault === null) compiles.push({ ...row, packed: result.packed });
    else failed.push({ ...row, error: result.fault.message });
  }
  await settleCompiles(tx, compiles);
  await failStale(tx, failed);
}

/**
 * Reads in one transaction, compiles outside of any, and writes the results that are still needed.
 */
async function compileWork(
  deps: StaleDeps,
  { emails, library }: Work,
  urgency: Urgency,
  begin: Begin,
): Promise<void> {
  await Promise.all(
    batchesOf(emails).map(async (emails) => {
      const batch = await compileBatch(deps.renderer, emails, library, urgency);
      await begin((tx) => settleBatch(tx, batch));
      for (const { email, result } of batch) {
        if (result.fault === null) continue;
        const { message } = result.fault;
        deps.log.warn('An email no longer compiles.', { email_id: email.id, reason: message });
      }
    }),
  );
}

/** Recompiles one batch of stale emails. Returns how many it claimed. */
async function recompileBatch(deps: StaleDeps, begin: Begin): Promise<number> {
  const claim = { limit: limits.recompileEmails, ms: limits.recompileClaimMs };
  const work = await begin(async (tx) => {
    const ids = await claimStale(tx, claim);
    return ids.length === 0 ? null : await readWork(tx, ids);
  });
  if (work === null) return 0;
  await compileWork(deps, work, 'background', begin);
  return work.emails.length;
}

/**
 * Recompiles the emails that saves of themes, layouts or components made stale, until none is left.
 * Works on several batches at once, to keep threads and database busy. Any process can do it: a
 * batch belongs for some seconds to the process that claimed it, and its results count only if none
 * of its inputs were saved meanwhile. Returns how many emails it claimed.
 */
export async function recompileStale(deps: StaleDeps, stopping: () => boolean) {
  const begin = deps.database.kind === 'embedded' ? inTurn(beginner(deps)) : beginner(deps);
  let taken = await recompileBatch(deps, begin);
  if (taken === 0) return 0;
  const strand = async () => {
    while (!stopping()) {
      const more = await recompileBatch(deps, begin);
      if (more === 0) return;
      taken += more;
    }
  };
  await Promise.all(Array.from({ length: limits.recompileStrands }, strand));
  return taken;
}

/** Compiles these emails at once if they are stale, since mail of them is about to be sent. */
export async function refreshEmails(deps: StaleDeps, emailIds: number[]): Promise<void> {
  if (emailIds.length === 0) return;
  const begin = beginner(deps);
  const ids = [...new Set(emailIds)];
  const work = await begin((tx) => readWork(tx, ids));
  await compileWork(deps, work, 'save', begin);
}
