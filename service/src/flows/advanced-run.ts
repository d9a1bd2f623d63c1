import type { Advance } from '@postroad/core/flows/interpreter/advance';
import type { Effect } from '@postroad/core/flows/interpreter/run';
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

/** An effect with the run whose it is. */
export interface RunEffect<Of extends Effect = Effect> {
  walk: AdvancedRun;
  effect: Of;
}

/** The effects of one kind. */
export function effectsOf<Kind extends Effect['kind']>(
  walked: readonly AdvancedRun[],
  kind: Kind,
): RunEffect<Extract<Effect, { kind: Kind }>>[] {
  const isIt = (effect: Effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind;
  return walked.flatMap((walk) =>
    walk.advance.effects.filter(isIt).map((effect) => ({ walk, effect })),
  );
}
