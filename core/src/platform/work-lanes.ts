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
