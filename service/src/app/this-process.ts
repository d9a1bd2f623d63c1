import type { ChangeSet } from '@postroad/core/platform/change-set';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type { CommitHooks, Database } from '@postroad/store/platform/connection/database';
import { Changes } from '../platform/changes.ts';
import { Wake } from '../platform/wake.ts';
import { WorkHint } from '../platform/work-hint.ts';

/** Where in this process arrives what transactions wake and tell (`tx.work`). */
export class ThisProcess implements CommitHooks {
  readonly wake = new Wake();
  readonly changes: Changes;
  /** Of lanes that look for work once a second only, unless they are told of some. */
  readonly hints = {
    gates: new WorkHint(),
    imports: new WorkHint(),
    recompiles: new WorkHint(),
    sequences: new WorkHint(),
  };

  constructor(database: Pick<Database, 'listener'>) {
    this.changes = new Changes(database);
  }

  woken(signals: readonly WakeSignal[]): void {
    const hints: Partial<Record<WakeSignal, WorkHint>> = this.hints;
    for (const signal of signals) hints[signal]?.give();
    this.wake.call();
  }

  told(changes: ChangeSet): void {
    this.changes.tell(changes);
  }
}
