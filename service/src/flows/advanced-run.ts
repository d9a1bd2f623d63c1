import type { Advance } from '@postroad/core/flows/interpreter/advance';
import type { ClaimedRun } from '@postroad/store/flows/run';
import type { LockedPerson } from '@postroad/store/people/person';
import type { Watched } from './goals/changed-about.ts';
import type { LiveFlow } from './live-flows.ts';

/** A run and the result of advancing it. */
export interface AdvancedRun {
  run: ClaimedRun;
  flow: LiveFlow;
  advance: Advance;
}

/** A batch of advanced runs, ready to be written. */
export interface RunBatch extends Watched {
  walked: readonly AdvancedRun[];
  /** Locked for update by this transaction. */
  people: ReadonlyMap<number, LockedPerson>;
}
