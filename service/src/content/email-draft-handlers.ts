import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import type { EmailRow } from '@postroad/store/content/email';
import {
  dropEmailDraft,
  type EmailDraftRow,
  keepEmailDraft,
} from '@postroad/store/content/email-draft';
import { countPeopleInside } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import { countQueuedOf } from '@postroad/store/queue/send-view';
import { countInside } from '@postroad/store/sequences/sequence';
import { refuseUnseenDraft } from '../platform/draft-seen.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import {
  type Compile,
  type Compiled,
  compileFirst,
  compileSource,
  compileWith,
} from './compile/compile-emails.ts';
import { confirmWarnings } from './confirm-email.ts';
import { contentAfter, contentView } from './email-content.ts';
import { contentOfDraft, getEmailDraft } from './email-draft.ts';
import { writeEmail } from './email-handlers.ts';
import { checkKindChange } from './email-kind.ts';
import { getEmail } from './get-email.ts';
import { withLayoutId } from './named-layout.ts';
import type { Renderer } from './render/renderer.ts';
import { whereUsed } from './where-used.ts';

type Kept = OperationOutput<'get_email_draft'>;
type Effects = OperationOutput<'publish_email'>['effects'];

/** What compiling the draft says; a layout that is gone is an error of it too. */
async function validationOf(compiling: () => Promise<Compiled>): Promise<Kept['validation']> {
  try {
    const { warnings } = await compiling();
    return { valid: true, errors: [], warnings };
  } catch (error) {
    const errors = error instanceof Refusal ? error.members.errors : undefined;
    if (errors === undefined) throw error;
    return { valid: false, errors, warnings: [] };
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** The email as it would be published, with what the draft is of. */
export function draftView(email: EmailRow, draft: EmailDraftRow): Kept['draft'] {
  const { revision, base_revision, live_revision, created_at, updated_at } = draft;
  return {
    ...contentView(contentOfDraft(email, draft)),
    ...{ revision, base_revision, live_revision },
    ...{ created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
  };
}

/** The draft as it is shown, once it is compiled. */
async function keptView(
  tx: Tx,
  email: EmailRow,
  draft: EmailDraftRow,
): Promise<(compile: Compile) => Promise<Kept>> {
  const content = contentOfDraft(email, draft);
  const kindFault = await checkKindChange(tx, email, content.kind).catch(refusalOf);
  const source =
    kindFault ?? (await compileSource(tx, content, content.layout_id).catch(refusalOf));
  const more = await confirmWarnings(tx, email.id, content);
  const [live, edited] = [contentView(email), contentView(content)];
  const fields = Object.keys(edited) as (keyof typeof edited)[];
  const changes = fields
    .filter((field) => JSON.stringify(live[field]) !== JSON.stringify(edited[field]))
    .map((field) => ({ field, live: live[field], draft: edited[field] }));
  return async (compile) => ({
    draft: draftView(email, draft),
    validation: await validationOf(async () => {
      if (source instanceof Refusal) throw source;
      const compiled = await compile(source);
      return { ...compiled, warnings: [...compiled.warnings, ...more] };
    }),
    changes,
  });
}

/** Throws a 409 where the email is another one by now than that on which the draft was begun. */
function refuseMoved(id: number, { base_revision, live_revision }: EmailDraftRow): void {
  if (base_revision === live_revision) return;
  throw new Refusal(
    'conflict',
    `Email ${id} changed since its draft was begun: it is at revision ${live_revision}, the draft is of ${base_revision}. Look at what changed, then save the draft again with base_revision ${live_revision}.`,
    { base_revision, live_revision },
  );
}

/** The errors of a draft are about what was kept, not about the call that publishes it. */
function draftRefused(id: number, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'validation_failed') return error;
  const { errors = [] } = error.members;
  const validation = { valid: false, errors, warnings: [] };
  const detail = `The draft of email ${id} has errors and was not published. Correct what validation lists in the draft.`;
  return new Refusal('conflict', detail, { validation });
}

async function effectsOf(tx: Tx, id: number): Promise<Effects> {
  const { flows, sequences } = (await whereUsed(tx, [id]))(id);
  const idsOf = (users: readonly { id: number }[]) => [...new Set(users.map((user) => user.id))];
  const inside = [
    ...(await countPeopleInside(tx, idsOf(flows))),
    ...(await countInside(tx, idsOf(sequences))),
  ];
  return {
    people_inside: inside.reduce((sum, { people }) => sum + people, 0),
    queued_mail: await countQueuedOf(tx, [id], limits.holdersCounted),
  };
}

/** The edit as it is kept: a layout by its id, and nothing that no email takes. */
async function editOf(tx: Tx, email: EmailRow, input: OperationInput<'save_email_draft'>) {
  const { email_id: _, base_revision: __, ...given } = input;
  const content = await withLayoutId(tx, given);
  return { content, after: contentAfter(email, content) };
}

export const emailDraftHandlers: Pick<
  Handlers<{ renderer: Renderer }>,
  'get_email_draft' | 'save_email_draft' | 'delete_email_draft' | 'publish_email'
> = {
  get_email_draft: read(async ({ email_id }, { tx, deps }) => {
    const email = await getEmail(tx, email_id);
    const view = await keptView(tx, email, await getEmailDraft(tx, email_id));
    return () => view(compileWith(deps.renderer));
  }),

  save_email_draft: compileFirst({
    async expect(input, { tx }) {
      const { after } = await editOf(tx, await getEmail(tx, input.email_id), input);
      return await compileSource(tx, after, after.layout_id);
    },
    async write(input, { tx }, compile) {
      const { email_id, base_revision = null } = input;
      const email = await getEmail(tx, email_id);
      const { content } = await editOf(tx, email, input);
      await keepEmailDraft(tx, email_id, { content, base_revision });
      const draft = await getEmailDraft(tx, email_id);
      if (draft.base_revision > draft.live_revision) {
        const message = `The email is at revision ${draft.live_revision}. Give that one, or an earlier one that you read.`;
        throw invalid([{ path: 'base_revision', code: 'value_invalid', message }]);
      }
      return await (await keptView(tx, email, draft))(compile);
    },
  }),

  delete_email_draft: transaction(async ({ email_id }, { tx }) => {
    await getEmail(tx, email_id);
    await getEmailDraft(tx, email_id);
    await dropEmailDraft(tx, email_id);
    return { deleted: true };
  }),

  publish_email: compileFirst({
    async expect({ email_id }, { tx }) {
      const email = await getEmail(tx, email_id);
      const after = contentOfDraft(email, await getEmailDraft(tx, email_id));
      return await compileSource(tx, after, after.layout_id);
    },
    async write({ email_id, draft_revision }, { tx }, compile) {
      await lockContent(tx, 'shared');
      const email = await getEmail(tx, email_id, 'for update');
      const draft = await getEmailDraft(tx, email_id, 'for update');
      refuseUnseenDraft(`email ${email_id}`, draft, draft_revision);
      refuseMoved(email_id, draft);
      const effects = await effectsOf(tx, email_id);
      const content = contentOfDraft(email, draft);
      const saved = await writeEmail(tx, email, content, compile).catch((error: unknown) => {
        throw draftRefused(email_id, error);
      });
      await dropEmailDraft(tx, email_id);
      return { ...saved, effects };
    },
  }),
};
