import type { JsonObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import {
  givenUpIfDueBefore,
  isFailingTooLong,
  nextAttemptAt,
  retryAfterMs,
} from '@postroad/core/webhooks/schedule';
import { retry, settling } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import {
  type ClaimedDelivery,
  cancelDeliveries,
  claimDeliveries,
  giveUpStranded,
  listStranded,
  noteOutcomes,
  releaseDeliveries,
  rereadClaimed,
  type SettledDelivery,
  type StrandedDelivery,
  settleDeliveries,
  writeBodies,
} from '@postroad/store/webhooks/delivery';
import { disableEndpoints, lockEndpoints } from '@postroad/store/webhooks/endpoint';
import type { Counters } from '../platform/counters.ts';
import type { Log } from '../platform/log.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import type { DeliveryAnswer, DeliveryPoster } from './post-delivery.ts';
import { signedHeaders } from './signature.ts';
import { Turns } from './turns.ts';

/** A delivery whose record is to be read. */
export type Undescribed = Pick<
  ClaimedDelivery,
  'id' | 'type' | 'subject_id' | 'person_id' | 'about'
>;

/**
 * Reads the records that deliveries tell of, with one query for each kind of record; a delivery is left
 * out where its record is gone.
 */
export type ReadRecords = (
  tx: Tx,
  deliveries: readonly Undescribed[],
) => Promise<ReadonlyMap<number, JsonObject>>;

export interface DeliverDeps extends TransactionDeps {
  counters: Counters;
  log: Log;
  poster: DeliveryPoster;
}

/** What became of an attempt. */
interface Outcome {
  delivery: ClaimedDelivery;
  answer: DeliveryAnswer;
  at: Date;
  ms: number;
}

/** The end of a delivery, for rooms that wait for it. */
export interface EndedDelivery {
  run_id: number;
  step_id: number;
}

/** Who waits for the end of deliveries. */
export interface Waiters {
  /** Locks runs before their deliveries, as everyone does who writes both. */
  lock(tx: Tx, runIds: readonly number[]): Promise<void>;
  ended(tx: Tx, ended: readonly EndedDelivery[]): Promise<void>;
}

/**
 * Attempts deliveries beside the rounds of its lane: a round claims what is due of endpoints that are
 * not at work and does not wait for their answers, so that a slow one delays no other.
 */
export class Deliverer {
  readonly #deps: DeliverDeps;
  readonly #read: ReadRecords;
  readonly #waiters: Waiters;
  readonly #wake: () => void;
  readonly #busy = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  #outcomes: Outcome[] = [];
  #settling: Promise<void> | null = null;

  constructor(
    deps: DeliverDeps,
    read: ReadRecords,
    { wake, waiters }: { wake: () => void; waiters: Waiters },
  ) {
    this.#deps = deps;
    this.#read = read;
    this.#wake = wake;
    this.#waiters = waiters;
  }

  /**
   * Claims what is due and begins to send it; answers how many, with those that are given up. With the
   * test clock it waits for all.
   */
  async round(): Promise<number> {
    const givenUp = await this.#giveUp();
    const claimed = await this.#claim();
    const endpoints = new Set(claimed.map(({ endpoint_id }) => endpoint_id));
    for (const endpointId of endpoints) {
      const deliveries = claimed.filter(({ endpoint_id }) => endpoint_id === endpointId);
      const work = this.#deliver(deliveries).finally(() => {
        this.#busy.delete(endpointId);
        if (!this.#stop.signal.aborted) this.#wake();
      });
      this.#busy.set(endpointId, work);
      work.catch((error: unknown) => {
        this.#deps.log.error('Deliveries could not be written; they are tried again.', { error });
      });
    }
    if (this.#deps.config.testClock) await Promise.all(this.#busy.values());
    return givenUp + claimed.length;
  }

  /** Waits for what is written, and gives back what was not attempted. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#busy.values());
    this.#deps.poster.close();
  }

  async #claim(): Promise<ClaimedDelivery[]> {
    const { database, config } = this.#deps;
    return await transaction(database, { testClock: config.testClock }, async (tx) => {
      const until = new Date(tx.now.getTime() + limits.webhookClaimMs);
      const busy = [...this.#busy.keys()];
      const claimed = await claimDeliveries(tx, { until, each: limits.webhookBatch, busy });
      return await this.#withBodies(tx, claimed);
    });
  }

  /** Ends what waited for a day for an endpoint that stays disabled; answers how many ended. */
  async #giveUp(): Promise<number> {
    const { database, config } = this.#deps;
    return await transaction(database, { testClock: config.testClock }, async (tx) => {
      const by = givenUpIfDueBefore(tx.now);
      const stranded = await listStranded(tx, { by, each: limits.webhookBatch });
      if (stranded.length === 0) return 0;
      const awaited = stranded.flatMap(({ run_id }) => run_id ?? []);
      if (awaited.length > 0) await this.#waiters.lock(tx, awaited);
      // With its body it can be replayed, though nothing was attempted.
      const left = await this.#withBodies(tx, stranded);
      const given = new Set(
        await giveUpStranded(
          tx,
          left.map(({ id }) => id),
        ),
      );
      await tellEnded(
        tx,
        left.filter(({ id }) => given.has(id)),
        this.#waiters,
      );
      tx.work.tellAll(new Set(stranded.map(({ endpoint_id }) => endpoint_id)), {
        resource: 'webhook_deliveries',
        action: 'updated',
      });
      return given.size;
    });
  }

  /** The first attempt reads the record; what it says then is what every attempt says. */
  async #withBodies<D extends StrandedDelivery>(tx: Tx, claimed: readonly D[]): Promise<D[]> {
    const bare = claimed.filter(({ body }) => body === null);
    if (bare.length === 0) return [...claimed];
    const records = await this.#read(tx, bare);
    const made = new Map<number, string>();
    for (const { id, type, happened_at } of bare) {
      const data = records.get(id);
      if (data !== undefined)
        made.set(id, JSON.stringify({ type, timestamp: happened_at.toISOString(), data }));
    }
    await writeBodies(
      tx,
      [...made].map(([id, body]) => ({ id, body })),
    );
    const gone = bare.filter(({ id }) => !made.has(id)).map(({ id }) => id);
    await cancelDeliveries(tx, gone);
    return claimed.flatMap((delivery) => {
      const body = delivery.body ?? made.get(delivery.id);
      return body === undefined ? [] : [{ ...delivery, body }];
    });
  }

  async #deliver(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const turns = new Turns(deliveries, (waiting) => this.#reread(waiting));
    const settled: Promise<void>[] = [];
    const takeTurns = async () => {
      for (let next = await turns.take(); next !== undefined; next = await turns.take()) {
        if (this.#stop.signal.aborted) {
          turns.giveBack(next);
          return;
        }
        const outcome = await this.#attempt(next);
        if (outcome === null) turns.giveBack(next);
        else {
          const written = this.#settle(outcome);
          settled.push(written);
          // It is awaited once all have their answers, and may fail long before.
          written.catch(() => undefined);
        }
      }
    };
    const most = Math.min(limits.webhookConcurrency, deliveries.length);
    await Promise.all(Array.from({ length: most }, takeTurns));
    await this.#release(turns.rest());
    await Promise.all(settled);
  }

  /** Those that are still to be attempted, and where; the others are given back. */
  async #reread(waiting: readonly ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
    const { database, config } = this.#deps;
    const read = () =>
      transaction(database, { testClock: config.testClock }, (tx) => rereadClaimed(tx, waiting));
    const due = await retry(settling, read);
    const left = new Set(due.map(({ id }) => id));
    await this.#release(waiting.filter(({ id }) => !left.has(id)));
    return due;
  }

  /** Null where the service stops meanwhile: then nobody knows what became of it. */
  async #attempt(delivery: ClaimedDelivery): Promise<Outcome | null> {
    const at = new Date();
    const started = performance.now();
    const { secret, former_secret, message_id, url } = delivery;
    const body = delivery.body ?? '';
    const secrets = former_secret === null ? [secret] : [secret, former_secret];
    const headers = signedHeaders(secrets, { messageId: message_id, at, body });
    const { signal } = this.#stop;
    const answer = await this.#deps.poster.post(url, body, headers, signal);
    if (signal.aborted && answer.status === null) return null;
    return { delivery, answer, at, ms: Math.round(performance.now() - started) };
  }

  /** Writes together what ends while a write is running. */
  async #settle(outcome: Outcome): Promise<void> {
    this.#outcomes.push(outcome);
    while (this.#outcomes.includes(outcome)) {
      this.#settling ??= this.#write().finally(() => {
        this.#settling = null;
      });
      await this.#settling;
    }
  }

  async #write(): Promise<void> {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    const { database, config, counters } = this.#deps;
    await retry(settling, () =>
      transaction(database, { testClock: config.testClock }, async (tx) => {
        await settle(tx, outcomes, this.#waiters);
        const delivered = outcomes.filter(({ answer }) => isDelivered(answer)).length;
        tx.work.afterCommit(() => {
          counters.add('webhook_deliveries_sent', delivered);
          counters.add('webhook_deliveries_failed', outcomes.length - delivered);
        });
      }),
    );
  }

  async #release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const { database, config } = this.#deps;
    const ids = deliveries.map(({ id }) => id);
    await transaction(database, { testClock: config.testClock }, (tx) =>
      releaseDeliveries(tx, ids),
    );
  }
}

function isDelivered({ status }: DeliveryAnswer): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** What becomes of a delivery after an attempt, and when it is due again. */
function settledOf({ delivery, answer, at, ms }: Outcome, now: Date): SettledDelivery {
  const { id, endpoint_id, tries } = delivery;
  const { status: answered, retryAfter, error } = answer;
  const attempt = { at: at.toISOString(), status: answered, ms, error };
  const ended = { id, endpoint_id, due_at: null, attempt };
  if (isDelivered(answer)) return { ...ended, status: 'delivered' };
  if (answered === 410) return { ...ended, status: 'failed' };
  const askedMs = retryAfterMs(retryAfter, at);
  const due = nextAttemptAt(now, tries, { chance: Math.random(), askedMs });
  return due === null
    ? { ...ended, status: 'failed' }
    : { ...ended, status: 'waiting', due_at: due };
}

async function settle(tx: Tx, outcomes: readonly Outcome[], waiters: Waiters): Promise<void> {
  const settled = outcomes.map((outcome) => settledOf(outcome, tx.now));
  const awaited = outcomes.flatMap(({ delivery: { run_id } }) => run_id ?? []);
  if (awaited.length > 0) await waiters.lock(tx, awaited);
  await settleDeliveries(tx, settled, limits.webhookAttemptsKept);
  const reached = new Set<number>();
  // The URLs that were asked: an endpoint that was led elsewhere meanwhile is not to blame.
  const failed = new Map<number, string>();
  const gone = new Map<number, string>();
  for (const { delivery, answer } of outcomes) {
    const { endpoint_id, url } = delivery;
    if (isDelivered(answer)) reached.add(endpoint_id);
    else failed.set(endpoint_id, url);
    if (answer.status === 410) gone.set(endpoint_id, url);
  }
  const alone = [...failed].filter(([id]) => !reached.has(id));
  const since = await noteOutcomes(tx, { reached: [...reached], failed: alone.map(([id]) => id) });
  await disable(tx, [...gone], 'gone');
  await disable(
    tx,
    alone.filter(([id]) => !gone.has(id) && isFailingTooLong(since.get(id) ?? null, tx.now)),
    'failing',
  );
  tx.work.tellAll(new Set(settled.map(({ endpoint_id }) => endpoint_id)), {
    resource: 'webhook_deliveries',
    action: 'updated',
  });
  const ended = outcomes.filter((_, index) => settled[index]?.status !== 'waiting');
  await tellEnded(
    tx,
    ended.map(({ delivery }) => delivery),
    waiters,
  );
}

/** Tells the runs that wait for deliveries that these have ended. */
async function tellEnded(
  tx: Tx,
  deliveries: readonly Pick<ClaimedDelivery, 'run_id' | 'step_id'>[],
  waiters: Waiters,
): Promise<void> {
  const ended = deliveries.flatMap(({ run_id, step_id }) =>
    run_id === null || step_id === null ? [] : [{ run_id, step_id }],
  );
  if (ended.length > 0) await waiters.ended(tx, ended);
}

/** Endpoints by id, with the URL that was asked. */
async function disable(
  tx: Tx,
  asked: readonly [number, string][],
  reason: 'gone' | 'failing',
): Promise<void> {
  if (asked.length === 0) return;
  await lockEndpoints(tx);
  const ids = await disableEndpoints(tx, asked, reason);
  tx.work.tellAll(ids, { resource: 'webhook_endpoints', action: 'updated' });
}
