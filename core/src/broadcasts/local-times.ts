/*
 * A broadcast at a local time goes to each person when clocks in their zone show it (CAP-06). Times are
 * milliseconds since 1970; a local time is one as if it were UTC.
 */

const hourMs = 3_600_000;
/** Clocks of the first zone on Earth are this far ahead of UTC. */
const firstZoneMs = 14 * hourMs;
/** Those of the last one are this far behind. */
const lastZoneMs = 12 * hourMs;

/** The first moment at which clocks anywhere show a local time. */
export function firstMomentOf(wall: number): number {
  return wall - firstZoneMs;
}

/** The last one. */
export function lastMomentOf(wall: number): number {
  return wall + lastZoneMs;
}

/** A time in which mails are due one after the other at the pace; `to` is when the next one may be. */
export interface BookedTime {
  from: number;
  to: number;
}

/**
 * Gives each mail the first time from the one that it wants on at which the pace has room: no two are
 * due within one step. `booked` is in order and does not overlap; so is what comes back.
 */
export function bookTimes(
  booked: readonly BookedTime[],
  wanted: readonly number[],
  stepMs: number,
): { times: number[]; booked: BookedTime[] } {
  const held = booked.map((one) => ({ ...one }));
  const times = wanted.map((from) => book(held, from, stepMs));
  return { times, booked: held };
}

function book(held: BookedTime[], from: number, stepMs: number): number {
  let at = from;
  let index = 0;
  for (const { from: begins, to } of held) {
    if (to > at) {
      if (at + stepMs <= begins) break;
      at = to;
    }
    index += 1;
  }
  const before = held[index - 1];
  const end = at + stepMs;
  if (before?.to === at) before.to = end;
  else held.splice(index, 0, { from: at, to: end });
  return at;
}
