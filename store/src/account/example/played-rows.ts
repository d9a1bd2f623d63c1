import { codes } from '../../platform/codes.ts';
import type { Fragment } from '../../platform/fragment.ts';
import type { Tx } from '../../platform/transaction.ts';
import type { IdRange } from './example-state.ts';

/** Rows of one table as the text of a JSON array. */
export interface TableRows {
  table: string;
  rows: string;
}

/** How far the sequence of ids has counted, by its name. */
export type SequencePositions = ReadonlyMap<string, { last: number; step: number }>;

/**
 * What the database in which the example is played has of the account beforehand: what its own records
 * are made of, and the names that are taken. Parents come before what refers to them.
 */
const known = [
  'instance_keys',
  'profile',
  'tags',
  'event_types',
  'fields',
  'products',
  'themes',
  'layouts',
  'components',
  'content_references',
  'emails',
  'sequences',
] as const;

/**
 * The tables whose rows are taken over, parents first, each with the column by which its row belongs to
 * the example: an id of the table that is named, which is its own where none is. Triggers write
 * people_search and live_counts as rows arrive; figures are added up again from figure_changes. Steps
 * grow the revision of their sequence as they arrive, so sequences come with the one before.
 */
const taken: readonly [table: string, column: string, of?: string][] = [
  ['tags', 'id'],
  ['event_types', 'id'],
  ['products', 'id'],
  ['themes', 'id'],
  ['layouts', 'id'],
  ['components', 'id'],
  ['emails', 'id'],
  ['content_references', 'email_id', 'emails'],
  ['content_references', 'layout_id', 'layouts'],
  ['content_references', 'component_id', 'components'],
  ['email_compiles', 'email_id', 'emails'],
  ['email_links', 'id'],
  ['segments', 'id'],
  ['segment_counts', 'segment_id', 'segments'],
  ['guards', 'id'],
  ['sequences', 'id'],
  ['sequence_steps', 'id'],
  ['flows', 'id'],
  ['flow_versions', 'id'],
  ['flow_emails', 'flow_id', 'flows'],
  ['flow_sequences', 'flow_id', 'flows'],
  ['record_references', 'flow_id', 'flows'],
  ['record_references', 'segment_id', 'segments'],
  ['record_references', 'guard_id', 'guards'],
  ['people', 'id'],
  ['imports', 'id'],
  ['import_errors', 'import_id', 'imports'],
  ['notes', 'id'],
  ['events', 'id'],
  ['subscriptions', 'id'],
  ['payments', 'id'],
  ['runs', 'id'],
  ['run_steps', 'id'],
  ['run_goals', 'run_id', 'runs'],
  ['renewal_occurrences', 'run_id', 'runs'],
  ['trigger_refusals', 'person_id', 'people'],
  ['split_choices', 'person_id', 'people'],
  ['sequence_runs', 'id'],
  ['sequence_turns', 'id'],
  ['broadcasts', 'id'],
  ['sends', 'id'],
  ['send_log', 'id', 'sends'],
  ['send_feedback', 'id'],
  ['tracking_hits', 'send_id', 'sends'],
  ['send_contents', 'id'],
  ['email_engagements', 'person_id', 'people'],
  ['soft_bounces', 'person_id', 'people'],
  ['unsubscribes', 'id'],
  ['consents', 'id'],
  ['changes', 'id'],
];

/** The tables of which rows are taken over. */
export const tablesPlayed: readonly string[] = [
  ...new Set([...taken.map(([table]) => table), 'fields', 'figure_changes', 'send_frames']),
];

/** Of these the history of the account tells by itself, or nothing. */
const untold = ['settings', 'profile', 'clock'];

async function readSequences({ sql }: Tx): Promise<SequencePositions> {
  const rows = await sql<{ name: string; last: number; step: number }[]>`
    select sequencename::text as name, increment_by as step,
      coalesce(last_value, start_value - increment_by) as last
    from pg_sequences where schemaname = 'public'`;
  return new Map(rows.map(({ name, last, step }) => [name, { last, step }]));
}

/** Columns that are written; generated ones are made again. */
async function columnsOf({ sql }: Tx): Promise<Map<string, string[]>> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname`;
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** What the example is begun with: rows of the account, and where its ids begin. */
export interface Beginning {
  rows: readonly TableRows[];
  sequences: SequencePositions;
}

export async function readBeginning(tx: Tx): Promise<Beginning> {
  const { sql } = tx;
  const columns = await columnsOf(tx);
  const sequences = await readSequences(tx);
  const rows: TableRows[] = [];
  for (const table of known) {
    const [{ found }] = await sql<[{ found: string }]>`
      select coalesce(json_agg(t), '[]')::text as found
      from (select ${sql(columns.get(table) ?? [])} from ${sql(table)}) t`;
    rows.push({ table, rows: found });
  }
  return { rows, sequences };
}

/** Rows keep their ids, and nothing of them is noted in the history. */
async function writeRows(tx: Tx, rows: readonly TableRows[]): Promise<void> {
  const { sql } = tx;
  const columns = await columnsOf(tx);
  for (const { table, rows: text } of rows) {
    const list = sql(columns.get(table) ?? []);
    await sql`
      insert into ${sql(table)} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${sql(table)}, ${text}::text::json)`;
  }
}

/** Runs without the triggers of the history, as for what programs record. */
export async function untoldly<T>({ sql }: Tx, body: () => Promise<T>): Promise<T> {
  const [{ call }] = await sql<[{ call: string | null }]>`
    select current_setting('postroad.call', true) as call`;
  await sql`select set_config('postroad.call', '{"ingest": true}', true)`;
  const result = await body();
  await sql`select set_config('postroad.call', ${call ?? ''}, true)`;
  return result;
}

/** Prepares the empty database in which the example is played. */
export async function writeBeginning(tx: Tx, { rows, sequences }: Beginning): Promise<void> {
  const { sql } = tx;
  await sql`delete from profile`;
  await untoldly(tx, () => writeRows(tx, rows));
  for (const [name, { last, step }] of sequences) {
    const given = sql.unsafe(`increment by ${step} restart with ${last + step}`);
    await sql`alter sequence ${sql(name)} ${given}`;
  }
}

/** Everything that the example has, to be written into the account. */
export interface Played {
  rows: readonly TableRows[];
  /** Rows of send_frames; the account may have some of them. */
  frames: string;
  /** The ids that each sequence gave out, by its name. */
  drawn: ReadonlyMap<string, IdRange>;
  fieldKeys: string[];
  /** Events of types that the account had before. */
  counted: readonly { id: number; count: number }[];
}

/** Reads what was played since the beginning. */
export async function readPlayed(tx: Tx, beginning: Beginning): Promise<Played> {
  const { sql } = tx;
  const columns = await columnsOf(tx);
  const { sequences } = beginning;
  const lastOf = (table: string) => sequences.get(`${table}_id_seq`)?.last ?? 0;
  const rows: TableRows[] = [];
  for (const [table, column, of = table] of taken) {
    const told = table === 'changes' ? sql`and resource <> all(${untold})` : sql``;
    const found = await rowsOf(tx, table, columns, sql`${sql(column)} > ${lastOf(of)} ${told}`);
    rows.push({ table, rows: found });
  }
  const before = beginningOf<{ key: string }>(beginning, 'fields').map(({ key }) => key);
  const fields = await sql<{ key: string }[]>`select key from fields where key <> all(${before})`;
  const fieldKeys = fields.map(({ key }) => key);
  const fresh = await rowsOf(tx, 'fields', columns, sql`key = any(${fieldKeys})`);
  rows.push({ table: 'fields', rows: fresh }, { table: 'figure_changes', rows: await figures(tx) });
  const drawn = new Map<string, IdRange>();
  for (const [name, { last, step }] of await readSequences(tx)) {
    const first = (sequences.get(name)?.last ?? 0) + step;
    if (last >= first) drawn.set(name, [first, last]);
  }
  const frames = await rowsOf(tx, 'send_frames', columns, sql`true`);
  return { rows, frames, drawn, fieldKeys, counted: await countedSince(tx, beginning) };
}

async function rowsOf(
  { sql }: Tx,
  table: string,
  columns: ReadonlyMap<string, string[]>,
  where: Fragment,
): Promise<string> {
  const revision = table === 'sequences' ? sql`, revision - 1 as revision` : sql``;
  const list = (columns.get(table) ?? []).filter(
    (name) => table !== 'sequences' || name !== 'revision',
  );
  const [{ found }] = await sql<[{ found: string }]>`
    select coalesce(json_agg(t), '[]')::text as found from (
      select ${sql(list)} ${revision} from ${sql(table)} where ${where} order by 1) t`;
  return found;
}

function beginningOf<Row>({ rows }: Beginning, wanted: string): Row[] {
  return JSON.parse(rows.find(({ table }) => table === wanted)?.rows ?? '[]') as Row[];
}

async function countedSince({ sql }: Tx, beginning: Beginning): Promise<Played['counted']> {
  const before = beginningOf<{ id: number; count: number }>(beginning, 'event_types');
  const rows = await sql<{ id: number; count: number }[]>`
    select id, count from event_types where id = any(${before.map(({ id }) => id)})`;
  const had = new Map(before.map(({ id, count }) => [id, count]));
  return rows
    .map(({ id, count }) => ({ id, count: count - (had.get(id) ?? 0) }))
    .filter(({ count }) => count > 0);
}

/** All figures as what was added to them, from which the account makes days of its time zone. */
async function figures({ sql }: Tx): Promise<string> {
  const [{ found }] = await sql<[{ found: string }]>`
    select coalesce(json_agg(t), '[]')::text as found from (
      select quarter_at, source_kind, source_id, step_id, email_id, provider, link_set, link_number,
        figure.key as figure, figure.value::int as count
      from figure_quarters q, jsonb_each_text(to_jsonb(q)) figure
      where figure.key = any(${[...codes['figure_changes.figure']]}) and figure.value <> '0'
      union all select * from figure_changes) t`;
  return found;
}

/**
 * Writes what was played. False, and nothing is of use, if ids that it has were given to other records
 * meanwhile.
 */
export async function writePlayed(tx: Tx, played: Played): Promise<boolean> {
  const { sql } = tx;
  for (const [name, [first, last]] of played.drawn) {
    const [row] = await sql<[{ first: number; last: number }]>`
      select min(id) as first, max(id) as last
      from (select nextval(${`public.${name}`}::regclass) as id
        from pg_sequences s, generate_series(1, (${last}::bigint - ${first}) / s.increment_by + 1)
        where s.schemaname = 'public' and s.sequencename = ${name}) drawn`;
    if (row.first !== first || row.last !== last) return false;
  }
  await untoldly(tx, async () => {
    await writeRows(tx, played.rows);
    await writeFrames(tx, played);
  });
  for (const { id, count } of played.counted) {
    await sql`update event_types set count = count + ${count} where id = ${id}`;
  }
  await sql`
    update engine_state set flows_version = flows_version + 1, guards_version = guards_version + 1`;
  return true;
}

/** Mails that look alike share a frame, also with those of an example that was removed. */
async function writeFrames({ sql }: Tx, { frames, drawn }: Played): Promise<void> {
  const played = sql`json_populate_recordset(null::send_frames, ${frames}::text::json)`;
  await sql`
    insert into send_frames overriding system value select * from ${played} order by digest
    on conflict (digest) do update set used_at = greatest(send_frames.used_at, excluded.used_at)`;
  const [first, last] = drawn.get('send_contents_id_seq') ?? [0, -1];
  await sql`
    update send_contents c set frame_id = f.id
    from ${played} p join send_frames f using (digest)
    where c.id between ${first}::bigint and ${last}::bigint and c.frame_id = p.id and f.id <> p.id`;
}
