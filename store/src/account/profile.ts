import type { Tx } from '../platform/transaction.ts';

/** The profile of the account (contract §2, Profile). */
export interface ProfileRow {
  name: string;
  timezone: string;
  default_from_address: string;
  /** Where answers to mail go; null: the sender. */
  reply_to: string | null;
  base_url: string | null;
  /** The person that previews use by default. */
  preview_person_id: number | null;
  /** Whether opens and clicks are counted. */
  tracking: boolean;
}

export interface RevisedProfileRow extends ProfileRow {
  revision: number;
  /** Of the settings. */
  settings_revision: number;
}

export async function readProfile({ sql }: Tx): Promise<ProfileRow> {
  const [row] = await sql<ProfileRow[]>`
    select name, timezone, default_from_address, reply_to, base_url, preview_person_id, tracking
    from profile`;
  if (!row) throw new Error('The row of profile is missing.');
  return row;
}

/** With its revisions; locked where it is going to be changed. */
export async function readRevisedProfile(
  { sql }: Tx,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<RevisedProfileRow> {
  const [row] = await sql<RevisedProfileRow[]>`
    select name, timezone, default_from_address, reply_to, base_url, preview_person_id, tracking, revision,
      settings_revision
    from profile ${lock === 'for update' ? sql`for update` : sql``}`;
  if (!row) throw new Error('The row of profile is missing.');
  return row;
}

/** Answers its revision from now on. */
export async function writeProfile({ sql }: Tx, profile: ProfileRow): Promise<number> {
  const [row] = await sql<[{ revision: number }]>`
    update profile set name = ${profile.name}, timezone = ${profile.timezone},
      default_from_address = ${profile.default_from_address},
      reply_to = ${profile.reply_to}, base_url = ${profile.base_url},
      preview_person_id = ${profile.preview_person_id}, tracking = ${profile.tracking}
    returning revision`;
  return row.revision;
}
