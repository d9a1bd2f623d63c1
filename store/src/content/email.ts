import type { EmailState } from '@postroad/core/conditions/facts';
import type { EmailKind, Translation } from '@postroad/core/content/compile/email';
import { bodiesOf } from '@postroad/core/content/compile/translations';
import { endedMail } from '../platform/ended-mail.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';
import { inLayout, writeReferences } from './content-reference.ts';

export interface EmailContent {
  title: string | null;
  subject: string;
  pre_header: string;
  from_address: string | null;
  /** Where answers go; null: the address of the profile. */
  reply_to: string | null;
  body_markdown: string;
  translations: Record<string, Translation>;
  labels: string[];
  layout_id: number | null;
  /** Whether opens and clicks of its mails are counted. */
  tracking: boolean;
  kind: EmailKind;
}

export interface EmailSummaryRow extends Omit<EmailContent, 'body_markdown' | 'translations'> {
  id: number;
  /** Never changes; unique. */
  key: string;
  /** The display name: the title, otherwise the subject; never blank (EMAIL-03). */
  name: string;
  archived_at: Date | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

export type EmailRow = EmailSummaryRow & Pick<EmailContent, 'body_markdown' | 'translations'>;

/** Locks the row if it will be changed. */
export async function findEmail(
  { sql }: Tx,
  id: number,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<EmailRow | null> {
  const [row] = await sql<EmailRow[]>`
    select id, key, name, title, subject, pre_header, from_address, reply_to, body_markdown, translations, labels, layout_id,
      tracking, kind, archived_at, revision, created_at, updated_at
    from emails where id = ${id} ${lock === 'for update' ? sql`for update` : sql``}`;
  return row ?? null;
}

export const usedInFacets = ['broadcasts', 'sequences', 'flows', 'flows_one_off'] as const;

export interface UsedIn {
  facets: readonly (typeof usedInFacets)[number][];
  mode: 'any' | 'all' | 'none';
}

/** For each possible use of an email, whether it is used so (EMAIL-11 to EMAIL-13). */
function usesOf(sql: Tx['sql']) {
  const flowsOneOff = sql`exists (select from flow_emails f where f.email_id = emails.id)`;
  return {
    broadcasts: sql`(exists (select from broadcasts b where b.email_id = emails.id)
      or exists (select from broadcasts b where b.variant_email_ids @> array[emails.id]))`,
    sequences: sql`exists (select from sequence_steps s where s.email_id = emails.id)`,
    flows_one_off: flowsOneOff,
    flows: sql`(${flowsOneOff} or exists (
      select from sequence_steps s join flow_sequences f on f.sequence_id = s.sequence_id
      where s.email_id = emails.id))`,
  };
}

/** The filter by use. It is part of the query, so that pages are full. */
function usedAs(sql: Tx['sql'], { facets, mode }: UsedIn) {
  const uses = usesOf(sql);
  const [first = sql`false`, ...rest] = facets.map((facet) => uses[facet]);
  if (mode === 'all') return rest.reduce((all, use) => sql`${all} and ${use}`, first);
  const any = rest.reduce((all, use) => sql`${all} or ${use}`, first);
  return mode === 'none' ? sql`not (${any})` : sql`(${any})`;
}

/** Display names of emails, archived ones included. */
export async function findEmailTitles(
  { sql }: Tx,
  ids: number[],
): Promise<{ id: number; title: string }[]> {
  return await sql<{ id: number; title: string }[]>`
    select id, name as title from emails where id = any(${ids}::bigint[])`;
}

/** The newest emails that are not archived, with their display names. */
export async function listEmailTitles(
  { sql }: Tx,
  limit: number,
): Promise<{ id: number; title: string }[]> {
  return await sql<{ id: number; title: string }[]>`
    select id, name as title from emails
    where archived_at is null order by id desc limit ${limit}`;
}

type ListedEmail = EmailSummaryRow & { languages: string[]; has_draft: boolean };

/** Newest first; `before` is the id of the last row shown (EMAIL-07 to EMAIL-16). */
export async function listEmails(
  tx: Tx,
  query: IdPage & {
    q: string | null;
    label: string | null;
    layoutId: number | null;
    key: string | null;
    archived: boolean;
    usedIn: UsedIn | null;
    hasDraft: boolean | null;
  },
): Promise<ListedEmail[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, query);
  const archived = query.archived ? sql`` : sql`and archived_at is null`;
  const hasDraft = sql`exists (select from email_drafts d where d.email_id = emails.id)`;
  return await sql<ListedEmail[]>`
    select id, key, name, title, subject, pre_header, from_address, reply_to, labels, layout_id, tracking, kind, archived_at,
      revision, created_at, updated_at, array(select json_object_keys(translations)) as languages,
      ${hasDraft} as has_draft
    from emails
    where (${query.label}::text is null or ${query.label} = any(labels))
      ${query.layoutId === null ? sql`` : sql`and ${inLayout(sql, query.layoutId)}`}
      ${query.key === null ? sql`` : sql`and key = ${query.key}`}
      ${query.hasDraft === null ? sql`` : sql`and ${hasDraft} = ${query.hasDraft}`}
      and (${query.q}::text is null or strpos(lower(name), lower(${query.q})) > 0
        or strpos(lower(subject), lower(${query.q})) > 0
        or strpos(lower(pre_header), lower(${query.q})) > 0)
      ${behind} ${archived} ${query.usedIn === null ? sql`` : sql`and ${usedAs(sql, query.usedIn)}`}
    ${order}`;
}

/** Under an id and a key that nothing has; `makeEmail` finds them. */
export async function insertEmail(
  tx: Tx,
  { id, key }: { id: number; key: string },
  email: EmailContent,
): Promise<EmailRow> {
  const { sql, now } = tx;
  const [row] = await sql<[EmailRow]>`
    insert into emails (id, key, title, subject, pre_header, from_address, reply_to, body_markdown, translations, labels,
      layout_id, tracking, kind, created_at, updated_at)
    overriding system value
    values (${id}, ${key}, ${email.title}, ${email.subject}, ${email.pre_header}, ${email.from_address},
      ${email.reply_to}, ${email.body_markdown}, ${JSON.stringify(email.translations)}::text::json, ${email.labels}::text[], ${email.layout_id},
      ${email.tracking}, ${email.kind}, ${now}, ${now})
    returning id, key, name, title, subject, pre_header, from_address, reply_to, body_markdown, translations, labels, layout_id,
      tracking, kind, archived_at, revision, created_at, updated_at`;
  await writeReferences(tx, 'email_id', row.id, bodiesOf(email).join('\n'));
  return row;
}

export async function updateEmail(tx: Tx, id: number, email: EmailContent): Promise<EmailRow> {
  const { sql, now } = tx;
  const [row] = await sql<[EmailRow]>`
    update emails set title = ${email.title}, subject = ${email.subject},
      pre_header = ${email.pre_header}, from_address = ${email.from_address},
      reply_to = ${email.reply_to},
      body_markdown = ${email.body_markdown},
      translations = ${JSON.stringify(email.translations)}::text::json, labels = ${email.labels}::text[],
      layout_id = ${email.layout_id}, tracking = ${email.tracking}, kind = ${email.kind}, updated_at = ${now}
    where id = ${id}
    returning id, key, name, title, subject, pre_header, from_address, reply_to, body_markdown, translations, labels, layout_id,
      tracking, kind, archived_at, revision, created_at, updated_at`;
  await writeReferences(tx, 'email_id', id, bodiesOf(email).join('\n'));
  return row;
}

/** Archives an email or restores it; an existing archive time stays. */
export async function archiveEmail({ sql, now }: Tx, id: number, archived: boolean): Promise<void> {
  await sql`
    update emails set archived_at = ${archived ? sql`${now}` : sql`null`}, updated_at = ${now}
    where id = ${id} and (archived_at is null) = ${archived}`;
}

/** Every label that an email carries which is not archived. */
export async function listEmailLabels({ sql }: Tx): Promise<Set<string>> {
  const rows = await sql<{ label: string }[]>`
    select distinct unnest(labels) as label from emails where archived_at is null`;
  return new Set(rows.map(({ label }) => label));
}

/** Keeps an email as it is until the transaction ends. */
export async function shareEmail({ sql }: Tx, id: number): Promise<void> {
  await sql`select from emails where id = ${id} for share`;
}

/** The caller holds the row and has checked that nothing refers to it. */
export async function deleteEmail({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from emails where id = ${id}`;
}

export interface SendsOfEmail {
  kind: 'queue' | 'send_log';
  /** The id of the newest send. */
  id: number;
  /** Counted up to `most`. */
  count: number;
}

/** Counts the sends of an email in the queue and in the log; one row for each that has any. */
export async function countSendsOf({ sql }: Tx, id: number, most: number): Promise<SendsOfEmail[]> {
  return await sql<SendsOfEmail[]>`
    select 'queue' as kind, max(id) as id, count(*)::bigint as count
    from (select id from sends where email_id = ${id} limit ${most}) s having count(*) > 0
    union all
    select 'send_log', max(id), count(*)::bigint
    from (select id from ${endedMail(sql)} s where email_id = ${id} order by ended_at desc limit ${most}) s
    having count(*) > 0`;
}

/** The state of every email there is. */
export async function listEmailStates({
  sql,
}: Tx): Promise<Map<number, EmailState & { key: string }>> {
  const rows = await sql<({ id: number; key: string } & EmailState)[]>`
    select id, key, archived_at is not null as archived, is_blank as blank,
      kind = 'transactional' as transactional from emails`;
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** Which of the emails exist, and the state of each. */
export async function findEmailStates(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, EmailState>> {
  const rows = await sql<({ id: number } & EmailState)[]>`
    select id, archived_at is not null as archived, is_blank as blank,
      kind = 'transactional' as transactional
    from emails where id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
