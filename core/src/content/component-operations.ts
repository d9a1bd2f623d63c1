import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  keyOrId,
  name,
  newKey,
  nextCursor,
  reaches,
  recompiling,
  revision,
  rowsBy,
  timestamp,
} from '../platform/operations/shapes.ts';

const named = z.strictObject({ id, name: z.string() });

const whereUsed = z
  .strictObject({
    layouts: z.array(named),
    emails: z.array(z.strictObject({ ...named.shape, archived: z.boolean() })),
    components: z.array(z.strictObject({ ...named.shape, key: z.string() })),
    counts: z.strictObject({ layouts: z.int(), emails: z.int(), components: z.int() }),
  })
  .describe(
    `What names it in a tag, the first ${limits.usersListed} of each kind (${limits.usersListedInRow} in a list) and how many; what holds those is not listed`,
  );

const component = z.strictObject({
  id,
  key: z.string(),
  name: z.string(),
  html: z.string(),
  where_used: whereUsed,
  revision,
  created_at: timestamp,
  updated_at: timestamp,
});

const html = z
  .string()
  .max(limits.componentChars)
  .describe(
    'HTML with Liquid, theme tags and other components. Used as {% component "key" title:"Hi {{ person.first_name }}" tags:person.tags %}; arguments are Liquid variables in it',
  );

const address = { component_key: keyOrId };

const saved = z.strictObject({ component, recompiling: recompiling.optional() });

const changed = z.strictObject({ ...saved.shape, reaches: reaches.optional() });

export const componentOperations = {
  list_components: defineOperation({
    noun: 'components',
    verb: 'list',
    summary: 'List components, the pieces of HTML that emails and layouts share, and where used.',
    method: 'GET',
    path: '/components',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('id', '-id') }),
    output: z.strictObject({
      components: z.array(component.omit({ html: true })),
      next_cursor: nextCursor,
    }),
  }),
  get_component: defineOperation({
    noun: 'components',
    verb: 'get',
    summary: 'Get one component with its HTML and where it is used.',
    method: 'GET',
    path: '/components/:component_key',
    safety: 'read',
    revised: 'components',
    status: 200,
    input: z.strictObject(address),
    output: saved,
  }),
  create_component: defineOperation({
    noun: 'components',
    verb: 'create',
    summary: 'Create a component, to be used as {% component "key" %} in emails and layouts.',
    method: 'POST',
    path: '/components',
    safety: 'add',
    scope: 'draft',
    revised: 'components',
    status: 201,
    input: z.strictObject({
      key: newKey.optional().describe('Derived from the name when left out; it never changes'),
      name: name.optional().describe('The key when left out'),
      html,
    }),
    output: saved,
  }),
  update_component: defineOperation({
    noun: 'components',
    verb: 'update',
    summary: 'Change a component; every email that uses it, through whatever, is recompiled.',
    method: 'PATCH',
    path: '/components/:component_key',
    safety: 'replace',
    revised: 'components',
    status: 200,
    input: z.strictObject({ ...address, name: name.optional(), html: html.optional() }),
    output: changed,
  }),
  delete_component: defineOperation({
    noun: 'components',
    verb: 'delete',
    summary: 'Delete a component; refused while anything uses it.',
    method: 'DELETE',
    path: '/components/:component_key',
    safety: 'remove',
    revised: 'components',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
