import { unknownName } from '../../conditions/leaf-keys.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { ZoneClocks } from '../../platform/zone-clock.ts';
import { localTime } from '../renewals/preview-row.ts';
import { report } from '../validate/codes.ts';
import { checkDateTrigger, dateKeys, dateSides } from './date-keys.ts';
import { hasAnniversaries, nextStart, planDates } from './date-plan.ts';
import { dateTriggerType } from './date-trigger.ts';
import { checkRepeats, isFieldKey, textOf, withoutBlanks } from './trigger-keys.ts';
import type { TriggerType } from './trigger-type.ts';

/** Starts a flow on, before or after a date of each person (TRIG2-04). */
export const dateTrigger: TriggerType = {
  keys: dateKeys,

  check: checkDateTrigger,

  references(trigger, path, { references, runPolicy }) {
    return [
      ...checkDateField(trigger, path, references.fields),
      ...checkRepeats(own(trigger, 'repeat') === 'yearly', `${path}.repeat`, runPolicy),
    ];
  },

  names(trigger) {
    const field = own(trigger, 'field');
    return isFieldKey(field) ? [{ kind: 'field', name: field }] : [];
  },

  canonical: (trigger) => withoutBlanks(trigger, [...dateSides, 'repeat', 'label']),

  compile() {
    return () => ({ matched: false, reason: 'The flow starts on a date, not on an event.' });
  },

  startsFor(trigger, { fields, timezone, accountZone, now }) {
    const plan = planDates(trigger);
    if (plan === null) return null;
    const value = fields[plan.trigger.field];
    const field = quoted(plan.trigger.field);
    if (typeof value !== 'string') {
      return `The person has no date in ${field}, so nothing would start the flow.`;
    }
    const clock = new ZoneClocks().either(plan.zone ?? timezone, accountZone);
    const next = nextStart(plan, value, clock, now.getTime());
    if (next === null && plan.yearly && !hasAnniversaries(value)) {
      return `The date in ${field}, ${value}, is before ${limits.anniversaryFirstYear} and has no anniversaries, so no run would start.`;
    }
    if (next === null) return `The date in ${field}, ${value}, has passed, so no run would start.`;
    const at = localTime(new Date(next.at), clock.timezone).slice(0, 16).replace('T', ' at ');
    return `The flow starts for this person on ${at}, ${clock.timezone}.`;
  },

  summary: (trigger) => ({
    type: dateTriggerType,
    label: textOf(trigger, 'label'),
    summary: summaryText(trigger),
  }),
};

function checkDateField(
  trigger: JsonObject,
  path: string,
  fields: ReadonlyMap<string, string>,
): ValidationIssue[] {
  const key = own(trigger, 'field');
  if (!isFieldKey(key)) return [];
  const type = fields.get(key);
  if (type === 'date') return [];
  const at = `${path}.field`;
  if (type !== undefined) {
    const message = `The field ${quoted(key)} is a ${type} and holds no date.`;
    return [report('trigger_field_not_date', at, message)];
  }
  const message = `There is no active custom field ${quoted(key)}.`;
  return [unknownName('field_unknown', at, message, key, fields.keys())];
}

function summaryText(trigger: JsonObject): string {
  if (checkDateTrigger(trigger, '').length > 0) return 'On a date, not complete yet';
  const before = own(trigger, 'days_before');
  const count = before ?? own(trigger, 'days_after');
  const side = before === undefined ? 'after' : 'before';
  const when = count === 0 ? 'On' : `${count} day${count === 1 ? '' : 's'} ${side}`;
  const every = own(trigger, 'repeat') === 'yearly' ? ', each year' : '';
  const zone = own(trigger, 'timezone');
  const whose = zone === 'person' ? 'by the clock of the person' : String(zone);
  return `${when} the date in ${own(trigger, 'field')}${every}, at ${own(trigger, 'local_time')} ${whose}`;
}
