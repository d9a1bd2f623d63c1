import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { filterHolds } from '@postroad/store/people/person-filter';
import {
  claimTagging,
  endTagging,
  nextOfTagging,
  settleTaggingBatch,
  type TaggingRow,
} from '@postroad/store/people/tagging';
import { passingFault, retry } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { Log } from '../platform/log.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { applyChanges, type PeopleDeps } from './change-people.ts';
import { type FilterDeps, type FilterInput, readFilter } from './find-people.ts';

/** The parts of the service that tagging many people needs. */
export interface TaggingDeps extends PeopleDeps, TransactionDeps, Omit<FilterDeps, 'database'> {
  log: Log;
}

const tries = 3;
/** Batches of one round, so that the lane notices a stop. */
const batchesMost = 20;

/**
 * Writes the next people of a tagging, as single taggings would: with the same facts and events. The
 * filter is read again for each batch, so a segment that changes meanwhile means others from then on.
 */
async function writeBatch(tx: Tx, deps: TaggingDeps, row: TaggingRow): Promise<void> {
  const filter = await readFilter(tx, deps, row.filter as FilterInput);
  if (filter === null) {
    await settleTaggingBatch(tx, row.id, { through: null, people: 0, changed: 0 });
    return;
  }
  const server = deps.database.kind === 'server';
  const { ids, through } = await nextOfTagging(tx, filterHolds(tx.sql, filter), row, {
    looked: limits.taggingLooked,
    most: server ? limits.taggingBatch : limits.taggingBatchEmbedded,
  });
  const { add_tags, remove_tags } = row;
  const how = 'operator' as const;
  const changes = ids.map((person_id) => ({ person_id, how, add_tags, remove_tags }));
  const events = await applyChanges(tx, deps, changes);
  await deps.facts.personEvents.publish(tx, events);
  const changed = new Set(events.map(({ person_id }) => person_id)).size;
  await settleTaggingBatch(tx, row.id, { through, people: ids.length, changed });
}

/** A batch that could not be written, with the tagging that it belongs to. */
class BatchFailed extends Error {
  readonly id: number;

  constructor(id: number, cause: unknown) {
    super('A batch of a tagging could not be written.', { cause });
    this.name = 'BatchFailed';
    this.id = id;
  }

  get isPassing(): boolean {
    return passingFault(this.cause) !== null;
  }
}

async function workBatch(deps: TaggingDeps, id: number | null): Promise<boolean> {
  let claimed: number | null = null;
  try {
    return await transaction(deps.database, { testClock: deps.config.testClock }, async (tx) => {
      const row = await claimTagging(tx, id);
      if (row === null) return false;
      claimed = row.id;
      await writeBatch(tx, deps, row);
      tx.work.tell({ resource: 'taggings', id: row.id, action: 'updated' });
      return true;
    });
  } catch (error) {
    if (claimed === null) throw error;
    throw new BatchFailed(claimed, error);
  }
}

const faultReason =
  'The service met a fault of its own and logged it. The people before it are tagged.';

/** Why a tagging cannot continue, such as a segment that was deleted. */
function reasonOf(deps: TaggingDeps, error: BatchFailed): string {
  const { cause } = error;
  if (cause instanceof Refusal && cause.code !== 'unavailable') return cause.message;
  deps.log.error('A batch of a tagging could not be written.', { error: cause });
  return faultReason;
}

/**
 * Writes one batch of the oldest tagging, or of the given one; true if there was one. A tagging that
 * can never be done ends, so that it blocks no other.
 */
export async function workTaggings(deps: TaggingDeps, id: number | null = null): Promise<boolean> {
  const after = (error: unknown) => error instanceof BatchFailed && error.isPassing;
  try {
    return await retry({ tries, after }, () => workBatch(deps, id));
  } catch (error) {
    if (!(error instanceof BatchFailed)) throw error;
    if (error.isPassing) throw error.cause;
    const reason = reasonOf(deps, error);
    await transaction(deps.database, { testClock: deps.config.testClock }, async (tx) => {
      await endTagging(tx, error.id, 'failed', reason);
      tx.work.tell({ resource: 'taggings', id: error.id, action: 'updated' });
    });
    return true;
  }
}

/** One round of the lane. Returns how many batches it wrote. */
export async function taggingRound(deps: TaggingDeps, stopping: () => boolean): Promise<number> {
  let worked = 0;
  while (worked < batchesMost && !stopping() && (await workTaggings(deps))) worked += 1;
  return worked;
}
