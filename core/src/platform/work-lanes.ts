/** Kinds of work that come due by time, as somebody who looks for a backlog is told of them. */
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
