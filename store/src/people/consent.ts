import type { Code } from '../platform/codes.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

export interface ConsentRow {
  id: number;
  kind: Code<'consents.kind'>;
  purpose: string;
  wording: string | null;
  source: string | null;
  form_key: string | null;
  send_id: number | null;
  ip: string | null;
  user_agent: string | null;
  happened_at: Date;
}

/** An entry to be added. */
export interface NewConsent {
  person_id: number;
  kind: ConsentRow['kind'];
  purpose: string;
  wording: string | null;
  source: string;
  /** The form in which it was said. */
  form_key: string | null;
  send_id: number | null;
  ip: string | null;
  user_agent: string | null;
  /** Now where it is null. */
  happened_at: Date | null;
  /**
   * Whether an entry of the same purpose, kind and source, at this time if one is given, is as good: a
   * file that is imported each night says the same each night.
   */
  once: boolean;
}

/** Adds entries to the ledger in their order, with one statement. Returns those that were added. */
export async function insertConsents(
  { sql, now }: Tx,
  entries: readonly NewConsent[],
): Promise<ConsentRow[]> {
  const of = <Value>(read: (entry: NewConsent) => Value) => entries.map(read);
  return await sql<ConsentRow[]>`
    insert into consents (
      person_id, kind, purpose, wording, source, form_key, send_id, ip, user_agent, happened_at)
    select w.person_id, w.kind, w.purpose, w.wording, w.source, w.form_key, w.send_id, w.ip, w.user_agent,
      coalesce(w.happened_at, ${now})
    from unnest(
      ${of(({ person_id }) => person_id)}::bigint[], ${of(({ kind }) => kind)}::text[],
      ${of(({ purpose }) => purpose)}::text[], ${of(({ wording }) => wording)}::text[],
      ${of(({ source }) => source)}::text[],
      ${of(({ form_key }) => form_key)}::text[], ${of(({ send_id }) => send_id)}::bigint[],
      ${of(({ ip }) => ip)}::text[], ${of(({ user_agent }) => user_agent)}::text[],
      ${of(({ happened_at }) => happened_at?.toISOString() ?? null)}::timestamptz[],
      ${of(({ once }) => (once ? 1 : 0))}::int[]) with ordinality
      as w (person_id, kind, purpose, wording, source, form_key, send_id, ip, user_agent, happened_at, once,
        place)
    where w.once = 0 or not exists (
      select from consents c
      where c.person_id = w.person_id and c.kind = w.kind and c.purpose = w.purpose
        and c.source = w.source and (w.happened_at is null or c.happened_at = w.happened_at))
    order by w.place
    returning *`;
}

/**
 * Entries of a person, and those that an erasure left under one of the hashes (hex) of the address; of
 * nobody but the latter where the id is null.
 */
export async function listConsents(
  tx: Tx,
  { person_id, hashes }: { person_id: number | null; hashes: readonly string[] },
  page: IdPage,
): Promise<ConsentRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<ConsentRow[]>`
    select * from (
      select * from consents where person_id = ${person_id}
      union all
      select * from consents where address_hash = any(array(
        select decode(hash, 'hex') from unnest(${hashes as string[]}::text[]) as asked (hash)))
    ) c where true ${behind} ${order}`;
}

/** Leaves kind, purpose and time of the entries of somebody who is erased (CONS-03). */
export async function keepConsentsOfErased(
  { sql }: Tx,
  { id, address_hash }: { id: number; address_hash: string },
): Promise<void> {
  await sql`
    update consents set person_id = null, address_hash = decode(${address_hash}, 'hex'),
      wording = null, source = null, form_key = null, send_id = null, ip = null, user_agent = null
    where person_id = ${id}`;
}

/** What forms and preference toggles ask consent for. */
export async function listPurposes({ sql }: Tx): Promise<string[]> {
  const rows = await sql<{ purpose: string }[]>`
    select purpose from forms
    union select toggle->>'id' from settings, json_array_elements(value->'toggles') toggle
    where key = 'sending.subscription_preferences'`;
  return rows.map(({ purpose }) => purpose);
}
