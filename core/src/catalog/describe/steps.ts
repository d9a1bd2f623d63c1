import type { ExampleNames, StepType, StepWords } from '../../flows/steps/step-type.ts';
import { type StepTypeName, stepTypeNames, stepTypes } from '../../flows/steps/table.ts';
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

type Type = StepTypeName;

/** The id of an email, from this account if it has one. */
export function exampleEmail(names: AccountNames): number {
  return names.emails[0]?.id ?? 1;
}

function exampleNames(names: AccountNames): ExampleNames {
  const [field = { key: 'plan', type: 'string' as const }] = names.fields;
  const about = {
    email: exampleEmail(names),
    sequence: names.sequences[0]?.id ?? 1,
    tag: names.tags[0] ?? 'customer',
    event: exampleEvent(names),
    field: { key: field.key, value: sampleValues[field.type] },
    condition: exampleCondition(names),
  };
  return { ...about, send: exampleStep('send_email', { ...about, send: {} }) };
}

/** The type comes after the name, as in canonical definitions. */
function exampleStep(type: Type, names: ExampleNames): object {
  const { name, ...keys } = stepTypes[type].words.example(names);
  return { name, type, ...keys };
}

function fieldsOf(type: Type): TopicField[] {
  const { fields, arms, words }: StepType = stepTypes[type];
  return [
    fieldOf(`${type}.type`, `"${type}"`, words.purpose, true),
    ...Object.entries(fields).map(([key, { kind, required }]) =>
      fieldOf(`${type}.${key}`, kind.type, kind.describe, required),
    ),
    ...arms.map((arm) =>
      words.armsWhen !== undefined
        ? fieldOf(`${type}.${arm}`, 'step[]', words.armsWhen)
        : fieldOf(`${type}.${arm}`, 'step[]', '[] where nothing is to do', true),
    ),
  ];
}

/** One line per type: its keys, optional ones with a question mark, then its arms. */
export function stepLine(type: Type): TopicField {
  const { fields, arms, words }: StepType = stepTypes[type];
  const keys = Object.entries(fields).map(([key, { required }]) => (required ? key : `${key}?`));
  return fieldOf(type, [...keys, ...arms].join(', '), words.purpose);
}

/** The one whose keys say least about how it is written, of those that most flows have. */
const shownWhole: readonly Type[] = ['gate'];

/** A definition with one step of each given type. */
function exampleOf(types: readonly Type[], names: AccountNames): object {
  const shown = exampleNames(names);
  const nodes = types.map((type) => exampleStep(type, shown));
  return { trigger: { event: exampleEvent(names) }, nodes };
}

/** The records of the account that one type uses. */
const kinds: Readonly<Record<string, readonly NameKind[]>> = Object.fromEntries(
  stepTypeNames.flatMap((type) => {
    const { uses } = wordsOf(type);
    return uses === undefined ? [] : [[type, uses] as const];
  }),
);

function wordsOf(type: Type): StepWords {
  return stepTypes[type].words;
}

function errorsOf(type: Type): TopicText['errors'] {
  const own = (wordsOf(type).errors ?? []).flatMap((one) =>
    typeof one === 'string' ? errorsNamed(one) : errorsLike(one),
  );
  return [...errorsLike(/^(step_key|step_type)/), ...own];
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
        ...(type ? (wordsOf(type).rules ?? []) : ['Keys and arms of a type in full: part=<type>.']),
      ],
      fields: type ? fieldsOf(type) : stepTypeNames.map(stepLine),
      example: exampleOf(type ? [type] : shownWhole, names),
      errors: type ? errorsOf(type) : errorsLike(/^(step_key|step_type|arm)/),
      see: ['describe_schema conditions', 'describe_schema duration'],
    };
  },
};
