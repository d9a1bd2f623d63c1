import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

export interface EventTypeRow {
  id: number;
  name: string;
  count: number;
  sources: string[];
  shape: Record<string, unknown>;
  first_seen_at: Date;
  last_seen_at: Date;
}

/** Ids by name; a new name is registered on its first arrival (EVENT-13). */
export async function ensureEventTypes(
  { sql, now }: Tx,
  names: string[],
): Promise<Map<string, number>> {
  const sorted = [...new Set(names)].sort();
  await sql`
    insert into event_types (name, first_seen_at, last_seen_at)
    select name, ${now}, ${now} from unnest(${sorted}::text[]) as wanted (name)
    on conflict (name) do nothing`;
  const rows = await sql<{ id: number; name: string }[]>`
    select id, name from event_types where name = any(${sorted}::text[])`;
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** The id of a name, or null if it has never arrived. */
export async function findEventType({ sql }: Tx, name: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`select id from event_types where name = ${name}`;
  return row?.id ?? null;
}

/**
 * Locks the registry rows in order of id and returns their shapes for merging. Weaker than `for
 * update`, which would block recording any event of these names.
 */
export async function lockEventShapes(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, Record<string, unknown>>> {
  const rows = await sql<{ id: number; shape: Record<string, unknown> }[]>`
    select id, shape from event_types where id = any(${ids}::int[]) order by id for no key update`;
  return new Map(rows.map((row) => [row.id, row.shape]));
}

export interface EventTypeGrowth {
  id: number;
  count: number;
  sources: string[];
  shape: Record<string, unknown>;
  last_seen_at: string;
}

export async function growEventTypes({ sql }: Tx, growths: EventTypeGrowth[]): Promise<void> {
  await sql`
    update event_types t set
      count = t.count + g.count,
      sources = array(select distinct unnest(t.sources || g.sources) order by 1),
      shape = g.shape,
      last_seen_at = greatest(t.last_seen_at, g.last_seen_at)
    from jsonb_to_recordset(${JSON.stringify(growths)}::text::jsonb) as g (
      id int, count bigint, sources text[], shape jsonb, last_seen_at timestamptz)
    where t.id = g.id`;
}

/** The name of every event type seen. */
export async function listEventNames({ sql }: Tx): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from event_types order by id`;
  return rows.map((row) => row.name);
}

/** In order of first arrival; `after` is the id of the last row shown. */
export async function listEventTypes(
  tx: Tx,
  { q, ...page }: IdPage & { q: string | null },
): Promise<EventTypeRow[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page);
  const pattern = q === null ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return await sql<EventTypeRow[]>`
    select * from event_types
    where (${pattern}::text is null or name ilike ${pattern}) ${behind} ${order}`;
}
