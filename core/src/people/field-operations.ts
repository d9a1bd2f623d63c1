import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { name, nextCursor, revision, rowsBy } from '../platform/operations/shapes.ts';
import { fieldKeyPattern } from './person-values.ts';

const type = z.enum(['string', 'number', 'boolean', 'date']);

const field = z.strictObject({
  key: z.string(),
  name: z.string(),
  type,
  active: z.boolean().describe('false: values stay, but nothing new is built on it'),
  revision,
});

const address = { field_key: z.string().min(1).max(limits.keyChars).describe('Key') };

export const fieldOperations = {
  list_fields: defineOperation({
    noun: 'fields',
    verb: 'list',
    summary: 'List custom fields of people, by key. Fields also register with their first value.',
    method: 'GET',
    path: '/fields',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('key') }),
    output: z.strictObject({ fields: z.array(field), next_cursor: nextCursor }),
  }),
  get_field: defineOperation({
    noun: 'fields',
    verb: 'get',
    summary: 'Get one custom field.',
    method: 'GET',
    path: '/fields/:field_key',
    safety: 'read',
    revised: 'fields',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ field }),
  }),
  create_field: defineOperation({
    noun: 'fields',
    verb: 'create',
    summary: 'Create a custom field.',
    method: 'POST',
    path: '/fields',
    safety: 'add',
    revised: 'fields',
    status: 201,
    input: z.strictObject({
      key: z
        .string()
        .max(limits.keyChars)
        .regex(
          fieldKeyPattern,
          'key takes letters, digits, _ and -, and begins with neither of these',
        ),
      name: name.optional().describe('The key when left out'),
      type: type.optional().describe('string when left out'),
      active: z.boolean().optional(),
    }),
    output: z.strictObject({ field }),
  }),
  update_field: defineOperation({
    noun: 'fields',
    verb: 'update',
    summary: 'Change a custom field. The type stays once a person had a value.',
    method: 'PATCH',
    path: '/fields/:field_key',
    safety: 'replace',
    revised: 'fields',
    status: 200,
    input: z.strictObject({
      ...address,
      name: name.optional(),
      type: type.optional(),
      active: z.boolean().optional(),
    }),
    output: z.strictObject({ field }),
  }),
  delete_field: defineOperation({
    noun: 'fields',
    verb: 'delete',
    summary: 'Delete a custom field that no person ever had a value of; deactivate others.',
    method: 'DELETE',
    path: '/fields/:field_key',
    safety: 'remove',
    revised: 'fields',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
