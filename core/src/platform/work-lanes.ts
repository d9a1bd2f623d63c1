/** The kinds of timed work, as a backlog report names them. */
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
 * The lanes that a commit can wake because work may be due. `gates` means people who wait for a
 * change; the lane of runs handles them.
 */
export const wakeSignals = [
  ...workLanes,
  'gates',
  'imports',
  'taggings',
  'recompiles',
  'erasures',
  'webhooks',
] as const;
export type WakeSignal = (typeof wakeSignals)[number];
