import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { nameKinds } from './describe/topic.ts';
import { topicNames } from './describe/topic-names.ts';

export const schemaOperations = {
  describe_schema: defineOperation({
    noun: 'schema',
    verb: 'describe',
    summary:
      'The live vocabulary, rules and examples for a topic. Call before writing a flow, condition, trigger, theme or Liquid.',
    method: 'GET',
    path: '/schema',
    safety: 'read',
    status: 200,
    input: z.strictObject({
      topic: z.enum(topicNames).optional().describe('index when left out'),
      part: z.string().max(limits.keyChars).optional().describe('e.g. steps if_else'),
    }),
    output: z.strictObject({
      topic: z.string(),
      part: z.string().nullable(),
      rules: z.array(z.string()),
      fields: z.array(
        z.strictObject({
          name: z.string(),
          type: z.string(),
          required: z.boolean(),
          note: z.string(),
        }),
      ),
      example: z.unknown(),
      errors: z.array(z.strictObject({ code: z.string(), fix: z.string() })),
      see: z.array(z.string()).describe('Operations, and topics of describe_schema'),
      names: z
        .array(
          z.strictObject({
            kind: z.enum(nameKinds),
            names: z.array(z.string()),
            complete: z.boolean().describe('False where there are more'),
          }),
        )
        .describe('What this account has'),
    }),
  }),
};
