import type { RecordName } from '@postroad/core/platform/record-name';
import type { Tx } from './transaction.ts';

type HolderColumn = 'flow_id' | 'segment_id' | 'guard_id' | 'form_id' | 'toggle';

/** Says which records a holder names, in place of those it named before. */
export async function writeRecordReferences(
  { sql }: Tx,
  column: HolderColumn,
  holder: number | string,
  names: readonly (RecordName & { handle?: string })[],
): Promise<void> {
  await sql`delete from record_references where ${sql(column)} = ${holder}`;
  if (names.length === 0) return;
  const ids = names.map(({ name }) => (typeof name === 'number' ? name : null));
  const keys = names.map(({ name }) => (typeof name === 'string' ? name : null));
  const type = column === 'toggle' ? sql`text` : sql`bigint`;
  await sql`
    insert into record_references (${sql(column)}, place, handle, kind, record_id, record_key)
    select ${holder}::${type}, place, handle, kind, record_id, record_key
    from unnest(${names.map(({ handle }) => handle ?? '')}::text[],
      ${names.map(({ kind }) => kind)}::text[], ${ids}::bigint[], ${keys}::text[])
      with ordinality as named (handle, kind, record_id, record_key, place)`;
}

/** Forgets what the preference toggles named. */
export async function forgetToggleReferences({ sql }: Tx): Promise<void> {
  await sql`delete from record_references where toggle is not null`;
}

/** Forgets what flows and segments named that are about to go, by their keys. */
export async function forgetReferencesOf(
  { sql }: Tx,
  { flows, segments }: { flows: readonly string[]; segments: readonly string[] },
): Promise<void> {
  await sql`
    delete from record_references
    where flow_id in (select id from flows where key = any(${[...flows]}::text[]))
      or segment_id in (select id from segments where key = any(${[...segments]}::text[]))`;
}

/** The records that are asked about: of one kind, by id, by key or by both. */
export interface ReferencedRecords {
  kind: RecordName['kind'] | 'broadcast';
  ids?: readonly number[];
  keys?: readonly string[];
}

/** Something that names a record. */
export interface ReferenceHolder {
  kind: 'flow' | 'sequence' | 'broadcast' | 'segment' | 'guard' | 'form' | 'toggle';
  /** Null for a toggle, which is no row. */
  id: number | null;
  key: string | null;
  name: string;
  status: string | null;
  /** Of the step of a flow; blank where no step names it. */
  handle: string;
  /** What is named: by one of both. */
  record_id: number | null;
  record_key: string | null;
}

/** What names one of these records, by kind and in order of making; a flow once for each step. */
export async function listReferenceHolders(
  { sql }: Tx,
  { kind, ids = [], keys = [] }: ReferencedRecords,
): Promise<ReferenceHolder[]> {
  const on = sql`r.kind = ${kind}
    and (r.record_id = any(${[...ids]}::bigint[]) or r.record_key = any(${[...keys]}::text[]))`;
  const held = [...ids];
  const sequences = sql`
    union all
    select 2, s.position, 'sequence', q.id, q.key, q.name,
      case when q.enabled then 'enabled' else 'disabled' end, '', s.email_id, null
    from sequence_steps s join sequences q on q.id = s.sequence_id
    where s.email_id = any(${held}::bigint[])`;
  const broadcasts = sql`
    union all
    select 3, 0, 'broadcast', b.id, null, b.name, b.status, '', ${sql(`b.${kind}_id`)}, null
    from broadcasts b where ${sql(`b.${kind}_id`)} = any(${held}::bigint[])`;
  const comparing = sql`
    union all
    select 3, 2, 'broadcast', b.id, null, b.name, b.status, '', x.id, null
    from broadcasts b, unnest(b.variant_email_ids) as x (id)
    where b.variant_email_ids && ${held}::bigint[] and x.id = any(${held}::bigint[])
      and x.id <> b.email_id`;
  const excluding = sql`
    union all
    select 3, 1, 'broadcast', b.id, null, b.name, b.status, '', x.id, null
    from broadcasts b, unnest(b.${sql(`excluded_${kind}_ids`)}) as x (id)
    where b.${sql(`excluded_${kind}_ids`)} && ${held}::bigint[] and x.id = any(${held}::bigint[])`;
  const rows = await sql<(ReferenceHolder & { rank: number; position: number })[]>`
    select 1 as rank, r.place as position, 'flow' as kind, f.id, f.key, f.name, f.status, r.handle,
      r.record_id, r.record_key
    from record_references r join flows f on f.id = r.flow_id where ${on}
    ${kind === 'email' ? sequences : sql``}
    ${kind === 'email' || kind === 'segment' ? broadcasts : sql``}
    ${kind === 'email' ? comparing : sql``}
    ${kind === 'segment' || kind === 'broadcast' ? excluding : sql``}
    union all
    select 4, r.place, 'segment', s.id, s.key, s.name, null, '', r.record_id, r.record_key
    from record_references r join segments s on s.id = r.segment_id where ${on}
    union all
    select 5, r.place, 'guard', g.id, g.key, g.name,
      case when g.enabled then 'enabled' else 'disabled' end, '', r.record_id, r.record_key
    from record_references r join guards g on g.id = r.guard_id where ${on}
    union all
    select 6, r.place, 'form', f.id, f.key, f.name,
      case when f.enabled then 'enabled' else 'disabled' end, '', r.record_id, r.record_key
    from record_references r join forms f on f.id = r.form_id where ${on}
    union all
    select 7, r.place, 'toggle', null, r.toggle, coalesce(t.value ->> 'label', r.toggle),
      case when p.value ->> 'enabled' = 'true' then 'enabled' else 'disabled' end, '',
      r.record_id, r.record_key
    from record_references r
    join settings p on p.key = 'sending.subscription_preferences'
    cross join lateral json_array_elements(p.value -> 'toggles') as t (value)
    where r.toggle = t.value ->> 'id' and ${on}
    order by rank, id, position`;
  return rows.map(({ rank: _rank, position: _position, ...holder }) => holder);
}
