import { Refusal } from '@postroad/core/platform/refusal';
import { type Chore, type PendingSignals, Recurring, type Round } from './recurring.ts';

/**
 * One kind of background work. Lanes run side by side, so that a slow mail server never delays a
 * flow.
 */
export interface Lane<Name extends string = string> extends Chore {
  readonly name: Name;
  /** Queued, all of it has a time that `nextDue` reads; else only the lane knows. */
  readonly work: 'queued' | 'unqueued';
}

/** Watches every round that a lane runs. */
export type Observe<Name extends string> = (
  lane: Name,
  run: () => Promise<Round>,
) => Promise<Round>;

/** Runs the rounds of the lanes, in batches, whenever it is ticked. */
export class Engine<Name extends string> {
  readonly lanes: readonly Name[];
  readonly unqueued: readonly Name[];
  readonly #lanes: ReadonlyMap<Name, Recurring>;
  readonly #observe: Observe<Name>;
  readonly #underWay = new Set<Promise<unknown>>();
  #stopping = false;

  /** Long rounds end early once `stopping` answers true. */
  constructor(
    signals: PendingSignals,
    lanes: (signals: PendingSignals, stopping: () => boolean) => readonly Lane<Name>[],
    observe: Observe<Name> = (_lane, run) => run(),
  ) {
    this.#observe = observe;
    const rows = lanes(signals, () => this.#stopping);
    this.lanes = rows.map(({ name }) => name);
    this.unqueued = rows.filter(({ work }) => work === 'unqueued').map(({ name }) => name);
    this.#lanes = new Map(rows.map((row) => [row.name, new Recurring(row, signals)]));
  }

  /** Runs one round of one lane. Returns true if there may be more to do at once. */
  async round(name: Name): Promise<boolean> {
    const lane = this.#lanes.get(name);
    if (this.#stopping || !lane?.isDue()) return false;
    return await this.#tracked(this.#run(name, lane));
  }

  /** Runs one round of every lane. */
  async tick(): Promise<boolean> {
    return await this.roundOf(this.lanes);
  }

  /** Runs one round of each of these lanes, due or not. Waits for all of them, even if one fails. */
  async roundOf(names: readonly Name[]): Promise<boolean> {
    if (this.#stopping) return false;
    const works = [...new Set(names)].flatMap((name) => {
      const found = this.#lanes.get(name);
      return found ? [this.#tracked(this.#run(name, found))] : [];
    });
    const rounds = await Promise.allSettled(works);
    const failed = rounds.find((round) => round.status === 'rejected');
    if (failed) throw failed.reason;
    return rounds.some((round) => round.status === 'fulfilled' && round.value);
  }

  /**
   * Runs work next to the lanes and counts it as a running round. Throws a Refusal once the engine
   * stops.
   */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    if (this.#stopping) {
      throw new Refusal('unavailable', 'The service is stopping. Try again in a moment.');
    }
    return await this.#tracked(work());
  }

  /** Starts no more rounds and waits for those that are running. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.allSettled([...this.#underWay]);
  }

  /** True if the lane found work. */
  async #run(name: Name, lane: Recurring): Promise<boolean> {
    const { found } = await this.#observe(name, () => lane.run());
    return found !== 'idle';
  }

  async #tracked<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }
}
