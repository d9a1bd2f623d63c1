import type {
  CountedResource,
  DraftResource,
} from '@postroad/core/platform/operations/revised-resources';
import type { Fragment } from './fragment.ts';
import type { Tx } from './transaction.ts';

type Address = string | number;

export interface Revised {
  /** The id of the record, or its key where it has no id. */
  record: Address;
  /** How the record is read. */
  address: Address;
  revision: number;
}

type Find = (sql: Tx['sql'], address: Address) => Fragment;

const byKeyOrId =
  (table: string): Find =>
  (sql, address) => {
    const id = /^\d{1,15}$/.test(String(address)) ? Number(address) : null;
    return sql`
      select id as record, key as address, revision from ${sql(table)}
      where key = ${String(address)} or id = ${id}::bigint
      order by key = ${String(address)} desc limit 1`;
  };

const byId =
  (table: string): Find =>
  (sql, address) =>
    sql`
    select id as record, id as address, revision from ${sql(table)} where id = ${Number(address)}::bigint`;

/** Of each resource its table, and how a record is found by what the path of an operation names. */
const tables: Record<CountedResource, { table: string; find: Find }> = {
  themes: { table: 'themes', find: byKeyOrId('themes') },
  templates: { table: 'layouts', find: byId('layouts') },
  components: { table: 'components', find: byKeyOrId('components') },
  emails: { table: 'emails', find: byId('emails') },
  sequences: { table: 'sequences', find: byId('sequences') },
  flows: { table: 'flows', find: byKeyOrId('flows') },
  broadcasts: { table: 'broadcasts', find: byId('broadcasts') },
  segments: { table: 'segments', find: byKeyOrId('segments') },
  guards: { table: 'guards', find: byKeyOrId('guards') },
  forms: { table: 'forms', find: byKeyOrId('forms') },
  webhook_endpoints: { table: 'webhook_endpoints', find: byKeyOrId('webhook_endpoints') },
  products: {
    table: 'products',
    find: (sql, key) => sql`
      select id as record, key as address, revision from products where key = ${String(key)}`,
  },
  fields: {
    table: 'fields',
    find: (sql, key) => sql`
      select key as record, key as address, revision from fields where key = ${String(key)}`,
  },
  flow_drafts: {
    table: 'flow_drafts',
    find: (sql, address) => sql`
      select d.flow_id as record, flow.key as address, d.revision
      from (${byKeyOrId('flows')(sql, address)}) found
        join flows flow on flow.id = found.record
        join flow_drafts d on d.flow_id = flow.id`,
  },
  email_drafts: {
    table: 'email_drafts',
    find: (sql, id) => sql`
      select email_id as record, email_id as address, revision from email_drafts
      where email_id = ${Number(id)}::bigint`,
  },
  profile: {
    table: 'profile',
    find: (sql) => sql`select '' as record, '' as address, revision from profile`,
  },
  settings: {
    table: 'settings',
    find: (sql) =>
      sql`select '' as record, '' as address, settings_revision as revision from profile`,
  },
};

/** The record that an address names, with its revision; null where there is none. */
export async function findRevision(
  { sql }: Tx,
  resource: CountedResource,
  address: Address,
): Promise<Revised | null> {
  const [row] = await sql<Revised[]>`${tables[resource].find(sql, address)}`;
  return row ?? null;
}

const draftsOf = { flow_drafts: 'flows', email_drafts: 'emails' } as const;

/** Lets one transaction at a time begin a draft of the record that an address names. */
export async function lockDraftsOf(
  { sql }: Tx,
  resource: DraftResource,
  address: Address,
): Promise<void> {
  const { table, find } = tables[draftsOf[resource]];
  await sql`
    select from ${sql(table)} where id = (select record from (${find(sql, address)}) named)
    for no key update`;
}

/** The sequence that a step belongs to, with its revision. */
export async function findRevisionOfStep({ sql }: Tx, stepId: number): Promise<Revised | null> {
  const [row] = await sql<Revised[]>`
    select q.id as record, q.id as address, q.revision from sequence_steps s join sequences q on q.id = s.sequence_id
    where s.id = ${stepId}::bigint`;
  return row ?? null;
}

const nameOf = (resource: CountedResource, { record }: Revised) =>
  [tables[resource].table, ...(resource === 'settings' ? [] : [record])].join(' ');

/**
 * Ends this transaction as one that lost against another, so that it is done again, where the first
 * change of the record finds another revision: a trigger looks (grow_revision). What was expected
 * first stays.
 */
export async function expectRevision(
  { sql }: Tx,
  resource: CountedResource,
  seen: Revised,
): Promise<void> {
  const expected = `${nameOf(resource, seen)} ${seen.revision}`;
  await sql`
    select set_config('postroad.expected_revision', ${expected}, true)
    where coalesce(current_setting('postroad.expected_revision', true), '') = ''`;
}

/** The same for a transaction that is at its end and changed nothing of the record. */
export async function confirmRevision(
  { sql }: Tx,
  resource: CountedResource,
  seen: Revised,
): Promise<void> {
  const name = nameOf(resource, seen);
  await sql`
    select check_expected_revision(${name}, revision)
    from (${tables[resource].find(sql, seen.address)}) present`;
}
