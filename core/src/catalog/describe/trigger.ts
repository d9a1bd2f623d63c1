import { groups } from '../../conditions/tree.ts';
import type { EventTrigger } from '../../flows/definition/definition.ts';
import { renewalTriggerType } from '../../flows/renewals/renewal-trigger.ts';
import { dateTriggerType } from '../../flows/triggers/date-trigger.ts';
import { scheduleTriggerType } from '../../flows/triggers/schedule-trigger.ts';
import { segmentTriggerType } from '../../flows/triggers/segment-trigger.ts';
import { limits } from '../../platform/limits.ts';
import { operatorType } from './condition-texts.ts';
import { valueRule } from './conditions.ts';
import { renewalText } from './renewal.ts';
import { dateText, scheduleText, segmentText } from './timed-triggers.ts';
import {
  type AccountNames,
  errorsLike,
  errorsNamed,
  fieldOf,
  type Topic,
  type TopicField,
  type TopicText,
} from './topic.ts';

type Key = Omit<TopicField, 'name'>;

/** A key missing here does not compile. */
const keys: { [Name in keyof Required<EventTrigger>]: Key } = {
  event: { type: 'string', required: true, note: 'Exact name of the event' },
  match: { type: 'object', required: false, note: 'A leaf of detail, op and value, or a group' },
  label: { type: 'string', required: false, note: 'What people read' },
  ignore_historical: {
    type: 'boolean',
    required: false,
    note: `true when left out: events said to be historical, or over ${limits.historicalAfterHours} hours late, start nothing and open no gate`,
  },
};

/** The name of an event, from this account if it has one. */
export function exampleEvent(names: AccountNames): string {
  return names.event_types[0] ?? 'signed_up';
}

export const trigger: Topic = {
  names: ['event_types'],
  partNames: {
    [renewalTriggerType]: ['products'],
    [dateTriggerType]: ['fields'],
    [scheduleTriggerType]: ['segments'],
    [segmentTriggerType]: ['segments'],
  },
  parts: [renewalTriggerType, dateTriggerType, scheduleTriggerType, segmentTriggerType],
  text: (names, part) => (part === null ? eventText(names) : (texts[part] ?? eventText)(names)),
};

const texts: Readonly<Record<string, (names: AccountNames) => TopicText>> = {
  [renewalTriggerType]: renewalText,
  [dateTriggerType]: dateText,
  [scheduleTriggerType]: scheduleText,
  [segmentTriggerType]: segmentText,
};

function eventText(names: AccountNames): TopicText {
  return {
    rules: [
      'A trigger without type starts the flow on an event of this exact name; any other key is refused on save.',
      `Parts are the other types: ${renewalTriggerType} (topic renewal), ${dateTriggerType} (dates of people), ${scheduleTriggerType} (times of a rule), ${segmentTriggerType} (somebody enters or leaves one).`,
      'The event need not have happened yet.',
      `match is one leaf, or one group: ${groups.join(', ')}, as in conditions; ${limits.conditionDepth} levels at most.`,
      'detail names a top key of the event’s details, not a path; list_event_types shows the details of each event.',
      valueRule,
      'A match with an absent detail is false, but for blank.',
    ],
    fields: [
      ...Object.entries(keys).map(([name, key]) => ({ name, ...key })),
      fieldOf('match.detail', 'string', 'A key of the details', true),
      fieldOf('match.op', operatorType, 'How to compare', true),
      fieldOf('match.value', 'string | number | boolean', 'What to compare with'),
    ],
    example: {
      event: exampleEvent(names),
      match: {
        all: [
          { detail: 'plan', op: 'equals', value: 'pro' },
          { not: { detail: 'seats', op: 'less', value: 5 } },
        ],
      },
    },
    errors: [
      ...errorsLike(/^(trigger|match)_/),
      ...errorsNamed('operator_unknown', 'value_missing', 'value_malformed'),
    ],
    see: ['list_event_types'],
  };
}
