import type { Issue } from './issue.ts';
import { isObject, own, quoted } from './json.ts';
import { limits } from './limits.ts';

/** Exact lengths: a day has 24 hours, even across a clock change. */
const unitMs = {
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
} as const;

export type DurationUnit = keyof typeof unitMs;
export const durationUnits = Object.keys(unitMs) as DurationUnit[];

export interface Duration {
  amount: number;
  unit: DurationUnit;
}

/** A duration, or the name of one in the settings (a tunable). */
export type DurationOrSetting = Duration | { setting: string };

const durationExample = '{"amount": 3, "unit": "days"}';

/** What to write where no tunable is taken. */
export const plainDurationFix = `Write ${durationExample}.`;

type DurationFault = Pick<Issue, 'path' | 'message'>;

/** The first reason why the value is no valid duration; null if it is valid. */
export function durationFault(value: unknown): DurationFault | null {
  return durationFaults(value)[0] ?? null;
}

/** Why the value is no valid duration, with paths relative to it. */
export function durationFaults(value: unknown): DurationFault[] {
  if (!isObject(value)) {
    const message = `A duration is an object such as ${durationExample}, not ${quoted(value)}.`;
    return [{ path: '', message }];
  }
  const named = Object.hasOwn(value, 'setting');
  const allowed = named ? ['setting'] : ['amount', 'unit'];
  const unknownKeys = Object.keys(value).filter((key) => !allowed.includes(key));
  const unknown = unknownKeys.slice(0, limits.issuesListedMax).map((key) => {
    const message = `A duration has ${allowed.join(' and ')}, not ${quoted(key)}.`;
    return { path: `.${key}`, message };
  });
  if (!named) return [...unknown, ...amountFaults(own(value, 'amount'), own(value, 'unit'))];
  const name = value.setting;
  if (typeof name === 'string' && name !== '' && name.length <= limits.keyChars) return unknown;
  const message = `"setting" is the name of a tunable, not ${quoted(name)}.`;
  return [...unknown, { path: '.setting', message }];
}

function amountFaults(amount: unknown, unit: unknown): DurationFault[] {
  const faults: DurationFault[] = [];
  if (!isUnit(unit)) {
    const known = durationUnits.join(', ');
    faults.push({ path: '.unit', message: `The unit is one of ${known}, not ${quoted(unit)}.` });
  }
  const most = limits.durationAmountMax;
  if (!isAmount(amount)) {
    const message = `The amount is a whole number from 0 to ${most}, not ${quoted(amount)}.`;
    faults.push({ path: '.amount', message });
  } else if (isUnit(unit) && amount * unitMs[unit] > limits.durationDaysMax * unitMs.days) {
    const message = `No wait is longer than ${limits.durationDaysMax} days.`;
    faults.push({ path: '.amount', message });
  }
  return faults;
}

function isUnit(unit: unknown): unit is DurationUnit {
  return typeof unit === 'string' && Object.hasOwn(unitMs, unit);
}

function isAmount(amount: unknown): amount is number {
  if (!Number.isInteger(amount)) return false;
  return (amount as number) >= 0 && (amount as number) <= limits.durationAmountMax;
}

/** Length in milliseconds of a valid duration. */
export function durationMs(duration: Duration): number {
  return duration.amount * unitMs[duration.unit];
}

/** The moment one duration after `from`. */
export function after(from: Date, duration: Duration): Date {
  return new Date(from.getTime() + durationMs(duration));
}

/** The duration itself, or the tunable it names; null if there is no valid one. */
export function resolveDuration(
  duration: DurationOrSetting,
  tunables: ReadonlyMap<string, Duration>,
): Duration | null {
  if (!('setting' in duration)) return duration;
  const named = tunables.get(duration.setting);
  return named !== undefined && !('setting' in named) && durationFault(named) === null
    ? named
    : null;
}

/** For lists and outlines: `3 days`, `1 hour`, or the name of the tunable. */
export function durationSummary(value: unknown): string {
  if (durationFault(value) !== null) return '(unreadable duration)';
  const duration = value as DurationOrSetting;
  if ('setting' in duration) return `the setting "${duration.setting}"`;
  const unit = duration.amount === 1 ? duration.unit.slice(0, -1) : duration.unit;
  return `${duration.amount} ${unit}`;
}
