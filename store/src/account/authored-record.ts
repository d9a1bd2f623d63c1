import type { RevisedResource } from '@postroad/core/platform/operations/revised-resources';
import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import { type ChangeRow, settingsMoved } from './change.ts';

type Row = Record<string, unknown>;

/** The tables of authored records, which the history keeps. */
const tables: Record<RevisedResource, string> = {
  themes: 'themes',
  products: 'products',
  templates: 'layouts',
  components: 'components',
  emails: 'emails',
  sequences: 'sequences',
  flows: 'flows',
  broadcasts: 'broadcasts',
  segments: 'segments',
  guards: 'guards',
  forms: 'forms',
  fields: 'fields',
  webhook_endpoints: 'webhook_endpoints',
  profile: 'profile',
  settings: 'settings',
};

/** A record as the history names it. */
export type NamedRecord = Pick<ChangeRow, 'record' | 'record_id' | 'record_key'>;

function query(sql: Tx['sql'], resource: RevisedResource, named: NamedRecord): Fragment {
  const table = sql(tables[resource]);
  if (resource === 'profile') return sql`select row_to_json(t) as row from profile t`;
  if (resource === 'fields') {
    return sql`select row_to_json(t) as row from fields t where t.key = ${named.record}`;
  }
  const shown =
    resource === 'sequences'
      ? sql`(to_jsonb(t) || jsonb_build_object('steps', steps_of(t.id)))::json`
      : sql`row_to_json(t)`;
  return sql`select ${shown} as row from ${table} t where t.id = ${named.record_id}`;
}

/** The record as it is now, as the history would keep it; null where there is none. Not of settings. */
export async function readAuthoredRecord(
  { sql }: Tx,
  resource: Exclude<RevisedResource, 'settings'>,
  named: NamedRecord,
): Promise<Row | null> {
  const [found] = await sql<{ row: Row }[]>`${query(sql, resource, named)}`;
  return found?.row ?? null;
}

/** Resources with one record, which no id or key names. */
type Single = 'profile' | 'settings';

/** Whether a record of the resource has this id or key. */
export async function hasAuthoredRecord(
  { sql }: Tx,
  resource: Exclude<RevisedResource, Single>,
  named: string,
): Promise<boolean> {
  const hasId = resource !== 'fields' && resource !== 'products' && /^\d{1,15}$/.test(named);
  // Each by its index: as text, ids would be compared with those of the whole table.
  const byId = hasId ? sql`t.id = ${Number(named)}` : sql`false`;
  const byKey = resource === 'broadcasts' ? sql`false` : sql`t.key = ${named}`;
  const found = await sql`
    select from ${sql(tables[resource])} t where ${byId} or ${byKey} limit 1`;
  return found.length > 0;
}

/** The settings that a change holds, as they are now. */
export async function readSettingsOfChange({ sql }: Tx, changeId: number): Promise<Row> {
  const [found] = await sql<{ settings: Row }[]>`
    select coalesce(json_object_agg(a.key, s.value), '{}') as settings
    from changes c, json_each(c.after -> 'settings') a left join settings s on s.key = a.key
    where c.id = ${changeId}`;
  return { settings: found?.settings ?? {} };
}

/** Whether a setting that a change holds has another value by now. */
export async function haveSettingsMoved({ sql }: Tx, changeId: number): Promise<boolean> {
  const rows = await sql`
    select from changes c where c.id = ${changeId} and ${settingsMoved(sql)}`;
  return rows.length > 0;
}

/** One revert at a time, so that two never make the same record. Take it before any other lock. */
export async function lockReverts({ sql }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.reverts}::bigint)`;
}

/** What the next insert into the table writes in the place of its own values. */
export async function restoreInNextInsert(
  { sql }: Tx,
  table: string,
  columns: Readonly<Row>,
): Promise<void> {
  const restored = JSON.stringify({ table, columns });
  await sql`select set_config('postroad.restored', ${restored}, true)`;
}

/**
 * The next record of the resource that is inserted is the deleted one that the history names: it gets
 * its id and key, and its revision continues.
 */
export async function restoreRecord(
  tx: Tx,
  resource: RevisedResource,
  { record, record_id, record_key }: NamedRecord,
  { created_at }: Row,
): Promise<void> {
  const [last] = await tx.sql<[{ revision: number | null }]>`
    select max(revision) as revision from changes where resource = ${resource} and record = ${record}`;
  await restoreInNextInsert(tx, tables[resource], {
    ...(record_id === null ? {} : { id: record_id }),
    ...(record_key === null ? {} : { key: record_key }),
    created_at,
    revision: (last.revision ?? 0) + 1,
  });
}
