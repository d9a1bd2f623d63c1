import type { EmailKind, Translations } from '@postroad/core/content/compile/email';
import { listOfIds } from '../platform/list-of-ids.ts';
import type { Tx } from '../platform/transaction.ts';
import { packCompile, unpackCompile } from './packed-compile.ts';

/** The source of an email, with its layout. */
export interface EmailSourceRow {
  id: number;
  /** The display name. */
  name: string;
  subject: string;
  pre_header: string;
  body_markdown: string;
  translations?: Translations;
  kind: EmailKind;
  /** Its own layout, or the default one. */
  layout_id: number;
}

export interface EmailVersionRow {
  id: number;
  version: number;
  from_address: string | null;
  reply_to: string | null;
  archived: boolean;
  /** Its subject or body is empty. */
  blank: boolean;
  labels: string[];
  tracking: boolean;
  kind: EmailKind;
  /**
   * Whether its layout, theme or a component was saved after the compile, so that it must be
   * compiled again before it is sent.
   */
  stale: boolean;
  /** Why it no longer compiles. */
  broken: string | null;
  /** Whether mail of this compile takes too long to make. */
  quarantined: boolean;
}

/**
 * Stores compiles, each under the next version of its email, which is then no longer stale. The
 * caller holds the content lock, so that the compiles match the saved content.
 */
export async function writeCompiles(
  { sql, now }: Tx,
  compiles: { email_id: number; compiled: object }[],
): Promise<void> {
  await sql`
    delete from stale_compiles
    where email_id = any(${compiles.map((row) => row.email_id)}::bigint[])`;
  await sql`
    insert into email_compiles (email_id, version, compiled, compiled_at)
    select email_id, 1, decode(packed, 'base64'), ${now}
    from unnest(
      ${compiles.map((row) => row.email_id)}::bigint[],
      ${compiles.map((row) => packCompile(row.compiled))}::text[]
    ) as c (email_id, packed)
    on conflict (email_id) do update
    set version = email_compiles.version + 1, compiled = excluded.compiled,
      compiled_at = excluded.compiled_at, quarantined_at = null`;
}

/** The current compile version of each email; sending reads this for every batch. */
export async function readEmailVersions(
  { sql }: Tx,
  emailIds: number[],
): Promise<EmailVersionRow[]> {
  return await sql<EmailVersionRow[]>`
    select e.id, c.version, e.from_address, e.reply_to, e.archived_at is not null as archived,
      e.is_blank as blank, e.labels, e.tracking, e.kind, s.email_id is not null as stale, s.error as broken,
      c.quarantined_at is not null as quarantined
    from emails e join email_compiles c on c.email_id = e.id
      left join stale_compiles s on s.email_id = e.id
    where e.id = any(${listOfIds(sql, emailIds)})`;
}

/**
 * Notes that mail of a compile takes too long to make, until its email is compiled again. Answers
 * whether this is news.
 */
export async function quarantineCompile(
  { sql, now }: Tx,
  emailId: number,
  version: number,
): Promise<boolean> {
  const rows = await sql`
    update email_compiles set quarantined_at = ${now}
    where email_id = ${emailId} and version = ${version} and quarantined_at is null
    returning 1`;
  return rows.length > 0;
}

/** Since when mail of these emails takes too long to make; most emails are missing. */
export async function readQuarantines(
  { sql }: Tx,
  emailIds: readonly number[],
): Promise<Map<number, Date>> {
  const rows = await sql<{ email_id: number; quarantined_at: Date }[]>`
    select email_id, quarantined_at from email_compiles
    where email_id = any(${[...emailIds]}::bigint[]) and quarantined_at is not null`;
  return new Map(rows.map((row) => [row.email_id, row.quarantined_at]));
}

/** Compiles with their versions, which may be newer than a version read before. */
export async function readCompiles<Compiled>(
  { sql }: Tx,
  emailIds: number[],
): Promise<{ email_id: number; version: number; compiled: Compiled }[]> {
  const rows = await sql<{ email_id: number; version: number; compiled: Uint8Array }[]>`
    select email_id, version, compiled from email_compiles
    where email_id = any(${emailIds}::bigint[])`;
  return rows.map((row) => ({ ...row, compiled: unpackCompile<Compiled>(row.compiled) }));
}
