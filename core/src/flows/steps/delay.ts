import { isCalendarDate } from '../../people/field-type.ts';
import type { Duration, DurationOrSetting } from '../../platform/duration.ts';
import { after, durationMs, durationSummary, resolveDuration } from '../../platform/duration.ts';
import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import { dayMs, type ZoneClock } from '../../platform/zone-clock.ts';
import type { StepBase } from '../definition/definition.ts';
import { duration } from '../definition/field-kind.ts';
import { fieldDateWait, localTimeWait } from '../definition/wait-until.ts';
import type { StepContext, StepType } from './step-type.ts';

/** A wait until a local time: the next one, on one of the weekdays where they are given (WAIT-01). */
export interface LocalTimeWait {
  /** HH:MM. */
  local_time: string;
  /** 0 to 6, Sunday 0. */
  weekdays?: readonly number[];
  /** Whose clock; a person without a time zone has that of the account (WAIT-03). */
  timezone: 'person' | 'account';
}

/** A wait until a time before or after the local midnight of a date of the person (WAIT-02). */
export interface FieldDateWait {
  /** Key of a custom field of type date. */
  field: string;
  before?: Duration;
  after?: Duration;
}

/** Exactly one of the three. */
export interface Delay extends StepBase {
  type: 'delay';
  duration?: DurationOrSetting;
  until?: LocalTimeWait;
  until_field?: FieldDateWait;
}

/**
 * Waits for its duration (RUN-10), until a local time or until a date of the person (WAIT-01,
 * WAIT-02). What is over on arrival does not wait.
 */
export const delay: StepType<Delay> = {
  words: {
    purpose: 'Waits for a duration, until a local time or a date of the person, then continues.',
    example: () => ({ name: 'Wait three days', duration: { amount: 3, unit: 'days' } }),
    rules: [
      'Exactly one of duration, until and until_field.',
      'until: the next such time after the person arrives, so two in a row are a day apart; weekdays 0 to 6, Sunday 0. A time that a clock change skips is the next that exists.',
      'until_field: counted from the local midnight of the date; one that is past or missing does not wait. A person without a time zone has that of the account.',
    ],
    errors: ['duration_malformed', 'step_keys_exclusive', 'until_malformed', 'field_unknown'],
  },
  fields: {
    duration: { kind: duration, required: false },
    until: { kind: localTimeWait, required: false },
    until_field: { kind: fieldDateWait, required: false },
  },
  oneOf: ['duration', 'until', 'until_field'],
  arms: [],
  ends: false,
  summary: (step) => `Wait ${waitSummary(step)}`,
  outcomes: () => ['waited'],
  /** The time is fixed on arrival. */
  waitOf(step) {
    const until = own(step, 'until') ?? own(step, 'until_field');
    return until === undefined
      ? { effect: 'keep', duration: own(step, 'duration') }
      : { effect: 'keep', text: JSON.stringify(until) };
  },
  // The tunable may be missing or zero when the person enters the step, and a time may be past.
  holds: ({ duration }) =>
    duration !== undefined && !('setting' in duration) && durationMs(duration) > 0,

  enter(step, context) {
    const { answers, now } = context;
    const over = endOf(step, context);
    if (over === 'unknown') {
      return { kind: 'skip', reason: `No duration: ${durationSummary(step.duration)} is unknown.` };
    }
    if (over === null || over <= now) return { kind: 'next' };
    const assumed = answers.assumed?.get(step.id)?.at ?? over;
    const dueAt = new Date(Math.max(over.getTime(), assumed.getTime()));
    return {
      kind: 'wait',
      wait: { due_at: dueAt, arrived_at: now, after_event: null, waits_for: null },
    };
  },

  resume: {
    owns: (run) => run.waits_for === null,
    /** The due time is fixed on arrival; editing the step does not affect people who wait. */
    look: (_step, run, { now }) =>
      run.due_at !== null && run.due_at > now ? { kind: 'stay' } : { kind: 'release' },
  },
};

/** When the wait is over; null if there is nothing to wait for. */
function endOf(step: Delay, context: StepContext): Date | null | 'unknown' {
  const { answers, now } = context;
  if (step.until !== undefined) return nextTime(step.until, context);
  if (step.until_field !== undefined) return fieldTime(step.until_field, context);
  const wait = step.duration && resolveDuration(step.duration, answers.tunables);
  return wait ? after(now, wait) : 'unknown';
}

/** The clock of the person, or of the account where the person has none (WAIT-03). */
function clockOf(zone: LocalTimeWait['timezone'], { answers, memo }: StepContext): ZoneClock {
  const account = answers.known.get(accountZone) ?? 'UTC';
  const own = zone === 'person' ? answers.person.timezone : null;
  return memo.clockOf(own, String(account));
}

const accountZone = JSON.stringify({ kind: 'account_zone' });

/** Whether a local day, counted from 1970-01-01, a Thursday, is one of the weekdays. */
function isOn(day: number, weekdays: LocalTimeWait['weekdays']): boolean {
  return weekdays === undefined || weekdays.includes((((day + 4) % 7) + 7) % 7);
}

/**
 * Never the moment of the arrival: a worker reaches a step moments after it is due, and the test clock
 * has to show what happens then (WAIT-01).
 */
function nextTime({ local_time, weekdays, timezone }: LocalTimeWait, context: StepContext): Date {
  const clock = clockOf(timezone, context);
  const now = context.now.getTime();
  const [hours = 0, minutes = 0] = local_time.split(':').map(Number);
  for (let day = clock.dayOf(now); ; day += 1) {
    if (!isOn(day, weekdays)) continue;
    const instant = clock.instantOfWall(day * dayMs + (hours * 60 + minutes) * 60_000);
    if (instant > now) return new Date(instant);
  }
}

/** By the local calendar: three days before a midnight is a midnight, across clock changes too. */
function fieldTime({ field, before, after }: FieldDateWait, context: StepContext): Date | null {
  const date = context.answers.person.fields[field];
  if (typeof date !== 'string' || !isCalendarDate(date)) return null;
  const offset = (after ? durationMs(after) : 0) - (before ? durationMs(before) : 0);
  const wall = Date.parse(`${date}T00:00:00Z`) + offset;
  return new Date(clockOf('person', context).instantOfWall(wall));
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function waitSummary(step: JsonObject): string {
  const until = own(step, 'until');
  if (isObject(until)) {
    const days = own(until, 'weekdays');
    const names = Array.isArray(days)
      ? days.map((day) => dayNames[Number(day)] ?? quoted(day))
      : [];
    const on = names.length > 0 ? ` on ${names.join(', ')}` : '';
    const whose = own(until, 'timezone') === 'person' ? 'the person' : 'the account';
    return `until ${String(own(until, 'local_time'))}${on}, by the clock of ${whose}`;
  }
  const date = own(step, 'until_field');
  if (!isObject(date)) return durationSummary(own(step, 'duration'));
  const side = Object.hasOwn(date, 'before') ? 'before' : 'after';
  return `until ${durationSummary(own(date, side))} ${side} the date in ${quoted(own(date, 'field'))}`;
}
