import { z } from 'zod';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  keyOrId,
  name,
  nextCursor,
  reaches,
  recompiling,
  revision,
  rowsBy,
} from '../platform/operations/shapes.ts';

const row = z.strictObject({
  id,
  key: z.string(),
  name: z.string(),
  is_default: z.boolean(),
});

const theme = z.strictObject({
  ...row.shape,
  revision,
  variables: jsonObject.describe('Every variable: colors as {light, dark}, the others as text'),
});

const variables = jsonObject.describe(
  'Color: {light, dark} in hex; length: "6px"; font: a font stack',
);

const saved = z.strictObject({ theme, recompiling: recompiling.optional() });

const changed = z.strictObject({ ...saved.shape, reaches: reaches.optional() });

export const themeOperations = {
  list_themes: defineOperation({
    noun: 'themes',
    verb: 'list',
    summary:
      'List themes with ids, keys and which one is the default, plus the variable vocabulary, button styles and font stacks.',
    method: 'GET',
    path: '/themes',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('id', '-id') }),
    output: z.strictObject({
      themes: z.array(row),
      next_cursor: nextCursor,
      variables: z.array(
        z.strictObject({
          name: z.string(),
          type: z.enum(['color', 'length', 'font']),
          group: z.enum(['typography', 'colors', 'buttons', 'layout']),
          label: z.string(),
          help: z.string(),
          default: z.union([z.string(), z.strictObject({ light: z.string(), dark: z.string() })]),
        }),
      ),
      button_styles: z.array(z.string()),
      font_stacks: z.array(
        z.strictObject({ label: z.string(), category: z.string(), stack: z.string() }),
      ),
    }),
  }),
  get_theme: defineOperation({
    noun: 'themes',
    verb: 'get',
    summary: 'Get one theme with every variable resolved.',
    method: 'GET',
    path: '/themes/:theme_key',
    safety: 'read',
    revised: 'themes',
    status: 200,
    input: z.strictObject({ theme_key: keyOrId }),
    output: saved,
  }),
  create_theme: defineOperation({
    noun: 'themes',
    verb: 'create',
    summary: 'Create a theme; its key is derived from the name.',
    method: 'POST',
    path: '/themes',
    safety: 'add',
    scope: 'draft',
    widerScope: ({ is_default }) => (is_default ? 'write' : null),
    revised: 'themes',
    status: 201,
    input: z.strictObject({
      name,
      accent: z
        .string()
        .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'accent is one colour in hex, such as #2563eb.')
        .optional()
        .describe('One colour to begin with; variables take precedence'),
      variables: variables.optional(),
      is_default: z.boolean().optional(),
    }),
    output: changed,
  }),
  update_theme: defineOperation({
    noun: 'themes',
    verb: 'update',
    summary:
      'Change a theme. Only the variables sent change unless replace is true; every email built on it is recompiled.',
    method: 'PATCH',
    path: '/themes/:theme_key',
    safety: 'replace',
    revised: 'themes',
    status: 200,
    input: z.strictObject({
      theme_key: keyOrId,
      name: name.optional(),
      variables: variables.optional(),
      replace: z.boolean().optional().describe('Take variables as the whole set'),
      is_default: z.boolean().optional(),
    }),
    output: changed,
  }),
  delete_theme: defineOperation({
    noun: 'themes',
    verb: 'delete',
    summary: 'Delete a theme; refused for the default one and while anything uses it.',
    method: 'DELETE',
    path: '/themes/:theme_key',
    safety: 'remove',
    revised: 'themes',
    status: 200,
    input: z.strictObject({ theme_key: keyOrId }),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
