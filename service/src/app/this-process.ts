import type { ChangeSet } from '@postroad/core/platform/change-set';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type { CommitHooks, Database } from '@postroad/store/platform/connection/database';
import { Changes } from '../platform/changes.ts';
import { Wake } from '../platform/wake.ts';
import { PendingSignals } from './recurring.ts';

/** Where in this process arrives what transactions wake and tell (`tx.work`). */
export class ThisProcess implements CommitHooks {
  readonly wake = new Wake();
  readonly changes: Changes;
  /** For lanes that look for work seldom, unless a signal says that there is some. */
  readonly signals = new PendingSignals();

  constructor(database: Pick<Database, 'listener'>) {
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
