import { type DateTrigger, dateTriggerType } from '../../flows/triggers/date-trigger.ts';
import { freqs } from '../../flows/triggers/rrule.ts';
import {
  type ScheduleTrigger,
  scheduleTriggerType,
} from '../../flows/triggers/schedule-trigger.ts';
import { type SegmentTrigger, segmentTriggerType } from '../../flows/triggers/segment-trigger.ts';
import { limits } from '../../platform/limits.ts';
import {
  type AccountNames,
  anyOf,
  errorsLike,
  errorsNamed,
  type TopicField,
  type TopicText,
} from './topic.ts';

type Key = Omit<TopicField, 'name'>;

const label: Key = { type: 'string', required: false, note: 'What people read' };

const days = `0 to ${limits.triggerDaysMax} calendar days`;

/** Keys of a date trigger; a missing one does not compile. */
const dateKeys: { [Name in keyof Required<DateTrigger>]: Key } = {
  type: { type: `"${dateTriggerType}"`, required: true, note: 'Not the name of an event' },
  field: { type: 'string', required: true, note: 'Key of a custom field of type date' },
  days_before: { type: 'integer', required: false, note: `${days} before the date` },
  days_after: { type: 'integer', required: false, note: `${days} after it` },
  local_time: { type: 'string', required: true, note: 'HH:MM of 24 hours' },
  timezone: {
    type: 'string',
    required: true,
    note: '"person", or an IANA name such as Europe/Paris for everybody',
  },
  repeat: {
    type: 'once | yearly',
    required: false,
    note: 'once when left out: on the date itself; yearly: on its anniversaries too',
  },
  label,
};

/** The text about the date trigger, a part of the topic trigger. */
export function dateText(names: AccountNames): TopicText {
  return {
    rules: [
      'Starts the flow on, before or after a date that a custom field holds of each person; no event is recorded.',
      'Exactly one of days_before and days_after; 0 is the date itself.',
      'What comes late is caught up with until the local day ends, also when the flow is activated on that day.',
      'With timezone person, somebody without a time zone has that of the account. A local time that a clock change leaves out is the next minute that exists; of one that comes twice the first counts.',
      `yearly: the 29th of February falls on the 1st of March in common years; dates before ${limits.anniversaryFirstYear} have no anniversaries.`,
      'Each date starts the flow once for a person; a changed date starts it again. With yearly the run_policy is "repeat", or a person is taken once.',
      'dry_run_flow without an event says when it starts for a person.',
    ],
    fields: Object.entries(dateKeys).map(([name, key]) => ({ name, ...key })),
    example: {
      type: dateTriggerType,
      field: names.fields.find(({ type }) => type === 'date')?.key ?? 'birthday',
      days_before: 0,
      local_time: '09:00',
      timezone: 'person',
      repeat: 'yearly',
    },
    errors: [...errorsLike(/^trigger_/), ...errorsNamed('field_unknown')],
    see: ['dry_run_flow', 'describe_schema trigger', 'describe_schema flow'],
  };
}

/** Keys of a schedule; a missing one does not compile. */
const scheduleKeys: { [Name in keyof Required<ScheduleTrigger>]: Key } = {
  type: { type: `"${scheduleTriggerType}"`, required: true, note: 'Not the name of an event' },
  rrule: { type: 'string', required: true, note: 'A rule of RFC 5545, without DTSTART' },
  segment: { type: 'string', required: true, note: 'Key of a segment' },
  timezone: { type: 'string', required: true, note: 'IANA name, such as Europe/Paris' },
  label,
};

/** The text about schedules, a part of the topic trigger. */
export function scheduleText(names: AccountNames): TopicText {
  return {
    rules: [
      'Starts the flow at each time of the rule, for everybody who is in the segment then; no event is recorded.',
      `FREQ is ${anyOf(freqs)}; INTERVAL, UNTIL, WKST, BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE and BYSETPOS as in RFC 5545. There is no COUNT, since nothing begins to count.`,
      'What a rule leaves open counts from Monday, the 1st of January 2024, at midnight in timezone: FREQ=WEEKLY is each Monday at 00:00, FREQ=MONTHLY each 1st, and INTERVAL=2 every second one since then.',
      'Times are local. One that a clock change leaves out is the next minute that exists; of one that comes twice the first counts.',
      'Of the times that were missed while the service was stopped only the last starts the flow; times before the flow was active, or while it was paused, start nothing.',
      'With run_policy "single_run" a person is taken once, ever.',
    ],
    fields: Object.entries(scheduleKeys).map(([name, key]) => ({ name, ...key })),
    example: {
      type: scheduleTriggerType,
      rrule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9',
      segment: names.segments[0] ?? 'customers',
      timezone: 'Europe/Paris',
    },
    errors: [...errorsLike(/^trigger_/), ...errorsNamed('segment_unknown')],
    see: ['dry_run_flow', 'describe_schema segments', 'describe_schema flow'],
  };
}

/** Keys of a trigger of a segment; a missing one does not compile. */
const segmentKeys: { [Name in keyof Required<SegmentTrigger>]: Key } = {
  type: { type: `"${segmentTriggerType}"`, required: true, note: 'Not the name of an event' },
  segment: { type: 'string', required: true, note: 'Key of a segment' },
  on: { type: 'enters | leaves', required: true, note: 'Which of the two starts the flow' },
  label,
};

/** The text about triggers of segments, a part of the topic trigger. */
export function segmentText(names: AccountNames): TopicText {
  return {
    rules: [
      'Starts the flow as somebody enters or leaves the segment; no event is recorded.',
      'Who is inside at the activation has not entered. An edit of the segment makes nobody enter or leave.',
      'Changes are noticed within a second or two, and so is entering or leaving by time alone, such as 30 days after an event.',
      'Who enters and leaves again before it was noticed has done neither.',
      'While the flow is paused nobody starts, nor later for what happened meanwhile.',
      'With run_policy "repeat" a person starts again with each entering, once the earlier run has ended.',
    ],
    fields: Object.entries(segmentKeys).map(([name, key]) => ({ name, ...key })),
    example: {
      type: segmentTriggerType,
      segment: names.segments[0] ?? 'customers',
      on: 'enters',
    },
    errors: [...errorsLike(/^trigger_/), ...errorsNamed('segment_unknown')],
    see: ['describe_schema segments', 'dry_run_flow', 'describe_schema flow'],
  };
}
