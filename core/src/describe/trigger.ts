import { GROUPS } from '../condition/tree.ts';
import type { EventTrigger } from '../flow/definition.ts';
import { limits } from '../limits.ts';
import {
  RENEWAL_INTERVALS,
  RENEWAL_TRIGGER,
  type RenewalTrigger,
} from '../renewal/renewal-trigger.ts';
import { operatorType } from './condition-texts.ts';
import { valueRule } from './conditions.ts';
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

/** A key that is missing here does not compile. */
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

/** The name of an event, of this account where it has one. */
export function exampleEvent(names: AccountNames): string {
  return names.event_types[0] ?? 'signed_up';
}

/** Keys of a renewal trigger; one that is missing here does not compile. */
const renewalKeys: { [Name in keyof Required<RenewalTrigger>]: Key } = {
  type: { type: `"${RENEWAL_TRIGGER}"`, required: true, note: 'Not the name of an event' },
  product: { type: 'string', required: true, note: 'Key of a product' },
  interval: { type: RENEWAL_INTERVALS.join(' | '), required: true, note: 'Of the subscription' },
  days_before: {
    type: 'integer',
    required: true,
    note: `0 to ${limits.renewalDaysBeforeMax} calendar days before the renewal date in timezone`,
  },
  local_time: { type: 'string', required: true, note: 'HH:MM of 24 hours' },
  timezone: { type: 'string', required: true, note: 'IANA name, such as Europe/Paris' },
  repeat: {
    type: 'boolean',
    required: false,
    note: 'true when left out: again before each renewal; the flow’s run_policy is then repeat',
  },
  label: { type: 'string', required: false, note: 'What people read' },
};

function renewalText(names: AccountNames): TopicText {
  return {
    rules: [
      'Starts the flow for each subscription of the product that is active and about to renew, on the day and at the time; no event is recorded.',
      'Only the keys listed are allowed; event, match and ignore_historical are refused on save.',
      'run_policy stands beside the definition; with repeat true it has to be "repeat".',
      'The same renewal date never starts it twice. With repeat false a subscription is reminded once, ever.',
      'Who can never be emailed, and a subscription that ends instead of renewing, is left out.',
      'Emails of the flow know automation.subscription, automation.target_at and automation.days_before.',
      'preview_renewal_approaching shows who would be reminded in the days ahead, and why others would not.',
    ],
    fields: Object.entries(renewalKeys).map(([name, key]) => ({ name, ...key })),
    example: {
      type: RENEWAL_TRIGGER,
      product: names.products[0] ?? 'membership',
      interval: 'yearly',
      days_before: 14,
      local_time: '09:00',
      timezone: 'America/New_York',
      repeat: true,
    },
    errors: [...errorsLike(/^(trigger|renewal)_/), ...errorsNamed('product_unknown')],
    see: ['preview_renewal_approaching', 'describe_schema liquid', 'describe_schema flow'],
  };
}

export const trigger: Topic = {
  names: ['event_types'],
  partNames: { [RENEWAL_TRIGGER]: ['products'] },
  parts: [RENEWAL_TRIGGER],
  text: (names, part) => (part === RENEWAL_TRIGGER ? renewalText(names) : eventText(names)),
};

function eventText(names: AccountNames): TopicText {
  return {
    rules: [
      'A trigger without type starts the flow on an event of this exact name; any other key is refused on save.',
      `A flow that starts before a subscription renews has the type ${RENEWAL_TRIGGER}: see part.`,
      'The event need not have happened yet, but then check the name with whoever sends it.',
      `match is one leaf, or one group: ${GROUPS.join(', ')}, as in conditions; ${limits.conditionDepth} levels at most.`,
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
    see: ['list_event_types', 'describe_schema flow', 'describe_schema events'],
  };
}
