import type { SegmentRow } from '../conditions/segment.ts';
import type { EmailContent } from '../content/email.ts';
import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Tx } from '../platform/transaction.ts';

/**
 * Tries to take the lock for applying definitions until the transaction ends; false if it is taken.
 */
export async function tryLockDefinitions({ sql }: Tx): Promise<boolean> {
  const [row] = await sql<[{ locked: boolean }]>`
    select pg_try_advisory_xact_lock(${advisoryLocks.definitions}::bigint) as locked`;
  return row.locked;
}

export async function readProducts({ sql }: Tx): Promise<{ key: string; name: string }[]> {
  return await sql<{ key: string; name: string }[]>`
    select key, name from products order by key collate "C"`;
}

export type AuthoredEmail = EmailContent & { id: number; key: string };

/** Every email that is not archived. */
export async function readEmails({ sql }: Tx): Promise<AuthoredEmail[]> {
  return await sql<AuthoredEmail[]>`
    select id, key, title, subject, pre_header, from_address, reply_to, body_markdown, translations, labels,
      layout_id,
      tracking, kind
    from emails where archived_at is null order by id`;
}

/** The archived emails among the ids and keys. */
export async function readArchivedEmails(
  { sql }: Tx,
  ids: number[],
  keys: string[],
): Promise<AuthoredEmail[]> {
  if (ids.length + keys.length === 0) return [];
  return await sql<AuthoredEmail[]>`
    select id, key, title, subject, pre_header, from_address, reply_to, body_markdown, translations, labels,
      layout_id,
      tracking, kind
    from emails where archived_at is not null
      and (id = any(${ids}::bigint[]) or key collate "C" = any(${keys}::text[]))`;
}

/** Keys of archived emails, which flows and sequences may still name. */
export async function listArchivedEmailKeys({ sql }: Tx): Promise<{ id: number; key: string }[]> {
  return await sql<{ id: number; key: string }[]>`
    select id, key from emails where archived_at is not null order by id`;
}

export async function listArchivedEmailIds({ sql }: Tx): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from emails where archived_at is not null order by id`;
  return rows.map(({ id }) => id);
}

export async function readSegments({ sql }: Tx): Promise<SegmentRow[]> {
  return await sql<SegmentRow[]>`select * from segments order by key collate "C"`;
}

export interface RevisionRow {
  type: string;
  /** Key or id; null of the settings and of the profile. */
  address: string | null;
  revision: number;
}

/** How often each authored record was changed. */
export async function readRevisions({ sql }: Tx): Promise<RevisionRow[]> {
  return await sql<RevisionRow[]>`
    select 'theme' as type, key as address, revision from themes
    union all select 'component', key, revision from components
    union all select 'template', id::text, revision from layouts
    union all select 'field', key, revision from fields
    union all select 'product', key, revision from products
    union all select 'email', id::text, revision from emails
    union all select 'segment', key, revision from segments
    union all select 'guard', key, revision from guards
    union all select 'form', key, revision from forms
    union all select 'sequence', id::text, revision from sequences
    union all select 'flow', key, revision from flows
    union all select 'settings', null, settings_revision from profile
    union all select 'profile', null, revision from profile`;
}

type Numbered = 'layouts' | 'emails' | 'sequences';

/**
 * Moves the id sequence past an id that was set explicitly. Takes effect at once and survives a
 * rollback: ids may have gaps.
 */
export async function passId({ sql }: Tx, table: Numbered, id: number): Promise<void> {
  await sql`
    select setval(s.sequence, ${id}::bigint)
    from (select pg_get_serial_sequence(${table}::text, 'id')::regclass as sequence) s
    where coalesce(pg_sequence_last_value(s.sequence), 0) < ${id}::bigint`;
}

/** Locks flows and sequences that will be changed, in the common lock order. */
export async function lockRunning(
  { sql }: Tx,
  { flows, sequences }: { flows: string[]; sequences: number[] },
): Promise<void> {
  await sql`select from flows where key = any(${flows}::text[]) order by id for update`;
  await sql`select from sequences where id = any(${sequences}::bigint[]) order by id for update`;
}

/** Makes other transactions that create or change sequences wait until this one ends. */
export async function lockSequences({ sql }: Tx): Promise<void> {
  await sql`lock table sequences in share row exclusive mode`;
}
