import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { expandable, expanded } from '../platform/operations/expanding.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  name,
  newKey,
  nextCursor,
  reaches,
  recompiling,
  revision,
  rowsBy,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';

const layout = z.strictObject({
  id,
  key: z.string().describe('Never changes'),
  name: z.string(),
  html: z.string(),
  css: z.string(),
  theme: z.string().nullable().describe('A theme key; null follows the default theme'),
  resolved_theme: z.string().describe('The theme the layout renders with'),
  is_default: z.boolean(),
  revision,
  created_at: timestamp,
  updated_at: timestamp,
});

const fields = {
  html: z.string().max(limits.layoutChars).describe('Liquid with exactly one {{ content }}'),
  css: z.string().max(limits.layoutChars),
  theme: z
    .string()
    .max(limits.keyChars)
    .nullable()
    .describe('A theme key; null follows the default'),
};

const saved = z.strictObject({ template: layout, recompiling: recompiling.optional() });

const whereUsed = z
  .strictObject({
    count: z.int(),
    emails: z
      .array(z.strictObject({ id, name: z.string(), archived: z.boolean() }))
      .describe(`The first ${limits.usersListed}; list_emails with template_id has all`),
  })
  .describe('Emails in this layout; in the default one those without a layout too');

const changed = z.strictObject({
  ...saved.shape,
  warnings: z.array(warning),
  reaches: reaches.optional(),
});

export const layoutOperations = {
  list_layouts: defineOperation({
    noun: 'layouts',
    verb: 'list',
    summary: 'List layouts (email templates) and the theme each one resolves to.',
    method: 'GET',
    path: '/templates',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      key: z.string().max(limits.keyChars).optional().describe('Only the layout of this key'),
      ...rowsBy('id', '-id'),
    }),
    output: z.strictObject({
      templates: z.array(layout.omit({ html: true, css: true })),
      next_cursor: nextCursor,
    }),
  }),
  get_layout: defineOperation({
    noun: 'layouts',
    verb: 'get',
    summary: 'Get one layout: HTML, CSS, theme, resolved_theme.',
    method: 'GET',
    path: '/templates/:layout_id',
    safety: 'read',
    revised: 'templates',
    status: 200,
    expands: {
      theme: {
        operation: 'get_theme',
        argument: 'theme_key',
        from: ['template', 'resolved_theme'],
      },
    },
    input: z.strictObject({ layout_id: id, ...expandable('theme') }),
    output: z.strictObject({ ...saved.shape, where_used: whereUsed, ...expanded }),
  }),
  create_layout: defineOperation({
    noun: 'layouts',
    verb: 'create',
    summary: 'Create a layout. theme null follows the default theme.',
    method: 'POST',
    path: '/templates',
    safety: 'add',
    scope: 'draft',
    widerScope: ({ is_default }) => (is_default ? 'write' : null),
    revised: 'templates',
    status: 201,
    input: z.strictObject({
      key: newKey.optional().describe('Derived from the name when left out; it never changes'),
      name,
      html: fields.html,
      css: fields.css.optional(),
      theme: fields.theme.optional(),
      is_default: z.boolean().optional(),
    }),
    output: changed,
  }),
  update_layout: defineOperation({
    noun: 'layouts',
    verb: 'update',
    summary: 'Change a layout; every email in it is recompiled.',
    method: 'PATCH',
    path: '/templates/:layout_id',
    safety: 'replace',
    revised: 'templates',
    status: 200,
    input: z.strictObject({
      layout_id: id,
      name: name.optional(),
      html: fields.html.optional(),
      css: fields.css.optional(),
      theme: fields.theme.optional(),
      is_default: z.boolean().optional(),
    }),
    output: changed,
  }),
  delete_layout: defineOperation({
    noun: 'layouts',
    verb: 'delete',
    summary: 'Delete a layout; refused for the default one and while an email uses it.',
    method: 'DELETE',
    path: '/templates/:layout_id',
    safety: 'remove',
    revised: 'templates',
    status: 200,
    input: z.strictObject({ layout_id: id }),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
