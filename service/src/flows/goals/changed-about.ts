import type { ChangedPerson } from '@postroad/store/flows/gate-wakeups';
import type { Tx } from '@postroad/store/platform/transaction';
import type { RunningFlows } from '../live-flows.ts';
import { wakeByChanges } from '../run-wakeups.ts';
import type { Dependency } from './dependencies.ts';

/** The gates and goals of the running flows. */
export type Watched = Pick<RunningFlows, 'gates' | 'goals'>;

/** Whether a gate or a goal has a condition that depends on any of these. */
export function isWatched({ gates, goals }: Watched, ...kinds: Dependency[]): boolean {
  return kinds.some((kind) => gates.dependOn(kind) || goals.dependOn(kind));
}

/**
 * Wakes people who wait for a condition that depends on any of these, and looks at the goals that do.
 * Without `waits`, nobody waits for mail that is being handed over to people who reached a goal.
 */
export function changedAbout(
  tx: Pick<Tx, 'work'>,
  { gates, goals }: Watched,
  kinds: readonly Dependency[],
  changed: readonly ChangedPerson[],
  { waits = true }: { waits?: boolean } = {},
): void {
  if (kinds.some((kind) => gates.dependOn(kind))) wakeByChanges(tx, changed);
  const people = new Set(changed.map(({ person_id }) => person_id));
  goals.changed(tx, kinds, people, { waits });
}
