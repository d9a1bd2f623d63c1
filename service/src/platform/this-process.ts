import type { ChangeSet } from '@postroad/core/platform/change-set';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type { CommitHooks, Database } from '@postroad/store/platform/connection/database';
import { Changes } from './changes.ts';
import { PendingSignals, Wake } from './wake.ts';

/** Where in this process arrives what transactions wake and tell (`tx.work`). */
export class ThisProcess implements CommitHooks {
  readonly wake = new Wake();
  readonly changes: Changes;
  /** For lanes that otherwise look for work only once a second. */
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
