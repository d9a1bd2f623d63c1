import type { ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { localTime } from '../renewals/preview-row.ts';
import { report } from '../validate/codes.ts';
import { checkScheduleTrigger, scheduleKeys } from './schedule-keys.ts';
import { nextScheduled, planSchedule } from './schedule-plan.ts';
import { scheduleTriggerType } from './schedule-trigger.ts';
import { checkRepeats, checkSegment, namedSegment, textOf, withoutBlanks } from './trigger-keys.ts';
import type { TriggerType } from './trigger-type.ts';

/** Starts a flow for everybody in a segment at the times of a rule (TRIG2-05). */
export const scheduleTrigger: TriggerType = {
  keys: scheduleKeys,
  check: checkScheduleTrigger,

  references: (trigger, path, { references, runPolicy }) => [
    ...checkSegment(trigger, path, references.segments),
    ...checkRepeats(true, `${path}.rrule`, runPolicy),
    ...checkTimes(trigger, `${path}.rrule`, references.now),
  ],

  names: namedSegment,
  canonical: (trigger) => withoutBlanks(trigger, ['label']),

  compile() {
    return () => ({ matched: false, reason: 'The flow starts by a schedule, not on an event.' });
  },

  startsFor(trigger, { now }) {
    const plan = planSchedule(trigger);
    if (plan === null) return null;
    const { segment, timezone } = plan.trigger;
    const next = nextScheduled(plan, now.getTime());
    if (next === null) return 'The schedule has no time to come, so no run would start.';
    const at = localTime(new Date(next), timezone).slice(0, 16).replace('T', ' at ');
    return `The flow starts next on ${at}, ${timezone}, for everybody in ${quoted(segment)} then.`;
  },

  summary: (trigger) => ({
    type: scheduleTriggerType,
    label: textOf(trigger, 'label'),
    summary: summaryText(trigger),
  }),
};

/** A schedule that starts nobody: its UNTIL is past, or no day is as it says. */
function checkTimes(trigger: JsonObject, path: string, now: Date | undefined): ValidationIssue[] {
  const plan = now === undefined ? null : planSchedule(trigger);
  if (now === undefined || plan === null || nextScheduled(plan, now.getTime()) !== null) return [];
  const message =
    plan.rule.until === null
      ? 'In the next 50 years no day is as the rule says, so the flow starts nobody.'
      : 'No time of the rule is to come before its UNTIL, so the flow starts nobody.';
  return [report('trigger_never_starts', path, message)];
}

function summaryText(trigger: JsonObject): string {
  if (checkScheduleTrigger(trigger, '').length > 0) return 'By a schedule, not complete yet';
  const text = (key: string) => String(own(trigger, key));
  return `For everybody in ${text('segment')}, ${text('rrule')} ${text('timezone')}`;
}
