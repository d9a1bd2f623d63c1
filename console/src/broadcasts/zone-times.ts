/** Milliseconds that the clocks of a zone are ahead of UTC at a moment. */
function offsetAt(zone: string, moment: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  });
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1_000) * 1_000;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The first minute from one moment to another at which the clocks of a zone have their new offset. */
function turnIn(zone: string, from: number, to: number): number {
  const turned = offsetAt(zone, to);
  let [low, high] = [from / minuteMs, to / minuteMs];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * minuteMs) === turned) high = middle;
    else low = middle + 1;
  }
  return high * minuteMs;
}

/**
 * The moment at which the clocks of a zone show a time, which is `YYYY-MM-DDTHH:MM`. A time that they
 * skip becomes the next one that they show; of one that they show twice it is the first. The service
 * does the same for the zone of the account.
 */
export function momentIn(zone: string, local: string): Date | null {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return null;
  const offsets = [offsetAt(zone, wall - dayMs), offsetAt(zone, wall + dayMs)];
  const moments = offsets.map((offset) => wall - offset);
  const shown = moments.filter((moment) => moment + offsetAt(zone, moment) === wall);
  if (shown.length > 0) return new Date(Math.min(...shown));
  return new Date(turnIn(zone, Math.min(...moments), Math.max(...moments)));
}

/** What the clocks of a zone show at a moment, as `YYYY-MM-DDTHH:MM`. */
export function localIn(zone: string, moment: Date): string {
  return new Date(moment.getTime() + offsetAt(zone, moment.getTime())).toISOString().slice(0, 16);
}

/** Every zone that the browser knows. */
export function knownZones(): readonly string[] {
  return Intl.supportedValuesOf('timeZone');
}
