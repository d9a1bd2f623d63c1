import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { failSilentImports, forgetImports } from '@postroad/store/people/import';
import { noteRenewalScan } from '@postroad/store/platform/due';
import { forgetIdempotencyKeys } from '@postroad/store/platform/idempotency';
import { transaction } from '@postroad/store/platform/transaction';
import { forgetOptOuts } from '@postroad/store/sending/opt-out';
import { forgetWebhooks } from '@postroad/store/sending/send-feedback';
import { workBroadcasts } from '../broadcasts/fill-broadcasts.ts';
import { recompileStale } from '../content/compile/recompile-stale.ts';
import { flushEventCounts } from '../events/flush-event-counts.ts';
import { advanceRuns } from '../flows/advance-runs.ts';
import { checkGates } from '../flows/check-gates.ts';
import { scanRenewals } from '../flows/renewals/scan-renewals.ts';
import { brokenOff } from '../people/import/receive-import.ts';
import { importRound } from '../people/import/work-imports.ts';
import type { WorkHint } from '../platform/work-hint.ts';
import { pushOptOuts } from '../sending/push-opt-outs.ts';
import { sendMail } from '../sending/send-mail.ts';
import { sendNow } from '../sending/send-now.ts';
import { flushHits, rejudgeHits } from '../sending/tracking/keep-hits.ts';
import { advanceSequences } from '../sequences/advance-sequences.ts';
import type { Deps, PrepareSend, SendOutcome } from './deps.ts';
import { LeaseKeeper } from './lease-keeper.ts';

const flushEveryMs = 1_000;
const sweepEveryMs = 5_000;
const forgetEveryMs = 600_000;
/** What another process left, or was killed over, is found this soon. */
const lookEveryMs = 1_000;

/** Kinds of work that go on beside each other, so that a slow mail server never holds up a flow. */
export const lanes = [
  'runs',
  'sequences',
  'sends',
  'broadcasts',
  'renewals',
  'recompiles',
  'imports',
  'opt-outs',
  'upkeep',
] as const;
export type Lane = (typeof lanes)[number];

/** Everything that moves by itself. It works at its own pace, in batches, when it is ticked. */
export class Engine {
  readonly #deps: Deps;
  readonly #leases: LeaseKeeper;
  readonly #lastAt = new Map<string, number>();
  /** Whether people may be left who wait at what was changed. */
  #checking = false;
  /** Whether the last round of imports left more to do. */
  #importing = false;
  /** Whether the last round of broadcasts did anything. */
  #broadcasting = false;
  /** Whether the last round of opt-outs told of any. */
  #pushing = false;
  /** Whether the last round of sequences left more to do. */
  #moving = false;
  /** Whether all opens and clicks were judged by the rules of now. */
  #judged = false;
  /** The minute of the last scan for renewals, and whether it met rows that others held. */
  #scannedMinute = 0;
  #passedOver = false;
  #stopping = false;
  #rounds = new Set<Promise<unknown>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#leases = new LeaseKeeper(deps);
  }

  /** One round of one lane; true where there may be more to do at once. */
  async round(lane: Lane): Promise<boolean> {
    if (this.#stopping) return false;
    if (lane === 'sequences' && !this.#moving && !this.#looksFor(lane, this.#deps.sequenceHint)) {
      return false;
    }
    if (lane === 'broadcasts' && !this.#broadcasting && !this.#isTime(lane, lookEveryMs)) {
      return false;
    }
    if (lane === 'recompiles' && !this.#looksFor(lane, this.#deps.recompileHint)) return false;
    if (lane === 'imports' && !this.#importing && !this.#looksFor(lane, this.#deps.importHint)) {
      return false;
    }
    if (lane === 'renewals' && !this.#isTimeToScan()) return false;
    if (lane === 'opt-outs' && !this.#pushing && !this.#isTime(lane, lookEveryMs)) return false;
    return await this.#tracked(this.#work(lane));
  }

  /** Sends one mail at once, beside the lanes; `engine/send-now.ts`. */
  async sendNow(prepare: PrepareSend, dryRun: boolean): Promise<SendOutcome | null> {
    if (this.#stopping) {
      throw new Refusal('unavailable', 'The service is stopping. Try again in a moment.');
    }
    return await this.#tracked(sendNow(this.#deps, this.#leases, prepare, dryRun));
  }

  /** What is under way when the engine stops is waited for. */
  async #tracked<T>(work: Promise<T>): Promise<T> {
    this.#rounds.add(work);
    try {
      return await work;
    } finally {
      this.#rounds.delete(work);
    }
  }

  /** One round of everything. All lanes are waited for, also where one fails. */
  async tick(): Promise<boolean> {
    if (this.#stopping) return false;
    const works = lanes.map((lane) => this.#tracked(this.#work(lane)));
    const rounds = await Promise.allSettled(works);
    let more = false;
    for (const round of rounds) {
      if (round.status === 'rejected') throw round.reason;
      more ||= round.value;
    }
    return more;
  }

  async #work(lane: Lane): Promise<boolean> {
    if (lane === 'runs') return await this.#moveRuns();
    if (lane === 'sequences') {
      this.#moving = false;
      this.#moving = await advanceSequences(this.#deps);
      return this.#moving;
    }
    if (lane === 'broadcasts') {
      this.#broadcasting = false;
      this.#broadcasting = await workBroadcasts(this.#deps);
      return this.#broadcasting;
    }
    if (lane === 'sends') {
      return (await sendMail(this.#deps, this.#leases, () => this.#stopping)) > 0;
    }
    if (lane === 'recompiles') {
      return (await recompileStale(this.#deps, () => this.#stopping)) > 0;
    }
    if (lane === 'renewals') return await this.#scanRenewals();
    if (lane === 'opt-outs') {
      this.#pushing = false;
      this.#pushing = (await pushOptOuts(this.#deps)) > 0;
      return this.#pushing;
    }
    if (lane === 'imports') {
      this.#importing = false;
      this.#importing = await importRound(this.#deps, () => this.#stopping);
      return this.#importing;
    }
    await this.#leases.renew();
    await this.#every('sweep', sweepEveryMs, () => this.#sweep());
    await this.#every('flush', flushEveryMs, () => this.flushCounts());
    await this.#every('forget', forgetEveryMs, () => this.#forget());
    await this.flushHits();
    return await this.#rejudge();
  }

  /** Who waits at what was changed becomes due first, so that the same round takes them on. */
  async #moveRuns(): Promise<boolean> {
    if (this.#checking || this.#looksFor('gates', this.#deps.gateHint)) {
      this.#checking = await checkGates(this.#deps);
    }
    return (await advanceRuns(this.#deps)) > 0 || this.#checking;
  }

  async #scanRenewals(): Promise<boolean> {
    const { started, passedOver } = await scanRenewals(this.#deps, () => this.#stopping);
    this.#passedOver = passedOver;
    const { database, config } = this.#deps;
    if (!config.testClock && !this.#stopping) await transaction(database, {}, noteRenewalScan);
    return started > 0 || passedOver;
  }

  /** Reminders are due by the minute; what another held is looked at again a second later. */
  #isTimeToScan(): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    const again = this.#passedOver && this.#isTime('renewals', lookEveryMs);
    if (minute === this.#scannedMinute && !again) return false;
    this.#scannedMinute = minute;
    return true;
  }

  async flushCounts(): Promise<void> {
    await flushEventCounts(this.#deps);
  }

  /** Where it fails, what was asked for is kept for the next time. */
  async flushHits(): Promise<void> {
    await flushHits(this.#deps);
  }

  /** What older rules judged is judged again, a batch a round; then there is nothing to look for. */
  async #rejudge(): Promise<boolean> {
    if (!this.#judged) this.#judged = !(await rejudgeHits(this.#deps));
    return !this.#judged;
  }

  /** Finishes what is being handed over, gives back what is claimed, writes what is counted. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.allSettled([...this.#rounds]);
    await this.#leases.close();
    await this.flushCounts();
    this.#deps.hits.close();
    await this.flushHits();
  }

  /** Housekeeping is paced by the process's own clock, never by the test clock. */
  async #every(name: string, ms: number, work: () => Promise<void>): Promise<void> {
    if (this.#isTime(name, ms)) await work();
  }

  #isTime(name: string, ms: number): boolean {
    const now = performance.now();
    if (now - (this.#lastAt.get(name) ?? Number.NEGATIVE_INFINITY) < ms) return false;
    this.#lastAt.set(name, now);
    return true;
  }

  /** Every event wakes the lanes, and what these two work at is rare. */
  #looksFor(lane: Lane | 'gates', hint: WorkHint): boolean {
    return this.#isTime(lane, lookEveryMs) || hint.take();
  }

  /** Takes back or ends what processes held that are gone. */
  async #sweep(): Promise<void> {
    await this.#leases.sweep();
    const { database, config } = this.#deps;
    await transaction(database, { testClock: config.testClock }, (tx) =>
      failSilentImports(tx, { silentMs: limits.importSilentMs, reason: brokenOff }),
    );
  }

  async #forget(): Promise<void> {
    const { database, config } = this.#deps;
    await transaction(database, { testClock: config.testClock }, async (tx) => {
      const before = new Date(tx.now.getTime() - limits.idempotencyHours * 3_600_000);
      await forgetIdempotencyKeys(tx, before);
      // What was to be told while this still was wanted.
      if (!config.pushOptOuts) await forgetOptOuts(tx);
      await forgetWebhooks(tx, new Date(tx.now.getTime() - limits.webhookKeptDays * 86_400_000));
      await forgetImports(tx, new Date(tx.now.getTime() - limits.importKeptDays * 86_400_000));
    });
  }
}
