import { activeStatuses } from '../../billing/status.ts';
import { comparisonOperators } from '../../conditions/compare.ts';
import type { ConditionLeaf } from '../../conditions/condition.ts';
import { dateOperators } from '../../conditions/date-compare.ts';
import { personFields } from '../../conditions/person-fields.ts';
import { type PredicateName, predicates } from '../../conditions/predicates.ts';
import type { FieldType } from '../../people/field-type.ts';
import { limits } from '../../platform/limits.ts';
import { type AccountNames, anyOf, type TopicField } from './topic.ts';

type Keys<Leaf> = Exclude<keyof Leaf, 'type'>;

/** The texts about one condition type; a missing one does not compile. */
interface LeafText<Leaf> {
  purpose: string;
  keys: { [Key in keyof Pick<Leaf, Keys<Leaf>>]-?: Omit<TopicField, 'name'> };
  /** Null if the account has no record to use. */
  example(names: AccountNames): object | null;
}

export const operatorType = comparisonOperators.join(' | ');

export const sampleValues: Record<FieldType, string | number | boolean> = {
  string: 'pro',
  number: 5,
  boolean: true,
  date: '2026-01-31',
};

const key = (type: string, note: string, required = true) => ({ type, note, required });
const within = key(
  'integer',
  `Only the last so many days of 24 hours, at most ${limits.withinDaysMax}`,
  false,
);
const emailId = key('integer', 'Id of an email, archived ones too; left out for any', false);
const sequenceId = key('integer', 'Id of a sequence');
const product = key('string', 'Key of a product');
const order = 'equals | greater | less';

const [somePredicate = ''] = Object.keys(predicates);

/** The texts about all types of condition leaves. */
export const leafTexts: {
  [Type in ConditionLeaf['type']]: LeafText<Extract<ConditionLeaf, { type: Type }>>;
} = {
  email: {
    purpose: 'Compares the address with the value; letter case does not count.',
    keys: {
      op: key('equals | starts_with | ends_with | contains', 'How to compare'),
      value: key('string', 'An address or a part of one'),
    },
    example: () => ({ type: 'email', op: 'ends_with', value: '@example.com' }),
  },
  field: {
    purpose: 'Compares a custom field of the person with the value.',
    keys: {
      field: key('string', `Key of a custom field that exists, or ${personFields.join(', ')}`),
      op: key(
        `${operatorType} | ${dateOperators.join(' | ')}`,
        'How to compare; the last four take fields of type date',
      ),
      value: key(
        'string | number | boolean | object',
        'Of the type of the field; {"amount": 7, "unit": "days"} from now for the last four, today counts',
        false,
      ),
    },
    example: ({ fields: [field] }) =>
      field
        ? { type: 'field', field: field.key, op: 'equals', value: sampleValues[field.type] }
        : null,
  },
  has_tag: {
    purpose: 'The person has the tag; case does not count.',
    keys: { tag: key('string', 'Name of a tag') },
    example: ({ tags: [tag = 'customer'] }) => ({ type: 'has_tag', tag }),
  },
  suppressed: {
    purpose: 'The person is never emailed: unsubscribed, hard-bounced or complained.',
    keys: {},
    example: () => ({ not: { type: 'suppressed' } }),
  },
  subscribed_on: {
    purpose: 'The day the person was first known: less is before, greater after, strictly.',
    keys: { op: key(order, 'How to compare'), value: key('string', 'A date, YYYY-MM-DD') },
    example: () => ({ type: 'subscribed_on', op: 'greater', value: sampleValues.date }),
  },
  event_occurred: {
    purpose: 'The person has an event of this name, whose details satisfy the match.',
    keys: {
      event: key('string', 'Exact name of an event'),
      match: key('object', 'As in describe_schema trigger', false),
      within_days: within,
    },
    example: ({ event_types: [event] }) =>
      event === undefined ? null : { type: 'event_occurred', event, within_days: 30 },
  },
  event_count: {
    purpose: 'Compares how many events of this name the person has.',
    keys: {
      event: key('string', 'Exact name of an event'),
      match: key('object', 'As in describe_schema trigger', false),
      op: key(order, 'How to compare'),
      value: key('integer', `0 to ${limits.eventCountMax}`),
      within_days: within,
    },
    example: ({ event_types: [event] }) =>
      event === undefined
        ? null
        : { type: 'event_count', event, op: 'greater', value: 2, within_days: 30 },
  },
  received_email: {
    purpose: 'The email was sent to the person; tests do not count.',
    keys: { email_id: emailId, within_days: within },
    example: () => ({ type: 'received_email', within_days: 7 }),
  },
  opened_email: {
    purpose: 'The person opened the email; bots are left out.',
    keys: { email_id: emailId, within_days: within },
    example: ({ emails: [email] }) =>
      email ? { type: 'opened_email', email_id: email.id } : { type: 'opened_email' },
  },
  clicked_email: {
    purpose: 'The person clicked a link of the email; bots are left out.',
    keys: { email_id: emailId, within_days: within },
    example: () => ({ type: 'clicked_email', within_days: 90 }),
  },
  engaged: {
    purpose: 'The person opened or clicked any email; bots are left out.',
    keys: { within_days: { ...within, required: true } },
    example: () => ({ type: 'engaged', within_days: 90 }),
  },
  consented: {
    purpose: 'The newest entry about the purpose in the ledger of consent is no withdrawal.',
    keys: { purpose: key('string', 'marketing, the purpose of a form or the id of a toggle') },
    example: () => ({ type: 'consented', purpose: 'marketing' }),
  },
  started_sequence: {
    purpose: 'The person started the sequence.',
    keys: { sequence_id: sequenceId, within_days: within },
    example: ({ sequences: [sequence] }) =>
      sequence ? { type: 'started_sequence', sequence_id: sequence.id, within_days: 30 } : null,
  },
  finished_sequence: {
    purpose: 'The person reached the end of the sequence.',
    keys: { sequence_id: sequenceId, within_days: within },
    example: ({ sequences: [sequence] }) =>
      sequence ? { type: 'finished_sequence', sequence_id: sequence.id } : null,
  },
  completed_flow: {
    purpose: 'The person ran off the end of the flow; exit_flow does not complete it.',
    keys: { flow: key('string', 'Key of a flow') },
    example: ({ flows: [flow] }) => (flow === undefined ? null : { type: 'completed_flow', flow }),
  },
  active_subscription: {
    purpose: `The person has a subscription to it that is ${anyOf(activeStatuses)}.`,
    keys: { product },
    example: ({ products: [found] }) =>
      found === undefined ? null : { type: 'active_subscription', product: found },
  },
  purchased: {
    purpose: 'The person has bought it, refunded or not.',
    keys: { product },
    example: ({ products: [found] }) =>
      found === undefined ? null : { type: 'purchased', product: found },
  },
  total_spend: {
    purpose: 'Payments and purchases less refunds; 0 if there are none.',
    keys: { op: key(order, 'How to compare'), value: key('integer', 'Cents') },
    example: () => ({ type: 'total_spend', op: 'greater', value: 10_000 }),
  },
  in_segment: {
    purpose: 'The person is in the segment; give exactly one of the keys.',
    keys: {
      segment: key('string', 'Key of a segment', false),
      segment_id: key('integer', 'Id of a segment', false),
    },
    example: ({ segments: [segment] }) =>
      segment === undefined ? null : { type: 'in_segment', segment },
  },
  predicate: {
    purpose: 'A registered predicate holds.',
    keys: {
      name: key(Object.keys(predicates).join(' | '), 'Which predicate'),
      args: key('object', 'Its arguments, listed below', false),
    },
    example: () => examplePredicate(somePredicate as PredicateName),
  },
};

function examplePredicate(name: PredicateName): object {
  return { type: 'predicate', name, args: predicates[name].example };
}

/** Purpose and arguments of every predicate, as fields of the part `predicate`. */
export function predicateFields(): TopicField[] {
  return Object.entries(predicates).flatMap(([name, { purpose, args }]) => [
    { name: `predicate.name ${name}`, type: `"${name}"`, required: false, note: purpose },
    ...Object.entries(args).map(([argument, rest]) => ({
      name: `predicate.args ${name}.${argument}`,
      ...rest,
    })),
  ]);
}
