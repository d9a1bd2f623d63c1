import { moneyEventNames } from '../../billing/money-event.ts';
import { ownEvents } from '../../flows/validate/event-unknown.ts';
import { limits } from '../../platform/limits.ts';
import { sampleValues } from './condition-texts.ts';
import { contractFields } from './contract-fields.ts';
import type { AccountNames, Topic } from './topic.ts';
import { exampleEvent } from './trigger.ts';

function exampleFields({ fields: [field] }: AccountNames): object {
  return field ? { [field.key]: sampleValues[field.type] } : { plan: 'pro' };
}

/** Names of events that clients record; the service records its own by itself. */
function recordable({ event_types, ...names }: AccountNames): AccountNames {
  return { ...names, event_types: event_types.filter((name) => !ownEvents.has(name)) };
}

export const events: Topic = {
  names: ['event_types', 'fields', 'tags'],
  parts: [],
  text: (names) => ({
    rules: [
      'Recording an event can start flows and so send mail to its person.',
      'A new address makes a new person; names, fields, tags and events register on first arrival.',
      'Prefer one event with details over many names.',
      'A field keeps the type of its first value: string, number or boolean; null clears a value.',
      'The service records what really changes: tag_added, tag_removed {tag}, field_changed {key, old, new}, unsubscribed, resubscribed {reason, how, email_id, send_id}, sequence_completed {sequence_id, name}, signed_up_by_form {form, purpose, first_time}. Flows can trigger on these.',
      'With idempotency_key a repeat is answered as a duplicate and starts nothing.',
      'A time without an offset is in the time zone of the account.',
      `An event said to be historical, or over ${limits.historicalAfterHours} hours late, starts no flow unless its trigger says so.`,
      `Events about money keep the native rows that conditions read: ${[...moneyEventNames].join(', ')}.`,
      'Their details: external_id, product, interval, status, renewal_amount_cents, currency (EUR), next_renewal_at, cancel_at_period_end; amount_cents of purchases, payments and refunds. null clears; warnings name what could not be used.',
      `details take ${limits.eventDetailsBytes} bytes of JSON, a batch ${limits.eventsPerBatch} events.`,
    ],
    fields: contractFields('record_event'),
    example: {
      email: 'ada@example.com',
      name: exampleEvent(recordable(names)),
      details: { plan: 'pro', seats: 5 },
      idempotency_key: 'order-1042',
      person: { first_name: 'Ada', fields: exampleFields(names), tags: ['customer'] },
    },
    errors: [],
    see: ['list_event_types'],
  }),
};
