import { listOfIds } from '../platform/list-of-ids.ts';
import type { Tx } from '../platform/transaction.ts';

export interface EmailDraftRow {
  /** The fields of the edit as the API takes them. */
  content: Record<string, unknown>;
  /** Grows with each change of the draft. */
  revision: number;
  base_revision: number;
  /** Revision of the email now. */
  live_revision: number;
  created_at: Date;
  updated_at: Date;
}

/** The draft beside an email; locked for who publishes it, so that no save of it is dropped unseen. */
export async function findEmailDraft(
  { sql }: Tx,
  emailId: number,
  lock?: 'for update',
): Promise<EmailDraftRow | null> {
  const [row] = await sql<EmailDraftRow[]>`
    select d.content, d.revision, d.base_revision, e.revision as live_revision, d.created_at, d.updated_at
    from email_drafts d join emails e on e.id = d.email_id
    where d.email_id = ${emailId} ${lock ? sql`for update of d` : sql``}`;
  return row ?? null;
}

/** The emails of `ids` beside which a draft is kept, in order of id. */
export async function listDraftedEmails(
  { sql }: Tx,
  ids: readonly number[],
): Promise<{ id: number; key: string }[]> {
  return await sql<{ id: number; key: string }[]>`
    select e.id, e.key from email_drafts d join emails e on e.id = d.email_id
    where d.email_id = any(${listOfIds(sql, ids)}) order by e.id`;
}

/**
 * Keeps a draft in place of the one before. Where no base is given, that of the draft before stays,
 * and a draft that is begun has the revision that the email has.
 */
export async function keepEmailDraft(
  { sql, now }: Tx,
  emailId: number,
  draft: { content: object; base_revision: number | null },
): Promise<void> {
  const base = draft.base_revision;
  await sql`
    insert into email_drafts (email_id, content, base_revision, created_at, updated_at)
    select id, ${JSON.stringify(draft.content)}::text::jsonb,
      coalesce(${base}::bigint, revision), ${now}, ${now}
    from emails where id = ${emailId}
    on conflict (email_id) do update
    set content = excluded.content, updated_at = excluded.updated_at,
      base_revision = coalesce(${base}::bigint, email_drafts.base_revision)`;
}

/** False where there is none. */
export async function dropEmailDraft({ sql }: Tx, emailId: number): Promise<boolean> {
  const rows = await sql`delete from email_drafts where email_id = ${emailId} returning 1`;
  return rows.length === 1;
}
