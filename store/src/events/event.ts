import type { Tx } from '../platform/transaction.ts';

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

/** Draws ids before the rows are written, so that keys and runs can refer to them. */
export async function drawEventIds({ sql }: Pick<Tx, 'sql'>, count: number): Promise<number[]> {
  const [row] = await sql<{ ids: string }[]>`
    select string_agg(nextval('events_id_seq')::text, ',') as ids from generate_series(1, ${count}::int)`;
  return (row?.ids ?? '')
    .split(',')
    .map(Number)
    .sort((a, b) => a - b);
}

/** The event that an idempotency key belongs to; person and name are null once it was erased. */
export interface KeyedEvent {
  event_id: number;
  person_id: number | null;
  name: string | null;
}

/** The events that idempotency keys belong to. */
export async function findEventKeys({ sql }: Tx, keys: string[]): Promise<Map<string, KeyedEvent>> {
  const rows = await sql<(KeyedEvent & { idempotency_key: string })[]>`
    select k.idempotency_key, k.event_id, e.person_id, t.name
    from event_keys k left join events e on e.id = k.event_id
    left join event_types t on t.id = e.type_id
    where k.idempotency_key = any(${keys}::text[])`;
  return new Map(rows.map((row) => [row.idempotency_key, row]));
}

/**
 * Takes idempotency keys for events and returns those that were free. A concurrent transaction with
 * the same key waits here; the keys are sorted, so that two batches never deadlock.
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

/**
 * An array of numbers, of times in ISO 8601, or of words, as PostgreSQL writes one. The client looks
 * at each member for what must be escaped; none of these has such characters.
 */
function plainArray(members: readonly (number | string)[]): string {
  return `{${members.join(',')}}`;
}

/**
 * Writes events of people whom the transaction has locked or made: the database does not check that
 * they are there (docs/decisions/0107).
 */
export async function insertEvents({ sql, now }: Tx, events: NewEvent[]): Promise<void> {
  // What is the same of nearly all events is sent once: a missing element is null.
  const occurredAt = ({ occurred_at }: NewEvent) =>
    occurred_at === now ? 'null' : occurred_at.toISOString();
  const source = events[0]?.source ?? 'service';
  const isUsual = events.every(
    (event) => event.occurred_at === now && event.source === source && !event.historical,
  );
  const unusual = isUsual ? [] : events;
  // The details are one list: an array of texts would escape each quotation mark of the JSON.
  const inserted = await sql`
    insert into events (id, person_id, type_id, details, occurred_at, recorded_at, source, historical)
    select id, person_id, type_id, details, coalesce(occurred_at, ${now}), ${now},
      coalesce(source, ${source}), coalesce(historical = 1, false)
    from rows from (
      unnest(
        ${plainArray(events.map((event) => event.id))}::bigint[],
        ${plainArray(events.map((event) => event.person_id))}::bigint[],
        ${plainArray(events.map((event) => event.type_id))}::int[],
        ${plainArray(unusual.map(occurredAt))}::timestamptz[],
        ${plainArray(unusual.map((event) => event.source))}::text[],
        ${plainArray(unusual.map((event) => (event.historical ? 1 : 0)))}::int[]),
      jsonb_array_elements(${JSON.stringify(events.map((event) => event.details))}::text::jsonb)
    ) as fresh (id, person_id, type_id, occurred_at, source, historical, details)`;
  // PGlite silently inserts nothing for JSON that it cannot store.
  if (inserted.count !== events.length) throw new Error('Not every event row was written.');
}

/** Names and details of events, for conditions and merge variables. */
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

export interface EventQuery {
  personId: number | null;
  typeId: number | null;
  /** Inclusive start of the period; `until` is its exclusive end. */
  since: Date | null;
  until: Date | null;
  /** Time in microseconds since 1970 and id of the last row shown. */
  before: { occurredUs: number; id: number } | null;
  limit: number;
}

/** PostgreSQL's times are finer than a Date; a cursor with rounded times would skip rows. */
function timeOf(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000);
  const rest = String(microseconds - seconds * 1_000_000).padStart(6, '0');
  return new Date(seconds * 1_000).toISOString().replace('000Z', `${rest}Z`);
}

/**
 * Newest occurrence first. The statement contains only the requested filters, so that each
 * combination has its own plan: an index by person and type, by type, or by time, read backwards.
 */
export async function listEvents(
  { sql }: Tx,
  { personId, typeId, since, until, before, limit }: EventQuery,
): Promise<(EventRow & { occurred_us: number })[]> {
  const after = before === null ? null : timeOf(before.occurredUs);
  return await sql<(EventRow & { occurred_us: number })[]>`
    select e.*, (extract(epoch from e.occurred_at) * 1000000)::bigint as occurred_us,
      t.name, p.email
    from (
      select * from events
      where true
        ${personId === null ? sql`` : sql`and person_id = ${personId}`}
        ${typeId === null ? sql`` : sql`and type_id = ${typeId}`}
        ${since === null ? sql`` : sql`and occurred_at >= ${since}`}
        ${until === null ? sql`` : sql`and occurred_at < ${until}`}
        ${before === null ? sql`` : sql`and (occurred_at, id) < (${after}::text::timestamptz, ${before.id})`}
      order by occurred_at desc, id desc limit ${limit}
    ) e
    join event_types t on t.id = e.type_id
    join people p on p.id = e.person_id
    order by e.occurred_at desc, e.id desc`;
}

/** Events by id, as lists show them. */
export async function findEventRows({ sql }: Tx, ids: readonly number[]): Promise<EventRow[]> {
  return await sql<EventRow[]>`
    select e.*, t.name, p.email
    from events e join event_types t on t.id = e.type_id join people p on p.id = e.person_id
    where e.id = any(${[...ids]}::bigint[])`;
}
