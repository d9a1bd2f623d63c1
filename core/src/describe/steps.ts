import type { Step } from '../flow/definition.ts';
import { STEP_TYPES, stepType } from '../flow/steps/table.ts';
import { sampleValues } from './condition-texts.ts';
import { exampleCondition } from './conditions.ts';
import {
  type AccountNames,
  errorsLike,
  errorsNamed,
  fieldOf,
  type Topic,
  type TopicField,
} from './topic.ts';
import { exampleEvent } from './trigger.ts';

type Type = Step['type'];

interface StepText {
  purpose: string;
  example(names: AccountNames): { name: string; type: Type; [key: string]: unknown };
}

/** The id of an email, of this account where it has one. */
export function exampleEmail(names: AccountNames): number {
  return names.emails[0]?.id ?? 1;
}

/** A step type that is missing here does not compile. */
const texts: { [Name in Type]: StepText } = {
  send_email: {
    purpose: 'Queues the email for the person and goes on.',
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
    purpose: 'Starts the person on a sequence and goes on; while it is off its emails are held.',
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
    purpose:
      'Waits for an event or a condition. With a duration in expires_after it has the arms met and expired; with "never" it has none.',
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
  delay: {
    purpose: 'Waits for the duration, then goes on.',
    example: () => ({
      name: 'Wait three days',
      type: 'delay',
      duration: { amount: 3, unit: 'days' },
    }),
  },
  if_else: {
    purpose: 'Takes then when the condition holds, else otherwise; both go on behind the branch.',
    example: (names) => ({
      name: 'Is it for them',
      type: 'if_else',
      condition: exampleCondition(names),
      // biome-ignore lint/suspicious/noThenProperty: an arm of a branch is named so
      then: [texts.send_email.example(names)],
      else: [],
    }),
  },
  exit_flow: {
    purpose: 'Ends the run, inside an arm too; nothing may stand behind it in its list.',
    example: () => ({ name: 'Leave', type: 'exit_flow' }),
  },
};

function fieldsOf(type: Type): TopicField[] {
  const { fields = {}, arms = [] } = stepType(type) ?? {};
  return [
    fieldOf(`${type}.type`, `"${type}"`, texts[type].purpose, true),
    ...Object.entries(fields).map(([key, { kind, required }]) =>
      fieldOf(`${type}.${key}`, kind.type, kind.describe, required),
    ),
    ...arms.map((arm) => fieldOf(`${type}.${arm}`, 'step[]', '[] where nothing is to do', true)),
  ];
}

/** A definition that walks through one step of each type asked for. */
function exampleOf(types: readonly Type[], names: AccountNames): object {
  const nodes = types.map((type) => texts[type].example(names));
  return { trigger: { event: exampleEvent(names) }, nodes };
}

export const steps: Topic = {
  names: ['emails', 'tags', 'fields', 'event_types'],
  parts: STEP_TYPES,
  text(names, part) {
    const type = STEP_TYPES.find((known) => known === part);
    const shown = type ? [type] : STEP_TYPES;
    return {
      rules: [
        'Steps run in the order of their list; there are no pointers between them.',
        'Leave id and slug of a new step out; they are filled in. Keep those of steps that exist.',
        'A step that cannot run, such as one whose email was archived meanwhile, is skipped with its reason.',
        ...(shown.some((one) => stepType(one)?.arms.length)
          ? [
              'Every arm is a list and must be there; after an arm the person goes on behind the branch.',
            ]
          : []),
      ],
      fields: shown.flatMap(fieldsOf),
      example: exampleOf(shown, names),
      errors: [
        ...errorsLike(/^(step_key|step_type|arm)/),
        ...(type === 'send_email' ? errorsLike(/^email_/) : []),
        ...(type === 'delay' ? errorsNamed('duration_malformed') : []),
      ],
      see: ['describe_schema conditions', 'describe_schema duration', 'list_emails', 'list_tags'],
    };
  },
};
