import { z } from 'zod';
import { fieldKeyPattern } from '../people/person-values.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  keyOrId,
  name,
  newKey,
  nextCursor,
  origin,
  revision,
  rowsBy,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';
import { parseUrl } from '../platform/url.ts';

/** What a visitor can be asked (FORM-02). */
const formFieldTypes = ['text', 'checkbox', 'date', 'number', 'select'] as const;

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(
      /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u,
      'takes one line without control characters.',
    );

const fieldKey = z.string().max(limits.keyChars).regex(fieldKeyPattern, 'is not a field key.');

const formField = z.strictObject({
  name: fieldKey.describe('first_name, last_name or the key of a custom field'),
  label: line(limits.nameChars).describe('What the visitor reads'),
  type: z.enum(formFieldTypes),
  options: z
    .array(line(limits.nameChars))
    .min(1)
    .max(limits.formOptions)
    .optional()
    .describe('What a select offers'),
  required: z.boolean().default(false),
});

export type FormField = z.output<typeof formField>;

function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#"<>\\^`][^\s"<>\\^`]*$/i.test(text) && parseUrl(text) !== null;
}

/** What an author writes of a form (FORM-01). */
const formContent = {
  name: name.describe('The headline of the page'),
  purpose: line(limits.keyChars).describe(
    'What the consent is for: marketing, or the id of a preference toggle',
  ),
  fields: z.array(formField).max(limits.formFields).describe('email is implied'),
  consent_text: z
    .string()
    .trim()
    .max(limits.consentTextChars)
    .describe('The words that the visitor agrees to; kept with the consent'),
  tags: z
    .array(line(limits.tagChars))
    .max(limits.tagsPerForm)
    .describe('Given on confirmation; replaces the whole set'),
  set_fields: z
    .record(fieldKey, z.union([z.string().max(limits.fieldValueChars), z.number(), z.boolean()]))
    .refine((values) => Object.keys(values).length <= limits.formFields, 'has too many fields.')
    .describe('Custom fields set on confirmation'),
  double_opt_in: z
    .boolean()
    .describe(
      'true: nothing is stored before a mailed link is confirmed. false needs forms.single_opt_in',
    ),
  confirm_email_id: id
    .nullable()
    .describe('A transactional email that holds {{ confirm_url }}; null: the built-in one'),
  redirect_url: z
    .string()
    .max(limits.urlChars)
    .refine(isWebUrl, 'takes an http or https URL.')
    .nullable()
    .describe('Where the visitor lands once confirmed; null: a page that says so'),
  allowed_origins: z
    .array(origin('takes an origin such as https://example.com, without a path.'))
    .max(limits.formOrigins)
    .describe('Sites that may embed the page and post to the form'),
  enabled: z.boolean(),
};

const form = z.strictObject({
  id,
  key: z.string(),
  ...formContent,
  fields: z.array(formField.extend({ required: z.boolean() })),
  revision,
  created_at: timestamp,
  updated_at: timestamp,
});

const saved = z.strictObject({ form, warnings: z.array(warning) });

const address = { form_key: keyOrId };

const formInput = z.strictObject(formContent).partial();

export const formOperations = {
  list_forms: defineOperation({
    noun: 'forms',
    verb: 'list',
    summary: 'List sign-up forms.',
    method: 'GET',
    path: '/forms',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('id', '-id') }),
    output: z.strictObject({ forms: z.array(form), next_cursor: nextCursor }),
  }),
  get_form: defineOperation({
    noun: 'forms',
    verb: 'get',
    summary: 'Get one sign-up form; its page is /f/:key.',
    method: 'GET',
    path: '/forms/:form_key',
    safety: 'read',
    revised: 'forms',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ form }),
  }),
  create_form: defineOperation({
    noun: 'forms',
    verb: 'create',
    summary: 'Create a sign-up form with a hosted page and double opt-in.',
    method: 'POST',
    path: '/forms',
    safety: 'add',
    revised: 'forms',
    status: 201,
    input: z.strictObject({
      key: newKey.optional().describe('Derived from the name when left out; it never changes'),
      ...formInput.shape,
    }),
    output: saved,
  }),
  update_form: defineOperation({
    noun: 'forms',
    verb: 'update',
    summary: 'Change a sign-up form; sign-ups from now on follow it.',
    method: 'PATCH',
    path: '/forms/:form_key',
    safety: 'replace',
    revised: 'forms',
    status: 200,
    input: z.strictObject({ ...address, ...formInput.shape }),
    output: saved,
  }),
  delete_form: defineOperation({
    noun: 'forms',
    verb: 'delete',
    summary: 'Delete a sign-up form. Links to confirm that were mailed no longer work.',
    method: 'DELETE',
    path: '/forms/:form_key',
    safety: 'remove',
    revised: 'forms',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
