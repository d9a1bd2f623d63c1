import type { Tx } from '../platform/transaction.ts';

/** What the account is; contract §2, Profile. */
export interface ProfileRow {
  name: string;
  timezone: string;
  default_from_address: string;
  base_url: string | null;
  /** Whom emails are previewed as where nobody is named. */
  preview_person_id: number | null;
  /** Whether opens and clicks are counted. */
  tracking: boolean;
}

export async function readProfile({ sql }: Tx): Promise<ProfileRow> {
  const [row] = await sql<ProfileRow[]>`
    select name, timezone, default_from_address, base_url, preview_person_id, tracking
    from profile`;
  if (!row) throw new Error('The row of profile is missing.');
  return row;
}

export async function writeProfile({ sql }: Tx, profile: ProfileRow): Promise<void> {
  await sql`
    update profile set name = ${profile.name}, timezone = ${profile.timezone},
      default_from_address = ${profile.default_from_address}, base_url = ${profile.base_url},
      preview_person_id = ${profile.preview_person_id}, tracking = ${profile.tracking}`;
}

/**
 * The signing key: the one kept, or `fresh` where none was. Processes that start at the same time go
 * through this, and what they do after it, one after the other.
 */
export async function keepSecretKey(
  { sql }: Tx,
  fresh: { secret: Uint8Array; fingerprint: string },
): Promise<Uint8Array> {
  await sql`select from engine_state for no key update`;
  await sql`
    insert into instance_keys (fingerprint, secret)
    select decode(${fresh.fingerprint}, 'hex'), ${fresh.secret}::bytea
    where not exists (select from instance_keys where secret is not null)`;
  const [row] = await sql<[{ secret: Uint8Array }]>`
    select secret from instance_keys where secret is not null`;
  return row.secret;
}

/** Marks the starter tree as loaded; false where that was done before or the database is in use. */
export async function claimStarter({ sql, now }: Tx): Promise<boolean> {
  const rows = await sql`
    update engine_state set starter_loaded_at = ${now}
    where starter_loaded_at is null
      and not exists (select from emails) and not exists (select from flows)
      and not exists (select from people)
    returning 1`;
  return rows.length === 1;
}

/** Starts the test clock at a time, or at the present, where it has not run before. */
export async function startTestClock({ sql }: Tx, at: Date | null): Promise<void> {
  await sql`
    update engine_state
    set test_clock_at = coalesce(test_clock_at, ${at}::timestamptz, date_trunc('milliseconds', now()))`;
}

/** Moves the test clock; it never goes back. */
export async function setTestClock({ sql }: Tx, now: Date): Promise<void> {
  await sql`update engine_state set test_clock_at = greatest(test_clock_at, ${now})`;
}

export async function readFlowsVersion({ sql }: Tx): Promise<number> {
  const [row] = await sql<{ flows_version: number }[]>`select flows_version from engine_state`;
  return row?.flows_version ?? 0;
}

/** Tells every process that its live flows are out of date. */
export async function raiseFlowsVersion({ sql }: Tx): Promise<void> {
  await sql`update engine_state set flows_version = flows_version + 1`;
}
