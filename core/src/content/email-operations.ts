import { z } from 'zod';
import { holderShape } from '../platform/holder-shape.ts';
import { limits } from '../platform/limits.ts';
import { expandable, expanded } from '../platform/operations/expanding.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  labels,
  liveMail,
  newKey,
  nextCursor,
  revision,
  rowsBy,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { emailKinds, type Translations } from './compile/email.ts';
import { languageTag, tidyTranslations } from './compile/translations.ts';

const named = z.strictObject({ id, name: z.string() });

const namedByKey = z.strictObject({ ...named.shape, key: z.string() });

const whereUsed = z.strictObject({
  broadcasts: z.array(named),
  sequences: z.array(z.strictObject({ ...named.shape, position: z.int() })),
  flows: z
    .array(z.strictObject({ ...named.shape, key: z.string(), step_id: z.string() }))
    .describe('Of the steps that send it or ask for it in a condition'),
  segments: z.array(namedByKey),
  guards: z.array(namedByKey),
  forms: z.array(namedByKey),
  settings: z.array(z.strictObject({ key: z.string(), name: z.string() })).describe('Toggles'),
});

const row = z.strictObject({
  id,
  key: z.string().describe('Never changes'),
  title: z.string().describe('Falls back to the subject, never blank'),
  title_raw: z.string().nullable().describe('The stored title, null if never named'),
  subject: z.string(),
  pre_header: z.string(),
  from_address: z.string().nullable().describe('Null: the default from address of the profile'),
  reply_to: z.string().nullable().describe('Where answers go; null: as the profile says'),
  languages: z.array(z.string()).describe('Of its translations, beside its own words'),
  labels: z.array(z.string()),
  template_id: id.nullable().describe('Layout id; null: the default layout'),
  tracking: z.boolean().describe('Whether opens and clicks are counted'),
  kind: z.enum(emailKinds).describe('transactional reaches unsubscribed people too'),
  archived: z.boolean(),
  quarantined_at: timestamp
    .nullable()
    .describe(
      'Since when its mail takes so long to make that it waits for its turn; a save ends it',
    ),
  where_used: whereUsed,
  revision,
  created_at: timestamp,
  updated_at: timestamp,
});

const translations = z.record(
  z.string().max(limits.languageChars),
  z
    .strictObject({
      subject: z.string().max(limits.subjectChars),
      pre_header: z.string().max(limits.preHeaderChars),
      body_markdown: z.string().max(limits.bodyMarkdownChars),
    })
    .partial(),
);

/** Each key is a language, once, and there are not too many. */
function checkLanguages(given: Translations, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const language of Object.keys(given)) {
    const tag = languageTag(language);
    const fault =
      tag === null
        ? `"${language}" is no language tag (BCP 47), such as de or pt-BR.`
        : seen.has(tag) && `The language ${tag} is there twice.`;
    if (fault) context.addIssue({ code: 'custom', path: [language], message: fault });
    else if (tag !== null) seen.add(tag);
  }
  if (seen.size <= limits.emailLanguages) return;
  const message = `An email has at most ${limits.emailLanguages} translations.`;
  context.addIssue({ code: 'custom', message });
}

/** What an author writes of an email. */
export const emailContent = {
  title: z.string().trim().max(limits.nameChars).describe('An empty string clears it'),
  subject: z.string().max(limits.subjectChars),
  pre_header: z.string().max(limits.preHeaderChars),
  from_address: z
    .string()
    .max(limits.nameChars + limits.addressChars)
    .nullable()
    .describe('An address, or a name and address as Name <address>'),
  reply_to: z
    .string()
    .max(limits.nameChars + limits.addressChars)
    .nullable()
    .describe('Where answers go; null: as the profile says'),
  body_markdown: z.string().max(limits.bodyMarkdownChars).describe('Markdown with Liquid'),
  translations: translations
    .superRefine(checkLanguages)
    .transform(tidyTranslations)
    .describe(
      "Words in other languages by tag, as {de: {subject}}; the person's field language chooses, and what is missing is the email's own. Replaces all",
    ),
  labels,
  template_id: id.nullable().describe('Layout id; null: the default layout'),
  template: z.string().max(limits.keyChars).describe('Layout key, in place of template_id'),
  tracking: z.boolean().describe('false: no open pixel, links as written'),
  kind: z
    .enum(emailKinds)
    .describe('transactional: of flows and messages alone, for unsubscribed people too'),
};

export const emailShape = z.strictObject({
  ...row.shape,
  body_markdown: z.string(),
  translations,
});
const email = emailShape;

const address = z.string().max(limits.addressChars);

/** Takes what is kept beside the email in place of what is live (STAGE-03). */
const takesDraft = z.boolean().optional().describe('true: of its draft');

/** Takes the words of a language in place of that of the person (LANG-03). */
const wantedLanguage = z
  .string()
  .min(1)
  .max(limits.languageChars)
  .optional()
  .describe('In place of that of the person, such as de-AT');

/** Records as they are being edited, in place of the stored ones (CON2-01, CON2-05). */
const unsaved = z
  .strictObject({
    layout: z
      .strictObject({
        html: z.string().max(limits.layoutChars),
        css: z.string().max(limits.layoutChars),
        theme: z.string().max(limits.keyChars).nullable().describe('A key; null: the default'),
      })
      .partial()
      .describe('What differs of the layout that it renders in'),
    theme: z.strictObject({
      key: z.string().max(limits.keyChars),
      variables: jsonObject.describe('What differs of the stored ones'),
    }),
    component: z.strictObject({
      key: z.string().max(limits.keyChars),
      html: z.string().max(limits.componentChars),
    }),
  })
  .partial()
  .optional()
  .describe('A layout, theme or component as it is being edited, in place of the stored one');

/** Filters of `used_in` in the list (EMAIL-11 to EMAIL-13). */
export const usedInFacets = ['broadcasts', 'sequences', 'flows', 'flows_one_off'] as const;

export const contentInput = z.strictObject(emailContent).partial();

export const emailOperations = {
  list_emails: defineOperation({
    noun: 'emails',
    verb: 'list',
    summary:
      'Search or find emails by title, subject or pre-header; narrow by label and by what uses them.',
    method: 'GET',
    path: '/emails',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      q: z.string().max(limits.nameChars).optional(),
      label: z.string().max(limits.labelChars).optional(),
      template_id: id.optional().describe('Only emails in this layout'),
      key: z.string().max(limits.keyChars).optional().describe('Only the email of this key'),
      archived: z.boolean().optional(),
      used_in: z
        .array(z.string())
        .optional()
        .describe(`What uses them: ${usedInFacets.join(', ')}`),
      used_mode: z
        .enum(['any', 'all', 'none'])
        .optional()
        .describe('any of used_in (default), all or none'),
      has_draft: z.boolean().optional(),
      ...rowsBy('-id', 'id'),
    }),
    output: z.strictObject({
      emails: z.array(
        row.extend({ has_draft: z.boolean().describe('Whether a draft is kept beside it') }),
      ),
      next_cursor: nextCursor,
      ignored: z.array(z.string()).optional().describe('Values of used_in that are no facet'),
    }),
  }),
  get_email: defineOperation({
    noun: 'emails',
    verb: 'get',
    summary: 'Get one email with its markdown body and what references it.',
    method: 'GET',
    path: '/emails/:email_id',
    safety: 'read',
    revised: 'emails',
    status: 200,
    expands: {
      template: {
        operation: 'get_layout',
        argument: 'layout_id',
        from: ['email', 'template_id'],
      },
    },
    input: z.strictObject({ email_id: id, ...expandable('template') }),
    output: z.strictObject({ email, ...expanded }),
  }),
  create_email: defineOperation({
    noun: 'emails',
    verb: 'create',
    summary: 'Create an email; the body is markdown with Liquid.',
    method: 'POST',
    path: '/emails',
    safety: 'add',
    scope: 'draft',
    revised: 'emails',
    status: 201,
    input: z.strictObject({
      key: newKey.optional().describe('Derived from the title when left out; it never changes'),
      ...contentInput.shape,
    }),
    output: z.strictObject({ email, warnings: z.array(warning) }),
  }),
  update_email: defineOperation({
    noun: 'emails',
    verb: 'update',
    summary: 'Change an email; fields left out stay, and what is already queued goes out changed.',
    method: 'PATCH',
    path: '/emails/:email_id',
    safety: 'replace',
    revised: 'emails',
    status: 200,
    input: z.strictObject({ email_id: id, ...contentInput.shape }),
    output: z.strictObject({ email, warnings: z.array(warning), live: liveMail.optional() }),
  }),
  delete_email: defineOperation({
    noun: 'emails',
    verb: 'delete',
    summary:
      'Archive an email: it is kept for the send log and no longer sent. permanent removes it, and is refused while anything references it.',
    method: 'DELETE',
    path: '/emails/:email_id',
    safety: 'remove',
    revised: 'emails',
    status: 200,
    input: z.strictObject({
      email_id: id,
      permanent: z.boolean().optional().describe('Remove the row; 409 lists what references it'),
    }),
    output: z.strictObject({
      archived: z.literal(true).optional(),
      warnings: z
        .array(
          z.strictObject({
            code: z.literal('email_in_use'),
            message: z.string(),
            holders: z.array(holderShape),
          }),
        )
        .optional()
        .describe('When archived: what still uses it'),
      deleted: z.literal(true).optional().describe('With permanent'),
      revision: revision.optional().describe('Of the archived email'),
    }),
  }),
  restore_email: defineOperation({
    noun: 'emails',
    verb: 'restore',
    summary: 'Bring an archived email back into the library; it can be sent again.',
    method: 'POST',
    path: '/emails/:email_id/restore',
    safety: 'replace',
    revised: 'emails',
    status: 200,
    input: z.strictObject({ email_id: id }),
    output: z.strictObject({ email, live: liveMail.optional() }),
  }),
  duplicate_email: defineOperation({
    noun: 'emails',
    verb: 'duplicate',
    summary: 'Copy an email into a new one of its own; title and subject begin with "Copy of".',
    method: 'POST',
    path: '/emails/:email_id/duplicate',
    safety: 'add',
    scope: 'draft',
    revised: 'emails',
    status: 201,
    input: z.strictObject({ email_id: id }),
    output: z.strictObject({ email, warnings: z.array(warning) }),
  }),
  preview_email: defineOperation({
    noun: 'emails',
    verb: 'preview',
    summary:
      'Render an email as a person would see it; its words, layout, theme and components may be tried without saving. Sends nothing.',
    method: 'POST',
    path: '/emails/:email_id/preview',
    safety: 'read',
    renders: true,
    status: 200,
    input: z.strictObject({
      email_id: id,
      person_id: id.optional(),
      segment_id: id.optional().describe('Preview as anyone in this segment'),
      mode: z.enum(['random']).optional(),
      flow_id: id.optional().describe('Renewal flow to bind, with person_id'),
      event: z
        .strictObject({
          name: z.string().min(1).max(limits.eventNameChars),
          details: jsonObject.optional(),
        })
        .optional()
        .describe('What starts the flow that sends it'),
      subject: emailContent.subject.optional(),
      pre_header: emailContent.pre_header.optional(),
      body_markdown: emailContent.body_markdown.optional(),
      template_id: id.optional(),
      unsaved,
      language: wantedLanguage,
      draft: takesDraft,
    }),
    output: z.strictObject({
      html: untrusted(z.string()),
      text: untrusted(z.string()),
      subject: untrusted(z.string()),
      pre_header: untrusted(z.string()),
      language: z
        .string()
        .nullable()
        .describe('Of the translation that was chosen; null: its own words'),
      person: z.strictObject({ id, email: z.string(), name: untrusted(z.string()) }),
      warnings: z.array(warning),
    }),
  }),
  send_test_email: defineOperation({
    noun: 'emails',
    verb: 'test-send',
    summary: `Send one email as a test, now, to up to ${limits.testRecipients} addresses; it counts for nobody as received. sent means accepted by the provider, not delivered.`,
    method: 'POST',
    path: '/emails/:email_id/test_send',
    safety: 'send',
    renders: true,
    revised: 'emails',
    changes: 'queue',
    status: 200,
    input: z.strictObject({
      email_id: id,
      to: z
        .union([
          address,
          z
            .array(address)
            .min(1)
            .max(limits.testRecipients, `to takes at most ${limits.testRecipients} addresses.`),
        ])
        .describe(`One address, or a list of up to ${limits.testRecipients}`),
      person_id: id.optional().describe('Whose values fill it in'),
      language: wantedLanguage,
      draft: takesDraft,
    }),
    output: z.strictObject({
      sent: z.boolean().describe('Accepted by the provider, all of them'),
      to: z.union([z.string(), z.array(z.string())]).describe('As given, normalised'),
      provider: z.string(),
      sends: z
        .array(
          z.strictObject({
            to: z.string(),
            send_id: id.nullable().describe('What it said: get_send_content; null in a dry run'),
            sent: z.boolean(),
            quote: untrusted(z.string()).optional().describe('What the provider answered'),
          }),
        )
        .describe('Each of them'),
      note: z.string().describe('What became of it, in one sentence'),
      quote: untrusted(z.string()).optional().describe('What the provider answered'),
    }),
  }),
};
