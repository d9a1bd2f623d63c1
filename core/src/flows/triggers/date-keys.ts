import type { ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { report } from '../validate/codes.ts';
import { dateRepeats } from './date-trigger.ts';
import {
  checkKeys,
  daysRule,
  isFieldKey,
  type KeyRule,
  labelRule,
  localTimeRule,
  optionalKey,
  personOrZoneRule,
} from './trigger-keys.ts';

const days = optionalKey(daysRule(limits.triggerDaysMax));

const rules: Readonly<Record<string, KeyRule>> = {
  field: {
    what: 'the key of a custom field of type date',
    holds: isFieldKey,
  },
  days_before: days,
  days_after: days,
  local_time: localTimeRule,
  timezone: personOrZoneRule,
  repeat: optionalKey({
    what: dateRepeats.join(' or '),
    holds: (value) => dateRepeats.some((repeat) => repeat === value),
  }),
  label: labelRule,
};

export const dateSides = ['days_before', 'days_after'] as const;

/** The keys of a date trigger in canonical order. */
export const dateKeys = ['type', ...Object.keys(rules)];

/** Every fault of the keys of a date trigger (TRIG2-04). */
export function checkDateTrigger(trigger: JsonObject, path: string): ValidationIssue[] {
  const found = checkKeys(trigger, path, rules);
  const given = dateSides.filter((side) => (own(trigger, side) ?? null) !== null);
  if (given.length !== 1) {
    const has = given.length === 2 ? 'both' : 'neither';
    const message = `The trigger takes exactly one of days_before and days_after; it has ${has}.`;
    found.push(report('trigger_days_malformed', path, message));
  }
  return found;
}
