import { isDeepStrictEqual } from 'node:util';
import type { OperationInput } from '@postroad/core/catalog/catalog';
import { usedInFacets } from '@postroad/core/content/email-operations';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { notFound } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import {
  archiveEmail,
  countSendsOf,
  deleteEmail,
  type EmailContent,
  type EmailRow,
  type EmailSummaryRow,
  listEmails,
  type UsedIn,
} from '@postroad/store/content/email';
import { readQuarantines, writeCompiles } from '@postroad/store/content/email-compile';
import { findLayouts } from '@postroad/store/content/layout';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { type Holder, holderNames, recordHolders, refuseHeld } from '../platform/record-holders.ts';
import { type Compile, compileFirst, compileSource } from './compile/compile-emails.ts';
import { confirmWarnings } from './confirm-email.ts';
import { contentAfter } from './email-content.ts';
import { checkKindChange } from './email-kind.ts';
import { blankEmail } from './email-source.ts';
import { getEmail } from './get-email.ts';
import { liveMailOf } from './live-mail.ts';
import { withLayoutId } from './named-layout.ts';
import { makeEmail } from './new-content.ts';
import { type PreviewDeps, previewAgain, previewEmail } from './render/preview-email.ts';
import type { CompileSource } from './render/render-job.ts';
import type { Renderer } from './render/renderer.ts';
import { storeEmail } from './store-email.ts';
import { type WhereUsed, whereUsed } from './where-used.ts';

function summaryView(
  row: EmailSummaryRow & { languages: string[] },
  used: WhereUsed,
  quarantined: Date | undefined,
) {
  return {
    id: row.id,
    key: row.key,
    title: row.name,
    title_raw: row.title,
    subject: row.subject,
    pre_header: row.pre_header,
    from_address: row.from_address,
    reply_to: row.reply_to,
    languages: row.languages,
    labels: row.labels,
    template_id: row.layout_id,
    tracking: row.tracking,
    kind: row.kind,
    archived: row.archived_at !== null,
    quarantined_at: quarantined?.toISOString() ?? null,
    where_used: used,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export async function emailView(tx: Tx, row: EmailRow) {
  const [used, quarantines] = await Promise.all([
    whereUsed(tx, [row.id]),
    readQuarantines(tx, [row.id]),
  ]);
  const languages = Object.keys(row.translations);
  const view = summaryView({ ...row, languages }, used(row.id), quarantines.get(row.id));
  return { ...view, body_markdown: row.body_markdown, translations: row.translations };
}

/** Unknown facets are ignored, and named (EMAIL-16, SAFE-51). */
function ignoredOf({ used_in = [] }: OperationInput<'list_emails'>): { ignored?: string[] } {
  const known: readonly string[] = usedInFacets;
  const ignored = [...new Set(used_in)].filter((facet) => !known.includes(facet));
  return ignored.length === 0 ? {} : { ignored };
}

function usedInOf({ used_in, used_mode }: OperationInput<'list_emails'>): UsedIn | null {
  const facets = usedInFacets.filter((facet) => used_in?.includes(facet));
  return facets.length === 0 ? null : { facets, mode: used_mode ?? 'any' };
}

/** The sends of an email as holders. The newest send represents all sends (EMAIL-22). */
async function sendHolders(tx: Tx, id: number): Promise<Holder[]> {
  const most = limits.holdersCounted;
  return (await countSendsOf(tx, id, most)).map(({ kind, id: send, count }): Holder => {
    const many = count === most ? `${most} sends or more` : `${count} sends`;
    const name = count === 1 ? '1 send' : many;
    return { kind, id: send, key: null, name, status: null };
  });
}

/** EMAIL-21, EMAIL-22, SAFE-15. The row is locked, so that nothing can be queued meanwhile. */
async function removeForGood(tx: Tx, id: number): Promise<void> {
  // Otherwise a save that recompiles it could find it deleted halfway.
  await lockContent(tx, 'shared');
  await lockReferences(tx, 'alone');
  const { archived_at } = await getEmail(tx, id, 'for update');
  const named = await recordHolders(tx, { kind: 'email', ids: [id] }, { every: true });
  const instead =
    archived_at === null
      ? 'Archive it instead, or take it out of what holds it.'
      : 'It is archived, and stays so while something holds it.';
  refuseHeld(`Email ${id}`, [...(await sendHolders(tx, id)), ...named], instead);
  await deleteEmail(tx, id);
}

const sending: readonly (string | null)[] = ['scheduled', 'sending', 'paused'];

/** SAFE-19, SAFE-20. What still uses it is warned of; a broadcast that is to send it refuses. */
async function archive(tx: Tx, id: number) {
  // Otherwise a flow that goes live meanwhile is neither refused nor named here.
  await lockReferences(tx, 'alone');
  await getEmail(tx, id, 'for update');
  const holders = await recordHolders(tx, { kind: 'email', ids: [id] }, { drafts: true });
  const broadcasts = holders.filter(
    ({ kind, status }) => kind === 'broadcast' && sending.includes(status),
  );
  const instead = 'Cancel or unschedule it, or give it another email first.';
  refuseHeld(`Email ${id}`, broadcasts, instead);
  await archiveEmail(tx, id, true);
  if (holders.length === 0) return { archived: true as const, warnings: [] };
  const message = `Email ${id} is in use by ${holderNames(holders)}. An archived email is not sent: steps with it are skipped, no broadcast with it can be scheduled, and forms confirm by the built-in mail.`;
  const shown = holders.slice(0, limits.usersListed);
  const code = 'email_in_use' as const;
  return { archived: true as const, warnings: [{ code, message, holders: shown }] };
}

const copyMark = 'Copy of ';

/** SOURCE-11. A text without room for the mark is copied unchanged. */
function marked(text: string, mostChars: number): string {
  const copy = copyMark + text;
  return text.trim() === '' || copy.length > mostChars ? text : copy;
}

/** The mark and as much of the title as there is room for, since it is all that tells the two apart. */
function markedTitle(title: string): string {
  // A cut inside a pair of code units leaves a half behind.
  const room = title.slice(0, limits.nameChars - copyMark.length).replace(/\p{Surrogate}$/u, '');
  return marked(room, limits.nameChars);
}

function copyOf(held: EmailContent): EmailContent {
  return {
    ...held,
    title: held.title === null ? null : markedTitle(held.title),
    subject: marked(held.subject, limits.subjectChars),
  };
}

/** What its mail is made of and is sent by: all but its name in the library. */
function sentOf({ title: _, ...content }: EmailContent): Omit<EmailContent, 'title'> {
  return content;
}

function sourceOf(tx: Tx, content: EmailContent): Promise<CompileSource> {
  return compileSource(tx, content, content.layout_id);
}

async function saved(tx: Tx, row: EmailRow, compiled: object, warnings: Issue[]) {
  await writeCompiles(tx, [{ email_id: row.id, compiled }]);
  return { email: await emailView(tx, row), warnings };
}

/**
 * Replaces the content of an email; what is queued goes out changed. The caller holds the library and
 * the row.
 */
export async function writeEmail(tx: Tx, held: EmailRow, content: EmailContent, compile: Compile) {
  await checkKindChange(tx, held, content.kind);
  const { compiled, warnings } = await compile(await sourceOf(tx, content));
  const all = [...warnings, ...(await confirmWarnings(tx, held.id, content))];
  return await saved(tx, await storeEmail(tx, held, content), compiled, all);
}

/** Throws a 404: a slip in an id would read as a layout that no email has. */
async function requireLayout(tx: Tx, id: number): Promise<void> {
  if ((await findLayouts(tx, [id])).length === 0) throw notFound('layout', id);
}

const storeEmails: Pick<
  Handlers<{ renderer: Renderer }>,
  | 'list_emails'
  | 'get_email'
  | 'create_email'
  | 'update_email'
  | 'delete_email'
  | 'restore_email'
  | 'duplicate_email'
> = {
  list_emails: read(async (input, { tx }) => {
    if (input.template_id !== undefined) await requireLayout(tx, input.template_id);
    const page = pageOf(input, 1);
    const rows = await listEmails(tx, {
      q: input.q?.trim() || null,
      label: input.label?.trim() || null,
      layoutId: input.template_id ?? null,
      key: input.key ?? null,
      archived: input.archived ?? false,
      usedIn: usedInOf(input),
      hasDraft: input.has_draft ?? null,
      ...idPageOf(page),
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    const ids = shown.map((row) => row.id);
    const [used, quarantines] = await Promise.all([whereUsed(tx, ids), readQuarantines(tx, ids)]);
    return {
      emails: shown.map((row) => ({
        ...summaryView(row, used(row.id), quarantines.get(row.id)),
        has_draft: row.has_draft,
      })),
      next_cursor,
      ...ignoredOf(input),
    };
  }),

  get_email: read(async ({ email_id }, { tx }) => {
    return { email: await emailView(tx, await getEmail(tx, email_id)) };
  }),

  create_email: compileFirst({
    expect: async (input, { tx }) =>
      sourceOf(tx, contentAfter(blankEmail, await withLayoutId(tx, input))),
    async write(given, { tx }, compile) {
      await lockContent(tx, 'shared');
      const input = await withLayoutId(tx, given);
      const content = contentAfter(blankEmail, input);
      const { compiled, warnings } = await compile(await sourceOf(tx, content));
      const row = await makeEmail(tx, content, { key: input.key });
      return await saved(tx, row, compiled, warnings);
    },
  }),

  update_email: compileFirst({
    async expect({ email_id, ...given }, { tx }) {
      const input = await withLayoutId(tx, given);
      return await sourceOf(tx, contentAfter(await getEmail(tx, email_id), input));
    },
    async write({ email_id, ...given }, { tx }, compile) {
      await lockContent(tx, 'shared');
      const input = await withLayoutId(tx, given);
      const held = await getEmail(tx, email_id, 'for update');
      const content = contentAfter(held, input);
      const changes = !isDeepStrictEqual(sentOf(content), sentOf(contentAfter(held, {})));
      const live = changes ? await liveMailOf(tx, [email_id]) : {};
      return { ...(await writeEmail(tx, held, content, compile)), ...live };
    },
  }),

  delete_email: transaction(async ({ email_id, permanent }, { tx }) => {
    if (permanent) {
      await removeForGood(tx, email_id);
      return { deleted: true };
    }
    const done = await archive(tx, email_id);
    return { ...done, revision: (await getEmail(tx, email_id)).revision };
  }),

  restore_email: transaction(async ({ email_id }, { tx }) => {
    await getEmail(tx, email_id, 'for update');
    await archiveEmail(tx, email_id, false);
    const live = await liveMailOf(tx, [email_id]);
    return { email: await emailView(tx, await getEmail(tx, email_id)), ...live };
  }),

  duplicate_email: compileFirst({
    async expect({ email_id }, { tx }) {
      return await sourceOf(tx, copyOf(await getEmail(tx, email_id)));
    },
    async write({ email_id }, { tx }, compile) {
      await lockContent(tx, 'shared');
      const content = copyOf(await getEmail(tx, email_id));
      const { compiled, warnings } = await compile(await sourceOf(tx, content));
      return await saved(tx, await makeEmail(tx, content), compiled, warnings);
    },
  }),
};

const previewEmails: Pick<Handlers<PreviewDeps>, 'preview_email'> = {
  preview_email: read(
    ({ email_id, ...input }, context) => previewEmail(email_id, input, context),
    ({ email_id, ...input }, deps) => previewAgain(email_id, input, deps),
  ),
};

export const emailHandlers = { ...storeEmails, ...previewEmails };
