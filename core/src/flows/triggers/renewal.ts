import { unknownName } from '../../conditions/leaf-keys.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { isTimezone } from '../../platform/timestamp.ts';
import { renewalIntervals, renewalTriggerType } from '../renewals/renewal-trigger.ts';
import { report } from '../validate/codes.ts';
import type { TriggerType } from './trigger-type.ts';

const localTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Names begin with a letter; Intl also accepts offsets such as +05:00 as zones. */
function isZoneName(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z]/.test(value) && isTimezone(value);
}

function isProductKey(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= limits.keyChars;
}

/** The requirement of each key, in words that complete "is", and its test. */
const needs: Readonly<Record<string, { what: string; holds: (value: unknown) => boolean }>> = {
  product: {
    what: `the key of a product, text of 1 to ${limits.keyChars} characters`,
    holds: isProductKey,
  },
  interval: {
    what: renewalIntervals.join(' or '),
    holds: (value) => renewalIntervals.some((interval) => interval === value),
  },
  days_before: {
    what: `a whole number of days from 0 to ${limits.renewalDaysBeforeMax}`,
    holds: (value) =>
      Number.isInteger(value) &&
      (value as number) >= 0 &&
      (value as number) <= limits.renewalDaysBeforeMax,
  },
  local_time: {
    what: 'a time of day as HH:MM, from 00:00 to 23:59',
    holds: (value) => typeof value === 'string' && localTime.test(value),
  },
  timezone: { what: 'the IANA name of a time zone, such as Europe/Paris', holds: isZoneName },
  repeat: {
    what: 'true or false',
    holds: (value) => value === undefined || value === null || typeof value === 'boolean',
  },
  label: {
    what: `text of at most ${limits.nameChars} characters`,
    holds: (value) =>
      value === undefined ||
      value === null ||
      (typeof value === 'string' && value.length <= limits.nameChars),
  },
};

const optional: readonly string[] = ['repeat', 'label'];

/** Starts a flow before a subscription renews (RENEW-01 to RENEW-10). */
export const renewalTrigger: TriggerType = {
  keys: ['type', ...Object.keys(needs)],

  check(trigger, path) {
    const found: ValidationIssue[] = [];
    for (const [key, { what, holds }] of Object.entries(needs)) {
      const value = own(trigger, key);
      if (holds(value)) continue;
      const message = `"${key}" of the trigger is ${what}, not ${quoted(value)}.`;
      const fix = `Write ${what} in "${key}" of the trigger.`;
      found.push(report('trigger_key_malformed', `${path}.${key}`, message, fix));
    }
    return found;
  },

  references(trigger, path, { references, runPolicy }) {
    const found: ValidationIssue[] = [];
    const product = own(trigger, 'product');
    if (isProductKey(product) && !references.products.has(product)) {
      const message = `There is no product ${quoted(product)}.`;
      const at = `${path}.product`;
      found.push(unknownName('product_unknown', at, message, product, references.products));
    }
    if ((own(trigger, 'repeat') ?? true) === true && runPolicy !== 'repeat') {
      const message = `A reminder that repeats needs a flow whose run_policy is repeat, not ${runPolicy}.`;
      found.push(report('renewal_policy_mismatch', `${path}.repeat`, message));
    }
    return found;
  },

  names(trigger) {
    const product = own(trigger, 'product');
    return isProductKey(product) ? [{ kind: 'product', name: product }] : [];
  },

  canonical(trigger) {
    const kept = Object.entries(trigger).filter(([key, value]) => {
      const blank = value === null || (typeof value === 'string' && value.trim() === '');
      return !(blank && optional.includes(key));
    });
    return Object.fromEntries(kept);
  },

  compile() {
    const reason = 'The flow starts before a subscription renews, not on an event.';
    return () => ({ matched: false, reason });
  },

  summary(trigger) {
    const text = (key: string) => {
      const value = own(trigger, key);
      return typeof value === 'string' ? value : null;
    };
    return {
      type: renewalTriggerType,
      product: text('product'),
      label: text('label'),
      summary: summaryText(trigger),
    };
  },
};

function summaryText(trigger: JsonObject): string {
  if (renewalTrigger.check(trigger, '').length > 0) return 'Before a renewal, not complete yet';
  const days = own(trigger, 'days_before');
  const when = days === 0 ? 'On the day' : `${days} day${days === 1 ? '' : 's'} before`;
  const product = `${own(trigger, 'product')} (${own(trigger, 'interval')})`;
  return `${when} ${product} renews, at ${own(trigger, 'local_time')} ${own(trigger, 'timezone')}`;
}
