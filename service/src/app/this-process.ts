import type { ChangeSet } from '@postroad/core/platform/change-set';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type { CommitHooks, Database } from '@postroad/store/platform/connection/database';
import { Changes } from '../platform/changes.ts';
import { Wake } from '../platform/wake.ts';
import { PendingSignals } from './recurring.ts';

/** Receives, in this process, the signals and changes of committed transactions (`tx.work`). */
export class ThisProcess implements CommitHooks {
  readonly wake = new Wake();
  readonly changes: Changes;
  /** Signals for lanes that rarely look for work on their own. */
  readonly signals = new PendingSignals();

  constructor(database: Pick<Database, 'listener' | 'deaf'>) {
    this.changes = new Changes(database);
  }

  onWake(signals: readonly WakeSignal[]): void {
    this.signals.give(signals);
    this.wake.call();
  }

  onTell(changes: ChangeSet): void {
    this.changes.tell(changes);
  }
}
