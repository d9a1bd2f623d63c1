import { type LockedPerson, lockPeople } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Deps } from '../app/deps.ts';
import type { Gates } from '../flows/gates.ts';

/** People who are locked, and the gates there were after that. */
export interface HeldPeople {
  people: ReadonlyMap<number, LockedPerson>;
  gates: Gates;
}

/** The flows are asked for once the people are locked: from then on nobody comes to a gate unseen. */
export async function holdPeople(tx: Tx, deps: Deps, ids: number[]): Promise<HeldPeople> {
  const locking = lockPeople(tx, ids);
  const [people, { gates }] = await Promise.all([locking, deps.liveFlows.runningNow(tx)]);
  return { people, gates };
}
