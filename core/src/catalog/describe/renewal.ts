import { activeStatuses } from '../../billing/status.ts';
import type { skipReasons } from '../../flows/renewals/eligibility.ts';
import {
  type RenewalTrigger,
  renewalIntervals,
  renewalTriggerType,
} from '../../flows/renewals/renewal-trigger.ts';
import { limits } from '../../platform/limits.ts';
import {
  type AccountNames,
  anyOf,
  errorsLike,
  errorsNamed,
  fieldOf,
  type Topic,
  type TopicField,
  type TopicText,
} from './topic.ts';

type Key = Omit<TopicField, 'name'>;

/** Keys of a renewal trigger; a missing one does not compile. */
const renewalKeys: { [Name in keyof Required<RenewalTrigger>]: Key } = {
  type: { type: `"${renewalTriggerType}"`, required: true, note: 'Not the name of an event' },
  product: { type: 'string', required: true, note: 'Key of a product' },
  interval: { type: renewalIntervals.join(' | '), required: true, note: 'Of the subscription' },
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
    note: 'true when left out: again before each renewal',
  },
  label: { type: 'string', required: false, note: 'What people read' },
};

/** The text about the renewal trigger; also a part of the topic trigger. */
export function renewalText(names: AccountNames): TopicText {
  return {
    rules: [
      `Starts the flow for each subscription of the product and interval that is ${anyOf(activeStatuses)}, on the day and at the time; no event is recorded.`,
      'What is late is caught up with until the day ends in timezone. A time that a clock change leaves out is skipped; of one that comes twice the first counts.',
      'event, match and ignore_historical are refused on save.',
      'run_policy is beside the definition; with repeat true it has to be "repeat".',
      'No renewal date starts it twice, nor another date while the one reminded of lies ahead. With repeat false a subscription is reminded once, ever.',
      'Two subscriptions of one person run side by side, but of two with the same product and interval neither is chosen.',
      'Who can never be emailed, or whose subscription ends instead, is left out; a run under way then ends before its next send_email.',
      'Emails of the flow know automation.subscription, automation.days_before, and in timezone automation.renewal_date, automation.renewal_at and automation.renewal_timezone.',
      'automation.target_at is when the reminder is due, days_before ahead of the renewal: write the day it renews with automation.renewal_date.',
      'preview_renewal_approaching shows who would be reminded, and why others would not (part skipped).',
    ],
    fields: Object.entries(renewalKeys).map(([name, key]) => ({ name, ...key })),
    example: {
      type: renewalTriggerType,
      product: names.products[0] ?? 'membership',
      interval: 'yearly',
      days_before: 14,
      local_time: '09:00',
      timezone: 'America/New_York',
      repeat: true,
    },
    errors: [...errorsLike(/^(trigger|renewal)_/), ...errorsNamed('product_unknown')],
    see: ['preview_renewal_approaching', 'describe_schema liquid'],
  };
}

/** In order of precedence; a missing one does not compile. */
const reasons: Readonly<Record<(typeof skipReasons)[number], string>> = {
  not_renewal_trigger: 'The trigger is none of renewals; the row has only the reason',
  unknown_product: 'The product is missing or does not exist; the row has only the reason',
  no_person: 'There is no such person any more',
  ambiguous: 'The person has several with this product and interval that are not over',
  cancelled: 'It is cancelled or has ended',
  not_active: 'It is inactive',
  scheduled_cancel: 'It ends instead of renewing',
  missing_date: 'next_renewal_at is not known',
  missing_amount: 'renewal_amount_cents is not known; zero is an amount',
  suppressed: 'The person is unsubscribed, hard-bounced or complained',
  already_sent: 'A reminder of this renewal was sent; without repeat, any reminder',
  already_enrolled: 'A run for this renewal began, or an earlier one has not ended',
  same_cycle: 'A reminder was sent, the date was changed, and the first date lies ahead',
  unresolved_time: 'local_time does not exist on that day',
  past_target: 'The day on which it was due has ended',
};

const skipped: TopicText = {
  rules: [
    'preview_renewal_approaching gives each subscription that is skipped one reason, the first of these that applies.',
    `Rows whose reminder is due in more than ${limits.renewalPreviewDays} days are left out; keys without a value too.`,
    'A preview, the reminders themselves and preview_email with flow_id decide alike.',
  ],
  fields: Object.entries(reasons).map(([name, note]) => fieldOf(name, 'reason', note)),
  example: { reason: 'missing_date', person_id: 7, subscription_id: 3, timezone: 'Europe/Paris' },
  errors: [],
  see: ['preview_renewal_approaching', 'list_subscriptions', 'describe_schema events'],
};

export const renewal: Topic = {
  names: ['products'],
  partNames: { skipped: [] },
  parts: ['skipped'],
  text: (names, part) => (part === 'skipped' ? skipped : renewalText(names)),
};
