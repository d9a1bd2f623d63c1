import { IANAZone } from 'luxon';
import { limits } from './limits.ts';

export const dayMs = 86_400_000;
const minuteMs = 60_000;
const lookMs = 3 * 3_600_000;

/**
 * Wall-clock times of one time zone. Instants are milliseconds since 1970, local days are days
 * since 1970-01-01 on the local calendar, local minutes count from midnight. Offsets are cached by
 * UTC day, because luxon takes 75 times as long as a lookup.
 */
export class ZoneClock {
  readonly timezone: string;
  readonly #zone: IANAZone;
  /** Milliseconds east of UTC by UTC day; null for a day with a clock change. */
  readonly #offsets = new Map<number, number | null>();

  /** Takes a valid IANA name. */
  constructor(timezone: string) {
    this.timezone = timezone;
    this.#zone = IANAZone.create(timezone);
  }

  /** The local calendar day. */
  dayOf(instant: number): number {
    return Math.floor((instant + this.#offsetAt(instant)) / dayMs);
  }

  /** The first instant with this local day and minute; null if there is none (contract §4.9). */
  instantOf(day: number, minutes: number): number | null {
    const wall = day * dayMs + minutes * minuteMs;
    const instants = this.#offsetsAround(wall)
      .map((offset) => wall - offset)
      .filter((instant) => instant + this.#offsetAt(instant) === wall);
    return instants.length === 0 ? null : Math.min(...instants);
  }

  /**
   * The first instant of the local day and the one after its last. Near a clock change the range
   * may include parts of the adjacent days.
   */
  around(day: number): { from: number; to: number } {
    const [from, to] = [day * dayMs, (day + 1) * dayMs];
    return {
      from: from - Math.max(...this.#offsetsAround(from)),
      to: to - Math.min(...this.#offsetsAround(to)),
    };
  }

  /**
   * The instant of a local time in milliseconds, as if it were UTC. A time that does not exist becomes
   * the next existing minute, one that occurs twice the first (contract §4.9).
   */
  instantOfWall(wall: number): number {
    const day = Math.floor(wall / dayMs);
    const minute = Math.floor((wall - day * dayMs) / minuteMs);
    const rest = wall - day * dayMs - minute * minuteMs;
    const exact = this.instantOf(day, minute);
    if (exact !== null) return exact + rest;
    // Zones skip an hour in spring, and a whole day if they moved across the date line.
    for (let later = minute + 1; later <= minute + 2 * 1_440; later += 1) {
      const instant = this.instantOf(day, later);
      if (instant !== null) return instant;
    }
    return this.nominal(day, minute);
  }

  /** The instant of a local time that may not exist. */
  nominal(day: number, minutes: number): number {
    const wall = day * dayMs + minutes * minuteMs;
    return wall - Math.max(...this.#offsetsAround(wall));
  }

  /**
   * Offsets before and after a possible change near a local time; two changes are never this close.
   */
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

/** The clocks of several zones with their caches, for repeated use. */
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

  /** The clock of a time zone, or of another one where there is none or it is unknown. */
  either(timezone: string | null, otherwise: string): ZoneClock {
    const known = [timezone, otherwise].find(
      (zone) => zone !== null && (this.#clocks.has(zone) || IANAZone.isValidZone(zone)),
    );
    return this.of(known ?? 'UTC');
  }
}

/** A calendar day as YYYY-MM-DD. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
