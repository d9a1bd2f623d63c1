import { IANAZone } from 'luxon';
import { limits } from './limits.ts';

export const dayMs = 86_400_000;
const minuteMs = 60_000;
const lookMs = 3 * 3_600_000;

/**
 * Wall clocks of one time zone. Instants are milliseconds since 1970, local days are days since
 * 1970-01-01 on the wall's calendar, local minutes count from its midnight. Offsets are kept by UTC
 * day, since asking luxon for each costs 75 times as much as looking them up.
 */
export class ZoneClock {
  readonly timezone: string;
  readonly #zone: IANAZone;
  /** Milliseconds east of UTC by UTC day; null for a day with a clock change. */
  readonly #offsets = new Map<number, number | null>();

  /** Takes an IANA name that is valid. */
  constructor(timezone: string) {
    this.timezone = timezone;
    this.#zone = IANAZone.create(timezone);
  }

  /** The calendar day that the wall shows. */
  dayOf(instant: number): number {
    return Math.floor((instant + this.#offsetAt(instant)) / dayMs);
  }

  /** The first instant at which the wall shows the day and minute; null where it never does (contract §4.9). */
  instantOf(day: number, minutes: number): number | null {
    const wall = day * dayMs + minutes * minuteMs;
    const instants = this.#offsetsAround(wall)
      .map((offset) => wall - offset)
      .filter((instant) => instant + this.#offsetAt(instant) === wall);
    return instants.length === 0 ? null : Math.min(...instants);
  }

  /**
   * Instants between which the wall shows the day, from the first to the one after the last; where a
   * clock changes they may reach into the days beside it.
   */
  around(day: number): { from: number; to: number } {
    const [from, to] = [day * dayMs, (day + 1) * dayMs];
    return {
      from: from - Math.max(...this.#offsetsAround(from)),
      to: to - Math.min(...this.#offsetsAround(to)),
    };
  }

  /** Where on the line of time a wall reading belongs that may not exist. */
  nominal(day: number, minutes: number): number {
    const wall = day * dayMs + minutes * minuteMs;
    return wall - Math.max(...this.#offsetsAround(wall));
  }

  /** Offsets in force on either side of any change near a wall reading; two changes are further apart. */
  #offsetsAround(wall: number): [number, number] {
    return [this.#offsetAt(wall - dayMs), this.#offsetAt(wall + dayMs)];
  }

  #offsetAt(instant: number): number {
    const day = Math.floor(instant / dayMs);
    let known = this.#offsets.get(day);
    if (known === undefined) {
      known = this.#offsetOfDay(day * dayMs);
      if (this.#offsets.size >= limits.zoneDaysKept) this.#offsets.clear();
      this.#offsets.set(day, known);
    }
    return known ?? this.#ask(instant);
  }

  #offsetOfDay(start: number): number | null {
    const offset = this.#ask(start);
    for (let at = start + lookMs; at <= start + dayMs; at += lookMs) {
      if (this.#ask(at) !== offset) return null;
    }
    return offset;
  }

  #ask(instant: number): number {
    return Math.round(this.#zone.offset(instant) * minuteMs);
  }
}

/** The clocks of several zones, kept with what they have learnt by who asks them again and again. */
export class ZoneClocks {
  readonly #clocks = new Map<string, ZoneClock>();

  of(timezone: string): ZoneClock {
    const known = this.#clocks.get(timezone);
    if (known) return known;
    if (this.#clocks.size >= limits.zonesKept) this.#clocks.clear();
    const clock = new ZoneClock(timezone);
    this.#clocks.set(timezone, clock);
    return clock;
  }
}

/** A calendar day as YYYY-MM-DD. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
