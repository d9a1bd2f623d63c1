import type { Tx } from './transaction.ts';

export interface NewEvent {
  id: number;
  person_id: number;
  type_id: number;
  details: Record<string, unknown>;
  occurred_at: Date;
  historical: boolean;
  source: string;
}

export interface EventRow extends NewEvent {
  name: string;
  email: string;
  recorded_at: Date;
}

/** Draws ids before the rows are written, so that keys and runs can name them. */
export async function drawEventIds({ sql }: Tx, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('events', 'id')) as id from generate_series(1, ${count}::int)`;
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** Events that idempotency keys stand for. */
export async function findEventKeys(
  { sql }: Tx,
  keys: string[],
): Promise<Map<string, { event_id: number; person_id: number | null }>> {
  const rows = await sql<{ idempotency_key: string; event_id: number; person_id: number | null }[]>`
    select k.idempotency_key, k.event_id, e.person_id
    from event_keys k left join events e on e.id = k.event_id
    where k.idempotency_key = any(${keys}::text[])`;
  return new Map(rows.map((row) => [row.idempotency_key, row]));
}

/**
 * Takes keys for events and answers those that were free. A concurrent transaction with the same
 * key waits here; keys are sorted, so that two batches never deadlock.
 */
export async function takeEventKeys(
  { sql }: Tx,
  keys: { key: string; event_id: number }[],
): Promise<Set<string>> {
  const sorted = [...keys].sort((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await sql<{ idempotency_key: string }[]>`
    insert into event_keys (idempotency_key, event_id)
    select key, event_id
    from unnest(${sorted.map((entry) => entry.key)}::text[], ${sorted.map((entry) => entry.event_id)}::bigint[])
      as wanted (key, event_id)
    on conflict do nothing returning idempotency_key`;
  return new Set(rows.map((row) => row.idempotency_key));
}

export async function insertEvents({ sql, now }: Tx, events: NewEvent[]): Promise<void> {
  const inserted = await sql`
    insert into events (id, person_id, type_id, details, occurred_at, recorded_at, source, historical)
    select id, person_id, type_id, details::jsonb, occurred_at, ${now}, source, historical = 1
    from unnest(
      ${events.map((event) => event.id)}::bigint[],
      ${events.map((event) => event.person_id)}::bigint[],
      ${events.map((event) => event.type_id)}::int[],
      ${events.map((event) => JSON.stringify(event.details))}::text[],
      ${events.map((event) => event.occurred_at.toISOString())}::timestamptz[],
      ${events.map((event) => event.source)}::text[],
      ${events.map((event) => (event.historical ? 1 : 0))}::int[]
    ) as fresh (id, person_id, type_id, details, occurred_at, source, historical)`;
  // JSON that PGlite cannot hold made it insert nothing without an error; see design, traps.
  if (inserted.count !== events.length) throw new Error('Not every event row was written.');
}

/** Details and names of events, for conditions and merge variables. */
export async function findEvents(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, { name: string; details: Record<string, unknown> }>> {
  const rows = await sql<{ id: number; name: string; details: Record<string, unknown> }[]>`
    select e.id, t.name, e.details from events e join event_types t on t.id = e.type_id
    where e.id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of the events are historical. */
export async function findHistorical({ sql }: Tx, ids: number[]): Promise<Set<number>> {
  const rows = await sql<{ id: number }[]>`
    select id from events where id = any(${ids}::bigint[]) and historical`;
  return new Set(rows.map((row) => row.id));
}

/** Newest first by id; `before` is the id of the last row shown. */
export async function listEvents(
  { sql }: Tx,
  query: { personId: number | null; name: string | null; before: number | null; limit: number },
): Promise<EventRow[]> {
  return await sql<EventRow[]>`
    select e.id, e.person_id, e.type_id, e.details, e.occurred_at, e.historical, e.recorded_at,
      e.source, t.name, p.email
    from events e
    join event_types t on t.id = e.type_id
    join people p on p.id = e.person_id
    where (${query.before}::bigint is null or e.id < ${query.before})
      and (${query.personId}::bigint is null or e.person_id = ${query.personId})
      and (${query.name}::text is null or e.type_id = (select id from event_types where name = ${query.name}))
    order by e.id desc limit ${query.limit}`;
}
