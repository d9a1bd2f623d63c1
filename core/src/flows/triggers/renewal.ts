import { unknownName } from '../../conditions/leaf-keys.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { renewalIntervals, renewalTriggerType } from '../renewals/renewal-trigger.ts';
import { report } from '../validate/codes.ts';
import {
  checkKeys,
  daysRule,
  isRecordKeyText,
  type KeyRule,
  labelRule,
  localTimeRule,
  optionalKey,
  textOf,
  withoutBlanks,
  zoneRule,
} from './trigger-keys.ts';
import type { TriggerType } from './trigger-type.ts';

const rules: Readonly<Record<string, KeyRule>> = {
  product: {
    what: `the key of a product, text of 1 to ${limits.keyChars} characters`,
    holds: isRecordKeyText,
  },
  interval: {
    what: renewalIntervals.join(' or '),
    holds: (value) => renewalIntervals.some((interval) => interval === value),
  },
  days_before: daysRule(limits.renewalDaysBeforeMax),
  local_time: localTimeRule,
  timezone: zoneRule,
  repeat: optionalKey({
    what: 'true or false',
    holds: (value) => typeof value === 'boolean',
  }),
  label: labelRule,
};

/** Starts a flow before a subscription renews (RENEW-01 to RENEW-10). */
export const renewalTrigger: TriggerType = {
  keys: ['type', ...Object.keys(rules)],

  check: (trigger, path) => checkKeys(trigger, path, rules),

  references(trigger, path, { references, runPolicy }) {
    const found: ValidationIssue[] = [];
    const product = own(trigger, 'product');
    if (isRecordKeyText(product) && !references.products.has(product)) {
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
    return isRecordKeyText(product) ? [{ kind: 'product', name: product }] : [];
  },

  canonical: (trigger) => withoutBlanks(trigger, ['repeat', 'label']),

  compile() {
    const reason = 'The flow starts before a subscription renews, not on an event.';
    return () => ({ matched: false, reason });
  },

  summary: (trigger) => ({
    type: renewalTriggerType,
    product: textOf(trigger, 'product'),
    label: textOf(trigger, 'label'),
    summary: summaryText(trigger),
  }),
};

function summaryText(trigger: JsonObject): string {
  if (renewalTrigger.check(trigger, '').length > 0) return 'Before a renewal, not complete yet';
  const days = own(trigger, 'days_before');
  const when = days === 0 ? 'On the day' : `${days} day${days === 1 ? '' : 's'} before`;
  const product = `${own(trigger, 'product')} (${own(trigger, 'interval')})`;
  return `${when} ${product} renews, at ${own(trigger, 'local_time')} ${own(trigger, 'timezone')}`;
}
