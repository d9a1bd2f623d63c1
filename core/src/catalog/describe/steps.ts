import { occurrences, type Step } from '../../flows/definition/definition.ts';
import { stepType, stepTypeNames } from '../../flows/steps/table.ts';
import { limits } from '../../platform/limits.ts';
import { sampleValues } from './condition-texts.ts';
import { exampleCondition } from './conditions.ts';
import {
  type AccountNames,
  errorsLike,
  errorsNamed,
  fieldOf,
  type NameKind,
  type Topic,
  type TopicField,
  type TopicText,
} from './topic.ts';
import { exampleEvent } from './trigger.ts';

type Type = Step['type'];

interface StepText {
  purpose: string;
  example(names: AccountNames): { name: string; type: Type; [key: string]: unknown };
}

/** The id of an email, from this account if it has one. */
export function exampleEmail(names: AccountNames): number {
  return names.emails[0]?.id ?? 1;
}

/** A step type missing here does not compile. */
const texts: { [Name in Type]: StepText } = {
  send_email: {
    purpose: 'Queues the email for the person and continues.',
    example: (names) => ({
      name: 'Send the welcome email',
      type: 'send_email',
      email_id: exampleEmail(names),
    }),
  },
  add_tag: {
    purpose: 'Adds the tag, which is created where it is new.',
    example: ({ tags: [tag = 'customer'] }) => ({ name: 'Mark', type: 'add_tag', tag }),
  },
  start_sequence: {
    purpose: 'Starts the person on a sequence and continues; while it is off nobody is started.',
    example: ({ sequences: [sequence] }) => ({
      name: 'Start the course',
      type: 'start_sequence',
      sequence_id: sequence?.id ?? 1,
    }),
  },
  remove_tag: {
    purpose: 'Takes the tag away; not having it changes nothing.',
    example: ({ tags: [tag = 'customer'] }) => ({ name: 'Unmark', type: 'remove_tag', tag }),
  },
  set_field: {
    purpose: 'Sets a custom field to a value of its type.',
    example: ({ fields: [field = { key: 'plan', type: 'string' }] }) => ({
      name: 'Note the plan',
      type: 'set_field',
      field: field.key,
      value: sampleValues[field.type],
    }),
  },
  gate: {
    purpose: 'Waits for an event or a condition; arms only where it expires.',
    example: (names) => ({
      name: 'Wait for the order',
      type: 'gate',
      wait_for: {
        event: { name: exampleEvent(names), occurrence: 'next_occurrence' },
      },
      expires_after: { amount: 7, unit: 'days' },
      met: [],
      expired: [],
    }),
  },
  fire_event: {
    purpose: 'Records an event of the person, which can start other flows.',
    example: () => ({
      name: 'Tell other flows',
      type: 'fire_event',
      event: 'offer_ended',
      details: { to: '{{ person.first_name }}' },
    }),
  },
  call_webhook: {
    purpose: 'Queues flow.called for a webhook endpoint and continues; with wait it has arms.',
    example: () => ({
      name: 'Tell the CRM',
      type: 'call_webhook',
      endpoint: 'crm',
      body: { plan: '{{ person.fields.plan }}' },
    }),
  },
  delay: {
    purpose: 'Waits for a duration, until a local time or a date of the person, then continues.',
    example: () => ({
      name: 'Wait three days',
      type: 'delay',
      duration: { amount: 3, unit: 'days' },
    }),
  },
  if_else: {
    purpose:
      'Takes then when the condition holds, else otherwise; both continue behind the branch.',
    example: (names) => ({
      name: 'Is it for them',
      type: 'if_else',
      condition: exampleCondition(names),
      // biome-ignore lint/suspicious/noThenProperty: an arm of a branch is named so
      then: [texts.send_email.example(names)],
      else: [],
    }),
  },
  split: {
    purpose: 'Sends each person into one arm by chance, always the same; a holdout ends the run.',
    example: (names) => ({
      name: 'Half of them',
      type: 'split',
      arms: [
        { name: 'offer', weight: 45, steps: [texts.send_email.example(names)] },
        { name: 'plain', weight: 45, steps: [] },
        { name: 'control', weight: 10, holdout: true, steps: [] },
      ],
    }),
  },
  exit_flow: {
    purpose: 'Ends the run, inside an arm too; nothing may be behind it in its list.',
    example: () => ({ name: 'Leave', type: 'exit_flow' }),
  },
};

/** Arms that are there under a condition. */
const armNotes: Partial<Record<Type, string>> = {
  gate: 'Only with a duration in expires_after',
  call_webhook: 'Only with wait',
};

function fieldsOf(type: Type): TopicField[] {
  const { fields = {}, arms = [] } = stepType(type) ?? {};
  return [
    fieldOf(`${type}.type`, `"${type}"`, texts[type].purpose, true),
    ...Object.entries(fields).map(([key, { kind, required }]) =>
      fieldOf(`${type}.${key}`, kind.type, kind.describe, required),
    ),
    ...arms.map((arm) =>
      armNotes[type] !== undefined
        ? fieldOf(`${type}.${arm}`, 'step[]', armNotes[type])
        : fieldOf(`${type}.${arm}`, 'step[]', '[] where nothing is to do', true),
    ),
  ];
}

/** One line per type: its keys, optional ones with a question mark, then its arms. */
export function stepLine(type: Type): TopicField {
  const { fields = {}, arms = [] } = stepType(type) ?? {};
  const keys = Object.entries(fields).map(([key, { required }]) => (required ? key : `${key}?`));
  return fieldOf(type, [...keys, ...arms].join(', '), texts[type].purpose);
}

/** The one whose keys say least about how it is written, of those that most flows have. */
const shownWhole: readonly Type[] = ['gate'];

/** A definition with one step of each given type. */
function exampleOf(types: readonly Type[], names: AccountNames): object {
  const nodes = types.map((type) => texts[type].example(names));
  return { trigger: { event: exampleEvent(names) }, nodes };
}

/** The records of the account that one type uses. */
const kinds: Partial<Record<Type, readonly NameKind[]>> = {
  send_email: ['emails'],
  start_sequence: ['sequences'],
  add_tag: ['tags'],
  remove_tag: ['tags'],
  set_field: ['fields'],
  gate: ['event_types', 'tags', 'fields'],
  fire_event: ['event_types'],
  if_else: ['fields', 'tags'],
};

const armRule =
  'Every arm is a list and must be there; after an arm the person continues behind it.';

/** The rules of a type besides its keys. */
const rulesOf: Partial<Record<Type, string[]>> = {
  if_else: [armRule],
  split: [
    `arms: 2 to ${limits.splitArms}, each {name, weight, steps}; weights are whole numbers from 0 to ${limits.armWeight}, not all 0.`,
    'An arm is chosen by a hash of seed (the key of the flow when left out), the step and the person. Who passed keeps the arm by its name for ever, also after weights change; only an arm that is gone is chosen again.',
    'holdout: true on one arm, with steps []: runs that take it end there and count as holdout, in the figures of the step and in the report.',
    'After an arm the person continues behind the split.',
  ],
  start_sequence: ['A sequence that is gone or off by then is skipped with its reason.'],
  set_field: [
    'value must be there: of the type of the field, or "" or null to clear it.',
    'A date is written YYYY-MM-DD. The change records field_changed {key, old, new}.',
  ],
  delay: [
    'Exactly one of duration, until and until_field.',
    'until: the next such time, at once where it is that minute; weekdays 0 to 6, Sunday 0. A time that a clock change skips is the next that exists.',
    'until_field: counted from the local midnight of the date; one that is past or missing does not wait. A person without a time zone has that of the account.',
  ],
  gate: [
    'wait_for takes exactly one of event {name, match?, occurrence} and condition.',
    `occurrence: ${occurrences.join(' counts only events after arrival, ')} also those recorded before. match is as in a trigger.`,
    'expires_after is a duration, counted from arrival, or "never". With a duration the arms met and expired must both be there, [] where nothing is to do; without one there are none, and people continue behind the gate.',
    'People who reach a gate whose condition holds already continue at once.',
    'Historical events open gates only where the trigger has ignore_historical false.',
    'Arms and expiry are read from the flow as it is when someone leaves: editing them moves those who wait.',
  ],
  call_webhook: [
    'endpoint is the key or id of one from list_webhook_endpoints; it gets the delivery whatever it listens to.',
    `body is an object of at most ${limits.eventDetailsBytes} bytes; Liquid runs in its texts alone, which stay texts.`,
    'wait: {timeout: {amount, unit}} waits for the outcome: succeeded once an attempt is answered 2xx, failed once given up or at the timeout, when attempts stop. Both arms must then be there; without wait there are none.',
    'While the endpoint is disabled the step is skipped, or takes failed. The timeout is fixed on arrival.',
  ],
  fire_event: [
    `details is an object of at most ${limits.eventDetailsBytes} bytes; its texts, at any depth, can hold Liquid with person, event and account as in emails, and stay texts.`,
    `More than ${limits.flowChain} events that start or release each other without a wait park the run.`,
  ],
};

function errorsOf(type: Type): TopicText['errors'] {
  const more: Partial<Record<Type, TopicText['errors']>> = {
    send_email: errorsLike(/^email_/),
    start_sequence: errorsNamed('sequence_unknown', 'sequence_off'),
    set_field: errorsNamed('field_unknown', 'field_value_type'),
    delay: errorsNamed(
      'duration_malformed',
      'step_keys_exclusive',
      'until_malformed',
      'field_unknown',
    ),
    gate: errorsLike(/^(wait_for|occurrence|duration|arm)/),
    fire_event: [...errorsLike(/^details_/), ...errorsNamed('self_trigger')],
    call_webhook: errorsLike(/^(webhook_|call_|body_|arm)/),
    if_else: errorsLike(/^arm/),
    split: errorsLike(/^(split_|arm)/),
  };
  return [...errorsLike(/^(step_key|step_type)/), ...(more[type] ?? [])];
}

export const steps: Topic = {
  names: ['emails', 'tags', 'fields', 'event_types'],
  partNames: kinds,
  parts: stepTypeNames,
  text(names, part) {
    const type = stepTypeNames.find((known) => known === part);
    return {
      rules: [
        'Steps run in the order of their list. id and slug of a new step are filled in; keep those of steps that exist.',
        'A step that cannot run, such as one whose email was archived meanwhile, is skipped with its reason.',
        ...(type ? (rulesOf[type] ?? []) : ['Keys and arms of a type in full: part=<type>.']),
      ],
      fields: type ? fieldsOf(type) : stepTypeNames.map(stepLine),
      example: exampleOf(type ? [type] : shownWhole, names),
      errors: type ? errorsOf(type) : errorsLike(/^(step_key|step_type|arm)/),
      see: ['describe_schema conditions', 'describe_schema duration'],
    };
  },
};
