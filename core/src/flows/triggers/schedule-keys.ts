import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { report } from '../validate/codes.ts';
import { isRule, parseRule } from './rrule.ts';
import { checkKeys, type KeyRule, labelRule, segmentRule, zoneRule } from './trigger-keys.ts';

const rules: Readonly<Record<string, KeyRule>> = {
  rrule: {
    what: `a rule of RFC 5545 of at most ${limits.ruleChars} characters, such as FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`,
    holds: (value) => typeof value === 'string' && value !== '' && value.length <= limits.ruleChars,
  },
  segment: segmentRule,
  timezone: zoneRule,
  label: labelRule,
};

/** The keys of a schedule in canonical order. */
export const scheduleKeys = ['type', ...Object.keys(rules)];

/** Every fault of the keys of a schedule (TRIG2-05). */
export function checkScheduleTrigger(trigger: JsonObject, path: string): ValidationIssue[] {
  const found = checkKeys(trigger, path, rules);
  const text = own(trigger, 'rrule');
  if (typeof text !== 'string' || found.some((issue) => issue.path === `${path}.rrule`))
    return found;
  const read = parseRule(text);
  if (isRule(read)) return found;
  const message = `"rrule" of the trigger is no rule: ${read.fault}.`;
  found.push(meant(report('trigger_rrule_malformed', `${path}.rrule`, message), read.near));
  return found;
}
