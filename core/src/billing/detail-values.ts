import { limits } from '../platform/limits.ts';
import { parseTimestamp } from '../platform/timestamp.ts';
import type { ZoneClock } from '../platform/zone-clock.ts';
import { type SubscriptionStatus, subscriptionStatuses } from './status.ts';

/**
 * Readers of the details of money events (contract §4.4). An unreadable value is undefined, as if
 * it were missing: the event is stored as it arrived, the native row stays as it was.
 */

type Details = Readonly<Record<string, unknown>>;

/** A value; null if the event clears it, undefined if the event leaves it. */
export type PatchValue<Value> = Value | null | undefined;

function patchValueAt<Value>(
  details: Details,
  key: string,
  read: (value: unknown) => PatchValue<Value>,
) {
  if (!Object.hasOwn(details, key)) return undefined;
  return details[key] === null ? null : read(details[key]);
}

/** Ids of other systems, which may be numbers. */
export function externalIdOf(details: Details): string | null {
  const value = details.external_id;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= limits.externalIdChars ? text : null;
}

/** Whole cents; never below zero. */
export function centsAt(details: Details, key: string): PatchValue<number> {
  return patchValueAt(details, key, (value) => (isCents(value) ? value : centsInText(value)));
}

function isCents(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= 0 &&
    value <= limits.moneyCentsMax
  );
}

/** Whole cents written as text, as some payment processors send them (SAFE-40). */
export function centsInText(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\s*\d{1,16}(?:\.0{1,9})?\s*$/.test(value)) return undefined;
  const cents = Number(value);
  return isCents(cents) ? cents : undefined;
}

/** The code of a currency, in capitals whatever its spelling (LEFT-22). */
export function currencyOf(details: Details): PatchValue<string> {
  return patchValueAt(details, 'currency', (value) => {
    const text = typeof value === 'string' ? value.trim().toUpperCase() : '';
    return /^[A-Z]{3}$/.test(text) ? text : undefined;
  });
}

export function timeAt(details: Details, key: string, clock: ZoneClock): PatchValue<Date> {
  return patchValueAt(details, key, (value) =>
    typeof value === 'string' ? (parseTimestamp(value, clock) ?? undefined) : undefined,
  );
}

export function flagAt(details: Details, key: string): boolean | undefined {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

/** The names of payment processors for the two intervals of renewals. */
const intervals: Readonly<Record<string, string>> = {
  month: 'monthly',
  year: 'yearly',
  annual: 'yearly',
  annually: 'yearly',
};

export function intervalOf(details: Details): PatchValue<string> {
  return patchValueAt(details, 'interval', (value) => {
    const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
    if (text === '' || text.length > limits.keyChars) return undefined;
    return Object.hasOwn(intervals, text) ? intervals[text] : text;
  });
}

/**
 * `canceled` is the other spelling of `cancelled`; any other value that is no status is `unknown`
 * (SAFE-39).
 */
export function statusOf(details: Details): SubscriptionStatus | undefined {
  const value = Object.hasOwn(details, 'status') ? details.status : undefined;
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const spelt = text === 'canceled' ? 'cancelled' : text;
  return subscriptionStatuses.find((status) => status === spelt) ?? 'unknown';
}
