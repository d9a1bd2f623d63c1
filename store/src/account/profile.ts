import type { Tx } from '../platform/transaction.ts';

/** The profile of the account (contract §2, Profile). */
export interface ProfileRow {
  name: string;
  timezone: string;
  default_from_address: string;
  base_url: string | null;
  /** The person that previews use by default. */
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
