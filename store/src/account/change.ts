import type { Code } from '../platform/codes.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import type { Session } from '../platform/unit-of-work.ts';

export interface ChangeRow {
  id: number;
  changed_at: Date;
  resource: string;
  record: string;
  record_id: number | null;
  record_key: string | null;
  /** Of people the address, read now, so that it goes with them; their names are not operators' words. */
  record_name: string | null;
  action: Code<'changes.action'>;
  operation: string | null;
  surface: Code<'changes.surface'>;
  actor_kind: Code<'changes.actor_kind'>;
  actor_name: string;
  revision: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Whether the record was changed again since; false where the change kept no record. */
  moved: boolean;
  /** Of a broadcast, how it is now; null once it is gone. */
  broadcast_status: string | null;
  /** Of a flow, whether anybody ran through it. */
  flow_ran: boolean;
}

/** Whether a setting that the change `c` holds has another value by now. */
export const settingsMoved = (sql: Tx['sql']) => sql`
  exists (select from json_each(c.after -> 'settings') a left join settings s on s.key = a.key
    where coalesce(s.value::jsonb, 'null') <> coalesce(a.value::jsonb, 'null'))`;

/** That the change `l` is of its record, and not of the draft of it. */
const ofRecordItself = (sql: Tx['sql']) => sql`(l.before is not null or l.after is not null)`;

/** What the record of the change `c` is called now: of a change of its draft, its id alone was kept. */
const nameNow = (sql: Tx['sql']) => sql`
  case c.resource
    when 'flows' then (select f.name from flows f where f.id = c.record_id)
    when 'emails' then (select e.title from emails e where e.id = c.record_id)
  end`;

const columns = (sql: Tx['sql']) => sql`
  c.id, c.changed_at, c.resource, c.record, c.record_id, c.record_key,
  case when c.resource = 'people' then
      (select p.email from people p where p.id = c.record_id)
    when c.record_key is null and c.record_name is null then ${nameNow(sql)}
    else c.record_name end as record_name,
  c.action, c.operation, c.surface, c.actor_kind, c.actor_name, c.revision, c.before, c.after,
  case when c.before is null and c.after is null then false
    when c.resource = 'settings' then ${settingsMoved(sql)}
    else exists (select from changes l
      where l.resource = c.resource and l.record = c.record and l.id > c.id and ${ofRecordItself(sql)})
  end as moved,
  case when c.resource = 'broadcasts' then
    (select b.status::text from broadcasts b where b.id = c.record_id) end as broadcast_status,
  c.resource = 'flows' and exists (select from runs r where r.flow_id = c.record_id) as flow_ran`;

export interface ChangeQuery {
  resource: string | null;
  /** Id or key. */
  record: string | null;
  actor: string | null;
  since: Date | null;
  until: Date | null;
  /** Id of the last row shown. */
  before: number | null;
  limit: number;
}

/** No transaction lasts as long, so that within it ids need not be in the order of time. */
const skew = '1 hour';

/** Newest first. Bounds of time are looked up as ids, so that every filter is read in an index. */
export async function listChanges({ sql }: Tx, query: ChangeQuery): Promise<ChangeRow[]> {
  const { resource, record, actor, since, until, before, limit } = query;
  return await sql<ChangeRow[]>`
    select ${columns(sql)} from changes c
    where true
      ${before === null ? sql`` : sql`and c.id < ${before}`}
      ${resource === null ? sql`` : sql`and c.resource = ${resource}`}
      ${record === null ? sql`` : ofRecord(sql, resource, record)}
      ${actor === null ? sql`` : sql`and c.actor_name = ${actor}`}
      ${
        since === null
          ? sql``
          : sql`and c.changed_at >= ${since}
              and c.id > (${boundBelow(sql, sql`${since}::timestamptz - ${skew}::interval`)})`
      }
      ${
        until === null
          ? sql``
          : sql`and c.changed_at <= ${until}
              and c.id <= (${boundAbove(sql, sql`${until}::timestamptz + ${skew}::interval`)})`
      }
    order by c.id desc limit ${limit}`;
}

/** The id of the last change of the example; 0 if there is none. */
const lastOfExample = (sql: Tx['sql']) => sql`
  coalesce((select (id_ranges #>> '{changes,1}')::bigint from example), 0)`;

/**
 * The id above which the changes since a moment are. The example has changes that are older than those
 * before it, so for a moment among them what came before is read too.
 */
function boundBelow(sql: Tx['sql'], moment: Fragment): Fragment {
  return sql`
    select case when newest > ${lastOfExample(sql)} then newest else 0 end
    from newest_change_before(${moment}) newest`;
}

/** The id above which there are none until a moment, with the same allowance. */
function boundAbove(sql: Tx['sql'], moment: Fragment): Fragment {
  return sql`select greatest(newest_change_before(${moment}), ${lastOfExample(sql)})`;
}

/**
 * By id, else by key; ids of one resource are never keys of another record that is looked for. Only
 * changes of the record itself have its key, so what else was done to it is found by its id.
 */
function ofRecord(sql: Tx['sql'], resource: string | null, record: string): Fragment {
  return sql`
    and c.id = any(array(
      select r.id from changes r where r.resource = ${resource} and r.record = any(array(
        select ${record}::text
        union
        select k.record from changes k
        where k.resource = ${resource} and k.record_key = ${record}))))`;
}

export async function findChange({ sql }: Tx, id: number): Promise<ChangeRow | null> {
  const [row] = await sql<ChangeRow[]>`select ${columns(sql)} from changes c where c.id = ${id}`;
  return row ?? null;
}

/** The id of the newest change of a record itself, and not of its draft; null if there is none. */
export async function findNewestChangeId(
  { sql }: Tx,
  resource: string,
  record: string,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select l.id from changes l where l.resource = ${resource} and l.record = ${record}
      and ${ofRecordItself(sql)}
    order by l.id desc limit 1`;
  return row?.id ?? null;
}

/** The change of a record that this transaction makes; null if it makes none. */
export async function findChangeMadeOf(
  { sql }: Tx,
  resource: string,
  record: string,
): Promise<ChangeRow | null> {
  const [row] = await sql<ChangeRow[]>`
    select ${columns(sql)} from changes c
    where c.resource = ${resource} and c.record = ${record}
      and c.id >= nullif(current_setting('postroad.first_change', true), '')::bigint
    order by c.id desc limit 1`;
  return row ?? null;
}

/** An act of an operator on what is not authored. */
export interface Act {
  resource: string;
  recordId: number | null;
  recordKey: string | null;
  recordName: string | null;
  action: Code<'changes.action'>;
  /** Written only where the transaction changed no authored record. */
  elseOnly: boolean;
}

/** Writes acts for the call that the transaction names, with its commit. */
export function insertActs({ sql, now }: Session, acts: readonly Act[]): Fragment {
  return sql`
    insert into changes (changed_at, resource, record, record_id, record_key, record_name, action,
      operation, surface, actor_kind, actor_name)
    select ${now}, a.resource, coalesce(a.record_id::text, a.record_key, ''), a.record_id,
      a.record_key, a.record_name, a.action, call.said ->> 'operation', call.said ->> 'surface',
      call.said ->> 'actor_kind', call.said ->> 'actor_name'
    from unnest(${acts.map((act) => act.resource)}::text[],
        ${acts.map((act) => act.recordId)}::bigint[], ${acts.map((act) => act.recordKey)}::text[],
        ${acts.map((act) => act.recordName)}::text[], ${acts.map((act) => act.action)}::text[],
        ${acts.map((act) => (act.elseOnly ? 1 : 0))}::int[])
      as a (resource, record_id, record_key, record_name, action, else_only),
      (select nullif(current_setting('postroad.call', true), '')::jsonb as said) call
    where call.said is not null and not call.said ? 'ingest'
      and not (a.else_only = 1 and coalesce(current_setting('postroad.first_change', true), '') <> '')`;
}

/** Removes some of what is older, of the lowest ids, which rise with time; answers how many. */
export async function forgetChanges({ sql }: Tx, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from changes where changed_at < ${before} and id in (
      select id from changes order by id limit ${limit})
    returning 1`;
  return rows.length;
}
