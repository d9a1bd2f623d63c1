import type { ChangeSet } from '@postroad/core/platform/change-set';
import type { Presence } from '@postroad/core/platform/live/presence';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type { CommitHooks, Database } from '@postroad/store/platform/connection/database';
import type { Log } from '../platform/log.ts';
import { type ChangeListener, Changes } from '../platform/notices/changes.ts';
import { Notices } from '../platform/notices/notices.ts';
import { PacedChanges } from '../platform/notices/paced-changes.ts';
import { Wake } from '../platform/notices/wake.ts';
import { PendingSignals } from './recurring.ts';

/**
 * Receives the signals and changes of the transactions that this process committed (`tx.work`), and
 * passes them on to the others. A server brings changes back to this process too.
 */
export class ThisProcess implements CommitHooks {
  readonly announces = true;
  readonly wake = new Wake();
  readonly changes: Changes;
  /** Signals for lanes that rarely look for work on their own. */
  readonly signals = new PendingSignals();
  /** Null if there are no other processes. */
  readonly #notices: Notices | null;
  /** What is counted of records changes with each batch of work; the others learn of it once a second. */
  readonly #counted: PacedChanges | null;

  constructor(database: Database, log: Log) {
    this.changes = new Changes(database);
    const notices = database.kind === 'server' ? new Notices(database, log) : null;
    this.#notices = notices;
    this.#counted = notices && new PacedChanges((changes) => notices.tell(changes));
  }

  /** Another process, or this one, has found work for these lanes. */
  heard(signals: readonly WakeSignal[]): void {
    this.signals.give(signals);
    this.wake.call();
  }

  onWake(signals: readonly WakeSignal[]): void {
    this.heard(signals);
    this.#notices?.wake(signals);
  }

  onTell(changes: ChangeSet): void {
    if (this.#notices) this.#notices.tell(changes);
    else this.changes.tell(changes);
  }

  /** Somebody has a record open to edit it. */
  present(presence: Presence): void {
    if (this.#notices) this.#notices.present(presence);
    else this.changes.present([presence]);
  }

  onCount(changes: ChangeSet): void {
    if (this.#counted) this.#counted.add(changes.list());
    else this.changes.tell(changes);
  }

  onMissed(): void {
    this.#notices?.missed();
  }

  /**
   * Reports every change that any process makes after this resolves, and of this process none from
   * before. Returns a function that stops listening. Throws a Refusal.
   */
  async onChange(listener: ChangeListener): Promise<() => void> {
    await this.#notices?.told();
    return await this.changes.on(listener);
  }

  /** Announces to the others what is still kept. */
  async close(): Promise<void> {
    this.#counted?.close();
    this.changes.close();
    await this.#notices?.close();
  }
}
