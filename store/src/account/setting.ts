import { recordsNamedByToggles } from '@postroad/core/account/records-named';
import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import { forgetToggleReferences, writeRecordReferences } from '../platform/record-reference.ts';
import type { Tx } from '../platform/transaction.ts';
import type { IdRange } from './example/example-state.ts';
import type { ProfileRow } from './profile.ts';

/** Saved settings by key; all of them if `keys` is null. */
export async function findSettings(
  { sql }: Tx,
  keys: readonly string[] | null = null,
): Promise<Map<string, unknown>> {
  const rows = await sql<{ key: string; value: unknown }[]>`
    select key, value from settings
    where ${keys === null} or key = any(${keys ? [...keys] : []}::text[])`;
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Makes other transactions that save settings wait until this one ends. */
export async function lockSettings({ sql }: Tx): Promise<void> {
  await sql`lock table settings in share row exclusive mode`;
}

/** The conditions of segments and guards and the definitions of flows: what may read tags and fields. */
export async function listConditionHolders({ sql }: Tx): Promise<unknown[]> {
  const rows = await sql<{ definition: unknown }[]>`
    select definition::json as definition from segments
    union all select condition::json from guards
    union all select definition::json from flows`;
  return rows.map(({ definition }) => definition);
}

const preferencesKey = 'sending.subscription_preferences';

/** Says which records the preference toggles name. */
async function nameRecords(tx: Tx, preferences: unknown): Promise<void> {
  await forgetToggleReferences(tx);
  const names = recordsNamedByToggles(preferences);
  for (const toggle of new Set(names.map((named) => named.toggle))) {
    const own = names.filter((named) => named.toggle === toggle);
    await writeRecordReferences(tx, 'toggle', toggle, own);
  }
}

/** Writes the given settings; undefined unsets one. */
export async function writeSettings(tx: Tx, values: ReadonlyMap<string, unknown>): Promise<void> {
  const { sql, now } = tx;
  if (values.has(preferencesKey)) await nameRecords(tx, values.get(preferencesKey));
  const set = [...values].filter(([, value]) => value !== undefined);
  const unset = [...values.keys()].filter((key) => values.get(key) === undefined);
  if (unset.length > 0) await sql`delete from settings where key = any(${unset}::text[])`;
  if (set.length === 0) return;
  await sql`
    insert into settings (key, value, updated_at)
    select key, value::json, ${now} from unnest(
      ${set.map(([key]) => key)}::text[],
      ${set.map(([, value]) => JSON.stringify(value))}::text[]
    ) as s (key, value)
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`;
}

/** The account with its saved settings. */
export interface AccountRow {
  profile: ProfileRow;
  saved: Map<string, unknown>;
  /** The people of the example; null where it is not in the account. */
  examplePeople: IdRange | null;
}

export type JoinedAccount = ProfileRow & {
  saved: Record<string, unknown> | null;
  example_people: IdRange | null;
};

/**
 * A query for the account and the settings of `keys`; `accountOf` reads its row. The planner does
 * not see the number of keys; `listOfIds` says why.
 */
export function joinedAccount(sql: Sql, keys: readonly string[]): Fragment {
  return sql`
    select name, timezone, default_from_address, reply_to, base_url, preview_person_id, tracking,
      (select json_object_agg(key, value) from settings
        where key = any(array(select unnest(${[...keys]}::text[])))) as saved,
      (select id_ranges -> 'people' from example) as example_people
    from profile`;
}

export function accountOf({ saved, example_people, ...profile }: JoinedAccount): AccountRow {
  return {
    profile,
    saved: new Map(Object.entries(saved ?? {})),
    examplePeople: example_people,
  };
}

/** Reads the account and some of its settings in one round trip. Every batch of mail needs them. */
export async function readAccount({ sql }: Tx, keys: readonly string[]): Promise<AccountRow> {
  const [row] = await sql<JoinedAccount[]>`${joinedAccount(sql, keys)}`;
  if (!row) throw new Error('The row of profile is missing.');
  return accountOf(row);
}
