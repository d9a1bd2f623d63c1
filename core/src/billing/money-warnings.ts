import type { Issue } from '../platform/issue.ts';
import { own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { isTimestamp } from '../platform/timestamp.ts';
import {
  centsAt,
  centsInText,
  currencyOf,
  externalIdOf,
  flagAt,
  intervalOf,
  statusOf,
} from './detail-values.ts';
import { moneyEventNames } from './money-event.ts';
import { namedProduct } from './product-name.ts';

type Details = Readonly<Record<string, unknown>>;

function warn(key: string, code: string, message: string): Issue {
  return { path: `details.${key}`, code, message };
}

/** What is wrong with an amount that cannot be used. */
function centsFault(value: unknown): string {
  const isText = typeof value === 'string' && /^\s*-?\d+(?:\.0+)?\s*$/.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) return 'no whole number of cents';
  if (number < 0) return 'less than 0';
  return `more than ${limits.moneyCentsMax}`;
}

/** An amount that is missing where the row needs it, cannot be used, or is written as text. */
function amountWarnings(details: Details, key: string, missing: string | null): Issue[] {
  const value = own(details, key);
  if (value === undefined || value === null) {
    if (missing === null) return [];
    return [warn(key, 'amount_missing', `${key} is missing, so ${missing}.`)];
  }
  const cents = centsAt(details, key);
  if (cents === undefined) {
    const instead = missing ?? 'it is left out';
    const message = `${key} is ${quoted(value)}, which is ${centsFault(value)}, so ${instead}.`;
    return [warn(key, 'amount_invalid', message)];
  }
  if (centsInText(value) === undefined) return [];
  const message = `${key} is the text ${quoted(value)}; it is taken as the number ${cents}.`;
  return [warn(key, 'number_as_text', message)];
}

/** Events that end a subscription whatever status they bring. */
const endings = ['subscription_cancelled', 'subscription_ended'];

function statusWarnings(name: string, details: Details): Issue[] {
  if (statusOf(details) !== 'unknown') return [];
  const instead = endings.includes(name)
    ? 'It is left out.'
    : 'It is stored as unknown, which never renews.';
  const message = `${quoted(details.status)} is no known status. ${instead}`;
  return [warn('status', 'status_unknown', message)];
}

/** A detail that is there and left out, since it is not of the kind that the row takes. */
function leftOut(details: Details, key: string, code: string, kind: string, usable: boolean) {
  const value = own(details, key);
  if (usable || value === undefined || value === null) return [];
  return [warn(key, code, `${key} is ${quoted(value)}, which is no ${kind}, so it is left out.`)];
}

function idWarnings(details: Details): Issue[] {
  return leftOut(details, 'external_id', 'text_invalid', 'id', externalIdOf(details) !== null);
}

function productWarnings(details: Details): Issue[] {
  const known = namedProduct(own(details, 'product')) !== null;
  return leftOut(details, 'product', 'text_invalid', 'name of a product', known);
}

function subscriptionWarnings(name: string, details: Details): Issue[] {
  const flag = 'cancel_at_period_end';
  const next = 'next_renewal_at';
  const date = own(details, next);
  const known = {
    interval: intervalOf(details) !== undefined,
    currency: currencyOf(details) !== undefined,
    date: typeof date === 'string' && isTimestamp(date),
    flag: flagAt(details, flag) !== undefined,
  };
  return [
    ...idWarnings(details),
    ...productWarnings(details),
    ...statusWarnings(name, details),
    ...leftOut(details, 'interval', 'text_invalid', 'interval', known.interval),
    ...amountWarnings(details, 'renewal_amount_cents', null),
    ...leftOut(details, 'currency', 'currency_invalid', 'code of a currency', known.currency),
    ...leftOut(details, next, 'date_invalid', 'ISO 8601 timestamp', known.date),
    ...leftOut(details, flag, 'flag_invalid', 'true or false', known.flag),
  ];
}

const withoutAmount: Readonly<Record<string, string>> = {
  purchased: 'the purchase counts with an amount of 0',
  payment_succeeded: 'no payment is counted',
  payment_refunded: 'no refund is counted',
};

/** What an event about money says that is recorded and cannot be used (SAFE-37 to SAFE-41). */
export function moneyWarnings(name: string, details: Details): Issue[] {
  if (!moneyEventNames.has(name)) return [];
  const missing = own(withoutAmount, name);
  if (typeof missing !== 'string') return subscriptionWarnings(name, details);
  return [
    ...idWarnings(details),
    ...(name === 'purchased' ? productWarnings(details) : []),
    ...amountWarnings(details, 'amount_cents', missing),
  ];
}
