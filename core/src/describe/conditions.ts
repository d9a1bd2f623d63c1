import { needsNoValue, OPERATORS } from '../condition/compare.ts';
import type { ConditionLeaf } from '../condition/condition.ts';
import type { FieldType } from '../condition/facts.ts';
import { GROUPS } from '../condition/tree.ts';
import { conditionTypes } from '../condition/types/table.ts';
import { limits } from '../limits.ts';
import {
  type AccountNames,
  errorsLike,
  errorsNamed,
  fieldOf,
  type Topic,
  type TopicField,
} from './topic.ts';

type Keys<Leaf> = Exclude<keyof Leaf, 'type'>;

/** What is told of one condition type; a missing key does not compile. */
interface LeafText<Leaf> {
  purpose: string;
  keys: { [Key in keyof Pick<Leaf, Keys<Leaf>>]-?: Omit<TopicField, 'name'> };
  /** Null where the account has nothing that it could be about. */
  example(names: AccountNames): object | null;
}

export const operatorType = OPERATORS.join(' | ');

/** Operators that look at the actual value alone. */
export const valueRule = `${OPERATORS.filter(needsNoValue).join(' and ')} take no value; greater and less compare numbers as numbers, and otherwise text, so ISO dates are in order. Text compares with its case.`;

export const sampleValues: Record<FieldType, string | number | boolean> = {
  string: 'pro',
  number: 5,
  boolean: true,
  date: '2026-01-31',
};

const key = (type: string, note: string, required = true) => ({ type, note, required });

const leaves: {
  [Type in ConditionLeaf['type']]: LeafText<Extract<ConditionLeaf, { type: Type }>>;
} = {
  field: {
    purpose: 'A custom field of the person compares so with the value.',
    keys: {
      field: key('string', 'Key of a custom field that exists'),
      op: key(operatorType, 'How to compare'),
      value: key('string | number | boolean', 'Of the type of the field', false),
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
};

const TYPES = Object.keys(conditionTypes) as ConditionLeaf['type'][];

function fieldsOf(type: ConditionLeaf['type']): TopicField[] {
  const { purpose, keys } = leaves[type];
  const own: [string, Omit<TopicField, 'name'>][] = Object.entries(keys);
  return [
    fieldOf(`${type}.type`, `"${type}"`, purpose, true),
    ...own.map(([name, rest]) => ({ name: `${type}.${name}`, ...rest })),
  ];
}

/** A condition that is sound in this account, and shows a group where there is enough for one. */
export function exampleCondition(names: AccountNames): object {
  const [first = leaves.has_tag.example(names), ...others] = TYPES.map((type) =>
    leaves[type].example(names),
  ).filter((leaf) => leaf !== null);
  const [second] = others;
  return second ? { all: [first, { not: second }] } : { not: first };
}

function exampleOf(type: ConditionLeaf['type'], names: AccountNames): object {
  return leaves[type].example(names) ?? exampleCondition(names);
}

export const conditions: Topic = {
  names: ['fields', 'tags'],
  parts: TYPES,
  text(names, part) {
    const type = TYPES.find((known) => known === part);
    return {
      rules: [
        `A condition is one leaf with a type, or one group: ${GROUPS.join(', ')}.`,
        'all and any take a list of one or more, not takes one condition; no key stands beside a group.',
        'A leaf takes only the keys listed; negate with {"not": …}.',
        `Groups nest ${limits.conditionDepth} levels deep at most.`,
        valueRule,
        'A custom field exists once an event brought it, in person.fields.',
      ],
      fields: type ? fieldsOf(type) : TYPES.flatMap(fieldsOf),
      example: type ? exampleOf(type, names) : exampleCondition(names),
      errors: [
        ...errorsLike(/^condition_/),
        ...errorsNamed('field_unknown', 'operator_unknown', 'value_missing', 'value_malformed'),
      ],
      see: ['describe_schema steps', 'describe_schema trigger', 'list_tags'],
    };
  },
};
