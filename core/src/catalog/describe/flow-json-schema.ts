import type { StepType } from '../../flows/steps/step-type.ts';
import { stepTypeNames, stepTypes } from '../../flows/steps/table.ts';
import { limits } from '../../platform/limits.ts';

type Schema = Record<string, unknown>;

/** The keys of a step besides those of its type. */
const base: Schema = {
  id: { type: 'integer', minimum: 1, description: 'Left out for a new step; never reused' },
  name: { type: 'string' },
  slug: { type: 'string' },
  description: { type: 'string', maxLength: limits.stepTextChars },
};

const list = { type: 'array', items: { $ref: '#/$defs/step' } };

const goal: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: limits.nameChars },
    event: { type: 'object', description: '{"name": event, "match": …}, or a condition' },
    condition: { type: 'object', description: 'A condition about the person' },
    within: { type: 'object', description: 'From the start of the run: {"amount": …, "unit": …}' },
    exit: { type: 'boolean', description: 'Whether it ends the run; true when left out' },
  },
  required: ['name'],
  additionalProperties: false,
};

/** An arm is optional if the type decides when it exists. */
function schemaOf(name: (typeof stepTypeNames)[number]): Schema {
  const { fields, arms, words }: StepType = stepTypes[name];
  const own = Object.entries(fields).map(([key, { kind }]): [string, Schema] => [
    key,
    {
      ...(kind.type === 'any' ? {} : { type: kind.type }),
      description: kind.describe,
      ...kind.jsonSchema?.(list),
    },
  ]);
  const required = Object.entries(fields).filter(([, field]) => field.required);
  return {
    type: 'object',
    properties: {
      ...base,
      type: { const: name },
      ...Object.fromEntries(own),
      ...Object.fromEntries(arms.map((arm) => [arm, list])),
    },
    required: [
      'type',
      ...required.map(([key]) => key),
      ...(words.armsWhen === undefined ? arms : []),
    ],
    additionalProperties: false,
  };
}

/**
 * JSON Schema (2020-12) of a flow definition, derived from the table of step types. It describes
 * the structure; `validate_flow` decides validity.
 */
export function flowJsonSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Definition of a Postroad flow',
    type: 'object',
    properties: {
      trigger: {
        type: 'object',
        description:
          'What starts the flow: {"event": name, "match": …}, a renewal, a date, a schedule or a segment',
      },
      goals: { type: 'array', items: goal, description: 'What the flow is to bring people to' },
      nodes: { ...list, description: 'Run in this order' },
      node_counter: { type: 'integer', description: 'Send back as read; hands out ids' },
    },
    required: ['trigger', 'nodes'],
    $defs: {
      step: { oneOf: stepTypeNames.map((name) => ({ $ref: `#/$defs/${name}` })) },
      ...Object.fromEntries(stepTypeNames.map((name) => [name, schemaOf(name)])),
    },
  };
}
