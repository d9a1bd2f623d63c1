import { comparisonOperators, needsNoValue } from '../../conditions/compare.ts';
import type { ConditionLeaf } from '../../conditions/condition.ts';
import { groups } from '../../conditions/tree.ts';
import { conditionTypes } from '../../conditions/types/table.ts';
import { limits } from '../../platform/limits.ts';
import { leafTexts, predicateFields } from './condition-texts.ts';
import { contractFields } from './contract-fields.ts';
import {
  type AccountNames,
  errorsNamed,
  fieldOf,
  type NameKind,
  type Topic,
  type TopicField,
} from './topic.ts';

/** Operators that read only the actual value. */
export const valueRule = `${comparisonOperators.filter(needsNoValue).join(' and ')} take no value; greater and less compare numbers as numbers, and otherwise text, so ISO dates are in order. Text compares with its case.`;

type Type = ConditionLeaf['type'];

export const conditionNames = Object.keys(conditionTypes) as Type[];

function keysOf(type: Type): [string, Omit<TopicField, 'name'>][] {
  return Object.entries(leafTexts[type].keys);
}

/** The fields of one type. */
function fieldsOf(type: Type): TopicField[] {
  return [
    fieldOf(`${type}.type`, `"${type}"`, leafTexts[type].purpose, true),
    ...keysOf(type).map(([name, rest]) => ({ name: `${type}.${name}`, ...rest })),
    ...(type === 'predicate' ? predicateFields() : []),
  ];
}

/** One line per type: its keys, optional ones with a question mark. */
export function conditionLine(type: Type): TopicField {
  const keys = keysOf(type).map(([name, { required }]) => (required ? name : `${name}?`));
  return fieldOf(type, keys.join(', '), leafTexts[type].purpose);
}

/** A condition that is valid in this account, with a group if there are enough records. */
export function exampleCondition(names: AccountNames): object {
  const { field, has_tag } = leafTexts;
  const tag = has_tag.example(names) ?? {};
  const first = field.example(names);
  return first ? { all: [first, { not: tag }] } : { not: tag };
}

function exampleOf(type: Type, names: AccountNames): object {
  return leafTexts[type].example(names) ?? exampleCondition(names);
}

/** The records of the account that one type uses. */
const kinds: Partial<Record<Type, readonly NameKind[]>> = {
  field: ['fields'],
  has_tag: ['tags'],
  event_occurred: ['event_types'],
  received_email: ['emails'],
  opened_email: ['emails'],
  clicked_email: ['emails'],
  started_sequence: ['sequences'],
  finished_sequence: ['sequences'],
  completed_flow: ['flows'],
  active_subscription: ['products'],
  purchased: ['products'],
  in_segment: ['segments'],
};

export const conditions: Topic = {
  names: ['fields', 'tags'],
  partNames: kinds,
  parts: conditionNames,
  text(names, part) {
    const type = conditionNames.find((known) => known === part);
    return {
      rules: [
        `A condition is one leaf with a type, or one group: ${groups.join(', ')}.`,
        'all and any take a list of one or more, not one condition; a group has no other key.',
        `Groups nest ${limits.conditionDepth} levels deep at most, with ${limits.conditionNodes} groups and leaves in all.`,
        valueRule,
        ...(type ? [] : ['Keys of a type in full: part <type>.']),
      ],
      fields: type ? fieldsOf(type) : conditionNames.map(conditionLine),
      example: type ? exampleOf(type, names) : exampleCondition(names),
      errors: errorsNamed(
        'condition_keys_unknown',
        'condition_key_missing',
        'condition_group_empty',
        'operator_unknown',
      ),
      see: ['describe_schema trigger', 'list_tags'],
    };
  },
};

/** Conditions with a name. */
export const segments: Topic = {
  names: ['segments', 'tags', 'fields', 'event_types'],
  parts: [],
  text: (names) => ({
    rules: [
      'A condition with a name; who is in it is worked out each time. preview_segment counts and shows people before you save.',
      'Suppressed people are in a segment too; sending leaves them out, and sendable counts the rest.',
      `Segments nest ${limits.segmentDepth} deep at most and never in a circle.`,
      'list_people narrows by segment; one that anything names cannot be deleted.',
    ],
    fields: contractFields('create_segment'),
    example: { name: 'Worth a letter', definition: exampleCondition(names) },
    errors: errorsNamed('segment_unknown', 'segment_cycle', 'segment_too_deep'),
    see: ['describe_schema conditions', 'preview_segment'],
  }),
};
