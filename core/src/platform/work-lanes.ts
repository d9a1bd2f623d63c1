/** Kinds of work that come due by time, as the report of a backlog names them. */
export const workLanes = [
  'sends',
  'runs',
  'sequences',
  'broadcasts',
  'renewals',
  'opt_outs',
] as const;
export type WorkLane = (typeof workLanes)[number];

/**
 * What a commit can wake: a kind of work that may be due now. `gates` are people who wait at what was
 * changed, whom the lane of runs looks at.
 */
export const wakeSignals = [...workLanes, 'gates', 'imports', 'recompiles'] as const;
export type WakeSignal = (typeof wakeSignals)[number];
