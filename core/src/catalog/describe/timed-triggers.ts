import { type DateTrigger, dateTriggerType } from '../../flows/triggers/date-trigger.ts';
import { limits } from '../../platform/limits.ts';
import {
  type AccountNames,
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
