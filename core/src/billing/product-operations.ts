import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { name, nextCursor, revision, rowsBy } from '../platform/operations/shapes.ts';
import { productKeyPattern } from './product-name.ts';

const product = z.strictObject({
  key: z.string(),
  name: z.string(),
  active_subscriptions: z.int().describe('Subscriptions active, trialing or past_due'),
  revision,
});

const address = { product_key: z.string().min(1).max(limits.keyChars).describe('Key') };

export const productOperations = {
  list_products: defineOperation({
    noun: 'products',
    verb: 'list',
    summary:
      'List products with active subscriptions; events about money register those they name.',
    method: 'GET',
    path: '/products',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('id', '-id') }),
    output: z.strictObject({ products: z.array(product), next_cursor: nextCursor }),
  }),
  get_product: defineOperation({
    noun: 'products',
    verb: 'get',
    summary: 'Get one product with its active subscriptions.',
    method: 'GET',
    path: '/products/:product_key',
    safety: 'read',
    revised: 'products',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ product }),
  }),
  create_product: defineOperation({
    noun: 'products',
    verb: 'create',
    summary: 'Create a product.',
    method: 'POST',
    path: '/products',
    safety: 'add',
    revised: 'products',
    status: 201,
    input: z.strictObject({
      key: z
        .string()
        .max(limits.keyChars)
        .regex(productKeyPattern, 'key takes letters, digits, ., _ and -, a letter or digit first.')
        .describe('What events name it by; it never changes'),
      name: name.optional().describe('The key when left out'),
    }),
    output: z.strictObject({ product }),
  }),
  update_product: defineOperation({
    noun: 'products',
    verb: 'update',
    summary: 'Rename a product; its key stays.',
    method: 'PATCH',
    path: '/products/:product_key',
    safety: 'replace',
    revised: 'products',
    status: 200,
    input: z.strictObject({ ...address, name: name.optional() }),
    output: z.strictObject({ product }),
  }),
  delete_product: defineOperation({
    noun: 'products',
    verb: 'delete',
    summary: 'Delete a product that no subscription, payment, segment or running flow names.',
    method: 'DELETE',
    path: '/products/:product_key',
    safety: 'remove',
    revised: 'products',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
