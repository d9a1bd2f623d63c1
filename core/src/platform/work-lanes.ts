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
